"""Hints that were given before: the same position has the same hint, and many ask for one in the same positions."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ...game import Code
from ...position import Position

MAX_HINTS = 2000  # that are remembered; the oldest are forgotten first


class GivenHints:
    """The latest hints, by what was asked."""

    def __init__(self) -> None:
        self._hints: dict[Hashable, dict[str, Any]] = {}

    def find(self, asked: Hashable) -> dict[str, Any] | None:
        """Returns the hint that was given to the same question; None if there was none."""
        return self._hints.get(asked)

    def add(self, asked: Hashable, hint: dict[str, Any]) -> None:
        if len(self._hints) >= MAX_HINTS:
            del self._hints[next(iter(self._hints))]
        self._hints[asked] = hint


def hint_question(position: Position, guess: Code | None, step: str, candidates_only: bool) -> Hashable:
    """What a hint depends on: the turns so far, and what is asked about them."""
    game = position.game
    turns = tuple((game.show(turn.guess), game.show_feedback(turn.feedback)) for turn in position.history)
    return str(game), turns, None if guess is None else game.show(guess), step, candidates_only
