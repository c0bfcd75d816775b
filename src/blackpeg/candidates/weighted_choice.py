"""A random choice with exact probabilities, given as integers of any size."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

import numpy as np

UNSURE = 1e-6  # if a random number is closer than this to a rounded border, exact integers decide


def exact_choice(parts: list[int], chance: float, rng: np.random.Generator) -> int:
    """The index of the part that a random number from 0 to 1 falls into, if parts divide that range by their sizes.

    `chance` gives the first 53 bits of the random number; more bits are drawn if these do not decide.

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
