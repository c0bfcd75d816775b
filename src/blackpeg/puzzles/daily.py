"""The puzzle of the day and its three levels."""

from __future__ import annotations

import datetime
import hashlib

from ..errors import BlackpegError, nearest
from ..game import Code, Game

LEVELS: dict[str, str] = {"easy": "4x6-distinct", "medium": "4x6", "hard": "5x8"}


def level_game(level: str) -> Game:
    """The game that is played at a level."""
    if level not in LEVELS:
        raise BlackpegError(f"no level '{level}'{nearest(level, LEVELS)} (there are {', '.join(LEVELS)})")
    return Game.parse(LEVELS[level])


def today() -> datetime.date:
    """The current date in UTC, so that everybody has the same daily puzzle."""
    return datetime.datetime.now(datetime.UTC).date()


def daily_puzzle(day: datetime.date, level: str = "medium") -> tuple[Game, Code]:
    """The game and the secret of a day, which a SHA-256 of date and game chooses: the same on every computer.

    >>> game, secret = daily_puzzle(datetime.date(2026, 11, 16))
    >>> str(game), game.show(secret) == game.show(daily_puzzle(datetime.date(2026, 11, 16))[1])
    ('4x6', True)
    """
    game = level_game(level)
    digest = hashlib.sha256(f"blackpeg {day:%Y-%m-%d} {game}".encode()).digest()
    return game, game.codes[int.from_bytes(digest, "big") % game.size]
