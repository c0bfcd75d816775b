"""Strategies whose end is searched: never worse than the best that is known, never beyond the optimum."""

import pytest

from blackpeg import Game, Tree, strategy


def test_irving_reaches_what_is_printed_for_irving():
    tree = Tree.of(strategy("irving1979"), Game(4, 6))
    assert 5625 <= tree.total <= 5662
    assert sum(tree.replay()) == 1296


def test_searching_the_end_beats_the_rule_alone():
    assert 5625 <= Tree.of(strategy("neuwirth1982"), Game(4, 6)).total < 5722  # entropy alone


@pytest.mark.parametrize("name", ["irving1979", "neuwirth1982"])
def test_small_games_are_played_best_to_the_end(name):
    """Where every set is searched, only the first guess is the rule's; a game searched whole is optimal."""
    assert Tree.of(strategy(f"{name}(threshold=64)"), Game(3, 4)).total == 206  # proved by exhaustive search


def test_what_can_not_be_searched_is_refused():
    assert "between 1 and 64" in strategy("irving1979(threshold=65)").supports(Game(4, 6))
    assert "1,000,000 codes" in strategy("neuwirth1982").supports(Game(6, 10))
