"""A SQLite file that several threads use: a connection for each of them, transactions, and changes made together."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..storage import DatabaseFormat, open_database

PAGE_COUNTS = "page_count", "freelist_count", "page_size"
LOCK_SECONDS = 5  # to wait for another program that writes to the file


class Database:
    """One file. Every thread that uses it has a connection of its own."""

    def __init__(self, path: Path, form: DatabaseFormat) -> None:
        self.path, self._form = path, form
        self._local, self._connections = threading.local(), list[sqlite3.Connection]()

    @property
    def _db(self) -> sqlite3.Connection:
        """The connection of the thread that asks."""
        found: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if found is None:
            found = open_database(self.path, self._form, LOCK_SECONDS, autocommit=True, any_thread=True)
            self._local.connection = found
            self._connections.append(found)
        return found

    def transaction(self) -> _Transaction:
        """A block whose changes are all written, or none of them if it raises."""
        return _Transaction(self._db)

    def change_together(self, changes: Sequence[Callable[[], Any]]) -> list[Any]:
        """Makes changes in one transaction, as the disk is waited for once in each; returns their results or errors.

        A change that raises is undone by itself. If nothing can be stored, all of them have the same error.
        """
        try:
            with self.transaction():
                return [self._make_change(change) for change in changes]
        except Exception as error:
            return [error] * len(changes)

    def _make_change(self, change: Callable[[], Any]) -> Any:
        """Returns the result or the error of one of several changes."""
        self._db.execute("SAVEPOINT change")
        try:
            outcome = change()
        except Exception as error:
            if not self._db.in_transaction:  # SQLite has undone everything, as it does if a disk is full
                raise
            self._db.execute("ROLLBACK TO change")
            outcome = error
        self._db.execute("RELEASE change")
        return outcome

    def snapshot(self) -> _Transaction:
        """A block that sees the file as it is at its first look, whatever others write meanwhile."""
        return _Transaction(self._db, "BEGIN")

    def query(self, statement: str, *values: Any) -> sqlite3.Cursor:
        """Executes one statement, for the stores of matches and visitors, which share this file."""
        return self._db.execute(statement, values)

    def used_bytes(self) -> int:
        """The size of the file, without what is free in it."""
        pages, free, size = (self.query(f"PRAGMA {name}").fetchone()[0] for name in PAGE_COUNTS)
        return int((pages - free) * size)

    def close(self) -> None:
        """Closes the connections of all threads; none of them may be in use."""
        while self._connections:
            self._connections.pop().close()


class _Transaction:
    """A block whose changes are all written, or none of them if it raises. A block within it is a part of it."""

    def __init__(self, db: sqlite3.Connection, begin: str = "BEGIN IMMEDIATE") -> None:
        self.db, self.outermost, self.begin = db, not db.in_transaction, begin

    def __enter__(self) -> None:
        if self.outermost:
            try:
                self.db.execute(self.begin)
            except BaseException:
                self._roll_back()
                raise

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: Any) -> None:
        if not self.outermost:
            return
        try:
            if kind is None:
                self.db.execute("COMMIT")
        finally:
            self._roll_back()

    def _roll_back(self) -> None:
        """Ends what was left open, which later changes would join, and never be stored."""
        if self.db.in_transaction:
            with suppress(sqlite3.Error):
                self.db.execute("ROLLBACK")
