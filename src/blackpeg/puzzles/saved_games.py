"""One's own games, in one SQLite file: kept while they go on, counted when they are over."""

from __future__ import annotations

import datetime
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from ..codemakers import random_secret
from ..errors import BlackpegError
from ..game import Code, Game
from ..players import rng_of
from ..position import Position
from ..storage import DatabaseFormat, data_folder, open_database
from .puzzle import Finished, Stats, commit, daily, stats_of, today, unseal

SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY, began TEXT NOT NULL, origin TEXT NOT NULL, day TEXT, codemaker TEXT NOT NULL,
    game TEXT NOT NULL, secret TEXT, nonce BLOB NOT NULL, turns TEXT NOT NULL, hints INTEGER NOT NULL,
    ended TEXT NOT NULL);
"""
FORMAT = DatabaseFormat("a file of saved games", SCHEMA, 1, 0x426C5067)
BROKEN, GIVEN_UP = "broken", "given up"  # how a game ends; '' while it goes on


@dataclass(frozen=True, eq=False)
class OwnGame:
    """A game that somebody plays."""

    position: Position
    codemaker: str = "honest"
    origin: str = "random"  # or "daily", or "code": set by somebody else
    day: datetime.date | None = None  # of a daily puzzle
    secret: Code | None = None  # None against an adversary
    nonce: bytes = b""  # of the commitment
    hints: int = 0
    ended: str = ""
    began: str = field(default_factory=lambda: datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"))
    id: int | None = None

    @property
    def game(self) -> Game:
        return self.position.game

    @property
    def title(self) -> str:
        """What it is called when it is shown to others."""
        if self.day is not None:
            return f"Blackpeg {self.day.isoformat()}"
        return "Blackpeg" if self.codemaker == "honest" else "Blackpeg against an adversary"

    @property
    def finished(self) -> Finished:
        return Finished(self.game, self.ended == BROKEN, self.position.guesses, self.day)

    @property
    def kind(self) -> tuple[object, ...]:
        """The same for the same puzzle, and for all codes of a game that chance hides."""
        given = self.secret.tobytes() if self.origin == "code" and self.secret is not None else b""
        return self.game, self.codemaker, self.origin, self.day, given


class Group(NamedTuple):
    """Games of one kind."""

    game: str
    codemaker: str
    daily: bool
    stats: Stats

    def json(self) -> dict[str, Any]:
        row = {"game": self.game, "codemaker": self.codemaker, "daily": self.daily, **self.stats.json()}
        return row if self.codemaker == "honest" else {**row, "optimum": None}  # which is about a code drawn by chance


def random_game(game: Game, codemaker: str, seed: int) -> OwnGame:
    """A game against chance, or against an adversary."""
    if codemaker != "honest":
        return OwnGame(Position(game), codemaker)
    secret = random_secret(game, rng_of(seed, game, "secret"))
    return OwnGame(Position(game), secret=secret, nonce=commit(game, secret).nonce)


def daily_game(level: str) -> OwnGame:
    """Today's puzzle."""
    day = today()
    game, secret = daily(day, level)
    return OwnGame(Position(game), origin="daily", day=day, secret=secret, nonce=commit(game, secret).nonce)


def set_game(text: str) -> OwnGame:
    """A code that somebody set for somebody else, sealed."""
    game, secret = unseal(text)
    return OwnGame(Position(game), origin="code", secret=secret, nonce=commit(game, secret).nonce)


class Games:
    """The games of one file."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or data_folder() / "games.db"
        self._db = open_database(self.path, FORMAT)

    def keep(self, own: OwnGame) -> OwnGame:
        """Write a game as it stands; with its number, if it is new."""
        row = (
            own.began, own.origin, own.day and own.day.isoformat(), own.codemaker, str(own.game),
            None if own.secret is None else own.game.show(own.secret), own.nonce, str(own.position), own.hints,
            own.ended,
        )  # fmt: skip
        with self._told(), self._db:
            if own.id is None:
                done = self._db.execute(f"INSERT INTO games VALUES (NULL, {', '.join('?' * 10)})", row)
                return replace(own, id=done.lastrowid)
            self._db.execute("UPDATE games SET turns = ?, hints = ?, ended = ? WHERE id = ?", (*row[-3:], own.id))
        return own

    def going_on(self) -> list[OwnGame]:
        """Games that were begun and not ended, the latest first."""
        return [_read(row) for row in self._rows("WHERE ended = '' ORDER BY id DESC")]

    def over(self) -> list[OwnGame]:
        """Games that are over, the earliest first."""
        return [_read(row) for row in self._rows("WHERE ended != '' ORDER BY id")]

    def groups(self, game: Game | None = None) -> list[Group]:
        """Statistics of the games that are over, the kind played most first."""
        found: dict[tuple[str, str, bool], list[Finished]] = {}
        for own in self.over():
            if game is None or own.game == game:
                found.setdefault((str(own.game), own.codemaker, own.origin == "daily"), []).append(own.finished)
        groups = [Group(*kind, stats_of(played, today())) for kind, played in found.items()]
        return sorted(groups, key=lambda group: -group.stats.played)

    def _rows(self, which: str) -> list[tuple[Any, ...]]:
        with self._told():
            return self._db.execute(f"SELECT * FROM games {which}").fetchall()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Let what goes wrong be one sentence."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise BlackpegError(f"{self.path} can't be used: {error}") from error


def _read(row: tuple[Any, ...]) -> OwnGame:
    id_, began, origin, day, codemaker, game, secret, nonce, turns, hints, ended = row
    return OwnGame(
        Position.parse(turns), codemaker, origin, day and datetime.date.fromisoformat(day),
        None if secret is None else Game.parse(game).code(secret), nonce, hints, ended, began, id_,
    )  # fmt: skip
