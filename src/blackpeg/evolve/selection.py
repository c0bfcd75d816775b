"""Selection of parents, and which code a child replaces."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..game import Code, Codes
from ..kernels.jit import compiled

Fitness = npt.NDArray[np.float64]  # more is better


@compiled
def roulette(fitness: Fitness, rng: np.random.Generator) -> int:
    """Returns a random index with probability proportional to fitness, where fitness below 0 counts as 0.

    If no fitness is above 0, every index has the same probability.

    >>> roulette(np.array([0.0, 2.5, -1.0]), np.random.default_rng(1))
    1
    """
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
def fill_wheel(wheel: Fitness, fitness: Fitness) -> None:
    """Prepares a roulette wheel for many draws by `spin_wheel`: the cumulative sums of fitness, as in `roulette`.

    >>> wheel = np.empty(3)
    >>> fill_wheel(wheel, np.array([1.0, 0.0, 3.0]))
    >>> wheel
    array([1., 1., 4.])
    """
    total = 0.0
    for i in range(len(fitness)):
        total += max(0.0, fitness[i])
        wheel[i] = total
    if not total > 0:
        for i in range(len(fitness)):
            wheel[i] = i + 1


@compiled
def spin_wheel(wheel: Fitness, rng: np.random.Generator) -> int:
    """Returns a random index with probability proportional to the fitness that filled the wheel.

    >>> spin_wheel(np.array([1.0, 1.0, 4.0]), np.random.default_rng(1))
    2
    """
    share, last = rng.random(), len(wheel) - 1
    drawn, i = share * wheel[-1], int(share * len(wheel))  # where it would be if all were equally fit
    while i > 0 and wheel[i - 1] > drawn:
        i -= 1
    while i < last and wheel[i] <= drawn:
        i += 1
    return i


@compiled
def roulette_by_rejection(fitness: Fitness, upper_bound: float, rng: np.random.Generator) -> int:
    """Same distribution as `roulette` without summing; no fitness may be above `upper_bound`.

    >>> roulette_by_rejection(np.array([0.0, 2.5, 0.0]), 2.5, np.random.default_rng(1))
    1
    """
    for _ in range(1000 * len(fitness)):
        i = int(rng.random() * len(fitness))
        if rng.random() * upper_bound < fitness[i]:
            return i
    return roulette(fitness, rng)


@compiled
def tournament(fitness: Fitness, entrants: int, rng: np.random.Generator) -> int:
    """Returns the fittest of `entrants` random indices, drawn with replacement; among equals the first one drawn.

    >>> tournament(np.array([3.0, 1.0, 2.0]), 100, np.random.default_rng(1))
    0
    """
    n, best, rest = len(fitness), -1, 0.0
    for i in range(entrants):
        rest = (rng.random() if i % 3 == 0 else rest) * n  # the 53 bits of a draw are enough for three indices
        other = int(rest)
        rest -= other
        if best < 0 or fitness[other] > fitness[best]:
            best = other
    return best


@compiled
def most_similar(code: Code, codes: Codes, among: npt.NDArray[np.int64]) -> int:
    """For crowding: returns k such that `codes[among[k]]` has the most pegs in common with `code`.

    >>> codes = np.array([[0, 0, 1, 1], [0, 2, 0, 3], [4, 4, 4, 4]], np.uint8)
    >>> most_similar(np.array([0, 2, 0, 0], np.uint8), codes, np.array([0, 1, 2]))
    1
    """
    best, most_same = 0, -1
    for k in range(len(among)):
        other, same = codes[among[k]], 0
        for p in range(len(code)):
            same += code[p] == other[p]
        if same > most_same:
            best, most_same = k, same
    return best
