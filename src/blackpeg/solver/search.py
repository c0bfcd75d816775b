"""The best strategy there is, by branch and bound: least total of guesses, or least worst case.

The work falls into parts: for each first guess worth trying, each set of codes that one answer leaves. A part
is solved by the compiled search of `kernels.exact` and depends on nothing but its own description, so parts
can be solved here, in other processes or on other machines, with the same result.

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
from ..information.one_step import ENTROPY, one_step_tree
from ..information.symmetry import peg_permutations
from ..kernels.branch_and_bound import LOOSE, NEVER
from ..kernels.feedback import feedbacks
from ..kernels.symmetry import least_of
from ..position import Position
from ..tree import Tree
from .part import DEEPEST, PROVABLE, SEARCHABLE, TABLED, Part, Solved, solve_part, solver_of

Objective = Literal["average", "worst"]
OBJECTIVES: tuple[Objective, ...] = ("average", "worst")


class Found(NamedTuple):
    """The best strategy that was found."""

    tree: Tree
    proved: bool  # is there none better?


class Progress(NamedTuple):
    """Where a search stands, for whoever watches."""

    best: int | None  # total of the best tree so far
    bound: int  # no tree has less
    first: str  # the guess being tried
    solved: int  # codes in solved parts
    codes: int


Mapper = Callable[[Callable[[Part], Solved], Iterable[Part]], Iterator[tuple[Part, Solved]]]


def one_by_one(solve: Callable[[Part], Solved], parts: Iterable[Part]) -> Iterator[tuple[Part, Solved]]:
    """Solve parts here, each when it is asked for."""
    for part in parts:
        yield part, solve(part)


class Interrupted(Exception):
    """A search was stopped; the best it had."""

    def __init__(self, found: Found | None) -> None:
        super().__init__("the search was stopped")
        self.found = found


def optimal(
    game: Game,
    objective: Objective = "average",
    max_turns: int | None = None,
    widths: tuple[int, ...] = (),
    first: str | None = None,
    spread: Mapper = one_by_one,
    known: MutableMapping[str, Solved] | None = None,
    watch: Callable[[Progress], None] = lambda progress: None,
) -> Found:
    """The strategy with the least total of guesses, then the least maximum; or the other way round.

    With `widths` only that many guesses, those that look best, are tried at each turn, and what is found is an
    upper bound; so it is with a fixed `first` guess. Solved parts are kept in `known`, where a search that was
    stopped takes up again.
    """
    refuse(game, objective, max_turns, widths, first)
    job = _Job(game, objective, widths, first, spread, {} if known is None else known, watch)
    limit = min(max_turns or DEEPEST, DEEPEST)
    try:
        found = sooner = job.least(limit)
        if found is None:
            raise BlackpegError(_none_within(game, limit, max_turns is None, bool(widths or first)))
        while sooner and (objective == "worst" or not widths):  # fewer turns, whatever the total, or with the same?
            found = sooner
            sooner = job.least(found.max - 1, NEVER if objective == "worst" else found.total + 1)
    except KeyboardInterrupt:
        raise Interrupted(job.so_far(limit)) from None
    return Found(found, not widths and first is None)


def refuse(game: Game, objective: str, max_turns: int | None, widths: tuple[int, ...], first: str | None) -> None:
    """Raise a sentence where a search makes no sense, before any work."""
    if objective not in OBJECTIVES:
        raise BlackpegError(f"no objective '{objective}'; there are {', '.join(OBJECTIVES)}")
    if widths and min(widths) < 1:
        raise BlackpegError("a width is the number of guesses to try at a turn, at least 1")
    if max_turns is not None and not 1 <= max_turns <= DEEPEST:
        raise BlackpegError(f"a strategy takes between 1 and {DEEPEST} guesses, not {max_turns}")
    if first is not None:
        game.code(first)
    most = SEARCHABLE if widths else PROVABLE
    if game.size > most:
        instead = "" if widths or game.size > SEARCHABLE else "; with --width K it tries the best K at each turn"
        raise BlackpegError(
            f"{game} has {game.size:,} codes; a search of {'this width' if widths else 'all guesses'} takes years "
            f"beyond {most:,}{instead}"
        )
    if game.pegs > 7 and game.size**2 > TABLED:
        raise BlackpegError(f"{game} has {game.pegs} pegs; a search of so many codes goes up to 7")


def _none_within(game: Game, limit: int, unasked: bool, restricted: bool) -> str:
    """Why there is no tree."""
    guesses = f"{limit} guess{'es' * (limit > 1)}"
    if restricted:
        return f"no strategy was found that breaks every code of {game} within {guesses}; not all were tried"
    return f"no strategy breaks every code of {game} within {guesses}" + (", the most that a search allows" * unasked)


class _Try:
    """A first guess, its parts, and what it costs as far as they are solved."""

    def __init__(self, game: Game, code: Code, least: npt.NDArray[np.int64]) -> None:
        self.game, self.code, self.name, self.least = game, code, game.show(code), least
        sizes = np.bincount(feedbacks(np.ascontiguousarray(game.columns), code.copy(), game.whites))
        self.parts = {a: int(n) for a, n in enumerate(sizes) if n and a != game.solved}
        self.turns = 0
        self.begin(0)

    def begin(self, turns: int) -> None:
        """Start anew with so many turns; what parts need at least within more turns, they need within fewer."""
        if turns >= self.turns:
            self.bounds = {answer: int(self.least[n]) for answer, n in self.parts.items()}
            self.best = dict[int, Solved]()
        self.turns = turns
        self.solved = {answer: part for answer, part in self.best.items() if part.longest < turns}
        self.codes = self.game.size - sum(n for answer, n in self.parts.items() if answer not in self.solved)

    @property
    def cost(self) -> int:
        """What this guess costs at least, as far as it is known."""
        return self.game.size + sum(self.bounds.values())

    @property
    def largest(self) -> int:
        return max(self.parts.values(), default=0)

    def budget(self, answer: int, most: int) -> int:
        """What a part must stay below for the whole to stay below `most`."""
        return most - self.cost + self.bounds[answer]

    def take(self, answer: int, result: Solved) -> None:
        self.bounds[answer] = max(self.bounds[answer], result.total)
        self.codes += self.parts[answer]
        if result.guesses:
            self.solved[answer] = self.best[answer] = result

    def tree(self) -> Tree:
        return _tree(self.game, self.code, self.solved)


class _Job:
    """One search: what it looks for and the best it has."""

    def __init__(
        self,
        game: Game,
        objective: Objective,
        widths: tuple[int, ...],
        first: str | None,
        spread: Mapper,
        known: MutableMapping[str, Solved],
        watch: Callable[[Progress], None],
    ) -> None:
        self.game, self.objective, self.spread, self.known, self.watch = game, objective, spread, known, watch
        self.widths = widths[1:] or widths  # of the turns after the first
        self.problem = solver_of(str(game), self.widths).problem
        self.tree: Tree | None = None
        self.tries = [_Try(game, code, self.problem.least) for code in self._firsts(first)]
        self.tries.sort(key=lambda one: sum(float(self.problem.guessed[n]) for n in one.parts.values()))
        if widths:
            del self.tries[widths[0] :]
        self.at = self.tries[0]

    def _firsts(self, first: str | None) -> list[Code]:
        """The first guesses to try, one of those that are alike."""
        game = self.game
        if first is not None:
            return [game.code(first)]
        columns, none = np.ascontiguousarray(game.columns), np.zeros((0, game.pegs), np.uint8)
        alike = least_of(columns, columns, none, peg_permutations(game), game.colors, game.repeats)
        return [game.codes[k] for k in np.flatnonzero(alike)]

    def least(self, turns: int, most: int = NEVER) -> Tree | None:
        """The tree with the least total below `most` within these turns, or None."""
        found, size, room = None, self.game.size, self.problem.room
        for one in self.tries:
            one.begin(turns)
        for one in self.tries:
            self.at = one
            if size > room[turns] or one.largest > room[turns - 1] or one.largest == size > 1:
                continue
            for part, result in self.spread(solve_part, self._todo(one, turns, most)):
                self.known[part.key] = result
                self._take(one, part.answer, result)
            if one.cost < most and len(one.solved) == len(one.parts):
                found = one.tree()
                most, self.tree = found.total, found
                self._tell(one)
        self.tries.sort(key=lambda one: one.cost)  # what looks best now comes first where turns are fewer
        return found

    def _todo(self, one: _Try, turns: int, most: int) -> Iterator[Part]:
        """The parts of a first guess, as long as it can be better: smallest first, or largest if only turns are few."""
        downwards = most >= NEVER and turns < LOOSE
        for answer in sorted(one.parts, key=lambda a: (one.parts[a], a), reverse=downwards):
            if one.cost >= most:
                return
            if answer in one.solved:
                continue
            budget = one.budget(answer, most)
            part = Part(str(self.game), one.name, answer, turns - 1, budget, self.widths)
            had = self.known.get(part.key)
            if had and (had.guesses or had.total >= budget):
                self._take(one, answer, had)
            else:
                yield part

    def _take(self, one: _Try, answer: int, result: Solved) -> None:
        one.take(answer, result)
        self._tell(one)

    def _tell(self, one: _Try) -> None:
        best = None if self.tree is None else self.tree.total
        bound = min(one.cost for one in self.tries)
        self.watch(Progress(best, bound if best is None else min(bound, best), one.name, one.codes, self.game.size))

    def so_far(self, turns: int) -> Found | None:
        """The best there is when the search is stopped: parts that are not solved are played by one step."""
        one = self.at
        for answer in one.parts:
            if answer not in one.solved:
                one.solved[answer] = _one_step(Position(self.game).after(one.code, answer))
        trees = [tree for tree in (self.tree, one.tree()) if tree and tree.max <= turns]
        trees.sort(key=lambda tree: (tree.max if self.objective == "worst" else 0, tree.total))
        return Found(trees[0], False) if trees else None


def _one_step(position: Position) -> Solved:
    """A part as the entropy rule plays it."""
    game, tree = position.game, one_step_tree(position, ENTROPY)
    numbers = {code.tobytes(): k for k, code in enumerate(game.codes)}
    parents, answers, wins = (tuple(rows.tolist()) for rows in (tree.parents, tree.answers, tree.wins))
    guesses = tuple(numbers[code.tobytes()] for code in tree.guesses)
    return Solved(tree.total, guesses, parents, answers, wins, tree.max)


def _tree(game: Game, code: Code, parts: MutableMapping[int, Solved]) -> Tree:
    """The tree that begins with a code and goes on with the trees of its parts."""
    guesses, parents, answers, wins = [code], [-1], [-1], [True]
    for answer, part in sorted(parts.items()):
        start = len(guesses)
        guesses += [game.codes[k] for k in part.guesses]
        parents += [0 if parent < 0 else parent + start for parent in part.parents]
        answers += [answer, *part.answers[1:]]
        wins += part.wins
    return Tree(
        Position(game), np.array(guesses, np.uint8), np.array(parents, np.int32), np.array(answers, np.int32),
        np.array(wins, np.bool_),
    )  # fmt: skip
