"""Who waits for news of a match or of a code that was set for a friend, and is told when something was stored."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from ..lanes.fair_queue import Asker
from ..limits.open_streams import OpenStream, OpenStreams

MAX_WAITING, MAX_WAITING_PER_VISITOR = 2000, 10  # open streams
HEARTBEAT_SECONDS = 15  # after which a stream says that it is still there, so that no proxy closes it


class LiveEvents:
    """The open streams, by what they are about."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._streams = OpenStreams(MAX_WAITING, MAX_WAITING_PER_VISITOR)

    def notify(self, topic: str) -> None:
        """Wakes everybody who waits for news of a topic."""
        for event in self._waiting.get(topic, ()):
            event.set()

    def open(self, asker: Asker) -> OpenStream:
        """Returns a new stream; raises `Busy` if there are too many. Perhaps another one gives way, and ends."""
        return self._streams.open(asker)

    async def changes(self, topic: str, stream: OpenStream) -> AsyncGenerator[bool, None]:
        """Yields True at once and after each change, and False if nothing has changed for a while.

        It ends when its stream has to give way to somebody else's.
        """
        event = stream.event
        self._waiting.setdefault(topic, set()).add(event)
        try:
            while not stream.closed:
                event.clear()
                yield True
                while not event.is_set():
                    try:
                        await asyncio.wait_for(event.wait(), HEARTBEAT_SECONDS)
                    except TimeoutError:
                        yield False
        finally:
            self._waiting[topic].discard(event)
            if not self._waiting[topic]:
                del self._waiting[topic]
