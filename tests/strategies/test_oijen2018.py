"""Genetic local search: climbing, family competition, and what is counted."""

import numpy as np
import pytest
from reference import misfit_at

from blackpeg import BlackpegError, Game, Honest, play, strategy
from blackpeg.evolve import empty_code_set, unique_random_codes
from blackpeg.generations import run_to_end
from blackpeg.players import rng_of
from blackpeg.position import Position
from blackpeg.strategies.oijen2018 import Oijen2018, Search, breed_families, climb, recolor


def position_of(text, turns=4):
    game, rng = Game.parse(text), rng_of("oijen", text)
    secret, *guesses = unique_random_codes(game, turns + 1, rng)
    position = Position(game)
    for guess in guesses:
        position = position.after(guess, Honest(secret).answer(position, guess))
    return position


def search_at(position):
    game = position.game
    candidates = empty_code_set(60, game.pegs)
    return Search(position.past_turns, game.colors, game.repeats, candidates, np.zeros(1, np.int64))


@pytest.mark.parametrize("text", ["5x8", "5x8-distinct", "5x8-black"])
def test_climbing_ends_where_no_color_of_a_peg_is_better(text):
    position = position_of(text)
    game = position.game
    for code in unique_random_codes(game, 20, rng_of(1)):
        start, search = misfit_at(position, code), search_at(position)
        end = climb(code, start, search)
        assert misfit_at(position, code) == end <= start and search.evaluations[0] > 0
        game.check(code)
        for peg in range(5):
            for color in range(game.colors):
                other = code.copy()
                recolor(other, peg, color, game.repeats)
                assert misfit_at(position, game.check(other)) >= end
        assert all(position.fits(other) for other in search.candidates.codes[: search.candidates.size[0]])


@pytest.mark.parametrize("n", [1, 7, 30])
def test_families_never_get_worse(n):
    position = position_of("5x8")
    rng = rng_of(2)
    codes = unique_random_codes(position.game, n, rng)
    before = np.array([misfit_at(position, code) for code in codes])
    new, after = breed_families(codes, before, search_at(position), rng)
    assert [misfit_at(position, code) for code in new] == after.tolist()
    assert sorted(after) <= sorted(before) and after.sum() <= before.sum() and len(new) == n


def test_found_and_spent():
    position = position_of("4x6", 2)
    seen = []
    move = run_to_end(Oijen2018(restarts=3).generations(position, rng_of(3)), seen.append)
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
