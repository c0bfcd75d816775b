"""Trees improved by searching their parts again, against the best tree that begins with the same guess."""

import pytest

from blackpeg import Game, Tree, strategy
from blackpeg.solver.improve_tree import better_trees
from blackpeg.solver.optimal_search import optimal


@pytest.mark.parametrize(("text", "first", "rule"), [("3x5", "112", "minimax"), ("4x4", "1123", "minimax")])
def test_a_tree_whose_parts_are_all_searched_is_the_best_with_its_first_guess(text, first, rule):
    game = Game.parse(text)
    tree = Tree.beginning_with(game.code(first), strategy(rule), game)
    best = optimal(game, max_turns=tree.max, first=first).tree.total
    totals = [tree.total]
    for better in better_trees(tree, game.size - 1, 60):
        assert better.replay() == better.histogram
        assert better.max <= tree.max
        totals.append(better.total)
    assert totals == sorted(set(totals), reverse=True)
    assert totals[0] > totals[-1] == best


def test_small_sets_gain_less_and_the_best_tree_gains_nothing():
    game = Game(4, 4)
    tree = Tree.of(strategy("minimax"), game)
    few, many = ([*better_trees(tree, codes, 60)][-1].total for codes in (12, 100))
    assert tree.total > few >= many >= 905
    assert not [*better_trees(optimal(game).tree, 100, 60)]


def test_no_time_gains_nothing():
    tree = Tree.of(strategy("expected_size"), Game(4, 5))
    assert all(better.total < tree.total for better in better_trees(tree, 300, 1e-9))
