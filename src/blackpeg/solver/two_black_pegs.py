"""The least total and the least worst case of games of two pegs and black pegs only, for any number of colors.

A code is a cell: its first color is the row, its second the column. The feedback 2b is the guessed cell, 1b the rest
of its row and of its column, 0b everything else. So every set of candidates is a rectangle or a cross, and a dynamic
program over their sizes takes the place of a search over sets.

- A **rectangle** has the cells of all live rows and live columns: those that no 0b has excluded. Where no color may
  come twice, a color that is live both as a row and as a column makes a hole, a cell that is no code. The whole game
  is a rectangle.
- A **cross** has some cells of one row a and some of one column b, without the cell where these two meet. If either
  part is empty, it is a line.

This is closed. Rectangle: a guess whose row and column are both live leaves a cross (1b) or a smaller rectangle (0b);
one of which only one is live leaves a line or a smaller rectangle; any other divides nothing. Cross: if (a, y) and
(x, b) are cells of it, the guess (a, y) leaves the rest of the row (1b) or the column (0b), and (x, b) likewise; (x, y)
leaves these two cells, again a cross (1b), or the others (0b). Any other guess tests only one cell, or only whether the
code lies in row a. That divides the set no further than (a, y) or (x, b) does, which may be the secret besides, so it
is never better: a strategy for a set needs no more guesses for its subsets.

Holes make no difference in a cross: the guess (x, y) needs two colors, and there are two unless the cross is a pair, of
which (x, y) tells nothing.

>>> least_guesses(Game(2, 10, whites=False))
Least(total=760, worst=11)
>>> least_guesses(Game(2, 10, repeats=False, whites=False))
Least(total=651, worst=10)
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

from ..errors import BlackpegError
from ..game import Game


class Least(NamedTuple):
    """The least total of guesses for a set of candidates, and the least worst case: maybe of two strategies."""

    total: int
    worst: int


def least_guesses(game: Game) -> Least:
    """The least total and the least worst case of a game of two pegs and black pegs only."""
    if game.pegs != 2 or game.whites:
        raise BlackpegError(f"{game} is no game of two pegs and black pegs only, such as 2x9-black")

    @cache
    def rectangle(rows: int, columns: int, holes: int) -> Least:
        if rows > columns:
            return rectangle(columns, rows, holes)
        codes = rows * columns - holes
        if codes <= 1:
            return Least(codes, codes)
        guesses = []
        for a, b in product(_ways(rows, holes), _ways(columns, holes)):  # a live row, and a live column
            if a + b <= holes:
                guesses.append((_cross(columns - 1 - a, rows - 1 - b), rectangle(rows - 1, columns - 1, holes - a - b)))
        for lines, others in ((rows, columns), (columns, rows)):  # a live row and a column that is not, or the reverse
            for a in _ways(lines, holes):
                excluded = game.colors - others
                if not game.repeats and a == 0:
                    excluded -= 1  # the color of the line itself, which can't be guessed twice
                if excluded:
                    guesses.append((_cross(others - a, 0), rectangle(lines - 1, others, holes - a)))
        return _best(codes, guesses)

    return rectangle(game.colors, game.colors, 0 if game.repeats else game.colors)


def _ways(lines: int, holes: int) -> list[int]:
    """The holes that a live row, or column, of a rectangle can have: one or none."""
    return [1] * (holes > 0) + [0] * (lines > holes)


@cache
def _cross(row: int, column: int) -> Least:
    """A cross of so many cells in its row and in its column."""
    if row < column:
        return _cross(column, row)
    if row + column <= 1:
        return Least(row, row)
    guesses = [(_cross(row - 1, 0), _cross(column, 0))]
    if column:
        guesses.append((_cross(row, 0), _cross(column - 1, 0)))
        if row > 1:
            guesses.append((_cross(1, 1), _cross(row - 1, column - 1)))
    return _best(row + column, guesses)


def _best(codes: int, guesses: list[tuple[Least, Least]]) -> Least:
    """The least for a set of codes, from the parts 1b and 0b of every guess."""
    total = min(one.total + none.total for one, none in guesses)
    return Least(codes + total, 1 + min(max(one.worst, none.worst) for one, none in guesses))
