"""The best tree for a set of candidates, by the compiled branch and bound.

`Subproblem` describes such a set in text and numbers, so that any process or machine can solve it. `SetSolver`
prepares a game for the compiled search once and solves many sets of it.
"""

from __future__ import annotations

from functools import lru_cache
from math import log
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..game import Code, Game
from ..information.symmetry import peg_permutations
from ..kernels import feedbacks, least_of, pool_of
from ..kernels.branch_and_bound import (
    FEW,
    FRAME,
    LEFT,
    LOOSE,
    NEVER,
    PLENTY,
    Problem,
    Scratch,
    least_totals,
    search,
    tree_into,
)
from ..kernels.feedback import BLOCK
from ..kernels.simd import LANES
from ..kernels.symmetry import Renamings, narrow, renamings
from ..kernels.transposition_table import ENTRIES, STOP, WATCHED, Memory, forget

MAX_SEARCHED_CODES = 2**16  # codes of the largest game that is searched, if widths limit the guesses
MAX_PROVED_CODES = 2**13  # codes of the largest game that is searched with all guesses: 5x6 takes half an hour
MAX_GUESSES = 60  # the depth of the deepest tree that is searched
MAX_TABLE_PAIRS = 2**26  # pairs of codes of the largest game whose feedbacks are all kept in a table
BLOCK_OF_GUESSES = 128  # guesses compared at a time in games without such a table
UNLIMITED_WIDTH = 2**30


class Subproblem(NamedTuple):
    """The candidates after one feedback to the first guess, with a limit of turns and of the total."""

    game: str
    first: str
    feedback: int
    turns: int  # guesses allowed after the first
    below: int  # only a solution with a smaller total is of use
    widths: tuple[int, ...] = ()  # guesses to try at each turn from the second on; empty: all

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
    game = Game.parse(subproblem.game)
    first = game.code(subproblem.first)
    per_code = feedbacks(game.columns, first, game.whites)
    codes = np.flatnonzero(per_code == subproblem.feedback)
    solver = cached_solver(subproblem.game, subproblem.widths)
    return solver.solve(codes, [first], subproblem.turns, subproblem.below, control)


@lru_cache(maxsize=2)
def cached_solver(game: str, widths: tuple[int, ...]) -> SetSolver:
    """The solver of a game. The last two are kept, since preparing one takes time and memory."""
    return SetSolver(Game.parse(game), widths)


class SetSolver:
    """Finds the best tree for any set of candidates of one game."""

    def __init__(self, game: Game, widths: tuple[int, ...] = ()) -> None:
        self.game, self.problem = game, problem_of(game, widths)
        self.scratch = scratch_of(game, self.problem)
        self.memory = memory_of(game)
        self.answers = np.array(sorted(game.answers) if len(self.problem.heard) > 1 else range((game.pegs + 1) ** 2))
        self.used_entries = 0  # of the memory
        self._lock = Lock()  # threads of a Dask worker share this object; it runs one search at a time

    def solve(
        self,
        codes: npt.NDArray[np.int64],
        history: list[Code],
        turns: int,
        below: int = NEVER,
        control: npt.NDArray[np.int64] | None = None,
    ) -> Solution:
        """The best tree for candidates, given by number, that are left after the guesses of `history`.

        At most `turns` more guesses are allowed, and the total must be smaller than `below`. Raises KeyboardInterrupt
        once another thread sets control[STOP].
        """
        with self._lock:
            return self._solve(
                codes, history, turns, below, np.zeros(WATCHED, np.int64) if control is None else control
            )

    def _solve(
        self, codes: npt.NDArray[np.int64], history: list[Code], turns: int, below: int, control: npt.NDArray[np.int64]
    ) -> Solution:
        forget(self.memory, np.array([0, self.used_entries, 0]))
        control[ENTRIES:] = 0
        symmetries = renamings(peg_permutations(self.game), self.game.colors, MAX_GUESSES + 3)
        symmetries = _symmetries_after(symmetries, history)
        n = len(codes)
        self.scratch.sets[0, :n] = codes
        args = self.problem, self.scratch, self.memory, symmetries, control
        try:
            total = 0
            if turns < min(n, LOOSE) and below < PLENTY:  # the total without a limit of turns is a quick lower bound
                total, _ = search(*args, 0, 0, n, min(n, MAX_GUESSES), below)
            if total < below:
                total, _ = search(*args, 0, 0, n, turns, below)
            if control[STOP]:
                raise KeyboardInterrupt
            if total >= below or total >= NEVER:
                return Solution(int(total))
            return self._tree(args, n, turns)
        finally:
            self.used_entries = int(control[ENTRIES])

    def _tree(self, args: tuple[Any, ...], n: int, turns: int) -> Solution:
        """The tree that the search just found, read from its memory."""
        rows = np.zeros((2 * n, 5), np.int64)
        used: int = tree_into(*args, n, turns, rows)  # type: ignore[call-arg]
        guesses, parents, numbers, wins, depths = rows[:used].T
        answers = np.where(numbers < 0, -1, self.answers[numbers])
        return Solution(
            int(depths[wins == 1].sum()), tuple(guesses.tolist()), tuple(parents.tolist()), tuple(answers.tolist()),
            tuple((wins == 1).tolist()), int(depths.max()),
        )  # fmt: skip


def _symmetries_after(symmetries: Renamings, history: list[Code]) -> Renamings:
    """The symmetries that leave every guess of the history unchanged, as level 0 of the search."""
    for depth, code in enumerate(history):
        narrow(symmetries, code.copy(), depth)
    depth = len(history)
    for rows in (symmetries.alive, symmetries.which, symmetries.maps, symmetries.tried):
        rows[0] = rows[depth]
    return symmetries


def problem_of(game: Game, widths: tuple[int, ...] = ()) -> Problem:
    """A game as the compiled search needs it; `widths` are those of the turns, the last one for all that follow."""
    size, columns = game.size, game.columns
    answers = sorted(game.answers)
    tabled = 1 < size * size <= MAX_TABLE_PAIRS
    names = np.arange((game.pegs + 1) ** 2, dtype=np.uint8)
    if tabled:
        names[answers] = np.arange(len(answers))
    count, win = (len(answers), len(answers) - 1) if tabled else (len(names), game.solved)
    heard, masks = np.zeros((1, 1), np.uint8), np.zeros((1, 1), np.uint16)
    if tabled:
        heard = np.empty((size, size), np.uint8)
        for k in range(size):
            heard[k] = names[feedbacks(columns, columns[:, k], game.whites)]
    if tabled and count <= 16:
        masks = np.left_shift(np.uint16(1), heard, dtype=np.uint16)
    least, room = bounds_of(game)
    n = np.arange(1, size + 1)
    guessed = np.concatenate([[0.0], n * (1 + 1.2 * np.log(n) / log(max(2, len(answers) - 1)))])
    pool = pool_of(columns, game.colors, game.whites, size if tabled else BLOCK_OF_GUESSES)
    wide = np.full(MAX_GUESSES + 3, UNLIMITED_WIDTH)
    if widths:
        wide[: len(widths)], wide[len(widths) :] = widths[: len(wide)], widths[-1]
    return Problem(
        columns, heard, masks, pool.table, pool.probes, pool.blocks, pool.prefix, least, room, guessed, count, win,
        game.colors, game.repeats, game.whites, wide,
    )  # fmt: skip


def bounds_of(game: Game) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """least[n]: a lower bound on the total for any n codes; room[t]: the most codes that t guesses can tell apart."""
    columns, none = game.columns, np.zeros((0, game.pegs), np.uint8)
    kinds = np.flatnonzero(least_of(columns, columns, none, peg_permutations(game), game.colors, game.repeats))
    capacity = np.zeros((len(kinds), game.solved + 1), np.int64)
    for row, k in zip(capacity, kinds, strict=True):
        counts = np.bincount(feedbacks(columns, columns[:, k], game.whites), minlength=game.solved + 1)
        row[: game.solved] = counts[: game.solved]
    room = [0, 1]
    while len(room) < LEFT:
        room.append(1 + int(np.minimum(capacity, room[-1]).sum(axis=1).max()))
    least: npt.NDArray[np.int64] = least_totals(capacity, game.size)
    return least, np.array(room, np.int64)


def scratch_of(game: Game, problem: Problem) -> Scratch:
    """The working arrays of a search, large enough for all codes of the game."""
    size, pegs, rows = game.size, game.pegs, MAX_GUESSES + 3
    block = int(np.diff(problem.blocks).max()) + LANES
    return Scratch(
        sets=np.zeros((rows, size), np.uint16),
        guesses=np.zeros((rows, size), np.int32),
        bounds=np.zeros((rows, size), np.int64),
        keys=np.zeros((rows, size), np.float64),
        sizes=np.zeros(problem.answers, np.int64),
        ends=np.zeros((rows, problem.answers + 1), np.int64),
        kinds=np.zeros((rows, game.colors), np.int64),
        palette=np.zeros((rows, 3, game.colors), np.uint8),
        names=np.zeros(game.colors, np.uint8),
        frames=np.zeros((rows, FRAME), np.int64),
        totals=np.zeros((rows, problem.answers), np.int64),
        dealt=np.zeros((rows, problem.answers), np.bool_),
        told=np.zeros(block, np.uint64),
        brief=np.zeros(block, np.uint16),
        scores=np.zeros(block, np.uint8),
        grid=np.zeros((FEW, block), np.uint8),
        heard=np.zeros(max(block, size), np.uint8),
        bytes=np.zeros(BLOCK, np.uint8),
        columns=np.zeros((pegs, size), np.uint8),
        table=np.zeros((pegs + game.colors) * (size + 2 * LANES), np.uint8),
        four=np.zeros(4 * (pegs + 1) ** 2, np.int32),
        code=np.zeros((3, pegs), np.uint8),
    )


def memory_of(game: Game) -> Memory:
    """The memory for solved sets: half a GB at most, of which only the used part takes real memory."""
    entries = 2**21 if game.size > 500 else 2**14
    return Memory(
        np.full(2 * entries, -1, np.int32), np.zeros((entries, 7), np.int64), np.zeros(64 * entries, np.uint16)
    )
