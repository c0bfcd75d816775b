"""A steady-state genetic algorithm on a score of pegs, where a code that was played counts nothing."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

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
from ..game import Code, Codes, Game
from ..generations import Generation
from ..information.openings import first_guess_error, fixed_first_guess
from ..kernels.feedback import feedback
from ..kernels.jit import compiled
from ..players import Evolving
from ..position import Move, Position


@dataclass(frozen=True)
class Kalisker2003(Evolving):
    """One child at a time replaces the worst code; the fittest is played once it fits, or the births are used up.

    Source   Kalisker & Camens (2003), "Solving Mastermind using genetic algorithms", GECCO 2003.
    Choices  Only the abstract and what later papers say of it were at hand: steady state, parents by roulette, a
             fitness of black and white pegs that is 0 for a code that was played, and (by Cabana & Túpac) the score
             S = 2B + W + (1 + 2 + ... + (B + W - 1)). Ours: a code's fitness is the sum over past turns of S_max -
             |S(answer the code would give) - S(answer given)|; scores tell feedbacks apart, so exactly the
             candidates reach turns x S_max. One-point crossover, then a peg of another color with the chance
             `mutation`. A new population each turn; `births` children for each peg, then the fittest is played,
             fitting or not. A generation is as many births as there are codes. The first guess is any code. The
             sizes are chosen to come near the published figures: with 100 codes and 400 births a peg at all sizes
             7x10 takes 15.8 guesses, with 50 births a peg and 50 codes 5x8 takes 14.2.
    Known    Published: 4x6 4.75, 5x8 6.39, 6x9 7.27, 7x10 8.62. Measured: 4.688 +- 0.021 and 6.394 +- 0.034 (2000
             secrets), 7.021 +- 0.039 (1000), 8.695 +- 0.107 (400). It is not `random`: from 11223 at 5x8 6.332
             +- 0.034 (0.523 +- 0.038 more on the same 2000 secrets), since a third of its games have a turn that
             ends without a candidate; from 1122 at 4x6 4.686 +- 0.020 (+0.051 +- 0.027).
    """

    population: int = 0  # 0: 100 up to 5x8, else 300
    births: int = 0  # for each peg, at one turn; 0: 400 up to 5x8, else 3000
    mutation: float = 0.8
    first: str | None = None

    def __post_init__(self) -> None:
        if self.population < 0 or self.births < 0 or not 0 <= self.mutation <= 1:
            raise BlackpegError("kalisker2003 needs a population, births and a mutation between 0 and 1")

    def supports(self, game: Game) -> str | None:
        return first_guess_error(game, self.first)

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        game = position.game
        if not position.history:
            first = fixed_first_guess(position, self.first)
            return Move(random_population(game, 1, rng)[0] if first is None else first)
        small = game.size <= 8**5
        size, births = self.population or (100 if small else 300), self.births or (400 if small else 3000)
        score_of = score_table(game)
        past, best, most = position.past_turns, BestUnplayed(position), position.guesses * float(score_of[game.solved])
        codes = random_population(game, size, rng)
        fitness = scores(codes, past, score_of)
        evaluations, number, left = len(codes), 1, births * game.pegs
        while True:
            found = int((fitness == most).sum())
            best.see(codes, fitness)
            yield Generation(1, number, codes, fitness, position.queries, found=found)
            if found or not left:
                return best.move(found > 0, evaluations, rng)
            n = min(left, len(codes))
            codes, fitness, born = after_births(
                codes, fitness, n, self.mutation, game.colors, game.repeats, past, score_of, rng
            )
            evaluations, number, left = evaluations + born, number + 1, left - born


def score_table(game: Game) -> Fitness:
    """The score of each feedback."""
    table = np.zeros(game.solved + 1)
    for told in game.answers:
        black, white = game.pegs_of(told)
        table[told] = 2 * black + white + sum(range(1, black + white))
    return table


@compiled
def score(code: Code, past: PastTurns, score_of: Fitness) -> float:
    """How near the answers that the code would give come to those given; 0 if it was played."""
    solved, total = len(score_of) - 1, 0.0
    for turn in range(len(past.feedbacks)):
        answer = feedback(code, past.guesses[turn], past.whites)
        if answer == solved:
            return 0.0
        total += score_of[solved] - abs(score_of[answer] - score_of[past.feedbacks[turn]])
    return total


@compiled
def scores(codes: Codes, past: PastTurns, score_of: Fitness) -> Fitness:
    """The fitness of each code."""
    fitness = np.empty(len(codes))
    for i in range(len(codes)):
        fitness[i] = score(codes[i], past, score_of)
    return fitness


@compiled
def after_births(
    codes: Codes, fitness: Fitness, births: int, mutation: float, colors: int, repeats: bool, past: PastTurns,
    score_of: Fitness, rng: np.random.Generator,
) -> tuple[Codes, Fitness, int]:  # fmt: skip
    """The population after so many births, or fewer if a child fits; and how many there were."""
    codes, fitness = codes.copy(), fitness.copy()
    most = len(past.feedbacks) * score_of[-1]
    child = np.empty(codes.shape[1], np.uint8)
    for birth in range(births):
        one, two = roulette_by_rejection(fitness, most, rng), roulette_by_rejection(fitness, most, rng)
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
        fitness[worst] = score(child, past, score_of)
        if fitness[worst] == most:
            return codes, fitness, birth + 1
    return codes, fitness, births
