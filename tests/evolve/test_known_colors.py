"""Orders of known colors, each once."""

from itertools import permutations

import numpy as np
import pytest

from blackpeg.evolve.known_colors import label_colors, list_arrangements, list_orders
from blackpeg.position import Position


@pytest.mark.parametrize("colors", ["0012", "111", "01234", "3"])
def test_orders(colors):
    expected = sorted(set(permutations(map(int, colors))))
    listed = list_orders(np.array(list(map(int, colors)), np.uint8), len(expected))
    assert listed.tolist() == [list(c) for c in expected]


def test_absent_colors_come_last():
    labels = label_colors(Position.parse("4x6 1133=0b0w"))
    assert labels.present == 4 and labels.colors.tolist() == [1, 3, 4, 5, 0, 2]
    assert labels.labels[labels.colors].tolist() == list(range(6))
    assert label_colors(Position.parse("4x6 1133=0b0w"), drop_absent=False).present == 6
    assert label_colors(Position.parse("4x6-black 1133=0b")).present == 6, "colors may be there without a black peg"


def test_arrangements_are_the_candidates():
    position = Position.parse("4x6 1234=0b3w 1231=1b3w")
    found = list_arrangements(position)
    assert found.listed == 12  # orders of 1123
    assert sorted(map(tuple, found.codes.tolist())) == sorted(map(tuple, position.candidates.tolist()))
    assert list_arrangements(Position.parse("4x6 1234=0b2w")) is None
