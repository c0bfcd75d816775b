"""The price of a request in a visitor's allowance: it rises with the number of requests from all visitors together."""

from __future__ import annotations

from math import exp
from time import monotonic

USUAL_PER_SECOND = 200  # requests of all visitors together, up to which each costs what it always costs
MAX_PRICE = 6.0  # in requests; somebody who plays fast still has enough of them
MEMORY_SECONDS = 2.0  # over which requests are averaged


class Traffic:
    """The rate of requests that were admitted, as the price of the next.

    If many ask for much at once, everybody's requests count more, so that who asks for little is still answered soon.
    """

    def __init__(self) -> None:
        self._rate, self._then = 0.0, monotonic()

    @property
    def price(self) -> float:
        return min(MAX_PRICE, max(1.0, self._rate_at(monotonic()) / USUAL_PER_SECOND))

    def count(self) -> None:
        """Counts a request that was admitted."""
        now = monotonic()
        self._rate, self._then = self._rate_at(now) + 1 / MEMORY_SECONDS, now

    def _rate_at(self, now: float) -> float:
        return self._rate * exp((self._then - now) / MEMORY_SECONDS)
