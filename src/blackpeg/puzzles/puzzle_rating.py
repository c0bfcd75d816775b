"""A person's rating and streak in deduction puzzles, which follow from the first answer to each puzzle."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import floor
from typing import Any

from .deduction_puzzles import Puzzle

FIRST_RATING = 1200  # that of a puzzle with 64 cases
MOST_POINTS = 32  # that one answer can gain or cost


@dataclass(frozen=True)
class PuzzleRecord:
    """What is known of a person who solves puzzles."""

    rating: int = FIRST_RATING
    streak: int = 0  # puzzles in a row whose first answer was right
    longest: int = 0  # the longest streak
    right: int = 0  # puzzles whose first answer was right
    answered: frozenset[int] = frozenset()  # the numbers of all puzzles that were answered

    def after(self, puzzle: Puzzle, right: bool) -> PuzzleRecord:
        """The record after an answer. Only the first answer to a puzzle counts.

        Elo's rule: a right answer gains, and a wrong one costs, 32 points times how little it was to be expected. The
        expected share of right answers is 1 / (1 + 10^((puzzle's rating - own rating) / 400)).

        >>> easy = Puzzle(7, "4x6", (), 64, "easy")
        >>> PuzzleRecord().after(easy, right=True).rating, PuzzleRecord().after(easy, right=False).rating
        (1216, 1184)
        """
        if puzzle.number in self.answered:
            return self
        expected = 1 / (1 + 10 ** ((puzzle.rating - self.rating) / 400))
        streak = self.streak + 1 if right else 0
        return replace(
            self, rating=floor(self.rating + MOST_POINTS * (right - expected) + 0.5), streak=streak,
            longest=max(self.longest, streak), right=self.right + right, answered=self.answered | {puzzle.number},
        )  # fmt: skip

    def json(self) -> dict[str, Any]:
        """The record for programs."""
        own = {"rating": self.rating, "streak": self.streak, "longest": self.longest}
        return {**own, "right": self.right, "answered": len(self.answered)}
