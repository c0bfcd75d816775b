"""Evolve the colors, then their places, with a reward matrix of what each color earned at each peg.

Source   Silva Cunha & Rossini da Silva (UFT), "Uma abordagem baseada em algoritmos genéticos para resolução do
         jogo Mastermind: comparação com estratégias da literatura".

The published method is not a player: it asks the secret about every chromosome. `CunhaSilva` does so and counts the
queries; `RewardMatrixLegal` tries the reward matrix in a player, which knows only the history and guesses once a turn.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from ..errors import BlackpegError
from ..evolve import (
    PastTurns,
    make_distinct,
    one_point_crossover,
    random_codes,
    refuse_impossible,
    roulette,
    two_point_crossover,
)
from ..game import Code, Codes, Game
from ..generations import Generation
from ..kernels.feedback import feedback
from ..kernels.jit import compiled
from ..oracle import Oracle, OracleSearch, SearchResult
from ..players import Evolving
from ..position import Move, Position

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]
Table = npt.NDArray[np.int64]  # shape (colors, pegs): the reward matrix
Rng: TypeAlias = np.random.Generator
T = TypeVar("T")
Steps: TypeAlias = Generator[Generation, None, T]

REPLACEMENTS = ("gen", "gen_plus", "reward_matrix", "reward_matrix_plus")
PLAYED_MISFIT = 2**20  # added to the misfit of a code that was played before


@dataclass(frozen=True)
class CunhaSilva(OracleSearch):
    """Evolve the colors of the secret, then their places, asking the secret about every chromosome.

    Names    Gen, GenPlus, Matriz de Recompensa, Matriz de Recompensa Plus: four ways to keep stage 2 from stalling.
    Choices  The first population is generation 1 of its stage.
             Crossover 0.5 is the share of children that are cut once; the others are cut twice, so all children are
             crossed. Of two readings this one fits stage 1 (8x12: 6.0 for the printed 5.94; about 7.4 if only half
             of the children are crossed). Each child has two parents of its own; a cut is between pegs, and the
             second one may be after the last peg.
             Stage 2 begins with all codes that stage 1 found and random arrangements of their colors, all of them
             asked. Crossover stays as printed, so a child may hold one color twice and lack another.
             Colors not found in time end the search: no arrangement of them is the secret.
             A matrix begins with stage 2 and learns from all codes asked. Half of the children are drawn from it, peg
             by peg in random order, without replacement, with weight (score - least score + 1)². It offers the
             colors found and every other color once, since figure 1 has all rows. Of several readings this one fits
             best: Reward Matrix at 8x12 14.0 for the printed 12.95, else 9.9.
             Reward Matrix subtracts the white pegs from every cell, since feedback does not say which are misplaced.
             Gen and GenPlus have no printed rule. Gen: if the best did not improve, random arrangements replace the
             worst half. GenPlus: they replace all below the mean fitness of the generations so far. They are among
             the 150 asked in that generation, and stay in the population whatever their fitness.
    Known    Printed: 2.06 generations at 4x6; Plus takes 8.29 at 8x12. These fit secrets without repeated colors. A
             generation is 150 queries: 309 at 4x6, which has 360 such secrets (study cunha_silva).
    """

    replacement: str = "reward_matrix_plus"
    population: int = 150
    limit: int = 15  # generations per stage
    crossover: float = 0.5  # share of the children that are cut once
    mutation: float = 0.1  # chance that one gene of a child changes
    all_colors: bool = True  # does the matrix also offer colors that were not found?

    def __post_init__(self) -> None:
        if self.replacement not in REPLACEMENTS:
            raise BlackpegError(f"no replacement '{self.replacement}'; there are {', '.join(REPLACEMENTS)}")
        if min(self.population, self.limit) < 1:
            raise BlackpegError("population and limit are at least 1")

    def supports(self, game: Game) -> str | None:
        if not game.whites:
            return f"{game} has no white pegs, by which this search finds the colors"
        if not game.repeats:
            return f"chromosomes repeat colors, and {game} does not; search {game.pegs}x{game.colors} instead"
        return None

    def generations(self, game: Game, oracle: Oracle, rng: Rng) -> Steps[SearchResult]:
        found, first = yield from self._find_colors(game, oracle, rng)
        if not len(found):
            return SearchResult(False, oracle.queries, (first, 0), note=f"stage 1: no colors in {first} generations")
        solved, second = yield from self._find_places(game, found, oracle, rng)
        note = "" if solved else f"stage 2: no places in {second} generations"
        return SearchResult(solved, oracle.queries, (first, second), note=note)

    def _find_colors(self, game: Game, oracle: Oracle, rng: Rng) -> Steps[tuple[Codes, int]]:
        """Stage 1. Returns the codes that have the colors of the secret, if any, and the number of generations."""
        palette = np.arange(game.colors, dtype=np.uint8)
        population = random_codes(self.population, game.pegs, game.colors, True, rng)
        black, white = ask_all(oracle, population)
        fitness = (black + white) / game.pegs
        for number in range(1, self.limit + 1):
            yield Generation(1, number, population, fitness, oracle.queries)
            if fitness.max() == 1 or number == self.limit:
                break
            children = breed(population, fitness, self.population, self.crossover, self.mutation, palette, rng)
            black, white = ask_all(oracle, children)
            score = (black + white) / game.pegs
            population, fitness = select_fittest(population, fitness, children, score, self.population)
        return population[fitness == 1], number

    def _find_places(self, game: Game, found: Codes, oracle: Oracle, rng: Rng) -> Steps[tuple[bool, int]]:
        """Stage 2. Returns whether it found the secret, and the number of generations."""
        colors, palette = found[0], np.unique(found[0])
        population = np.concatenate([found, random_arrangements(colors, self.population - len(found), rng)])
        black, white = ask_all(oracle, population)
        fitness, means, before = black / game.pegs, [float(black.mean() / game.pegs)], 0.0
        table = np.zeros((game.colors, game.pegs), np.int64)
        state = self._learn(table, population, black, white)
        for number in range(1, self.limit + 1):
            yield Generation(2, number, population, fitness, oracle.queries, state)
            if fitness.max() == 1 or number == self.limit:
                break
            new, stay = self._newcomers(colors, fitness, means, before, table, rng)
            rest = self.population - len(new)
            children = breed(population, fitness, rest, self.crossover, self.mutation, palette, rng)
            asked = np.concatenate([new, children])
            black, white = ask_all(oracle, asked)
            state = self._learn(table, asked, black, white)
            score, before = black / game.pegs, float(fitness.max())
            best, fit = select_fittest(population, fitness, asked[stay:], score[stay:], self.population - stay)
            population, fitness = np.concatenate([asked[:stay], best]), np.concatenate([score[:stay], fit])
            means.append(float(fitness.mean()))
        return bool(fitness.max() == 1), number

    def _learn(self, table: Table, codes: Codes, black: Counts, white: Counts) -> Table | None:
        """Adds the rewards of the codes asked. Returns a copy of the matrix, for those who watch."""
        if self.replacement not in ("reward_matrix", "reward_matrix_plus"):
            return None
        plus = self.replacement == "reward_matrix_plus"
        add_rewards(table, codes, np.where(black > 0, black, -1) if plus else black - white)
        return table.copy()

    def _newcomers(
        self, colors: Code, fitness: Floats, means: list[float], before: float, table: Table, rng: Rng
    ) -> tuple[Codes, int]:
        """Returns children that are not bred, and how many of them stay whatever their fitness."""
        if self.replacement in ("gen", "gen_plus"):
            half = self.population // 2 if fitness.max() <= before else 0
            worst = half if self.replacement == "gen" else int((fitness < np.mean(means)).sum())
            return random_arrangements(colors, worst, rng), worst
        absent = np.setdiff1d(np.arange(len(table), dtype=np.uint8), colors)
        deck = np.concatenate([colors, absent]) if self.all_colors else colors
        return draw_from_matrix(table, deck, False, self.population // 2, rng), 0


@dataclass(frozen=True)
class RewardMatrixLegal(Evolving):
    """Evolve a code that fits the history, with half of the children drawn from a reward matrix, and play it.

    Choices  Each individual is taken for the secret and compared with the history. The turns on which its feedback is
             the real one take the place of black pegs: each of its cells gains their number, or loses 1 if there
             are none. Fitness is 1 / (1 + misfit). There is one stage, since feedback tells of colors and places at
             once; operators and weights are the published ones. The first candidate is played. Each turn begins with
             a new population and a new matrix. Of equal codes one is kept, and random codes fill up. After `limit`
             generations the best code is played ("budget spent").
    Known    No printed figures: this player is new here (study cunha_silva).
    """

    population: int = 150
    limit: int = 100  # generations per turn: at most 15,000 evaluations
    crossover: float = 0.5  # share of the children that are cut once
    mutation: float = 0.1  # chance that one gene of a child changes

    def __post_init__(self) -> None:
        if min(self.population, self.limit) < 1:
            raise BlackpegError("population and limit are at least 1")

    def generations(self, position: Position, rng: Rng) -> Steps[Move]:
        game, n = position.game, self.population
        refuse_impossible(position)
        past = position.past_turns
        palette = np.arange(game.colors, dtype=np.uint8)
        table, evaluations = np.zeros((game.colors, game.pegs), np.int64), 0
        population, fitness, children = np.empty((0, game.pegs), np.uint8), np.empty(0), self._random(game, n, rng)
        for number in range(1, self.limit + 1):
            child_misfits, turns_met = evaluate(children, past)
            evaluations += len(children)
            add_rewards(table, children, np.where(turns_met > 0, turns_met, -1))
            population, fitness = select_fittest(population, fitness, children, 1 / (1 + child_misfits), n)
            found = int((fitness == 1).sum())
            yield Generation(1, number, population, fitness, position.queries, table.copy(), found, evaluations)
            if fitness[0] == 1 or number == self.limit:
                break
            population, places = np.unique(population, axis=0, return_index=True)
            fitness = fitness[places]
            half, fresh = n // 2, n - len(population)
            bred = breed(population, fitness, max(0, n - half - fresh), self.crossover, self.mutation, palette, rng)
            for code in () if game.repeats else bred:
                make_distinct(code, game.colors, rng)
            new = draw_from_matrix(table, palette, game.repeats, half, rng)
            children = np.concatenate([new, bred, self._random(game, min(fresh, n - half), rng)])
        note = "" if fitness[0] == 1 else "budget spent"
        return Move(population[0], evaluations=evaluations, feedbacks=evaluations * position.guesses, note=note)

    def _random(self, game: Game, n: int, rng: Rng) -> Codes:
        codes: Codes = random_codes(n, game.pegs, game.colors, game.repeats, rng)
        return codes


def ask_all(oracle: Oracle, codes: Codes) -> tuple[Counts, Counts]:
    """Asks the secret about each code. Returns the black and the white pegs."""
    return oracle.black_and_white(codes)


def select_fittest(population: Codes, fitness: Floats, children: Codes, score: Floats, n: int) -> tuple[Codes, Floats]:
    """Returns the best `n` of parents and children, with their fitness; among equals parents come first."""
    both, fit = np.concatenate([population, children]), np.concatenate([fitness, score])
    best = np.argsort(-fit, kind="stable")[:n]
    return both[best], fit[best]


def random_arrangements(colors: Code, n: int, rng: Rng) -> Codes:
    """Returns `n` random arrangements of the colors."""
    return rng.permuted(np.tile(colors, (n, 1)), axis=1)


@compiled
def breed(
    population: Codes, fitness: Floats, n: int, crossover: float, mutation: float, palette: Code, rng: Rng
) -> Codes:
    """Returns `n` children of parents chosen by roulette, cut once or twice, some of them mutated."""
    children = np.empty((n, population.shape[1]), np.uint8)
    for i in range(n):
        mother, father = population[roulette(fitness, rng)], population[roulette(fitness, rng)]
        if rng.random() < crossover:
            one_point_crossover(children[i], mother, father, rng)
        else:
            two_point_crossover(children[i], mother, father, rng)
        if rng.random() < mutation:
            recolor(children[i], palette, rng)
    return children


@compiled
def recolor(code: Code, palette: Code, rng: Rng) -> None:
    """Gives one peg another color of the palette."""
    p = int(rng.random() * len(code))
    before = code[p]
    while code[p] == before and len(palette) > 1:
        code[p] = palette[int(rng.random() * len(palette))]


@compiled
def add_rewards(table: Table, codes: Codes, rewards: Counts) -> None:
    """Adds the reward of each code to the cells (color, peg) of the code."""
    for i in range(len(codes)):
        for p in range(codes.shape[1]):
            table[codes[i, p], p] += rewards[i]


@compiled
def draw_from_matrix(table: Table, colors: Code, replace: bool, n: int, rng: Rng) -> Codes:
    """Draws `n` codes, peg by peg in random order, from the colors with weight (score - least score + 1)²."""
    pegs, least = table.shape[1], table.min()
    codes, deck, order = np.empty((n, pegs), np.uint8), colors.copy(), np.arange(pegs)
    for i in range(n):
        deck[:], left = colors, len(colors)
        for k in range(pegs):
            other = k + int(rng.random() * (pegs - k))
            order[k], order[other] = order[other], order[k]
            p, total = order[k], 0.0
            for j in range(left):
                total += (table[deck[j], p] - least + 1.0) ** 2
            spin, j = rng.random() * total, -1
            while spin >= 0 and j < left - 1:
                j += 1
                spin -= (table[deck[j], p] - least + 1.0) ** 2
            codes[i, p] = deck[j]
            if not replace:  # the color is used up
                left -= 1
                deck[j] = deck[left]
    return codes


@compiled
def evaluate(codes: Codes, past: PastTurns) -> tuple[Counts, Counts]:
    """Returns the misfit of each code, and the number of turns on which its feedback is the real one."""
    n, base = len(codes), codes.shape[1] + 1
    code_misfits, turns_met = np.zeros(n, np.int64), np.zeros(n, np.int64)
    for i in range(n):
        for turn in range(len(past.guesses)):
            own, real = feedback(codes[i], past.guesses[turn], past.whites), past.feedbacks[turn]
            turns_met[i] += own == real
            code_misfits[i] += abs(own // base - real // base) + abs(own % base - real % base)
            if own // base == base - 1 and own != real:
                code_misfits[i] += PLAYED_MISFIT
    return code_misfits, turns_met
