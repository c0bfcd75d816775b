"""Games that people play in the browser, in one SQLite file: a row for each game and a row for each turn."""

from __future__ import annotations

import datetime
import logging
import secrets
import sqlite3
import time
from dataclasses import replace
from pathlib import Path
from shutil import disk_usage
from typing import Any, NamedTuple

from ..errors import BlackpegError
from ..game import Code, Game
from ..position import Position
from ..puzzles.commitments import Commitment
from ..puzzles.saved_game import ARCHIVE, DAILY, GIVEN_UP, OPEN, SOLVED, SavedGame
from ..puzzles.statistics import FinishedGame
from ..storage import refuse_damaged
from .database import Database
from .operation.quota import Quota
from .tables import FORMAT

MAX_LISTED_RESULTS = 100  # of one code that was set for friends


log = logging.getLogger("blackpeg")


class Missing(BlackpegError):
    """There is no such thing; the web answers with status 404."""


class Conflict(BlackpegError):
    """It was done already, or the game changed meanwhile; the web answers with status 409."""


class Changed(Conflict):
    """Another move was made since a game was read."""


class Unavailable(BlackpegError):
    """Something is wrong with the server, such as a damaged file or a full disk; the web answers with status 503."""


FinishedRow = tuple[str, bool, int, datetime.date | None]  # rules, solved, guesses, and the day of a daily puzzle


class GameSummary(NamedTuple):
    """A stored game without its turns."""

    id: str
    game: str
    codemaker: str
    origin: str
    state: str
    guesses: int
    created: float
    given: int

    @property
    def finished_row(self) -> FinishedRow:
        """What statistics need to know about it, in plain values."""
        origin, day = _read_origin(self.origin)
        return self.game, self.state == SOLVED, self.guesses, day if origin == DAILY else None

    @property
    def finished(self) -> FinishedGame:
        """What statistics need to know about it."""
        rules, solved, guesses, day = self.finished_row
        return FinishedGame(Game.parse(rules), solved, guesses, day)


class Challenge(NamedTuple):
    """A code that somebody set for a friend."""

    owner: str
    game: Game
    secret: Code
    answers: str | None = None  # the id of the code that this one answers


class ChallengeResult(NamedTuple):
    """How far somebody has come with a code that was set for them."""

    state: str
    guesses: int


def new_id() -> str:
    """Returns an address that can't be guessed: 128 random bits."""
    return secrets.token_urlsafe(16)


class Store(Database):
    """The games of one file. Every change is one transaction."""

    def __init__(self, path: Path, quota: Quota | None = None) -> None:
        super().__init__(path, FORMAT)
        self.quota = quota or Quota()
        try:
            self._check()
        except (BlackpegError, sqlite3.Error) as error:
            why = error if isinstance(error, BlackpegError) else f"{path} can't be used: {error}"
            raise BlackpegError(f"{why}; --data DIR takes another folder") from error

    def _check(self) -> None:
        """Raises if the file is damaged or can't be written, and makes the key for cookies if there is none."""
        refuse_damaged(self._db)
        with self.transaction():  # fails if the file is read-only
            self._db.execute("INSERT OR IGNORE INTO settings VALUES ('key', ?)", (secrets.token_bytes(32),))

    @property
    def key(self) -> bytes:
        """The key that visitors' cookies are signed with."""
        key: bytes = self._db.execute("SELECT value FROM settings WHERE name = 'key'").fetchone()[0]
        return key

    def begin_game(self, game: SavedGame, challenge: str | None = None) -> SavedGame:
        """Stores a new game and returns it, or the one that its owner has begun of the same daily puzzle."""
        with self.transaction():
            begun = self.find_daily(game.owner, game) if game.day else None
            if begun is None:
                self.refuse_full("games", game.owner)
                self.add_game(game, challenge)
            return begun or game

    def add_offline_game(self, game: SavedGame) -> SavedGame:
        """Stores a game that a browser played by itself and returns it, or what is stored of it already.

        If the browser never heard that it was stored and played on, the longer game takes its place.
        """
        with self.transaction():
            if self._db.execute("SELECT 1 FROM games WHERE id = ?", (game.id,)).fetchone() is None:
                self.refuse_full("games", game.owner)
                self.add_game(game, played=time.time())
                return game
            stored = self.game(game.id)
            if stored.owner != game.owner:
                raise Conflict("this game is stored already, and it is not yours")
            if not game.continues(stored):
                return stored
            for table, column in (("turns", "game"), ("games", "id")):
                self._db.execute(f"DELETE FROM {table} WHERE {column} = ?", (game.id,))
            self.add_game(replace(game, hints=stored.hints), played=time.time())
            return self.game(game.id)

    def refuse_full(self, table: str, owner: str) -> None:
        """Raises if a visitor has stored all that they may, or if all visitors together have."""
        most, what = self.quota.max_per_visitor[table]
        count = self._db.execute(f"SELECT count(*) FROM {table} WHERE owner = ?", (owner,)).fetchone()[0]
        if count >= most:
            raise Conflict(f"you have {most:,} {what} here, which is all a visitor may have; Forget me deletes them")
        if why := self.describe_lack_of_room():
            log.error("no new games are begun: %s", why)
            raise Unavailable(f"no new games are begun at the moment, as {why}; those that were begun go on")

    def describe_lack_of_room(self) -> str | None:
        """Returns what keeps new games from being stored; None if there is room."""
        if self.used_bytes() >= self.quota.max_bytes:
            return "the room that this server has for games is used up"
        if disk_usage(self.path.parent).free < self.quota.min_free_bytes:
            return "the disk of this server is nearly full"
        return None

    def add_game(self, game: SavedGame, challenge: str | None = None, played: float | None = None) -> None:
        """Stores a new game, and the id of the code that a friend set, if one did.

        The turns it comes with are those it begins with, unless they were `played`, at this time.
        """
        row = (
            game.id, game.owner, str(game.game), game.codemaker, origin_text(game), _show(game.game, game.secret),
            game.commitment and game.commitment.nonce, game.commitment and game.commitment.digest, game.given,
            game.state, game.hints, game.began, game.ended, game.limit, game.share or None,
        )  # fmt: skip
        with self.transaction():
            try:
                self._db.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(row))})", row)
            except sqlite3.IntegrityError as error:
                raise Conflict("this puzzle is begun already") from error
            for number in range(1, game.position.turn):
                self._insert_turn(game, number, played or game.began)
            if challenge:
                self._db.execute("INSERT INTO challenge_games VALUES (?, ?)", (game.id, challenge))

    def _insert_turn(self, game: SavedGame, number: int, now: float) -> None:
        turn = game.position.history[number - 1]
        guess, feedback = game.game.show(turn.guess), game.game.show_feedback(turn.feedback)
        row = (game.id, number, guess, feedback, game.candidates_left[number - 1], now)
        self._db.execute("INSERT INTO turns VALUES (?, ?, ?, ?, ?, ?)", row)

    def game(self, id: str) -> SavedGame:
        """Reads a game with its turns; `Missing` if there is none."""
        row = self._db.execute("SELECT * FROM games WHERE id = ?", (id,)).fetchone()
        if row is None:
            raise Missing("there is no game at this address")
        _, owner, rules, codemaker, origin, secret, nonce, digest, given, state, hints, created, ended, limit = row[:-1]
        position, candidates_left = Position(Game.parse(rules)), list[int | None]()
        query = "SELECT guess, feedback, left_over FROM turns WHERE game = ? ORDER BY turn"
        for guess, feedback, count in self._db.execute(query, (id,)):
            position = position.after(guess, feedback)
            candidates_left.append(count)
        return SavedGame(
            position, codemaker, *_read_origin(origin), None if secret is None else position.game.code(secret),
            None if digest is None else Commitment(nonce, digest), hints, state, created, ended, given,
            tuple(candidates_left), owner, id, limit, row[-1] or "",
        )  # fmt: skip

    def find_daily(self, owner: str, puzzle: SavedGame) -> SavedGame | None:
        """Returns a visitor's game of a daily puzzle, if it was begun already, on its day or from the archive."""
        assert puzzle.day is not None
        one = "SELECT id, created FROM games WHERE owner = ? AND origin = ? AND origin LIKE"
        query = f"{one} 'daily %' UNION ALL {one} 'archive %' ORDER BY created"  # each with an index of its own
        day = puzzle.day.isoformat()
        row = self._db.execute(query, (owner, f"{DAILY} {day}", owner, f"{ARCHIVE} {day}")).fetchone()
        return None if row is None else self.game(row[0])

    def daily_games(self, owner: str) -> list[GameSummary]:
        """Returns a visitor's daily puzzles, those from the archive too, the earliest day first."""
        kinds = ("origin LIKE 'daily %'", "origin LIKE 'archive %'")  # each with an index of its own
        own = [game for kind in kinds for game in self._summaries(f"owner = ? AND {kind}", (owner,))]
        return sorted(own, key=lambda game: game.origin.partition(" ")[2])

    def daily_results(self, puzzle: SavedGame) -> list[int | None]:
        """Returns the guesses that each player of a day's puzzle needed without hints; None if it was not broken."""
        query = """
            SELECT solved, guesses, count(*) FROM (
                SELECT state = 'solved' AS solved, (SELECT max(turn) FROM turns WHERE turns.game = games.id) AS guesses
                FROM games WHERE origin = ? AND state != 'open' AND hints = 0 AND secret = ?
            ) GROUP BY solved, guesses
        """
        rows = self._db.execute(query, (origin_text(puzzle), _show(puzzle.game, puzzle.secret)))
        return [guesses if solved else None for solved, guesses, count in rows for _ in range(count)]

    def shared_game(self, share: str) -> SavedGame:
        """Reads a game that is over by the address at which it is shared; `Missing` if there is none."""
        row = self._db.execute("SELECT id FROM games WHERE share = ?", (share,)).fetchone()
        if row is None:
            raise Missing("nothing is shared at this address")
        return self.game(row[0])

    def games_of(self, owner: str, max_games: int = 1000, before: str | None = None) -> list[GameSummary]:
        """Returns a visitor's games, the latest first; `before` is the id of the game after which the list goes on."""
        order = "ORDER BY created DESC, id DESC LIMIT ?"
        if before is None:
            return self._summaries(f"owner = ? {order}", (owner, max_games))
        last = "(SELECT created, id FROM games WHERE id = ? AND owner = ?)"
        return self._summaries(f"owner = ? AND (created, id) < {last} {order}", (owner, before, owner, max_games))

    def finished_games(self, owner: str, max_games: int = 1000) -> list[FinishedRow]:
        """Returns a visitor's latest finished games against a secret, without given turns, the earliest first."""
        which = "owner = ? AND state != 'open' AND codemaker = 'honest' AND given = 0 ORDER BY created DESC LIMIT ?"
        return [game.finished_row for game in reversed(self._summaries(which, (owner, max_games)))]

    def count_games(self, owner: str) -> int:
        """Counts a visitor's games."""
        count: int = self._db.execute("SELECT count(*) FROM games WHERE owner = ?", (owner,)).fetchone()[0]
        return count

    def _summaries(self, which: str, values: tuple[Any, ...]) -> list[GameSummary]:
        query = f"""
            SELECT id, game, codemaker, origin, state, (SELECT count(*) FROM turns WHERE turns.game = games.id),
            created, given FROM games WHERE {which}
        """
        return [GameSummary._make(row) for row in self._db.execute(query, values)]

    def add_turn(self, game: SavedGame, position: Position, candidates_left: int | None) -> SavedGame:
        """Stores the last turn of a position as the next turn of an open game, and returns the game after it.

        Raises `Changed` if the stored game is not the given one any more.
        """
        now = time.time()
        with self.transaction():
            hints = self._refuse_changed(game)
            left = *game.candidates_left, candidates_left
            after = replace(game.after(position), candidates_left=left, hints=hints)
            self._insert_turn(after, position.guesses, now)
            return after if after.state == OPEN else self._end(after, after.state, now)

    def give_up(self, game: SavedGame, secret: Code) -> SavedGame:
        """Ends an open game, and returns it. An adversary's secret is a code that fits every feedback it gave.

        Raises `Changed` if the stored game is not the given one any more.
        """
        with self.transaction():
            hints = self._refuse_changed(game)
            return self._end(replace(game, secret=secret, hints=hints), GIVEN_UP, time.time())

    def _end(self, game: SavedGame, state: str, now: float) -> SavedGame:
        share = new_id()
        row = (state, now, _show(game.game, game.secret), share, game.id)
        self._db.execute("UPDATE games SET state = ?, ended = ?, secret = ?, share = ? WHERE id = ?", row)
        return replace(game, state=state, ended=now, share=share)

    def _refuse_changed(self, game: SavedGame) -> int:
        """Raises `Changed` if a game has moved on since it was read; returns how many hints it has now."""
        query = "SELECT state, hints, (SELECT count(*) FROM turns WHERE turns.game = games.id) FROM games WHERE id = ?"
        state, hints, turns = self._db.execute(query, (game.id,)).fetchone()
        if (state, turns) != (game.state, game.position.guesses):
            raise Changed("another move was made in this game meanwhile; look at it again")
        return int(hints)

    def count_hint(self, id: str, game: SavedGame | None = None) -> None:
        """Counts a hint that is given in a game; `Changed` if that is not the given one any more."""
        with self.transaction():
            if game is not None:
                self._refuse_changed(game)
            self._db.execute("UPDATE games SET hints = hints + 1 WHERE id = ?", (id,))

    def add_challenge(self, challenge: Challenge) -> str:
        """Stores a code that somebody set for a friend, and returns its id."""
        id, (owner, game, secret, answers) = new_id(), challenge
        with self.transaction():
            self.refuse_full("challenges", owner)
            row = (id, owner, str(game), game.show(secret), time.time(), answers)
            self._db.execute("INSERT INTO challenges VALUES (?, ?, ?, ?, ?, ?)", row)
        return id

    def challenge(self, id: str) -> Challenge:
        """Reads a code that somebody set for a friend; `Missing` if there is none."""
        row = self._db.execute("SELECT owner, game, secret, answers FROM challenges WHERE id = ?", (id,)).fetchone()
        if row is None:
            raise Missing("there is no code at this address")
        game = Game.parse(row[1])
        return Challenge(row[0], game, game.code(row[2]), row[3])

    def challenges_of(self, owner: str, max_challenges: int, before: str | None = None) -> list[str]:
        """Returns the ids of the codes that a visitor set, the latest first; `before` as for games."""
        last, values = "", tuple[str, ...]()
        if before is not None:
            last = "AND (created, id) < (SELECT created, id FROM challenges WHERE id = ? AND owner = ?)"
            values = before, owner
        query = f"SELECT id FROM challenges WHERE owner = ? {last} ORDER BY created DESC, id DESC LIMIT ?"
        return [id for (id,) in self._db.execute(query, (owner, *values, max_challenges))]

    def challenge_results(self, id: str) -> list[ChallengeResult]:
        """Returns how far those have come who began a code last, at most a hundred, the first one first."""
        query = """
            SELECT state, (SELECT count(*) FROM turns WHERE turns.game = games.id) FROM challenge_games
            JOIN games ON games.id = challenge_games.game WHERE challenge = ? ORDER BY created DESC LIMIT ?
        """
        rows = self._db.execute(query, (id, MAX_LISTED_RESULTS)).fetchall()
        return [ChallengeResult._make(row) for row in reversed(rows)]

    def answers_to(self, id: str) -> list[str]:
        """Returns the ids of the codes that were set as an answer to a code, at most a hundred, the first one first."""
        query = "SELECT id FROM challenges WHERE answers = ? ORDER BY created LIMIT ?"
        return [one for (one,) in self._db.execute(query, (id, MAX_LISTED_RESULTS))]

    def finished_challenge(self, id: str, owner: str) -> bool:
        """Checks whether a visitor has played a friend's code to the end."""
        query = """
            SELECT 1 FROM challenge_games JOIN games ON games.id = challenge_games.game
            WHERE challenge = ? AND owner = ? AND state != 'open'
        """
        return self._db.execute(query, (id, owner)).fetchone() is not None

    def challenge_of(self, game_id: str) -> str | None:
        """Returns the id of the friend's code that a game is about; None if it is about none."""
        row = self._db.execute("SELECT challenge FROM challenge_games WHERE game = ?", (game_id,)).fetchone()
        return None if row is None else row[0]


def origin_text(game: SavedGame) -> str:
    """The origin of a game as the API and the file write it: a daily puzzle with its date."""
    return game.origin if game.day is None else f"{game.origin} {game.day.isoformat()}"


def _read_origin(text: str) -> tuple[str, datetime.date | None]:
    """Reads the origin, and the date of a daily puzzle."""
    origin, _, day = text.partition(" ")
    return origin, datetime.date.fromisoformat(day) if origin in (DAILY, ARCHIVE) else None


def _show(game: Game, secret: Code | None) -> str | None:
    return None if secret is None else game.show(secret)
