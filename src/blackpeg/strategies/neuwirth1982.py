"""As many bits as possible, and the end game searched exactly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..game import Game
from ..information.one_step import ENTROPY, one_step_guess
from ..players import Strategy
from ..position import Move, Position
from ..solver.endgame import endgame_guess, supports_endgame


@dataclass(frozen=True)
class Neuwirth1982(Strategy):
    """Learn as many bits as possible, on average; search small sets for the least total.

    Source   Neuwirth (1982), "Some strategies for Mastermind", Zeitschrift für Operations Research 26.
    Names    entropy with an exhaustive end.
    Choices  The rule as `entropy` plays it for more than `threshold` candidates, any code guessed; else the guess
             of a search for the least total number of guesses, all codes tried. How Neuwirth finished small sets
             was not at hand.
    Known    4x6: 4.364 is printed; the tree known as Neuwirth's replays to 5662, 4.369. Here: 5708 guesses, at most
             6, since the rule begins with 1234.
    """

    threshold: int = 40  # candidates from which on the rest is searched

    def supports(self, game: Game) -> str | None:
        return supports_endgame(game, self.threshold)

    def guess(self, position: Position, rng: np.random.Generator) -> Move:
        return endgame_guess(position) if position.count <= self.threshold else one_step_guess(position, ENTROPY)
