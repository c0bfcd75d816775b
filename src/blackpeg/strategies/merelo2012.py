"""Entropy and most parts together: a random one of the candidates that are best by both.

Source   Merelo, Mora, Cotta & Runarsson (2012-13), "An experimental study of exhaustive solutions for the
         Mastermind puzzle": Plus and Plus2; Plus3 is in the program they released.
Choices  The solved part counts as a part; their program leaves it out. For candidates it always has one code, so
         their order is the same. First guess: the first half of the colors in order, as in their program (1231 at
         4x6); 1234... without repeats.
Known    4x6: Plus 4.404 and Plus2 4.410; 4x8: 5.154 and 5.139 (study merelo2012). 5x8, stored results of their
         program: 5.5472 and 5.5404.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..game import LISTABLE, Game
from ..information.first_guesses import first_guess_half_colors
from ..information.part_scores import GUESSES_PER_BATCH, minus_one, missing_bits, total_costs
from ..kernels import part_sizes
from ..phrases import count_phrase
from ..players import Strategy
from ..position import Move, Position

Scores = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Plus(Strategy):
    """Play a random one of the candidates that are best by entropy and by parts; if none is both, best by either."""

    def supports(self, game: Game) -> str | None:
        if game.size <= LISTABLE:
            return None
        return f"{game} has {count_phrase(game.size, 'code')}, and this strategy lists at most {LISTABLE:,}"

    def guess(self, position: Position, rng: np.random.Generator) -> Move:
        game = position.game
        if not position.history:
            return Move(first_guess_half_colors(game))
        columns = position.columns
        n = columns.shape[1]
        entropy, parts = np.empty(n, np.int64), np.empty(n, np.int64)
        for first in range(0, n, GUESSES_PER_BATCH):
            sizes = part_sizes(columns[:, first : first + GUESSES_PER_BATCH], columns, game.colors, game.whites)
            entropy[first : first + GUESSES_PER_BATCH] = total_costs(missing_bits, sizes, game)
            parts[first : first + GUESSES_PER_BATCH] = total_costs(minus_one, sizes, game)
        best = np.flatnonzero(self.are_best(entropy, parts))
        code = position.candidates[best[int(rng.random() * len(best))]]
        compared, again = position.compared, position.compared_again
        return Move(code, evaluations=compared, feedbacks=compared + n * n, rescored=again)

    def are_best(self, entropy: Scores, parts: Scores) -> npt.NDArray[np.bool_]:
        """Says of each candidate whether it may be played; smaller scores are better."""
        informative, many = entropy == entropy.min(), parts == parts.min()
        both: npt.NDArray[np.bool_] = informative & many
        return both if both.any() else informative | many


class Plus2(Plus):
    """Play the candidate that is best by entropy; among equals the one with most parts, among these a random one."""

    def are_best(self, entropy: Scores, parts: Scores) -> npt.NDArray[np.bool_]:
        informative = entropy == entropy.min()
        return informative & (parts == parts[informative].min())


class Plus3(Plus):
    """Play the candidate with most parts; among equals the one best by entropy, among these a random one."""

    def are_best(self, entropy: Scores, parts: Scores) -> npt.NDArray[np.bool_]:
        many = parts == parts.min()
        return many & (entropy == entropy[many].min())
