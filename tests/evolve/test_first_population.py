"""Random codes are legal and uniform."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import assert_frequencies

from blackpeg import Game, evolve

DRAWS = 4000


@settings(deadline=None)  # the first call compiles
@given(st.integers(0, 20), st.integers(1, 9), st.integers(1, 64), st.integers(0, 2**32))
def test_random_codes_are_legal(n, pegs, colors, seed):
    codes = evolve.random_codes(n, pegs, colors, True, np.random.default_rng(seed))
    assert codes.shape == (n, pegs) and codes.dtype == np.uint8 and (codes < colors).all()
    if colors >= pegs:
        codes = evolve.random_codes(n, pegs, colors, False, np.random.default_rng(seed))
        assert codes.shape == (n, pegs) and (codes < colors).all()
        assert all(len(set(code)) == pegs for code in codes.tolist())


def test_random_codes_are_uniform():
    rng = np.random.default_rng(1)
    assert_frequencies(Counter(map(tuple, evolve.random_codes(DRAWS, 2, 3, True, rng).tolist())),
         {(a, b): 1 / 9 for a in range(3) for b in range(3)}, DRAWS)  # fmt: skip
    assert_frequencies(Counter(map(tuple, evolve.random_codes(DRAWS, 2, 4, False, rng).tolist())),
         {(a, b): 1 / 12 for a in range(4) for b in range(4) if a != b}, DRAWS)  # fmt: skip


@pytest.mark.parametrize("text", ["1x1", "2x3", "4x6", "4x6-distinct", "8x12", "64x64", "128x128", "3x128-distinct"])
@pytest.mark.parametrize("n", [1, 9, 200])
def test_unique_random_codes_are_legal_and_different(text, n):
    game = Game.parse(text)
    codes = evolve.unique_random_codes(game, n, np.random.default_rng(1))
    assert len(codes) == min(n, game.size) == len({game.check(code).tobytes() for code in codes})
