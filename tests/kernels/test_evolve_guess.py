"""Guesses that are changed until they tell more, compared with definitions in NumPy."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from blackpeg.kernels.evolve_guess import raise_black_variance
from blackpeg.kernels.random import random_state


@settings(deadline=None)
@given(st.integers(2, 7), st.integers(2, 6), st.integers(1, 40), st.integers(0, 2**32))
def test_no_other_color_of_a_peg_raises_the_variance_of_black_pegs(pegs, colors, n, seed):
    """Also if only some of the colors may be guessed."""
    rng = np.random.default_rng(seed)
    codes, allowed = rng.integers(0, colors, (n, pegs), np.uint8), int(rng.integers(1, colors + 1))
    raised = rng.integers(0, allowed, (1, pegs), np.uint8)

    def variance(code):
        return (codes == code).sum(axis=1).var()

    before = variance(raised[0])
    raise_black_variance(raised, codes.T, allowed, random_state(rng))
    others = [np.where(np.arange(pegs) == p, c, raised[0]) for p in range(pegs) for c in range(allowed)]
    assert raised.max() < allowed
    assert variance(raised[0]) >= max(before, *map(variance, others)) - 1e-9
