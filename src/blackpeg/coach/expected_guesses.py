"""How many more guesses a game is expected to take: searched, from a tree, or estimated."""

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

MAX_OPTIMAL_CANDIDATES = 30  # up to which optimal play is searched
MAX_OPTIMAL_CANDIDATES_BLACK = 10  # the same without white pegs, where the search takes longer
MAX_TREE_PAIRS = 40_000_000  # codes times candidates up to which a tree of `entropy` is made
MAX_TREE_PAIRS_OF_GUESS = MAX_TREE_PAIRS // 4  # the same for each of two guesses that are compared


class ExpectedGuesses(NamedTuple):
    """How many more guesses a game takes on average."""

    guesses: float
    by: str  # "exact" by optimal play, "best known" by a tree of the library, "entropy" by that strategy, or "estimate"


def expected_guesses(position: Position, candidates: int | None, bits: float | None) -> ExpectedGuesses | None:
    """The guesses that a game takes from a position on, given its number of candidates and the bits of its best guess.

    Returns None if the candidates can't be counted, or if the bits are needed for an estimate and not known.
    """
    game = position.game
    if position.solved:
        return ExpectedGuesses(0.0, "exact")
    if candidates is None:
        return None
    if candidates <= 2:
        return ExpectedGuesses((candidates + 1) / 2, "exact")
    if not position.history and (average := best_average(game)):
        return ExpectedGuesses(average, "best known")
    max_optimal = MAX_OPTIMAL_CANDIDATES if game.whites else MAX_OPTIMAL_CANDIDATES_BLACK
    if candidates <= max_optimal and supports_endgame(game, MAX_OPTIMAL_CANDIDATES) is None:
        return ExpectedGuesses(endgame_tree(position).total / candidates, "exact")
    if game.size * candidates <= MAX_TREE_PAIRS and Entropy().supports(game) is None:
        return ExpectedGuesses(Tree.of(Entropy(), position).average, "entropy")
    return ExpectedGuesses(1 + log2(candidates) / bits, "estimate") if bits else None


def expected_guesses_with(position: Position, guess: Code) -> float | None:
    """The guesses that a game takes from a position on if this one is played now; None if computing it takes long."""
    game = position.game
    if Entropy().supports(game) is not None or game.size * position.count > MAX_TREE_PAIRS_OF_GUESS:
        return None
    total = float(position.count)  # every candidate takes this guess
    for feedback in np.unique(feedbacks(position.columns, guess, game.whites)).tolist():
        after = position.after(guess, feedback)
        if not after.solved:
            expected = expected_guesses(after, after.count, None)
            total += after.count * expected.guesses if expected else 0
    return total / position.count
