"""The tree of a deterministic strategy: its guess after every history that it can meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from io import StringIO
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba.core.errors import TypingError

from .errors import BlackpegError, HasChance, NeverSolves
from .game import Code, Codes, Game
from .kernels import feedbacks, turns_of
from .oracle import refuse_unsupported
from .players import TURN_LIMIT, NoChance, Strategy, refuse_search
from .position import Move, Position

NOT_A_CANDIDATE = "?"  # marks, in the text form, a guess that can't be the secret


class _Node(NamedTuple):
    """A guess of a tree as it was read, before its words are understood."""

    where: str  # for errors
    depth: int  # 0 for the first guess
    feedback: str  # that leads to it; empty for the first guess
    guess: str
    candidate: bool  # can the guess be the secret?


@dataclass(frozen=True, eq=False)
class Tree:
    """What a strategy guesses after every history that it can meet.

    Nodes are rows of flat arrays, in preorder: a node comes before the nodes below it.

    >>> from blackpeg import Game, strategy
    >>> tree = Tree.of(strategy("minimax"), Game(4, 6))
    >>> tree.total, tree.max, tree.histogram
    (5801, 5, (1, 6, 62, 533, 694))
    """

    start: Position
    guesses: Codes  # the guess at each node, a row each
    parents: npt.NDArray[np.int32]  # the node above; -1 for the first guess
    answers: npt.NDArray[np.int32]  # the feedback that leads from the node above to this one; -1 for the first guess
    wins: npt.NDArray[np.bool_]  # can the guess be the secret?

    @classmethod
    def of(cls, strategy: Strategy, start: Game | Position, done: npt.NDArray[np.int64] | None = None) -> Tree:
        """The tree of a strategy; raises `HasChance` if it draws random numbers, `NeverSolves` if it gives up a secret.

        While the tree grows, done[0] counts the candidates dealt with, for another thread to read.
        """
        position = Position(start) if isinstance(start, Game) else start
        refuse_search(strategy)
        refuse_unsupported(strategy, position.game)
        grown = getattr(strategy, "tree", None)
        done = np.zeros(1, np.int64) if done is None else done
        return grown(position, done) if callable(grown) else cls.unrolled(strategy, position, done)

    @classmethod
    def beginning_with(
        cls, first: Code, strategy: Strategy, game: Game, done: npt.NDArray[np.int64] | None = None
    ) -> Tree:
        """The tree that begins with a guess, whatever it is, and goes on as the strategy does.

        >>> from blackpeg import Game, strategy
        >>> game = Game(4, 6)
        >>> Tree.beginning_with(game.code("1123"), strategy("entropy"), game).total
        5680
        """
        position = Position(game)
        given = np.unique(feedbacks(game.columns, game.check(first), game.whites)).tolist()
        parts = {one: cls.of(strategy, position.after(first, one), done) for one in given if one != game.solved}
        guesses, parents, answers, wins = [np.array([first])], [np.array([-1])], [np.array([-1])], [np.array([True])]
        nodes = 1
        for feedback, part in parts.items():
            guesses.append(part.guesses)
            parents.append(np.where(part.parents < 0, 0, part.parents + nodes))
            answers.append(np.where(part.parents < 0, feedback, part.answers))
            wins.append(part.wins)
            nodes += len(part.wins)
        joined = (np.concatenate(rows) for rows in (guesses, parents, answers, wins))
        codes, above, leading, winning = joined
        return cls(position, codes, above.astype(np.int32), leading.astype(np.int32), winning)

    @classmethod
    def unrolled(cls, strategy: Strategy, start: Position, done: npt.NDArray[np.int64] | None = None) -> Tree:
        """The same tree, made by asking the strategy for its guess at every node."""
        done = np.zeros(1, np.int64) if done is None else done
        game, none = start.game, NoChance()
        rows: list[tuple[Code, int, int, bool]] = []
        todo = [(start, -1, -1)]
        while todo:
            position, parent, feedback = todo.pop()
            if position.guesses - start.guesses >= TURN_LIMIT:
                raise NeverSolves(
                    f"after {TURN_LIMIT} guesses this strategy has not broken every code, so it has no tree"
                )
            try:
                move = strategy.guess(position, none)  # type: ignore[arg-type]
            except TypingError as error:  # a compiled function was given no generator to draw from
                raise HasChance("this strategy draws random numbers, so it has no tree") from error
            code = game.check(Move.of(move).code)
            found = np.unique(feedbacks(position.columns, code, game.whites))
            rows.append((code, parent, feedback, game.solved in found))
            node = len(rows) - 1
            done[0] += game.solved in found
            below = [(position.after(move, int(f)), node, int(f)) for f in found if f != game.solved]
            todo.extend(reversed(below))
        guesses, parents, answers, wins = zip(*rows, strict=True)
        return cls(start, np.array(guesses), np.array(parents, np.int32), np.array(answers, np.int32), np.array(wins))

    @property
    def game(self) -> Game:
        return self.start.game

    @cached_property
    def depths(self) -> npt.NDArray[np.int64]:
        """The turn of each node's guess, from 1."""
        depths = np.ones(len(self.parents), np.int64)
        for node in range(1, len(depths)):
            depths[node] = depths[self.parents[node]] + 1
        return depths

    @property
    def histogram(self) -> tuple[int, ...]:
        """The number of secrets that are broken at guess 1, 2, 3 …"""
        return tuple(np.bincount(self.depths[self.wins])[1:].tolist())

    @property
    def codes(self) -> int:
        """The number of secrets that the tree breaks."""
        return int(self.wins.sum())

    @property
    def total(self) -> int:
        """The guesses needed for all secrets together."""
        return int(self.depths[self.wins].sum())

    @property
    def average(self) -> float:
        return self.total / self.codes

    @property
    def max(self) -> int:
        return int(self.depths[self.wins].max())

    def turns(self, secrets: Codes) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Plays the tree against each secret: the guesses it takes, and after how many the secret is known.

        Both are 0 for a secret that the tree does not find.
        """
        return turns_of(secrets, self.guesses, self.parents, self.answers, self.wins, self.game.whites)

    def replay(self) -> tuple[int, ...]:
        """The histogram, found by playing the tree against every candidate as the secret."""
        turns, _ = self.turns(self.start.candidates)
        if not turns.all():
            lost = self.game.show(self.start.candidates[int(turns.argmin())])
            raise BlackpegError(f"the tree does not find {lost}")
        return tuple(np.bincount(turns)[1:].tolist())

    def __str__(self) -> str:
        """One line a node, indented by depth: the feedback that leads to it, and the guess."""
        game = self.game
        lines = [str(self.start)]
        for node, depth in enumerate(self.depths.tolist()):
            feedback = f"{game.show_feedback(int(self.answers[node]))} " if node else ""
            mark = "" if self.wins[node] else NOT_A_CANDIDATE
            lines.append(f"{' ' * (depth - 1)}{feedback}{game.show(self.guesses[node])}{mark}")
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str) -> Tree:
        """Reads the text form back."""
        lines = (line.rstrip("\n") for line in StringIO(text, None))  # one by one: a list takes much more memory
        return cls._of_nodes(Position.parse(next(lines, "")), _nodes_of_lines(lines))

    @classmethod
    def from_json(cls, data: Any) -> Tree:
        """Reads back what `json` made.

        >>> from blackpeg import Game, strategy
        >>> tree = Tree.of(strategy("minimax"), Game(2, 3))
        >>> Tree.from_json(tree.json()) == tree
        True
        """
        position = data.get("position") if isinstance(data, dict) else None
        if not isinstance(position, str):
            raise BlackpegError("a tree as JSON is an object with a position, such as 4x6, and its first guess")
        return cls._of_nodes(Position.parse(position), _nodes_of_json(data))

    @classmethod
    def _of_nodes(cls, start: Position, nodes: Iterable[_Node]) -> Tree:
        """The tree of these nodes, which come in preorder."""
        game = start.game
        rows: list[tuple[Code, int, int, bool]] = []
        seen: set[tuple[int, int]] = set()
        above: list[int] = []  # the nodes from the first guess down to the last one
        for node in nodes:
            try:
                feedback = game.feedback(node.feedback) if rows else -1
                code = game.code(node.guess)
            except BlackpegError as error:
                raise BlackpegError(f"{node.where}: {error}") from error
            del above[node.depth :]
            parent = above[-1] if above else -1
            if rows and (feedback == game.solved or (parent, feedback) in seen):
                raise BlackpegError(f"{node.where}: nothing more can follow {node.feedback} there")
            seen.add((parent, feedback))
            rows.append((code, parent, feedback, node.candidate))
            above.append(len(rows) - 1)
        if not rows:
            raise BlackpegError("the tree has no guess")
        guesses, parents, answers, wins = zip(*rows, strict=True)
        return cls(start, np.array(guesses), np.array(parents, np.int32), np.array(answers, np.int32), np.array(wins))

    def json(self) -> dict[str, Any]:
        """The tree as nested dictionaries: guess, candidate, and what comes after each feedback."""
        game = self.game
        nodes: list[dict[str, Any]] = []
        for node in range(len(self.parents)):
            own = {"guess": game.show(self.guesses[node]), "candidate": bool(self.wins[node]), "after": {}}
            if node:
                nodes[self.parents[node]]["after"][game.show_feedback(int(self.answers[node]))] = own
            nodes.append(own)
        return {"position": str(self.start), **nodes[0]}

    def dot(self) -> Iterator[str]:
        """The tree as lines for Graphviz; guesses that can't be the secret are dashed."""
        game = self.game
        yield f'digraph "{self.start}" {{'
        yield "  node [shape=box, fontname=monospace]; edge [fontname=monospace];"
        for node in range(len(self.parents)):
            style = "" if self.wins[node] else ", style=dashed"
            yield f'  n{node} [label="{game.show(self.guesses[node])}"{style}];'
            if node:
                yield f'  n{self.parents[node]} -> n{node} [label="{game.show_feedback(int(self.answers[node]))}"];'
        yield "}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tree) and self.start == other.start and str(self) == str(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Tree of {self.start}: {self.total} guesses for {self.codes} codes, at most {self.max}>"

    def _repr_html_(self) -> str:
        cells = "".join(f"<tr><td>{turn}</td><td>{count}</td></tr>" for turn, count in enumerate(self.histogram, 1))
        caption = f"{self.start}: {self.total} guesses for {self.codes} codes, {self.average:.4f} on average"
        return f"<table><caption>{caption}</caption><tr><th>guess</th><th>secrets</th></tr>{cells}</table>"


def _nodes_of_lines(lines: Iterable[str]) -> Iterator[_Node]:
    """The nodes of the text form, whose first line was read already."""
    last = -1
    for number, line in enumerate(lines, 2):
        words, depth, where = line.split(), len(line) - len(line.lstrip(" ")), f"line {number} of the tree"
        if len(words) != (1 if last < 0 else 2) or not (depth == 0 if last < 0 else 0 < depth <= last + 1):
            raise BlackpegError(f"{where} is '{line.strip()}', not FEEDBACK GUESS one level down")
        guess = words[-1].removesuffix(NOT_A_CANDIDATE)
        yield _Node(where, depth, words[0] if depth else "", guess, guess == words[-1])
        last = depth


def _nodes_of_json(tree: dict[str, Any]) -> Iterator[_Node]:
    """The nodes of nested dictionaries. Without a word on it, a guess may be the secret."""
    todo: list[tuple[int, str, Any]] = [(0, "", tree)]
    number = 0
    while todo:
        depth, feedback, node = todo.pop()
        number += 1
        where = f"guess {number} of the tree"
        fields = node if isinstance(node, dict) else {}
        guess, candidate, after = fields.get("guess"), fields.get("candidate", True), fields.get("after", {})
        if not isinstance(guess, str) or not isinstance(candidate, bool) or not isinstance(after, dict):
            raise BlackpegError(
                f"{where} is no object with a guess, whether it is a candidate, and what comes after each feedback"
            )
        yield _Node(where, depth, feedback, guess, candidate)
        todo.extend((depth + 1, str(one), below) for one, below in reversed(after.items()))
