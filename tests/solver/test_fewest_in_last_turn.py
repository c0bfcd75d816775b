"""The fewest codes that are left for the last turn of the least worst case."""

from __future__ import annotations

from functools import cache

import pytest
import reference

from blackpeg import BlackpegError, Game
from blackpeg.solver.fewest_in_last_turn import fewest_in_last_turn


def fewest(pegs, colors):
    """The least worst case and the fewest codes in its last turn, by definition: every guess at every turn."""
    codes = reference.all_codes(pegs, colors)

    @cache
    def left(candidates, turns):
        if len(candidates) == 1:
            return int(turns == 1)
        if turns == 1:
            return float("inf")
        best = float("inf")
        for guess in codes:
            parts = {}
            for code in candidates:
                parts.setdefault(reference.feedback(code, guess), []).append(code)
            if len(parts) > 1:
                best = min(best, sum(left(tuple(part), turns - 1) for part in parts.values() if part != [guess]))
        return best

    turns = next(turns for turns in range(1, 9) if left(tuple(codes), turns) < float("inf"))
    return turns, left(tuple(codes), turns)


@pytest.mark.parametrize(("pegs", "colors"), [(2, 2), (2, 3), (2, 4), (3, 2), (3, 3), (4, 2)])
def test_small_games_by_definition(pegs, colors):
    tree = fewest_in_last_turn(Game(pegs, colors))
    assert tree.replay() == tree.histogram
    assert (tree.max, tree.histogram[-1]) == fewest(pegs, colors)


def test_4x6_leaves_539():
    """The published least: 539 codes take the fifth guess."""
    tree = fewest_in_last_turn(Game(4, 6))
    assert tree.replay() == tree.histogram
    assert (tree.max, tree.histogram[-1]) == (5, 539)


@pytest.mark.parametrize("text", ["5x6", "12x2"])
def test_larger_games_are_refused(text):
    with pytest.raises(BlackpegError, match=f"not in {text}"):
        fewest_in_last_turn(Game.parse(text))
