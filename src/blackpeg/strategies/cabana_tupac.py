"""A genetic algorithm whose codes are scored by the secret itself, and two players that are made of it.

Source   Cabana Tejada & Túpac Valdivia, "Cómo resolver el juego Mastermind a través de computación evolutiva"
         (Universidad Católica San Pablo, Arequipa).

The paper's sentences about the algorithm are quoted beside the lines that do what they say, with their sections.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass

import numpy as np

from ..errors import BlackpegError
from ..evolve import (
    BestUnplayed,
    Fitness,
    circular_distinct_mutation,
    circular_mutation,
    fill_wheel,
    make_distinct,
    random_codes,
    refuse_impossible,
    scramble_mutation,
    spin_wheel,
    swap_mutation,
    two_point_crossover,
)
from ..evolve.kalisker_score import score_agreements, score_table
from ..game import Code, Codes, Game
from ..generations import Generation
from ..information.one_step_rules import ENTROPY, EXPECTED_SIZE, OneStepRule
from ..information.part_scores import minus_one, size
from ..kernels import LARGEST, part_sizes
from ..kernels.jit import compiled
from ..oracle import Oracle, OracleSearch, SearchResult
from ..players import Evolving
from ..position import Move, Position

CHOICES = {
    "minimax": OneStepRule(size, LARGEST),
    "expected_size": EXPECTED_SIZE,
    "most_parts": OneStepRule(minus_one),
    "entropy": ENTROPY,
}
Rates = tuple[float, float, float, float]  # crossover, scramble, position, mastermind


@dataclass(frozen=True)
class Evolution:
    """The paper's algorithm, which the search and the player share; they differ in the fitness."""

    population: int = 40  # tables I and II: "individuos en una población"
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
        fitness = fitness_of(codes)  # IV.A: each individual is "una posible adivinanza"
        yield 1, codes, fitness
        for number in range(2, self.limit + 1):  # IV.C: "se toma el mejor individuo ... y se preserva"
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
    children, wheel = np.empty((n, codes.shape[1]), np.uint8), np.empty(len(codes))
    fill_wheel(wheel, fitness)  # IV.B: "la estrategia de selección es la ruleta"
    for child in children:
        one = codes[spin_wheel(wheel, rng)]
        if rng.random() < crossover:  # IV.C: "se usó el cruce de dos puntos"
            two_point_crossover(child, one, codes[spin_wheel(wheel, rng)], rng)
        else:
            child[:] = one
        if not repeats:
            make_distinct(child, colors, rng)
        which = rng.random()
        if which < scramble:  # III.A: "desordena una sublista seleccionada del individuo"
            scramble_mutation(child, rng)
        elif which < scramble + position:  # III.A: "intercambia las posiciones de dos genes"
            swap_mutation(child, rng)
        elif which < scramble + position + mastermind and repeats:  # IV.C: "cambiándolo por el próximo color"
            circular_mutation(child, colors, rng)
        elif which < scramble + position + mastermind:
            circular_distinct_mutation(child, colors, rng)
    return children


@dataclass(frozen=True)
class CabanaTupac(Evolution, OracleSearch):
    """Evolve codes whose fitness is their feedback from the secret: a search of thousands of queries, not a player.

    Names    Scramble, position, Mastermind: the paper's mutaciones de desorden, de posición, Mastermind. Figures 9
             (4x6) and 13 (5x8) are `cabana_tupac`; figures 10, 11 and 12, literally, are `cabana_tupac(crossover=0.0,
             scramble=1.0)`, the same with `position=1.0` and with `mastermind=1.0` (5x8).
    Choices  Figures 10 to 12 apply "sólo el operador de Mutación de ...": literally there is no crossover
             (`crossover=0.0`). That it "se aplica siempre en cada generación" is said of 4x6 alone; if it is meant of
             5x8 too, "sólo" tells one mutation from the others (`crossover=1.0`). Of figure 13 the paper says neither.
             The paper gives percentages of mutations, not of what: here each child undergoes one, drawn by these
             shares, so that individuals are chosen "aleatoriamente". Two parents by roulette make one child. Cuts lie
             after any peg; segments to shuffle have at least two pegs. The best code is kept unchanged and not asked
             again, which is kind to the paper: 40 queries, then 39 a generation, 5851 in all. The paper's runs go on
             for 150 generations (`stop=False`); here a search stops when it has met the secret. Default shares:
             30/30/40 up to 4 pegs, else 20/10/70. In games without repeats, which the paper does not have, a repeated
             color is replaced by a free one, and the next color is the next free one.
    Known    The paper prints curves and no numbers; its sentences about them are judged in both readings (study
             cabana_tupac, docs/results/cabana_tupac.md). 4x6 takes some 240 queries, 5x8 some 1100.
    """

    stop: bool = True  # when the secret is met; the paper's runs go on

    def generations(
        self, game: Game, oracle: Oracle, rng: np.random.Generator
    ) -> Generator[Generation, None, SearchResult]:
        table, number = score_table(game), 0  # IV.B, equation 3: (2B + W) + (1 + 2 + ... + (B + W - 1))
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


@dataclass(frozen=True)
class CabanaTupacHybrid(Evolution, Evolving):
    """Gather candidates by the same algorithm and play the one that tells most about the others.

    Source   Ours: the "modelo híbrido Evolutivo - Adivinanzas Estratégicas" that Cabana & Túpac leave for the future.
    Names    The guess is judged "no solo midiendo su distancia ... sino también por su poder predictivo".
    Choices  Operators, shares and score S are the paper's. Fitness is 1 / (1 + d), where d is the sum over past turns
             of |S(feedback of the code) - S(real feedback)|; the fitness of cabana_tupac_legal hardly tells good codes
             from bad ones after some turns. A turn gathers codes with d = 0. An evolution ends when there are `enough`,
             when `stale` generations brought no new one, or after `limit` generations; then another begins, up to
             `tries` of them, until one brings nothing new: the candidates of one evolution are too much alike to be
             a sample. Played is the one that tells most about the others, by entropy, or by the rules that the paper
             cites: "minimax" (Knuth), "expected_size" (Irving), "most_parts" (Kooi). If there is none, the fittest
             code is played ("budget spent").
    Known    Measured: 4x6 4.45 ± 0.08 guesses (400 games), 5x8 5.75 ± 0.12 (250), 6x9 6.69 ± 0.25 (80);
             cabana_tupac_legal at the same secrets 4.63, 6.74 and 11.54.
    """

    limit: int = 50  # generations of one evolution
    choice: str = "entropy"  # or "minimax", "expected_size", "most_parts"
    enough: int = 200  # candidates to gather before one is chosen
    stale: int = 3  # generations without a new candidate that end an evolution
    tries: int = 20  # evolutions per turn

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.choice not in CHOICES:
            raise BlackpegError(f"cabana_tupac_hybrid has no choice '{self.choice}'; there are {', '.join(CHOICES)}")
        if min(self.enough, self.stale, self.tries) < 1:
            raise BlackpegError("cabana_tupac_hybrid: enough, stale and tries are at least 1")

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        game, turns, past, table = position.game, position.guesses, position.past_turns, score_table(position.game)
        perfect = turns * table[game.solved]  # the agreement of a candidate
        found, best, spent = dict[bytes, Code](), BestUnplayed(position), 0
        for attempt in range(1, self.tries + 1):
            known, last, number = len(found), 0, 0  # last: the last generation with a new candidate
            evolution = self.evolve(game, lambda codes: 1 / (1 + perfect - score_agreements(codes, past, table)), rng)
            for number, codes, fitness in evolution:
                before = len(found)
                found |= {code.tobytes(): code for code in codes[fitness == 1]}
                last = number if len(found) > before else last
                best.see(codes, fitness)
                compared = spent + self.evaluations(number)
                yield Generation(attempt, number, codes, fitness, position.queries, None, len(found), compared)
                if len(found) >= self.enough or (fitness.max() == 1 and number - last >= self.stale):
                    break
            spent += self.evaluations(number)
            if len(found) >= self.enough or 0 < len(found) == known:
                break
        if not found:
            return best.move(False, spent, rng)
        candidates = np.array(list(found.values()))
        sizes = part_sizes(candidates.T, candidates.T, game.colors, game.whites)
        code = candidates[CHOICES[self.choice].scores(sizes, game).argmin()]
        return Move(code, evaluations=spent, feedbacks=spent * turns + len(candidates) ** 2)
