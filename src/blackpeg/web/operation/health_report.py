"""The report on how the server is: lanes of workers, database threads, the file of games and its disk, in words."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from dataclasses import asdict, dataclass
from shutil import disk_usage
from typing import Any

from ... import __version__
from ...phrases import count_phrase
from ..context import Context
from ..lanes.lane import LaneState
from ..workers import Busy
from .database_errors import describe_database_error

MAX_PROBE_SECONDS = 2.0  # in which the database must be readable, and writable
WATCH_SECONDS = 15.0  # between two looks whose problems are logged

log = logging.getLogger("blackpeg")


@dataclass(frozen=True)
class Health:
    """How the server is at one moment."""

    problems: tuple[str, ...]  # sentences; none if all is well
    version: str
    uptime_seconds: float
    lanes: tuple[LaneState, ...]
    threads: dict[str, int]  # calls that wait or run, by what they do
    database_bytes: int
    database_quota_bytes: int
    wal_bytes: int
    disk_free_bytes: int
    disk_bytes: int

    def json(self) -> dict[str, Any]:
        row = asdict(self)
        lanes = {lane.name: {k: v for k, v in lane._asdict().items() if k != "name"} for lane in self.lanes}
        return {"status": "failing" if self.problems else "ok", **row, "lanes": lanes}


class HealthCheck:
    """Looks at the parts of a running server."""

    def __init__(self, context: Context) -> None:
        self.context, self.began = context, time.monotonic()

    async def look(self) -> Health:
        """Returns how the server is; takes a few seconds if something hangs."""
        context, lanes = self.context, tuple(self.context.pool.states())
        store = context.store
        problems = [describe_lane(lane) for lane in lanes if lane.workers < lane.wanted]
        used = await self._probe("read", problems)
        if used is not None:
            await self._probe("write", problems)
        disk = disk_usage(store.path.parent)
        if used is not None and used >= store.quota.max_bytes:
            problems.append("the file of games has reached its quota; no new games are begun")
        if disk.free < store.quota.min_free_bytes:
            problems.append(f"the disk is nearly full: {disk.free // 2**20} MB are left; no new games are begun")
        wal = store.path.with_name(store.path.name + "-wal")
        return Health(
            tuple(problems), __version__, round(time.monotonic() - self.began, 1), lanes, dict(context.threads.waiting),
            used or 0, store.quota.max_bytes, wal.stat().st_size if wal.exists() else 0, disk.free, disk.total,
        )  # fmt: skip

    async def _probe(self, kind: str, problems: list[str]) -> int | None:
        """Uses the database as a request does, and returns its size; adds a sentence and returns None if it can't."""
        run = self.context.threads.read if kind == "read" else self.context.threads.write
        try:
            async with asyncio.timeout(MAX_PROBE_SECONDS):
                return await run(self.context.store.used_bytes)
        except TimeoutError:
            what = "read" if kind == "read" else "written"
            problems.append(f"the database could not be {what} within {MAX_PROBE_SECONDS:g} seconds")
        except sqlite3.Error as error:
            problems.append(describe_database_error(error))
        except Busy as error:
            problems.append(f"the database has a full queue: {error}")
        return None


def describe_lane(lane: LaneState) -> str:
    if lane.workers:
        return f"the lane {lane.name} has only {lane.workers} of its {lane.wanted} workers"
    if lane.starting:
        return f"the lane {lane.name} starts its workers; {count_phrase(lane.waiting, 'job')} in its queue"
    return f"the lane {lane.name} is dead: it has no worker, and {count_phrase(lane.waiting, 'job')} in its queue"


async def log_problems_forever(check: HealthCheck) -> None:
    """Logs a problem when it is seen twice in a row, and when it is over; a worker that starts is none."""
    before: set[str] = set()
    logged: set[str] = set()
    while True:
        await asyncio.sleep(WATCH_SECONDS)
        now = set((await check.look()).problems)
        for problem in sorted(now & before - logged):
            log.error("%s", problem)
        for problem in sorted(logged - now):
            log.warning("over: %s", problem)
        logged, before = (logged & now) | (now & before), now
