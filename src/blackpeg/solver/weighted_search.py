"""The best tree when secrets have different probabilities: a search for small games, in NumPy.

A secret's probability depends on its class: codes are of one class if permuting pegs and colors turns one into the
other, that is, if the same numbers of pegs share a color. The search is a branch and bound as that of `set_solver`; its
bound gives the likeliest codes of a part the earliest turns that the number of feedbacks allows.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import BlackpegError
from ..game import Code, Codes, Game
from ..information.peg_permutations import peg_permutations
from ..kernels import representatives
from ..kernels.feedback import feedback_table

MAX_WEIGHTED_CODES = 1296  # of the largest game that is searched: its feedbacks fit a table, its classes are few
MIN_SYMMETRIC_CODES = 12  # in smaller sets it takes longer to find symmetric guesses than to try them
TINY = 1e-12  # guesses; values that are closer are taken to be equal

Weights = npt.NDArray[np.float64]
CodeNumbers = npt.NDArray[np.int32]


def class_names(game: Game) -> list[str]:
    """The classes of codes by how many pegs share a color, such as '31' for 1112, in descending order."""
    return sorted({class_name(code) for code in game.codes}, reverse=True)


def class_name(code: Code) -> str:
    """The class of a code.

    >>> class_name(Game(4, 6).code("1213"))
    '211'
    """
    return "".join(map(str, sorted(np.bincount(code)[np.unique(code)].tolist(), reverse=True)))


class WeightedTree(NamedTuple):
    """A tree by what it needs."""

    first: int  # the first guess, by number
    turns: npt.NDArray[np.int64]  # the guesses that it takes for each code
    sums: npt.NDArray[np.int64]  # sums[feedback, class]: the guesses for all codes that give this first feedback


@lru_cache(maxsize=2)
def weighted_search(game: Game) -> WeightedSearch:
    """The search of a game; the last two are kept."""
    return WeightedSearch(game)


class WeightedSearch:
    """Finds the tree of a game that needs the fewest guesses on average, given a weight for each class of codes."""

    def __init__(self, game: Game) -> None:
        if game.size > MAX_WEIGHTED_CODES or not game.repeats or not game.whites:
            raise BlackpegError(
                f"codes of different probabilities are searched in games with repeats and white pegs of up to "
                f"{MAX_WEIGHTED_CODES:,} codes, not in {game}"
            )
        self.game, self.names = game, class_names(game)
        self.feedbacks = FeedbackNumbers(game)
        self.table, self.parts = self.feedbacks.table, self.feedbacks.count
        self.class_of = np.array([self.names.index(class_name(code)) for code in game.codes])
        self.sizes = np.bincount(self.class_of)

    def best_tree(self, weights: Weights, below: float = np.inf) -> tuple[float, WeightedTree | None]:
        """The least weighted sum of guesses over all codes, and a tree that needs no more.

        `weights` are those of a code of each class, and not 0. If the sum is not smaller than `below`, there is no
        tree, and the sum is a lower bound.
        """
        self.weights = weights
        self.order = np.argsort(-weights, kind="stable")
        self.known: dict[bytes, tuple[float, int]] = {}
        everything = np.arange(self.game.size, dtype=np.int32)
        value = self._solve(everything, [], below)
        first = self.known[everything.tobytes()][1]
        if first < 0:
            return value, None
        turns = np.zeros(self.game.size, np.int64)
        self._write_turns(turns, everything, [], 1)
        sums = np.zeros((self.parts, len(self.names)), np.int64)
        np.add.at(sums, (self.table[first], self.class_of), turns)
        return value, WeightedTree(first, turns, sums)

    def _solve(self, codes: CodeNumbers, history: list[int], below: float) -> float:
        """The least sum for these candidates, if it is smaller than `below`; else a lower bound of at least that."""
        weights = self.weights[self.class_of[codes]]
        if len(codes) <= 2:
            return float(weights.sum() + weights.min() if len(codes) == 2 else weights[0])
        key = codes.tobytes()
        value, guess = self.known.get(key, (0.0, -1))
        if guess >= 0 or value >= below - TINY:
            return value
        best, chosen = below, -1
        whole = float(weights.sum())
        if len(codes) <= self.parts and (separating := self._separating_candidate(codes, weights)) >= 0:
            best = 2 * whole - float(weights.max())
            self.known[key] = (best, separating)
            return best
        guesses, bounds, part_bounds = self._guesses(codes, history, below - TINY)
        for k in np.argsort(bounds, kind="stable"):
            if bounds[k] >= best - TINY:
                break
            guess = int(guesses[k])
            feedback = self.table[guess, codes]
            sizes = np.bincount(feedback, minlength=self.parts)
            cost = float(bounds[k])
            for part in sorted(np.flatnonzero(sizes[:-1]).tolist(), key=lambda part: sizes[part]):
                if sizes[part] > 2:
                    floor = float(part_bounds[k, part])
                    inside = codes[feedback == part]
                    cost += self._solve(inside, [*history, guess], best - cost + floor) - floor
                    if cost >= best - TINY:
                        break
            else:
                best, chosen = cost, guess
        assert best >= whole
        self.known[key] = (best, chosen)
        return best

    def _separating_candidate(self, codes: CodeNumbers, weights: Weights) -> int:
        """One of the heaviest candidates, if all candidates give it different feedback: no guess is better; else -1."""
        heaviest = codes[weights >= weights.max() - TINY]
        feedback = np.sort(self.table[heaviest][:, codes], axis=1)
        good = np.flatnonzero((feedback[:, 1:] != feedback[:, :-1]).all(axis=1))
        return int(heaviest[good[0]]) if len(good) else -1

    def _guesses(
        self, codes: CodeNumbers, history: list[int], below: float
    ) -> tuple[npt.NDArray[np.int64], Weights, Weights]:
        """The guesses whose lower bound is small enough, those bounds, and the bounds of their parts."""
        guesses, feedback = self.feedbacks.distinct_guesses(codes, history)
        classes = len(self.names)
        cells = (feedback.astype(np.int64) + self.parts * np.arange(len(guesses))[:, None]) * classes
        counts = np.bincount((cells + self.class_of[codes]).ravel(), minlength=len(guesses) * self.parts * classes)
        counts = counts.reshape(len(guesses), self.parts, classes)
        part_bounds = self._part_bounds(counts)
        bounds = part_bounds.sum(axis=1) + self.weights[self.class_of[codes]].sum()
        good = (bounds < below) & (counts.sum(axis=2)[:, :-1].max(axis=1) < len(codes))
        return guesses[good], bounds[good], part_bounds[good]

    def _part_bounds(self, counts: npt.NDArray[np.int64]) -> Weights:
        """A lower bound on the sum of each part: the heaviest codes come first, as early as feedbacks allow."""
        counts, weights = counts[:, :, self.order], self.weights[self.order]
        first = np.cumsum(counts, axis=2)
        bounds = counts @ weights
        found = 1
        while found < first.max():
            early = np.minimum(first, found)
            early[:, :, 1:] -= early[:, :, :-1].copy()
            bounds = bounds + (counts - early) @ weights
            found = 1 + (self.parts - 1) * found
        bounds[:, -1] = 0.0
        return np.asarray(bounds)

    def _write_turns(self, turns: npt.NDArray[np.int64], codes: CodeNumbers, history: list[int], turn: int) -> None:
        """Writes down at which turn the tree that was found finds each code."""
        if len(codes) <= 2:
            heavier = np.argsort(-self.weights[self.class_of[codes]], kind="stable")
            turns[codes[heavier]] = turn + np.arange(len(codes))
            return
        guess = self.known.get(codes.tobytes(), (0.0, -1))[1]
        if guess < 0:
            self._solve(codes, history, np.inf)
            guess = self.known[codes.tobytes()][1]
        feedback = self.table[guess, codes]
        for part in np.unique(feedback).tolist():
            inside = codes[feedback == part]
            if part == self.parts - 1:
                turns[inside] = turn
            else:
                self._write_turns(turns, inside, [*history, guess], turn + 1)


class FeedbackNumbers:
    """A table of feedbacks, numbered without gaps: table[guess, code]. The last number is the one that solves."""

    def __init__(self, game: Game) -> None:
        self.game, self.count = game, len(game.answers)
        numbers = np.zeros(game.solved + 1, np.uint8)
        numbers[list(game.answers)] = np.arange(self.count)
        self.table: npt.NDArray[np.uint8] = feedback_table(game.columns, numbers, game.whites)

    def distinct_guesses(
        self, codes: CodeNumbers, history: list[int]
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
        """Guesses of which no two are equivalent for these candidates, and the feedback of each candidate to each."""
        if len(codes) >= MIN_SYMMETRIC_CODES:
            game, columns = self.game, self.game.columns
            guessed: Codes = game.codes[history].reshape(-1, game.pegs)
            is_least = representatives(
                columns, columns[:, codes], guessed, peg_permutations(game), game.colors, game.repeats
            )
            guesses = np.flatnonzero(is_least)
            return guesses, self.table[guesses][:, codes]
        feedback = np.ascontiguousarray(self.table[:, codes])
        rows = feedback.view(np.dtype((np.void, feedback.shape[1]))).ravel()
        guesses = np.unique(rows, return_index=True)[1]
        return guesses, feedback[guesses]
