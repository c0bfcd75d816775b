"""Deduction puzzles: turns that one code alone fits, to be found by thought. The set that comes with Blackpeg.

The set was made by the generator of datasets (docs/puzzles.py), which also grades each puzzle by the length of a proof:
how many colors the shortest proof that goes peg by peg tries. Numbers stay: other puzzles would come behind these.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from math import log2
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..errors import BlackpegError, nearest
from ..position import Position

PUZZLES_FILE = Path(__file__).with_name("puzzles.txt")  # a line a puzzle: its game and turns, cases, grade
STARS = {"easy": "★☆☆", "medium": "★★☆", "hard": "★★★"}  # of the grades
POINTS_FOR_TWICE_THE_CASES = 200  # of rating
DRAWN_FROM = 10  # puzzles nearest to a person's rating, of which the next is drawn


class Puzzle(NamedTuple):
    """A puzzle of the set. Its code is not part of it, as it follows from the turns."""

    number: int  # from 1
    game: str
    turns: tuple[str, ...]  # such as 1122=1b1w
    cases: int  # of the shortest proof that goes peg by peg
    grade: str

    @property
    def rating(self) -> int:
        """How hard it is on the scale of people's ratings: 200 times the binary logarithm of its cases.

        >>> Puzzle(1, "4x6", ("3544=2b0w", "1415=1b3w"), 64, "easy").rating
        1200
        """
        return round(POINTS_FOR_TWICE_THE_CASES * log2(self.cases))

    @property
    def position(self) -> Position:
        return Position.parse(" ".join((self.game, *self.turns)))

    @property
    def title(self) -> str:
        """Its number and its grade in words and stars."""
        return f"Puzzle {self.number} {STARS[self.grade]} {self.grade}"

    def json(self) -> dict[str, Any]:
        """The puzzle for programs."""
        own = {"number": self.number, "game": self.game, "turns": list(self.turns)}
        return {**own, "cases": self.cases, "grade": self.grade, "rating": self.rating}


@cache
def all_puzzles() -> tuple[Puzzle, ...]:
    """Every puzzle of the set, in the order of their numbers."""
    return tuple(
        Puzzle(number, game, tuple(turns), int(cases), grade)
        for number, line in enumerate(PUZZLES_FILE.read_text(encoding="utf-8").splitlines(), 1)
        for game, *turns, cases, grade in [line.split()]
    )


def find_puzzle(number: int) -> Puzzle:
    """The puzzle of this number.

    >>> find_puzzle(0)
    Traceback (most recent call last):
    blackpeg.errors.BlackpegError: no puzzle 0; there are 1 to 2000
    """
    puzzles = all_puzzles()
    if not 1 <= number <= len(puzzles):
        raise BlackpegError(f"no puzzle {number}; there are 1 to {len(puzzles)}")
    return puzzles[number - 1]


def puzzles_of(grade: str | None) -> list[Puzzle]:
    """The puzzles of a grade, or all of them."""
    if grade is not None and grade not in STARS:
        raise BlackpegError(f"no grade '{grade}'{nearest(grade, STARS)} (there are {', '.join(STARS)})")
    return [puzzle for puzzle in all_puzzles() if grade in (None, puzzle.grade)]


def next_puzzle(answered: Collection[int], grade: str | None, rating: int, rng: np.random.Generator) -> Puzzle:
    """A puzzle that was not answered yet: of a grade, or one of those nearest to a person's rating.

    If all were answered, they begin again.
    """
    puzzles = puzzles_of(grade)
    fresh = [puzzle for puzzle in puzzles if puzzle.number not in answered] or puzzles
    if grade is None:
        fresh = sorted(fresh, key=lambda puzzle: abs(puzzle.rating - rating))[:DRAWN_FROM]
    return fresh[rng.integers(len(fresh))]
