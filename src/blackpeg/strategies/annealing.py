"""Play the first code that fits, found by a walk that looks at codes one peg apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..errors import BlackpegError
from ..evolve.walks import sample_by_walks
from ..players import Strategy
from ..position import Move, Position


@dataclass(frozen=True)
class Annealing(Strategy):
    """First-candidate play at any size.

    Source   Ours; annealing goes back to Bernier et al. 1996 (`bernier1996_sa`). Here the temperature is constant
             and the misfit is kept up to date move by move, so that 64 pegs are no obstacle.
    Choices  Every first guess is drawn; later walks begin with the code played last. After `moves` without a code
             that fits, the code is played that comes nearest, and the record says so.
    Known    The plain prototype needed 17.3 guesses at 16x16, 23.2 at 20x20 and 41 at 32x32.
    """

    moves: int = 100_000_000  # that a walk may make at a turn

    def __post_init__(self) -> None:
        if self.moves < 1:
            raise BlackpegError(f"{self.moves} moves at a turn: it must be 1 or more")

    def guess(self, position: Position, rng: np.random.Generator) -> Move:
        last = np.array([turn.guess for turn in position.history[-1:]], np.uint8)
        found = sample_by_walks(position, 1, self.moves, self.moves, last, rng)
        code = found.nearest if found.note else found.codes[:, 0].copy()
        return Move(code, evaluations=found.moves, feedbacks=found.moves * position.guesses, note=found.note)
