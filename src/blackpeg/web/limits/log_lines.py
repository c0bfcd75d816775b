"""A log that does not grow without bound: of lines that are alike only a few are written each minute."""

from __future__ import annotations

import logging
from time import monotonic

MAX_LINES = 5  # alike, each minute
SECONDS = 60.0
MAX_KINDS = 1000  # of lines that are remembered


class FewAlike(logging.Filter):
    """Lets a few lines of a kind pass each minute; the next one after that says how many were left out.

    Lines are of one kind if they are made from the same text, whatever is filled in, with the same kind of exception.
    """

    def __init__(self) -> None:
        super().__init__()
        self._kinds: dict[tuple[object, ...], tuple[float, int]] = {}  # when the minute began, and lines since

    def filter(self, record: logging.LogRecord) -> bool:
        now = monotonic()
        key = record.name, record.msg, record.exc_info[0] if record.exc_info else None
        began, count = self._kinds.get(key, (now, 0))
        left_out = 0
        if now - began >= SECONDS:
            left_out = max(0, count - MAX_LINES)
            began, count = now, 0
        if key not in self._kinds and len(self._kinds) >= MAX_KINDS:
            self._kinds.clear()
        self._kinds[key] = began, count + 1
        if left_out:
            record.msg, record.args = f"{record.getMessage()} ({left_out:,} more like this were left out)", None
        return count < MAX_LINES
