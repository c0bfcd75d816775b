"""A one-step rule for many candidates, an exact search for few: what strategies with a searched end share."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..game import Codes, Game
from ..position import Move, Position
from .part import DEEPEST, Solved, solver_of

Numbers: TypeAlias = npt.NDArray[np.int64]

SEARCHED = 2**16  # codes of games whose sets can be searched
FEW = 64  # candidates that are searched within a second or so


def refuse(game: Game, threshold: int) -> str | None:
    """A sentence where the end can't be searched."""
    if not 1 <= threshold <= FEW:
        return f"a threshold of {threshold}: the search takes between 1 and {FEW} candidates"
    if game.size > SEARCHED or game.pegs > 7:
        return f"{game} has {game.size:,} codes; the end is searched in games of up to {SEARCHED:,} and 7 pegs"
    return None


def end_game(position: Position) -> Move:
    """The first guess of a tree with the least total for the candidates."""
    candidates, compared = position.candidates, position.compared
    code = candidates[0] if len(candidates) <= 2 else position.game.codes[end_tree(position).guesses[0]]
    return Move(code, evaluations=compared, feedbacks=compared)


def end_tree(position: Position) -> Solved:
    """A tree with the least total for the candidates, and that total."""
    game, candidates = position.game, position.candidates
    numbers = np.searchsorted(_keys(game), _key(game, candidates))
    history = [turn.guess for turn in position.history]
    return solver_of(str(game), ()).solve(numbers, history, min(DEEPEST, len(candidates)))


def _key(game: Game, codes: Codes) -> Numbers:
    """Codes as numbers in lexicographic order."""
    keys: Numbers = codes.astype(np.int64) @ (game.colors ** np.arange(game.pegs - 1, -1, -1, dtype=np.int64))
    return keys


@lru_cache(maxsize=2)
def _keys(game: Game) -> Numbers:
    return _key(game, game.codes)
