"""Estimation of distribution: draw codes peg by peg from the color frequencies of the better half."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import BlackpegError
from ..evolve import BestUnplayed, Fitness, PastTurns, make_distinct, misfits, random_population
from ..game import Code, Codes, Game
from ..generations import Generation
from ..information.first_guesses import first_guess_1122, first_guess_half_colors
from ..kernels.jit import compiled
from ..players import Evolving
from ..position import Move, Position


@dataclass(frozen=True)
class EDA2010(Evolving):
    """Keep the better half, draw the rest from its color frequencies at each peg; play the fittest candidate.

    Source   Runarsson & Merelo (2010), "Adapting heuristic Mastermind strategies to evolutionary algorithms",
             NICSO 2010; the details are those of the authors' program, Algorithm::MasterMind::EDA.
    Names    EDA; `fitness` is called orig and compress there.
    Choices  There are two fitnesses: 1 / (1 + misfit), and the entropy of the colors of the code and all guesses
             together, divided by 1 + misfit. A color that no kept code has at a peg is drawn as if one in twenty had
             it. The population is kept for the next turn; after 15 generations without a candidate a new one is
             drawn. The first guess repeats the first half of the colors, 1231 at 4x6; `first="half"`, 1122, is the
             program's other. Chosen here: the frequencies are normalized once per generation; without repeats a
             repeated color is replaced; `limit`.
    Known    Stored results of the authors: 4x6 4.571, here the same; 5x8 6.186, here 5.87, and why is not known (study
             eda2010). By "compress" it plays better than `random` at 4x6: codes of many colors (study players).
    """

    fitness: Literal["compress", "orig"] = "compress"
    population: int = 200
    replacement: float = 0.5  # the share that is drawn again in each generation
    least: float = 0.05  # the frequency of a color that no kept code has
    first: Literal["orig", "half"] = "orig"
    reset: int = 15  # generations without a candidate after which a new population is drawn
    limit: int = 5000  # generations per turn

    def __post_init__(self) -> None:
        if self.population < 1 or self.reset < 1 or self.limit < 1:
            raise BlackpegError("eda2010: population, reset and limit are at least 1")
        if not (0 < self.replacement < 1 and 0 <= self.least <= 1):
            raise BlackpegError("eda2010: replacement is above 0 and below 1, least is from 0 to 1")

    def supports(self, game: Game) -> str | None:
        if self.fitness not in ("compress", "orig"):
            return f"no fitness '{self.fitness}'; there are compress and orig"
        return None if self.first in ("orig", "half") else f"no first guess '{self.first}'; there are orig and half"

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        game = position.game
        if not position.history:
            return Move(self.opening(game))
        past, best = position.past_turns, BestUnplayed(position)
        color_counts = np.bincount(past.guesses.ravel(), minlength=game.colors)
        objective = Objective(past, color_counts, self.fitness == "compress")
        codes = position.memory.get("population", random_population(game, self.population, rng))
        rescored = len(codes) if "population" in position.memory else 0
        fitness, found = evaluate(codes, objective)
        evaluations, number = len(codes), 1
        while True:
            best.see(codes, fitness)
            yield Generation(1, number, codes, fitness, position.queries, found=found, evaluations=evaluations)
            if found or number == self.limit:
                return best.move(found > 0, evaluations, rng, {"population": codes}, rescored)
            if number % self.reset == 0:
                codes = random_population(game, self.population, rng)
                fitness, found = evaluate(codes, objective)
                evaluations += len(codes)
            else:
                kept = len(codes) - int(len(codes) * self.replacement)
                codes, fitness, found = resample(codes, fitness, kept, self.least, game.repeats, objective, rng)
                evaluations += len(codes) - kept
            number += 1

    def opening(self, game: Game) -> Code:
        return first_guess_1122(game) if self.first == "half" else first_guess_half_colors(game)


class Objective(NamedTuple):
    """What the fitness of a code depends on."""

    past: PastTurns
    color_counts: npt.NDArray[np.int64]  # how often each color occurs in all guesses together
    entropy: bool  # is misfit weighted by entropy?


@compiled
def evaluate(codes: Codes, objective: Objective) -> tuple[Fitness, int]:
    """Returns the fitness of each code, and how many are candidates."""
    past, counts = objective.past, np.empty_like(objective.color_counts)
    code_misfits = misfits(codes, past)
    fitness, found = 1 / (1 + code_misfits), 0
    pegs = codes.shape[1] * (1 + len(past.feedbacks))  # of the code and all guesses
    share = np.arange(pegs + 1) / pegs
    share[1:] *= -np.log(share[1:])  # what a color adds to the entropy, by how often it occurs
    for i in range(len(codes)):
        found += code_misfits[i] == 0
        if objective.entropy:
            counts[:] = objective.color_counts
            for color in codes[i]:
                counts[color] += 1
            total = 0.0
            for n in counts:
                total += share[n]
            fitness[i] *= total
    return fitness, found


@compiled
def resample(
    codes: Codes, fitness: Fitness, kept: int, least: float, repeats: bool, objective: Objective,
    rng: np.random.Generator,
) -> tuple[Codes, Fitness, int]:  # fmt: skip
    """Replaces all but the `kept` best codes by codes drawn from the color frequencies of those.

    Returns the codes, their fitness, and how many of the new ones are candidates.
    """
    pegs, colors = codes.shape[1], len(objective.color_counts)
    order = np.argsort(-fitness, kind="mergesort")
    codes, fitness = codes[order], fitness[order]
    wheel = np.zeros((pegs, colors))  # for each peg, the sums of the frequencies up to each color
    for i in range(kept):
        for p in range(pegs):
            wheel[p, codes[i, p]] += 1 / kept
    for p in range(pegs):
        for color in range(colors):
            wheel[p, color] = (wheel[p, color] or least) + (wheel[p, color - 1] if color else 0.0)
    for i in range(kept, len(codes)):
        for p in range(pegs):
            spin, color = rng.random() * wheel[p, -1], 0
            while wheel[p, color] <= spin and color < colors - 1:
                color += 1
            codes[i, p] = color
        if not repeats:
            make_distinct(codes[i], colors, rng)
    fitness[kept:], found = evaluate(codes[kept:], objective)
    return codes, fitness, found
