"""A genetic algorithm whose children climb to the nearest summit and compete with their own parents."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

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
from ..information.openings import first_guess_1122, first_guess_error
from ..information.part_sizes import square, total_costs
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
    Names    GLS, genetic local search; family competition: the best two of two parents and two children live on.
    Choices  Little more than the above is known. Pegs are tried in order, each with every color, the best kept, until
             a round brings nothing. Misfit, the pegs too many or too few, is what is improved. A population ends when
             its best and worst stay the same for `stale` generations; then a new one begins, until `enough`
             candidates are found, or any and `restarts` populations. Every candidate met on the way counts. The
             first population climbs too. Without repeats a color that the code holds elsewhere is exchanged. First
             guess 1122... The choice among those found is that of Berghman et al. (2009): the code that leaves
             fewest of the others, on average; of equals the first found.
    Known    Published: 4x6 4.32 (less than the proved optimum of 4.34: a small sample), 6x9 6.61, 8x12 8.58; of which
             variant and over how many games is not known. Measured: 4x6 4.464 +- 0.028 over 700 secrets, 5x8 5.590 +-
             0.043 and 6x9 6.487 +- 0.047 over 300, 8x12 8.75 +- 0.17 over 40.
    """

    population: int = 30
    enough: int = 60  # candidates to gather before choosing
    stale: int = 5  # generations with the same best and worst that end a population
    restarts: int = 20  # populations after which any candidate is enough
    first: str | None = None
    budget: int = 2_000_000  # codes compared at a turn before the fittest is played

    def __post_init__(self) -> None:
        if min(self.population, self.enough, self.stale, self.restarts, self.budget) < 1:
            raise BlackpegError("oijen2018's parameters are whole numbers of at least 1")

    def supports(self, game: Game) -> str | None:
        return first_guess_error(game, self.first)

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        game, past = position.game, position.past_turns
        if not position.history:
            return Move(first_guess_1122(game) if self.first is None else game.code(self.first))
        n = min(self.population + self.population % 2, game.size)
        found = empty_code_set(min(self.enough, game.size), game.pegs)
        spent, stage, held = np.zeros(1, np.int64), 0, 0
        while True:
            stage, number, stale, ends = stage + 1, 1, 0, (-1, -1)
            codes = random_population(game, n, rng)
            misfit_of = climbed(codes, past, found, game.colors, game.repeats, spent)
            while True:
                held = int(found.size[0])
                yield Generation(stage, number, codes, -misfit_of.astype(np.float64), position.queries, found=held)
                now = int(misfit_of.min()), int(misfit_of.max())
                stale, ends = (stale + 1 if now == ends else 0), now
                if held >= len(found.codes) or stale >= self.stale or (not held and spent[0] >= self.budget):
                    break
                codes, misfit_of = families(codes, misfit_of, past, found, game.colors, game.repeats, spent, rng)
                number += 1
            if held >= len(found.codes) or (held and stage >= self.restarts) or spent[0] >= self.budget:
                break
            if not held:
                refuse_impossible(position)
        evaluations = int(spent[0])
        if not held:
            best = BestUnplayed(position)
            best.see(codes, -misfit_of.astype(np.float64))
            return best.move(False, evaluations, rng)
        eligible = found.codes[:held].T
        badness = total_costs(square, part_sizes(eligible, eligible, game.colors, game.whites), game)
        code = found.codes[int(badness.argmin())]
        return Move(code, evaluations=evaluations, feedbacks=evaluations * position.guesses + held**2)


@compiled
def climbed(codes: Codes, past: PastTurns, found: CodeSet, colors: int, repeats: bool, spent: Numbers) -> Numbers:
    """Improve each code in place; their misfits."""
    out = misfits(codes, past)
    spent[0] += len(codes)
    for i in range(len(codes)):
        out[i] = climb(codes[i], out[i], past, found, colors, repeats, spent)
    return out


@compiled
def climb(code: Code, own: int, past: PastTurns, found: CodeSet, colors: int, repeats: bool, spent: Numbers) -> int:
    """Peg by peg the best color, until a round brings nothing; the misfit then."""
    if own == 0:
        add_code(found, code)
    gained = True
    while gained:
        gained = False
        for p in range(len(code)):
            best = code[p]
            for color in range(colors):
                held = code[p]
                if color == held:
                    continue
                recolor(code, p, color, repeats)
                now = misfit(code, past)
                spent[0] += 1
                if now == 0:
                    add_code(found, code)
                if now < own:
                    own, best, gained = now, code[p], True
                recolor(code, p, held, repeats)
            recolor(code, p, best, repeats)
    return own


@compiled
def recolor(code: Code, peg: int, color: int, repeats: bool) -> None:
    """Give the peg this color; without repeats the peg that has it gets the other in return."""
    if not repeats:
        for q in range(len(code)):
            if code[q] == color:
                code[q] = code[peg]
    code[peg] = color


@compiled
def families(
    codes: Codes, misfit_of: Numbers, past: PastTurns, found: CodeSet, colors: int, repeats: bool, spent: Numbers,
    rng: np.random.Generator,
) -> tuple[Codes, Numbers]:  # fmt: skip
    """Pairs drawn by lot have two children, which climb; the best two of each four live on."""
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
        if not repeats:
            make_distinct(children[i], colors, rng)
    young = climbed(children, past, found, colors, repeats, spent)
    new, out = codes.copy(), misfit_of.copy()
    for i in range(n):
        new[i], out[i] = codes[order[i]], misfit_of[order[i]]
    for i in range(0, n - 1, 2):  # a child of its family takes the place of a parent that is worse
        for child in (i, i + 1):
            worse = i if out[i] > out[i + 1] else i + 1
            if young[child] < out[worse]:
                new[worse], out[worse] = children[child], young[child]
    return new, out
