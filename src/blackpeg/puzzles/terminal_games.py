"""The SQLite file in which the terminal saves games, a row a game, and the first answers to deduction puzzles."""

from __future__ import annotations

import datetime
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..errors import BlackpegError
from ..game import Game
from ..position import Position
from ..storage import DatabaseFormat, data_folder, open_database
from .commitments import commit
from .daily import today
from .deduction_puzzles import all_puzzles
from .puzzle_rating import PuzzleRecord
from .saved_game import DAILY, FRIEND, GIVEN_UP, LOST, NEW, OPEN, SOLVED, SavedGame
from .statistics import FinishedGame, GroupStatistics, compute_statistics, count_streaks

SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY, began TEXT NOT NULL, origin TEXT NOT NULL, day TEXT, codemaker TEXT NOT NULL,
    game TEXT NOT NULL, secret TEXT, nonce BLOB NOT NULL, turns TEXT NOT NULL, hints INTEGER NOT NULL,
    ended TEXT NOT NULL, guess_limit INTEGER);
"""
ANSWERS_SCHEMA = """
CREATE TABLE IF NOT EXISTS puzzle_answers (
    id INTEGER PRIMARY KEY, number INTEGER NOT NULL UNIQUE, correct INTEGER NOT NULL);
"""  # made in older files too: programs that do not know it read the rest as before
UPGRADES = ("ALTER TABLE games ADD COLUMN guess_limit INTEGER",)  # a file of version 1 has no limits
FORMAT = DatabaseFormat("a file of saved games", SCHEMA, 2, 0x426C5067, UPGRADES, private=True, synchronous="FULL")
ORIGIN_COLUMN = {NEW: "random", DAILY: "daily", FRIEND: "code"}
ENDED_COLUMN = {OPEN: "", SOLVED: "broken", GIVEN_UP: "given up", LOST: "lost"}  # how a game ended, not when
ORIGINS = {column: origin for origin, column in ORIGIN_COLUMN.items()}
STATES = {column: state for state, column in ENDED_COLUMN.items()}


class GamesFile:
    """The saved games of one file."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or data_folder() / "games.db"
        self._database = open_database(self.path, FORMAT)
        with self._database_errors():
            self._database.execute(ANSWERS_SCHEMA)

    def save(self, game: SavedGame) -> SavedGame:
        """Writes a game as it stands, and returns it with its id."""
        progress = str(game.position), game.hints, ENDED_COLUMN[game.state]
        with self._database_errors(), self._database:
            if game.id:
                self._database.execute("UPDATE games SET turns = ?, hints = ?, ended = ? WHERE id = ?",
                                       (*progress, int(game.id)))  # fmt: skip
                return game
            row = (
                datetime.datetime.fromtimestamp(game.began, datetime.UTC).isoformat(timespec="seconds"),
                ORIGIN_COLUMN[game.origin], game.day and game.day.isoformat(), game.codemaker, str(game.game),
                None if game.secret is None else game.game.show(game.secret),
                game.commitment.nonce if game.commitment else b"", *progress, game.limit,
            )  # fmt: skip
            inserted = self._database.execute(f"INSERT INTO games VALUES (NULL, {', '.join('?' * 11)})", row)
            return replace(game, id=str(inserted.lastrowid))

    def open_games(self) -> list[SavedGame]:
        """Games that are not over, the latest first."""
        return self._games("WHERE ended = '' ORDER BY id DESC")

    def finished_games(self) -> list[SavedGame]:
        """Games that are over, the earliest first."""
        return self._games("WHERE ended != '' ORDER BY id")

    def statistics(self, game: Game | None = None) -> list[GroupStatistics]:
        """Statistics of the finished games, for each kind by itself, the kind played most first."""
        groups: dict[tuple[str, str, bool], list[FinishedGame]] = {}
        for saved in self.finished_games():
            if game is None or saved.game == game:
                kind = str(saved.game), saved.codemaker, saved.origin == DAILY
                groups.setdefault(kind, []).append(saved.finished)
        day = today()
        found = [GroupStatistics(*kind, compute_statistics(games, day)) for kind, games in groups.items()]
        return sorted(found, key=lambda group: -group.statistics.played)

    def daily_streak(self, game: Game) -> tuple[int, int]:
        """How many days in a row the daily puzzle of this game was broken, and the most ever, as the web app counts."""
        games = [saved.finished for saved in self.finished_games() if saved.origin == DAILY and saved.game == game]
        return count_streaks(games, today())

    def save_answer(self, number: int, correct: bool) -> None:
        """Keeps the first answer to a puzzle; later ones do not count."""
        with self._database_errors(), self._database:
            self._database.execute(
                "INSERT OR IGNORE INTO puzzle_answers (number, correct) VALUES (?, ?)", (number, int(correct))
            )

    def puzzle_record(self) -> PuzzleRecord:
        """Rating and streaks, which follow from the first answers in their order."""
        with self._database_errors():
            rows = self._database.execute("SELECT number, correct FROM puzzle_answers ORDER BY id").fetchall()
        record, puzzles = PuzzleRecord(), all_puzzles() if rows else ()
        for number, correct in rows:
            if 1 <= number <= len(puzzles):  # a later version may know more
                record = record.after(puzzles[number - 1], bool(correct))
        return record

    def _games(self, which: str) -> list[SavedGame]:
        with self._database_errors():
            rows = self._database.execute(f"SELECT * FROM games {which}").fetchall()
        return [_read(row) for row in rows]

    @contextmanager
    def _database_errors(self) -> Iterator[None]:
        """Turns errors of SQLite into errors of one sentence."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise BlackpegError(f"{self.path} can't be used: {error}") from error


def _read(row: tuple[Any, ...]) -> SavedGame:
    id, began, origin, day, codemaker, rules, secret, nonce, turns, hints, ended, limit = row
    position, game = Position.parse(turns), Game.parse(rules)
    code = None if secret is None else game.code(secret)
    return SavedGame(
        position, codemaker, ORIGINS[origin], day and datetime.date.fromisoformat(day), code,
        None if code is None else commit(game, code, nonce), hints, STATES[ended],
        datetime.datetime.fromisoformat(began).timestamp(), id=str(id), limit=limit,
    )  # fmt: skip
