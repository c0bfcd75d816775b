"""What a guess earns: a win, the bits that it told, or the regret beside the best guess."""

from __future__ import annotations

from collections.abc import Callable
from math import log2
from typing import Any, TypeAlias

from ..coach.exact_totals import exact_regret
from ..errors import BlackpegError, nearest
from ..game import LISTABLE, Game
from ..position import Position

Reward: TypeAlias = Callable[[Position, Position], tuple[float, dict[str, Any]]]


def win(before: Position, after: Position) -> tuple[float, dict[str, Any]]:
    """1 for the guess that is the secret, and 0 for every other."""
    return float(after.solved), {}


def bits(before: Position, after: Position) -> tuple[float, dict[str, Any]]:
    """The logarithm of how many times fewer candidates there are; over a whole game that is log2 of all codes.

    >>> start = Position.parse("4x6")
    >>> round(bits(start, start.after("1122", "1b1w"))[0], 3)  # 208 of 1296 codes are left
    2.639
    """
    left = 1 if after.solved else after.count
    return log2(before.count / left), {"candidates": left}


def regret(before: Position, after: Position) -> tuple[float, dict[str, Any]]:
    """Minus the guesses that this one costs more on average than the best; 0 where the solver can't tell it.

    >>> start = Position.parse("4x6")
    >>> regret(start, start.after("1123", "0b0w")) == (0.0, {"regret": 0.0})
    True
    """
    costs = exact_regret(before, after.history[-1].guess)
    return (0.0 if costs is None else 0.0 - costs), {"regret": costs}


REWARDS: dict[str, Reward] = {"win": win, "bits": bits, "regret": regret}


def reward_of(name: str, game: Game) -> Reward:
    """Returns the reward of this name; an error if there is none, or if it can't be told in this game."""
    if name not in REWARDS:
        raise BlackpegError(f"no reward '{name}'{nearest(name, REWARDS)} (there are {', '.join(REWARDS)})")
    if name != "win" and game.size > LISTABLE:
        raise BlackpegError(
            f"the reward {name} counts candidates, in games of up to {LISTABLE:,} codes; {game} has {game.size:,}"
        )
    return REWARDS[name]
