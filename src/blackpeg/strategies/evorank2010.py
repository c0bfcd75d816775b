"""Gather candidates by roulette and one-point crossover, and play the one that makes most parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..errors import BlackpegError
from ..evolve import (
    PastTurns,
    clear_codes,
    fill_wheel,
    make_distinct,
    one_point_crossover,
    point_distinct_mutation,
    point_mutation,
    spin_wheel,
)
from ..evolve.candidate_parts import CandidateParts, Population, evaluate
from ..evolve.gather_candidates import GatherCandidates
from ..game import Codes, Game
from ..kernels.jit import compiled


@dataclass(frozen=True)
class EvoRank2010(GatherCandidates):
    """Evolve by roulette; candidates in the population are fitter the more parts they make of each other.

    Source   Merelo, Mora, Runarsson & Cotta (2010), "Assessing efficiency of different evolutionary strategies playing
             MasterMind", CIG 2010.
    Names    EvoRank, ER.
    Choices  As in the released code: parents are drawn by roulette, both are mutated, then crossed at one point; the
             best `kept` share of the population stays; candidates count only while they are in the population. The
             paper's population is not known beyond 400; cs is 20 and 30 as in the 2011 paper's runs of this player.
    Known    We have seen no published average. Measured averages: study everyone (docs/results/everyone.md).
    """

    kept: float = 0.4  # share of the population that stays
    reset: int = 50
    sizes: ClassVar = {(4, 6): (400, 20), (4, 8): (400, 30), (5, 8): (800, 40), (6, 9): (800, 80)}

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.kept < 1:
            raise BlackpegError("evorank2010's kept is a share from 0 to below 1")

    def breed(
        self, old: Population, past: PastTurns, candidates: CandidateParts, game: Game, rng: np.random.Generator
    ) -> tuple[Population, int]:  # fmt: skip
        kept = int(self.kept * len(old.codes))
        return next_population(old, kept, past, candidates, game.colors, game.repeats, rng), len(old.codes)


@compiled
def next_population(
    old: Population, kept: int, past: PastTurns, candidates: CandidateParts, colors: int, repeats: bool,
    rng: np.random.Generator,
) -> Population:  # fmt: skip
    """Breeds and evaluates in one compiled call; only candidates of the new population count."""
    clear_codes(candidates.found)
    return evaluate(breed_by_roulette(old, kept, colors, repeats, rng), past, candidates)


@compiled
def breed_by_roulette(
    old: Population, kept: int, colors: int, repeats: bool, rng: np.random.Generator
) -> Codes:  # fmt: skip
    """Returns the next population: the best `kept` codes, then children of mutated parents, crossed at one point."""
    codes, size = old.codes, len(old.codes)
    wheel, best_first = np.empty(size), np.argsort(-old.fitness)
    fill_wheel(wheel, old.fitness)
    new, one, two = np.empty_like(codes), codes[0].copy(), codes[0].copy()
    for i in range(kept):
        new[i] = codes[best_first[i]]
    for i in range(kept, size):
        one[:], two[:] = codes[spin_wheel(wheel, rng)], codes[spin_wheel(wheel, rng)]
        for code in (one, two):
            if repeats:
                point_mutation(code, colors, rng)
            else:
                point_distinct_mutation(code, colors, rng)
        one_point_crossover(new[i], one, two, rng)
        if not repeats:
            make_distinct(new[i], colors, rng)
    return new
