"""How long a worker compiles kernels while it does a job, which is no part of the job's time."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

COMPILE_SECONDS = 90  # that somebody waits at most for kernels to be compiled, besides the time of their job
MAX_COMPILE_SECONDS = 900  # after which a worker that compiles is taken to hang
SAVE_SECONDS = 5  # after compiling, in which Numba stores what was compiled last
STARTED, ENDED = "compiling", "compiled"  # kinds of messages with which a worker tells it
RETRY_SECONDS = 30  # after which somebody who was told to wait for it asks again


class CompileClock:
    """Adds up the time that a worker compiles, as its messages tell."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now, self._total, self._start, self._end = now, 0.0, -1.0, -1.0

    def reset(self) -> None:
        """Begins anew, for another job."""
        self._total, self._start, self._end = 0.0, -1.0, -1.0

    def hear(self, kind: str) -> bool:
        """Takes note of a message; returns whether it was about compiling."""
        if kind == STARTED:
            self._start = self._now()
        elif kind == ENDED:
            self._total, self._start, self._end = self.seconds, -1.0, self._now()
        return kind in (STARTED, ENDED)

    @property
    def runs(self) -> bool:
        """Whether the worker compiles now."""
        return self._start >= 0

    @property
    def seconds(self) -> float:
        """Seconds spent on compiling since the job began."""
        return self._total + (self._now() - self._start if self.runs else 0.0)

    @property
    def is_saving(self) -> bool:
        """Whether the worker compiles, or did so a moment ago, and should not be ended now."""
        if self.runs:
            return self.seconds < MAX_COMPILE_SECONDS
        return self._end >= 0 and self._now() - self._end < SAVE_SECONDS
