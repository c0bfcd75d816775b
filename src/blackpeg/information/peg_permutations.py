"""All permutations of the pegs of a game, as an array, for those who look for guesses that are equivalent."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

import numpy as np
import numpy.typing as npt

from ..game import Game

MAX_PERMUTED_PEGS = 8  # in games of more pegs only colors are permuted


@lru_cache(maxsize=4)
def peg_permutations(game: Game) -> npt.NDArray[np.int64]:
    """All permutations of the pegs, the identity first; only the identity if there are many pegs."""
    rows = permutations(range(game.pegs)) if game.pegs <= MAX_PERMUTED_PEGS else [range(game.pegs)]
    return np.array(list(rows), np.int64).reshape(-1, game.pegs)
