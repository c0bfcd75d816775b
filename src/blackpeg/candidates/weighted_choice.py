"""Choosing in proportion to whole numbers of any size, exactly."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

import numpy as np

UNSURE = 1e-6  # where rounded shares are nearer than this to a chance, exact ones decide


def exact_choice(parts: list[int], chance: float, rng: np.random.Generator) -> int:
    """Which of the parts a chance from 0 to 1 falls into whose first 53 bits are given; more are drawn as needed.

    >>> rng = np.random.default_rng(1)
    >>> [exact_choice([1, 2, 1], chance, rng) for chance in (0.0, 0.24, 0.25, 0.74, 0.75)]
    [0, 0, 1, 1, 2]
    """
    borders, bits, digits = [0, *accumulate(parts)], 53, int(chance * 2**53)
    while True:
        lowest, highest = digits * borders[-1], (digits + 1) * borders[-1] - 1
        low, high = (bisect_right(borders, number >> bits) - 1 for number in (lowest, highest))
        if low == high:
            return low
        bits, digits = bits + 32, digits << 32 | int(rng.integers(2**32))
