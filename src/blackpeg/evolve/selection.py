"""Who becomes a parent, and who is replaced."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..game import Code, Codes
from ..kernels.jit import compiled

Fitness = npt.NDArray[np.float64]  # more is better


# Selection


@compiled
def roulette(fitness: Fitness, rng: np.random.Generator) -> int:
    """An index with a chance in proportion to its fitness, none below 0; any index where no fitness is above 0."""
    total = 0.0
    for f in fitness:
        if f > 0:
            total += f
    if not total > 0:
        return int(rng.random() * len(fitness))
    spin, last = rng.random() * total, 0
    for i in range(len(fitness)):
        if fitness[i] > 0:
            last = i
            spin -= fitness[i]
            if spin < 0:
                break
    return last


@compiled
def wheel_into(wheel: Fitness, fitness: Fitness) -> None:
    """Sums of fitness up to each index, none below 0, to be spun many times; all alike where none is above 0."""
    total = 0.0
    for i in range(len(fitness)):
        total += max(0.0, fitness[i])
        wheel[i] = total
    if not total > 0:
        for i in range(len(fitness)):
            wheel[i] = i + 1


@compiled
def spin(wheel: Fitness, rng: np.random.Generator) -> int:
    """An index with a chance in proportion to its fitness."""
    return min(np.searchsorted(wheel, rng.random() * wheel[-1], side="right"), len(wheel) - 1)


@compiled
def tournament(fitness: Fitness, entrants: int, rng: np.random.Generator) -> int:
    """The fittest of some indices, each drawn from all; of equals the first drawn."""
    n, best, rest = len(fitness), -1, 0.0
    for i in range(entrants):
        rest = (rng.random() if i % 3 == 0 else rest) * n  # its 53 bits are enough for three indices
        other = int(rest)
        rest -= other
        if best < 0 or fitness[other] > fitness[best]:
            best = other
    return best


@compiled
def roulette_below(fitness: Fitness, most: float, rng: np.random.Generator) -> int:
    """The same draw as `roulette` without adding up, where no fitness is above `most`: draw, and keep by chance."""
    for _ in range(1000 * len(fitness)):
        i = int(rng.random() * len(fitness))
        if rng.random() * most < fitness[i]:
            return i
    return roulette(fitness, rng)


# Replacement


@compiled
def most_similar(code: Code, codes: Codes, among: npt.NDArray[np.int64]) -> int:
    """Crowding: the place in the list `among` of the one of `codes` that has the most pegs in common with `code`."""
    best, most = 0, -1
    for k in range(len(among)):
        other, same = codes[among[k]], 0
        for p in range(len(code)):
            same += code[p] == other[p]
        if same > most:
            best, most = k, same
    return best
