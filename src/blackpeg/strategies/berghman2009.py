"""Gather some sixty candidates by a genetic algorithm and play the one that would leave the fewest of them."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..errors import BlackpegError
from ..evolve import (
    BestUnplayed,
    CodeSet,
    Fitness,
    MutationRates,
    PastTurns,
    add_code,
    cross_and_mutate,
    cross_and_mutate_both,
    draw_code,
    empty_code_set,
    fill_wheel,
    random_population,
    refuse_impossible,
    spin_wheel,
    weighted_misfits,
)
from ..game import Code, Codes, Game
from ..generations import Generation
from ..information.first_guesses import first_guess_1234, first_guess_error
from ..information.part_scores import square, total_costs
from ..kernels import part_sizes
from ..kernels.jit import compiled
from ..players import Evolving
from ..position import Move, Position

SELECTIONS = SCALED, ROULETTE, CANDIDATES = ("scaled", "roulette", "candidates")
CHOICES = ("expected_size", "similar", "random")
LEVELS = {"easy": "1234", "medium": "1123", "hard": "11122"}


@dataclass(frozen=True)
class Berghman2009(Evolving):
    """Gather candidates by a genetic algorithm and play the one that would leave the fewest of them.

    Source   Berghman, Goossens & Leus (2009), "Efficient solutions for Mastermind using genetic algorithms",
             Computers & Operations Research 36(6). A students' game ("Algorisme") uses the same loop and plays a random
             one of the codes found.
    Names    E, the eligible codes: the candidates found. The students' player is
             `berghman2009(choice="random", selection="candidates", children=2)`; its `level` easy, medium or hard is
             their first guess, 1234, 1123 or 11122.
    Choices  Fitness is b P (i - 1) - a sum |X' - X| - sum |Y' - Y|, to be maximized: b only keeps it above 0. With the
             plus sign that several programs have, roulette favors the worst codes. Parents are drawn by roulette on the
             fitness above the worst of the population ("scaled"); on the fitness itself ("roulette") good codes are
             hardly favored: 8x12 then takes 22 guesses, which can't be what the paper measured. Two parents make one
             child; the students modify codes "de dos en dos", and one crossover of the two makes two children
             (`children=2`). The first population is evaluated too, since parents need a fitness, and candidates in it
             are kept. Among equal guesses the first found is played. S, the part of E by which a guess is judged, is
             all of E; `sample` makes it smaller. `choice="similar"` is the paper's other rule: the code with most pegs
             in common with the others. As the students tell it, a subset of E is taken and the code "més similar a la
             resta" is looked for within it: then `from_sample=True`, so that the guess is one of S too.
             `selection="candidates"` is how the students breed: neighbors are crossed in a population of the last
             candidates, filled up with random codes; their first population is crossed unseen, ours is evaluated. The
             first guess is known for 4x6 alone, 1123; others are ours: pairs of colors, the last one or two alone
             (11223, 112234). After `maxgen` generations without a candidate the search starts again, up to `budget`
             codes.
    Known    500 games each: 4x6 4.39, 5x8 5.618, 6x9 6.475, 8x12 8.366 (study berghman2009,
             docs/results/berghman2009.md); the students' levels: study berghman_levels.
    """

    choice: str = "expected_size"  # or "similar", "random"
    population: int = 150
    maxgen: int = 100  # generations
    maxsize: int = 60  # candidates that are enough; the search stops when there are more
    mutation: float = 0.03  # share of children with a peg of another color
    permutation: float = 0.03  # with two pegs exchanged
    inversion: float = 0.02  # with a segment reversed
    a: float = 1.0  # weight of black pegs
    b: float = 2.0  # what keeps fitness above 0
    children: int = 1  # of two parents: one, or two by the same crossover
    sample: int = 0  # size of S, the candidates by which guesses are judged; 0: all found
    from_sample: bool = False  # is the guess one of S too? else it is any of those found
    selection: str = SCALED  # or "roulette", "candidates"
    first: str | None = None
    level: str | None = None  # easy, medium, hard: first guesses of the students' game
    budget: int = 1_000_000  # codes compared at a turn before the fittest is played

    def __post_init__(self) -> None:
        if self.choice not in CHOICES:
            raise BlackpegError(f"berghman2009 has no choice '{self.choice}'; there are {', '.join(CHOICES)}")
        if self.selection not in SELECTIONS:
            raise BlackpegError(f"berghman2009 has no selection '{self.selection}'; there are {', '.join(SELECTIONS)}")
        if self.level is not None and self.level not in LEVELS:
            raise BlackpegError(f"berghman2009 has no level '{self.level}'; there are {', '.join(LEVELS)}")
        if self.level is not None and self.first is not None:
            raise BlackpegError("berghman2009 takes its first guess from a level or from first, not from both")
        if min(self.population, self.maxgen, self.maxsize, self.budget) < 1 or self.sample < 0:
            raise BlackpegError("berghman2009 needs a population, generations, a maxsize and a budget of at least 1")
        if self.children not in (1, 2):
            raise BlackpegError(f"berghman2009(children={self.children}): two parents make 1 or 2 children")
        if not all(0 <= rate <= 1 for rate in (self.mutation, self.permutation, self.inversion)):
            raise BlackpegError("berghman2009's mutation, permutation and inversion are shares from 0 to 1")

    def supports(self, game: Game) -> str | None:
        if self.level is not None and game.pegs != len(LEVELS[self.level]):
            return f"the level {self.level} is a game of {len(LEVELS[self.level])} pegs"
        return first_guess_error(game, LEVELS[self.level] if self.level is not None else self.first)

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        game, past = position.game, position.past_turns
        if not position.history:
            return Move(self.first_guess(game))  # play fixed initial guess g_1
        n = min(self.population, game.size)
        eligible = empty_code_set(self.maxsize + n, game.pegs)  # E_i = {}
        rates = self.mutation, self.permutation, self.inversion
        breeding = Breeding(SELECTIONS.index(self.selection), self.children, rates, game.colors, game.repeats)
        scale = FitnessScale(self.a, self.b * game.pegs * position.guesses)
        found, spent, stage = 0, 0, 0
        while True:
            stage += 1
            codes = random_population(game, n, rng)
            fitness = evaluate(codes, past, scale, eligible)
            for number in range(1, self.maxgen + 2):  # h <= maxgen and |E_i| <= maxsize
                found, spent = int(eligible.size[0]), spent + n
                yield Generation(stage, number, codes, fitness, position.queries, found=found, evaluations=spent)
                if found > self.maxsize or number > self.maxgen or (not found and spent >= self.budget):
                    break
                codes, fitness = next_generation(codes, fitness, breeding, past, scale, eligible, rng)
            if found or spent >= self.budget:
                break
            refuse_impossible(position)
        if not found:
            best = BestUnplayed(position)
            best.see(codes, fitness)
            return best.move(False, spent, rng)
        code, compared = self.choose(eligible.codes[:found], game, rng)  # play g_i of E_i
        return Move(code, evaluations=spent, feedbacks=spent * position.guesses + compared)

    def choose(self, eligible: Codes, game: Game, rng: np.random.Generator) -> tuple[Code, int]:
        """Returns one of the eligible codes, and how many feedbacks were computed to choose it."""
        n = len(eligible)
        if self.choice == "random" or n == 1:
            return eligible[int(rng.random() * n)], 0
        judges = eligible if not 0 < self.sample < n else eligible[rng.permutation(n)[: self.sample]]
        guesses = judges if self.from_sample else eligible
        sizes = part_sizes(guesses.T, judges.T, game.colors, game.whites)
        if self.choice == "expected_size":
            badness = total_costs(square, sizes, game)
        else:
            common = sum(np.divmod(np.arange(sizes.shape[1]), game.pegs + 1))  # black and white pegs of each feedback
            badness = -(sizes @ common)
        return guesses[int(badness.argmin())], len(guesses) * len(judges)

    def first_guess(self, game: Game) -> Code:
        """Returns the guess asked for, or 1123, 11223, 112234...; 1234... if colors may not repeat."""
        if self.level is not None or self.first is not None:
            return game.code(LEVELS[self.level] if self.level is not None else str(self.first))
        if not game.repeats:
            return first_guess_1234(game)
        pairs = (game.pegs - 1) // 2 * 2  # pegs that belong to pairs
        colors = [peg // 2 if peg < pairs else peg - pairs // 2 for peg in range(game.pegs)]
        return np.array([color % game.colors for color in colors], np.uint8)


class FitnessScale(NamedTuple):
    """How misfit becomes fitness."""

    black_weight: float  # a: what a black peg counts, where a white one counts 1
    best: float  # the fitness of a candidate


class Breeding(NamedTuple):
    """How children are made."""

    selection: int  # of SELECTIONS
    children: int  # of two parents
    rates: MutationRates
    colors: int
    repeats: bool


@compiled
def evaluate(codes: Codes, past: PastTurns, scale: FitnessScale, eligible: CodeSet) -> Fitness:
    """Returns the fitness of each code; candidates are added to `eligible`."""
    fitness = scale.best - weighted_misfits(codes, past, scale.black_weight)
    for i in range(len(codes)):
        if fitness[i] == scale.best:
            add_code(eligible, codes[i])
    return fitness


@compiled
def breed(
    codes: Codes, fitness: Fitness, breeding: Breeding, scale: FitnessScale, rng: np.random.Generator
) -> Codes:  # fmt: skip
    """Returns as many children, by crossover, mutation, permutation and inversion; a child met twice is drawn anew."""
    selection, per_pair, rates, colors, repeats = breeding
    n = len(codes)
    neighbors = SELECTIONS[selection] == CANDIDATES
    wheel, deck = np.empty(n), np.arange(colors).astype(np.uint8)
    parents, children = np.empty_like(codes), np.empty_like(codes)
    if not neighbors:
        fill_wheel(wheel, fitness - fitness.min() if SELECTIONS[selection] == SCALED else fitness)
    else:  # the candidates of this generation, and random codes
        kept = 0
        for i in range(n):
            if fitness[i] == scale.best:
                parents[kept] = codes[i]
                kept += 1
        for i in range(kept, n):
            draw_code(parents[i], deck, repeats, rng)
    inside = empty_code_set(n, codes.shape[1])
    for i in range(0, n, per_pair):
        if not neighbors:
            one, two = codes[spin_wheel(wheel, rng)], codes[spin_wheel(wheel, rng)]
        else:
            one, two = parents[i], parents[min(i ^ 1, n - 1)]
        last = min(i + per_pair, n) - 1
        if i == last:
            cross_and_mutate(children[i], one, two, rates, colors, repeats, rng)
        else:
            cross_and_mutate_both(children[i], children[last], one, two, rates, colors, repeats, rng)
        for k in range(i, last + 1):
            if not add_code(inside, children[k]):
                draw_code(children[k], deck, repeats, rng)
    return children


@compiled
def next_generation(
    codes: Codes, fitness: Fitness, breeding: Breeding, past: PastTurns, scale: FitnessScale, eligible: CodeSet,
    rng: np.random.Generator,
) -> tuple[Codes, Fitness]:  # fmt: skip
    """Returns the children of a population and their fitness, in one compiled call."""
    children = breed(codes, fitness, breeding, scale, rng)
    return children, evaluate(children, past, scale, eligible)
