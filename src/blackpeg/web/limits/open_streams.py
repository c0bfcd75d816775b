"""Streams that stay open for long: how many there may be, and who gives way if there are too many."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from ..lanes.fair_queue import Asker, FairQueue
from ..workers import Busy

RETRY_SECONDS = 15


class OpenStreams:
    """The open streams. They count from the moment when they are admitted.

    If there are too many, the last one of whoever has most of them is closed for somebody who has fewer: first
    between addresses, then between the visitors of one.
    """

    def __init__(self, most: int, most_per_visitor: int) -> None:
        self.most, self.most_per_visitor = most, most_per_visitor
        self._open, self._visitors = FairQueue[OpenStream](), Counter[str]()

    def __len__(self) -> int:
        return len(self._open)

    def open(self, asker: Asker) -> OpenStream:
        """Returns a new stream; raises `Busy` if there are too many."""
        busy = Busy("too many pages wait for news at once; close some of them", RETRY_SECONDS)
        if self._visitors[asker.visitor] >= self.most_per_visitor:
            raise busy
        if len(self) >= self.most:
            worst = self._open.worst(asker)
            if worst is None:
                raise busy
            self.close(worst)
        stream = OpenStream(self, asker)
        self._open.add(stream, asker)
        self._visitors[asker.visitor] += 1
        return stream

    def close(self, stream: OpenStream) -> None:
        """Counts a stream no more."""
        if not stream.closed:
            stream.closed = True
            stream.event.set()
            self._open.discard(stream)
            self._visitors -= Counter([stream.asker.visitor])


class OpenStream:
    """One of the open streams. When `closed` is true, what fills it stops; `event` wakes it then, if it waits."""

    def __init__(self, streams: OpenStreams, asker: Asker) -> None:
        self.streams, self.asker, self.closed = streams, asker, False
        self.event = asyncio.Event()


class CountedResponse(StreamingResponse):
    """An answer that counts as an open stream until it ends, also if it ends before it has begun."""

    def __init__(self, *arguments: Any, stream: OpenStream, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.stream = stream

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.stream.streams.close(self.stream)
