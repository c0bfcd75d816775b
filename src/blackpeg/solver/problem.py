"""A game as the compiled searches need it: codes, feedbacks, lower bounds, and how many guesses are tried."""

from __future__ import annotations

from functools import lru_cache
from math import log

import numpy as np
import numpy.typing as npt

from ..errors import BlackpegError
from ..game import Game
from ..information.peg_permutations import MAX_PERMUTED_PEGS, peg_permutations
from ..kernels import feedbacks, pool_of, representatives
from ..kernels.branch_and_bound import (
    TURN_LIMITS,
    WIN_OF_8_PEGS,
    WORD_BITS,
    Bounds,
    FeedbackTables,
    Problem,
)
from ..kernels.feedback import feedback_numbers, feedback_table
from ..kernels.last_turn import MAX_FEEDBACKS
from ..kernels.simd import LANES
from ..kernels.size_bounds import least_totals
from ..kernels.symmetry import FREE

MAX_SEARCHED_CODES = 2**17  # codes of the largest game that is searched, if widths limit the guesses
MAX_PROVED_CODES = 2**13  # codes of the largest game that is searched with all guesses: 5x6 takes half an hour
MAX_WIDTH = 10**6  # guesses
MAX_GUESSES = 60  # the depth of the deepest tree that is searched
MAX_TABLE_PAIRS = 2**26  # pairs of codes of the largest game whose feedbacks are all kept in a table
MAX_LAST_TURN_CODES = 2**15  # codes of the largest game whose last turn is searched, which needs that table: 1 GB
BLOCK_OF_GUESSES = 128  # guesses compared at a time in games without such a table
UNLIMITED_WIDTH = 2**30
MIN_RENAMED_CODES = 5  # smaller sets are solved faster than renamed

# Guesses to try: a number for each turn, the last one for all that follow, and pairs (codes, guesses) for sets of up to
# so many codes after the first turn. Where both say something, the greater one holds. Without any, all are tried.
Widths = tuple[int | tuple[int, int], ...]


def parse_widths(text: str) -> Widths:
    """Reads widths: 1,8 tries one guess at the first turn and eight later; 1,60:30 thirty for sets of up to 60 codes.

    >>> parse_widths("1,8,60:30")
    (1, 8, (60, 30))
    """
    widths = list[int | tuple[int, int]]()
    for word in text.split(","):
        numbers = word.split(":")
        if len(numbers) > 2 or not all(one.strip().isdecimal() and 0 < int(one) <= MAX_WIDTH for one in numbers):
            raise BlackpegError(
                f"--width {text}: widths are whole numbers from 1 on, such as 8 or 4,16,8, or 60:30 for sets of up "
                "to 60 codes"
            )
        widths.append(int(word) if len(numbers) == 1 else (int(numbers[0]), int(numbers[1])))
    return tuple(widths)


def split_widths(widths: Widths) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """The widths by turn, which are 1 if none are given, and the pairs by the size of a set."""
    by_turn = tuple(width for width in widths if isinstance(width, int)) or (1,)
    return by_turn, tuple(width for width in widths if not isinstance(width, int))


def has_table(game: Game) -> bool:
    """Checks whether a search keeps all feedbacks of a game in a table."""
    return 1 < game.size**2 <= MAX_TABLE_PAIRS


def counts_last_turn(game: Game) -> bool:
    """Checks whether the codes left for the last turn can be searched: all feedbacks fit a table, and each is a bit."""
    return 1 < game.size <= MAX_LAST_TURN_CODES and len(given_feedbacks(game)) <= MAX_FEEDBACKS


def gains_by_renaming(game: Game) -> bool:
    """Checks whether sets of a game are so often symmetric to others that to rename them saves time.

    It saves a third to two thirds at 3x11, 3x9-black, 4x10-distinct and 10x2, but costs a quarter more at 4x7, a tenth
    more at 4x8.
    """
    return game.pegs <= 3 or game.colors == 2 or not game.repeats or not game.whites


def stride_of(game: Game) -> int:
    """The number of colors if each peg has color names of its own, else 0; see `kernels.symmetry`."""
    own_names = game.repeats and not game.whites and game.pegs * game.colors < FREE
    return game.colors if own_names else 0


def problem_of(game: Game, widths: Widths = (), needs_table: bool = False) -> Problem:
    """A game as the compiled search needs it."""
    size, columns = game.size, game.columns
    answers = given_feedbacks(game)
    tabled = has_table(game) or needs_table
    numbers = np.arange((game.pegs + 1) ** 2, dtype=np.uint8)
    if tabled:
        numbers[answers] = np.arange(len(answers))
    count, win = (len(answers), len(answers) - 1) if tabled else (len(numbers), game.solved)
    table, masks = np.zeros((1, 1), np.uint8), np.zeros((1, 1), np.uint16)
    if tabled:
        table = feedback_table(columns, numbers, game.whites)
    if has_table(game) and count <= 16:
        masks = np.zeros(size * size + LANES, np.uint16)[: size * size].reshape(size, size)
        np.left_shift(np.uint16(1), table, out=masks, dtype=np.uint16)
    least, max_codes = bounds_of(game)
    n = np.arange(1, size + 1)
    estimate = np.concatenate([[0.0], n * (1 + 1.2 * np.log(n) / log(max(2, len(answers) - 1)))])
    pool = pool_of(columns, game.colors, game.whites, size if tabled else BLOCK_OF_GUESSES)
    wide = np.full(MAX_GUESSES + 3, UNLIMITED_WIDTH)
    size_widths = np.ones(size + 1, np.int64)
    if widths:
        by_turn, by_size = split_widths(widths)
        wide[: len(by_turn)], wide[len(by_turn) :] = by_turn[: len(wide)], by_turn[-1]
        for codes, guesses in by_size:
            size_widths[: codes + 1] = np.maximum(size_widths[: codes + 1], guesses)
    return Problem(
        pool=pool,
        tables=FeedbackTables(table, masks),
        bounds=Bounds(least, max_codes, estimate),
        feedbacks=count,
        possible=feedback_numbers(game.pegs, game.whites),
        fit_word=count <= WORD_BITS or (not tabled and win == WIN_OF_8_PEGS),
        win=win,
        colors=game.colors,
        repeats=game.repeats,
        whites=game.whites,
        stride=stride_of(game),
        widths=wide,
        size_widths=size_widths,
    )


def different_first_guesses(game: Game) -> npt.NDArray[np.int64]:
    """The first guesses of which no two are symmetric, by number."""
    columns, none = game.columns, np.zeros((0, game.pegs), np.uint8)
    is_least = representatives(
        columns, columns, none, peg_permutations(game), game.colors, game.repeats, stride_of(game)
    )
    if game.pegs > MAX_PERMUTED_PEGS:
        counts = np.array([(columns == color).sum(axis=0) for color in range(game.colors)])
        is_least &= (np.diff(columns.astype(np.int8), axis=0) >= 0).all(axis=0)
        is_least &= (np.diff(counts, axis=0) <= 0).all(axis=0)  # color 1 is the most frequent one
    return np.flatnonzero(is_least)


@lru_cache(maxsize=2)
def first_part_sizes(game: Game) -> npt.NDArray[np.int64]:
    """How many codes give each feedback to the first guesses, of which no two are symmetric."""
    columns, kinds = game.columns, different_first_guesses(game)
    sizes = np.zeros((len(kinds), game.solved + 1), np.int64)
    for row, k in zip(sizes, kinds, strict=True):
        row[:] = np.bincount(feedbacks(columns, columns[:, k], game.whites), minlength=game.solved + 1)
    return sizes


def given_feedbacks(game: Game) -> list[int]:
    """The feedbacks that a code of the game gives to another, in order.

    They may be fewer than those that can be written down. With two colors, for example, white pegs are always even.
    """
    return np.flatnonzero(first_part_sizes(game).any(axis=0)).tolist()


def bounds_of(game: Game) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The bounds `least` and `max_codes` of the search (see `Bounds`)."""
    capacity = first_part_sizes(game).copy()
    capacity[:, game.solved] = 0
    max_codes = [0, 1]
    while len(max_codes) < TURN_LIMITS:
        max_codes.append(1 + int(np.minimum(capacity, max_codes[-1]).sum(axis=1).max()))
    least: npt.NDArray[np.int64] = least_totals(capacity, game.size)
    return least, np.array(max_codes, np.int64)
