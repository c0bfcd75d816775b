"""Play the best code of each generation, one generation a guess."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from ..errors import BlackpegError
from ..evolve import (
    BestUnplayed,
    PastTurns,
    make_distinct,
    misfits,
    point_distinct_mutation,
    point_mutation,
    random_population,
    refuse_impossible,
    tournament,
    uniform_crossover,
)
from ..game import Codes, Game
from ..generations import Generation
from ..information.openings import first_guess_error, fixed_first_guess
from ..kernels.jit import compiled
from ..players import Evolving
from ..position import Move, Position


@dataclass(frozen=True)
class Bento1999(Evolving):
    """Breed one generation a turn, judge it by the last answer alone, play its best, fitting or not.

    Source   Bento, Pereira & Rosa (1999), "Mastermind by evolutionary algorithms", ACM SAC 1999.
    Choices  Only what later papers say was at hand: each generation the best code is played; it is judged by the
             pegs it gets and should get from the guess played last; crossover and mutation adapt. Merelo et al.
             print 6.866 guesses and 1029.9 codes looked at, which is 150 a guess to the last digit, so
             the population is 150. Ours: fitness is minus the misfit to the last turn, or with `rules="all"` to all of
             them; parents win tournaments of five; uniform crossover, then a peg of another color, each with a
             chance that rises from its rate to 1 as codes become alike. The kept population is scored by the new
             answer before it breeds, which counts as evaluations. A code that was played is not played again.
             "Budget spent" says that the code played does not fit. The first guess is the first random code.
    Known    Published for 5x8: 6.866 (Merelo et al. 2006, whose text says the standard game) or 7.54 (Cunha & da
             Silva). Measured over 2000 secrets: 4x6 9.16 +- 0.09, 5x8 16.6 +- 0.15; with `rules="all"` 5.02 +- 0.03
             and 8.43 +- 0.07. So the last answer alone can't have made the published figure, nor, here, can all of
             them. Tried at 5x8, 100 secrets each: tournaments of 2, 5 and 10, none, a tenth or half of the
             population kept, rates of mutation from 0.1 to 0.6, breeding before the new answer is known: 14.0
             at best by the last answer, 8.1 by all.
    """

    population: int = 150
    rules: Literal["last", "all"] = "last"  # turns that a code is judged by
    crossover: float = 0.6  # the chance of a child to have two parents while all codes differ
    mutation: float = 0.2  # and to have a peg changed
    entrants: int = 5  # of a tournament
    first: str | None = None

    def __post_init__(self) -> None:
        if self.population < 1 or self.entrants < 1 or not (0 <= self.crossover <= 1 and 0 <= self.mutation <= 1):
            raise BlackpegError("bento1999 needs a population, an entrant, and rates between 0 and 1")

    def supports(self, game: Game) -> str | None:
        if self.rules not in ("last", "all"):
            return f"no rules '{self.rules}'; there are last and all"
        return first_guess_error(game, self.first)

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        game, past, best = position.game, position.past_turns, BestUnplayed(position)
        codes = position.memory.get("population", random_population(game, self.population, rng))
        if not position.history:
            first = fixed_first_guess(position, self.first)
            return Move(codes[0] if first is None else first, {"population": codes})
        if self.rules == "last":
            past = past._replace(guesses=past.guesses[-1:], feedbacks=past.feedbacks[-1:])
        alike = 1 - len({code.tobytes() for code in codes}) / len(codes)
        rates = self.crossover + (1 - self.crossover) * alike, self.mutation + (1 - self.mutation) * alike
        codes, away = next_generation(codes, rates, self.entrants, game.colors, game.repeats, past, rng)
        fitness = -away.astype(np.float64)
        best.see(codes, fitness)
        code = best.code(rng)
        found = position.fits(code)
        yield Generation(1, 1, codes, fitness, position.queries, found=int(found))
        if not found:
            refuse_impossible(position)
        spent, note = 2 * len(codes), "" if found else "budget spent"
        return Move(code, {"population": codes}, spent, spent * len(past.feedbacks), note)


@compiled
def next_generation(
    codes: Codes, rates: tuple[float, float], entrants: int, colors: int, repeats: bool, past: PastTurns,
    rng: np.random.Generator,
) -> tuple[Codes, npt.NDArray[np.int64]]:  # fmt: skip
    """As many children of the winners of tournaments, and how far each is from what was answered."""
    crossover, mutation = rates
    fitness, children = -misfits(codes, past).astype(np.float64), np.empty_like(codes)
    for child in children:
        child[:] = codes[tournament(fitness, entrants, rng)]
        if rng.random() < crossover:
            uniform_crossover(child, child, codes[tournament(fitness, entrants, rng)], rng)
            if not repeats:
                make_distinct(child, colors, rng)
        if rng.random() < mutation:
            if repeats:
                point_mutation(child, colors, rng)
            else:
                point_distinct_mutation(child, colors, rng)
    return children, misfits(children, past)
