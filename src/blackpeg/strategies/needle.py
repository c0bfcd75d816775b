"""Our own: know the candidates as well as can be, then evolve the guess whose answer tells most."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from functools import lru_cache
from math import log
from time import perf_counter
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ..candidates.all_codes import AllCodes
from ..errors import BlackpegError
from ..evolve.walks import sample_by_walks
from ..game import Code, Codes, Game
from ..generations import Generation
from ..information.openings import openings
from ..kernels import part_sizes
from ..kernels.feedback import table_of
from ..kernels.guess_evolution import answers_of, evolve, play_out
from ..kernels.random import chance_of
from ..players import Evolving
from ..position import NOTHING, Move, Position
from ..solver.tree_library import look_up_guess, tree_path

Costs: TypeAlias = npt.NDArray[np.float64]

LISTED = 2**20  # codes of games whose candidates are listed: 6x10, not 7x10
SAMPLE = 2000  # candidates by which guesses are judged, where there are more
ENOUGH = 100  # candidates of an incomplete sample below which only they are judged: others would fit the sample only
FEW = 300  # candidates up to which guesses are played out to the end
PARENTS, PLAYED_OUT = 30, 50  # guesses kept where there are more; a share of the effort where there are so few
GENERATIONS = 10
FULL_WORTH, LEAST_WORTH = 6, 0.4  # pegs up to which what white pegs tell counts in full; the least that it counts
MOVES_EACH = 300  # moves of walks for each peg and each guess judged
TO_FIND_ANY = 5  # times as many to find a candidate at all, unless that failed at the last turn already
MOVES_A_SECOND = 10_000_000  # where time is given: about a third of it
OPENINGS_BY = 100_000  # random codes by which first guesses are judged


@dataclass(frozen=True)
class Needle(Evolving):
    """Sample the codes that fit, evolve the guess that tells most about them, play out what is left.

    Source   Ours. Evolution and strategy combined, as the five papers leave it for future work.
    Choices  Candidates: all, where the game has up to 2^20 codes; else a sample of 2000 by walks at a constant
             temperature over misfit (`kernels/anneal.py`), from those of the last turn's sample that still fit, then
             from anywhere. Where ten walks in a row, from anywhere, find nothing new, these are taken to be all.
             Guess: a population begins with candidates and evolves by crossover, swaps and recoloring; fitness is the
             entropy of the answer over the sample, what white pegs tell counting less the more pegs there are, or,
             where all candidates are known, the guesses that parts of such sizes need. With up to 300 candidates the
             best guesses are played out: the one after which greedy play needs fewest guesses for all candidates is
             chosen. Where a tree is shipped it is followed, and the rest serves for histories that are not of the
             tree.
    Effort   Guesses judged at a turn; `seconds` instead gives time to a turn, and repeats nothing exactly.
    Known    `blackpeg lab run needle` and docs/needle.md: what was asked for and what was measured at each size.
    """

    effort: int = 4_000
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if not 10 <= self.effort <= 10**9:
            raise BlackpegError(
                f"an effort of {self.effort}: it is the guesses judged at a turn, from 10 to 1,000,000,000"
            )
        if not 0 <= self.seconds <= 10**6:
            raise BlackpegError(
                f"{self.seconds} seconds a turn: it must be from 0, for no limit but the effort, to 1,000,000"
            )

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        game, end = position.game, perf_counter() + self.seconds
        path = tree_path(game)
        if path.exists() and (code := look_up_guess(str(path), position)) is not None:
            return Move(code)
        if not position.history:
            return Move(first_guess(game))
        known = self._known(position, rng)
        if known.codes.shape[1] <= 2:
            return known.move(known.codes[:, 0].copy(), 0)
        return (yield from self._told(position, known, end, rng))

    def _known(self, position: Position, rng: np.random.Generator) -> Known:
        """All candidates where they can be listed, else a sample; where none is found, what comes nearest."""
        game, turns = position.game, position.guesses
        if game.size <= LISTED:
            return Known(position.columns, True, position.compared, turns)
        moves = self.effort * game.pegs * MOVES_EACH
        most = moves if position.history[-1].note else moves * TO_FIND_ANY
        if self.seconds:
            moves = most = int(self.seconds * MOVES_A_SECOND)
        near = position.memory.get("near", np.zeros((0, game.pegs), np.uint8))
        found = sample_by_walks(position, SAMPLE, moves, most, near, rng)
        codes = found.codes if not found.note else found.nearest[:, None].copy()
        return Known(codes, found.complete, found.moves, turns, found.note)

    def _told(
        self, position: Position, known: Known, end: float, rng: np.random.Generator
    ) -> Generator[Generation, None, Move]:
        """The guess that tells most about the candidates."""
        game, columns, chance = position.game, known.codes, chance_of(rng)
        found = columns.shape[1]
        if found > SAMPLE:
            columns = np.ascontiguousarray(columns[:, rng.permutation(found)[:SAMPLE]])
        n = columns.shape[1]
        whole = known.whole and n == found
        few = whole and n <= FEW
        cost, worth = (guesses_needed(game, n), 1.0) if whole else (missing(n), whites_worth(game))
        generations = GENERATIONS if whole or n >= ENOUGH else 0
        most = max(PARENTS, min(FEW, 2 * self.effort // PLAYED_OUT)) if few else PARENTS
        population, scores, used = np.zeros((most, game.pegs), np.uint8), np.zeros(most), 0
        table, answers = table_of(columns, game.colors), _answers(game)
        children, judged, number = 0, 0, 0
        starts = columns.T[: max(2, self.effort // 3)].copy()
        while number <= generations or (generations and perf_counter() < end):
            used = evolve(
                population, scores, used, starts, children, table, n, game.colors, game.repeats, game.whites, answers,
                cost, worth, chance,
            )  # fmt: skip
            judged, number = judged + len(starts) + children, number + 1
            yield Generation(position.turn, number, population[:used], -scores[:used], position.guesses, None, found)
            if self.seconds and perf_counter() >= end:
                break
            starts, children = starts[:0], max(1, (self.effort - judged) // GENERATIONS) if number == 1 else children
        best = 0
        if few and scores[0] > n - 1:  # or else a candidate tells all others apart
            names, win = _names(game)
            told = answers_of(np.concatenate([population[:used], columns.T]), columns, names, game.whites)
            first = min(used, max(1, self.effort // PLAYED_OUT))
            best, _ = play_out(told, n, first, used, win, np.diff(cost, append=np.inf))
        return known.move(population[best].copy(), judged * n)


class Known(NamedTuple):
    """What is known of the candidates, and what it took."""

    codes: Codes  # as columns
    whole: bool  # are these all?
    evaluations: int
    turns: int
    note: str = ""

    def move(self, code: Code, feedbacks: int) -> Move:
        """A move, which remembers the candidates: those that fit its answer too are where to walk on from."""
        near = NOTHING if self.whole else {"near": self.codes.T.copy()}
        return Move(code, near, self.evaluations, self.evaluations * self.turns + feedbacks, self.note)


@lru_cache(maxsize=64)
def first_guess(game: Game) -> Code:
    """The kind of first guess whose answer tells most, judged by the same random codes for everybody."""
    columns = AllCodes(game).draw(OPENINGS_BY, np.random.default_rng(0)).T
    codes = np.array(list(openings(game, -(-game.pegs // game.colors) + 2)), np.uint8)
    sizes = part_sizes(codes.T, columns, game.colors, game.whites)
    best: Code = codes[missing(OPENINGS_BY)[sizes].sum(axis=1).argmin()]
    return best


@lru_cache(maxsize=64)
def _answers(game: Game) -> npt.NDArray[np.int64]:
    return np.array([answer for answer in game.answers if answer != game.solved], np.int64)


@lru_cache(maxsize=64)
def _names(game: Game) -> tuple[npt.NDArray[np.uint16], int]:
    """Answers numbered without gaps, the one that wins last."""
    answers = _answers(game)
    names = np.zeros((game.pegs + 1) ** 2, np.uint16)
    names[answers], names[game.solved] = np.arange(len(answers)), len(answers)
    return names, len(answers)


def missing(n: int) -> Costs:
    """What a part of a sample costs: the information that is still missing about its members."""
    sizes = np.arange(n + 1.0)
    return _exact(sizes * np.log(np.maximum(sizes, 1)))


def whites_worth(game: Game) -> float:
    """What white pegs tell, beside black ones: the more pegs, the less.

    White pegs tell the colors, black pegs their order. With many pegs the colors, if they count as much, are known at
    half of the game, and from then on an answer tells some three bits instead of five: so the order is asked for early.
    """
    return min(1.0, max(LEAST_WORTH, FULL_WORTH / game.pegs))


def guesses_needed(game: Game, n: int) -> Costs:
    """What a part costs of which all members are known: about the guesses that they need in all.

    Guesses cut a set into about half as many parts as there are answers, and of k codes only one can be the next
    guess, so that they need 2k - 1 at least.
    """
    sizes = np.maximum(np.arange(n + 1.0), 1)
    costs = sizes * np.maximum(1 + np.log(sizes) / log(max(3, len(game.answers) / 2)), 2 - 1 / sizes)
    costs[0] = 0
    return _exact(costs)


def _exact(costs: Costs) -> Costs:
    """Costs whose sums have no rounding errors, so that guesses that are equally good compare equal everywhere."""
    rounded: Costs = np.rint(costs * 2**20) / 2**20
    return rounded
