"""Follow a tree that was searched for beforehand."""

from __future__ import annotations

import lzma
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from ..errors import BlackpegError
from ..game import Game
from ..kernels import feedbacks
from ..players import Strategy
from ..position import Move, Position
from ..solver import DEEPEST, solver_of
from ..tree import NOT_A_CANDIDATE, Tree

SHIPPED = Path(__file__).parents[1] / "trees"
EXACT = 30  # candidates up to which a set that is not in the tree is searched for the best guess

# what 'blackpeg optimal' was asked for, to find each tree again; 'make trees' does it
COMMANDS: dict[str, str] = {
    "3x5": "3x5",
    "3x5-worst": "3x5 --objective worst",
    "3x6": "3x6",
    "3x6-worst": "3x6 --objective worst",
    "3x7": "3x7",
    "3x7-worst": "3x7 --objective worst",
    "3x8": "3x8",
    "3x8-worst": "3x8 --objective worst",
    "4x4": "4x4",
    "4x4-worst": "4x4 --objective worst",
    "4x5": "4x5",
    "4x5-worst": "4x5 --objective worst",
    "4x6": "4x6",
    "4x6-worst": "4x6 --objective worst",
    "4x7": "4x7",
    "4x8": "4x8 --first 1234 --width 1,400",
    "4x9": "4x9 --width 2,40",
    "5x4": "5x4",
    "5x4-worst": "5x4 --objective worst",
    "5x5": "5x5 --width 4,40",
    "5x6": "5x6 --width 3,30",
    "5x7": "5x7 --width 1,12",
    "5x8": "5x8 --first 11223 --width 1,30",
    "6x4": "6x4 --width 4,30",
    "6x5": "6x5 --width 2,8",
    "6x6": "6x6 --width 1,2",
    "7x4": "7x4 --width 1,4",
    "8x3": "8x3 --width 4,60",
    "4x6-distinct": "4x6-distinct",
    "4x6-distinct-worst": "4x6-distinct --objective worst",
    "4x7-distinct": "4x7-distinct",
    "4x7-distinct-worst": "4x7-distinct --objective worst",
    "4x8-distinct": "4x8-distinct",
    "4x8-distinct-worst": "4x8-distinct --objective worst",
    "4x9-distinct": "4x9-distinct",
    "4x10-distinct": "4x10-distinct --width 1,5040",
}


@dataclass(frozen=True)
class Optimal(Strategy):
    """Play the best strategy that is known: fewest guesses in total, or fewest in the worst case.

    Source   Koyama & Lai (1993), "An optimal Mastermind strategy", J. Recreational Mathematics 25(4), for 4x6;
             the trees are our own, found by `blackpeg optimal`.
    Choices  Where the history is not of the tree, up to 30 candidates are searched for the best guess; with more,
             the guess is played whose parts look best by size.
    Known    4x6: 5625 guesses, at most 6, and 5626 with at most 5; 4x7 11228: all proved. 5x8: the best published
             needs 179274; ours 178380, at most 8, not proved. Trees of `docs/trees.md` that are not marked as
             proved are upper bounds.
    """

    objective: str = "average"
    tree: str | None = None  # a file that 'blackpeg optimal -o' or 'blackpeg tree -o' wrote

    def __post_init__(self) -> None:
        if self.objective not in ("average", "worst"):
            raise BlackpegError(f"no objective '{self.objective}'; there are average and worst")

    def supports(self, game: Game) -> str | None:
        if self.tree is not None:
            try:
                found = _read(self.tree).game
            except BlackpegError as error:
                return str(error)
            return None if found == game else f"the tree in {self.tree} is of {found}, not of {game}"
        if self._shipped(game).exists():
            return None
        there = sorted(path.name.removesuffix(".txt.xz") for path in SHIPPED.glob("*.txt.xz"))
        return (
            f"no tree of {game} is shipped for the objective {self.objective} (there are {', '.join(there)}); "
            f"'blackpeg optimal {game} -o FILE' searches for one, and optimal(tree='FILE') plays it"
        )

    def guess(self, position: Position, rng: np.random.Generator) -> Move:
        tree, below = _tree(str(self._shipped(position.game)) if self.tree is None else self.tree)
        node: int | None = 0
        for turn in position.history:
            if node is None or (tree.guesses[node] != turn.guess).any():
                node = None
                break
            node = below.get((node, turn.feedback))
        return Move(tree.guesses[node]) if node is not None else _beside(position)

    def _shipped(self, game: Game) -> Path:
        return SHIPPED / f"{game}{'-worst' if self.objective == 'worst' else ''}.txt.xz"


@cache
def best_average(game: Game) -> float | None:
    """Guesses that the tree which comes along needs on average; None where none does.

    From the text alone, which is much sooner done than reading and following the tree.
    """
    path = Optimal()._shipped(game)
    if not path.exists():
        return None
    nodes = lzma.decompress(path.read_bytes()).decode().splitlines()[1:]
    wins = [node for node in nodes if not node.endswith(NOT_A_CANDIDATE)]
    return sum(1 + len(node) - len(node.lstrip(" ")) for node in wins) / len(wins)


def _beside(position: Position) -> Move:
    """A guess for candidates that are in no tree."""
    game, fits = position.game, np.ones(position.game.size, np.bool_)
    position.columns  # noqa: B018  raises Impossible where there are none
    for turn in position.history:
        fits &= feedbacks(game.columns, turn.guess.copy(), game.whites) == turn.feedback
    codes = np.flatnonzero(fits)
    solver = solver_of(str(game), () if len(codes) <= EXACT else (1,))
    found = solver.solve(codes, [turn.guess for turn in position.history], DEEPEST)
    return Move(game.codes[found.guesses[0]], evaluations=position.compared, feedbacks=position.compared)


@lru_cache(maxsize=4)
def _tree(path: str) -> tuple[Tree, dict[tuple[int, int], int]]:
    """A tree, and which node comes after a node and its answer."""
    tree = _read(path)
    pairs = zip(tree.parents.tolist(), tree.answers.tolist(), strict=True)
    return tree, {pair: node for node, pair in enumerate(pairs)}


@lru_cache(maxsize=4)
def _read(path: str) -> Tree:
    try:
        data = Path(path).read_bytes()
        tree = Tree.parse((lzma.decompress(data) if path.endswith(".xz") else data).decode())
        tree.replay()
    except OSError as error:
        raise BlackpegError(f"{path} can't be read: {error.strerror}") from error
    except (lzma.LZMAError, UnicodeDecodeError, BlackpegError) as error:
        raise BlackpegError(f"{path} is no tree: {error}") from error
    if tree.start.history:
        raise BlackpegError(f"the tree in {path} does not begin with the first guess")
    return tree
