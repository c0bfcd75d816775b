"""Genetic local search: climbing, family competition, and what is counted."""

import numpy as np
import pytest

from blackpeg import BlackpegError, Game, Honest, play, strategy
from blackpeg.evolve import empty_code_set, unique_random_codes
from blackpeg.players import rng_of
from blackpeg.position import Position
from blackpeg.strategies.oijen2018 import Oijen2018, climb, families, recolor


def misfit(code, position):
    """Pegs too many or too few, by definition."""
    game, total = position.game, 0
    for turn in position.history:
        own, real = game.pegs_of(Honest(code).answer(position, turn.guess)), game.pegs_of(turn.feedback)
        total += abs(own.black - real.black) + abs(own.white - real.white)
    return total


def position_of(text, turns=4):
    game, rng = Game.parse(text), rng_of("oijen", text)
    secret, *guesses = unique_random_codes(game, turns + 1, rng)
    position = Position(game)
    for guess in guesses:
        position = position.after(guess, Honest(secret).answer(position, guess))
    return position


@pytest.mark.parametrize("text", ["5x8", "5x8-distinct", "5x8-black"])
def test_climbing_ends_where_no_color_of_a_peg_is_better(text):
    position = position_of(text)
    game, past = position.game, position.past_turns
    for code in unique_random_codes(game, 20, rng_of(1)):
        start, found, spent = misfit(code, position), empty_code_set(50, 5), np.zeros(1, np.int64)
        end = climb(code, start, past, found, game.colors, game.repeats, spent)
        assert misfit(code, position) == end <= start and spent[0] > 0
        game.check(code)
        for peg in range(5):
            for color in range(game.colors):
                other = code.copy()
                recolor(other, peg, color, game.repeats)
                assert misfit(game.check(other), position) >= end
        assert all(position.fits(other) for other in found.codes[: found.size[0]])


@pytest.mark.parametrize("n", [1, 7, 30])
def test_families_never_get_worse(n):
    position = position_of("5x8")
    rng, past = rng_of(2), position.past_turns
    codes = unique_random_codes(position.game, n, rng)
    own = np.array([misfit(code, position) for code in codes])
    found, spent = empty_code_set(60, 5), np.zeros(1, np.int64)
    new, out = families(codes, own, past, found, 8, True, spent, rng)
    assert [misfit(code, position) for code in new] == out.tolist()
    assert sorted(out) <= sorted(own) and out.sum() <= own.sum() and len(new) == n


def test_found_and_spent():
    position = position_of("4x6", 2)
    steps, seen = Oijen2018(restarts=3).generations(position, rng_of(3)), []
    while True:
        try:
            seen.append(next(steps))
        except StopIteration as end:
            move = end.value
            break
    assert position.fits(move.code) and move.note == "" and seen[-1].stage <= 3
    assert 0 < seen[-1].found <= min(60, position.count)
    assert move.feedbacks == move.evaluations * 2 + seen[-1].found ** 2


@pytest.mark.parametrize("text", ["population=0", "restarts=0", "budget=0"])
def test_bad_parameters(text):
    with pytest.raises(BlackpegError):
        strategy(f"oijen2018({text})")


def test_a_spent_budget_is_said_and_no_guess_is_repeated():
    game = Game(12, 16)
    end = play(game, Oijen2018(budget=1), Honest(game.code("19a3c5b7d2f4")), seed=1, limit=10)
    assert [turn.note for turn in end.history].count("budget spent") > 0
    assert len({turn.guess.tobytes() for turn in end.history}) == end.guesses == end.queries
