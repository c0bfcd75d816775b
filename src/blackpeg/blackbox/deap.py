"""For DEAP: a toolbox whose evaluation is the problem, and DEAP's simple genetic algorithm as a search of the lab.

>>> import random
>>> from deap import algorithms
>>> from blackpeg.blackbox import Problem
>>> problem = Problem.from_lab("4x6", number=17)
>>> random.seed(1)
>>> tools = toolbox(problem)
>>> population, log = algorithms.eaSimple(tools.population(n=20), tools, 0.9, 0.3, ngen=3, verbose=False)
>>> problem.queries == sum(log.select("nevals"))
True
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ..errors import BlackpegError
from ..game import Codes
from .problem import Losses, OptimizerSearch, Problem


def toolbox(problem: Problem) -> Any:
    """Returns a toolbox of DEAP: individuals are lists of colors, and the fitness is to be made small."""
    from deap import base, tools  # optional

    class Loss(base.Fitness):  # type: ignore[misc, unused-ignore]  # DEAP has no types
        weights = (-1.0,)

    class Individual(list):  # type: ignore[type-arg]
        def __init__(self, colors: Any) -> None:
            super().__init__(colors)
            self.fitness = Loss()

    game, box = problem.game, base.Toolbox()
    box.register("color", random.randrange, game.colors)
    box.register("individual", tools.initRepeat, Individual, box.color, game.pegs)
    box.register("population", tools.initRepeat, list, box.individual)
    box.register("evaluate", lambda individual: (problem(individual),))
    box.register("mate", tools.cxUniform, indpb=0.5)
    box.register("mutate", tools.mutUniformInt, low=0, up=game.colors - 1, indpb=1 / game.pegs)
    box.register("select", tools.selTournament, tournsize=3)
    return box


@dataclass(frozen=True)
class Deap(OptimizerSearch):
    """DEAP's simple genetic algorithm, which asks the secret about every new code of its populations.

    Source   Fortin et al. (2012), "DEAP: evolutionary algorithms made easy", J. Machine Learning Research 13.
    Choices  Uniform crossover, a new color for one peg on average and tournaments of three, as in DEAP's `eaSimple`.
    """

    population: int = 40
    crossover: float = 0.9  # share of couples that are crossed
    mutation: float = 0.3  # share of children that are mutated

    package: ClassVar[str] = "deap"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.population < 2 or not (0 <= self.crossover <= 1 and 0 <= self.mutation <= 1):
            raise BlackpegError("deap needs a population of two codes or more, and shares between 0 and 1")
        if self.crossover == self.mutation == 0:
            raise BlackpegError("deap without crossover and mutation asks about no new code")

    def batches(self, problem: Problem, rng: np.random.Generator) -> Iterator[tuple[Codes, Losses]]:
        from deap.algorithms import varAnd  # optional

        state = random.Random(int(rng.integers(2**63))).getstate()  # DEAP draws from Python's one generator
        box = toolbox(problem)
        population: list[Any] = []
        while True:
            outside = random.getstate()
            random.setstate(state)
            try:
                if population:
                    parents = box.select(population, len(population))
                    population = varAnd(parents, box, self.crossover, self.mutation)
                else:
                    population = box.population(n=self.population)
            finally:
                state = random.getstate()
                random.setstate(outside)
            new = [one for one in population if not one.fitness.valid]
            if not new:
                continue
            losses = problem.losses(np.array(new, np.int64))
            for one, loss in zip(new, losses.tolist(), strict=True):
                one.fitness.values = (loss,)
            yield np.array(new, np.uint8), losses
