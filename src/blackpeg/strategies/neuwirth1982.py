"""Entropy, with the endgame searched exactly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..game import Game
from ..information.one_step_rules import ENTROPY, one_step_guess
from ..players import Strategy
from ..position import Move, Position
from ..solver.endgame import endgame_guess, supports_endgame


@dataclass(frozen=True)
class Neuwirth1982(Strategy):
    """Learn as many bits as possible, on average; search small sets for the least total.

    Source   Neuwirth (1982), "Some strategies for Mastermind", Zeitschrift für Operations Research 26.
    Names    entropy with an exhaustive endgame.
    Choices  With more than `threshold` candidates the guess of `entropy`, with fewer that of an exhaustive search for
             the least total number of guesses. How Neuwirth finished small sets is not known to us.
    Known    4x6: 4.364 is printed for Neuwirth, and the tree known as his takes 5662 guesses, 4.369; here 5708, 4.404,
             at most 6, since the rule begins with 1234 (study neuwirth1982).
    """

    threshold: int = 40  # candidates up to which the rest is searched

    def supports(self, game: Game) -> str | None:
        return supports_endgame(game, self.threshold)

    def guess(self, position: Position, rng: np.random.Generator) -> Move:
        return endgame_guess(position) if position.count <= self.threshold else one_step_guess(position, ENTROPY)
