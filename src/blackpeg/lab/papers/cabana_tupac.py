"""What Cabana & Túpac say of their figures, checked against our runs of their search.

Their paper prints averaged curves of the best score by generation, and sentences about them, but no numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...evolve import Fitness, random_codes
from ...game import Codes, Game
from ...oracle import Oracle
from ...players import rng_of
from ...strategies.cabana_tupac import CabanaTupac, score

# The share of runs that the paper's words stand for: "casi siempre"; "rara vez", of the others; "tiende", "la mayoría".
ALMOST_ALWAYS, ALL_BUT_RARELY, MOSTLY = 0.95, 0.9, 0.5


class Statement(NamedTuple):
    """A sentence of the paper about a figure."""

    figure: int
    game: str
    search: CabanaTupac
    says: str
    needed: float  # the share of runs of which it must be true
    is_true: Callable[[Fitness], npt.NDArray[np.bool_]]  # for each run, from its best score


STATEMENTS = (
    Statement(9, "4x6", CabanaTupac(), "almost always reaches 14", ALMOST_ALWAYS, lambda best: best == score(4, 0)),
    Statement(10, "5x8", CabanaTupac(scramble=1.0), "tends not to pass 14", MOSTLY, lambda best: best <= 14),
    Statement(11, "5x8", CabanaTupac(position=1.0), "tends not to pass 15", MOSTLY, lambda best: best <= 15),
    Statement(12, "5x8", CabanaTupac(mastermind=1.0), "tends to pass 16", MOSTLY, lambda best: best > 16),
    Statement(12, "5x8", CabanaTupac(mastermind=1.0), "rarely reaches 20", ALL_BUT_RARELY,
              lambda best: best < score(5, 0)),
    Statement(13, "5x8", CabanaTupac(), "mostly reaches 20", MOSTLY, lambda best: best == score(5, 0)),
)  # fmt: skip


class Curves(NamedTuple):
    """The paper's three curves, averaged over runs: a value for each generation."""

    best_so_far: Fitness  # the best score of each generation
    off_line: Fitness  # the mean of the best scores up to each generation
    on_line: Fitness  # the mean of all scores up to each generation
    final: Fitness  # not averaged: the best score of each run


def compute_curves(game: Game, search: CabanaTupac, secrets: Codes, runs: int = 20, seed: int = 0) -> Curves:
    """Averages over `runs` at each secret; every run takes all its generations, even after it met the secret."""
    best, mean = [], []
    for secret in secrets:
        for run in range(runs):
            rng = rng_of(seed, game, search, game.show(secret), run)
            steps = list(replace(search, stop=False).generations(game, Oracle(game, secret), rng))
            best.append([step.fitness.max() for step in steps])
            mean.append([step.fitness.mean() for step in steps])
    bests, means, t = np.array(best), np.array(mean), np.arange(1, search.limit + 1)
    off_line, on_line = bests.cumsum(axis=1) / t, means.cumsum(axis=1) / t
    return Curves(bests.mean(axis=0), off_line.mean(axis=0), on_line.mean(axis=0), bests[:, -1])


class CheckedStatement(NamedTuple):
    """A statement and the share of our runs of which it is true."""

    statement: Statement
    share: float

    @property
    def holds(self) -> bool:
        return self.share >= self.statement.needed


def check_statements(
    secrets: int = 10, runs: int = 20, crossover: float = 1.0, seed: int = 0
) -> list[CheckedStatement]:  # fmt: skip
    """Checks every statement over `runs` runs at each of some random secrets."""
    checked, known = [], dict[tuple[str, CabanaTupac], Curves]()
    for statement in STATEMENTS:
        game, search = Game.parse(statement.game), replace(statement.search, crossover=crossover)
        if (statement.game, search) not in known:
            codes = random_codes(secrets, game.pegs, game.colors, True, rng_of(seed, game, "secrets"))
            known[statement.game, search] = compute_curves(game, search, codes, runs, seed)
        final = known[statement.game, search].final
        checked.append(CheckedStatement(statement, float(statement.is_true(final).mean())))
    return checked
