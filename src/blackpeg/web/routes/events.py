"""Server-sent events about what was stored, for pages that stay open."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any

from fastapi import Request
from starlette.responses import StreamingResponse

from ...errors import BlackpegError
from ..context import Context
from ..lanes.fair_queue import Asker
from ..limits.open_streams import CountedResponse, OpenStream
from ..visitors import address


def open_stream(request: Request, context: Context) -> OpenStream:
    """Counts a page that waits for news; raises `Busy` now, before the first event, if there are too many."""
    return context.events.open(Asker(address(request), context.visitors.name(request)))


def stream_changes(rows: AsyncGenerator[dict[str, Any] | None, None], stream: OpenStream) -> StreamingResponse:
    """Sends each row that differs from the last one as an event, and a comment for None, so that no proxy closes it."""

    async def lines() -> AsyncIterator[str]:
        last = ""
        yield "retry: 2000\n\n"
        async with aclosing(rows):
            try:
                async for row in rows:
                    text = last if row is None else json.dumps(row)
                    yield ": still here\n\n" if text == last else f"data: {text}\n\n"
                    last = text
            except BlackpegError as error:
                yield f"data: {json.dumps({'type': 'error', 'error': str(error)})}\n\n"

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return CountedResponse(lines(), media_type="text/event-stream", headers=headers, stream=stream)
