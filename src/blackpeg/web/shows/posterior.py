"""How probable each color is at each peg before a guess, as a compact matrix for the Watch page."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from typing import Any

import numpy as np

from ...errors import TooMany
from ...evolve.soft_chains import Matrix, SoftChains, peg_probabilities, sample_by_chains
from ...game import Codes
from ...position import Position
from ..choose_lane import MAX_LISTED_CODES
from ..models import is_board_size

MAX_DRAWN_CODES = 500  # candidates that are drawn where a strategy remembers none
MAX_DRAWN_GAME = 32**32  # codes of games in which candidates are drawn by walks; in larger ones chains nearly fit
CHAIN_MOVES = 3_000_000  # at a turn: a fraction of a second


class PosteriorByTurn:
    """The posterior of each turn of one show. What the strategy remembers is used if it tells; it costs nothing."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)  # of its own, so that the strategy plays as it does without an audience
        self._chains: SoftChains | None = None

    def describe(self, position: Position, memory: Mapping[str, Any]) -> dict[str, Any] | None:
        """Returns what was known in a position in which a guess was made; None if that would take too long.

        `memory` is that of the move. `matrix` has a byte for each peg and color, from 0 to 255, peg by peg, in base64.
        `sample` is the number of codes from which it was estimated; None if it is exact.
        """
        game = position.game
        if not position.history:
            return _row(np.full((game.pegs, game.colors), 1 / game.colors), None)
        if "chains" in memory or "near" in memory:
            codes = memory["chains"].codes if "chains" in memory else memory["near"]
            return _row(peg_probabilities(codes, game.colors), len(codes))
        if game.size <= MAX_LISTED_CODES:
            return _row(peg_probabilities(position.candidates, game.colors), None)
        if is_board_size(game):
            return None
        codes = self._sample(position)
        return _row(peg_probabilities(codes, game.colors), len(codes))

    def _sample(self, position: Position) -> Codes:
        """Returns codes that fit, or nearly so if none is found that does."""
        if position.game.size <= MAX_DRAWN_GAME:
            try:
                return position.draw_approximately(MAX_DRAWN_CODES, self._rng)
            except TooMany:
                pass
        found = sample_by_chains(position, self._chains, CHAIN_MOVES, self._rng)
        self._chains = found.chains
        return found.fitting if len(found.fitting) else found.codes


def _row(matrix: Matrix, sample: int | None) -> dict[str, Any]:
    content = np.rint(255 * matrix).astype(np.uint8).tobytes()
    return {"matrix": b64encode(content).decode(), "sample": sample}
