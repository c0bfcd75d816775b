"""Codes to break and what is told about them: the puzzle of the day, commitments, codes set for others, statistics."""

from __future__ import annotations

import base64
import datetime
import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np

from ..errors import BlackpegError, nearest
from ..game import Code, Game
from ..phrases import counted
from ..position import Position
from ..solver.tree_library import best_average

LEVELS: dict[str, str] = {"easy": "4x6-distinct", "medium": "4x6", "hard": "5x8"}

NONCE = 16  # bytes
SALT, CHECK = 2, 3  # bytes of a sealed code


def level_game(level: str) -> Game:
    """The game of a level."""
    if level not in LEVELS:
        raise BlackpegError(f"no level '{level}'{nearest(level, LEVELS)} (there are {', '.join(LEVELS)})")
    return Game.parse(LEVELS[level])


def today() -> datetime.date:
    """The date that tells which daily puzzle it is, the same everywhere."""
    return datetime.datetime.now(datetime.UTC).date()


def daily(day: datetime.date, level: str = "medium") -> tuple[Game, Code]:
    """The puzzle of a day: SHA-256 of its date and game tells which code it is, whatever computer asks.

    >>> game, secret = daily(datetime.date(2026, 11, 16))
    >>> str(game), game.show(secret) == game.show(daily(datetime.date(2026, 11, 16))[1])
    ('4x6', True)
    """
    game = level_game(level)
    digest = hashlib.sha256(f"blackpeg {day:%Y-%m-%d} {game}".encode()).digest()
    return game, game.codes[int.from_bytes(digest, "big") % game.size]


class Commitment(NamedTuple):
    """What binds a codemaker to a secret without telling it; the nonce is shown at the end."""

    nonce: bytes
    digest: str  # SHA-256 in hexadecimal


def commit(game: Game, secret: Code, nonce: bytes | None = None) -> Commitment:
    """Bind oneself to a secret: the SHA-256 of the text that `opened` gives.

    >>> game = Game(4, 6)
    >>> commit(game, game.code("6543"), bytes(16)).digest[:16]
    'a5684c78fe4c84c9'
    """
    nonce = secrets.token_bytes(NONCE) if nonce is None else nonce
    return Commitment(nonce, hashlib.sha256(opened(nonce, game, secret).encode()).hexdigest())


def opened(nonce: bytes, game: Game, secret: Code) -> str:
    """What is hashed, and shown at the end: nonce in hexadecimal, game, secret, with a space between."""
    return f"{nonce.hex()} {game} {game.show(secret)}"


def verified(digest: str, nonce: bytes, game: Game, secret: Code) -> bool:
    """Was this the secret all along?"""
    return len(nonce) == NONCE and secrets.compare_digest(commit(game, secret, nonce).digest, digest.lower())


def seal(game: Game, secret: Code, salt: bytes | None = None) -> str:
    """A code set by one person for another, as a text that does not show it. It hides, it does not encrypt.

    >>> game, secret = unseal(seal(Game(4, 6), Game(4, 6).code("6543")))
    >>> str(game), game.show(secret)
    ('4x6', '6543')
    """
    salt = secrets.token_bytes(SALT) if salt is None else salt
    number = 0
    for color in game.check(secret).tolist():
        number = number * game.colors + color
    rules = bytes([game.pegs, game.colors, 2 * game.repeats + game.whites])
    told = rules + number.to_bytes(_length(game), "big")
    data = salt + _masked(hashlib.sha256(told).digest()[:CHECK] + told, salt)
    return base64.b32encode(data).decode().rstrip("=").lower()


def unseal(text: str) -> tuple[Game, Code]:
    """The game and the code of a text that `seal` made; an error where it was damaged."""
    damaged = BlackpegError(f"'{text}' is no sealed code, or it was changed on its way; 'blackpeg seal' makes one")
    word = text.strip().upper()
    try:
        data = base64.b32decode(word + "=" * (-len(word) % 8))
    except ValueError:
        raise damaged from None
    if base64.b32encode(data).decode().rstrip("=") != word:
        raise damaged
    salt, hidden = data[:SALT], data[SALT:]
    plain = _masked(hidden, salt)
    check, told = plain[:CHECK], plain[CHECK:]
    if len(told) < 4 or hashlib.sha256(told).digest()[:CHECK] != check:
        raise damaged
    try:
        game = Game(told[0], told[1], bool(told[2] & 2), bool(told[2] & 1))
    except BlackpegError:
        raise damaged from None
    number, colors = int.from_bytes(told[3:], "big"), list[int]()
    for _ in range(game.pegs):
        number, color = divmod(number, game.colors)
        colors.insert(0, color)
    if number or len(told) != 3 + _length(game):
        raise damaged
    try:
        return game, game.check(np.array(colors, np.uint8))
    except BlackpegError:
        raise damaged from None


def _length(game: Game) -> int:
    """Bytes that hold the number of any code."""
    return max(1, -(-(game.colors**game.pegs - 1).bit_length() // 8))


def _masked(data: bytes, salt: bytes) -> bytes:
    """Data with a stream of bytes laid over; the same again takes it away."""
    stream = hashlib.shake_128(b"blackpeg" + salt).digest(len(data))
    return bytes(a ^ b for a, b in zip(data, stream, strict=True))


def summary(position: Position, title: str, hints: int = 0) -> str:
    """A game to show to others: the feedback of each turn, and nothing about codes."""
    game, guesses = position.game, counted(position.guesses, "guess")
    how = f"broken in {guesses}" if position.solved else f"not broken, {guesses}"
    helped = f", {counted(hints, 'hint')}" if hints else ""
    lines = [f"{title} {game}: {how}{helped}"]
    for turn in position.history:
        black, white = game.pegs_of(turn.feedback)
        lines.append("●" * black + "○" * white + "·" * (game.pegs - black - white))
    return "\n".join(lines)


class Finished(NamedTuple):
    """A game that is over."""

    game: Game
    solved: bool
    guesses: int
    day: datetime.date | None = None  # of a daily puzzle


@dataclass(frozen=True)
class Stats:
    """Games that are over, all together."""

    played: int
    solved: int
    distribution: dict[int, int]  # guesses: how many games were broken with so many
    streak: int  # games broken in a row, up to the last; daily puzzles on days in a row
    longest: int
    average: float | None  # guesses of the games that were broken
    optimum: float | None  # what the best known strategy needs for such games on average, where its tree is shipped

    def json(self) -> dict[str, Any]:
        row = asdict(self)
        for name in ("average", "optimum"):
            row[name] = None if row[name] is None else round(row[name], 6)
        return {**row, "distribution": {str(guesses): count for guesses, count in self.distribution.items()}}


def stats_of(played: Iterable[Finished], today: datetime.date | None = None) -> Stats:
    """What games, the earliest first, come to; a daily puzzle that was missed up to today ends a streak too."""
    games = list(played)
    broken = [one for one in games if one.solved]
    streak = longest = 0
    day: datetime.date | None = None
    for one in games:
        missed = day is not None and one.day is not None and (one.day - day).days > 1
        streak = (1 if missed else streak + 1) if one.solved else 0
        longest, day = max(longest, streak), one.day or day
    if day is not None and today is not None and (today - day).days > 1:
        streak = 0
    counts = [one.guesses for one in broken]
    best = [best_average(one.game) for one in broken]
    known = [value for value in best if value is not None]
    return Stats(
        played=len(games),
        solved=len(broken),
        distribution={n: counts.count(n) for n in range(1, max(counts, default=0) + 1)},
        streak=streak,
        longest=longest,
        average=sum(counts) / len(counts) if counts else None,
        optimum=sum(known) / len(known) if known and len(known) == len(best) else None,
    )
