"""EvoRank: its contract, and a generation that keeps the best."""

import numpy as np
import pytest

from blackpeg import BlackpegError, Game, check_strategy, strategy
from blackpeg.evolve.candidate_parts import Population
from blackpeg.players import rng_of
from blackpeg.strategies.evorank2010 import EvoRank2010, breed_by_roulette

GAMES = tuple(map(Game.parse, ("1x1", "4x6", "3x5-distinct", "3x4-black")))


@pytest.mark.parametrize("name", ["evorank2010(endgames=True)"])
def test_contract(name):
    check_strategy(strategy(name), GAMES)


@pytest.mark.parametrize("repeats", [True, False])
def test_the_best_stay_and_children_are_legal(repeats):
    codes = np.array([[0, 1, 2], [3, 4, 5], [1, 2, 3], [5, 4, 3]], np.uint8)
    old = Population(codes, np.array([1, 2, 3, 4]), np.array([4.0, 1.0, 3.0, 2.0]))
    new = breed_by_roulette(old, 2, 6, repeats, rng_of(1))
    assert new[:2].tolist() == [[0, 1, 2], [1, 2, 3]] and new.shape == codes.shape and (new < 6).all()
    assert repeats or all(len(set(code)) == 3 for code in new.tolist())


def test_published_sizes():
    assert EvoRank2010().published_sizes(Game(4, 6)) == (400, 20)
    with pytest.raises(BlackpegError, match="kept is a share"):
        EvoRank2010(kept=1.0)
