"""Reviews, against brute force by definition."""

from __future__ import annotations

from math import log2
from statistics import fmean

import numpy as np
import pytest
import reference

import blackpeg.candidates
from blackpeg import BlackpegError, Game, Impossible, Position
from blackpeg.coach import candidate_sample
from blackpeg.coach.review import review

KEYS = ("turn", "guess", "feedback", "candidates", "left", "bits", "expected_bits", "best_guess", "best_bits", "reason")


def codes_of(game: Game) -> list[str]:
    return reference.all_texts(game.pegs, game.colors, game.repeats)


def bits(guess: str, codes: list[str]) -> float:
    return reference.bits(reference.sizes_of_parts(guess, codes))


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
    found = review(game, game.code(secret), guesses)
    everything = codes = codes_of(game)
    luck, skill, skill_candidates = [], [], []
    for turn, guess in zip(found.json()["turns"], guesses, strict=True):
        black, white = reference.feedback(secret, guess)
        left = [code for code in codes if reference.feedback(code, guess) == (black, white)]
        sizes, best_sizes = (reference.sizes_of_parts(one, codes) for one in (guess, turn["best_guess"]))
        expected = reference.bits(sizes)
        best, best_candidate = (max(bits(one, codes) for one in some) for some in (everything, codes))
        assert (turn["guess"], turn["feedback"]) == (guess, f"{black}b{white}w")
        assert (turn["candidates"], turn["left"]) == (len(codes), len(left))
        assert turn["bits"] == pytest.approx(log2(len(codes) / len(left)), abs=1e-6)
        assert turn["expected_bits"] == pytest.approx(expected, abs=1e-6)
        assert turn["best_bits"] == pytest.approx(best, abs=1e-6)
        assert reference.bits(best_sizes) == pytest.approx(best, abs=1e-6)
        assert turn["best_candidate"] in codes
        assert turn["best_candidate_bits"] == pytest.approx(best_candidate, abs=1e-6)
        assert turn["luck"] == pytest.approx(turn["bits"] - expected, abs=2e-6)
        assert turn["parts"] == len(sizes)
        assert turn["best_parts"] == len(best_sizes)
        assert turn["expected_size"] == pytest.approx(fmean(sizes, sizes), abs=1e-6)
        assert (turn["ruled_out_by"] == []) == (guess in codes)
        assert (turn["tried"], turn["sample"], turn["expected_bits_error"]) == ("all codes", None, 0)
        luck.append(turn["luck"])
        skill.append(expected / best if best else float(guess in codes))
        skill_candidates.append(min(1, expected / best_candidate) if best_candidate else float(guess in codes))
        codes = left
    assert found.luck == pytest.approx(fmean(luck), abs=1e-5)
    if len(guesses) == 1:
        assert found.skill is found.skill_candidates is None
    else:
        assert found.skill == pytest.approx(fmean(skill[1:]))  # the first guess left out
        assert found.skill_candidates == pytest.approx(fmean(skill_candidates[1:]))


def test_the_json_is_the_one_that_was_promised() -> None:
    game = Game(4, 6)
    found = review(game, game.code("6543"), ["1122", "6543"]).json()
    assert list(found)[:5] == ["game", "secret", "skill", "luck", "turns"]
    assert (found["game"], found["secret"], found["solved"], found["guesses"]) == ("4x6", "6543", True, 2)
    assert [tuple(turn)[: len(KEYS)] for turn in found["turns"]] == [KEYS, KEYS]
    assert found["turns"][-1]["further"] == 0
    assert found["expected_guesses"] == pytest.approx(5625 / 1296, abs=1e-6)  # Koyama & Lai 1993


def test_reasons_by_hand() -> None:
    found = review(Game(2, 3), Game(2, 3).code("33"), ["11", "12", "22", "33"])
    assert [turn.reason for turn in found.turns] == [
        "splits the 9 candidates 5 ways; yours 3",  # 12 is answered 2b 1b 2w 1w 0b by 1, 4, 1, 2, 1 codes
        "tells as much, and may be the secret",  # 23 splits 22 23 32 33 by 2, 1, 1, and 12 does too
        "the only code that fits; yours does not",  # 33: neither color of 12 is in it
        "the only code that fits",
    ]
    assert [turn.contradicted_turns for turn in found.turns] == [(), (1,), (2,), ()]


def test_the_guess_that_optimal_play_begins_with_is_not_called_worse() -> None:
    game = Game(4, 6)
    first = review(game, game.code("6543"), ["1123"]).turns[0]  # Koyama & Lai 1993; 1234 tells more bits
    assert first.json()["best_guess"] == "1234"
    assert not first.has_better_guess
    most, own = bits("1234", codes_of(game)), bits("1123", codes_of(game))
    assert first.reason == f"tells {most:.3f} bits (yours {own:.3f}), but is done no sooner"
    assert review(game, game.code("6543"), ["1111"]).turns[0].has_better_guess


def test_a_game_without_a_secret_or_an_end() -> None:
    position = Position.parse("4x6 1122=0b1w 3344=1b1w")
    found = review(position.game, None, position)
    assert found.secret is None
    assert not found.solved
    assert found.json()["secret"] is None
    assert found.turns[-1].candidates_left == position.count
    assert found.turns[-1].expected_after is not None
    same = review(position.game, position.candidates[0], position)
    assert (same.skill, same.luck) == (found.skill, found.luck)


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
    monkeypatch.setattr(candidate_sample, "MAX_COMPARED_CANDIDATES", 20)
    some = review(game, game.code("6543"), guesses, seed=3)
    assert some.json() == review(game, game.code("6543"), guesses, seed=3).json()
    for whole, sampled in zip(exact.turns[:2], some.turns[:2], strict=True):
        assert whole.own and sampled.own and whole.best and sampled.best
        assert sampled.json()["sample"] == 20_000
        assert 0 < sampled.own.error < 0.02
        assert abs(sampled.own.bits - whole.own.bits) < 4 * sampled.own.error
        assert sampled.best.bits < whole.best.bits + 4 * sampled.best.error
        assert sampled.bits_gained == whole.bits_gained  # counted all the same


def test_a_large_game_has_samples_and_errors() -> None:
    game = Game(8, 12)
    found = review(game, game.code("1a3c5678"), ["11223344", "55667788", "1a345678"])
    second = found.json()["turns"][1]
    assert second["sample"] == 20_000
    assert second["tried"] == "some candidates"
    assert second["best_bits"] >= second["expected_bits"] > 3
    assert "sample of 20,000 candidates" in second["reason"]
    assert found.turns[2].expected_after is not None


def test_numbers_that_can_not_be_computed_are_null(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("MAX_DRAWN_STEPS", "MAX_DRAWS", "MAX_DRAWN_PEGS"):
        monkeypatch.setattr(blackpeg.candidates, limit, 2**10)  # give up at once, not after ten seconds
    game, rng = Game(30, 30), np.random.default_rng(1)
    found = review(game, np.arange(30, dtype=np.uint8), list(rng.integers(30, size=(4, 30), dtype=np.uint8)))
    last = found.json()["turns"][-1]
    assert [last[name] for name in ("candidates", "left", "bits", "best_guess", "skill", "further")] == [None] * 6
    assert last["reason"] == "too many codes fit to compare guesses"
    assert found.turns[0].skill is not None
