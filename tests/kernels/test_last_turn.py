"""The fewest codes that are left for the last turn, against the definition: every guess at every turn."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st

from blackpeg import Game
from blackpeg.kernels.last_turn import NEVER
from blackpeg.solver.set_solver import SetSolver

GAMES = ["2x4", "3x3", "3x4", "4x2", "5x2", "4x4-distinct", "2x5-black", "3x3-black", "3x4-distinct-black"]


@cache
def left_by_definition(text):
    """A function (candidates, turns): how many of these codes are left for the last of so many turns."""
    game = Game.parse(text)
    codes = reference.all_codes(game.pegs, game.colors, game.repeats)

    @cache
    def left(candidates, turns):
        if len(candidates) == 1:
            return int(turns == 1) if turns else float("inf")
        if turns <= 1:
            return float("inf")
        best = float("inf")
        for guess in codes:
            parts = {}
            for code in candidates:
                parts.setdefault(reference.feedback(code, guess, game.whites), []).append(code)
            if len(parts) > 1:
                best = min(best, sum(left(tuple(part), turns - 1) for part in parts.values() if part != [guess]))
        return best

    return left


@cache
def solver_of(text):
    return SetSolver(Game.parse(text))


def depths(solution):
    """After how many guesses the nodes of a solution are played."""
    found = list[int]()
    for parent in solution.parents:
        found.append(1 if parent < 0 else found[parent] + 1)
    return found


@settings(deadline=None, max_examples=150)
@given(st.sampled_from(GAMES), st.data())
def test_what_is_left_after_any_history(text, data):
    solver = solver_of(text)
    game = solver.game
    number = st.integers(0, game.size - 1)
    secret, history = data.draw(number), data.draw(st.lists(number, max_size=2))
    numbers = solver.problem.tables.numbers
    codes = np.flatnonzero((numbers[history] == numbers[history][:, [secret]]).all(axis=0))
    turns = data.draw(st.integers(1, 6))
    expected = left_by_definition(text)(tuple(map(tuple, game.codes[codes].tolist())), turns)
    guessed = [game.codes[k] for k in history]
    found = solver.solve_last_turn(codes, guessed, turns)
    if expected == float("inf"):
        assert found.total >= NEVER
        assert not found.guesses
        return
    assert found.total == expected
    wins = [depth for depth, win in zip(depths(found), found.wins, strict=True) if win]
    assert len(wins) == len(codes)
    assert (max(wins), found.longest <= turns, wins.count(turns)) == (found.longest, True, expected)
    below = data.draw(st.integers(0, expected))
    bound = solver.solve_last_turn(codes, guessed, turns, below)
    assert below <= bound.total <= expected
    assert not bound.guesses
    assert solver.is_solvable_within(codes, guessed, turns - 1) == (expected == 0)


def test_a_full_transposition_table_begins_again():
    """Sets that are no longer there when the tree is written down are searched again."""
    solver = SetSolver(Game(3, 5))
    whole = np.arange(solver.game.size)
    expected = solver.solve_last_turn(whole, [], 5)
    solver.known = solver.known._replace(entries=solver.known.entries[:3])
    assert solver.solve_last_turn(whole, [], 5) == expected


@pytest.mark.parametrize("needs_table", [False, True])
def test_numbers_of_codes(needs_table):
    solver = SetSolver(Game(3, 4, repeats=False), (), needs_table)
    assert solver.numbers_of(solver.game.columns[:, [5, 0, 23]]).tolist() == [5, 0, 23]
