"""A first guess of a game, its parts by feedback, and a lower bound on its total that rises as parts are solved."""

from __future__ import annotations

from collections.abc import MutableMapping

import numpy as np
import numpy.typing as npt

from ..game import Code, Game
from ..information.one_step_rules import ENTROPY, one_step_tree
from ..kernels import feedbacks
from ..position import Position
from ..tree import Tree
from .set_solver import SetSolver, Solution


class FirstGuess:
    """A first guess, its parts by feedback, and a lower bound on its total that rises as parts are solved."""

    def __init__(self, game: Game, number: int, own: int) -> None:
        self.game, self.number, self.code = game, number, game.codes[number]
        self.own = own  # what the guess itself adds to the total
        self.name = game.show(self.code)
        sizes = np.bincount(feedbacks(game.columns, self.code, game.whites))
        self.parts = {feedback: int(n) for feedback, n in enumerate(sizes) if n and feedback != game.solved}
        self.turns = 0

    def set_least(self, least: npt.NDArray[np.int64]) -> None:
        """Sets the lower bounds of the parts by their sizes."""
        self.least = {feedback: int(least[n]) for feedback, n in self.parts.items()}
        self.restart(self.turns)

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
        return self.own + sum(self.bounds.values())

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

    def tree_so_far(self) -> Tree:
        """The whole tree; parts that are not solved yet are played by the entropy rule."""
        for feedback in self.parts:
            if feedback not in self.solved:
                self.solved[feedback] = _entropy_solution(Position(self.game).after(self.code, feedback))
        return self.tree()


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


def _entropy_solution(position: Position) -> Solution:
    """The tree that the entropy rule grows from a position."""
    game, tree = position.game, one_step_tree(position, ENTROPY)
    numbers = {code.tobytes(): k for k, code in enumerate(game.codes)}
    parents, answers, wins = (tuple(rows.tolist()) for rows in (tree.parents, tree.answers, tree.wins))
    guesses = tuple(numbers[code.tobytes()] for code in tree.guesses)
    return Solution(tree.total, guesses, parents, answers, wins, tree.max)
