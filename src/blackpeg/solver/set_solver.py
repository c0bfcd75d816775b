"""The best tree for a set of candidates, such as a part that `optimal_search` splits off, by compiled branch and bound.

`Subproblem` describes such a set in text and numbers, so that any process or machine can solve it. `SetSolver`
prepares a game for the compiled search once and solves many sets of it.
"""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..game import Code, Game
from ..information.peg_permutations import peg_permutations
from ..kernels import feedbacks, last_turn
from ..kernels.branch_and_bound import (
    INFINITE_TOTAL,
    Search,
    best_tree_into,
    bounds_after_guess,
    scratch_of,
)
from ..kernels.symmetry import Symmetries, narrow_by_history, symmetries_of
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
from .problem import (
    MAX_GUESSES,
    MIN_RENAMED_CODES,
    Widths,
    gains_by_renaming,
    given_feedbacks,
    has_table,
    problem_of,
    stride_of,
)


class Subproblem(NamedTuple):
    """The candidates after one feedback to the first guess, with a limit of turns and of the total.

    The total is that of all guesses, or that of the codes left for the last turn.
    """

    game: str
    first: str
    feedback: int
    turns: int  # guesses allowed after the first
    below: int  # only a solution with a smaller total is of use
    widths: Widths = ()  # of the turns from the second on
    counts_last_turn: bool = False

    @property
    def key(self) -> str:
        """All that the solution depends on, as text."""
        objective = ("last",) if self.counts_last_turn else ()
        return " ".join(map(str, (self.game, self.first, self.feedback, self.turns, *self.widths, *objective)))


class Solution(NamedTuple):
    """A best tree, node by node; or, without guesses, only a lower bound on its total."""

    total: int  # of guesses, or of codes left for the last turn
    guesses: tuple[int, ...] = ()  # by number; empty: the total is a lower bound
    parents: tuple[int, ...] = ()
    answers: tuple[int, ...] = ()
    wins: tuple[bool, ...] = ()
    longest: int = 0  # guesses for the code that takes most


def solve_subproblem(subproblem: Subproblem, control: npt.NDArray[np.int64] | None = None) -> Solution:
    """Solves a subproblem; setting control[STOP] in another thread stops the search."""
    game, turns, below = Game.parse(subproblem.game), subproblem.turns, subproblem.below
    first = game.code(subproblem.first)
    codes = np.flatnonzero(feedbacks(game.columns, first, game.whites) == subproblem.feedback)
    solver = solver_for(game, subproblem.widths, subproblem.counts_last_turn)
    solve = solver.solve_last_turn if subproblem.counts_last_turn else solver.solve
    return solve(codes, [first], turns, below, control, keeps_sets=not subproblem.widths)


@lru_cache(maxsize=2)
def cached_solver(game: str, widths: Widths, needs_table: bool = False) -> SetSolver:
    """The solver of a game. The last two are kept, since preparing one takes time and memory."""
    return SetSolver(Game.parse(game), widths, needs_table)


def solver_for(game: Game, widths: Widths, counts_last_turn: bool) -> SetSolver:
    """The solver of a game's subproblems; what is left for the last turn is searched with a table of feedbacks."""
    if counts_last_turn and not has_table(game):
        return cached_solver(str(game), widths, True)
    return cached_solver(str(game), widths)


class SetSolver:
    """Finds the best tree for any set of candidates of one game."""

    def __init__(self, game: Game, widths: Widths = (), needs_table: bool = False) -> None:
        self.game, self.problem = game, problem_of(game, widths, needs_table)
        self.scratch = scratch_of(self.problem, MAX_GUESSES + 3)
        self.known = empty_table(game)
        complete = int((self.problem.size_widths >= game.size).sum()) - 1 if widths else game.size
        self.renaming = renaming_of(
            game.columns, game.colors, game.repeats, game.whites,
            MIN_RENAMED_CODES, complete if gains_by_renaming(game) else 0,
        )  # fmt: skip
        tabled = len(self.problem.tables.numbers) > 1
        self.answers = np.array(given_feedbacks(game) if tabled else range((game.pegs + 1) ** 2))
        self.used = np.zeros(CONTROL_FIELDS, np.int64)  # how much of the transposition table is
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
        keeps_sets: bool = False,
    ) -> Solution:
        """The best tree for candidates, given by number, that are left after the guesses of `history`.

        At most `turns` more guesses are allowed, and the total must be smaller than `below`. Raises KeyboardInterrupt
        once another thread sets control[STOP]. If the sets that earlier searches solved are kept, it is faster, but
        which one of several best trees it finds depends on them.
        """
        with self._lock:
            return self._solve(codes, history, turns, below, self._begin(control, keeps_sets))

    def solve_last_turn(
        self,
        codes: npt.NDArray[np.int64],
        history: list[Code],
        turns: int,
        below: int = last_turn.NEVER,
        control: npt.NDArray[np.int64] | None = None,
        keeps_sets: bool = False,
    ) -> Solution:
        """The tree that leaves the fewest candidates for the last of `turns` more turns, if fewer than `below`.

        If one turn less is enough, that is 0. The game must be one that `counts_last_turn`.
        """
        with self._lock:
            return self._solve_last_turn(codes, history, turns, below, self._begin(control, keeps_sets))

    def is_solvable_within(self, codes: npt.NDArray[np.int64], history: list[Code], turns: int) -> bool:
        """Checks whether `turns` more guesses are enough: whether one more would leave nothing for the last turn."""
        with self._lock:
            return self._fewest_left(codes, history, turns + 1, 1, self._begin()) == 0

    def forget(self) -> None:
        """Empties the transposition table."""
        with self._lock:
            self._begin()

    def _begin(self, control: npt.NDArray[np.int64] | None = None, keeps_sets: bool = False) -> npt.NDArray[np.int64]:
        """The control of a search that begins; the transposition table is emptied first unless sets are kept."""
        if not keeps_sets:
            clear(self.known, self.used)
        control = np.zeros(CONTROL_FIELDS, np.int64) if control is None else control
        control[ENTRIES:] = self.used[ENTRIES:]
        return control

    def _fewest_left(
        self, codes: npt.NDArray[np.int64], history: list[Code], turns: int, below: int, control: npt.NDArray[np.int64]
    ) -> int:
        """How many candidates are left for the last of these turns, if they are fewer than `below`; else a bound."""
        search, parts = self._search(history, control), last_turn.parts_of(self.game.size, self.problem.feedbacks)
        self.scratch.levels.sets[0, : len(codes)] = codes
        try:
            left = last_turn.fewest_left(search, parts, len(codes), turns, below)
        finally:
            self.used[ENTRIES:] = control[ENTRIES:]
        if control[STOP]:
            raise KeyboardInterrupt
        return int(left)

    def _solve_last_turn(
        self, codes: npt.NDArray[np.int64], history: list[Code], turns: int, below: int, control: npt.NDArray[np.int64]
    ) -> Solution:
        left = self._fewest_left(codes, history, turns, below, control)
        if left >= below:
            return Solution(left)
        guesses, parents, answers, wins, longest = list[int](), list[int](), list[int](), list[bool](), 0
        waiting = [(codes, history, -1, -1)]
        while waiting:
            codes, path, parent, answer = waiting.pop()
            turn = len(path) - len(history)
            known = Search(self.problem, self.scratch, self.known, self.renaming, self.symmetries, control)
            guess = last_turn.guess_of(known, codes, turns - turn)
            if guess < 0:  # the transposition table was full, and began again
                self._fewest_left(codes, path, turns - turn, last_turn.NEVER, control)
                guess = last_turn.guess_of(known, codes, turns - turn)
            given, node = self.problem.tables.numbers[guess, codes], len(guesses)
            guesses.append(guess)
            parents.append(parent)
            answers.append(answer)
            wins.append(bool((given == self.problem.win).any()))
            longest = max(longest, turn + 1)
            for number in sorted(set(given.tolist()) - {self.problem.win}, reverse=True):
                part, path_below = codes[given == number], [*path, self.game.codes[guess]]
                waiting.append((part, path_below, node, int(self.answers[number])))
        return Solution(left, tuple(guesses), tuple(parents), tuple(answers), tuple(wins), longest)

    def numbers_of(self, columns: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
        """The numbers of codes in the game, given a column each."""
        return np.searchsorted(self.renaming.numbers, self.renaming.powers @ columns)

    def bounds_after(self, guess: int) -> dict[int, int]:
        """Lower bounds on the totals of the codes left after each feedback to a first guess, by looking ahead."""
        with self._lock:
            search = self._search([], self._begin())
            return dict(zip(self.answers.tolist(), bounds_after_guess(search, guess).tolist(), strict=True))

    def _search(self, history: list[Code], control: npt.NDArray[np.int64]) -> Search:
        """A search for the best tree of candidates that are left after these guesses."""
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
            self.used[ENTRIES:] = control[ENTRIES:]
        if control[STOP]:
            raise KeyboardInterrupt
        return self._solution(rows[:nodes]) if nodes else Solution(int(total))

    def _solution(self, rows: npt.NDArray[np.int64]) -> Solution:
        """The tree whose nodes are these rows, as `tree_into` writes them."""
        guesses, parents, _, wins, depths = rows.T.tolist()
        answers = np.where(rows[:, 2] < 0, -1, self.answers[rows[:, 2]]).tolist()
        total = sum(depth for depth, win in zip(depths, wins, strict=True) if win)
        return Solution(total, tuple(guesses), tuple(parents), tuple(answers), tuple(map(bool, wins)), max(depths))


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


def empty_table(game: Game) -> TranspositionTable:
    """A transposition table for solved sets: half a GB at most, of which only the used part takes real memory."""
    entries = 2**21 if game.size > 500 else 2**14
    return TranspositionTable(
        slots=np.zeros(2 * entries, np.int32),
        entries=np.zeros((entries, ENTRY_FIELDS), np.int64),
        codes=np.zeros(64 * entries, stored_numbers(game.pegs, game.colors)),
    )
