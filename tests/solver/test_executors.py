"""Searches in several processes and on a cluster."""

from blackpeg import Game
from blackpeg.solver.executors import scheduler_for
from blackpeg.solver.optimal_search import optimal


def test_processes_find_a_tree_as_good():
    game = Game(4, 5)
    with scheduler_for(2, None) as scheduler:
        found = optimal(game, scheduler=scheduler)
    alone = optimal(game)
    assert (found.tree.total, found.tree.max, found.proved) == (alone.tree.total, alone.tree.max, True)


def test_a_cluster_finds_a_tree_as_good(cluster):
    address, worker = cluster
    worker()
    worker()
    game = Game(4, 5)
    with scheduler_for(1, address) as scheduler:
        found = optimal(game, scheduler=scheduler)
    alone = optimal(game)
    assert (found.tree.total, found.tree.max, found.proved) == (alone.tree.total, alone.tree.max, True)


def test_the_same_search_finds_the_same_tree_again():
    """Whatever was searched before: the transposition table is emptied when a search begins."""
    game = Game(4, 5)
    tree = str(optimal(game).tree)
    optimal(game, "worst")
    assert str(optimal(game).tree) == tree
