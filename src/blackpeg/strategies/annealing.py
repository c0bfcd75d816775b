"""Play the first candidate that a random walk over misfit finds, at any size."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..errors import BlackpegError
from ..evolve.sample_by_walks import sample_by_walks
from ..players import Strategy
from ..position import Move, Position


@dataclass(frozen=True)
class Annealing(Strategy):
    """Walk through codes at a constant temperature and play the first candidate that is met.

    Source   Ours; annealing goes back to Bernier et al. 1996 (`bernier1996_sa`). Here the temperature is constant and
             the misfit is updated move by move, which is fast enough for 64 pegs.
    Names    first-candidate play.
    Choices  The first guess is random; later walks start from the last guess. If no candidate is found in `moves`
             moves, the code with the least misfit is played and the turn's note says so.
    Known    Not published. Measured averages by size: docs/needle.md (study scaling).
    """

    moves: int = 100_000_000  # moves that a turn may take

    def __post_init__(self) -> None:
        if self.moves < 1:
            raise BlackpegError(f"{self.moves} moves at a turn: it must be 1 or more")

    def guess(self, position: Position, rng: np.random.Generator) -> Move:
        last = np.array([turn.guess for turn in position.history[-1:]], np.uint8)
        found = sample_by_walks(position, 1, self.moves, self.moves, last, rng)
        code = found.nearest if found.note else found.codes[:, 0].copy()
        return Move(code, evaluations=found.moves, feedbacks=found.moves * position.guesses, note=found.note)
