"""The time of a show: a turn and the whole have a limit, and compiling does not count."""

from math import inf

import pytest

from blackpeg import Game
from blackpeg.strategies import make
from blackpeg.web.shows.budget import MAX_SHOW_SECONDS, MAX_TURN_SECONDS, Budget, OutOfBudget, budget_of


def test_a_turn_and_the_whole_show_have_a_limit():
    clock = [100.0]
    budget = Budget(5, 12, lambda: clock[0])
    for second in (104.0, 108.0, 112.0):  # turns of four seconds
        clock[0] = second
        budget.check()
        budget.begin_turn()
    clock[0] = 112.5
    with pytest.raises(OutOfBudget, match="the show took more than 12 seconds"):
        budget.check()
    budget = Budget(5, 12, lambda: clock[0])
    clock[0] = 118.0
    with pytest.raises(OutOfBudget, match="a turn took more than 5 seconds"):
        budget.check()


def test_only_games_that_take_long_have_a_budget():
    assert budget_of(Game(8, 12), make("needle")).turn_seconds == inf  # its lane ends it
    large = budget_of(Game(64, 64), make("needle"))
    assert (large.turn_seconds, large.show_seconds) == (MAX_TURN_SECONDS, MAX_SHOW_SECONDS)
    search = budget_of(Game(64, 64), make("cunha_silva"))
    assert (search.turn_seconds, search.show_seconds) == (inf, MAX_SHOW_SECONDS)  # it has no turns
