"""How many more guesses are to be expected: searched, laid out, or estimated."""

from __future__ import annotations

from math import log2
from typing import NamedTuple

import numpy as np

from ..game import Code
from ..kernels import feedbacks
from ..position import Position
from ..solver.endgame import endgame_tree, supports_endgame
from ..solver.tree_library import best_average
from ..strategies.one_step import Entropy
from ..tree import Tree

FEW = 30  # candidates of which it is searched how many more guesses they need at least
FEW_BLACK = 10  # where only black pegs are told, as the search takes longer then
GROWN = 40_000_000  # codes times candidates up to which the rest of a game is laid out
COMPARED = GROWN // 4  # the same for each of two guesses


class Further(NamedTuple):
    """How many more guesses are to be expected."""

    guesses: float
    by: str  # who needs so many: "exact" the best strategy, "best known" a shipped tree, "entropy"; or "estimate"


def further(position: Position, candidates: int | None, bits: float | None) -> Further | None:
    """From a position with so many candidates, where the best guess tells so many bits; None if that is not known."""
    game, n = position.game, candidates
    if position.solved:
        return Further(0.0, "exact")
    if n is None:
        return None
    if n <= 2:
        return Further((n + 1) / 2, "exact")
    if not position.history and (best := best_average(game)):
        return Further(best, "best known")
    if n <= (FEW if game.whites else FEW_BLACK) and supports_endgame(game, FEW) is None:
        return Further(endgame_tree(position).total / n, "exact")
    if game.size * n <= GROWN and Entropy().supports(game) is None:
        return Further(Tree.of(Entropy(), position).average, "entropy")
    return Further(1 + log2(n) / bits, "estimate") if bits else None


def needed(position: Position, guess: Code) -> float | None:
    """Guesses from here on if this one is made now, where that is searched or laid out at once."""
    game = position.game
    if Entropy().supports(game) is not None or game.size * position.count > COMPARED:
        return None
    total = float(position.count)  # every candidate takes this guess
    for answer in np.unique(feedbacks(position.columns, guess, game.whites)).tolist():
        after = position.after(guess, answer)
        if not after.solved:
            found = further(after, after.count, None)
            total += after.count * found.guesses if found else 0
    return total / position.count
