"""A genetic algorithm whose codes are scored by the secret itself, and a player that is made of it.

Source   Cabana Tejada & Túpac Valdivia, "Cómo resolver el juego Mastermind a través de computación evolutiva"
         (Universidad Católica San Pablo, Arequipa).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass

import numpy as np

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
from ..evolve.kalisker_score import score_agreements, score_table
from ..game import Codes, Game
from ..generations import Generation
from ..kernels.jit import compiled
from ..oracle import Oracle, OracleSearch, SearchResult
from ..players import Evolving
from ..position import Move, Position

Rates = tuple[float, float, float, float]  # crossover, scramble, position, mastermind


@dataclass(frozen=True)
class Evolution:
    """The paper's algorithm, which the search and the player share; they differ in the fitness."""

    population: int = 40
    limit: int = 150  # generations, the first population included
    elites: int = 1  # fittest codes that are kept unchanged
    crossover: float = 1.0  # share of children that have two parents, not one
    scramble: float = 0.0  # share of children with a segment shuffled
    position: float = 0.0  # with two pegs exchanged
    mastermind: float = 0.0  # with a peg of the next color; if all three are 0: the paper's shares for the size

    def __post_init__(self) -> None:
        if not (0 <= self.elites < self.population and self.limit >= 1):
            raise BlackpegError("cabana_tupac needs a generation, and a population larger than its elites")
        given = (self.scramble, self.position, self.mastermind)
        if min(given) < 0 or sum(given) > 1 + 1e-9 or not 0 <= self.crossover <= 1:
            raise BlackpegError("cabana_tupac's crossover is at most 1; so are scramble, position, mastermind together")

    def shares(self, game: Game) -> tuple[float, float, float]:
        """Returns the shares of children that undergo scramble, position and Mastermind mutation."""
        given = (self.scramble, self.position, self.mastermind)
        return given if any(given) else (0.3, 0.3, 0.4) if game.pegs <= 4 else (0.2, 0.1, 0.7)

    def evolve(
        self, game: Game, fitness_of: Callable[[Codes], Fitness], rng: np.random.Generator
    ) -> Iterator[tuple[int, Codes, Fitness]]:
        """Yields the number, codes and fitness of each generation, with the elites first."""
        codes = random_codes(self.population, game.pegs, game.colors, game.repeats, rng)
        fitness = fitness_of(codes)
        yield 1, codes, fitness
        for number in range(2, self.limit + 1):
            best = np.argsort(-fitness, kind="stable")[: self.elites]
            rates = self.crossover, *self.shares(game)
            children = breed(codes, fitness, rates, self.population - self.elites, game.colors, game.repeats, rng)
            codes = np.concatenate([codes[best], children])
            fitness = np.concatenate([fitness[best], fitness_of(children)])
            yield number, codes, fitness

    def evaluations(self, generations: int) -> int:
        """Returns how many codes are evaluated in this many generations."""
        return self.population + (generations - 1) * (self.population - self.elites)


@compiled
def breed(
    codes: Codes, fitness: Fitness, rates: Rates, n: int, colors: int, repeats: bool, rng: np.random.Generator
) -> Codes:  # fmt: skip
    """Returns `n` children: parents by roulette, crossed at two points, then one mutation drawn by the shares."""
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
    """Evolve codes whose fitness is their feedback from the secret: a search of thousands of queries, not a player.

    Names    Scramble, position, Mastermind: the paper's mutaciones de desorden, de posición, Mastermind.
    Choices  The paper gives percentages of mutations, not of what: here each child undergoes one, drawn by these
             shares. Two parents by roulette make one child, always: less `crossover` is ours. Cuts lie after any peg;
             segments to shuffle have at least two pegs. The best code is kept unchanged and not asked again, which is
             kind to the paper: 40 queries, then 39 a generation, 5851 in all. The paper's runs go on for 150
             generations (`stop=False`); here a search stops when it has met the secret. Default shares: 30/30/40 up to
             4 pegs, else 20/10/70. In games without repeats, which the paper does not have, a repeated color is
             replaced by a free one, and the next color is the next free one.
    Known    The paper prints curves and no numbers; half of its sentences about them hold (study cabana_tupac,
             docs/results/cabana_tupac.md). 4x6 takes some 240 queries, 5x8 some 1100.
    """

    stop: bool = True  # when the secret is met; the paper's runs go on

    def generations(
        self, game: Game, oracle: Oracle, rng: np.random.Generator
    ) -> Generator[Generation, None, SearchResult]:
        table, number = score_table(game), 0
        for number, codes, fitness in self.evolve(game, lambda codes: table[oracle(codes)], rng):
            yield Generation(1, number, codes, fitness, oracle.queries)
            if self.stop and oracle.solved:
                break
        note = "" if oracle.solved else "budget spent"
        spent = self.evaluations(number)
        return SearchResult(oracle.solved, oracle.queries, (number,), spent, spent, note=note)


@dataclass(frozen=True)
class CabanaTupacLegal(Evolution, Evolving):
    """Play by the same algorithm: fitness comes from the history alone, and each turn plays one code.

    Source   Ours, after Cabana & Túpac, whose own algorithm is no player.
    Names    The legal sibling of cabana_tupac.
    Choices  Fitness is the sum over past turns of S_max - |S(feedback of the code) - S(real feedback)|, where S is the
             paper's score; 0 for a code that was played. Each turn evolves a new population and plays the first
             candidate; after `limit` generations the fittest code, with the note "budget spent". Then, in games of up
             to 2^20 codes, it is checked that there is a candidate at all.
    Known    Not published; measured: study cabana_tupac (docs/results/cabana_tupac.md).
    """

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        game, turns, past, table = position.game, position.guesses, position.past_turns, score_table(position.game)
        best, found, spent = np.empty(0, np.uint8), 0, 0
        for number, codes, fitness in self.evolve(game, lambda codes: score_agreements(codes, past, table), rng):
            best, found = codes[fitness.argmax()], int((fitness == turns * table[game.solved]).sum())
            spent = self.evaluations(number)
            yield Generation(1, number, codes, fitness, position.queries, found=found, evaluations=spent)
            if found:
                break
        if not found:
            refuse_impossible(position)
        return Move(best, evaluations=spent, feedbacks=spent * turns, note="" if found else "budget spent")
