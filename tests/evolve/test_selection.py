"""Selection against the stated probabilities."""

from collections import Counter

import numpy as np
import pytest
from reference import assert_frequencies

from blackpeg import evolve

DRAWS = 4000


def drawn(select, *args):
    rng = np.random.default_rng(6)
    return Counter(select(*args, rng) for _ in range(DRAWS))


def test_roulette_is_proportional():
    assert_frequencies(drawn(evolve.roulette, np.array([1.0, 0.0, 3.0, 4.0])), {0: 1 / 8, 2: 3 / 8, 3: 4 / 8}, DRAWS)


@pytest.mark.parametrize("fitness", [[0.0, 0.0, 0.0], [-1.0, -2.0, 0.0], [np.nan, -1.0, 0.0]])
def test_roulette_without_a_fit_individual_takes_any(fitness):
    assert_frequencies(drawn(evolve.roulette, np.array(fitness)), {0: 1 / 3, 1: 1 / 3, 2: 1 / 3}, DRAWS)


def test_roulette_never_takes_the_unfit_beside_the_fit():
    assert_frequencies(drawn(evolve.roulette, np.array([-5.0, 1.0, 1.0, -5.0])), {1: 1 / 2, 2: 1 / 2}, DRAWS)


def test_roulette_by_rejection_is_proportional():
    rng = np.random.default_rng(14)
    fitness = np.array([1.0, 0.0, 3.0, 4.0])
    counts = Counter(evolve.roulette_by_rejection(fitness, 10.0, rng) for _ in range(DRAWS))
    assert_frequencies(counts, {0: 1 / 8, 2: 3 / 8, 3: 4 / 8}, DRAWS)
    assert evolve.roulette_by_rejection(np.zeros(3), 10.0, rng) in (0, 1, 2)


def test_a_wheel_stops_in_proportion():
    def stops(fitness):
        rng, wheel = np.random.default_rng(6), np.empty(len(fitness))
        evolve.fill_wheel(wheel, np.array(fitness))
        return Counter(evolve.spin_wheel(wheel, rng) for _ in range(DRAWS))

    assert_frequencies(stops([1.0, 0.0, 3.0, 4.0]), {0: 1 / 8, 2: 3 / 8, 3: 4 / 8}, DRAWS)
    assert_frequencies(stops([0.0, -1.0]), {0: 1 / 2, 1: 1 / 2}, DRAWS)


def test_tournament_is_won_by_the_fittest_entrant():
    assert_frequencies(drawn(evolve.tournament, np.array([3.0, 1.0, 2.0]), 2), {0: 5 / 9, 2: 3 / 9, 1: 1 / 9}, DRAWS)
    assert_frequencies(drawn(evolve.tournament, np.array([3.0, 1.0, 2.0]), 1), {0: 1 / 3, 1: 1 / 3, 2: 1 / 3}, DRAWS)


def test_large_tournaments_are_won_by_the_fittest_entrant():
    rng = np.random.default_rng(7)
    wins = Counter(evolve.tournament(np.array([0.0, 1.0]), 7, rng) for _ in range(DRAWS))
    assert_frequencies(wins, {0: 1 / 128, 1: 127 / 128}, DRAWS)


def test_most_similar_by_hand():
    codes = np.array([[1, 2, 3], [1, 2, 4], [5, 5, 5], [1, 5, 4]], np.uint8)
    assert evolve.most_similar(np.array([1, 2, 4], np.uint8), codes, np.array([0, 2, 3])) == 0  # two pegs, the first
    assert evolve.most_similar(np.array([5, 5, 4], np.uint8), codes, np.array([0, 1, 3, 2])) == 2
