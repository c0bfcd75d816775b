"""A steady-state genetic algorithm: one child at a time replaces the worst code."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..errors import BlackpegError
from ..evolve import (
    BestUnplayed,
    Fitness,
    PastTurns,
    make_distinct,
    one_point_crossover,
    point_distinct_mutation,
    point_mutation,
    random_population,
    roulette_by_rejection,
)
from ..evolve.kalisker_score import score_agreement, score_agreements, score_table
from ..game import Codes, Game
from ..generations import Generation
from ..information.first_guesses import first_guess_error, fixed_first_guess
from ..kernels.jit import compiled
from ..players import Evolving
from ..position import Move, Position


@dataclass(frozen=True)
class Kalisker2003(Evolving):
    """Replace the worst code by one child at a time; play the fittest when it is consistent or the births are used up.

    Source   Kalisker & Camens (2003), "Solving Mastermind using genetic algorithms", GECCO 2003.
    Choices  We know the abstract and what later papers say: steady state; parents by roulette; a fitness of black and
             white pegs that is 0 for a code that was played; and, by Cabana & Túpac, the score of a feedback,
             S = 2B + W + (1 + 2 + ... + (B + W - 1)). Chosen here: the fitness of a code is the sum over past turns
             of S_max - |S(feedback if it were the secret) - S(feedback)|. Different feedbacks have different scores,
             so exactly the candidates reach S_max on every turn. One-point crossover, then one peg of another color
             with the chance `mutation`. Each turn begins with a new population and has `births` children per peg;
             then the fittest code is played, consistent or not. A generation is as many births as there are codes.
             The first guess is random. Population and births are fitted to the published figures.
    Known    Published: 4x6 4.75, 5x8 6.39, 6x9 7.27, 7x10 8.62; here near these except at 6x9 (study kalisker2003). It
             needs more than `random` at 5x8, where some turns end without a candidate (study players).
    """

    population: int = 0  # 0: 100 up to 5x8, else 300
    births: int = 0  # per peg and turn; 0: 400 up to 5x8, else 3000
    mutation: float = 0.8
    first: str | None = None

    def __post_init__(self) -> None:
        if self.population < 0 or self.births < 0 or not 0 <= self.mutation <= 1:
            raise BlackpegError("kalisker2003: population and births are at least 0, mutation is between 0 and 1")

    def supports(self, game: Game) -> str | None:
        return first_guess_error(game, self.first)

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        game = position.game
        if not position.history:
            first = fixed_first_guess(position, self.first)
            return Move(random_population(game, 1, rng)[0] if first is None else first)
        small = game.size <= 8**5
        size, births = self.population or (100 if small else 300), self.births or (400 if small else 3000)
        problem = Problem(position.past_turns, game.colors, game.repeats, score_table(game))
        best, candidate_fitness = BestUnplayed(position), position.guesses * float(problem.score_of[game.solved])
        codes = random_population(game, size, rng)
        fitness = score_agreements(codes, problem.past, problem.score_of)
        evaluations, number, left = len(codes), 1, births * game.pegs
        while True:
            found = int((fitness == candidate_fitness).sum())
            best.see(codes, fitness)
            yield Generation(1, number, codes, fitness, position.queries, found=found, evaluations=evaluations)
            if found or not left:
                return best.move(found > 0, evaluations, rng)
            codes, fitness, born = breed(codes, fitness, min(left, len(codes)), self.mutation, problem, rng)
            evaluations, number, left = evaluations + born, number + 1, left - born


class Problem(NamedTuple):
    """What compiled loops need to know of a position."""

    past: PastTurns
    colors: int
    repeats: bool
    score_of: Fitness  # the score of each feedback


@compiled
def breed(
    codes: Codes, fitness: Fitness, births: int, mutation: float, problem: Problem, rng: np.random.Generator
) -> tuple[Codes, Fitness, int]:
    """Returns codes and fitness after `births`, or fewer if a child is a candidate, and the number of births."""
    codes, fitness, colors, repeats = codes.copy(), fitness.copy(), problem.colors, problem.repeats
    candidate_fitness = len(problem.past.feedbacks) * problem.score_of[-1]
    child = np.empty(codes.shape[1], np.uint8)
    for birth in range(births):
        one = roulette_by_rejection(fitness, candidate_fitness, rng)
        two = roulette_by_rejection(fitness, candidate_fitness, rng)
        one_point_crossover(child, codes[one], codes[two], rng)
        if not repeats:
            make_distinct(child, colors, rng)
        if rng.random() < mutation:
            if repeats:
                point_mutation(child, colors, rng)
            else:
                point_distinct_mutation(child, colors, rng)
        worst = np.argmin(fitness)
        codes[worst] = child
        fitness[worst] = score_agreement(child, problem.past, problem.score_of)
        if fitness[worst] == candidate_fitness:
            return codes, fitness, birth + 1
    return codes, fitness, births
