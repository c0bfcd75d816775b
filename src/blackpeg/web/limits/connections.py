"""Connections: how many there may be, and how long they may take to send a request and to read its answer."""

from __future__ import annotations

import asyncio
import resource
import socket
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10  # in which the head of a request must arrive, from the first byte or the beginning of the connection
BODY_SECONDS = 20  # in which the body must arrive after the head
READ_SECONDS = 20  # in which some of an answer must be read
MAX_CONNECTIONS = 4000
RESERVED_FILES = 200  # of those that the process may open; they are for workers, databases and pages
ACCEPTED_AT_ONCE = 64  # connections

TOO_LATE = "408 Request Timeout"
TOO_MANY = "503 Service Unavailable"


def raise_file_limit() -> None:
    """Lets the process open as many files as the system allows it to; a connection is a file."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_CONNECTIONS + RESERVED_FILES
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most))


def max_connections() -> int:
    """Returns how many connections may be open, so that files are left for other things."""
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(1, min(MAX_CONNECTIONS, allowed - RESERVED_FILES))


def _send_without_delay(connection: socket.socket | None) -> None:
    """Lets the body of an answer follow its head at once; otherwise it may wait 40 ms until the head is acknowledged.

    asyncio does so only for sockets that were made with the number of the protocol, and accepted ones have none.
    """
    if connection is not None and connection.family in (socket.AF_INET, socket.AF_INET6):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


class LimitedConnection(H11Protocol):
    """A connection that is closed if a request takes long to arrive, or its answer is not read.

    If there are too many connections, the one that has been waiting longest for a request gives way to a new one.
    """

    waiting_since: float | None = None  # the time since which no whole request has arrived; None while one is answered
    _arrival: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None
    _expected: type = h11.IDLE  # the part of a request that `_arrival` waits for

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        _send_without_delay(transport.get_extra_info("socket"))
        if len(self.connections) > max_connections() and not self._take_place():
            self._refuse(TOO_MANY)
            return
        self._expect_request()

    def data_received(self, data: bytes) -> None:
        if self._arrival is None and self.waiting_since is not None:
            self._expect_request()
        super().data_received(data)
        state = self.conn.their_state
        if state is h11.SEND_BODY and self._expected is h11.IDLE:
            self._arm(BODY_SECONDS, h11.SEND_BODY)
        elif state not in (h11.IDLE, h11.SEND_BODY):
            self._disarm()

    def on_response_complete(self) -> None:
        self._disarm()
        self.waiting_since = self.loop.time()
        super().on_response_complete()
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):  # the next request had come already
            self.waiting_since = None

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._end_soon()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._reading is None:
            self._reading = self.loop.call_later(READ_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._forget_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        self._disarm()
        self._forget_reading()
        super().connection_lost(exc)

    def _take_place(self) -> bool:
        """Closes the connection that has been waiting longest; returns whether there was one."""
        others: list[Any] = [one for one in self.connections if one is not self and not one.transport.is_closing()]
        waiting = [one for one in others if one.waiting_since is not None]
        if waiting:
            min(waiting, key=lambda one: one.waiting_since)._refuse(TOO_LATE)
        return bool(waiting) or len(others) < max_connections()

    def _expect_request(self) -> None:
        self.waiting_since = self.loop.time()
        self._arm(HEAD_SECONDS, h11.IDLE)

    def _arm(self, seconds: float, part: type) -> None:
        if self._arrival is not None:
            self._arrival.cancel()
        self._expected, self._arrival = part, self.loop.call_later(seconds, self._refuse, TOO_LATE)

    def _disarm(self) -> None:
        """Nothing is waited for: the request is there, or the connection is over."""
        self.waiting_since, self._expected = None, h11.IDLE
        if self._arrival is not None:
            self._arrival.cancel()
            self._arrival = None

    def _forget_reading(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _refuse(self, status: str) -> None:
        """Closes the connection; who has begun a request is told why."""
        self._disarm()
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(f"HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
        self.transport.close()
        self._end_soon()

    def _end_soon(self) -> None:
        """Ends a connection that was closed, also if what was written to it is not read."""
        self.loop.call_later(READ_SECONDS, self.transport.abort)
