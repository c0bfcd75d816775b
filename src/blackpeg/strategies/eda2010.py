"""Estimation of distribution: draw codes peg by peg as the better half of the population has its colors."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from ..errors import BlackpegError
from ..evolve import BestUnplayed, Fitness, PastTurns, make_distinct, misfits, random_population
from ..game import Code, Codes, Game
from ..generations import Generation
from ..information.openings import first_guess_1122, first_guess_1234
from ..kernels.jit import compiled
from ..players import Evolving
from ..position import Move, Position


@dataclass(frozen=True)
class EDA2010(Evolving):
    """Keep the better half, draw the rest from its color frequencies at each peg; play the fittest once it fits.

    Source   Runarsson & Merelo (2010), "Adapting heuristic Mastermind strategies to evolutionary algorithms",
             NICSO 2010; the details are those of the authors' program, Algorithm::MasterMind::EDA.
    Names    EDA; `fitness` is called orig and compress there.
    Choices  Two fitnesses: 1 / (1 + misfit), and the entropy of the colors of the code and all guesses together,
             divided by 1 + misfit. A color that no kept code has at a peg is drawn as if one in twenty had it.
             The population goes on to the next turn; after 15 generations without a candidate a new one is drawn.
             The first guess repeats the first half of the colors, 1231 at 4x6; `first="half"`, 1122, is the
             program's other. Ours: every code is drawn from frequencies that are normalized once a generation;
             in games without repeats a repeated color is replaced; `limit`.
    Known    The authors' stored results: 4x6 4.571 over 12960 games (compress), 4.55 to 4.63 others; 5x8 6.186.
             Measured over 2000 secrets, and beside it the difference from `random` with the same first guess on
             the same secrets: 4x6 4.556 +- 0.019 (-0.055 +- 0.026: of several candidates it plays one of many
             colors), orig 4.614 +- 0.020 (+0.004 +- 0.027); 5x8 5.865 +- 0.021 (+0.017 +- 0.029), orig 5.897 +- 0.020
             (+0.049 +- 0.029), both below the authors' 6.186; which of their versions and settings made that is not
             known. 6x9 6.763 +- 0.031 (1000).
    """

    fitness: Literal["compress", "orig"] = "compress"
    population: int = 200
    replacement: float = 0.5  # the share that is drawn anew each generation
    least: float = 0.05  # the frequency of a color that no kept code has
    first: Literal["orig", "half"] = "orig"
    reset: int = 15  # generations without a candidate after which a new population is drawn
    limit: int = 5000  # generations at one turn

    def __post_init__(self) -> None:
        if self.population < 1 or self.reset < 1 or self.limit < 1:
            raise BlackpegError("eda2010 needs a population, a generation and one before it draws anew")
        if not (0 < self.replacement < 1 and 0 <= self.least <= 1):
            raise BlackpegError("eda2010's replacement lies between 0 and 1, and so may its least")

    def supports(self, game: Game) -> str | None:
        if self.fitness not in ("compress", "orig"):
            return f"no fitness '{self.fitness}'; there are compress and orig"
        return None if self.first in ("orig", "half") else f"no first guess '{self.first}'; there are orig and half"

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        game = position.game
        if not position.history:
            return Move(self.opening(game))
        past, best, entropy = position.past_turns, BestUnplayed(position), self.fitness == "compress"
        held = np.bincount(past.guesses.ravel(), minlength=game.colors)
        codes = position.memory.get("population", random_population(game, self.population, rng))
        fitness, found = fitness_of(codes, past, held, entropy)
        evaluations, number = len(codes), 1
        while True:
            best.see(codes, fitness)
            yield Generation(1, number, codes, fitness, position.queries, found=found)
            if found or number == self.limit:
                return best.move(found > 0, evaluations, rng, {"population": codes})
            if number % self.reset == 0:
                codes = random_population(game, self.population, rng)
                fitness, found = fitness_of(codes, past, held, entropy)
                evaluations += len(codes)
            else:
                kept = len(codes) - int(len(codes) * self.replacement)
                codes, fitness, found = sampled(
                    codes, fitness, kept, self.least, game.repeats, past, held, entropy, rng
                )
                evaluations += len(codes) - kept
            number += 1

    def opening(self, game: Game) -> Code:
        if self.first == "half" or not game.repeats:
            return first_guess_1122(game)
        return first_guess_1234(Game(game.pegs, max(1, game.colors // 2)))


@compiled
def fitness_of(
    codes: Codes, past: PastTurns, held: npt.NDArray[np.int64], entropy: bool
) -> tuple[Fitness, int]:  # fmt: skip
    """The fitness of each code, and how many fit; `held` counts the colors of all guesses."""
    away = misfits(codes, past)
    fitness, found, count = 1 / (1 + away), 0, np.empty_like(held)
    share = np.arange(codes.shape[1] * (1 + len(past.feedbacks)) + 1) / (codes.shape[1] * (1 + len(past.feedbacks)))
    share[1:] *= -np.log(share[1:])  # what a color adds to the entropy, by how often it occurs
    for i in range(len(codes)):
        found += away[i] == 0
        if entropy:
            count[:] = held
            for color in codes[i]:
                count[color] += 1
            total = 0.0
            for n in count:
                total += share[n]
            fitness[i] *= total
    return fitness, found


@compiled
def sampled(
    codes: Codes, fitness: Fitness, kept: int, least: float, repeats: bool, past: PastTurns,
    held: npt.NDArray[np.int64], entropy: bool, rng: np.random.Generator,
) -> tuple[Codes, Fitness, int]:  # fmt: skip
    """The better codes, then as many drawn from their color frequencies as there were others; and how many fit."""
    pegs, colors = codes.shape[1], len(held)
    order = np.argsort(-fitness, kind="mergesort")
    codes, fitness = codes[order], fitness[order]
    wheel = np.zeros((pegs, colors))  # at each peg, the sum of the frequencies up to each color
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
    fitness[kept:], found = fitness_of(codes[kept:], past, held, entropy)
    return codes, fitness, found
