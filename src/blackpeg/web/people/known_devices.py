"""Which visitor a device belongs to, remembered, so that most requests need not ask the database for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from ..database_threads import DatabaseThreads
from .devices_and_deletion import VisitorStore

MAX_KNOWN = 20_000  # devices

P = ParamSpec("P")
T = TypeVar("T")


class KnownDevices:
    """The visitors of the devices that asked last; whatever joins or deletes devices goes through `change`."""

    def __init__(self, devices: VisitorStore, threads: DatabaseThreads) -> None:
        self._devices, self._threads = devices, threads
        self._visitors, self._changes = dict[str, str](), 0

    async def visitor(self, device: str) -> str:
        """Returns the visitor to whom a device belongs."""
        known = self._visitors.get(device)
        if known is not None:
            return known
        changes = self._changes
        visitor = await self._threads.read(self._devices.visitor, device)
        if changes == self._changes:  # or else it may have been joined to another visitor since it was read
            if len(self._visitors) >= MAX_KNOWN:
                self._visitors.clear()
            self._visitors[device] = visitor
        return visitor

    async def change(self, function: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> T:
        """Returns the result of a function that joins or deletes devices, and forgets what was known before."""
        try:
            return await self._threads.write(function, *arguments, **options)
        finally:
            self._changes += 1
            self._visitors.clear()
