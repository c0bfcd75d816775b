"""Sets of candidates solved by the compiled search: what it needs to know of a game, and room to work in."""

from __future__ import annotations

from functools import lru_cache
from math import log
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..game import Code, Game
from ..information.symmetry import peg_permutations
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
from ..kernels.feedback import BLOCK, feedbacks
from ..kernels.one_step import pool_of
from ..kernels.simd import LANES
from ..kernels.symmetry import Renamings, least_of, narrow, renamings
from ..kernels.transposition_table import ENTRIES, STOP, WATCHED, Memory, forget

SEARCHABLE = 2**16  # codes of games that can be searched with widths
PROVABLE = 2**13  # codes of games that an exact search may finish: 5x6 takes more than half an hour
DEEPEST = 60  # guesses that a search goes down
TABLED = 2**26  # pairs of codes up to which all answers are kept
BLOCK_OF_GUESSES = 128  # codes at a time, where they are not
ALL = 2**30  # a width that leaves nothing out


class Part(NamedTuple):
    """What one answer to the first guess leaves, to be solved within some guesses for less than some total."""

    game: str
    first: str
    answer: int
    left: int  # guesses that may follow the first
    most: int  # a solution must need less in total
    widths: tuple[int, ...] = ()  # guesses to try at each turn from the second on; none: all

    @property
    def key(self) -> str:
        """What its solution depends on."""
        return " ".join(map(str, (self.game, self.first, self.answer, self.left, *self.widths)))


class Solved(NamedTuple):
    """The tree of a part, node by node, or a total that it can't be below."""

    total: int
    guesses: tuple[int, ...] = ()  # by number; none: the total is a bound
    parents: tuple[int, ...] = ()
    answers: tuple[int, ...] = ()
    wins: tuple[bool, ...] = ()
    longest: int = 0  # the most guesses that a code takes


def solve_part(part: Part, watch: npt.NDArray[np.int64] | None = None) -> Solved:
    """Solve one part, wherever this runs; whoever holds `watch` can stop it."""
    game = Game.parse(part.game)
    solver = solver_of(part.game, part.widths)
    first = game.code(part.first)
    told = feedbacks(np.ascontiguousarray(game.columns), first.copy(), game.whites)
    return solver.solve(np.flatnonzero(told == part.answer), [first], part.left, part.most, watch)


@lru_cache(maxsize=2)
def solver_of(game: str, widths: tuple[int, ...]) -> Solver:
    return Solver(Game.parse(game), widths)


class Solver:
    """A game with all that a search needs, to solve sets of its candidates."""

    def __init__(self, game: Game, widths: tuple[int, ...] = ()) -> None:
        self.game, self.problem = game, problem_of(game, widths)
        self.scratch = scratch_of(game, self.problem)
        self.memory = memory_of(game)
        self.answers = np.array(sorted(game.answers) if len(self.problem.heard) > 1 else range((game.pegs + 1) ** 2))
        self.held = 0  # entries of the memory
        self._lock = Lock()  # one search at a time: threads of a Dask worker share this

    def solve(
        self,
        codes: npt.NDArray[np.int64],
        history: list[Code],
        left: int,
        most: int = NEVER,
        watch: npt.NDArray[np.int64] | None = None,
    ) -> Solved:
        """The least total for candidates, by number, after these guesses, within `left` more; its tree."""
        with self._lock:
            return self._solve(codes, history, left, most, np.zeros(WATCHED, np.int64) if watch is None else watch)

    def _solve(
        self, codes: npt.NDArray[np.int64], history: list[Code], left: int, most: int, watch: npt.NDArray[np.int64]
    ) -> Solved:
        forget(self.memory, np.array([0, self.held, 0]))
        watch[ENTRIES:] = 0
        alike = renamings(peg_permutations(self.game), self.game.colors, DEEPEST + 3)
        alike = _after(alike, history)
        n = len(codes)
        self.scratch.sets[0, :n] = codes
        args = self.problem, self.scratch, self.memory, alike, watch
        try:
            total = 0
            if left < min(n, LOOSE) and most < PLENTY:  # what sets need without a limit is soon known, and a bound
                total, _ = search(*args, 0, 0, n, min(n, DEEPEST), most)
            if total < most:
                total, _ = search(*args, 0, 0, n, left, most)
            if watch[STOP]:
                raise KeyboardInterrupt
            if total >= most or total >= NEVER:
                return Solved(int(total))
            return self._tree(args, n, left)
        finally:
            self.held = int(watch[ENTRIES])

    def _tree(self, args: tuple[Any, ...], n: int, left: int) -> Solved:
        rows = np.zeros((2 * n, 5), np.int64)
        used: int = tree_into(*args, n, left, rows)  # type: ignore[call-arg]
        guesses, parents, answers, wins, depths = rows[:used].T
        told = np.where(answers < 0, -1, self.answers[answers])
        return Solved(
            int(depths[wins == 1].sum()), tuple(guesses.tolist()), tuple(parents.tolist()), tuple(told.tolist()),
            tuple((wins == 1).tolist()), int(depths.max()),
        )  # fmt: skip


def _after(alike: Renamings, history: list[Code]) -> Renamings:
    """The renamings that are left after these guesses, as level 0."""
    for depth, code in enumerate(history):
        narrow(alike, code.copy(), depth)
    depth = len(history)
    for rows in (alike.alive, alike.which, alike.maps, alike.tried):
        rows[0] = rows[depth]
    return alike


def problem_of(game: Game, widths: tuple[int, ...] = ()) -> Problem:
    """A game as the compiled search takes it; `widths` are those of its levels, the last one for all below."""
    size, columns = game.size, np.ascontiguousarray(game.columns)
    answers = sorted(game.answers)
    tabled = 1 < size * size <= TABLED
    names = np.arange((game.pegs + 1) ** 2, dtype=np.uint8)
    if tabled:
        names[answers] = np.arange(len(answers))
    count, win = (len(answers), len(answers) - 1) if tabled else (len(names), game.solved)
    heard, masks = np.zeros((1, 1), np.uint8), np.zeros((1, 1), np.uint16)
    if tabled:
        heard = np.empty((size, size), np.uint8)
        for k in range(size):
            heard[k] = names[feedbacks(columns, columns[:, k].copy(), game.whites)]
    if tabled and count <= 16:
        masks = np.left_shift(np.uint16(1), heard, dtype=np.uint16)
    least, room = bounds_of(game)
    n = np.arange(1, size + 1)
    guessed = np.concatenate([[0.0], n * (1 + 1.2 * np.log(n) / log(max(2, len(answers) - 1)))])
    pool = pool_of(columns, game.colors, game.whites, size if tabled else BLOCK_OF_GUESSES)
    wide = np.full(DEEPEST + 3, ALL)
    if widths:
        wide[: len(widths)], wide[len(widths) :] = widths[: len(wide)], widths[-1]
    return Problem(
        columns, heard, masks, pool.table, pool.probes, pool.blocks, pool.prefix, least, room, guessed, count, win,
        game.colors, game.repeats, game.whites, wide,
    )  # fmt: skip


def bounds_of(game: Game) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """least[n]: no n codes need fewer guesses in total; room[left]: so many guesses tell no more codes apart."""
    columns, none = np.ascontiguousarray(game.columns), np.zeros((0, game.pegs), np.uint8)
    kinds = np.flatnonzero(least_of(columns, columns, none, peg_permutations(game), game.colors, game.repeats))
    capacity = np.zeros((len(kinds), game.solved + 1), np.int64)
    for row, k in zip(capacity, kinds, strict=True):
        counts = np.bincount(feedbacks(columns, columns[:, k].copy(), game.whites), minlength=game.solved + 1)
        row[: game.solved] = counts[: game.solved]
    room = [0, 1]
    while len(room) < LEFT:
        room.append(1 + int(np.minimum(capacity, room[-1]).sum(axis=1).max()))
    least: npt.NDArray[np.int64] = least_totals(capacity, game.size)
    return least, np.array(room, np.int64)


def scratch_of(game: Game, problem: Problem) -> Scratch:
    """Room for a search of all codes."""
    size, pegs, rows = game.size, game.pegs, DEEPEST + 3
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
    """Room for solved sets: half a GB at most, of which only what is used is ever touched."""
    entries = 2**21 if game.size > 500 else 2**14
    return Memory(
        np.full(2 * entries, -1, np.int32), np.zeros((entries, 7), np.int64), np.zeros(64 * entries, np.uint16)
    )
