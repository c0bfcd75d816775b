"""A genetic algorithm on rules met, and an annealer that may play codes that do not fit.

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
from ..information.openings import first_guess_error, fixed_first_guess
from ..kernels.feedback import feedback
from ..kernels.jit import compiled
from ..players import Evolving
from ..position import Move, Position


@dataclass(frozen=True)
class Bernier1996GA(Evolving):
    """Evolve codes that meet as many rules as they can, a rule being a guess with its answer; play one that meets all.

    Choices  Only the abstract and later papers by the authors were at hand. They give: fitness from the number of
             rules met, with more weight on black pegs; a population of 500; only codes that fit are played. Ours:
             a rule met counts `pegs`, and each rule as many more as it has black pegs in common with the answer;
             tournaments of two; a child is crossed at one point, mutated to the next color or has two pegs
             exchanged, by the three shares; the fittest code is kept; after 15 generations without a better one
             the population is drawn anew. A turn begins with a new population. The first guess is any code.
    Known    Published: 6x6 5.62, 6x10 7.00; a third, 5.08, is printed under 5x7, where it would be below the best
             known tree, and fits 5x6. Measured: 6x6 5.522 +- 0.026 (1000 secrets), from 123456 5.671 +- 0.028; 6x10
             7.098 +- 0.049 (400); 5x6 5.080 +- 0.026 (1000). Over 2000 secrets, and beside it the difference from
             `random` with the same first guess on the same secrets: 4x6 from 1122 4.618 +- 0.019 (-0.017 +- 0.027),
             5x8 from 11223 5.827 +- 0.021 (+0.018 +- 0.029).
    """

    population: int = 500
    crossover: float = 0.5  # shares of the children
    mutation: float = 0.25
    transposition: float = 0.25
    stagnation: int = 15  # generations without a better code, after which a new population is drawn
    limit: int = 3000  # generations at one turn
    first: str | None = None

    def __post_init__(self) -> None:
        shares = self.crossover, self.mutation, self.transposition
        if min(shares) < 0 or not sum(shares) > 0:
            raise BlackpegError("bernier1996_ga's shares are not below 0, and one is above")
        if self.population < 1 or self.stagnation < 1 or self.limit < 1:
            raise BlackpegError("bernier1996_ga needs a population, a generation and one before it draws anew")

    def supports(self, game: Game) -> str | None:
        return first_guess_error(game, self.first)

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        game = position.game
        if not position.history:
            first = fixed_first_guess(position, self.first)
            return Move(random_population(game, 1, rng)[0] if first is None else first)
        total = self.crossover + self.mutation + self.transposition
        shares = self.crossover / total, self.mutation / total
        past, best, most = position.past_turns, BestUnplayed(position), rules_met_at_most(position)
        codes = random_population(game, self.population, rng)
        fitness = rules_met(codes, past)
        evaluations, number, since, top = len(codes), 1, 0, fitness.max()
        while True:
            found = int((fitness == most).sum())
            best.see(codes, fitness)
            yield Generation(1, number, codes, fitness, position.queries, found=found)
            if found or number == self.limit:
                return best.move(found > 0, evaluations, rng)
            if since == self.stagnation:
                codes, since = random_population(game, self.population, rng), 0
                fitness = rules_met(codes, past)
                top = fitness.max()
                evaluations += len(codes)
            else:
                codes, fitness = next_generation(codes, fitness, shares, game.colors, game.repeats, past, rng)
                since = 0 if fitness.max() > top else since + 1
                top = max(top, fitness.max())
                evaluations += len(codes) - 1
            number += 1


def rules_met_at_most(position: Position) -> float:
    """The fitness of a candidate: every rule met, and all the black pegs told."""
    pegs = position.game.pegs
    return float(sum(pegs + turn.feedback // (pegs + 1) for turn in position.history))


@compiled
def rules_fitness(code: Code, past: PastTurns) -> float:
    """For each rule the number of pegs if it is met, and the black pegs that are right."""
    pegs, fitness = len(code), 0
    for turn in range(len(past.feedbacks)):
        own, real = feedback(code, past.guesses[turn], past.whites), past.feedbacks[turn]
        fitness += min(own // (pegs + 1), real // (pegs + 1)) + (pegs if own == real else 0)
    return float(fitness)


@compiled
def rules_met(codes: Codes, past: PastTurns) -> Fitness:
    """The fitness of each code."""
    fitness = np.empty(len(codes))
    for i in range(len(codes)):
        fitness[i] = rules_fitness(codes[i], past)
    return fitness


@compiled
def next_generation(
    codes: Codes, fitness: Fitness, shares: tuple[float, float], colors: int, repeats: bool, past: PastTurns,
    rng: np.random.Generator,
) -> tuple[Codes, Fitness]:  # fmt: skip
    """The fittest code, and children of winners of tournaments."""
    children, scores = np.empty_like(codes), np.empty(len(codes))
    top = np.argmax(fitness)
    children[0], scores[0] = codes[top], fitness[top]
    for i in range(1, len(codes)):
        child, parent, which = children[i], codes[tournament(fitness, 2, rng)], rng.random()
        child[:] = parent
        if which < shares[0]:
            one_point_crossover(child, parent, codes[tournament(fitness, 2, rng)], rng)
            if not repeats:
                make_distinct(child, colors, rng)
        elif which >= shares[0] + shares[1]:
            swap_mutation(child, rng)
        elif repeats:
            circular_mutation(child, colors, rng)
        else:
            circular_distinct_mutation(child, colors, rng)
        scores[i] = rules_fitness(child, past)
    return children, scores


@dataclass(frozen=True)
class Bernier1996SA(Evolving):
    """Anneal one code towards the history for a while, and play the best met even if it does not fit.

    Choices  The abstract says that the annealer plays the best code found within a limit and is about a hundred
             times faster than random search. Ours: the energy is the misfit; a move gives a peg another color
             or exchanges two, with the same chance; it is taken if the energy does not rise, else with the
             chance exp(-rise / T); T begins at `pegs` and falls by 5 % after every 50 moves, up to 2000 moves. A code
             that was played is not played again. A generation is what was tried at one T; the
             first is the random code that it begins with. The first guess is any
             code.
    Known    No figure of its own was at hand. Measured over 2000 secrets, and beside it the difference from `random`
             with the same first guess on the same secrets: 4x6 from 1122 4.650 +- 0.019 (+0.015 +- 0.027), 5x8 from
             11223 6.133 +- 0.025 (+0.324 +- 0.031), where in a third of the games some turn ends without a
             candidate. 6x6 6.227 +- 0.040 (1000), 6x10 8.832 +- 0.079 (400).
    """

    moves: int = 50  # at one temperature
    cooling: float = 0.95
    start: float = 0.0  # the first temperature; 0: as many as there are pegs
    limit: int = 2000  # moves at one turn
    first: str | None = None

    def __post_init__(self) -> None:
        if not (self.moves >= 1 and self.limit >= 1 and 0 < self.cooling <= 1 and self.start >= 0):
            raise BlackpegError("bernier1996_sa needs a move, a cooling above 0 and up to 1, and a start from 0")

    def supports(self, game: Game) -> str | None:
        return first_guess_error(game, self.first)

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        game = position.game
        state = random_population(game, 1, rng)[0]
        if not position.history:
            first = fixed_first_guess(position, self.first)
            return Move(state if first is None else first)
        past, best = position.past_turns, BestUnplayed(position)
        tried, temperature = state[None].copy(), self.start or float(game.pegs)
        away = misfits(tried, past)
        evaluations, number, energy = 1, 1, int(away[0])
        while True:
            fitness, found = -away.astype(np.float64), int(energy == 0)
            best.see(tried, fitness)
            yield Generation(1, number, tried, fitness, position.queries, found=found)
            if found or evaluations > self.limit:
                return best.move(found > 0, evaluations, rng)
            moves = min(self.moves, self.limit + 1 - evaluations)
            tried, away, energy = cooled(state, energy, temperature, moves, game.colors, game.repeats, past, rng)
            evaluations, number, temperature = evaluations + len(tried), number + 1, temperature * self.cooling


@compiled
def cooled(
    state: Code, energy: int, temperature: float, moves: int, colors: int, repeats: bool, past: PastTurns,
    rng: np.random.Generator,
) -> tuple[Codes, npt.NDArray[np.int64], int]:  # fmt: skip
    """What was tried at one temperature, until something fits; `state` is changed, its energy comes last."""
    tried, away = np.empty((moves, len(state)), np.uint8), np.empty(moves, np.int64)
    for i in range(moves):
        tried[i] = state
        if rng.random() < 0.5:
            swap_mutation(tried[i], rng)
        elif repeats:
            point_mutation(tried[i], colors, rng)
        else:
            point_distinct_mutation(tried[i], colors, rng)
        away[i] = misfit(tried[i], past)
        if away[i] <= energy or rng.random() < np.exp((energy - away[i]) / temperature):
            state[:] = tried[i]
            energy = away[i]
        if energy == 0:
            return tried[: i + 1], away[: i + 1], energy
    return tried, away, energy
