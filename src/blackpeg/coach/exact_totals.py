"""Exactly how many guesses every guess leads to under perfect play, where the solver can tell it quickly.

A *total* is the sum over all candidates of the guesses that each of them takes from here on, this guess included.
Divided by the number of candidates it is the expected number of guesses. A guess's *regret* is how much larger its
expected number is than that of the best guess.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..game import Code, Game
from ..kernels import feedbacks
from ..position import Position
from ..solver.endgame import endgame_tree, supports_endgame
from .expected_guesses import MAX_OPTIMAL_CANDIDATES, MAX_OPTIMAL_CANDIDATES_BLACK

MAX_SOLVED_CODES = 1296  # codes of the largest game that is solved from every position on, within a second
MAX_CACHED_TOTALS = 200_000
SMALL_TOTALS = (0, 1, 3)  # of none, one and two candidates

_totals: dict[tuple[Game, bytes], int] = {}  # the least totals of sets of candidates


def knows_exact_totals(position: Position) -> bool:
    """Checks whether the solver can tell exact totals at this position: few candidates are left, or the game is small.

    >>> knows_exact_totals(Position.parse("4x6")), knows_exact_totals(Position.parse("5x8"))
    (True, False)
    """
    game = position.game
    if supports_endgame(game, MAX_OPTIMAL_CANDIDATES) is not None:
        return False
    if game.whites and game.size <= MAX_SOLVED_CODES:
        return True
    return position.count <= (MAX_OPTIMAL_CANDIDATES if game.whites else MAX_OPTIMAL_CANDIDATES_BLACK)


def exact_total(position: Position) -> int | None:
    """Returns the least total at a position, or None if the solver can't tell it quickly.

    >>> exact_total(Position.parse("4x6"))  # Koyama & Lai (1993)
    5625
    """
    if position.solved:
        return 0
    return _least_total(position) if knows_exact_totals(position) else None


def exact_total_with(position: Position, guess: Code) -> int | None:
    """Returns the least total if this guess is played now, or None if the solver can't tell it quickly.

    >>> start = Position.parse("4x6")
    >>> exact_total_with(start, start.game.code("1123"))  # the first guess of Koyama & Lai (1993)
    5625
    """
    return _total_with(position, guess) if knows_exact_totals(position) else None


def exact_regret(position: Position, guess: Code) -> float | None:
    """Returns how many guesses more than the best guess this one costs on average; None if that can't be told.

    >>> position = Position.parse("2x3 11=0b0w")  # 22, 23, 32 and 33 are left
    >>> exact_regret(position, position.game.code("22"))
    0.0
    >>> exact_regret(position, position.game.code("12"))  # parts of 2, 1 and 1 codes: 4 + 3 + 1 + 1, not 8
    0.25
    """
    total, best = exact_total_with(position, guess), exact_total(position)
    return None if total is None or best is None else (total - best) / position.count


def exact_totals(position: Position) -> npt.NDArray[np.int64] | None:
    """Returns the least total with each code of the game, in lexicographic order; None if that can't be told.

    >>> totals = exact_totals(Position.parse("2x3 11=0b0w"))  # 22, 23, 32 and 33 are left
    >>> totals.tolist()
    [12, 9, 9, 9, 8, 8, 9, 8, 8]
    """
    if not knows_exact_totals(position):
        return None
    return np.array([_total_with(position, guess) for guess in position.game.codes], np.int64)


def _total_with(position: Position, guess: Code) -> int:
    """Every candidate takes this guess; those of each part but the solved one take more."""
    columns, whites = position.columns, position.game.whites
    total = position.count
    given = feedbacks(columns, guess, whites)
    for feedback, size in zip(*(found.tolist() for found in np.unique(given, return_counts=True)), strict=True):
        if feedback == position.game.solved:
            continue
        if size == position.count:  # it tells nothing, so the same candidates are still to be told apart
            total += _least_total(position)
        elif size <= 2:
            total += SMALL_TOTALS[size]
        else:
            key = position.game, columns[:, given == feedback].tobytes()
            total += _totals[key] if key in _totals else _least_total(position.after(guess, feedback))
    return total


def _least_total(position: Position) -> int:
    if position.count < len(SMALL_TOTALS):
        return SMALL_TOTALS[position.count]
    key = position.game, position.columns.tobytes()
    if key not in _totals:
        if len(_totals) >= MAX_CACHED_TOTALS:
            _totals.clear()
        _totals[key] = endgame_tree(position).total
    return _totals[key]
