"""What each guess was worth, beside brute force by definition."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from itertools import product
from math import log2
from statistics import fmean

import numpy as np
import pytest

import blackpeg.candidates
from blackpeg import BlackpegError, Game, Impossible, Position
from blackpeg.coach import best_guess as appraisal_module
from blackpeg.coach.best_guess import Judges, appraise
from blackpeg.coach.review import hints, review, ruled_out
from blackpeg.information.openings import openings

KEYS = ("turn", "guess", "feedback", "candidates", "left", "bits", "expected_bits", "best_guess", "best_bits", "reason")


@cache
def feedback(secret: str, guess: str) -> str:
    """By definition."""
    black = sum(a == b for a, b in zip(secret, guess, strict=True))
    both = sum((Counter(secret) & Counter(guess)).values())
    return f"{black}b{both - black}w"


def parts(guess: str, codes: list[str]) -> list[int]:
    return list(Counter(feedback(code, guess) for code in codes).values())


def bits(guess: str, codes: list[str]) -> float:
    return sum(n / len(codes) * log2(len(codes) / n) for n in parts(guess, codes))


def codes_of(game: Game) -> list[str]:
    codes = map("".join, product("123456789"[: game.colors], repeat=game.pegs))
    return [code for code in codes if game.repeats or len(set(code)) == game.pegs]


@pytest.mark.parametrize(
    "name, secret, guesses",
    [
        ("3x4", "432", ["112", "112", "344", "423", "432"]),
        ("3x4", "111", ["111"]),
        ("4x4", "4321", ["1122", "3412", "3333", "4321"]),
        ("3x5-distinct", "543", ["123", "345", "543"]),
    ],
)
def test_a_review_is_what_brute_force_finds(name: str, secret: str, guesses: list[str]) -> None:
    game = Game.parse(name)
    told = review(game, game.code(secret), guesses)
    everything = codes = codes_of(game)
    luck, skill, beside_candidates = [], [], []
    for turn, guess in zip(told.json()["turns"], guesses, strict=True):
        left = [code for code in codes if feedback(code, guess) == feedback(secret, guess)]
        worth = bits(guess, codes)
        best, best_candidate = (max(bits(one, codes) for one in some) for some in (everything, codes))
        assert (turn["guess"], turn["feedback"]) == (guess, feedback(secret, guess))
        assert (turn["candidates"], turn["left"]) == (len(codes), len(left))
        assert turn["bits"] == pytest.approx(log2(len(codes) / len(left)), abs=1e-6)
        assert turn["expected_bits"] == pytest.approx(worth, abs=1e-6)
        assert turn["best_bits"] == pytest.approx(best, abs=1e-6)
        assert bits(turn["best_guess"], codes) == pytest.approx(best, abs=1e-6)
        assert turn["best_candidate"] in codes
        assert turn["best_candidate_bits"] == pytest.approx(best_candidate, abs=1e-6)
        assert turn["luck"] == pytest.approx(turn["bits"] - worth, abs=2e-6)
        assert turn["parts"] == len(parts(guess, codes))
        assert turn["best_parts"] == len(parts(turn["best_guess"], codes))
        assert turn["expected_size"] == pytest.approx(fmean(parts(guess, codes), parts(guess, codes)), abs=1e-6)
        assert (turn["ruled_out_by"] == []) == (guess in codes)
        assert (turn["tried"], turn["sample"], turn["expected_bits_error"]) == ("all codes", None, 0)
        luck.append(turn["luck"])
        skill.append(worth / best if best else float(guess in codes))
        beside_candidates.append(min(1, worth / best_candidate) if best_candidate else float(guess in codes))
        codes = left
    assert told.luck == pytest.approx(fmean(luck), abs=1e-5)
    if len(guesses) == 1:
        assert told.skill is told.skill_candidates is None
    else:
        assert told.skill == pytest.approx(fmean(skill[1:]))  # the first guess left out
        assert told.skill_candidates == pytest.approx(fmean(beside_candidates[1:]))


def test_the_json_is_the_one_that_was_promised() -> None:
    game = Game(4, 6)
    told = review(game, game.code("6543"), ["1122", "6543"]).json()
    assert list(told)[:5] == ["game", "secret", "skill", "luck", "turns"]
    assert (told["game"], told["secret"], told["solved"], told["guesses"]) == ("4x6", "6543", True, 2)
    assert [tuple(turn)[: len(KEYS)] for turn in told["turns"]] == [KEYS, KEYS]
    assert told["turns"][-1]["further"] == 0
    assert told["expected_guesses"] == pytest.approx(5625 / 1296, abs=1e-6)  # Koyama & Lai 1993


def test_reasons_by_hand() -> None:
    told = review(Game(2, 3), Game(2, 3).code("33"), ["11", "12", "22", "33"])
    assert [turn.reason for turn in told.turns] == [
        "splits the 9 candidates 5 ways; yours 3",  # 12 is answered 2b 1b 2w 1w 0b by 1, 4, 1, 2, 1 codes
        "tells as much, and may be the secret",  # 23 splits 22 23 32 33 by 2, 1, 1, and 12 does too
        "the only code that fits; yours does not",  # 33: neither color of 12 is in it
        "the only code that fits",
    ]
    assert [turn.ruled_out for turn in told.turns] == [(), (1,), (2,), ()]


def total(codes: tuple[str, ...], every: tuple[str, ...]) -> int:
    """Guesses that the best strategy needs for all of these codes together."""
    if len(codes) <= 2:
        return 2 * len(codes) - 1
    least = 10**9
    for guess in every:
        answers = defaultdict(list)
        for code in codes:
            answers[feedback(code, guess)].append(code)
        if len(answers) > 1:
            rest = (total(tuple(part), every) for part in answers.values() if part != [guess])
            least = min(least, len(codes) + sum(rest))
    return least


def test_further_guesses_are_the_least_where_few_codes_fit() -> None:
    game, every, guesses = Game(3, 4), tuple(codes_of(Game(3, 4))), ("112", "121", "423")
    told = review(game, game.code("432"), guesses)
    fit = list(every)
    for turn in told.turns:
        for guess, value in ((guesses[turn.turn - 1], turn.needed), (turn.json()["best_guess"], turn.best_needed)):
            answers = defaultdict(list)
            for code in fit:
                answers[feedback(code, guess)].append(code)
            if value is not None and len(fit) <= 30:
                rest = sum(total(tuple(part), every) for part in answers.values() if part != [guess])
                assert value == pytest.approx(1 + rest / len(fit))
        fit = [
            code for code in fit if feedback(code, guesses[turn.turn - 1]) == feedback("432", guesses[turn.turn - 1])
        ]
        assert turn.left == len(fit) <= 30
        assert turn.further is not None
        assert turn.further.by == "exact"
        assert turn.further.guesses == pytest.approx(total(tuple(fit), every) / len(fit))
    assert [turn.needed is None for turn in told.turns] == [turn.best is turn.own for turn in told.turns]


def test_the_guess_that_optimal_play_begins_with_is_not_called_worse() -> None:
    game = Game(4, 6)
    first = review(game, game.code("6543"), ["1123"]).turns[0]  # Koyama & Lai 1993; 1234 tells more bits
    assert first.json()["best_guess"] == "1234"
    assert not first.better
    most, own = bits("1234", codes_of(game)), bits("1123", codes_of(game))
    assert first.reason == f"tells {most:.3f} bits (yours {own:.3f}), but is done no sooner"
    assert review(game, game.code("6543"), ["1111"]).turns[0].better


def test_a_game_without_a_secret_or_an_end() -> None:
    position = Position.parse("4x6 1122=0b1w 3344=1b1w")
    told = review(position.game, None, position)
    assert told.secret is None
    assert not told.solved
    assert told.json()["secret"] is None
    assert told.turns[-1].left == position.count
    assert told.turns[-1].further is not None
    same = review(position.game, position.candidates[0], position)
    assert (same.skill, same.luck) == (told.skill, told.luck)


def test_what_can_not_be_reviewed() -> None:
    game = Game(4, 6)
    for guesses, said in (([], "there is no guess"), (["6543", "1122"], "the game was over at turn 1: 6543")):
        with pytest.raises(BlackpegError, match=said):
            review(game, game.code("6543"), guesses)
    with pytest.raises(BlackpegError, match="give the last position"):
        review(game, None, ["1122"])
    with pytest.raises(BlackpegError, match="6543 does not fit the feedback"):
        review(game, game.code("6543"), Position.parse("4x6 1122=4b0w"))
    with pytest.raises(Impossible):
        review(game, None, Position.parse("4x6 1111=0b0w 1222=4b0w"))


def test_samples_agree_with_exact_numbers_within_their_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(4, 6)
    guesses = ["1122", "1334", "4456", "6543"]
    exact = review(game, game.code("6543"), guesses)
    monkeypatch.setattr(appraisal_module, "LISTED", 20)
    some = review(game, game.code("6543"), guesses, seed=3)
    assert some.json() == review(game, game.code("6543"), guesses, seed=3).json()
    for whole, sampled in zip(exact.turns[:2], some.turns[:2], strict=True):
        assert whole.own and sampled.own and whole.best and sampled.best
        assert sampled.json()["sample"] == 20_000
        assert 0 < sampled.own.error < 0.02
        assert abs(sampled.own.bits - whole.own.bits) < 4 * sampled.own.error
        assert sampled.best.bits < whole.best.bits + 4 * sampled.best.error
        assert sampled.told == whole.told  # counted all the same


def test_the_standard_error_is_that_of_repeated_samples() -> None:
    game = Game(8, 12)
    guess = game.code("11223345")
    values = [Judges.of(Position(game), seed).value(guess) for seed in range(40)]
    spread = float(np.std([value.bits for value in values], ddof=1))
    assert values[0].error * 0.7 < spread < values[0].error * 1.4  # the spread itself varies by 11 %
    assert values[0].expected_size is not None
    assert 0 < values[0].expected_size < game.size


def test_a_large_game_has_samples_and_errors() -> None:
    game = Game(8, 12)
    told = review(game, game.code("1a3c5678"), ["11223344", "55667788", "1a345678"])
    second = told.json()["turns"][1]
    assert second["sample"] == 20_000
    assert second["tried"] == "some candidates"
    assert second["best_bits"] >= second["expected_bits"] > 3
    assert "sample of 20,000 candidates" in second["reason"]
    assert told.turns[2].further is not None


def test_where_nothing_can_be_told_it_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("STEPS_TRIED", "TRIES", "PEGS_TRIED"):
        monkeypatch.setattr(blackpeg.candidates, limit, 2**10)  # give up at once, not after ten seconds
    game, rng = Game(30, 30), np.random.default_rng(1)
    told = review(game, np.arange(30, dtype=np.uint8), list(rng.integers(30, size=(4, 30), dtype=np.uint8)))
    last = told.json()["turns"][-1]
    assert [last[name] for name in ("candidates", "left", "bits", "best_guess", "skill", "further")] == [None] * 6
    assert last["reason"] == "too many codes fit to compare guesses"
    assert told.turns[0].skill is not None


def test_one_opening_of_each_kind() -> None:
    assert list(openings(Game(4, 6))) == [[0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 1], [0, 0, 1, 2], [0, 1, 2, 3]]
    assert list(openings(Game(4, 2))) == [[0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 1]]
    assert list(openings(Game(3, 5, repeats=False))) == [[0, 1, 2]]
    assert len(list(openings(Game(20, 64)))) == 627  # partitions of 20
    best = appraise(Position(Game(4, 6))).best
    assert best.bits == pytest.approx(
        max(bits(code, codes_of(Game(4, 6))) for code in ("1111", "1112", "1122", "1123", "1234"))
    )


def test_hints_in_steps() -> None:
    position = Position.parse("4x6 1122=0b1w 3344=1b1w 5555=0b0w")
    game = position.game
    wrong = game.code("1111")
    assert ruled_out(position, wrong) == (1, 2)
    first, second, third = hints(position, wrong)
    assert first.turns == (1, 2)
    assert first.text == "1111 does not fit turn 1, which would have been 2b0w, not 0b1w; nor turn 2"
    fit = [code for code in codes_of(game) if position.fits(game.code(code))]
    assert second.candidates == len(fit)
    assert second.text == f"{len(fit)} codes fit"
    assert third.guess is not None
    ways = len(parts(game.show(third.guess), fit))
    assert third.text == f"try {game.show(third.guess)}, which splits the {len(fit)} candidates {ways} ways"
    assert next(hints(position, game.code(fit[0]))).text == f"{fit[0]} fits every turn"
    assert [hint.step for hint in hints(position)] == ["candidates", "guess"]
    with pytest.raises(Impossible):
        list(hints(Position.parse("4x6 1111=0b0w 1222=4b0w")))
