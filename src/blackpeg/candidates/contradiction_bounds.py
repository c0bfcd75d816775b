"""Simple bounds that prove contradictions in games of any size, in milliseconds.

They never say that a history is contradictory when a code fits it, but do not find every contradiction.

- Two turns: pegs of the secret that agree with one guess and pegs that agree with the other can't be more than the pegs
  and those at which the guesses agree themselves; nor can two similar guesses get very different feedback. The same
  holds for colors.
- Color counts: how often each color occurs at least and at most, narrowed turn by turn.
- Pegs: which colors each peg may have; a guess with as many black pegs as there are pegs left that may be black settles
  these pegs.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..game import Game
from .clues import Clues

Numbers = npt.NDArray[np.int64]


def is_contradictory(game: Game, clues: Clues) -> bool:
    """Checks whether these bounds prove that no code fits the clues.

    >>> from blackpeg.candidates.clues import Clue
    >>> is_contradictory(Game(4, 6), (Clue((0, 0, 0, 0), 3, 3), Clue((1, 1, 1, 1), 2, 2)))
    True
    """
    if not clues:
        return False
    guesses = np.array([clue.guess for clue in clues])
    black = np.array([clue.black for clue in clues])
    held = np.array([np.bincount(guess, minlength=game.colors) for guess in guesses])
    if _too_different(black, (guesses[:, None] == guesses).sum(axis=2), game.pegs):
        return True
    both = None
    if game.whites:
        both = np.array([clue.both for clue in clues])
        common = np.array([np.minimum(held, row).sum(axis=1) for row in held])
        if _too_different(both, common, game.pegs):
            return True
    return _Narrowing(game, guesses, black, held, both).ends_in_contradiction()


def _too_different(told: Numbers, shared: Numbers, pegs: int) -> bool:
    """Checks whether two turns can't both be true: `shared` is what two guesses would tell about each other."""
    sums, differences = told[:, None] + told, abs(told[:, None] - told)
    return bool((sums > pegs + shared).any() or (differences > pegs - shared).any())


class _Narrowing:
    """How often each color occurs at least and at most, and which colors each peg may have."""

    def __init__(self, game: Game, guesses: Numbers, black: Numbers, held: Numbers, both: Numbers | None) -> None:
        self.pegs, self.guesses, self.black, self.held, self.both = game.pegs, guesses, black, held, both
        self.least = np.zeros(game.colors, np.int64)
        self.most = np.full(game.colors, game.pegs if game.repeats else 1)
        self.possible = np.ones((game.pegs, game.colors), np.bool_)

    def ends_in_contradiction(self) -> bool:
        """Narrows until nothing changes; checks whether something is impossible then."""
        while True:
            before = self._state()
            if not (self._narrow_counts() and self._narrow_pegs()):
                return True
            if self._state() == before:
                return False

    def _state(self) -> tuple[int, int, int]:
        return int(self.least.sum()), int(self.most.sum()), int(self.possible.sum())

    def _narrow_counts(self) -> bool:
        """Narrows color counts by sums of black and white pegs; False if that is impossible."""
        self.least = np.maximum(self.least, self.pegs - (self.most.sum() - self.most))
        self.most = np.minimum(self.most, self.pegs - (self.least.sum() - self.least))
        if self.both is not None:
            low, high = np.minimum(self.held, self.least), np.minimum(self.held, self.most)
            needed = self.both[:, None] - (high.sum(axis=1, keepdims=True) - high)
            allowed = self.both[:, None] - (low.sum(axis=1, keepdims=True) - low)
            if (needed > self.held).any() or (allowed < 0).any():
                return False
            self.least = np.maximum(self.least, needed.max(axis=0))
            self.most = np.minimum(self.most, np.where(allowed < self.held, allowed, self.pegs).min(axis=0))
        return bool((self.least <= self.most).all() and self.least.sum() <= self.pegs <= self.most.sum())

    def _narrow_pegs(self) -> bool:
        """Narrows the colors of each peg by black pegs and color counts; False if that is impossible."""
        self.possible[:, self.most == 0] = False
        pegs = np.arange(self.pegs)
        for guess, black in zip(self.guesses, self.black, strict=True):
            may_be = self.possible[pegs, guess]
            must_be = may_be & (self.possible.sum(axis=1) == 1)
            if not must_be.sum() <= black <= may_be.sum():
                return False
            if may_be.sum() == black:
                self.possible[may_be] = False
                self.possible[pegs[may_be], guess[may_be]] = True
            elif must_be.sum() == black:
                self.possible[pegs[~must_be], guess[~must_be]] = False
        if not self.possible.any(axis=1).all():
            return False
        self.most = np.minimum(self.most, self.possible.sum(axis=0))
        self.least = np.maximum(self.least, self.possible[self.possible.sum(axis=1) == 1].sum(axis=0))
        return bool((self.least <= self.most).all())
