"""Games that people play in the browser, in one SQLite file: a row a game and a row a turn, never changed after."""

from __future__ import annotations

import secrets
import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import BlackpegError
from ..game import Game
from ..position import Position
from ..storage import DatabaseFormat, open_database

SCHEMA = """
CREATE TABLE games (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, game TEXT NOT NULL, codemaker TEXT NOT NULL, origin TEXT NOT NULL,
    secret TEXT, nonce BLOB, digest TEXT, given INTEGER NOT NULL, state TEXT NOT NULL, hints INTEGER NOT NULL,
    created REAL NOT NULL, ended REAL) WITHOUT ROWID;
CREATE INDEX games_of ON games (owner, created);
CREATE UNIQUE INDEX one_daily ON games (owner, origin) WHERE origin LIKE 'daily %';
CREATE TABLE turns (
    game TEXT NOT NULL REFERENCES games, turn INTEGER NOT NULL, guess TEXT NOT NULL, feedback TEXT NOT NULL,
    left_over INTEGER, time REAL NOT NULL,
    PRIMARY KEY (game, turn)) WITHOUT ROWID;
CREATE TABLE challenges (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, game TEXT NOT NULL, secret TEXT NOT NULL, created REAL NOT NULL
    ) WITHOUT ROWID;
CREATE TABLE settings (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
"""
FORMAT = DatabaseFormat("a file of this web app", SCHEMA, 1, 0x42507762)
OPEN, SOLVED, GIVEN_UP = "open", "solved", "given up"


class Missing(BlackpegError):
    """There is no such thing; the web says 404."""


class Conflict(BlackpegError):
    """It was done already, or something else was meanwhile; the web says 409."""


class Turn(NamedTuple):
    turn: int
    guess: str
    feedback: str
    left: int | None  # codes that fit after it, where the codemaker tells


class Played(NamedTuple):
    """A game as it is stored."""

    id: str
    owner: str
    game: str
    codemaker: str
    origin: str  # new, daily DATE, friend, or position
    secret: str | None  # an adversary has none
    nonce: bytes | None
    digest: str | None
    given: int  # turns that were there at the start
    state: str
    hints: int
    created: float
    ended: float | None
    turns: tuple[Turn, ...] = ()

    @property
    def rules(self) -> Game:
        return Game.parse(self.game)

    @property
    def position(self) -> Position:
        position = Position(self.rules)
        for turn in self.turns:
            position = position.after(turn.guess, turn.feedback)
        return position


def new_id() -> str:
    """An address that can't be guessed: 128 random bits."""
    return secrets.token_urlsafe(16)


class Store:
    """The games of one file. One thread uses it; every change is one transaction."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._db = open_database(path, FORMAT, autocommit=True)
            self._check()
        except (BlackpegError, sqlite3.Error) as error:
            said = error if isinstance(error, BlackpegError) else f"{path} can't be used: {error}"
            raise BlackpegError(f"{said}; --data DIR takes another folder") from error

    def _check(self) -> None:
        """Raise where the file is damaged or can't be written, and make the key for cookies if there is none."""
        health = self._db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if health != "ok":
            raise sqlite3.DatabaseError(health.splitlines()[-1])
        with _Transaction(self._db):  # read-only files say so here
            self._db.execute("INSERT OR IGNORE INTO settings VALUES ('key', ?)", (secrets.token_bytes(32),))

    def close(self) -> None:
        self._db.close()

    @property
    def key(self) -> bytes:
        """What visitors' cookies are signed with."""
        key: bytes = self._db.execute("SELECT value FROM settings WHERE name = 'key'").fetchone()[0]
        return key

    def begin(self, game: Played) -> None:
        """Store a new game, with the turns it begins with."""
        with _Transaction(self._db):
            try:
                self._db.execute(f"INSERT INTO games VALUES ({', '.join('?' * 13)})", game[:13])
            except sqlite3.IntegrityError as error:
                raise Conflict("this puzzle is begun already") from error
            for turn in game.turns:
                self._db.execute("INSERT INTO turns VALUES (?, ?, ?, ?, ?, ?)", (game.id, *turn, game.created))

    def game(self, id: str) -> Played:
        row = self._db.execute("SELECT * FROM games WHERE id = ?", (id,)).fetchone()
        if row is None:
            raise Missing("there is no game at this address")
        turns = self._db.execute(
            "SELECT turn, guess, feedback, left_over FROM turns WHERE game = ? ORDER BY turn", (id,)
        )
        return Played._make((*row, tuple(map(Turn._make, turns))))

    def daily(self, owner: str, origin: str) -> str | None:
        """The daily game that somebody began already, if any."""
        row = self._db.execute("SELECT id FROM games WHERE owner = ? AND origin = ?", (owner, origin)).fetchone()
        return row and row[0]

    def of(self, owner: str, most: int = 1000) -> list[Played]:
        """Somebody's games, latest first, without their turns' details but with how many there are."""
        rows = self._db.execute("SELECT * FROM games WHERE owner = ? ORDER BY created DESC LIMIT ?", (owner, most))
        return [Played(*row) for row in rows]

    def guesses(self, owner: str) -> dict[str, int]:
        """How many turns each of somebody's games has."""
        query = "SELECT game, count(*) FROM turns WHERE game IN (SELECT id FROM games WHERE owner = ?) GROUP BY game"
        return dict(self._db.execute(query, (owner,)).fetchall())

    def add(self, game: Played, turn: Turn, solved: bool) -> None:
        """Store the next turn of an open game; a conflict where another was first."""
        with _Transaction(self._db):
            self._refuse_ended(game.id)
            there = self._db.execute("SELECT count(*) FROM turns WHERE game = ?", (game.id,)).fetchone()[0]
            if turn.turn != there + 1:
                raise Conflict(f"turn {turn.turn} is not the next one; it is turn {there + 1} now")
            now = time.time()
            self._db.execute("INSERT INTO turns VALUES (?, ?, ?, ?, ?, ?)", (game.id, *turn, now))
            if solved:
                self._db.execute("UPDATE games SET state = ?, ended = ? WHERE id = ?", (SOLVED, now, game.id))

    def give_up(self, id: str, secret: str | None) -> None:
        """End a game; an adversary's secret is a code that fits all it said."""
        with _Transaction(self._db):
            self._refuse_ended(id)
            self._db.execute(
                "UPDATE games SET state = ?, ended = ?, secret = ifnull(secret, ?) WHERE id = ?",
                (GIVEN_UP, time.time(), secret, id),
            )

    def hinted(self, id: str) -> None:
        with _Transaction(self._db):
            self._db.execute("UPDATE games SET hints = hints + 1 WHERE id = ?", (id,))

    def _refuse_ended(self, id: str) -> None:
        row = self._db.execute("SELECT state FROM games WHERE id = ?", (id,)).fetchone()
        if row is None:
            raise Missing("there is no game at this address")
        if row[0] != OPEN:
            raise Conflict(f"the game is over: {row[0]}")

    def challenge(self, owner: str, game: Game, secret: str) -> str:
        """Keep a code that somebody set for a friend; its address."""
        id = new_id()
        with _Transaction(self._db):
            values = (id, owner, str(game), secret, time.time())
            self._db.execute("INSERT INTO challenges VALUES (?, ?, ?, ?, ?)", values)
        return id

    def challenged(self, id: str) -> tuple[str, Game, str]:
        """Who set a code, the game, and the code."""
        row = self._db.execute("SELECT owner, game, secret FROM challenges WHERE id = ?", (id,)).fetchone()
        if row is None:
            raise Missing("there is no code at this address")
        return row[0], Game.parse(row[1]), row[2]


class _Transaction:
    """All or nothing."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    def __enter__(self) -> None:
        self.db.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: Any) -> None:
        if kind is None:
            self.db.execute("COMMIT")
            return
        with suppress(sqlite3.Error):
            self.db.execute("ROLLBACK")
