"""A genetic algorithm that breeds one generation per guess and plays the best code of it."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Literal

import numpy as np

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
from ..information.first_guesses import first_guess_error, fixed_first_guess
from ..kernels.jit import compiled
from ..players import Evolving
from ..position import Move, Position


@dataclass(frozen=True)
class Bento1999(Evolving):
    """Breed one generation per turn, evaluate it by the last feedback alone, play its best code, consistent or not.

    Source   Bento, Pereira & Rosa (1999), "Mastermind by evolutionary algorithms", ACM SAC 1999.
    Choices  We know what later papers say: in each generation the best code is played; it is evaluated by how the pegs
             it would get from the last guess differ from those the guess got; crossover and mutation adapt. Merelo
             et al. (2006) print 6.866 guesses and 1029.9 evaluations, which is 150 per guess to the last digit, so
             the population is 150. Chosen here: fitness is minus the misfit to the last turn, or with `rules="all"`
             to all turns. Parents win tournaments of five. Uniform crossover, then one peg of another color; the
             chance of each rises from its rate to 1 as codes become alike. The kept population is evaluated by the
             new feedback before it breeds, which counts as evaluations. No code is played twice. "Budget spent" says
             that the code played is inconsistent. The first guess is the first code of a random population.
    Known    Published: 5x8 6.866 (Merelo et al. 2006, whose text says the standard game) or 7.54 (Cunha & da Silva).
             Here it needs more than twice as many, and no setting that was tried comes near (study bento1999).
    """

    population: int = 150
    rules: Literal["last", "all"] = "last"  # turns by which a code is evaluated
    crossover: float = 0.6  # the chance that a child has two parents, while all codes differ
    mutation: float = 0.2  # the chance that a peg of a child is changed, while all codes differ
    entrants: int = 5  # per tournament
    first: str | None = None

    def __post_init__(self) -> None:
        if self.population < 1 or self.entrants < 1 or not (0 <= self.crossover <= 1 and 0 <= self.mutation <= 1):
            raise BlackpegError("bento1999: population and entrants are at least 1, rates are between 0 and 1")

    def supports(self, game: Game) -> str | None:
        if self.rules not in ("last", "all"):
            return f"no rules '{self.rules}'; there are last and all"
        return first_guess_error(game, self.first)

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        game, past, best = position.game, position.past_turns, BestUnplayed(position)
        codes = position.memory.get("population", random_population(game, self.population, rng))
        rescored = len(codes) if "population" in position.memory and position.guesses > 1 else 0
        if not position.history:
            first = fixed_first_guess(position, self.first)
            return Move(codes[0] if first is None else first, {"population": codes})
        if self.rules == "last":
            past = past._replace(guesses=past.guesses[-1:], feedbacks=past.feedbacks[-1:])
        alike = 1 - len({code.tobytes() for code in codes}) / len(codes)
        rates = self.crossover + (1 - self.crossover) * alike, self.mutation + (1 - self.mutation) * alike
        codes = breed(codes, rates, self.entrants, game.colors, game.repeats, past, rng)
        fitness = -misfits(codes, past).astype(np.float64)
        best.see(codes, fitness)
        code = best.code(rng)
        found = position.fits(code)
        spent = 2 * len(codes)
        yield Generation(1, 1, codes, fitness, position.queries, found=int(found), evaluations=spent)
        if not found:
            refuse_impossible(position)
        note = "" if found else "budget spent"
        return Move(code, {"population": codes}, spent, spent * len(past.feedbacks), note, rescored)


@compiled
def breed(
    codes: Codes, rates: tuple[float, float], entrants: int, colors: int, repeats: bool, past: PastTurns,
    rng: np.random.Generator,
) -> Codes:  # fmt: skip
    """Returns as many children as there are codes; parents win tournaments by their misfit."""
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
    return children
