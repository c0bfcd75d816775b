"""Small parts on average, and the end game searched exactly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..game import Game
from ..information.one_step import EXPECTED_SIZE, one_step_guess
from ..players import Strategy
from ..position import Move, Position
from ..solver.endgame import endgame_guess, supports_endgame


@dataclass(frozen=True)
class Irving1979(Strategy):
    """Keep the part that the secret is in small, on average; search small sets for the least total.

    Source   Irving (1978-79), "Towards an optimum Mastermind strategy", J. Recreational Mathematics 11(2).
    Names    expected size with an exhaustive end.
    Choices  The rule as `expected_size` plays it for more than `threshold` candidates, any code guessed; else the
             guess of a search for the least total number of guesses, all codes tried. Irving's own threshold was
             not at hand.
    Known    4x6: 5662 guesses, 4.369, are printed for Irving. Here: 5651, at most 6 guesses (5672 with
             a threshold of 20, 5645 with 64).
    """

    threshold: int = 40  # candidates from which on the rest is searched

    def supports(self, game: Game) -> str | None:
        return supports_endgame(game, self.threshold)

    def guess(self, position: Position, rng: np.random.Generator) -> Move:
        return endgame_guess(position) if position.count <= self.threshold else one_step_guess(position, EXPECTED_SIZE)
