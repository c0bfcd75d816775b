"""Evolve the colors, then their places, with a reward matrix of what each color earned at each peg.

Source   Silva Cunha & Rossini da Silva (UFT), "Uma abordagem baseada em algoritmos genéticos para resolução do
         jogo Mastermind: comparação com estratégias da literatura".

The published method is not a player: it asks the secret about every chromosome. `CunhaSilva` does so and counts the
queries; `RewardMatrixLegal` tries the reward matrix in a player, which knows only the history and guesses once a turn.
The paper's sentences about the algorithm are quoted beside the lines that do what they say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Generator
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
from ..evolve.reward_matrix import LARGEST, LINEAR, SQUARE, Counts, Matrix, add_rewards, draw_from_matrix
from ..game import Code, Codes, Game
from ..generations import Generation
from ..kernels.feedback import feedback
from ..kernels.jit import compiled
from ..oracle import Oracle, OracleSearch, SearchResult
from ..players import Evolving
from ..position import Move, Position

Floats = npt.NDArray[np.float64]
Rng: TypeAlias = np.random.Generator
T = TypeVar("T")
Steps: TypeAlias = Generator[Generation, None, T]

Rates: TypeAlias = tuple[float, float, float]  # of children that are crossed, of these cut once, and mutated

REPLACEMENTS = ("none", "gen", "gen_always", "gen_plus", "gen_plus_stalled", "reward_matrix", "reward_matrix_plus")
DRAWS = {"square": SQUARE, "linear": LINEAR, "largest": LARGEST, "independent": SQUARE}
READINGS: dict[str, Collection[str]] = {
    "replacement": REPLACEMENTS, "start": ("arrangements", "colors"), "penalty": ("all", "misplaced"), "draw": DRAWS,
}  # fmt: skip
PLAYED_MISFIT = 2**20  # added to the misfit of a code that was played before


@dataclass(frozen=True)
class CunhaSilva(OracleSearch):
    """Evolve the colors of the secret, then their places, asking the secret about every chromosome.

    Names    Gen, GenPlus, Matriz de Recompensa, Matriz de Recompensa Plus: four ways to keep stage 2 from stalling.
             Pinos pretos and brancos: black and white pegs.
    Choices  What the text says can be read in several ways, or is not said; each reading is a parameter.
             The first population is generation 1 of its stage.
             crossover: "cruzamento de 0.5" is the rate of crossover (`crossed=0.5`, the others are copies), or the
             "proporção definida" of children that are cut once; the others are cut twice, and all are crossed. The
             second, our default, fits stage 1 (8x12: 6.0 for the printed 5.94, else about 7.4). Each child has two
             parents of its own; a cut is between pegs, and the second one may be after the last peg.
             start: new chromosomes of stage 2 are made at random "exclusivamente com base nas cores" found: gene by
             gene (`start="colors"`), or as arrangements of the colors found, our default, which fits 4x6. The codes
             handed over are asked again. Where stage 1 reached its limit, these are its best, and their colors count.
             replacement: Gen and GenPlus are "substituições parciais e critérios históricos de aptidão", no more. Gen,
             ours: if the best did not improve, random arrangements replace the worst half. GenPlus: they replace all
             below the mean fitness of the generations so far. They are among the 150 asked, and stay whatever their
             fitness. "gen_always" replaces in each generation, "gen_plus_stalled" if the best did not improve, and
             "none" has no rule at all but elitism.
             penalty: Matriz subtracts the white pegs from the cells of the "genes parcialmente corretos"
             (`penalty="misplaced"`), which only who reads the secret can tell apart; by default from every cell.
             draw: a matrix begins with stage 2, learns from all codes asked and "direciona a geração de novos
             cromossomos". Ours draws half of the children, colors without replacement with weight (score - least
             score + 1)²; "linear" does not square, "largest" takes the best color that is left, "independent" draws
             each peg for itself. It offers the colors found and every other color once (`all_colors`), since figure 1
             has all rows.
    Known    Printed: 2.06 generations at 4x6; Plus takes 8.29 at 8x12. These fit secrets without repeated colors. A
             generation is 150 queries: 309 at 4x6, which has 360 such secrets (study cunha_silva).
    """

    replacement: str = "reward_matrix_plus"
    population: int = 150
    limit: int = 15  # generations per stage
    crossover: float = 0.5  # share of the crossed children that are cut once
    mutation: float = 0.1  # chance that one gene of a child changes
    all_colors: bool = True  # does the matrix also offer colors that were not found?
    crossed: float = 1.0  # share of the children that have two parents
    start: str = "arrangements"  # or "colors": how random chromosomes of stage 2 are made
    penalty: str = "all"  # or "misplaced": the genes whose cells lose the white pegs
    draw: str = "square"  # or "linear", "largest", "independent": how the matrix draws
    drawn: float = 0.5  # share of the children that the matrix draws

    def __post_init__(self) -> None:
        for key, there in READINGS.items():
            if getattr(self, key) not in there:
                raise BlackpegError(f"no {key} '{getattr(self, key)}'; there are {', '.join(there)}")
        if min(self.population, self.limit) < 1:
            raise BlackpegError("population and limit are at least 1")
        if not all(0 <= share <= 1 for share in (self.crossover, self.mutation, self.crossed, self.drawn)):
            raise BlackpegError("crossover, mutation, crossed and drawn of cunha_silva are shares from 0 to 1")

    def supports(self, game: Game) -> str | None:
        if not game.whites:
            return f"{game} has no white pegs, by which this search finds the colors"
        if not game.repeats:
            return f"chromosomes repeat colors, and {game} does not; search {game.pegs}x{game.colors} instead"
        return None

    def generations(self, game: Game, oracle: Oracle, rng: Rng) -> Steps[SearchResult]:
        best, fitness, first = yield from self._find_colors(game, oracle, rng)
        solved, second = yield from self._find_places(game, best, oracle, rng)
        failed = [f"stage 1: no colors in {first} generations"] * (fitness < 1)
        failed.append(f"stage 2: no places in {second} generations")
        return SearchResult(solved, oracle.queries, (first, second), note="" if solved else "; ".join(failed))

    def _find_colors(self, game: Game, oracle: Oracle, rng: Rng) -> Steps[tuple[Codes, float, int]]:
        """Stage 1, section 3.1. Returns the best codes, their fitness, and the number of generations."""
        palette = np.arange(game.colors, dtype=np.uint8)
        population = random_codes(self.population, game.pegs, game.colors, True, rng)  # "gerado aleatoriamente"
        black, white = ask_all(oracle, population)
        fitness = (black + white) / game.pegs  # "cores corretas independentemente de suas posições", from 0 to 1
        for number in range(1, self.limit + 1):
            yield Generation(1, number, population, fitness, oracle.queries)
            if fitness.max() == 1 or number == self.limit:  # "aptidão máxima ou atingir o limite de gerações"
                break
            children = breed(population, fitness, self.population, self._rates, palette, rng)
            black, white = ask_all(oracle, children)
            score = (black + white) / game.pegs
            population, fitness = select_fittest(population, fitness, children, score, self.population)
        top = float(fitness.max())  # "os melhores indivíduos foram encaminhados para a segunda etapa"
        return population[fitness == top], top, number

    def _find_places(self, game: Game, best: Codes, oracle: Oracle, rng: Rng) -> Steps[tuple[bool, int]]:
        """Stage 2, section 3.2. Returns whether it found the secret, and the number of generations."""
        hands = different_hands(best)
        palette = np.unique(hands)
        newcomers = self._random(hands, self.population - len(best), rng)
        population = np.concatenate([best, newcomers])  # "esses indivíduos foram mantidos"
        matrix = np.zeros((game.colors, game.pegs), np.int64)  # "inicialmente, todas as pontuações são zeradas"
        black, state = self._ask_and_learn(oracle, population, matrix)
        fitness, means, before = black / game.pegs, [float(black.mean() / game.pegs)], 0.0  # "apenas a posição exata"
        for number in range(1, self.limit + 1):
            yield Generation(2, number, population, fitness, oracle.queries, state)
            if fitness.max() == 1 or number == self.limit:
                break
            new, stay = self._newcomers(hands, fitness, means, before, matrix, rng)
            children = breed(population, fitness, self.population - len(new), self._rates, palette, rng)
            asked = np.concatenate([new, children])
            black, state = self._ask_and_learn(oracle, asked, matrix)
            score, before = black / game.pegs, float(fitness.max())
            kept, fit = select_fittest(population, fitness, asked[stay:], score[stay:], self.population - stay)
            population, fitness = np.concatenate([asked[:stay], kept]), np.concatenate([score[:stay], fit])
            means.append(float(fitness.mean()))
        return bool(fitness.max() == 1), number

    @property
    def _rates(self) -> Rates:
        return self.crossed, self.crossover, self.mutation

    def _ask_and_learn(self, oracle: Oracle, codes: Codes, matrix: Matrix) -> tuple[Counts, Matrix | None]:
        """Asks about the codes and adds their rewards. Returns the black pegs, and a copy of the matrix to watch."""
        if self.replacement == "reward_matrix" and self.penalty == "misplaced":
            answers, misplaced = oracle.ask_by_peg(codes)
            black, white = np.divmod(answers.astype(np.int64), codes.shape[1] + 1)
            add_rewards(matrix, codes, black)  # "todos os genes têm suas posições correspondentes incrementadas"
            rows, pegs = np.nonzero(misplaced)  # "genes parcialmente corretos são penalizadas"
            np.subtract.at(matrix, (codes[rows, pegs], pegs), white[rows])
            return black, matrix.copy()
        black, white = ask_all(oracle, codes)
        if self.replacement == "reward_matrix":
            add_rewards(matrix, codes, black - white)
        elif self.replacement == "reward_matrix_plus":  # without a black peg "uma unidade subtraída"
            add_rewards(matrix, codes, np.where(black > 0, black, -1))
        else:
            return black, None
        return black, matrix.copy()

    def _newcomers(
        self, hands: Codes, fitness: Floats, means: list[float], before: float, matrix: Matrix, rng: Rng
    ) -> tuple[Codes, int]:
        """Returns children that are not bred, and how many of them stay whatever their fitness."""
        stalled = fitness.max() <= before
        if self.replacement in ("reward_matrix", "reward_matrix_plus"):
            colors = merge_hands(hands)
            absent = np.setdiff1d(np.arange(len(matrix), dtype=np.uint8), colors)
            deck = np.concatenate([colors, absent]) if self.all_colors else colors
            replace, weight = self.draw == "independent", DRAWS[self.draw]
            return draw_from_matrix(matrix, deck, weight, replace, int(self.population * self.drawn), rng), 0
        if self.replacement == "gen_always" or (self.replacement == "gen" and stalled):
            worst = self.population // 2
        elif self.replacement == "gen_plus" or (self.replacement == "gen_plus_stalled" and stalled):
            worst = int((fitness < np.mean(means)).sum())
        else:
            worst = 0
        return self._random(hands, worst, rng), worst

    def _random(self, hands: Codes, n: int, rng: Rng) -> Codes:
        """Returns `n` random chromosomes "exclusivamente com base nas cores" of these hands."""
        if self.start == "colors":
            palette, pegs = np.unique(hands), hands.shape[1]
            return palette[rng.integers(len(palette), size=(n, pegs))]
        return random_arrangements(hands, n, rng)


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
        rates = 1.0, self.crossover, self.mutation
        matrix, evaluations = np.zeros((game.colors, game.pegs), np.int64), 0
        population, fitness, children = np.empty((0, game.pegs), np.uint8), np.empty(0), self._random(game, n, rng)
        for number in range(1, self.limit + 1):
            child_misfits, turns_met = evaluate(children, past)
            evaluations += len(children)
            add_rewards(matrix, children, np.where(turns_met > 0, turns_met, -1))
            population, fitness = select_fittest(population, fitness, children, 1 / (1 + child_misfits), n)
            found = int((fitness == 1).sum())
            yield Generation(1, number, population, fitness, position.queries, matrix.copy(), found, evaluations)
            if fitness[0] == 1 or number == self.limit:
                break
            population, places = np.unique(population, axis=0, return_index=True)
            fitness = fitness[places]
            half, fresh = n // 2, n - len(population)
            bred = breed(population, fitness, max(0, n - half - fresh), rates, palette, rng)
            for code in () if game.repeats else bred:
                make_distinct(code, game.colors, rng)
            new = draw_from_matrix(matrix, palette, SQUARE, game.repeats, half, rng)
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


def different_hands(codes: Codes) -> Codes:
    """Returns the first of the codes of each hand: the codes that are arrangements of the same colors."""
    ordered = np.sort(codes, axis=1)
    if (ordered == ordered[0]).all():  # as always when all colors were found
        return codes[:1]
    _, first = np.unique(ordered, axis=0, return_index=True)
    hands: Codes = codes[np.sort(first)]
    return hands


def merge_hands(hands: Codes) -> Code:
    """Returns the first hand, and what others have beyond it: each color as often as in the hand with most of it."""
    merged = hands[0].tolist()
    for hand in hands[1:].tolist():
        merged += (Counter(hand) - Counter(merged)).elements()
    return np.array(merged, np.uint8)


def random_arrangements(hands: Codes, n: int, rng: Rng) -> Codes:
    """Returns `n` random arrangements of the colors of each hand in turn."""
    return rng.permuted(hands[np.arange(n) % len(hands)], axis=1)


@compiled
def breed(population: Codes, fitness: Floats, n: int, rates: Rates, palette: Code, rng: Rng) -> Codes:
    """Returns `n` children of parents chosen by roulette, cut once or twice or copied, some of them mutated."""
    crossed, cut_once, mutation = rates
    children = np.empty((n, population.shape[1]), np.uint8)
    for i in range(n):
        mother, father = population[roulette(fitness, rng)], population[roulette(fitness, rng)]
        if crossed < 1 and rng.random() >= crossed:
            children[i] = mother
        elif rng.random() < cut_once:
            one_point_crossover(children[i], mother, father, rng)
        else:
            two_point_crossover(children[i], mother, father, rng)
        if rng.random() < mutation:
            recolor(children[i], palette, rng)
    return children


@compiled
def recolor(code: Code, palette: Code, rng: Rng) -> None:
    """Gives one peg another color of the palette: a mutant "não fosse idêntico ao gene original"."""
    p = int(rng.random() * len(code))
    before = code[p]
    while code[p] == before and len(palette) > 1:
        code[p] = palette[int(rng.random() * len(palette))]


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
