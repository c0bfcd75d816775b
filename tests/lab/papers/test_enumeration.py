"""Exhaustive search: (n + 1) / 2 queries on average over all n codes."""

import numpy as np
import pytest

from blackpeg import Game
from blackpeg.errors import BlackpegError
from blackpeg.lab.papers.enumeration import Enumeration
from blackpeg.oracle import Oracle, run_search


def test_it_asks_half_of_the_codes_on_average():
    game = Game(3, 4)
    found = [run_search(game, Enumeration(batch=1), Oracle(game, secret), seed=0) for secret in game.codes]
    assert all(one.solved for one in found) and np.mean([one.queries for one in found]) == (64 + 1) / 2


def test_a_batch_is_asked_whole_and_too_many_codes_are_refused():
    game = Game(4, 6)
    assert run_search(game, Enumeration(), Oracle(game, game.code("1122")), seed=0).queries == 40
    assert run_search(game, Enumeration(), Oracle(game, game.code("6666")), seed=0).queries == 1296
    assert "too many to list" in (Enumeration().supports(Game(10, 15)) or "")
    with pytest.raises(BlackpegError, match="at least one code"):
        Enumeration(batch=0)
