"""For IOHexperimenter: the problem as one of `ioh`, whose instances are the games of the lab.

>>> from blackpeg.blackbox import Problem
>>> problem = Problem.from_lab("4x6", number=17)
>>> theirs = ioh_problem(problem, instance=17)
>>> theirs([0, 0, 1, 1]) == Problem.from_lab("4x6", number=17)([0, 0, 1, 1]), theirs.state.evaluations
(True, 1)
"""

from __future__ import annotations

from typing import Any

from .problem import Problem


def ioh_problem(problem: Problem, instance: int = 1, name: str | None = None) -> Any:
    """Returns a problem of `ioh` to be minimized, to which its loggers can be attached. Its least value is 0.

    `ioh` numbers problems by their names; a problem of the same name replaces the one before.
    """
    import ioh  # optional

    game = problem.game
    return ioh.wrap_problem(
        lambda code: problem(code),
        name or f"Mastermind_{game}_{problem.score}",
        ioh.ProblemClass.INTEGER,
        dimension=game.pegs,
        instance=instance,
        optimization_type=ioh.OptimizationType.MIN,
        lb=0,
        ub=game.colors - 1,
        calculate_objective=lambda _, pegs: ([0] * pegs, 0.0),  # where the least value lies is not told
    )
