"""First the colors, then their places, with a table of what each color was worth at each peg.

Source   Silva Cunha & Rossini da Silva (UFT), "Uma abordagem baseada em algoritmos genéticos para resolução do
         jogo Mastermind: comparação com estratégias da literatura".

As published it is no player: it shows every chromosome to the secret. `CunhaSilva` does that and counts;
`RewardMatrixLegal` gives the table a fair trial, from the history alone and with one guess a turn.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from ..errors import BlackpegError
from ..evolve import (
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
PLAYED = 2**20  # misfit of a code played before


@dataclass(frozen=True)
class CunhaSilva(OracleSearch):
    """Evolve the colors of the secret, then their places, asking the secret about every chromosome.

    Names    Gen, GenPlus, Matriz de Recompensa, Matriz de Recompensa Plus: four ways to keep stage 2 from stalling.
    Choices  The first population is generation 1 of its stage.
             Crossover 0.5 is the share of children cut once, the others are cut twice: all children are crossed.
             Chosen of two readings as it fits stage 1 (8x12: 6.0 for 5.94; about 7.4 if only half are crossed).
             A child has two parents of its own; a cut is between pegs, the second one may be after the last.
             Stage 2 begins with all that stage 1 found and random arrangements of their colors, all of them asked.
             Crossover stays as it was, as printed, so that children may hold one color twice and another not.
             Colors not found in time end the search: no arrangement of them is the secret.
             A matrix begins with stage 2 and learns from all that it asks; half of the children are drawn from it,
             peg by peg in random order, without replacement, with weight (score - least score + 1)². It offers the
             colors found and once each other, as figure 1 has all rows. Chosen of several readings as it fits best:
             Reward Matrix at 8x12 14.0 for 12.95, else 9.9 (absent colors score 0, present ones often less).
             Reward Matrix subtracts the white pegs from every cell: which genes are misplaced is not told.
             Gen and GenPlus have no printed rule. Gen: where the best did not improve, random arrangements replace
             the worst half. GenPlus: all below the mean fitness of the generations so far. They are among the 150
             asked in that generation, and stay in the population whatever their fitness.
    Known    4x6: 1.06 + 1.00 = 2.06 generations with any replacement; Plus at 5x8 3.15, 6x9 4.63, 8x12 8.29. These
             fit secrets without repeated colors. In queries: 309 at 4x6, where there are 360 such secrets.
    """

    replacement: str = "reward_matrix_plus"
    population: int = 150
    limit: int = 15  # generations a stage
    crossover: float = 0.5  # share of children cut once
    mutation: float = 0.1  # chance of a child that one gene changes
    all_colors: bool = True  # does the matrix offer colors that were not found, too?

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
        found, first = yield from self._colors(game, oracle, rng)
        if not len(found):
            return SearchResult(False, oracle.queries, (first, 0), note=f"stage 1: no colors in {first} generations")
        solved, second = yield from self._places(game, found, oracle, rng)
        note = "" if solved else f"stage 2: no places in {second} generations"
        return SearchResult(solved, oracle.queries, (first, second), note=note)

    def _colors(self, game: Game, oracle: Oracle, rng: Rng) -> Steps[tuple[Codes, int]]:
        """Stage 1: the codes with the colors of the secret, if any, and the generations it took."""
        palette = np.arange(game.colors, dtype=np.uint8)
        population = random_codes(self.population, game.pegs, game.colors, True, rng)
        black, white = pegs_told(oracle, population)
        fitness = (black + white) / game.pegs
        for number in range(1, self.limit + 1):
            yield Generation(1, number, population, fitness, oracle.queries)
            if fitness.max() == 1 or number == self.limit:
                break
            children = bred(population, fitness, self.population, self.crossover, self.mutation, palette, rng)
            black, white = pegs_told(oracle, children)
            population, fitness = fittest(population, fitness, children, (black + white) / game.pegs, self.population)
        return population[fitness == 1], number

    def _places(self, game: Game, found: Codes, oracle: Oracle, rng: Rng) -> Steps[tuple[bool, int]]:
        """Stage 2: whether it found the secret, and the generations it took."""
        colors, palette = found[0], np.unique(found[0])
        population = np.concatenate([found, arrangements(colors, self.population - len(found), rng)])
        black, white = pegs_told(oracle, population)
        fitness, means, before = black / game.pegs, [float(black.mean() / game.pegs)], 0.0
        table = np.zeros((game.colors, game.pegs), np.int64)
        state = self._learn(table, population, black, white)
        for number in range(1, self.limit + 1):
            yield Generation(2, number, population, fitness, oracle.queries, state)
            if fitness.max() == 1 or number == self.limit:
                break
            new, stay = self._newcomers(colors, fitness, means, before, table, rng)
            rest = self.population - len(new)
            children = bred(population, fitness, rest, self.crossover, self.mutation, palette, rng)
            asked = np.concatenate([new, children])
            black, white = pegs_told(oracle, asked)
            state = self._learn(table, asked, black, white)
            score, before = black / game.pegs, float(fitness.max())
            best, fit = fittest(population, fitness, asked[stay:], score[stay:], self.population - stay)
            population, fitness = np.concatenate([asked[:stay], best]), np.concatenate([score[:stay], fit])
            means.append(float(fitness.mean()))
        return bool(fitness.max() == 1), number

    def _learn(self, table: Table, codes: Codes, black: Counts, white: Counts) -> Table | None:
        """Reward what was asked; the matrix as it is then, for whoever watches."""
        if self.replacement not in ("reward_matrix", "reward_matrix_plus"):
            return None
        plus = self.replacement == "reward_matrix_plus"
        add_rewards(table, codes, np.where(black > 0, black, -1) if plus else black - white)
        return table.copy()

    def _newcomers(
        self, colors: Code, fitness: Floats, means: list[float], before: float, table: Table, rng: Rng
    ) -> tuple[Codes, int]:
        """Children that are not bred, and how many of them stay whatever their fitness."""
        if self.replacement in ("gen", "gen_plus"):
            half = self.population // 2 if fitness.max() <= before else 0
            worst = half if self.replacement == "gen" else int((fitness < np.mean(means)).sum())
            return arrangements(colors, worst, rng), worst
        absent = np.setdiff1d(np.arange(len(table), dtype=np.uint8), colors)
        deck = np.concatenate([colors, absent]) if self.all_colors else colors
        return drawn(table, deck, False, self.population // 2, rng), 0


@dataclass(frozen=True)
class RewardMatrixLegal(Evolving):
    """Evolve a code that agrees with the history, half of the children drawn from a reward matrix, and play it.

    Choices  Each individual is taken for the secret and answers the past guesses. The turns on which its answer is
             the real one stand for black pegs: each of its cells gains their number, or loses 1 if there are none.
             Fitness is 1 / (1 + misfit), misfit the sum of |black - black'| + |white - white'| over the turns.
             One stage, since the answers tell of colors and places at once; operators and weights as published.
             The first candidate is played. Population and matrix begin anew at each turn. Of equal codes one is
             kept, random ones fill up. After `limit` generations the best code is guessed ("budget spent").
    Known    No printed figures: this player is new here.
    """

    population: int = 150
    limit: int = 100  # generations a turn: at most 15,000 evaluations
    crossover: float = 0.5  # share of children cut once
    mutation: float = 0.1  # chance of a child that one gene changes

    def __post_init__(self) -> None:
        if min(self.population, self.limit) < 1:
            raise BlackpegError("population and limit are at least 1")

    def generations(self, position: Position, rng: Rng) -> Steps[Move]:
        game, n = position.game, self.population
        refuse_impossible(position)
        guesses, answers, _ = position.past_turns
        palette = np.arange(game.colors, dtype=np.uint8)
        table, evaluations = np.zeros((game.colors, game.pegs), np.int64), 0
        population, fitness, children = np.empty((0, game.pegs), np.uint8), np.empty(0), self._random(game, n, rng)
        for number in range(1, self.limit + 1):
            misfit, agree = compared(children, guesses, answers, game.whites)
            evaluations += len(children)
            add_rewards(table, children, np.where(agree > 0, agree, -1))
            population, fitness = fittest(population, fitness, children, 1 / (1 + misfit), n)
            yield Generation(1, number, population, fitness, position.queries, table.copy())
            if fitness[0] == 1 or number == self.limit:
                break
            population, places = np.unique(population, axis=0, return_index=True)
            fitness = fitness[places]
            half, fresh = n // 2, n - len(population)
            rest = bred(population, fitness, max(0, n - half - fresh), self.crossover, self.mutation, palette, rng)
            for code in () if game.repeats else rest:
                make_distinct(code, game.colors, rng)
            new = drawn(table, palette, game.repeats, half, rng)
            children = np.concatenate([new, rest, self._random(game, min(fresh, n - half), rng)])
        note = "" if fitness[0] == 1 else "budget spent"
        return Move(population[0], evaluations=evaluations, feedbacks=evaluations * len(guesses), note=note)

    def _random(self, game: Game, n: int, rng: Rng) -> Codes:
        codes: Codes = random_codes(n, game.pegs, game.colors, game.repeats, rng)
        return codes


def pegs_told(oracle: Oracle, codes: Codes) -> tuple[Counts, Counts]:
    """The black and the white pegs that the secret gives to each code."""
    black, white = np.divmod(oracle(codes).astype(np.int64), codes.shape[1] + 1)
    return black, white


def fittest(population: Codes, fitness: Floats, children: Codes, score: Floats, n: int) -> tuple[Codes, Floats]:
    """The best `n` of parents and children; of equals the parents."""
    both, fit = np.concatenate([population, children]), np.concatenate([fitness, score])
    best = np.argsort(-fit, kind="stable")[:n]
    return both[best], fit[best]


def arrangements(colors: Code, n: int, rng: Rng) -> Codes:
    """`n` random orders of these colors."""
    return rng.permuted(np.tile(colors, (n, 1)), axis=1)


@compiled
def bred(population: Codes, fitness: Floats, n: int, once: float, chance: float, palette: Code, rng: Rng) -> Codes:
    """`n` children of parents chosen by roulette, cut once or twice, then perhaps mutated."""
    children = np.empty((n, population.shape[1]), np.uint8)
    for i in range(n):
        mother, father = population[roulette(fitness, rng)], population[roulette(fitness, rng)]
        if rng.random() < once:
            one_point_crossover(children[i], mother, father, rng)
        else:
            two_point_crossover(children[i], mother, father, rng)
        if rng.random() < chance:
            recolor(children[i], palette, rng)
    return children


@compiled
def recolor(code: Code, palette: Code, rng: Rng) -> None:
    """One peg takes another color of the palette, any but its own."""
    p = int(rng.random() * len(code))
    before = code[p]
    while code[p] == before and len(palette) > 1:
        code[p] = palette[int(rng.random() * len(palette))]


@compiled
def add_rewards(table: Table, codes: Codes, rewards: Counts) -> None:
    """Each cell (color, peg) of a code gains the reward of the code."""
    for i in range(len(codes)):
        for p in range(codes.shape[1]):
            table[codes[i, p], p] += rewards[i]


@compiled
def drawn(table: Table, colors: Code, again: bool, n: int, rng: Rng) -> Codes:
    """`n` codes, peg by peg in random order, of these colors with weight (score - least score + 1)²."""
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
            if not again:  # the color is taken
                left -= 1
                deck[j] = deck[left]
    return codes


@compiled
def compared(codes: Codes, guesses: Codes, answers: Counts, whites: bool) -> tuple[Counts, Counts]:
    """The misfit of each code taken for the secret, and the turns on which it gives the real answer."""
    n, base = len(codes), codes.shape[1] + 1
    misfit, agree = np.zeros(n, np.int64), np.zeros(n, np.int64)
    for i in range(n):
        for turn in range(len(guesses)):
            own, real = feedback(codes[i], guesses[turn], whites), answers[turn]
            agree[i] += own == real
            misfit[i] += abs(own // base - real // base) + abs(own % base - real % base)
            if own // base == base - 1 and own != real:
                misfit[i] += PLAYED
    return misfit, agree
