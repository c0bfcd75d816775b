"""A worker process: the loop that it runs, and the side of the server, which never waits for it."""

from __future__ import annotations

import asyncio
import os
import pickle
import resource
import socket
import struct
from collections import deque
from collections.abc import Callable, Generator
from contextlib import suppress
from multiprocessing import get_context
from typing import Any

from ...errors import BlackpegError
from ...kernels import watch_compiling
from ...position import Position
from ..models import WrittenPosition
from .compile_clock import ENDED, STARTED, CompileClock

MAX_WORKER_BYTES = 4 * 2**30
MAX_WAITING_MESSAGES = 8  # of a worker; it then waits until they are taken, as if somebody downloads slowly
HEADER = struct.Struct("!Q")  # the length of the message that follows

Message = tuple[str, Any]  # a kind, "item", "done", "error" or "crash" and what goes with it; or about compiling


def run_worker(channel: socket.socket, niceness: int) -> None:
    """The loop of a worker process: does the jobs that come through the socket until it closes."""
    from ...processes import end_with_parent

    end_with_parent()
    os.nice(niceness)
    resource.setrlimit(resource.RLIMIT_AS, (MAX_WORKER_BYTES, MAX_WORKER_BYTES))
    incoming = channel.makefile("rb")

    def tell(kind: str) -> None:
        with suppress(OSError):  # what is compiled is stored even if nobody listens
            channel.sendall(_frame((kind, None)))

    watch_compiling(lambda: tell(STARTED), lambda: tell(ENDED))
    try:
        while header := incoming.read(HEADER.size):
            job, arguments = pickle.loads(incoming.read(HEADER.unpack(header)[0]))
            for message in run_job(job, arguments):
                channel.sendall(_frame(message))
    except OSError:
        pass
    os._exit(0)


def run_job(job: Callable[..., Any], arguments: tuple[Any, ...]) -> Generator[Message, None, None]:
    """Does a job, and yields what it yields, then what it returns or why it failed."""
    try:
        result = job(*map(_read, arguments))
        if isinstance(result, Generator):
            for item in result:
                yield "item", item
            result = None
        yield "done", result
    except BlackpegError as error:
        yield "error", error
    except MemoryError:
        yield "error", BlackpegError("this takes more memory than there is")
    except Exception as error:  # no job may end the server; values are left out, as they may be secrets
        trace, where = error.__traceback__, "?"
        while trace:
            where, trace = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}", trace.tb_next
        yield "crash", f"{job.__name__}: {type(error).__name__} at {where}"


def _read(argument: Any) -> Any:
    """Returns an argument as the job takes it: positions with their parents, which hold what was listed and counted.

    Parents are not sent to a worker.
    """
    if isinstance(argument, WrittenPosition):
        return argument.read()
    return _replay(argument) if isinstance(argument, Position) else argument


def _replay(position: Position) -> Position:
    replayed = Position(position.game)
    for turn in position.history:
        replayed = replayed.after(turn.guess, turn.feedback)
    return replayed


def _frame(message: Any) -> bytes:
    data = pickle.dumps(message)
    return HEADER.pack(len(data)) + data


class WorkerProcess(asyncio.Protocol):
    """A process, and the messages that came from it. `lost` is called when it has died."""

    def __init__(self, niceness: int) -> None:
        """Starts the process, which takes a moment: call it in a thread, and `connect` in the loop."""
        self.lost: Callable[[], None] = lambda: None
        self._buffer, self._messages = bytearray(), deque[Message]()
        self._arrived: asyncio.Future[None] | None = None
        self._transport: asyncio.Transport | None = None
        self._dead = False
        self._freed: Callable[[], None] | None = None  # to be called when a job is done that nobody waits for
        self.compile_clock = CompileClock()
        context = get_context("forkserver")
        context.set_forkserver_preload(["blackpeg.web.worker_preload"])
        self._socket, theirs = socket.socketpair()
        try:
            with theirs:
                self.process = context.Process(target=run_worker, args=(theirs, niceness), daemon=True)
                self.process.start()
        except BaseException:
            self._socket.close()
            raise

    async def connect(self) -> None:
        """Begins to listen to the process."""
        self._transport, _ = await asyncio.get_running_loop().create_connection(lambda: self, sock=self._socket)

    def send(self, job: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        """Gives the process a job."""
        assert self._transport is not None
        self.compile_clock.reset()
        self._transport.write(_frame((job, arguments)))

    async def receive(self) -> Message:
        """Returns the next message; `EOFError` if the process has died."""
        while not self._messages:
            if self._dead:
                raise EOFError
            self._arrived = asyncio.get_running_loop().create_future()
            await self._arrived
        message = self._messages.popleft()
        if not self._dead and len(self._messages) < MAX_WAITING_MESSAGES:
            assert self._transport is not None
            self._transport.resume_reading()
        return message

    def abandon(self, freed: Callable[[], None]) -> None:
        """Leaves a job that goes on: who waits for a message gets `EOFError`, and `freed` is called when it is done."""
        self._freed = freed
        if self._arrived is not None and not self._arrived.done():
            self._arrived.set_exception(EOFError())
        self._drop_messages()
        if self._transport is not None and not self._dead:
            self._transport.resume_reading()

    def _drop_messages(self) -> None:
        """Drops the messages of a job that nobody waits for."""
        while self._freed is not None and self._messages:
            if self._messages.popleft()[0] != "item":
                freed, self._freed = self._freed, None
                freed()

    def end(self) -> None:
        """Kills the process."""
        self._dead = True
        if self.process.is_alive():  # or else its number may belong to another process by now
            self.process.kill()
        if self._transport is not None:
            self._transport.abort()
        self._wake()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        while len(self._buffer) >= HEADER.size:
            end = HEADER.size + HEADER.unpack_from(self._buffer)[0]
            if len(self._buffer) < end:
                break
            message: Message = pickle.loads(self._buffer[HEADER.size : end])
            del self._buffer[:end]
            if not self.compile_clock.hear(message[0]):
                self._messages.append(message)
        self._drop_messages()
        if len(self._messages) >= MAX_WAITING_MESSAGES:
            assert self._transport is not None
            self._transport.pause_reading()
        self._wake()

    def connection_lost(self, error: Exception | None) -> None:
        was_ended, self._dead = self._dead, True
        self._wake()
        if not was_ended:
            self.end()
            self.lost()

    def _wake(self) -> None:
        if self._arrived is not None and not self._arrived.done():
            self._arrived.set_result(None)
