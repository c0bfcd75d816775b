"""The puzzle of the day with its number and title, and the three levels: easy, medium and hard."""

from __future__ import annotations

import datetime
import hashlib
import hmac
from pathlib import Path
from typing import NamedTuple

from ..errors import BlackpegError, nearest
from ..game import Code, Game
from ..storage import make_private

LEVELS: dict[str, str] = {"easy": "4x6-distinct", "medium": "4x6", "hard": "5x8"}
FIRST_DAY = datetime.date(2026, 1, 1)  # of the puzzle with number 1, with which the archive begins
MIN_KEY_LENGTH = 16  # characters


class DailyKey(NamedTuple):
    """What makes a server's daily puzzles its own: without the key nobody can compute their secrets."""

    name: str  # in titles and in what is shared
    key: bytes


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


def time_left(now: datetime.datetime | None = None) -> str:
    """The time until the next daily puzzle, in words.

    >>> time_left(datetime.datetime(2026, 11, 17, 21, 45, 30, tzinfo=datetime.UTC))
    '2 h 14 min'
    """
    now = now or datetime.datetime.now(datetime.UTC)
    seconds = 86_400 - (3600 * now.hour + 60 * now.minute + now.second)
    hours, minutes = seconds // 3600, seconds // 60 % 60
    return f"{hours} h {minutes} min" if hours else f"{minutes} min" if minutes else f"{seconds} s"


def puzzle_number(day: datetime.date) -> int:
    """The number of a day's puzzle, as people call it when they share it; 1 is the first day of 2026.

    >>> puzzle_number(datetime.date(2026, 12, 31))
    365
    """
    return (day - FIRST_DAY).days + 1


def daily_title(day: datetime.date, name: str = "") -> str:
    """The title of a day's puzzle, with the name of the server if it has puzzles of its own.

    >>> daily_title(datetime.date(2026, 1, 2)), daily_title(datetime.date(2026, 1, 2), "Ada's")
    ('Blackpeg #2', "Blackpeg Ada's #2")
    """
    return " ".join(filter(None, ("Blackpeg", name, f"#{puzzle_number(day)}")))


def read_daily_key(path: Path) -> DailyKey:
    """Reads a file of two lines: the name of a server's daily puzzles, and their key. Others may not read it then."""
    make_private(path)
    try:
        lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is no text"
        raise BlackpegError(f"the key of the daily puzzles can't be read from {path}: {why}") from error
    lines = [line for line in lines if line]
    if len(lines) != 2 or len(lines[1]) < MIN_KEY_LENGTH or len(lines[0]) > 30 or not lines[0].isprintable():
        raise BlackpegError(
            f"{path} needs two lines: the name of your daily puzzles, of at most 30 characters, and a key of at least "
            f"{MIN_KEY_LENGTH} characters, such as 'openssl rand -hex 32' prints"
        )
    return DailyKey(lines[0], lines[1].encode())


def daily_puzzle(day: datetime.date, level: str = "medium", key: DailyKey | None = None) -> tuple[Game, Code]:
    """The game and the secret of a day, which a SHA-256 of date and game chooses: the same on every computer.

    With a key it is the HMAC-SHA-256 with that key, and only who has the key can compute the secret.

    >>> game, secret = daily_puzzle(datetime.date(2026, 11, 16))
    >>> str(game), game.show(secret) == game.show(daily_puzzle(datetime.date(2026, 11, 16))[1])
    ('4x6', True)
    """
    game = level_game(level)
    text = f"blackpeg {day:%Y-%m-%d} {game}".encode()
    digest = hashlib.sha256(text).digest() if key is None else hmac.digest(key.key, text, "sha256")
    return game, game.codes[int.from_bytes(digest, "big") % game.size]
