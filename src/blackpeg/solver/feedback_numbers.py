"""The feedback of every code to every guess of a small game, and guesses that differ: for searches in NumPy."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..game import Codes, Game
from ..information.peg_permutations import peg_permutations
from ..kernels import representatives
from ..kernels.feedback import feedback_table

MIN_SYMMETRIC_CODES = 12  # in smaller sets it takes longer to find symmetric guesses than to try them

CodeNumbers = npt.NDArray[np.int32]


class FeedbackNumbers:
    """A table of feedbacks, numbered without gaps: table[guess, code]. The last number is the one that solves."""

    def __init__(self, game: Game) -> None:
        self.game, self.count = game, len(game.answers)
        numbers = np.zeros(game.solved + 1, np.uint8)
        numbers[list(game.answers)] = np.arange(self.count)
        self.table: npt.NDArray[np.uint8] = feedback_table(game.columns, numbers, game.whites)

    def distinct_guesses(
        self, codes: CodeNumbers, history: list[int]
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
        """Guesses of which no two are equivalent for these candidates, and the feedback of each candidate to each."""
        if len(codes) >= MIN_SYMMETRIC_CODES:
            game, columns = self.game, self.game.columns
            guessed: Codes = game.codes[history].reshape(-1, game.pegs)
            is_least = representatives(
                columns, columns[:, codes], guessed, peg_permutations(game), game.colors, game.repeats
            )
            guesses = np.flatnonzero(is_least)
            return guesses, self.table[guesses][:, codes]
        feedback = np.ascontiguousarray(self.table[:, codes])
        rows = feedback.view(np.dtype((np.void, feedback.shape[1]))).ravel()
        guesses = np.unique(rows, return_index=True)[1]
        return guesses, feedback[guesses]
