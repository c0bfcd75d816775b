"""Worker processes in lanes, each with its time limit; quick jobs never wait for long ones."""

from __future__ import annotations

import asyncio
import logging
import os
import resource
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from contextlib import aclosing, suppress
from dataclasses import dataclass
from math import ceil
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any

from ..errors import BlackpegError
from ..position import Position
from .worker_jobs import compile_all

log = logging.getLogger("blackpeg")

COMPILE_SECONDS = 90  # extra time for every job while kernels are still being compiled
MAX_WORKER_BYTES = 4 * 2**30


class Busy(BlackpegError):
    """Too much was asked at once; the web answers with status 429 and says when to ask again."""

    def __init__(self, message: str, seconds: float) -> None:
        super().__init__(message)
        self.seconds = max(1, ceil(seconds))


class Overtime(BlackpegError):
    """A job took longer than its lane allows and was ended."""


@dataclass(frozen=True)
class Lane:
    """The workers for one kind of job, and the limits of such jobs."""

    workers: int
    max_waiting: int  # jobs in the queue
    max_per_visitor: int  # jobs of one visitor, waiting or running
    max_seconds: float  # of one job
    niceness: int = 0  # of the worker processes; a higher one yields to the others


def default_lanes() -> dict[str, Lane]:
    cores = os.cpu_count() or 2
    return {
        "moves": Lane(1, max_waiting=500, max_per_visitor=16, max_seconds=5),
        "light": Lane(max(1, cores // 2), max_waiting=100, max_per_visitor=16, max_seconds=10, niceness=2),
        "heavy": Lane(cores, max_waiting=8, max_per_visitor=3, max_seconds=30, niceness=5),
        "spare": Lane(1, max_waiting=1, max_per_visitor=1, max_seconds=900, niceness=19),
    }


def run_worker(pipe: Connection, niceness: int) -> None:
    """The loop of a worker process: does the jobs that come through the pipe until it closes."""
    from ..processes import end_with_parent

    end_with_parent()
    os.nice(niceness)
    resource.setrlimit(resource.RLIMIT_AS, (MAX_WORKER_BYTES, MAX_WORKER_BYTES))
    try:
        while True:
            job, arguments = pipe.recv()
            try:
                result = job(*(_replay(one) if isinstance(one, Position) else one for one in arguments))
                if isinstance(result, Generator):
                    for item in result:
                        pipe.send(("item", item))
                    result = None
                pipe.send(("done", result))
            except BlackpegError as error:
                pipe.send(("error", error))
            except MemoryError:
                pipe.send(("error", BlackpegError("this takes more memory than there is")))
            except Exception as error:  # no job may end the server; values are left out, as they may be secrets
                trace, where = error.__traceback__, "?"
                while trace:
                    where, trace = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}", trace.tb_next
                pipe.send(("crash", f"{job.__name__}: {type(error).__name__} at {where}"))
    except (EOFError, OSError):
        os._exit(0)


def _replay(position: Position) -> Position:
    """The same position with its parents, which are not sent through a pipe and hold what was listed and counted."""
    replayed = Position(position.game)
    for turn in position.history:
        replayed = replayed.after(turn.guess, turn.feedback)
    return replayed


class Worker:
    """A process and the pipe to it."""

    def __init__(self, niceness: int) -> None:
        context = get_context("forkserver")
        context.set_forkserver_preload(["blackpeg.web.worker_preload"])
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=run_worker, args=(theirs, niceness), daemon=True)
        self.process.start()
        theirs.close()

    async def receive(self, deadline: float) -> tuple[str, Any]:
        """Returns the next message; `TimeoutError` at the deadline, `EOFError` if the process died."""
        loop = asyncio.get_running_loop()
        ready = loop.create_future()
        loop.add_reader(self.pipe.fileno(), lambda: None if ready.done() else ready.set_result(None))
        try:
            async with asyncio.timeout(max(0.0, deadline - monotonic())):
                await ready
        finally:
            loop.remove_reader(self.pipe.fileno())
        message: tuple[str, Any] = self.pipe.recv()
        return message

    def end(self) -> None:
        self.process.kill()
        self.pipe.close()


class Pool:
    """The lanes, their workers, and the jobs that wait for them."""

    def __init__(self, lanes: dict[str, Lane] | None = None) -> None:
        self.lanes = lanes or default_lanes()
        self._idle: dict[str, asyncio.Queue[Worker]] = {}  # workers by lane
        self._waiting: Counter[str] = Counter()  # jobs by lane
        self._jobs: Counter[tuple[str, str]] = Counter()  # jobs, waiting or running, by lane and visitor
        self._seconds = dict.fromkeys(self.lanes, 0.3)  # moving average of a lane's jobs, for Retry-After
        self._workers: set[Worker] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._compiling = True

    def start(self) -> None:
        """Start the workers in the background; jobs that come before they are ready wait."""
        for name, lane in self.lanes.items():
            self._idle[name] = asyncio.Queue()
            for _ in range(lane.workers):
                self._hire(name)
        self._run_in_background(self._compile())

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        for worker in self._workers:
            worker.end()

    def _hire(self, name: str) -> None:
        """Start a worker of a lane in the background."""

        async def hire() -> None:
            worker = await asyncio.to_thread(Worker, self.lanes[name].niceness)
            self._workers.add(worker)
            self._idle[name].put_nowait(worker)

        self._run_in_background(hire())

    def _run_in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _compile(self) -> None:
        """Compile all kernels, which takes a minute after installation; until then jobs get more time."""
        with suppress(BlackpegError):
            await self.run("spare", compile_all)
        self._compiling = False

    async def run(self, lane: str, job: Callable[..., Any], *arguments: Any, visitor: str = "") -> Any:
        """Returns the result of a job."""
        async with aclosing(self._messages(lane, job, arguments, visitor)) as messages:
            return [value async for _, value in messages][-1]

    async def stream(
        self, lane: str, job: Callable[..., Any], *arguments: Any, visitor: str = ""
    ) -> AsyncGenerator[Any, None]:
        """Yields what a job yields, as it comes."""
        async with aclosing(self._messages(lane, job, arguments, visitor)) as messages:
            async for kind, value in messages:
                if kind == "item":
                    yield value

    async def _messages(
        self, name: str, job: Callable[..., Any], arguments: tuple[Any, ...], visitor: str
    ) -> AsyncGenerator[tuple[str, Any], None]:
        """Waits for a worker, gives it the job, and yields its messages. A worker that was not done in time ends."""
        lane, idle = self.lanes[name], self._idle[name]
        self.refuse_busy(name, visitor)
        self._jobs[name, visitor] += 1
        self._waiting[name] += 1
        try:
            worker = await idle.get()
        except BaseException:
            self._release(name, visitor)
            raise
        finally:
            self._waiting[name] -= 1
        start, finished = monotonic(), False
        try:
            worker.pipe.send((job, arguments))
            while True:
                kind, value = await worker.receive(start + lane.max_seconds + COMPILE_SECONDS * self._compiling)
                finished = kind != "item"
                if kind == "error":
                    raise value
                if kind == "crash":
                    log.error(value)
                    raise BlackpegError("this could not be computed, which is our mistake; it is noted")
                yield kind, value
                if finished:
                    return
        except TimeoutError as error:
            raise Overtime(
                f"this takes more than {lane.max_seconds:g} seconds, which is all a visitor gets; try another strategy "
                "or a smaller game"
            ) from error
        except (EOFError, OSError) as error:
            raise BlackpegError("the computation was ended; try again") from error
        finally:
            self._release(name, visitor)
            self._seconds[name] += 0.2 * (monotonic() - start - self._seconds[name])
            if finished:
                idle.put_nowait(worker)
            else:
                worker.end()
                self._workers.discard(worker)
                self._hire(name)

    def refuse_busy(self, name: str, visitor: str) -> None:
        """Raises `Busy` if the queue of a lane is full, or the visitor has too many jobs in it."""
        lane = self.lanes[name]
        if visitor and self._jobs[name, visitor] >= lane.max_per_visitor:
            raise Busy(
                f"you have {lane.max_per_visitor} computations under way; wait for one of them", self._seconds[name]
            )
        if self._idle[name].empty() and self._waiting[name] >= lane.max_waiting:
            seconds = self._seconds[name] * (lane.max_waiting + 1) / lane.workers
            raise Busy("too many people ask at once; try again in a moment", seconds)

    def _release(self, name: str, visitor: str) -> None:
        """Count one job less."""
        self._jobs[name, visitor] -= 1
        if not self._jobs[name, visitor]:
            del self._jobs[name, visitor]
