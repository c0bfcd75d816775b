"""Mastermind as a black-box problem for other people's optimizers, and their optimizers as searches of the lab.

>>> from blackpeg.blackbox import Problem
>>> problem = Problem.from_lab("4x6", number=17)  # game 17 of the lab, seed 0: the secret that every search meets there
>>> float(problem(problem.game.codes).min()), problem.queries
(0.0, 1296)

problem    the problem itself, its scores, and what all searches by other people's optimizers share
nevergrad  for nevergrad: parametrization and loss, and the search `nevergrad`
pymoo      for pymoo: a problem, and the search `pymoo`
deap       for DEAP: a toolbox, and the search `deap`
ioh        for IOHexperimenter: a problem with its instances
ioh_files  stored games as the files that IOHanalyzer reads
"""

from .problem import SCORES, OptimizerSearch, Problem

__all__ = ["SCORES", "OptimizerSearch", "Problem"]
