"""A queue that serves visitors in turn: who has used least comes first, between addresses and then within one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable
from time import monotonic
from typing import Generic, NamedTuple, TypeVar

HALF_LIFE_SECONDS = 30  # after which what somebody has used counts half
MAX_REMEMBERED = 20_000  # addresses and visitors whose use is remembered
NEGLIGIBLE_SECONDS = 0.001

T = TypeVar("T", bound=Hashable)


class Asker(NamedTuple):
    """Who asks for a computation: a visitor, and the address from which they come."""

    address: str = ""
    visitor: str = ""


class FairQueue(Generic[T]):
    """What waits, and how many seconds everybody has used lately.

    The next in line comes from the address that has used least, and is of the visitor who has used least there. So who
    asks for much, or a school behind one address, waits for others and not they for them.
    """

    def __init__(self) -> None:
        self._waiting: dict[T, Asker] = {}  # in order of arrival
        self._running: dict[T, tuple[Asker, float]] = {}  # with the time of the start
        self._used: dict[Asker, tuple[float, float]] = {}  # seconds, and when; an address is an asker without visitor

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, item: T, asker: Asker) -> None:
        self._waiting[item] = asker

    def discard(self, item: T) -> None:
        """Removes what need not wait any more."""
        self._waiting.pop(item, None)

    def pop(self) -> T:
        """Removes and returns what is next in line; the time until it is finished counts as used."""
        now = monotonic()
        running = defaultdict[Asker, float](float)
        for asker, start in self._running.values():
            for level in set(_levels(asker)):
                running[level] += now - start
        levels = {level for asker in self._waiting.values() for level in _levels(asker)}
        used = {level: running[level] + self._seconds(level, now) for level in levels}
        item = min(self._waiting, key=lambda item: [used[level] for level in _levels(self._waiting[item])])
        self._running[item] = self._waiting.pop(item), now
        return item

    def finish(self, item: T) -> float:
        """Ends what was next in line once, and returns the seconds that it took."""
        asker, start = self._running.pop(item)
        now = monotonic()
        for level in set(_levels(asker)):
            self._used[level] = self._seconds(level, now) + now - start, now
        if len(self._used) > MAX_REMEMBERED:
            self._forget(now)
        return now - start

    def worst(self, asker: Asker) -> T | None:
        """Returns what should give way to somebody new if the queue is full: of those who wait with most, the last.

        None if nobody waits with more than the new one would.
        """
        waiting = Counter(level for one in self._waiting.values() for level in set(_levels(one)))
        item = max(reversed(self._waiting), key=lambda item: [waiting[one] for one in _levels(self._waiting[item])])
        most = [waiting[level] for level in _levels(self._waiting[item])]
        return item if most > [waiting[level] + 1 for level in _levels(asker)] else None

    def _seconds(self, level: Asker, now: float) -> float:
        seconds, then = self._used.get(level, (0.0, now))
        return seconds * 0.5 ** ((now - then) / HALF_LIFE_SECONDS)

    def _forget(self, now: float) -> None:
        """Forgets those who have used next to nothing, and if that does not suffice, the older half."""
        for level in [level for level in self._used if self._seconds(level, now) < NEGLIGIBLE_SECONDS]:
            del self._used[level]
        if len(self._used) > MAX_REMEMBERED:
            for level in sorted(self._used, key=lambda level: self._used[level][1])[: MAX_REMEMBERED // 2]:
                del self._used[level]


def _levels(asker: Asker) -> tuple[Asker, Asker]:
    """The two levels at which use is counted and compared: the address, and the visitor there."""
    return Asker(asker.address), asker
