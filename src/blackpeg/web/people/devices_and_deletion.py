"""One visitor on several devices, joined by a link, and the deletion of everything that is stored about a visitor."""

from __future__ import annotations

import hashlib
import secrets
import time

from ..store import Missing, Store

LINK_SECONDS = 3600  # for which a link to another device can be used, once


class VisitorStore:
    """Visitors in the file of a store. A visitor is named by the hash of the first device's cookie."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def visitor(self, device: str) -> str:
        """Returns the visitor to whom a device belongs: another device's, or its own."""
        row = self.store.query("SELECT visitor FROM devices WHERE owner = ?", device).fetchone()
        return device if row is None else row[0]

    def make_link(self, visitor: str) -> str:
        """Returns a code that joins another device to this visitor; the file holds only its hash."""
        code, now = secrets.token_urlsafe(16), time.time()
        with self.store.transaction():
            self.store.query("DELETE FROM device_links WHERE expires < ? OR visitor = ?", now, visitor)
            self.store.query("INSERT INTO device_links VALUES (?, ?, ?)", _digest(code), visitor, now + LINK_SECONDS)
        return code

    def check_link(self, code: str) -> str:
        """Returns the visitor to whom a code joins; `Missing` if it was used or is too old."""
        query = "SELECT visitor FROM device_links WHERE digest = ? AND expires >= ?"
        row = self.store.query(query, _digest(code), time.time()).fetchone()
        if row is None:
            raise Missing("this link was used already or is more than an hour old; make another on the first device")
        visitor: str = row[0]
        return visitor

    def join_device(self, code: str, device: str) -> None:
        """Joins a device to the visitor who made a code, and takes its games along.

        Where both have played the same daily puzzle, the first device's game stays.
        """
        with self.store.transaction():
            visitor, own = self.check_link(code), self.visitor(device)
            self.store.query("DELETE FROM device_links WHERE digest = ?", _digest(code))
            if visitor == own:
                return
            for table in ("games", "challenges", "matches", "match_players"):
                self.store.query(f"UPDATE OR IGNORE {table} SET owner = ? WHERE owner = ?", visitor, own)
            self.forget(own)
            self.store.query("INSERT OR REPLACE INTO devices VALUES (?, ?)", device, visitor)
            if own != device:
                self.store.query("INSERT OR REPLACE INTO devices VALUES (?, ?)", own, visitor)

    def forget(self, visitor: str) -> None:
        """Deletes games, codes, names and devices of a visitor. In a match somebody without a name is left."""
        with self.store.transaction():
            own = "SELECT id FROM games WHERE owner = ?"
            self.store.query("UPDATE match_rounds SET game = NULL WHERE game IN " + f"({own})", visitor)
            self.store.query(
                "UPDATE match_rounds SET code = '' WHERE code IS NOT NULL AND (match, seat) IN "
                "(SELECT match, seat FROM match_players WHERE owner = ?)",
                visitor,
            )
            self.store.query("UPDATE match_players SET owner = '', name = '' WHERE owner = ?", visitor)
            self.store.query("UPDATE matches SET owner = '' WHERE owner = ?", visitor)
            for table in ("turns", "challenge_games"):
                self.store.query(f"DELETE FROM {table} WHERE game IN ({own})", visitor)
            self.store.query("DELETE FROM games WHERE owner = ?", visitor)
            self.store.query("DELETE FROM challenges WHERE owner = ?", visitor)
            for table in ("devices", "device_links"):
                self.store.query(f"DELETE FROM {table} WHERE visitor = ?", visitor)


def _digest(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
