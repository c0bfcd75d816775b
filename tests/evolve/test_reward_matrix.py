"""The reward matrix: what codes earn, and how often each color is drawn."""

from math import sqrt

import numpy as np
import pytest

from blackpeg.evolve.reward_matrix import LARGEST, LINEAR, SQUARE, add_rewards, draw_from_matrix


def test_a_matrix_gains_what_each_code_earns():
    table = np.zeros((3, 2), np.int64)
    add_rewards(table, np.array([[0, 1], [0, 2], [2, 1]], np.uint8), np.array([2, -1, 1]))
    assert table.tolist() == [[1, 0], [0, 3], [1, -1]]


@pytest.mark.parametrize(
    ("weight", "shares"),
    [
        (SQUARE, (4 / 37, 16 / 37, 1 / 37, 16 / 37)),
        (LINEAR, (2 / 11, 4 / 11, 1 / 11, 4 / 11)),
        (LARGEST, (0, 0.5, 0, 0.5)),
    ],
)
def test_codes_drawn_from_a_matrix_follow_its_weights(weight, shares):
    """One peg, scores 0, 2, -1 and 2: leads over the least score, and 1 more, of 2, 4, 1 and 4."""
    table = np.array([[0], [2], [-1], [2]])
    many = draw_from_matrix(table, np.arange(4, dtype=np.uint8), weight, True, 20_000, np.random.default_rng(1))
    for count, share in zip(np.bincount(many[:, 0], minlength=4), shares, strict=True):
        assert abs(count - 20_000 * share) <= 5 * sqrt(20_000 * share * (1 - share))


@pytest.mark.parametrize("weight", [SQUARE, LINEAR, LARGEST])
def test_codes_drawn_without_replacement_are_arrangements(weight):
    colors = np.array([0, 0, 1, 2], np.uint8)
    made = draw_from_matrix(np.zeros((6, 4), np.int64), colors, weight, False, 100, np.random.default_rng(1))
    assert made.shape == (100, 4)
    assert (np.sort(made, axis=1) == colors).all()
    assert len(np.unique(made, axis=0)) == 12  # all of them


def test_the_largest_of_the_colors_left_is_taken():
    """Color 0 is the best at both pegs, so the peg that comes first has it."""
    table = np.array([[9, 5], [1, 4]])
    made = draw_from_matrix(table, np.arange(2, dtype=np.uint8), LARGEST, False, 60, np.random.default_rng(1))
    assert {tuple(code) for code in made.tolist()} == {(0, 1), (1, 0)}
