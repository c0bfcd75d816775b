"""How long things are kept: unfinished games expire, and with `--keep` all that nobody has touched for some days."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from typing import NamedTuple

from ...errors import BlackpegError
from ..database_threads import DatabaseThreads
from ..store import Store
from .database_errors import describe_database_error

EMPTY_DAYS = 7  # for which a game is kept in which nothing was guessed
UNFINISHED_DAYS = 90  # for which an unfinished game or match is kept in which nothing happens
MAX_TOGETHER = 200  # deleted in one transaction, so that moves in between do not wait long
PAUSE_SECONDS = 3600  # between two times that it is looked for what to delete
DAY = 24 * 3600

log = logging.getLogger("blackpeg")

# Conditions in SQL on a row of games, matches or challenges; ?1 is the time before which it is stale.
LAST_TURN = "coalesce((SELECT max(time) FROM turns WHERE turns.game = games.id), games.created)"
EMPTY_GAME = """
    state = 'open' AND origin != 'match' AND created < ?1
    AND (SELECT count(*) FROM turns WHERE turns.game = games.id) = given"""
UNFINISHED_GAME = f"state = 'open' AND origin != 'match' AND created < ?1 AND {LAST_TURN} < ?1"
OLD_GAME = f"""
    created < ?1 AND coalesce(ended, {LAST_TURN}) < ?1
    AND id NOT IN (SELECT game FROM match_rounds WHERE game IS NOT NULL)"""
OLD_MATCH = f"""
    matches.created < ?1 AND coalesce(started, matches.created) < ?1 AND NOT EXISTS (
        SELECT 1 FROM match_rounds JOIN games ON games.id = match_rounds.game
        WHERE match_rounds.match = matches.id AND (games.created >= ?1 OR {LAST_TURN} >= ?1))"""
UNFINISHED_MATCH = f"""
    {OLD_MATCH} AND (
        started IS NULL
        OR EXISTS (SELECT 1 FROM match_rounds JOIN games ON games.id = match_rounds.game
                   WHERE match_rounds.match = matches.id AND state = 'open')
        OR (SELECT count(*) FROM match_rounds WHERE match_rounds.match = matches.id AND match_rounds.game IS NOT NULL)
           < rounds * (SELECT count(*) FROM match_players WHERE match_players.match = matches.id AND owner != ''))"""
OLD_CHALLENGE = """
    created < ?1 AND NOT EXISTS (
        SELECT 1 FROM challenge_games JOIN games ON games.id = challenge_games.game
        WHERE challenge_games.challenge = challenges.id AND games.created >= ?1)"""


class Rule(NamedTuple):
    """Which rows of a table are deleted, and after how many days."""

    table: str
    condition: str
    days: int


def rules(keep_days: int | None) -> list[Rule]:
    """The rules of a server; finished games, matches and codes for friends are kept for ever without `keep_days`."""
    found = [
        Rule("games", EMPTY_GAME, EMPTY_DAYS),
        Rule("games", UNFINISHED_GAME, UNFINISHED_DAYS),
        Rule("matches", UNFINISHED_MATCH, UNFINISHED_DAYS),
    ]
    if keep_days is not None:
        found += [
            Rule("matches", OLD_MATCH, keep_days),
            Rule("games", OLD_GAME, keep_days),
            Rule("challenges", OLD_CHALLENGE, keep_days),
        ]
    return found


def find_stale(store: Store, now: float, keep_days: int | None) -> list[tuple[Rule, str]]:
    """Returns some of what is kept too long: rules, and the ids of rows that they are about."""
    return [
        (rule, id)
        for rule in rules(keep_days)
        for (id,) in store.query(
            f"SELECT id FROM {rule.table} WHERE {rule.condition} LIMIT ?2", now - rule.days * DAY, MAX_TOGETHER
        )
    ]


def delete_stale(store: Store, now: float, stale: list[tuple[Rule, str]]) -> None:
    """Deletes what was found, unless somebody has touched it meanwhile."""
    with store.transaction():
        for (table, condition, days), id in stale:
            still = f"SELECT 1 FROM {table} WHERE ({condition}) AND id = ?2"
            if store.query(still, now - days * DAY, id).fetchone():
                {"games": _delete_game, "matches": _delete_match, "challenges": _delete_challenge}[table](store, id)


def _delete_game(store: Store, id: str) -> None:
    for table in ("turns", "challenge_games"):
        store.query(f"DELETE FROM {table} WHERE game = ?", id)
    store.query("DELETE FROM games WHERE id = ?", id)


def _delete_match(store: Store, id: str) -> None:
    """Deletes a match and its unfinished games; those that are over are games like others from then on."""
    query = "SELECT id FROM games JOIN match_rounds ON match_rounds.game = id WHERE match = ? AND state = 'open'"
    for (game,) in store.query(query, id).fetchall():
        _delete_game(store, game)
    for table in ("match_rounds", "match_players"):
        store.query(f"DELETE FROM {table} WHERE match = ?", id)
    store.query("DELETE FROM matches WHERE id = ?", id)


def _delete_challenge(store: Store, id: str) -> None:
    store.query("DELETE FROM challenges WHERE id = ?", id)


async def delete_stale_forever(store: Store, threads: DatabaseThreads, keep_days: int | None) -> None:
    """Deletes what is kept too long, a little at a time; no move waits while it is looked for."""
    while True:
        try:
            while stale := await threads.read(find_stale, store, time.time(), keep_days):
                await threads.write(delete_stale, store, time.time(), stale)
        except (sqlite3.Error, BlackpegError) as error:
            why = describe_database_error(error) if isinstance(error, sqlite3.Error) else error
            log.error("what is kept too long can't be deleted: %s", why)
        await asyncio.sleep(PAUSE_SECONDS)
