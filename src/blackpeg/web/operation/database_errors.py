"""What is wrong with the database or its disk, in words."""

from __future__ import annotations

import sqlite3

SENTENCES = {
    sqlite3.SQLITE_BUSY: "another program holds the lock of the database",
    sqlite3.SQLITE_LOCKED: "another program holds the lock of the database",
    sqlite3.SQLITE_FULL: "the disk of this server is full",
    sqlite3.SQLITE_IOERR: "the disk of this server can't be read or written",
    sqlite3.SQLITE_CANTOPEN: "the database can't be opened",
    sqlite3.SQLITE_READONLY: "the database can't be written",
    sqlite3.SQLITE_CORRUPT: "the database is damaged",
    sqlite3.SQLITE_NOTADB: "the database is damaged",
}


def describe_database_error(error: sqlite3.Error) -> str:
    """What is the matter, without paths or values.

    >>> describe_database_error(sqlite3.OperationalError("database or disk is full"))
    'something is wrong with the database'
    """
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the primary one; extended codes have more bits
    return SENTENCES.get(code, "something is wrong with the database")
