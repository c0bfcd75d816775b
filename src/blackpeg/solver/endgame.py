"""The best guess when few candidates are left, for strategies that play a one-step rule before."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..game import Codes, Game
from ..position import Move, Position
from .problem import MAX_GUESSES
from .set_solver import Solution, cached_solver

Numbers: TypeAlias = npt.NDArray[np.int64]

MAX_ENDGAME_CANDIDATES = 64  # they are searched within about a second
MAX_ENDGAME_CODES = 2**16  # of the game
MAX_ENDGAME_PEGS = 7


def supports_endgame(game: Game, threshold: int) -> str | None:
    """None if sets of up to `threshold` candidates of this game can be searched, else a sentence why not."""
    if not 1 <= threshold <= MAX_ENDGAME_CANDIDATES:
        return f"a threshold of {threshold}: the search takes between 1 and {MAX_ENDGAME_CANDIDATES} candidates"
    if game.size > MAX_ENDGAME_CODES or game.pegs > MAX_ENDGAME_PEGS:
        return (
            f"{game} has {game.size:,} codes; the end is searched in games of up to {MAX_ENDGAME_CODES:,} and "
            f"{MAX_ENDGAME_PEGS} pegs"
        )
    return None


def endgame_guess(position: Position) -> Move:
    """The first guess of a tree with the least total for the candidates."""
    candidates, compared = position.candidates, position.compared
    code = candidates[0] if len(candidates) <= 2 else position.game.codes[endgame_tree(position).guesses[0]]
    return Move(code, evaluations=compared, feedbacks=compared, rescored=position.compared_again)


def endgame_tree(position: Position) -> Solution:
    """A tree with the least total for the candidates, and that total."""
    game, candidates = position.game, position.candidates
    numbers = np.searchsorted(_all_keys(game), _keys(game, candidates))
    history = [turn.guess for turn in position.history]
    return cached_solver(str(game), ()).solve(numbers, history, min(MAX_GUESSES, len(candidates)))


def _keys(game: Game, codes: Codes) -> Numbers:
    """Numbers that order the codes lexicographically."""
    keys: Numbers = codes.astype(np.int64) @ (game.colors ** np.arange(game.pegs - 1, -1, -1, dtype=np.int64))
    return keys


@lru_cache(maxsize=2)
def _all_keys(game: Game) -> Numbers:
    return _keys(game, game.codes)
