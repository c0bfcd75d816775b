"""The best tree for a set of candidates, such as a part that `optimal_search` splits off, by compiled branch and bound.

`Subproblem` describes such a set in text and numbers, so that any process or machine can solve it. `SetSolver`
prepares a game for the compiled search once and solves many sets of it.
"""

from __future__ import annotations

from functools import lru_cache
from math import log
from threading import Lock
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import BlackpegError
from ..game import Code, Game
from ..information.peg_permutations import MAX_PERMUTED_PEGS, peg_permutations
from ..kernels import feedbacks, pool_of, representatives
from ..kernels.branch_and_bound import (
    INFINITE_TOTAL,
    TURN_LIMITS,
    WIN_OF_8_PEGS,
    WORD_BITS,
    Bounds,
    FeedbackTables,
    Problem,
    Search,
    best_tree_into,
    bounds_after_guess,
    least_totals,
    scratch_of,
)
from ..kernels.feedback import feedback_numbers, feedback_table
from ..kernels.simd import LANES
from ..kernels.symmetry import FREE, Symmetries, narrow_by_history, symmetries_of
from ..kernels.transposition_table import (
    CONTROL_FIELDS,
    ENTRIES,
    ENTRY_FIELDS,
    STOP,
    TranspositionTable,
    clear,
    renaming_of,
    stored_numbers,
)

MAX_SEARCHED_CODES = 2**17  # codes of the largest game that is searched, if widths limit the guesses
MAX_PROVED_CODES = 2**13  # codes of the largest game that is searched with all guesses: 5x6 takes half an hour
MAX_WIDTH = 10**6  # guesses
MAX_GUESSES = 60  # the depth of the deepest tree that is searched
MAX_TABLE_PAIRS = 2**26  # pairs of codes of the largest game whose feedbacks are all kept in a table
BLOCK_OF_GUESSES = 128  # guesses compared at a time in games without such a table
UNLIMITED_WIDTH = 2**30
MIN_RENAMED_CODES = 8  # smaller sets are solved faster than renamed

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


class Subproblem(NamedTuple):
    """The candidates after one feedback to the first guess, with a limit of turns and of the total."""

    game: str
    first: str
    feedback: int
    turns: int  # guesses allowed after the first
    below: int  # only a solution with a smaller total is of use
    widths: Widths = ()  # of the turns from the second on

    @property
    def key(self) -> str:
        """All that the solution depends on, as text."""
        return " ".join(map(str, (self.game, self.first, self.feedback, self.turns, *self.widths)))


class Solution(NamedTuple):
    """A best tree, node by node; or, without guesses, only a lower bound on its total."""

    total: int
    guesses: tuple[int, ...] = ()  # by number; empty: the total is a lower bound
    parents: tuple[int, ...] = ()
    answers: tuple[int, ...] = ()
    wins: tuple[bool, ...] = ()
    longest: int = 0  # guesses for the code that takes most


def solve_subproblem(subproblem: Subproblem, control: npt.NDArray[np.int64] | None = None) -> Solution:
    """Solves a subproblem; setting control[STOP] in another thread stops the search."""
    solver = cached_solver(subproblem.game, subproblem.widths)
    first = solver.game.code(subproblem.first)
    per_code = feedbacks(solver.game.columns, first, solver.game.whites)
    codes = np.flatnonzero(per_code == subproblem.feedback)
    return solver.solve(codes, [first], subproblem.turns, subproblem.below, control)


@lru_cache(maxsize=2)
def cached_solver(game: str, widths: Widths) -> SetSolver:
    """The solver of a game. The last two are kept, since preparing one takes time and memory."""
    return SetSolver(Game.parse(game), widths)


class SetSolver:
    """Finds the best tree for any set of candidates of one game."""

    def __init__(self, game: Game, widths: Widths = ()) -> None:
        self.game, self.problem = game, problem_of(game, widths)
        self.scratch = scratch_of(self.problem, MAX_GUESSES + 3)
        self.known = empty_table(game)
        complete = int((self.problem.size_widths >= game.size).sum()) - 1 if widths else game.size
        self.renaming = renaming_of(
            game.columns, game.colors, game.repeats and not game.whites,
            MIN_RENAMED_CODES, complete if gains_by_renaming(game) else 0,
        )  # fmt: skip
        tabled = len(self.problem.tables.numbers) > 1
        self.answers = np.array(sorted(game.answers) if tabled else range((game.pegs + 1) ** 2))
        self.used_entries = 0  # of the transposition table
        self.history = list[Code]()  # of the last search
        self.symmetries = _symmetries_after(game, self.history)
        self._lock = Lock()  # threads of a Dask worker share this object; it runs one search at a time

    def solve(
        self,
        codes: npt.NDArray[np.int64],
        history: list[Code],
        turns: int,
        below: int = INFINITE_TOTAL,
        control: npt.NDArray[np.int64] | None = None,
    ) -> Solution:
        """The best tree for candidates, given by number, that are left after the guesses of `history`.

        At most `turns` more guesses are allowed, and the total must be smaller than `below`. Raises KeyboardInterrupt
        once another thread sets control[STOP].
        """
        with self._lock:
            return self._solve(
                codes, history, turns, below, np.zeros(CONTROL_FIELDS, np.int64) if control is None else control
            )

    def bounds_after(self, guess: int) -> dict[int, int]:
        """Lower bounds on the totals of the codes left after each feedback to a first guess, by looking ahead."""
        with self._lock:
            search = self._search([], np.zeros(CONTROL_FIELDS, np.int64))
            return dict(zip(self.answers.tolist(), bounds_after_guess(search, guess).tolist(), strict=True))

    def _search(self, history: list[Code], control: npt.NDArray[np.int64]) -> Search:
        """A search for the best tree of candidates that are left after these guesses; nothing is known yet."""
        clear(self.known, np.array([0, self.used_entries, 0]))
        self.used_entries = control[ENTRIES:] = 0
        if not np.array_equal(history, self.history):  # a search does not change the symmetries of level 0
            self.history, self.symmetries = history, _symmetries_after(self.game, history)
        return Search(self.problem, self.scratch, self.known, self.renaming, self.symmetries, control)

    def _solve(
        self, codes: npt.NDArray[np.int64], history: list[Code], turns: int, below: int, control: npt.NDArray[np.int64]
    ) -> Solution:
        search, rows = self._search(history, control), np.zeros((2 * len(codes), 5), np.int64)
        self.scratch.levels.sets[0, : len(codes)] = codes
        try:
            total, nodes = best_tree_into(rows, search, len(codes), turns, below)
        finally:
            self.used_entries = int(control[ENTRIES])
        if control[STOP]:
            raise KeyboardInterrupt
        return self._solution(rows[:nodes]) if nodes else Solution(int(total))

    def _solution(self, rows: npt.NDArray[np.int64]) -> Solution:
        """The tree whose nodes are these rows, as `tree_into` writes them."""
        guesses, parents, _, wins, depths = rows.T.tolist()
        answers = np.where(rows[:, 2] < 0, -1, self.answers[rows[:, 2]]).tolist()
        total = sum(depth for depth, win in zip(depths, wins, strict=True) if win)
        return Solution(total, tuple(guesses), tuple(parents), tuple(answers), tuple(map(bool, wins)), max(depths))


def gains_by_renaming(game: Game) -> bool:
    """Checks whether sets of a game are so often symmetric to others that to rename them saves time.

    It saves a third to two thirds at 3x11, 3x9-black, 4x10-distinct and 10x2, but costs a quarter more at 4x7, a tenth
    more at 4x8.
    """
    return game.pegs <= 3 or game.colors == 2 or not game.repeats or not game.whites


def _symmetries_after(game: Game, history: list[Code]) -> Symmetries:
    """The symmetries that leave every guess of the history unchanged, as level 0 of the search."""
    stride = stride_of(game)
    names = game.colors * (game.pegs if stride else 1)
    symmetries: Symmetries = symmetries_of(peg_permutations(game), names, MAX_GUESSES + 3, stride)
    narrow_by_history(symmetries, np.array(history, np.uint8).reshape(-1, game.pegs))
    depth = len(history)
    for rows in (symmetries.remaining, symmetries.which, symmetries.maps, symmetries.tried, symmetries.twins):
        rows[0] = rows[depth]
    return symmetries


def stride_of(game: Game) -> int:
    """The number of colors if each peg has color names of its own, else 0; see `kernels.symmetry`."""
    own_names = game.repeats and not game.whites and game.pegs * game.colors < FREE
    return game.colors if own_names else 0


def problem_of(game: Game, widths: Widths = ()) -> Problem:
    """A game as the compiled search needs it."""
    size, columns = game.size, game.columns
    answers = sorted(game.answers)
    tabled = 1 < size * size <= MAX_TABLE_PAIRS
    numbers = np.arange((game.pegs + 1) ** 2, dtype=np.uint8)
    if tabled:
        numbers[answers] = np.arange(len(answers))
    count, win = (len(answers), len(answers) - 1) if tabled else (len(numbers), game.solved)
    table, masks = np.zeros((1, 1), np.uint8), np.zeros((1, 1), np.uint16)
    if tabled:
        table = feedback_table(columns, numbers, game.whites)
    if tabled and count <= 16:
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


def bounds_of(game: Game) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The bounds `least` and `max_codes` of the search (see `Bounds`)."""
    columns, kinds = game.columns, different_first_guesses(game)
    capacity = np.zeros((len(kinds), game.solved + 1), np.int64)
    for row, k in zip(capacity, kinds, strict=True):
        counts = np.bincount(feedbacks(columns, columns[:, k], game.whites), minlength=game.solved + 1)
        row[: game.solved] = counts[: game.solved]
    max_codes = [0, 1]
    while len(max_codes) < TURN_LIMITS:
        max_codes.append(1 + int(np.minimum(capacity, max_codes[-1]).sum(axis=1).max()))
    least: npt.NDArray[np.int64] = least_totals(capacity, game.size)
    return least, np.array(max_codes, np.int64)


def empty_table(game: Game) -> TranspositionTable:
    """A transposition table for solved sets: half a GB at most, of which only the used part takes real memory."""
    entries = 2**21 if game.size > 500 else 2**14
    return TranspositionTable(
        slots=np.zeros(2 * entries, np.int32),
        entries=np.zeros((entries, ENTRY_FIELDS), np.int64),
        codes=np.zeros(64 * entries, stored_numbers(game.pegs, game.colors)),
    )
