"""The best strategy for a game: by its total of guesses, its worst case, or the codes left for the last turn.

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

from ..errors import BlackpegError
from ..game import Game
from ..information.peg_permutations import MAX_PERMUTED_PEGS
from ..kernels.branch_and_bound import INFINITE_TOTAL, UNLIMITED_TURNS
from ..kernels.last_turn import MAX_FEEDBACKS
from ..tree import Tree
from .first_guess import FirstGuess
from .problem import (
    MAX_GUESSES,
    MAX_LAST_TURN_CODES,
    MAX_PROVED_CODES,
    MAX_SEARCHED_CODES,
    MAX_TABLE_PAIRS,
    Widths,
    counts_last_turn,
    different_first_guesses,
    split_widths,
)
from .set_solver import (
    Solution,
    Subproblem,
    solve_subproblem,
    solver_for,
)

Objective = Literal["average", "worst", "turns", "last"]
OBJECTIVES: tuple[Objective, ...] = ("average", "worst", "turns", "last")


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
    turns: int | None  # if the search asks whether so many are enough


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

    The objective "turns" is the least maximum, whatever the total, or with `max_turns` just any tree within so many;
    "last" is the least maximum and, among those, the fewest codes left for the last turn. With `widths`, only that many
    guesses, the most promising ones, are tried (see `Widths`); with `first`, only that first guess. The result is then
    an upper bound. Solutions of subproblems are kept in `known`, from which a stopped search resumes.
    """
    check_request(game, objective, max_turns, widths, first)
    known = {} if known is None else known
    search = _Search(game, objective, widths, first, scheduler, known, watch)
    limit = min(max_turns or MAX_GUESSES, MAX_GUESSES)
    try:
        if objective == "turns":
            best = search.tree_of_least_turns(limit) if max_turns is None else search.tree_within(limit)
        else:
            best = search.best_tree(search.least_turns(limit) if objective == "last" else limit)
        if best is None:
            raise BlackpegError(_none_within(game, limit, max_turns is None, bool(widths or first)))
        if objective == "worst" and not widths and counts_last_turn(game):
            turns = _Search(game, "last", widths, first, scheduler, known, watch).least_turns(best.max)
            if turns < best.max:
                best = search.best_tree(turns)
                assert best is not None
            return SearchResult(best, first is None)
        if objective == "turns":
            return SearchResult(best, max_turns is None and first is None)
        shorter: Tree | None = best
        while shorter and (objective == "worst" or search.prefers_fewer_turns):
            best = shorter  # is there a tree of fewer turns: for "worst" with any total, else with the same total?
            shorter = search.best_tree(best.max - 1, INFINITE_TOTAL if objective == "worst" else best.total + 1)
    except KeyboardInterrupt:
        raise SearchStopped(search.best_so_far(limit)) from None
    return SearchResult(best, not widths and first is None)


def tree_within(
    game: Game,
    turns: int,
    scheduler: Scheduler = solve_in_order,
    known: MutableMapping[str, Solution] | None = None,
    watch: Callable[[SearchProgress], None] = lambda progress: None,
) -> Tree | None:
    """A tree that finds every code within these turns, whatever its total; None if there is none."""
    check_request(game, "turns", turns, (), None)
    return _Search(game, "turns", (), None, scheduler, {} if known is None else known, watch).tree_within(turns)


def check_request(game: Game, objective: str, max_turns: int | None, widths: Widths, first: str | None) -> None:
    """Raises an error if `optimal` can't search for this, or not within years."""
    if objective not in OBJECTIVES:
        raise BlackpegError(f"no objective '{objective}'; there are {', '.join(OBJECTIVES)}")
    by_last_turn = objective in ("turns", "last")
    if by_last_turn and (widths or (objective == "last" and max_turns is not None)):
        raise BlackpegError(
            f"the objective {objective} is a complete search; it takes no --width"
            + " and no --max-turns" * (objective == "last")
        )
    by_turn, by_size = split_widths(widths)
    if min(*by_turn, *(guesses for _, guesses in by_size), 1) < 1:
        raise BlackpegError("a width is the number of guesses to try at a turn, at least 1")
    if max_turns is not None and not 1 <= max_turns <= MAX_GUESSES:
        raise BlackpegError(f"a strategy takes between 1 and {MAX_GUESSES} guesses, not {max_turns}")
    if first is not None:
        game.code(first)
    if by_last_turn and not counts_last_turn(game):
        raise BlackpegError(
            f"the objective {objective} is searched in games of up to {MAX_LAST_TURN_CODES:,} codes and "
            f"{MAX_FEEDBACKS} feedbacks, not in {game}"
        )
    max_codes = MAX_SEARCHED_CODES if widths or by_last_turn else MAX_PROVED_CODES
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
        self.counts_last_turn = objective in ("turns", "last")
        self.asked_turns: int | None = None  # if the search asks whether so many are enough
        by_turn, by_size = split_widths(widths)
        self.widths: Widths = (*(by_turn[1:] or by_turn), *by_size) if widths else ()  # of the turns after the first
        solver = solver_for(game, self.widths, self.counts_last_turn)
        solver.forget()  # then the same search finds the same tree again
        self.problem = solver.problem
        self.tree: Tree | None = None
        self.total: int | None = None  # of this tree
        own = 0 if self.counts_last_turn else game.size
        self.firsts = [FirstGuess(game, k, own) for k in self._guesses_to_try(first)]
        for one in self.firsts:
            one.set_least(self.problem.bounds.least)
        self.firsts.sort(key=lambda one: sum(float(self.problem.bounds.estimate[n]) for n in one.parts.values()))
        if widths:
            del self.firsts[by_turn[0] :]
        elif not self.counts_last_turn:
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
        best, total, size, max_codes = None, 0, self.game.size, self.problem.bounds.max_codes
        for one in self.firsts:
            if self.counts_last_turn:
                one.set_least(np.maximum(np.arange(size + 1) - max_codes[max(turns - 2, 0)], 0))
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
                if best is None or (one.bound, tree.max) < (total, best.max):
                    best = self.tree = tree
                    total = self.total = one.bound
                below = total + self.prefers_fewer_turns  # then one of the same total may be better, too
                self._report(one)
        self.firsts.sort(key=lambda one: one.bound)  # with fewer turns, the most promising comes first
        return best

    def least_turns(self, most: int) -> int:
        """The fewest turns that are enough for every code, at most this number: then none is left for the next turn."""
        turns = int(np.searchsorted(self.problem.bounds.max_codes, self.game.size))
        while turns < most:
            if self.tree_within(turns):
                break
            turns += 1
        return turns

    def tree_within(self, turns: int) -> Tree | None:
        """A tree that finds every code within these turns: none is left for one turn more. None if there is none."""
        self.asked_turns = turns
        tree = self.best_tree(turns + 1, below=1)
        self.asked_turns = self.total = None
        return tree

    def tree_of_least_turns(self, most: int) -> Tree | None:
        """A tree of the least worst case, if that is at most this number."""
        turns = self.least_turns(most)
        return self.tree if self.tree and self.tree.max <= turns else self.tree_within(turns)

    def _subproblems(self, one: FirstGuess, turns: int, below: int) -> Iterator[Subproblem]:
        """The parts of a first guess that are not solved yet, for as long as the guess can still be better.

        The smallest comes first. If nothing but the turns is limited, or only the last turn counts, the largest does:
        it is the most likely to fail.
        """
        largest_first = self.counts_last_turn or (below >= INFINITE_TOTAL and turns < UNLIMITED_TURNS)
        for feedback in sorted(one.parts, key=lambda feedback: (one.parts[feedback], feedback), reverse=largest_first):
            if one.bound >= below:
                return
            if feedback in one.solved:
                continue
            budget = one.budget(feedback, below)
            subproblem = Subproblem(
                str(self.game), one.name, feedback, turns - 1, budget, self.widths, self.counts_last_turn
            )
            solution = self.known.get(subproblem.key)
            if solution and (solution.guesses or solution.total >= budget):
                self._add(one, feedback, solution)
            else:
                yield subproblem

    def _add(self, one: FirstGuess, feedback: int, solution: Solution) -> None:
        one.add(feedback, solution)
        self._report(one)

    def _report(self, one: FirstGuess) -> None:
        bound = min(first.bound for first in self.firsts)
        bound = bound if self.total is None else min(bound, self.total)
        self.watch(SearchProgress(self.total, bound, one.name, one.codes, self.game.size, self.asked_turns))

    def best_so_far(self, turns: int) -> SearchResult | None:
        """The best tree when the search is stopped: parts that are not solved yet are played by entropy."""
        trees = [tree for tree in (self.tree, self.current.tree_so_far()) if tree and tree.max <= turns]
        trees.sort(key=lambda tree: (0 if self.objective == "average" else tree.max, tree.total))
        return SearchResult(trees[0], False) if trees else None
