"""Records in one SQLite file. The task is the key, so running again plays only what is missing."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from pathlib import Path
from types import TracebackType
from typing import Any

from ..errors import BlackpegError
from ..storage import DatabaseFormat, data_folder, open_database
from .experiment import LISTED_SECRETS, Record, Series, Task

SCHEMA = """
CREATE TABLE IF NOT EXISTS series (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, strategy TEXT NOT NULL, secrets TEXT NOT NULL, seed INTEGER NOT NULL,
    UNIQUE (game, strategy, secrets, seed));
CREATE TABLE IF NOT EXISTS games (
    series INTEGER NOT NULL REFERENCES series, number INTEGER NOT NULL, secret TEXT NOT NULL, solved INTEGER NOT NULL,
    guesses INTEGER NOT NULL, queries INTEGER NOT NULL, evaluations INTEGER, feedbacks INTEGER, known INTEGER,
    seconds REAL, note TEXT NOT NULL, stages TEXT NOT NULL, digest TEXT NOT NULL, worker TEXT NOT NULL,
    time REAL NOT NULL, new_codes INTEGER,
    PRIMARY KEY (series, number, secret)) WITHOUT ROWID;
"""
MACHINES = """
CREATE TABLE IF NOT EXISTS machines (
    worker TEXT NOT NULL, facts TEXT NOT NULL, PRIMARY KEY (worker, facts)) WITHOUT ROWID;
"""  # facts as JSON; stores of earlier versions lack it until they are written to
FORMAT = DatabaseFormat("a store of the lab", SCHEMA + MACHINES, 1, 0x426C506B)
COLUMNS = (
    "game", "strategy", "secrets", "seed", "number", "secret", "solved", "guesses", "queries", "evaluations",
    "feedbacks", "known", "seconds", "note", "stages", "digest", "worker", "time", "new_codes",
)  # fmt: skip
WINDOW_NUMBERS = 20_000  # tasks whose games are looked up at once


def store_path(chosen: str | Path | None = None) -> Path:
    """Returns the file of the store: the chosen one, or `lab.db` in the data folder."""
    return Path(chosen) if chosen else data_folder() / "lab.db"


class Store:
    """The records of one file. One process writes; any number may read."""

    def __init__(self, path: str | Path, write: bool = True) -> None:
        self.path = Path(path)
        self._limits: Mapping[Series, int] = {}  # how many games of a series are seen
        self.samples: dict[Any, Any] | None = None  # what a view has read already; `read_sample` keeps it
        self._ids: dict[Series, int] = {}
        if not write and not self.path.exists():
            raise BlackpegError(f"there is no store {self.path}; 'blackpeg lab run' makes one")
        self._db = open_database(self.path, FORMAT, timeout=30, read_only=not write)
        self._add_new_codes(write)
        if write:
            with self._transaction():
                self._db.execute(MACHINES)

    def limited_to(self, counts: Mapping[Series, int]) -> Store:
        """Returns a view of this store that sees only the first games of each series, as many as `counts` says.

        A view is for one report: it reads the games of a series once, and does not see those added later.
        """
        if self.samples is not None and self._limits == counts:
            return self
        view = copy(self)
        view._limits, view.samples = counts, {}
        return view

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.close()

    def add(self, records: Iterable[Record], digest: str, worker: str, facts: Mapping[str, Any] | None = None) -> None:
        """Writes all records or, after an error, none; a record that is already there is kept.

        `facts` are those of the worker's machine, as `processes.machine_facts` returns them.
        """
        now, last, series_id = time.time(), None, -1
        rows = []
        for r in records:
            if r.task.series is not last:
                last = r.task.series
                series_id = self._make_id(last)
            rows.append((
                series_id, r.task.number, r.secret, r.solved, r.guesses, r.queries, r.evaluations, r.feedbacks, r.known,
                r.seconds, r.note, r.stages, digest, worker, now, r.new_codes,
            ))  # fmt: skip
        with self._transaction():
            self._db.executemany(f"INSERT OR IGNORE INTO games VALUES ({', '.join('?' * 16)})", rows)
            if facts:
                text = json.dumps(facts, sort_keys=True)
                self._db.execute("INSERT OR IGNORE INTO machines VALUES (?, ?)", (worker, text))

    def numbers(self, series: Series, within: range | None = None) -> set[tuple[int, str]]:
        """Returns which games of a series are stored: their number and, if it is listed, their secret."""
        query, series_id = "SELECT number, secret FROM games WHERE series = ?", self._find_id(series)
        if within is None:
            rows = self._rows(query, series_id)
        else:
            rows = self._rows(f"{query} AND number >= ? AND number < ?", series_id, within.start, within.stop)
        return {(number, secret if series.secrets == LISTED_SECRETS else "") for number, secret in rows}

    def missing(self, tasks: Iterable[Task]) -> Iterator[Task]:
        """Yields the tasks that are not stored yet; reads which are, a window of numbers at a time."""
        last: Series | None = None
        there, start, stop = set[tuple[int, str]](), 0, 0
        for task in tasks:
            if not start <= task.number < stop or (task.series is not last and task.series != last):
                last, start, stop = task.series, task.number, task.number + WINDOW_NUMBERS
                there = self.numbers(last, range(start, stop))
            if (task.number, task.code) not in there:
                yield task

    def count_stored(self, series: Series, numbers: range) -> int:
        """Returns how many games with these numbers are stored; secrets must not be listed."""
        query = "SELECT count(*) FROM games WHERE series = ? AND number >= ? AND number < ? AND number % ? = ?"
        step, start = numbers.step, numbers.start
        count: int = self._rows(query, self._find_id(series), start, numbers.stop, step, start % step)[0][0]
        return count

    def digests(self, series: Series) -> dict[str, int]:
        """Returns the digests of the code that made the games of a series, each with its number of games."""
        query = "SELECT digest, count(*) FROM games WHERE series = ? GROUP BY digest"
        return dict(self._rows(query, self._find_id(series)))

    def delete(self, series: Series) -> int:
        """Deletes the games of a series, and returns how many there were."""
        with self._transaction():
            return self._db.execute("DELETE FROM games WHERE series = ?", (self._find_id(series),)).rowcount

    def series(self) -> list[tuple[Series, int, float | None]]:
        """Returns every series with its number of games and the time at which the last was written."""
        rows = self._rows(
            "SELECT game, strategy, secrets, seed, count(number), max(time) FROM series LEFT JOIN games "
            "ON series.id = games.series GROUP BY series.id ORDER BY series.id"
        )
        return [(Series(*row[:4]), row[4], row[5]) for row in rows]

    def columns(self, series: Series, *names: str, below: int | None = None) -> list[tuple[Any, ...]]:
        """Returns columns of the games of a series in the order of their numbers, which are less than `below`."""
        query = f"SELECT {', '.join(names)} FROM games WHERE series = ?"
        limits = [int(number) for number in (below, self._limits.get(series)) if number is not None]
        query += f" AND number < {min(limits)}" if limits else ""
        return self._rows(query + " ORDER BY number, secret", self._find_id(series))

    def machines(self, series: Iterable[Series]) -> list[tuple[dict[str, Any], int, float, float]]:
        """Returns the machines that timed games of these series: facts, games, when the first and the last was stored.

        The facts are empty for games from before facts were stored.
        """
        facts = dict(self._facts())
        found: dict[str, tuple[int, float, float]] = {}
        for one in series:
            limit = self._limits.get(one)
            query = "SELECT worker, count(*), min(time), max(time) FROM games WHERE series = ? AND seconds NOT NULL"
            query += ("" if limit is None else f" AND number < {int(limit)}") + " GROUP BY worker"
            for worker, games, first, last in self._rows(query, self._find_id(one)):
                text = facts.get(worker, "{}")
                before = found.get(text, (0, first, last))
                found[text] = (before[0] + games, min(before[1], first), max(before[2], last))
        most_first = sorted(found.items(), key=lambda item: (-item[1][0], item[0]))
        return [(json.loads(text), *numbers) for text, numbers in most_first]

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Yields every game, as a row of `COLUMNS`."""
        query = f"SELECT {', '.join(COLUMNS)} FROM games JOIN series ON series.id = games.series"
        try:
            yield from self._db.execute(query + " ORDER BY series.id, number")
        except sqlite3.Error as error:
            raise BlackpegError(f"the store {self.path} can't be read: {error}") from error

    def merge(self, path: str | Path) -> int:
        """Copies the games of another store that are missing here, and returns how many they were."""
        with Store(path, write=False) as other:
            ids = {series: self._make_id(series) for series, _, _ in other.series()}
            before = self._db.total_changes
            with self._transaction():
                rows = ((ids[Series(*row[:4])], *row[4:]) for row in other.rows())
                self._db.executemany(f"INSERT OR IGNORE INTO games VALUES ({', '.join('?' * 16)})", rows)
                copied = self._db.total_changes - before
                self._db.executemany("INSERT OR IGNORE INTO machines VALUES (?, ?)", other._facts())
            return copied

    def _facts(self) -> list[tuple[Any, ...]]:
        """Returns workers and the facts of their machines, as JSON."""
        there = self._rows("SELECT 1 FROM sqlite_master WHERE name = 'machines'")
        return self._rows("SELECT worker, facts FROM machines") if there else []

    def _add_new_codes(self, write: bool) -> None:
        """Gives a store that was made before new codes were recorded that column, empty; to read, in a view only."""
        if self._rows("SELECT 1 FROM pragma_table_info('games') WHERE name = 'new_codes'"):
            return
        with self._transaction():
            if write:
                self._db.execute("ALTER TABLE games ADD COLUMN new_codes INTEGER")
            else:
                self._db.execute("CREATE TEMP VIEW games AS SELECT *, NULL AS new_codes FROM main.games")

    def _find_id(self, series: Series) -> int:
        """Returns the id of a series, or -1 if it was never stored."""
        if series not in self._ids:
            found = self._rows(
                "SELECT id FROM series WHERE game = ? AND strategy = ? AND secrets = ? AND seed = ?", *series
            )
            if not found:
                return -1
            self._ids[series] = found[0][0]
        return self._ids[series]

    def _make_id(self, series: Series) -> int:
        if self._find_id(series) < 0:
            with self._transaction():
                self._db.execute("INSERT INTO series (game, strategy, secrets, seed) VALUES (?, ?, ?, ?)", series)
        return self._find_id(series)

    def _rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        try:
            return self._db.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise BlackpegError(f"the store {self.path} can't be read: {error}") from error

    def _transaction(self) -> _Transaction:
        return _Transaction(self)


class _Transaction:
    """A transaction of SQLite whose failure is an error of one sentence."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def __enter__(self) -> None:
        self.store._db.__enter__()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.store._db.__exit__(kind, error, trace)
        except sqlite3.Error as failed:
            error = failed
        if isinstance(error, sqlite3.Error):
            raise BlackpegError(
                f"the store {self.store.path} can't be written: {error}; what was written before is kept"
            ) from error
