"""A genetic algorithm that counts the turns that a code agrees with, and an annealer that may play inconsistent codes.

Source   Bernier, Herráiz, Merelo, Olmeda & Prieto (1996), "Solving MasterMind using GAs and simulated annealing:
         a case of dynamic constraint optimization", PPSN IV.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..errors import BlackpegError
from ..evolve import (
    BestUnplayed,
    Fitness,
    PastTurns,
    circular_distinct_mutation,
    circular_mutation,
    make_distinct,
    misfit,
    misfits,
    one_point_crossover,
    point_distinct_mutation,
    point_mutation,
    random_population,
    swap_mutation,
    tournament,
)
from ..game import Code, Codes, Game
from ..generations import Generation
from ..information.first_guesses import first_guess_error, fixed_first_guess
from ..kernels.feedback import feedback
from ..kernels.jit import compiled
from ..players import Evolving
from ..position import Move, Position


@dataclass(frozen=True)
class Bernier1996GA(Evolving):
    """Evolve codes that meet as many rules as possible; a rule is a guess with its feedback. Play one that meets all.

    Choices  We know the abstract and what later papers by the authors say: fitness is the number of rules met, with
             more weight on black pegs; the population is 500; only candidates are played. Chosen here: a rule that
             is met counts as many as there are pegs, and each rule also counts the black pegs that the code's
             feedback has in common with the real one. Parents win tournaments of two. A child is crossed at one
             point, has a peg mutated to the next color, or has two pegs swapped, by the three shares. The fittest
             code is kept. After 15 generations without a better code a new population is drawn, and so it is at the
             start of a turn. The first guess is random.
    Known    Published: 6x6 5.62, 6x10 7.00, and 5.08 under 5x7, below the best tree known, while it fits 5x6 (study
             bernier1996). It needs as many guesses as `random` from the same first guess (study players).
    """

    population: int = 500
    crossover: float = 0.5  # shares of the children, relative to each other
    mutation: float = 0.25
    transposition: float = 0.25
    stagnation: int = 15  # generations without a better code, after which a new population is drawn
    limit: int = 3000  # generations per turn
    first: str | None = None

    def __post_init__(self) -> None:
        shares = self.crossover, self.mutation, self.transposition
        if min(shares) < 0 or not sum(shares) > 0:
            raise BlackpegError("the shares of bernier1996_ga can't be negative, and at least one must be positive")
        if self.population < 1 or self.stagnation < 1 or self.limit < 1:
            raise BlackpegError("bernier1996_ga: population, stagnation and limit are at least 1")

    def supports(self, game: Game) -> str | None:
        return first_guess_error(game, self.first)

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        game = position.game
        if not position.history:
            first = fixed_first_guess(position, self.first)
            return Move(random_population(game, 1, rng)[0] if first is None else first)
        total = self.crossover + self.mutation + self.transposition
        shares = self.crossover / total, self.mutation / total
        past, best, of_candidates = position.past_turns, BestUnplayed(position), candidate_fitness(position)
        codes = random_population(game, self.population, rng)
        fitness = evaluate(codes, past)
        evaluations, number, stagnant, top = len(codes), 1, 0, fitness.max()
        while True:
            found = int((fitness == of_candidates).sum())
            best.see(codes, fitness)
            yield Generation(1, number, codes, fitness, position.queries, found=found, evaluations=evaluations)
            if found or number == self.limit:
                return best.move(found > 0, evaluations, rng)
            if stagnant == self.stagnation:
                codes, stagnant = random_population(game, self.population, rng), 0
                fitness = evaluate(codes, past)
                top = fitness.max()
                evaluations += len(codes)
            else:
                codes, fitness = breed(codes, fitness, shares, game.colors, game.repeats, past, rng)
                stagnant = 0 if fitness.max() > top else stagnant + 1
                top = max(top, fitness.max())
                evaluations += len(codes) - 1
            number += 1


def candidate_fitness(position: Position) -> float:
    """Returns the fitness of a candidate, the greatest there is: it meets every rule, with all black pegs."""
    pegs = position.game.pegs
    return float(sum(pegs + turn.feedback // (pegs + 1) for turn in position.history))


@compiled
def evaluate_code(code: Code, past: PastTurns) -> float:
    """Returns the fitness: for each rule the number of pegs if it is met, and the black pegs in common."""
    pegs, fitness = len(code), 0
    for turn in range(len(past.feedbacks)):
        own, real = feedback(code, past.guesses[turn], past.whites), past.feedbacks[turn]
        fitness += min(own // (pegs + 1), real // (pegs + 1)) + (pegs if own == real else 0)
    return float(fitness)


@compiled
def evaluate(codes: Codes, past: PastTurns) -> Fitness:
    """Returns the fitness of each code."""
    fitness = np.empty(len(codes))
    for i in range(len(codes)):
        fitness[i] = evaluate_code(codes[i], past)
    return fitness


@compiled
def breed(
    codes: Codes, fitness: Fitness, shares: tuple[float, float], colors: int, repeats: bool, past: PastTurns,
    rng: np.random.Generator,
) -> tuple[Codes, Fitness]:  # fmt: skip
    """Returns the next generation with its fitness: the fittest code, and children of winners of tournaments."""
    children, scores = np.empty_like(codes), np.empty(len(codes))
    top = np.argmax(fitness)
    children[0], scores[0] = codes[top], fitness[top]
    for i in range(1, len(codes)):
        child, parent, operator = children[i], codes[tournament(fitness, 2, rng)], rng.random()
        child[:] = parent
        if operator < shares[0]:
            one_point_crossover(child, parent, codes[tournament(fitness, 2, rng)], rng)
            if not repeats:
                make_distinct(child, colors, rng)
        elif operator >= shares[0] + shares[1]:
            swap_mutation(child, rng)
        elif repeats:
            circular_mutation(child, colors, rng)
        else:
            circular_distinct_mutation(child, colors, rng)
        scores[i] = evaluate_code(child, past)
    return children, scores


@dataclass(frozen=True)
class Bernier1996SA(Evolving):
    """Anneal one code towards the history for a while, and play the best code met, even if it is inconsistent.

    Choices  The abstract says that the annealer plays the best code found within a limit, and is about a hundred
             times as fast as random search. Chosen here: the energy is the misfit. A move gives one peg another
             color or swaps two, with equal chance. It is accepted if the energy does not rise, else with the chance
             exp(-rise / T). T starts at the number of pegs and falls by 5 % after every 50 moves, up to 2000 moves.
             No code is played twice. A generation is what was tried at one temperature, the first one being the
             random code at the start. The first guess is random.
    Known    No published figure is known to us. Here it needs as many guesses as `random` at 4x6 and more at 5x8, where
             some turns end without a candidate (study players).
    """

    moves: int = 50  # per temperature
    cooling: float = 0.95
    start: float = 0.0  # the first temperature; 0: the number of pegs
    limit: int = 2000  # moves per turn
    first: str | None = None

    def __post_init__(self) -> None:
        if not (self.moves >= 1 and self.limit >= 1 and 0 < self.cooling <= 1 and self.start >= 0):
            raise BlackpegError(
                "bernier1996_sa: moves and limit are at least 1, cooling is above 0 and at most 1, start is at least 0"
            )

    def supports(self, game: Game) -> str | None:
        return first_guess_error(game, self.first)

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        game = position.game
        code = random_population(game, 1, rng)[0]
        if not position.history:
            first = fixed_first_guess(position, self.first)
            return Move(code if first is None else first)
        past, best = position.past_turns, BestUnplayed(position)
        tried, temperature = code[None].copy(), self.start or float(game.pegs)
        energies = misfits(tried, past)
        evaluations, number = 1, 1
        while True:
            fitness, found = -energies.astype(np.float64), int(energies[-1] == 0)
            best.see(tried, fitness)
            yield Generation(1, number, tried, fitness, position.queries, found=found, evaluations=evaluations)
            if found or evaluations > self.limit:
                return best.move(found > 0, evaluations, rng)
            moves = min(self.moves, self.limit + 1 - evaluations)
            tried, energies = anneal(code, temperature, moves, game.colors, game.repeats, past, rng)
            evaluations, number, temperature = evaluations + len(tried), number + 1, temperature * self.cooling


@compiled
def anneal(
    code: Code, temperature: float, moves: int, colors: int, repeats: bool, past: PastTurns, rng: np.random.Generator
) -> tuple[Codes, npt.NDArray[np.int64]]:
    """Changes `code` by moves at one temperature until it fits. Returns the codes tried and their energies."""
    energy = misfit(code, past)
    tried, energies = np.empty((moves, len(code)), np.uint8), np.empty(moves, np.int64)
    for i in range(moves):
        tried[i] = code
        if rng.random() < 0.5:
            swap_mutation(tried[i], rng)
        elif repeats:
            point_mutation(tried[i], colors, rng)
        else:
            point_distinct_mutation(tried[i], colors, rng)
        energies[i] = misfit(tried[i], past)
        if energies[i] <= energy or rng.random() < np.exp((energy - energies[i]) / temperature):
            code[:] = tried[i]
            energy = energies[i]
        if energy == 0:
            return tried[: i + 1], energies[: i + 1]
    return tried, energies
