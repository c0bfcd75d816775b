"""Evo10: its contract and sizes."""

import pytest

from blackpeg import Game, check_strategy, strategy
from blackpeg.strategies.merelo2013 import Merelo2013

GAMES = tuple(map(Game.parse, ("1x1", "4x6", "3x5-distinct", "3x4-black")))


@pytest.mark.parametrize("name", ["merelo2013(shuffle='some', tournament=1)"])
def test_contract(name):
    check_strategy(strategy(name), GAMES)


def test_published_sizes():
    assert Merelo2013().published_sizes(Game(5, 8)) == (600, 10)
