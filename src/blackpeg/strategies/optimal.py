"""Follow a tree that was searched for beforehand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..errors import BlackpegError
from ..game import Game
from ..kernels import feedbacks
from ..players import Strategy
from ..position import Move, Position
from ..solver.part import DEEPEST, PROVABLE, SEARCHABLE, solver_of
from ..solver.tree_library import SHIPPED, followed, path_of, read_tree

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
    "4x7-worst": "4x7 --objective worst",
    "4x8": "4x8",
    "4x8-worst": "4x8 --objective worst",
    "4x9": "4x9",
    "4x9-worst": "4x9 --objective worst",
    "5x4": "5x4",
    "5x4-worst": "5x4 --objective worst",
    "5x5": "5x5",
    "5x5-worst": "5x5 --objective worst",
    "5x6": "5x6",
    "5x7": "5x7 --width 1,12",
    "5x8": "5x8 --first 11223 --width 1,30",
    "6x4": "6x4",
    "6x4-worst": "6x4 --objective worst",
    "6x5": "6x5 --width 2,8",
    "6x6": "6x6 --width 1,2",
    "7x4": "7x4 --width 1,4",
    "8x3": "8x3",
    "4x6-distinct": "4x6-distinct",
    "4x6-distinct-worst": "4x6-distinct --objective worst",
    "4x7-distinct": "4x7-distinct",
    "4x7-distinct-worst": "4x7-distinct --objective worst",
    "4x8-distinct": "4x8-distinct",
    "4x8-distinct-worst": "4x8-distinct --objective worst",
    "4x9-distinct": "4x9-distinct",
    "4x9-distinct-worst": "4x9-distinct --objective worst",
    "4x10-distinct": "4x10-distinct",
    "4x10-distinct-worst": "4x10-distinct --objective worst",
}


@dataclass(frozen=True)
class Optimal(Strategy):
    """Play the best strategy that is known: fewest guesses in total, or fewest in the worst case.

    Source   Koyama & Lai (1993), "An optimal Mastermind strategy", J. Recreational Mathematics 25(4), for 4x6;
             the trees are our own, found by `blackpeg optimal`.
    Choices  Where the history is not of the tree, up to 30 candidates are searched for the best guess; with more,
             the guess is played whose parts look best by size.
    Known    4x6: 5625 guesses, at most 6, and 5626 with at most 5; 4x7 11228; 4x8 20471, at most 7, and 20473 with
             at most 6; Bulls and Cows (4x10-distinct) 26274, at most 7: all proved. 5x8: the best published needs
             179274; ours 178380, at most 8, not proved. Trees of `docs/trees.md` that are not marked as proved are
             upper bounds.
    """

    objective: str = "average"
    tree: str | None = None  # a file that 'blackpeg optimal -o' or 'blackpeg tree -o' wrote

    def __post_init__(self) -> None:
        if self.objective not in ("average", "worst"):
            raise BlackpegError(f"no objective '{self.objective}'; there are average and worst")

    def supports(self, game: Game) -> str | None:
        if self.tree is not None:
            try:
                found = read_tree(self.tree).game
            except BlackpegError as error:
                return str(error)
            return None if found == game else f"the tree in {self.tree} is of {found}, not of {game}"
        if path_of(game, self.objective).exists():
            return None
        there = sorted(path.name.removesuffix(".txt.xz") for path in SHIPPED.glob("*.txt.xz"))
        none = f"no tree of {game} is shipped for the objective {self.objective} (there are {', '.join(there)})"
        if game.size > SEARCHABLE:
            return none
        options = " --objective worst" * (self.objective == "worst") + " --width 1,8" * (game.size > PROVABLE)
        return f"{none}; 'blackpeg optimal {game}{options} -o FILE' searches for one, and optimal(tree='FILE') plays it"

    def guess(self, position: Position, rng: np.random.Generator) -> Move:
        code = followed(self.tree or str(path_of(position.game, self.objective)), position)
        return _beside(position) if code is None else Move(code)


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
