"""Genetic local search: children climb to a local optimum and compete with their own parents."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import BlackpegError
from ..evolve import (
    BestUnplayed,
    CodeSet,
    PastTurns,
    add_code,
    empty_code_set,
    make_distinct,
    misfit,
    misfits,
    one_point_crossover,
    random_population,
    refuse_impossible,
    two_point_crossover,
)
from ..game import Code, Codes, Game
from ..generations import Generation
from ..information.first_guesses import first_guess_1122, first_guess_error
from ..information.part_scores import square, total_costs
from ..kernels import part_sizes
from ..kernels.jit import compiled
from ..players import Evolving
from ..position import Move, Position

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Oijen2018(Evolving):
    """Improve each child peg by peg, let families compete, and choose among the candidates found as Berghman does.

    Source   van Oijen (2018), "Genetic algorithms playing Mastermind", bachelor thesis, Utrecht University; known to
             us by its abstract and by programs that cite it.
    Names    GLS, genetic local search; family competition: the best two of two parents and two children survive.
    Choices  Little more than the above is known. Chosen here: pegs are tried in order, each with every color, and the
             best color is kept, until a round over all pegs improves nothing. What is improved is the misfit. A
             population ends when its best and worst misfit stay the same for `stale` generations; then a new one
             begins, until `enough` candidates are found, or any after `restarts` populations. Every candidate met
             counts. The first population climbs too. Without repeats, a color that the code already has is swapped.
             The first guess is 1122... The choice is that of Berghman et al. (2009): the code that leaves fewest of
             the others on average; among equals the first found.
    Known    Published: 4x6 4.32, below the proved optimum of 4.34; 6x9 6.61, 8x12 8.58, of which variant is not known
             (study oijen2018).
    """

    population: int = 30
    enough: int = 60  # candidates to gather before one is chosen
    stale: int = 5  # generations with the same best and worst misfit that end a population
    restarts: int = 20  # populations after which one candidate is enough
    first: str | None = None
    budget: int = 2_000_000  # evaluations per turn after which the fittest code is played

    def __post_init__(self) -> None:
        if min(self.population, self.enough, self.stale, self.restarts, self.budget) < 1:
            raise BlackpegError("oijen2018: population, enough, stale, restarts and budget are at least 1")

    def supports(self, game: Game) -> str | None:
        return first_guess_error(game, self.first)

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        game = position.game
        if not position.history:
            return Move(first_guess_1122(game) if self.first is None else game.code(self.first))
        n = min(self.population + self.population % 2, game.size)
        candidates = empty_code_set(min(self.enough, game.size), game.pegs)
        search = Search(position.past_turns, game.colors, game.repeats, candidates, np.zeros(1, np.int64))
        stage, found = 0, 0
        while True:
            stage, number, stale, ends = stage + 1, 1, 0, (-1, -1)
            codes = random_population(game, n, rng)
            code_misfits = climb_all(codes, search)
            while True:
                found = int(candidates.size[0])
                fitness, spent = -code_misfits.astype(np.float64), int(search.evaluations[0])
                yield Generation(stage, number, codes, fitness, position.queries, found=found, evaluations=spent)
                now = int(code_misfits.min()), int(code_misfits.max())
                stale, ends = (stale + 1 if now == ends else 0), now
                if found >= len(candidates.codes) or stale >= self.stale:
                    break
                if not found and search.evaluations[0] >= self.budget:
                    break
                codes, code_misfits = breed_families(codes, code_misfits, search, rng)
                number += 1
            if found >= len(candidates.codes) or (found and stage >= self.restarts):
                break
            if search.evaluations[0] >= self.budget:
                break
            if not found:
                refuse_impossible(position)
        evaluations = int(search.evaluations[0])
        if not found:
            best = BestUnplayed(position)
            best.see(codes, -code_misfits.astype(np.float64))
            return best.move(False, evaluations, rng)
        eligible = candidates.codes[:found].T
        expected_sizes = total_costs(square, part_sizes(eligible, eligible, game.colors, game.whites), game)
        code = candidates.codes[int(expected_sizes.argmin())]
        return Move(code, evaluations=evaluations, feedbacks=evaluations * position.guesses + found**2)


class Search(NamedTuple):
    """What compiled loops need to know of a position, and what they find in it."""

    past: PastTurns
    colors: int
    repeats: bool
    candidates: CodeSet  # candidates met so far
    evaluations: Numbers  # an array of one number: codes evaluated so far


@compiled
def climb_all(codes: Codes, search: Search) -> Numbers:
    """Improves each code in place. Returns their misfits."""
    code_misfits = misfits(codes, search.past)
    search.evaluations[0] += len(codes)
    for i in range(len(codes)):
        code_misfits[i] = climb(codes[i], code_misfits[i], search)
    return code_misfits


@compiled
def climb(code: Code, code_misfit: int, search: Search) -> int:
    """Gives each peg in order its best color, until a round over all pegs improves nothing. Returns the misfit."""
    past, repeats = search.past, search.repeats
    if code_misfit == 0:
        add_code(search.candidates, code)
    improved = True
    while improved:
        improved = False
        for p in range(len(code)):
            best = code[p]
            for color in range(search.colors):
                before = code[p]
                if color == before:
                    continue
                recolor(code, p, color, repeats)
                now = misfit(code, past)
                search.evaluations[0] += 1
                if now == 0:
                    add_code(search.candidates, code)
                if now < code_misfit:
                    code_misfit, best, improved = now, code[p], True
                recolor(code, p, before, repeats)
            recolor(code, p, best, repeats)
    return code_misfit


@compiled
def recolor(code: Code, peg: int, color: int, repeats: bool) -> None:
    """Gives the peg a color; without repeats, the peg that has the color gets this peg's color."""
    if not repeats:
        for q in range(len(code)):
            if code[q] == color:
                code[q] = code[peg]
    code[peg] = color


@compiled
def breed_families(
    codes: Codes, code_misfits: Numbers, search: Search, rng: np.random.Generator
) -> tuple[Codes, Numbers]:
    """Random pairs have two children each, which climb; the best two of each family of four survive."""
    n = len(codes)
    order = np.arange(n)
    for i in range(n - 1, 0, -1):
        other = int(rng.random() * (i + 1))
        order[i], order[other] = order[other], order[i]
    children = np.empty_like(codes)
    for i in range(n):
        one, two = codes[order[i]], codes[order[min(i ^ 1, n - 1)]]
        if rng.random() < 0.5:
            one_point_crossover(children[i], one, two, rng)
        else:
            two_point_crossover(children[i], one, two, rng)
        if not search.repeats:
            make_distinct(children[i], search.colors, rng)
    child_misfits = climb_all(children, search)
    survivors, survivor_misfits = codes.copy(), code_misfits.copy()
    for i in range(n):
        survivors[i], survivor_misfits[i] = codes[order[i]], code_misfits[order[i]]
    for i in range(0, n - 1, 2):  # each child replaces the worse of the two survivors of its family, if it is better
        for child in (i, i + 1):
            worse = i if survivor_misfits[i] > survivor_misfits[i + 1] else i + 1
            if child_misfits[child] < survivor_misfits[worse]:
                survivors[worse], survivor_misfits[worse] = children[child], child_misfits[child]
    return survivors, survivor_misfits
