"""Follow a tree that was searched for beforehand."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..errors import BlackpegError
from ..game import Game
from ..kernels import feedbacks
from ..players import Strategy
from ..position import Move, Position
from ..solver.problem import MAX_GUESSES, MAX_PROVED_CODES, MAX_SEARCHED_CODES
from ..solver.set_solver import cached_solver
from ..solver.tree_library import look_up_guess, read_tree, tree_names, tree_path

MAX_EXACT_CANDIDATES = 30  # the largest set outside the tree that is searched with all guesses


@dataclass(frozen=True)
class Optimal(Strategy):
    """Play the best strategy that is known: fewest guesses in total, or fewest in the worst case.

    Source   Koyama & Lai (1993), "An optimal Mastermind strategy", J. Recreational Mathematics 25(4), for 4x6;
             the trees are our own, found by `blackpeg optimal`.
    Choices  If the history does not occur in the tree, up to 30 candidates are searched for the best guess; among more,
             the guess is played whose parts look best by their sizes.
    Known    4x6: 5625 guesses, at most 6, proved; 5x8: 178357, at most 7, not proved (179274 in the literature).
             docs/trees.md lists every tree, and whether it is proved.
    """

    objective: str = "average"
    tree: str | None = None  # a file written by 'blackpeg optimal -o' or 'blackpeg tree -o'

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
        if tree_path(game, self.objective).exists():
            return None
        names = ", ".join(tree_names())
        missing = f"no tree of {game} comes with Blackpeg for the objective {self.objective} (there are {names})"
        if game.size > MAX_SEARCHED_CODES:
            return missing
        options = " --objective worst" * (self.objective == "worst") + " --width 1,8" * (game.size > MAX_PROVED_CODES)
        command = f"'blackpeg optimal {game}{options} -o FILE'"
        return f"{missing}; {command} searches for one, and optimal(tree='FILE') plays it"

    def data_files(self, game: Game) -> tuple[Path, ...]:
        return (tree_path(game, self.objective) if self.tree is None else Path(self.tree),)

    def guess(self, position: Position, rng: np.random.Generator) -> Move:
        code = look_up_guess(self.tree or str(tree_path(position.game, self.objective)), position)
        return _search_for_guess(position) if code is None else Move(code)


def _search_for_guess(position: Position) -> Move:
    """A guess at a position that does not occur in the tree."""
    game, fits = position.game, np.ones(position.game.size, np.bool_)
    position.columns  # noqa: B018  raises Impossible if no code is consistent
    for turn in position.history:
        fits &= feedbacks(game.columns, turn.guess, game.whites) == turn.feedback
    codes = np.flatnonzero(fits)
    solver = cached_solver(str(game), () if len(codes) <= MAX_EXACT_CANDIDATES else (1,))
    solution = solver.solve(codes, [turn.guess for turn in position.history], MAX_GUESSES)
    compared, again = position.compared, position.compared_again
    return Move(game.codes[solution.guesses[0]], evaluations=compared, feedbacks=compared, rescored=again)
