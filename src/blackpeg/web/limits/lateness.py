"""How late the server is with what it has to do, and what a request costs its visitor meanwhile."""

from __future__ import annotations

import asyncio

INTERVAL_SECONDS = 0.05  # between two measurements
TOLERATED_SECONDS = 0.01  # of delay, at which a request costs what it always costs
MAX_PRICE = 6.0  # in requests; somebody who plays fast still has enough of them
WEIGHT = 0.3  # of the last measurement in the moving average


class Lateness:
    """A moving average of the delay of a task that should wake up regularly, as the price of a request.

    If many ask for much at once, everybody's requests count more, so that who asks for little is still answered soon.
    """

    def __init__(self) -> None:
        self.price = 1.0

    def note(self, seconds: float) -> None:
        """Takes a delay into account."""
        self.price += WEIGHT * (min(MAX_PRICE, max(1.0, seconds / TOLERATED_SECONDS)) - self.price)

    async def measure(self) -> None:
        """Measures the delay until it is cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + INTERVAL_SECONDS
            await asyncio.sleep(INTERVAL_SECONDS)
            self.note(loop.time() - due)
