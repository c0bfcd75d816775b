"""What parts cost, against plain arithmetic over their sizes."""

import math

import numpy as np
import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st

from blackpeg.game import Game
from blackpeg.information.part_scores import (
    cost_table,
    logarithms,
    minus_one,
    missing_bits,
    size,
    square,
    total_costs,
)

some = settings(deadline=None, max_examples=60)
GAME = Game(4, 6)


sizes_of_parts = st.lists(st.integers(0, 1296), min_size=1, max_size=14)


@some
@given(sizes_of_parts)
def test_costs_are_what_they_say(sizes):
    row = np.array(sizes)
    assert size(row, GAME).tolist() == sizes
    assert square(row, GAME).tolist() == [n * n for n in sizes]
    assert minus_one(row, GAME).tolist() == [-1 if n else 0 for n in sizes]


@some
@given(sizes_of_parts)
def test_missing_bits_is_n_log_n_in_one_unit(sizes):
    costs = missing_bits(np.array([2, *sizes]), GAME)
    unit = costs[0] / 2  # a part of two costs two bits
    plain = [n * math.log2(n) if n else 0 for n in sizes]
    assert (costs[1:] / unit).tolist() == pytest.approx(plain, rel=1e-12, abs=1e-12)
    assert costs.dtype == np.int64 and costs.min() >= 0


@some
@given(st.integers(1, 60), st.integers(1, 60), st.sampled_from([3600, 2**24, 6**4]))
def test_logarithms_add_up_exactly(a, b, size):
    logs = logarithms(3600, size)
    assert logs[a * b] == logs[a] + logs[b]
    assert (a < b) == (logs[a] < logs[b])


@pytest.mark.parametrize(
    "one, other",
    [
        ([4, 1, 1, 1, 1], [2, 2, 2, 2]),  # 4 log 4 = 8 log 2
        ([6, 1, 1, 1, 1, 1, 1], [3, 3, 2, 2, 2]),  # 6 log 6 = 6 log 3 + 6 log 2
        ([12, *[1] * 12], [4, 4, 4, 3, 3, 3, 3]),  # 12 log 12 = 12 log 4 + 12 log 3
        ([15, *[1] * 15], [5, 5, 5, 3, 3, 3, 3, 3]),
        ([210, *[1] * 630], [*[2] * 105, *[3] * 70, *[5] * 42, *[7] * 30]),
    ],
)
def test_guesses_that_tell_equally_much_compare_equal(one, other):
    assert sum(one) == sum(other)
    assert reference.bits(one) == pytest.approx(reference.bits(other), abs=1e-12)
    first, second = (missing_bits(np.array(parts), GAME).sum() for parts in (one, other))
    assert first == second


@pytest.mark.parametrize("text", ["1x1", "1x2", "1x3", "4x6", "5x8", "20x2"])
@pytest.mark.parametrize("cost", [size, square, missing_bits])
def test_costs_of_a_whole_game_do_not_overflow(cost, text):
    game = Game.parse(text)
    costs = cost(np.array(sorted({0, 1, game.size // 2, game.size})), game)
    assert costs.dtype == np.int64
    assert costs[0] == 0 and (np.diff(costs) >= 0).all()


@some
@given(st.integers(0, 1296), st.sampled_from([size, square, missing_bits, minus_one]))
def test_cost_tables_reach_far_enough(largest, cost):
    every = np.arange(largest + 1)
    assert cost_table(cost, GAME, largest)[: largest + 1].tolist() == cost(every, GAME).tolist()


@some
@given(st.lists(st.lists(st.integers(0, 90), min_size=5, max_size=5), min_size=1, max_size=6))
def test_scores_are_sums_of_costs_a_row_each(rows):
    scores = total_costs(square, np.array(rows, np.int32), GAME)
    assert scores.tolist() == [sum(n * n for n in row) for row in rows]
