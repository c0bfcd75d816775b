"""For pymoo: a problem of whole numbers, and its genetic algorithm as a search of the lab.

>>> from pymoo.algorithms.soo.nonconvex.ga import GA
>>> from pymoo.optimize import minimize
>>> from blackpeg.blackbox import Problem
>>> problem = Problem.from_lab("4x6", number=17)
>>> found = minimize(pymoo_problem(problem), genetic_algorithm(20), ("n_gen", 3), seed=1)
>>> found.X.shape, problem.queries
((4,), 60)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ..errors import BlackpegError
from ..game import Codes
from .problem import Losses, OptimizerSearch, Problem


def pymoo_problem(problem: Problem) -> Any:
    """Returns a problem of pymoo with a whole number for each peg, from 0; populations are asked about at once."""
    from pymoo.core.problem import Problem as PymooProblem  # heavy, and optional

    class Mastermind(PymooProblem):  # type: ignore[misc, unused-ignore]  # pymoo has no types
        def __init__(self) -> None:
            super().__init__(n_var=problem.game.pegs, n_obj=1, xl=0, xu=problem.game.colors - 1, vtype=int)

        def _evaluate(self, x: Any, out: dict[str, Any], *_: Any, **__: Any) -> None:
            out["F"] = problem.losses(np.asarray(x).astype(np.int64))[:, None]

    return Mastermind()


def genetic_algorithm(population: int) -> Any:
    """Returns pymoo's genetic algorithm with its operators for whole numbers."""
    from pymoo.algorithms.soo.nonconvex.ga import GA  # heavy, and optional
    from pymoo.operators.crossover.sbx import SBX
    from pymoo.operators.mutation.pm import PM
    from pymoo.operators.repair.rounding import RoundingRepair
    from pymoo.operators.sampling.rnd import IntegerRandomSampling

    repair = RoundingRepair()
    return GA(
        pop_size=population,
        sampling=IntegerRandomSampling(),
        crossover=SBX(repair=repair),
        mutation=PM(repair=repair),
        eliminate_duplicates=True,
    )


@dataclass(frozen=True)
class Pymoo(OptimizerSearch):
    """pymoo's genetic algorithm, which asks the secret about every code of its populations.

    Source   Blank & Deb (2020), "pymoo: multi-objective optimization in Python", IEEE Access 8.
    Choices  Its operators for whole numbers with their defaults: simulated binary crossover and polynomial mutation,
             rounded; no code is asked about twice.
    """

    population: int = 40

    package: ClassVar[str] = "pymoo"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.population < 2:
            raise BlackpegError(f"pymoo(population={self.population}): a population has two codes or more")

    def batches(self, problem: Problem, rng: np.random.Generator) -> Iterator[tuple[Codes, Losses]]:
        algorithm, theirs = genetic_algorithm(self.population), pymoo_problem(problem)
        algorithm.setup(theirs, termination=("n_evals", self.budget), seed=int(rng.integers(2**31)), verbose=False)
        while algorithm.has_next():
            asked = algorithm.ask()
            if asked is None or not len(asked):
                return
            algorithm.evaluator.eval(theirs, asked)
            losses: Losses = asked.get("F")[:, 0]
            yield asked.get("X").astype(np.uint8), losses
            algorithm.tell(infills=asked)
