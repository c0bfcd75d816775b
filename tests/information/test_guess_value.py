"""The value of a guess, against plain arithmetic over part sizes."""

import math

import numpy as np
import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st

from blackpeg.game import Game
from blackpeg.information.guess_value import guess_value

GAME = Game(4, 6)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(0, 300), min_size=21, max_size=21).filter(any))
def test_a_value_by_plain_arithmetic(sizes):
    found = guess_value(GAME.code("1122"), np.array(sizes, np.int32), bool(sizes[GAME.solved]))
    parts = [n for n in sizes if n]
    assert found.guess.tolist() == [0, 0, 1, 1]
    assert found.bits == pytest.approx(reference.bits(parts), abs=1e-12)
    assert found.error == 0
    assert found.parts == len(parts)
    assert found.largest == max(parts)
    assert found.expected_size == pytest.approx(sum(n * n for n in parts) / sum(parts))
    assert found.candidate == (sizes[20] > 0)


def test_the_standard_error_is_the_deviation_of_the_information_over_the_root_of_the_sample():
    found = guess_value(GAME.code("1122"), np.array([48, 0, 16], np.int32), True, sampled=True)
    common, rare = math.log2(64 / 48), math.log2(64 / 16)
    assert found.error == pytest.approx(math.sqrt(0.75 * 0.25) * (rare - common) / 8)


def test_the_famous_first_guess():
    sizes = np.zeros(25, np.int32)  # Knuth (1977): the parts of 1122
    for pegs, n in {"0,0": 256, "0,1": 256, "1,0": 256, "0,2": 96, "1,1": 208, "2,0": 114}.items():
        sizes[GAME.feedback(pegs)] = n
    for pegs, n in {"0,3": 16, "1,2": 36, "2,1": 32, "3,0": 20, "0,4": 1, "2,2": 4, "4,0": 1}.items():
        sizes[GAME.feedback(pegs)] = n
    found = guess_value(GAME.code("1122"), sizes, True)
    assert (found.parts, found.largest, found.candidate) == (13, 256, True)
    assert found.expected_size == pytest.approx(204.54, abs=0.01)  # 265082 / 1296
    assert found.bits == pytest.approx(2.885, abs=0.001)
