"""The candidates that a search found, and the parts into which each of them divides the others."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..game import Code, Codes, Game
from ..information.part_scores import cost_table, missing_bits
from ..kernels.feedback import feedback
from ..kernels.jit import compiled
from ..position import PastTurns
from .code_sets import CodeSet, add_code, empty_code_set, index_of
from .fitness import misfits
from .selection import Fitness

Numbers = npt.NDArray[np.int64]


class CandidateParts(NamedTuple):
    """The candidates found so far, and how well each would tell the others apart."""

    found: CodeSet
    sizes: npt.NDArray[np.int32]  # sizes[i, f]: other candidates that would give feedback f to candidate i
    parts: Numbers  # parts[i]: how many of these sizes are above 0
    missing: Numbers  # missing[i]: the sum of n log n over these sizes n, in exact integers
    cost: Numbers  # n log n for every n, in the same integers
    feedbacks: Numbers  # one number: feedbacks computed
    by_entropy: bool  # candidates score by the entropy of their parts, not by the number of parts


def empty_candidate_parts(game: Game, capacity: int, by_entropy: bool = False) -> CandidateParts:
    """Returns an empty set with room for `capacity` candidates."""
    n = min(capacity, game.size)
    sizes = np.zeros((n, (game.pegs + 1) ** 2), np.int32)
    parts, missing, feedbacks = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(1, np.int64)
    cost = cost_table(missing_bits, game, n)
    return CandidateParts(empty_code_set(n, game.pegs), sizes, parts, missing, cost, feedbacks, by_entropy)


@compiled
def add_candidate(candidates: CandidateParts, code: Code, whites: bool) -> None:
    """Adds a candidate if it is new; it joins the parts of the others, and they join its parts."""
    n = candidates.found.size[0]
    if not add_code(candidates.found, code):
        return
    candidates.sizes[n] = 0
    candidates.parts[n] = candidates.missing[n] = 0
    for i in range(n):
        between = feedback(candidates.found.codes[i], code, whites)
        _join_part(candidates, i, between)
        _join_part(candidates, n, between)
    candidates.feedbacks[0] += n


@compiled
def _join_part(candidates: CandidateParts, i: int, between: int) -> None:
    size = candidates.sizes[i, between]
    candidates.parts[i] += size == 0
    candidates.missing[i] += candidates.cost[size + 1] - candidates.cost[size]
    candidates.sizes[i, between] = size + 1


@compiled
def score(candidates: CandidateParts, i: int) -> float:
    """Returns how well candidate i tells the others apart: parts, or entropy in nats; 1 or 0 if there is no other."""
    others = candidates.found.size[0] - 1
    if not candidates.by_entropy:
        return max(1, candidates.parts[i])
    if others < 1:
        return 0.0
    return np.log(others) - candidates.missing[i] / (candidates.cost[2] / 2) * np.log(2.0) / others


class Population(NamedTuple):
    """A generation: codes with their misfit and fitness."""

    codes: Codes
    misfit: Numbers
    fitness: Fitness


@compiled
def evaluate(codes: Codes, past: PastTurns, candidates: CandidateParts) -> Population:
    """Returns the codes as a population; the candidates among them are added to `candidates`."""
    misfit = misfits(codes, past)
    add_candidates(candidates, codes, misfit, past.whites)
    return Population(codes, misfit, score_codes(codes, misfit, candidates))


@compiled
def add_candidates(candidates: CandidateParts, codes: Codes, misfit: Numbers, whites: bool) -> None:
    """Adds the codes that have no misfit."""
    for i in range(len(codes)):
        if misfit[i] == 0:
            add_candidate(candidates, codes[i], whites)


@compiled
def score_codes(codes: Codes, misfit: Numbers, candidates: CandidateParts) -> Fitness:
    """Returns the fitness of codes: 1 for the largest misfit, 1 more for each less, and for candidates their score."""
    fitness, worst = np.empty(len(codes)), misfit.max()
    for i in range(len(codes)):
        fitness[i] = 1 + worst - misfit[i]
        if misfit[i] == 0:
            index = index_of(candidates.found, codes[i])
            if index >= 0:
                fitness[i] += score(candidates, index)
    return fitness
