"""One generation of an evolving method: population and fitness; and the loop that runs generations to the end."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from .game import Codes

T = TypeVar("T")


class Generation(NamedTuple):
    """One step of a method that evolves, for whoever watches it.

    The properties are computed when they are asked for, so a method that nobody watches pays nothing for them.

    >>> generation = Generation(1, 3, np.zeros((4, 4), np.uint8), np.array([-2.0, 0.0, -1.0, -1.0]), queries=2)
    >>> generation.best, generation.mean, generation.worst, generation.diversity
    (0.0, -1.0, -2.0, 0.25)
    """

    stage: int  # from 1
    number: int  # within its stage, from 1: the first population is generation 1
    population: Codes
    fitness: npt.NDArray[np.float64]  # more is better
    queries: int  # asked so far
    state: Any = None  # what the method keeps besides, such as a reward matrix
    found: int = 0  # candidates found so far at this turn
    evaluations: int | None = None  # codes compared with the history so far at this turn; None if it is not known
    scored: npt.NDArray[np.int64] | None = None  # which codes were scored in this generation; None: all of them

    @property
    def best(self) -> float:
        return float(self.fitness.max())

    @property
    def mean(self) -> float:
        return float(self.fitness.mean())

    @property
    def worst(self) -> float:
        return float(self.fitness.min())

    @property
    def diversity(self) -> float:
        """The share of different codes in the population."""
        return len({code.tobytes() for code in self.population}) / len(self.population)

    def row(self, turn: int) -> dict[str, Any]:
        """The generation as a row of numbers, for JSON and for the terminal."""
        numbers = {"best": self.best, "mean": self.mean, "worst": self.worst, "diversity": self.diversity}
        rounded = {name: round(value, 6) + 0.0 for name, value in numbers.items()}  # adding 0.0 turns -0.0 into 0.0
        return {"turn": turn, "stage": self.stage, "generation": self.number, **rounded, "found": self.found}


def run_to_end(steps: Generator[Generation, None, T], watch: Callable[[Generation], None] | None = None) -> T:
    """Run a generator of generations to its end, show each generation to `watch`, and return what it returns."""
    while True:
        try:
            generation = next(steps)
        except StopIteration as end:
            result: T = end.value
            return result
        if watch is not None:
            watch(generation)
