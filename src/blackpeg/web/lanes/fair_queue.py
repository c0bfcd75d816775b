"""A queue that serves in turn: first between addresses, then between the visitors of one, by the time they have used.

It is start-time fair queuing (Goyal, Vin & Cheng 1996) at two levels. A clock of virtual time stands where the last one
in line began. Whoever is served moves ahead of it by the time that this takes; who asks for little stays close to it
and is next, and nobody saves up time by waiting, nor owes any for long.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable
from time import monotonic
from typing import Generic, NamedTuple, TypeVar

MAX_REMEMBERED = 10_000  # addresses, and visitors of one

T = TypeVar("T", bound=Hashable)


class Asker(NamedTuple):
    """Who asks for a computation: a visitor, and the address from which they come."""

    address: str = ""
    visitor: str = ""


class _Clock:
    """The virtual time of one level, and how far everybody has come."""

    def __init__(self) -> None:
        self.now, self.reached = 0.0, dict[str, float]()

    def begin(self, name: str) -> float:
        """Returns where somebody stands who is next."""
        return max(self.now, self.reached.get(name, 0.0))

    def serve(self, name: str, ahead: float) -> None:
        """Moves the clock to who is next; `ahead` is what their jobs under way have taken so far."""
        self.reached[name] = self.begin(name)
        self.now = self.reached[name] + ahead

    def charge(self, name: str, seconds: float) -> None:
        self.reached[name] = self.reached.get(name, self.now) + seconds

    def forget(self) -> None:
        """Forgets those whom the clock has passed, and if that does not suffice, everybody."""
        self.reached = {name: reached for name, reached in self.reached.items() if reached > self.now}
        if len(self.reached) > MAX_REMEMBERED // 2:
            self.reached.clear()


class FairQueue(Generic[T]):
    """What waits, in the order of `pop`, and what was popped and is not finished."""

    def __init__(self) -> None:
        self._waiting: dict[T, Asker] = {}  # in order of arrival
        self._running: dict[T, tuple[Asker, float]] = {}  # with the time of the start
        self._addresses, self._visitors = _Clock(), defaultdict[str, _Clock](_Clock)  # of each address

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, item: T, asker: Asker) -> None:
        self._waiting[item] = asker

    def discard(self, item: T) -> None:
        """Removes what need not wait any more."""
        self._waiting.pop(item, None)

    def pop(self) -> T:
        """Removes and returns what is next in line; the time until it is finished counts as used."""
        now, ahead = monotonic(), defaultdict[str | Asker, float](float)
        for asker, start in self._running.values():
            ahead[asker.address] += now - start
            ahead[asker] += now - start

        def place(item: T) -> tuple[float, float]:
            asker = self._waiting[item]
            address = self._addresses.begin(asker.address) + ahead[asker.address]
            return address, self._visitors[asker.address].begin(asker.visitor) + ahead[asker]

        item = min(self._waiting, key=place)
        asker = self._waiting.pop(item)
        self._addresses.serve(asker.address, ahead[asker.address])
        self._visitors[asker.address].serve(asker.visitor, ahead[asker])
        self._running[item] = asker, now
        return item

    def finish(self, item: T) -> float:
        """Ends what was next in line once, and returns the seconds that it took."""
        asker, start = self._running.pop(item)
        seconds = monotonic() - start
        own = self._visitors[asker.address]
        self._addresses.charge(asker.address, seconds)
        own.charge(asker.visitor, seconds)
        if max(len(self._addresses.reached), len(own.reached)) > MAX_REMEMBERED:
            self._forget()
        return seconds

    def worst(self, asker: Asker) -> T | None:
        """Returns what should give way to somebody new if the queue is full: of those who wait with most, the last.

        None if nobody waits with more than the new one would.
        """
        addresses = Counter(one.address for one in self._waiting.values())
        visitors = Counter(self._waiting.values())
        item = max(reversed(self._waiting), key=lambda item: _waits(self._waiting[item], addresses, visitors))
        own, most = _waits(asker, addresses, visitors), _waits(self._waiting[item], addresses, visitors)
        return item if most > (own[0] + 1, own[1] + 1) else None

    def _forget(self) -> None:
        self._addresses.forget()
        busy = {asker.address for asker in self._waiting.values()} | self._addresses.reached.keys()
        for address in self._visitors.keys() - busy:
            del self._visitors[address]
        for clock in self._visitors.values():
            clock.forget()


def _waits(asker: Asker, addresses: Counter[str], visitors: Counter[Asker]) -> tuple[int, int]:
    """With how many somebody waits: all of the address, and this visitor alone."""
    return addresses[asker.address], visitors[asker]
