"""The puzzle of the day, and the three levels: easy, medium and hard."""

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


def level_strategy(level: str) -> str:
    """The strategy that breaks a person's code at a level, as text.

    It is the player of the students' game that these levels come from ("Algorisme", after Berghman, Goossens & Leus
    2009). Its first guess is always the same: "0123 pel nivell de dificultat fàcil, 0012 pel nivell mitjà i 00011 pel
    nivell difícil", which are 1234, 1123 and 11122 here; after that it plays a random one of the candidates it evolved,
    crossing two codes into two.

    >>> level_strategy("easy")
    "berghman2009(choice='random', children=2, selection='candidates', level='easy')"
    """
    level_game(level)  # an error if there is no such level
    return f"berghman2009(choice='random', children=2, selection='candidates', level='{level}')"


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
