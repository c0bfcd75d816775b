"""Evo and Evo++: their contract and sizes."""

import pytest

from blackpeg import Game, check_strategy, strategy
from blackpeg.strategies.merelo2011 import Merelo2011

GAMES = tuple(map(Game.parse, ("1x1", "4x6", "3x5-distinct", "3x4-black")))


@pytest.mark.parametrize("name", ["merelo2011(score='entropy', keep=True)", "merelo2011(endgames=False, twice=True)"])
def test_contract(name):
    check_strategy(strategy(name), GAMES)


def test_published_sizes():
    assert Merelo2011().published_sizes(Game(4, 6)) == (300, 20)
    assert Merelo2011(population=7, enough=3).published_sizes(Game(20, 20)) == (7, 3)
