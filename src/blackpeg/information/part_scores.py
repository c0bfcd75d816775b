"""The scores of one-step rules: a guess divides the candidates into parts, and the sizes of the parts give its score.

Costs are exact integers, so that guesses that are equally good compare equal.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import ceil, log2
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..game import LISTABLE, Game

Sizes: TypeAlias = npt.NDArray[np.int64]
Cost: TypeAlias = Callable[[Sizes, Game], Sizes]

GUESSES_PER_BATCH = 4096  # guesses whose part sizes are computed and kept at a time


def size(sizes: Sizes, game: Game) -> Sizes:
    """A part costs its size."""
    return sizes


def square(sizes: Sizes, game: Game) -> Sizes:
    """A part of n codes costs n²: the sum over all parts, divided by the candidates, is the expected size."""
    return sizes**2


def missing_bits(sizes: Sizes, game: Game) -> Sizes:
    """A part of n codes costs n log n: the sum, divided by the candidates, is the information still missing."""
    return sizes * logarithms(int(sizes.max(initial=1)), game.size)[sizes]


def minus_one(sizes: Sizes, game: Game) -> Sizes:
    """A part costs -1 and an empty one nothing: the guess with the most parts costs least."""
    return -np.sign(sizes)


def logarithms(largest: int, size: int) -> Sizes:
    """Logarithms of 0 to `largest` as integers that add up exactly: log 6 = log 2 + log 3, to the last bit.

    They are scaled so that n log n fits in 62 bits for all codes of a game of this size, as far as they can be listed.
    """
    size = min(size, LISTABLE)
    scale = 2.0 ** (61 - ceil(log2(size * max(1.0, log2(size)) + 1)))
    logs = np.zeros(largest + 1, np.int64)
    composite = np.zeros(largest + 1, np.bool_)
    for prime in range(2, largest + 1):
        if composite[prime]:
            continue
        composite[prime * prime :: prime] = True
        power = prime
        while power <= largest:
            logs[power::power] += round(log2(prime) * scale)
            power *= prime
    return logs


def cost_table(cost: Cost, game: Game, largest: int) -> Sizes:
    """table[size] is the cost of a part, for sizes up to a power of two above `largest`: so few tables serve a game."""
    return _cost_table(cost, game, 1 << max(1, largest).bit_length())


@lru_cache(maxsize=16)
def _cost_table(cost: Cost, game: Game, length: int) -> Sizes:
    return cost(np.arange(length, dtype=np.int64), game)


def total_costs(cost: Cost, sizes: npt.NDArray[np.int32], game: Game) -> Sizes:
    """The sum of the costs of a guess's parts, for every guess; `sizes` has a row for each."""
    scores: Sizes = cost_table(cost, game, int(sizes.max(initial=0)))[sizes].sum(axis=1)
    return scores
