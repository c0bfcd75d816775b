"""Expected size, with the endgame searched exactly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..game import Game
from ..information.one_step_rules import EXPECTED_SIZE, one_step_guess
from ..players import Strategy
from ..position import Move, Position
from ..solver.endgame import endgame_guess, supports_endgame


@dataclass(frozen=True)
class Irving1979(Strategy):
    """Keep the expected size of the part that holds the secret small; search small sets for the least total.

    Source   Irving (1978-79), "Towards an optimum Mastermind strategy", J. Recreational Mathematics 11(2).
    Names    expected size with an exhaustive endgame.
    Choices  With more than `threshold` candidates the guess of `expected_size`, with fewer that of an exhaustive
             search for the least total number of guesses. Irving's own threshold is not known to us.
    Known    4x6: 5662 guesses over all secrets, 4.369, are printed for Irving; here 5651, 4.360, at most 6 (study
             irving1979).
    """

    threshold: int = 40  # candidates up to which the rest is searched

    def supports(self, game: Game) -> str | None:
        return supports_endgame(game, self.threshold)

    def guess(self, position: Position, rng: np.random.Generator) -> Move:
        return endgame_guess(position) if position.count <= self.threshold else one_step_guess(position, EXPECTED_SIZE)
