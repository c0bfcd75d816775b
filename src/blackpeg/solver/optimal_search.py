"""The best strategy for a game, by branch and bound: the least total of guesses, or the least worst case.

The search tries every first guess that could be best, except those that are symmetric to another. Each feedback to a
first guess leaves a set of candidates, a `Subproblem`, which the compiled search solves. A subproblem depends on
nothing but its description, so it can be solved here, in other processes or on other machines, with the same result.

>>> best = optimal(Game(3, 4))
>>> best.tree.total, best.tree.max, best.proved
(206, 4, True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, MutableMapping
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import BlackpegError
from ..game import Code, Game
from ..information.one_step_rules import ENTROPY, one_step_tree
from ..information.peg_permutations import MAX_PERMUTED_PEGS
from ..kernels import feedbacks
from ..kernels.branch_and_bound import INFINITE_TOTAL, UNLIMITED_TURNS
from ..position import Position
from ..tree import Tree
from .set_solver import (
    MAX_GUESSES,
    MAX_PROVED_CODES,
    MAX_SEARCHED_CODES,
    MAX_TABLE_PAIRS,
    SetSolver,
    Solution,
    Subproblem,
    Widths,
    cached_solver,
    different_first_guesses,
    solve_subproblem,
    split_widths,
)

Objective = Literal["average", "worst"]
OBJECTIVES: tuple[Objective, ...] = ("average", "worst")


class SearchResult(NamedTuple):
    """The best strategy that was found."""

    tree: Tree
    proved: bool  # is it certain that no strategy is better?


class SearchProgress(NamedTuple):
    """How far a search is, for a progress bar."""

    best: int | None  # total of the best tree so far
    bound: int  # a lower bound on the total of any tree
    first: str  # the first guess that is being tried
    solved: int  # codes in its solved parts
    codes: int


class SearchStopped(Exception):
    """A search was stopped by Ctrl-C; `result` is the best that it had found."""

    def __init__(self, result: SearchResult | None) -> None:
        super().__init__("the search was stopped")
        self.result = result


# solves subproblems with a function, in any order, wherever it likes
Scheduler = Callable[
    [Callable[[Subproblem], Solution], Iterable[Subproblem]],
    Iterator[tuple[Subproblem, Solution]],
]


def solve_in_order(
    solve: Callable[[Subproblem], Solution], subproblems: Iterable[Subproblem]
) -> Iterator[tuple[Subproblem, Solution]]:
    """The simplest scheduler: solves each subproblem here, when its solution is asked for."""
    for subproblem in subproblems:
        yield subproblem, solve(subproblem)


def optimal(
    game: Game,
    objective: Objective = "average",
    max_turns: int | None = None,
    widths: Widths = (),
    first: str | None = None,
    scheduler: Scheduler = solve_in_order,
    known: MutableMapping[str, Solution] | None = None,
    watch: Callable[[SearchProgress], None] = lambda progress: None,
) -> SearchResult:
    """The strategy with the least total of guesses and, among those, the least maximum; or the other way round.

    With `widths`, only that many guesses, the most promising ones, are tried (see `Widths`); with `first`, only that
    first guess. The result is then an upper bound. Solutions of subproblems are kept in `known`, from which a stopped
    search resumes.
    """
    check_request(game, objective, max_turns, widths, first)
    search = _Search(game, objective, widths, first, scheduler, {} if known is None else known, watch)
    limit = min(max_turns or MAX_GUESSES, MAX_GUESSES)
    try:
        best = shorter = search.best_tree(limit)
        if best is None:
            raise BlackpegError(_none_within(game, limit, max_turns is None, bool(widths or first)))
        while shorter and (objective == "worst" or search.prefers_fewer_turns):
            best = shorter  # is there a tree of fewer turns: for "worst" with any total, else with the same total?
            shorter = search.best_tree(best.max - 1, INFINITE_TOTAL if objective == "worst" else best.total + 1)
    except KeyboardInterrupt:
        raise SearchStopped(search.best_so_far(limit)) from None
    return SearchResult(best, not widths and first is None)


def check_request(game: Game, objective: str, max_turns: int | None, widths: Widths, first: str | None) -> None:
    """Raises an error if `optimal` can't search for this, or not within years."""
    if objective not in OBJECTIVES:
        raise BlackpegError(f"no objective '{objective}'; there are {', '.join(OBJECTIVES)}")
    by_turn, by_size = split_widths(widths)
    if min(*by_turn, *(guesses for _, guesses in by_size), 1) < 1:
        raise BlackpegError("a width is the number of guesses to try at a turn, at least 1")
    if max_turns is not None and not 1 <= max_turns <= MAX_GUESSES:
        raise BlackpegError(f"a strategy takes between 1 and {MAX_GUESSES} guesses, not {max_turns}")
    if first is not None:
        game.code(first)
    max_codes = MAX_SEARCHED_CODES if widths else MAX_PROVED_CODES
    if game.size > max_codes:
        narrower = (
            "" if widths or game.size > MAX_SEARCHED_CODES else "; with --width K it tries the best K at each turn"
        )
        raise BlackpegError(
            f"{game} has {game.size:,} codes; a search of {'this width' if widths else 'all guesses'} takes years "
            f"beyond {max_codes:,}{narrower}"
        )
    if game.pegs > MAX_PERMUTED_PEGS and game.size**2 > MAX_TABLE_PAIRS:
        raise BlackpegError(f"{game} has {game.pegs} pegs; a search of {game.size:,} codes goes up to 8")


def _none_within(game: Game, limit: int, is_default_limit: bool, restricted: bool) -> str:
    """Why there is no tree, as a sentence."""
    guesses = f"{limit} guess{'es' * (limit > 1)}"
    if restricted:
        return f"no strategy was found that breaks every code of {game} within {guesses}; not all were tried"
    reason = ", the most that a search allows" * is_default_limit
    return f"no strategy breaks every code of {game} within {guesses}{reason}"


class _FirstGuess:
    """A first guess, its parts by feedback, and a lower bound on its total that rises as parts are solved."""

    def __init__(self, game: Game, number: int, least: npt.NDArray[np.int64]) -> None:
        self.game, self.number, self.code = game, number, game.codes[number]
        self.name = game.show(self.code)
        sizes = np.bincount(feedbacks(game.columns, self.code, game.whites))
        self.parts = {feedback: int(n) for feedback, n in enumerate(sizes) if n and feedback != game.solved}
        self.least = {feedback: int(least[n]) for feedback, n in self.parts.items()}
        self.turns = 0
        self.restart(0)

    def restart(self, turns: int) -> None:
        """Starts again with another limit of turns. Lower bounds stay valid if the limit shrinks, not if it grows."""
        if turns >= self.turns:
            self.bounds = dict(self.least)
            self.best = dict[int, Solution]()
        self.turns = turns
        self.solved = {feedback: solution for feedback, solution in self.best.items() if solution.longest < turns}
        self.codes = self.game.size - sum(n for feedback, n in self.parts.items() if feedback not in self.solved)

    @property
    def bound(self) -> int:
        """A lower bound on the total of any tree that begins with this guess."""
        return self.game.size + sum(self.bounds.values())

    @property
    def largest(self) -> int:
        """The size of the largest part."""
        return max(self.parts.values(), default=0)

    def budget(self, feedback: int, below: int) -> int:
        """What the total of a part must be smaller than, if the whole is to be smaller than `below`."""
        return below - self.bound + self.bounds[feedback]

    def add(self, feedback: int, solution: Solution) -> None:
        """Takes the solution of a part, or the bound if it is only that."""
        self.bounds[feedback] = max(self.bounds[feedback], solution.total)
        self.codes += self.parts[feedback]
        if solution.guesses:
            self.solved[feedback] = self.best[feedback] = solution

    def look_ahead(self, solver: SetSolver) -> None:
        """Raises the bounds of the parts by looking one guess ahead."""
        bounds = solver.bounds_after(self.number)
        self.least = {feedback: max(least, bounds[feedback]) for feedback, least in self.least.items()}
        self.bounds = dict(self.least)

    def entropy_total(self) -> int:
        """The total of the tree that begins with this guess and goes on by the entropy rule."""
        position = Position(self.game)
        return sum(one_step_tree(position.after(self.code, feedback), ENTROPY).total for feedback in self.parts)

    def tree(self) -> Tree:
        """The whole tree, if every part is solved."""
        return _join(self.game, self.code, self.solved)


class _Search:
    """One search: what is asked for, the first guesses to try, and the best tree so far."""

    def __init__(
        self,
        game: Game,
        objective: Objective,
        widths: Widths,
        first: str | None,
        scheduler: Scheduler,
        known: MutableMapping[str, Solution],
        watch: Callable[[SearchProgress], None],
    ) -> None:
        self.game, self.objective, self.known, self.watch = game, objective, known, watch
        self.scheduler, self.prefers_fewer_turns = scheduler, objective == "average" and not widths
        by_turn, by_size = split_widths(widths)
        self.widths: Widths = (*(by_turn[1:] or by_turn), *by_size) if widths else ()  # of the turns after the first
        solver = cached_solver(str(game), self.widths)
        self.problem = solver.problem
        self.tree: Tree | None = None
        self.total: int | None = None  # of this tree
        self.firsts = [_FirstGuess(game, k, self.problem.bounds.least) for k in self._guesses_to_try(first)]
        self.firsts.sort(key=lambda one: sum(float(self.problem.bounds.estimate[n]) for n in one.parts.values()))
        if widths:
            del self.firsts[by_turn[0] :]
        else:
            for one in self.firsts:
                one.look_ahead(solver)
            two_colors = game.colors == 2  # then bounds say little about how good a guess is
            self.firsts.sort(key=lambda one: one.entropy_total() if two_colors else one.bound)
        self.current = self.firsts[0]

    def _guesses_to_try(self, first: str | None) -> list[int]:
        """The first guesses to try, by number: the given one, or one of each group of symmetric codes."""
        if first is None:
            return different_first_guesses(self.game).tolist()
        return np.flatnonzero((self.game.codes == self.game.code(first)).all(axis=1)).tolist()

    def best_tree(self, turns: int, below: int = INFINITE_TOTAL) -> Tree | None:
        """The tree within these turns that has the least total, if that is smaller than `below`; else None."""
        best, size, max_codes = None, self.game.size, self.problem.bounds.max_codes
        for one in self.firsts:
            one.restart(turns)
        for one in self.firsts:
            self.current = one
            if size > max_codes[turns] or one.largest > max_codes[turns - 1] or one.largest == size > 1:
                continue
            for subproblem, solution in self.scheduler(solve_subproblem, self._subproblems(one, turns, below)):
                self.known[subproblem.key] = solution
                self._add(one, subproblem.feedback, solution)
            if one.bound < below and len(one.solved) == len(one.parts):
                tree = one.tree()
                if best is None or (tree.total, tree.max) < (best.total, best.max):
                    best = self.tree = tree
                    self.total = tree.total
                below = best.total + self.prefers_fewer_turns  # then one of the same total may be better, too
                self._report(one)
        self.firsts.sort(key=lambda one: one.bound)  # with fewer turns, the most promising comes first
        return best

    def _subproblems(self, one: _FirstGuess, turns: int, below: int) -> Iterator[Subproblem]:
        """The parts of a first guess that are not solved yet, for as long as the guess can still be better.

        The smallest comes first. If nothing but the turns is limited, the largest does: it is the most likely to fail.
        """
        largest_first = below >= INFINITE_TOTAL and turns < UNLIMITED_TURNS
        for feedback in sorted(one.parts, key=lambda feedback: (one.parts[feedback], feedback), reverse=largest_first):
            if one.bound >= below:
                return
            if feedback in one.solved:
                continue
            budget = one.budget(feedback, below)
            subproblem = Subproblem(str(self.game), one.name, feedback, turns - 1, budget, self.widths)
            solution = self.known.get(subproblem.key)
            if solution and (solution.guesses or solution.total >= budget):
                self._add(one, feedback, solution)
            else:
                yield subproblem

    def _add(self, one: _FirstGuess, feedback: int, solution: Solution) -> None:
        one.add(feedback, solution)
        self._report(one)

    def _report(self, one: _FirstGuess) -> None:
        bound = min(first.bound for first in self.firsts)
        bound = bound if self.total is None else min(bound, self.total)
        self.watch(SearchProgress(self.total, bound, one.name, one.codes, self.game.size))

    def best_so_far(self, turns: int) -> SearchResult | None:
        """The best tree when the search is stopped: parts that are not solved yet are played by entropy."""
        one = self.current
        for feedback in one.parts:
            if feedback not in one.solved:
                one.solved[feedback] = _entropy_solution(Position(self.game).after(one.code, feedback))
        trees = [tree for tree in (self.tree, one.tree()) if tree and tree.max <= turns]
        trees.sort(key=lambda tree: (tree.max if self.objective == "worst" else 0, tree.total))
        return SearchResult(trees[0], False) if trees else None


def _entropy_solution(position: Position) -> Solution:
    """The tree that the entropy rule grows from a position."""
    game, tree = position.game, one_step_tree(position, ENTROPY)
    numbers = {code.tobytes(): k for k, code in enumerate(game.codes)}
    parents, answers, wins = (tuple(rows.tolist()) for rows in (tree.parents, tree.answers, tree.wins))
    guesses = tuple(numbers[code.tobytes()] for code in tree.guesses)
    return Solution(tree.total, guesses, parents, answers, wins, tree.max)


def _join(game: Game, code: Code, parts: MutableMapping[int, Solution]) -> Tree:
    """The tree that begins with a code and continues with the trees of its parts, by feedback."""
    guesses, parents, answers, wins = list[int](), [-1], [-1], [True]
    for feedback, part in sorted(parts.items()):
        start = len(parents)
        guesses += part.guesses
        parents += [0 if parent < 0 else parent + start for parent in part.parents]
        answers += [feedback, *part.answers[1:]]
        wins += part.wins
    return Tree(
        Position(game), np.vstack([code, game.codes[guesses]]), np.array(parents, np.int32),
        np.array(answers, np.int32), np.array(wins, np.bool_),
    )  # fmt: skip
