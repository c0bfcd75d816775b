"""A genetic algorithm scored against the secret itself, and the player that its idea allows.

Source   Cabana Tejada & Túpac Valdivia, "Cómo resolver el juego Mastermind a través de computación evolutiva"
         (Universidad Católica San Pablo, Arequipa).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..errors import BlackpegError
from ..evolve import (
    Fitness,
    circular_distinct_mutation,
    circular_mutation,
    make_distinct,
    random_codes,
    refuse_impossible,
    roulette,
    scramble_mutation,
    swap_mutation,
    two_point_crossover,
)
from ..game import Codes, Game
from ..generations import Generation
from ..kernels.feedback import feedback
from ..kernels.jit import compiled
from ..oracle import Oracle, OracleSearch, SearchResult
from ..players import Evolving
from ..position import Move, Position

Rates = tuple[float, float, float, float]  # crossover, scramble, position, mastermind


def score(black: int, white: int) -> int:
    """The paper's f = (2B + W) + (1 + 2 + ... + (B + W - 1)); no two feedbacks have the same.

    >>> score(4, 0), score(5, 0), score(0, 5), score(4, 0) - score(2, 2)
    (14, 20, 15, 2)
    """
    return 2 * black + white + sum(range(1, black + white))


def score_table(game: Game) -> Fitness:
    """The score of each feedback."""
    table = np.zeros(game.solved + 1)
    for told in game.answers:
        table[told] = score(*game.pegs_of(told))
    return table


@dataclass(frozen=True)
class Evolution:
    """What the search and the player share: the paper's algorithm, whatever tells the fitness."""

    population: int = 40
    limit: int = 150  # generations, the first population included
    elites: int = 1  # fittest codes that are kept as they are
    crossover: float = 1.0  # share of children that have two parents, not one
    scramble: float = 0.0  # share of children with a stretch shuffled
    position: float = 0.0  # with two pegs exchanged
    mastermind: float = 0.0  # with a peg of the next color; all three 0: the paper's shares for the size

    def __post_init__(self) -> None:
        if not (0 <= self.elites < self.population and self.limit >= 1):
            raise BlackpegError("cabana_tupac needs a generation, and a population larger than its elites")
        given = (self.scramble, self.position, self.mastermind)
        if min(given) < 0 or sum(given) > 1 + 1e-9 or not 0 <= self.crossover <= 1:
            raise BlackpegError("cabana_tupac's crossover is at most 1; so are scramble, position, mastermind together")

    def shares(self, game: Game) -> tuple[float, float, float]:
        """How many of the children undergo scramble, position and Mastermind mutation."""
        given = (self.scramble, self.position, self.mastermind)
        return given if any(given) else (0.3, 0.3, 0.4) if game.pegs <= 4 else (0.2, 0.1, 0.7)

    def evolve(
        self, game: Game, fitness_of: Callable[[Codes], Fitness], rng: np.random.Generator
    ) -> Iterator[tuple[int, Codes, Fitness]]:
        """Each generation with its number, the elites first."""
        codes = random_codes(self.population, game.pegs, game.colors, game.repeats, rng)
        fitness = fitness_of(codes)
        yield 1, codes, fitness
        for number in range(2, self.limit + 1):
            best = np.argsort(-fitness, kind="stable")[: self.elites]
            rates = self.crossover, *self.shares(game)
            children = bred(codes, fitness, rates, self.population - self.elites, game.colors, game.repeats, rng)
            codes = np.concatenate([codes[best], children])
            fitness = np.concatenate([fitness[best], fitness_of(children)])
            yield number, codes, fitness

    def asked(self, generations: int) -> int:
        """How many codes were given a fitness in so many generations."""
        return self.population + (generations - 1) * (self.population - self.elites)


@compiled
def bred(
    codes: Codes, fitness: Fitness, rates: Rates, n: int, colors: int, repeats: bool, rng: np.random.Generator
) -> Codes:  # fmt: skip
    """`n` children: parents by roulette, crossed at two points, then one mutation by the shares."""
    crossover, scramble, position, mastermind = rates
    children = np.empty((n, codes.shape[1]), np.uint8)
    for child in children:
        one = codes[roulette(fitness, rng)]
        if rng.random() < crossover:
            two_point_crossover(child, one, codes[roulette(fitness, rng)], rng)
        else:
            child[:] = one
        if not repeats:
            make_distinct(child, colors, rng)
        which = rng.random()
        if which < scramble:
            scramble_mutation(child, rng)
        elif which < scramble + position:
            swap_mutation(child, rng)
        elif which < scramble + position + mastermind and repeats:
            circular_mutation(child, colors, rng)
        elif which < scramble + position + mastermind:
            circular_distinct_mutation(child, colors, rng)
    return children


@dataclass(frozen=True)
class CabanaTupac(Evolution, OracleSearch):
    """Evolve codes whose fitness is the secret's own answer: not a player, a search that asks thousands of times.

    Names    Scramble, position, Mastermind: the paper's mutaciones de desorden, de posición, Mastermind.
    Choices  Of the mutations each child undergoes one, drawn by the shares: the paper gives percentages and not
             of what. Two parents by roulette make one child, always: less `crossover` is ours. Cuts lie after
             any peg, stretches to shuffle hold two pegs or more. The best code is kept as it is and not asked
             again, which is kind to the paper: 40 queries, then 39 a generation, 5851 in all. The paper's runs
             go on for 150 generations (`stop=False`); here a search stops when it has met the secret. Shares
             that are not given: up to 4 pegs 30/30/40, else 20/10/70. Games without repeats, which the paper does
             not have, replace a repeated color by a free one, and the next color is the next free one.
    Known    The paper prints curves and no numbers. Measured by `findings`, 10 secrets with 20 runs each:
                 4x6 almost always reaches 14                 holds: 100 % of the runs
                 5x8 scramble alone does not pass 14          does not hold: all reach 20
                 5x8 position alone does not pass 15          does not hold: all reach 20
                 5x8 Mastermind alone passes 16               holds: 100 %
                 5x8 Mastermind alone rarely reaches 20       does not hold: 74 % do
                 5x8 20/10/70 mostly reaches 20               holds: 98 %
             With `crossover=0.0` all but one hold: 93 % do not pass 14, 92 % do not pass 15, 99 % pass 16 but
             36 % reach 20, 99 % reach 20. The sentences about 5x8 read as if its runs had no crossover (our guess):
             shuffling alone can't bring in a color, and four colors of five in place score 14.
             Queries until the secret is met, measured over 300 secrets: 4x6 237 +- 10 (any order of all codes:
             648.5; random, a player: 4.6); 5x8 1143 +- 59, the 1.3 % not met counted as 5851.
    """

    stop: bool = True  # once the secret is met; the paper's curves go on

    def generations(
        self, game: Game, oracle: Oracle, rng: np.random.Generator
    ) -> Generator[Generation, None, SearchResult]:
        score_of = score_table(game)
        number = 0
        for number, codes, fitness in self.evolve(game, lambda codes: score_of[oracle(codes)], rng):
            yield Generation(1, number, codes, fitness, oracle.queries)
            if self.stop and oracle.solved:
                break
        note = "" if oracle.solved else "budget spent"
        return SearchResult(oracle.solved, oracle.queries, (number,), self.asked(number), self.asked(number), note=note)


@dataclass(frozen=True)
class CabanaTupacLegal(Evolution, Evolving):
    """The same algorithm as a player: codes are judged by the history, and one is played a turn.

    Names    The legal sibling of `cabana_tupac`; it is ours, not the paper's.
    Choices  Fitness is the sum over past turns of S_max - |S(answer the code would give) - S(answer given)|, where
             S is the paper's score; 0 for a code that was played. Scores tell feedbacks apart, so exactly the
             candidates reach turns x S_max. Each turn evolves a fresh population and plays the first candidate
             met; after `limit` generations the fittest code, with the note "budget spent". Then, in games of up
             to 2**20 codes, the candidates are listed once, not to be played but to raise `Impossible` where
             there is none.
    Known    No published number. Measured over 300 secrets: 4x6 4.68 +- 0.05 guesses (random: 4.64); 5x8 6.78 +-
             0.10 (random: 5.94), where in half of the games some turn spends its budget. 8x12: about 70.
    """

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        game, turns = position.game, position.guesses
        guesses = np.array([turn.guess for turn in position.history], np.uint8).reshape(turns, game.pegs)
        told = np.array([turn.feedback for turn in position.history], np.int64)
        score_of = score_table(game)
        best, found, number = np.empty(0, np.uint8), False, 0
        for number, codes, fitness in self.evolve(
            game, lambda codes: history_fitness(codes, guesses, told, score_of, game.whites), rng
        ):
            yield Generation(1, number, codes, fitness, position.queries)
            best = codes[fitness.argmax()]
            found = fitness.max() == turns * score_of[game.solved]
            if found:
                break
        if not found:
            refuse_impossible(position)
        spent = self.asked(number)
        return Move(best, evaluations=spent, feedbacks=spent * turns, note="" if found else "budget spent")


@compiled
def history_fitness(
    codes: Codes, guesses: Codes, told: npt.NDArray[np.int64], score_of: Fitness, whites: bool
) -> Fitness:  # fmt: skip
    """For each code, how near the answers that it would give come to those given; 0 if it was played."""
    fitness = np.zeros(len(codes))
    solved = len(score_of) - 1
    for i in range(len(codes)):
        for t in range(len(guesses)):
            answer = feedback(codes[i], guesses[t], whites)
            if answer == solved:
                fitness[i] = 0.0
                break
            fitness[i] += score_of[solved] - abs(score_of[answer] - score_of[told[t]])
    return fitness
