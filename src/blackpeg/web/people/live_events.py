"""Who waits for news of a match or of a code that was set for a friend, and is told when something was stored."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator

from ..workers import Busy

MAX_WAITING, MAX_WAITING_PER_VISITOR = 2000, 10  # open streams
HEARTBEAT_SECONDS = 15  # after which a stream says that it is still there, so that no proxy closes it


class LiveEvents:
    """The open streams, by what they are about."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._visitors: Counter[str] = Counter()

    def notify(self, topic: str) -> None:
        """Wakes everybody who waits for news of a topic."""
        for event in self._waiting.get(topic, ()):
            event.set()

    def refuse_busy(self, visitor: str) -> None:
        """Raises `Busy` if too many streams are open."""
        if self._visitors[visitor] >= MAX_WAITING_PER_VISITOR or self._visitors.total() >= MAX_WAITING:
            raise Busy("too many pages wait for news at once; close some of them", HEARTBEAT_SECONDS)

    async def changes(self, topic: str, visitor: str) -> AsyncGenerator[bool, None]:
        """Yields True at once and after each change, and False if nothing has changed for a while."""
        event = asyncio.Event()
        self._waiting.setdefault(topic, set()).add(event)
        self._visitors[visitor] += 1
        try:
            yield True
            while True:
                try:
                    await asyncio.wait_for(event.wait(), HEARTBEAT_SECONDS)
                except TimeoutError:
                    yield False
                    continue
                event.clear()
                yield True
        finally:
            self._waiting[topic].discard(event)
            if not self._waiting[topic]:
                del self._waiting[topic]
            self._visitors -= Counter([visitor])
