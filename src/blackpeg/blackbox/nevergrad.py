"""For nevergrad: codes as a parametrization, and its optimizers as searches of the lab.

>>> import nevergrad
>>> from blackpeg.blackbox import Problem
>>> problem = Problem.from_lab("4x6", number=17)
>>> optimizer = nevergrad.optimizers.OnePlusOne(parametrization=parametrization(problem.game), budget=50)
>>> code = optimizer.minimize(problem).value  # such as (2, 0, 5, 1)
>>> len(code), problem.queries
(4, 50)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ..errors import BlackpegError, nearest
from ..game import Codes, Game
from .problem import Losses, OptimizerSearch, Problem

BATCH = 50  # codes that are shown as one generation; nevergrad itself has none


def parametrization(game: Game) -> Any:
    """Returns codes as nevergrad's choice of a color for each peg; colors have no order.

    The choice is the color of the largest weight: nevergrad's default would draw it anew, as a noisy problem needs.
    """
    import nevergrad  # heavy, and optional

    return nevergrad.p.Choice(list(range(game.colors)), repetitions=game.pegs, deterministic=True)


@dataclass(frozen=True)
class Nevergrad(OptimizerSearch):
    """Any optimizer of nevergrad, by its name there, that asks the secret about every code it tries.

    Source   Rapin & Teytaud (2018), "Nevergrad: a gradient-free optimization platform".
    Choices  Codes are shown one after the other; fifty of them are one generation here.
    """

    optimizer: str = "DiscreteOnePlusOne"

    package: ClassVar[str] = "nevergrad"

    def batches(self, problem: Problem, rng: np.random.Generator) -> Iterator[tuple[Codes, Losses]]:
        import nevergrad  # heavy, and optional

        registry = nevergrad.optimizers.registry
        if self.optimizer not in registry:
            raise BlackpegError(f"nevergrad has no optimizer '{self.optimizer}'{nearest(self.optimizer, registry)}")
        codes = parametrization(problem.game)
        codes.random_state = np.random.RandomState(rng.integers(2**32, dtype=np.uint64))
        optimizer = registry[self.optimizer](parametrization=codes, budget=self.budget, num_workers=1)
        while True:
            batch, losses = list[Any](), list[float]()
            for _ in range(min(BATCH, self.budget - problem.queries)):
                asked = optimizer.ask()
                batch.append(asked.value)
                losses.append(problem(asked.value))
                if losses[-1] == 0:
                    break
                optimizer.tell(asked, losses[-1])
            yield np.array(batch, np.uint8), np.array(losses)
