"""Asks a strategy for a guess on a person's behalf."""

from __future__ import annotations

from ..game import Code
from ..players import Strategy, rng_of
from ..position import Move, Position
from ..strategies import name_of


def strategy_guess(strategy: Strategy, position: Position, seed: int) -> Code:
    """The guess of a strategy at a position; the same seed gives the same guess."""
    move = strategy.guess(position, rng_of(seed, position.game, name_of(strategy), position))
    return position.game.check(Move.of(move).code)
