"""Searches in several processes and on a cluster."""

from blackpeg import Game
from blackpeg.solver.executors import scheduler_for
from blackpeg.solver.optimal_search import optimal


def test_processes_find_the_same_tree():
    game = Game(4, 5)
    with scheduler_for(2, None) as scheduler:
        assert str(optimal(game, scheduler=scheduler).tree) == str(optimal(game).tree)


def test_a_cluster_finds_the_same_tree(cluster):
    address, worker = cluster
    worker()
    worker()
    game = Game(4, 5)
    with scheduler_for(1, address) as scheduler:
        assert str(optimal(game, scheduler=scheduler).tree) == str(optimal(game).tree)
