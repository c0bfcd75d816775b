"""Which guesses are alike up to renaming colors and pegs."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

import numpy as np
import numpy.typing as npt

from ..game import Game

PERMUTED = 8  # pegs up to which their order is considered; beyond, only colors are renamed


@lru_cache(maxsize=4)
def peg_permutations(game: Game) -> npt.NDArray[np.int64]:
    """The permutations of pegs, the identity first."""
    rows = permutations(range(game.pegs)) if game.pegs <= PERMUTED else [range(game.pegs)]
    return np.array(list(rows), np.int64).reshape(-1, game.pegs)
