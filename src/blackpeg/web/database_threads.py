"""Threads that use the database, so that the event loop never waits for it: some that read, and one that writes."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any, ParamSpec, TypeVar

from .store import Store
from .workers import Busy

THREADS = {"read": 4, "write": 1, "lab": 1}  # by what they do; a slow look into the lab makes no game wait
MAX_WAITING = 500  # calls of one kind that wait or run
MAX_TOGETHER = 100  # changes in one transaction

P = ParamSpec("P")
T = TypeVar("T")


class DatabaseThreads:
    """Runs functions that use the database. Reading goes on while something is written, and while a lock is held.

    All that changes a file of games goes through one thread. Changes that come while it waits for the disk are written
    together afterwards, so that many players share one wait.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._executors = {kind: ThreadPoolExecutor(count, kind) for kind, count in THREADS.items()}
        self._changes: deque[tuple[Future[Any], Callable[[], Any]]] = deque()  # that are not begun
        self.waiting: Counter[str] = Counter()  # calls that wait or run, by kind

    async def read(self, function: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> T:
        """Returns the result of a function that only reads; all that it reads is of the same moment."""

        def read_at_one_moment() -> T:
            with self._store.snapshot():
                return function(*arguments, **options)

        with self._count("read"):
            return await asyncio.wrap_future(self._executors["read"].submit(read_at_one_moment))

    async def write(self, function: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> T:
        """Returns the result of a function that changes something, when its changes are on the disk."""
        outcome: Future[T] = Future()
        with self._count("write"):
            self._changes.append((outcome, partial(function, *arguments, **options)))
            self._executors["write"].submit(self._write_waiting)
            return await asyncio.wrap_future(outcome)

    async def read_lab(self, function: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> T:
        """Returns the result of a function that reads the store of the lab."""
        with self._count("lab"):
            return await asyncio.wrap_future(self._executors["lab"].submit(function, *arguments, **options))

    @contextmanager
    def _count(self, kind: str) -> Iterator[None]:
        """Counts a call while it waits or runs; raises `Busy` if there are too many."""
        if self.waiting[kind] >= MAX_WAITING:
            raise Busy("too many people ask at once; try again in a moment", 1)
        self.waiting[kind] += 1
        try:
            yield
        finally:
            self.waiting[kind] -= 1

    def _write_waiting(self) -> None:
        """Makes the changes that wait, in one transaction, and hands out their results when it is stored."""
        batch: list[tuple[Future[Any], Callable[[], Any]]] = []
        while self._changes and len(batch) < MAX_TOGETHER:
            future, change = self._changes.popleft()
            if future.set_running_or_notify_cancel():
                batch.append((future, change))
        if not batch:
            return
        outcomes = self._store.change_together([change for _, change in batch])
        for (future, _), outcome in zip(batch, outcomes, strict=True):
            if isinstance(outcome, Exception):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)

    def close(self) -> None:
        """Waits for what is under way, so that the file can be closed."""
        for executor in self._executors.values():
            executor.shutdown()
