"""The strategy that leaves the fewest codes for the last turn, among those with the least worst case.

A branch and bound in NumPy, for games whose feedbacks fit a table. With some guesses left, a guess leaves for the last
turn what its parts leave with one guess less. No set of n codes leaves fewer than n minus the codes that can be told
apart within one guess less.
"""

from __future__ import annotations

import numpy as np

from ..errors import BlackpegError
from ..game import Game
from ..position import Position
from ..tree import Tree
from .feedback_numbers import CodeNumbers, FeedbackNumbers
from .optimal_search import optimal

MAX_LAST_TURN_CODES = 5040  # of the largest game that is searched
MAX_FEEDBACKS = 64  # each is a bit of a word
NEVER = 2**40  # codes: some can't be found within the turns


def fewest_in_last_turn(game: Game) -> Tree:
    """A tree of the least worst case that finds as many codes as possible before the last turn.

    >>> fewest_in_last_turn(Game(3, 4)).histogram
    (1, 4, 38, 21)
    """
    check_game(game)
    shallow = optimal(game, "worst").tree
    search = _Search(game)
    search.solve(np.arange(game.size, dtype=np.int32), [], shallow.max, shallow.histogram[-1] + 1)
    return search.tree(shallow.max)


def check_game(game: Game) -> None:
    """Raises an error if a search of this game would take too long."""
    if game.size > MAX_LAST_TURN_CODES or len(game.answers) > MAX_FEEDBACKS:
        raise BlackpegError(
            f"the fewest codes for the last turn are searched in games of up to {MAX_LAST_TURN_CODES:,} codes and "
            f"{MAX_FEEDBACKS} feedbacks, not in {game}"
        )


class _Search:
    def __init__(self, game: Game) -> None:
        self.game, self.feedbacks = game, FeedbackNumbers(game)
        self.table, self.parts = self.feedbacks.table, self.feedbacks.count
        word = np.uint16 if self.parts <= 16 else np.uint64
        self.bits = np.left_shift(word(1), self.table, dtype=word)
        self.max_codes = [0, 1]  # by turns: how many codes can be told apart at most
        while self.max_codes[-1] < game.size:
            self.max_codes.append(1 + (self.parts - 1) * self.max_codes[-1])
        self.known: dict[tuple[int, bytes], tuple[int, int]] = {}

    def _cap(self, turns: int) -> int:
        return self.max_codes[min(turns, len(self.max_codes) - 1)]

    def solve(self, codes: CodeNumbers, history: list[int], turns: int, below: int) -> int:
        """The fewest codes that are left for the last turn, if they are fewer than `below`; else a lower bound."""
        n = len(codes)
        if n <= 2:
            return NEVER if n > turns else int(n == turns)
        if n > self._cap(turns):
            return NEVER
        key = (turns, codes.tobytes())
        value, guess = self.known.get(key, (max(0, n - self._cap(turns - 1)), -1))
        if guess >= 0 or value >= below:
            return value
        best, chosen = self._separate(codes) if turns == 2 else self._branch(codes, history, turns, below, value)
        self.known[key] = best, chosen
        return best

    def _separate(self, codes: CodeNumbers) -> tuple[int, int]:
        """With two guesses left, all codes must give different feedback to the first of them."""
        for guesses, left in ((codes, len(codes) - 1), (slice(None), len(codes))):
            bits = np.bitwise_or.reduce(self.bits[guesses][:, codes], axis=1)
            good = np.flatnonzero(np.bitwise_count(bits) == len(codes))
            if len(good):
                return left, int(codes[good[0]] if guesses is codes else good[0])
        return NEVER, -1

    def _branch(self, codes: CodeNumbers, history: list[int], turns: int, below: int, floor: int) -> tuple[int, int]:
        """With three guesses or more: the least sum over the parts of a guess."""
        best, chosen = below, -1
        guesses, feedbacks = self.feedbacks.distinct_guesses(codes, history)
        cells = feedbacks + self.parts * np.arange(len(guesses), dtype=np.int64)[:, None]
        sizes = np.bincount(cells.ravel(), minlength=len(guesses) * self.parts).reshape(-1, self.parts)
        floors = np.maximum(sizes[:, :-1] - self._cap(turns - 2), 0)
        bounds = floors.sum(axis=1)
        largest = sizes[:, :-1].max(axis=1)
        good = np.flatnonzero((bounds < below) & (largest <= self._cap(turns - 1)) & (largest < len(codes)))
        order = good[np.lexsort((np.square(sizes[good].astype(np.int64)).sum(axis=1), bounds[good]))]
        for k in order.tolist():
            if bounds[k] >= best or best <= floor:
                break
            guess, cost = int(guesses[k]), int(bounds[k])
            feedback = self.table[guess, codes]
            for part in np.argsort(-sizes[k, :-1], kind="stable").tolist():
                if sizes[k, part] < 2 or cost >= best:
                    break
                least = int(floors[k, part])
                cost += self.solve(codes[feedback == part], [*history, guess], turns - 1, best - cost + least) - least
            if cost < best:
                best, chosen = cost, guess
        return (best, chosen) if chosen >= 0 else (max(below, floor), -1)

    def tree(self, turns: int) -> Tree:
        """The tree that was found."""
        rows: list[tuple[int, int, int, bool]] = []
        todo = [(np.arange(self.game.size, dtype=np.int32), list[int](), turns, -1, -1)]
        while todo:
            codes, history, left, parent, answer = todo.pop()
            guess = int(codes[0])
            if len(codes) > 2:
                if self.known.get((left, codes.tobytes()), (0, -1))[1] < 0:
                    self.solve(codes, history, left, NEVER)
                guess = self.known[left, codes.tobytes()][1]
            feedback = self.table[guess, codes]
            rows.append((guess, parent, answer, bool((feedback == self.parts - 1).any())))
            node = len(rows) - 1
            for part in sorted(set(feedback.tolist()) - {self.parts - 1}, reverse=True):
                inside = codes[feedback == part]
                todo.append((inside, [*history, guess], left - 1, node, self.game.answers[part]))
        guesses, parents, answers, wins = map(np.array, zip(*rows, strict=True))
        return Tree(
            Position(self.game), self.game.codes[guesses], parents.astype(np.int32), answers.astype(np.int32), wins
        )
