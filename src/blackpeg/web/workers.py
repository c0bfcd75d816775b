"""Worker processes that compute within a time and can be ended; what is light never waits for what is heavy."""

from __future__ import annotations

import asyncio
import logging
import os
import resource
from collections import Counter
from collections.abc import AsyncGenerator, Coroutine, Generator
from contextlib import aclosing, suppress
from dataclasses import dataclass
from math import ceil
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any

from ..errors import BlackpegError

log = logging.getLogger("blackpeg")

COMPILING = 90  # seconds more that a task may take while kernels are compiled
MEMORY = 4 * 2**30  # bytes of a worker


class Busy(BlackpegError):
    """Too much was asked at once; the web says 429 and after how many seconds to ask again."""

    def __init__(self, message: str, seconds: float) -> None:
        super().__init__(message)
        self.seconds = max(1, ceil(seconds))


class Overtime(BlackpegError):
    """It took longer than its budget, and was ended."""


@dataclass(frozen=True)
class Lane:
    """Workers for one kind of task."""

    workers: int
    waiting: int  # tasks that may wait
    each: int  # tasks of one visitor at a time
    seconds: float  # that a task may take
    niceness: int = 0  # by which its workers step back behind the others


def lanes() -> dict[str, Lane]:
    cores = os.cpu_count() or 2
    return {
        "moves": Lane(1, waiting=500, each=16, seconds=5),
        "light": Lane(max(1, cores // 2), waiting=100, each=16, seconds=10, niceness=2),
        "heavy": Lane(cores, waiting=8, each=3, seconds=30, niceness=5),
        "spare": Lane(1, waiting=1, each=1, seconds=900, niceness=19),
    }


def work(pipe: Connection, niceness: int) -> None:
    """A worker: do what comes through the pipe until it closes."""
    from ..processes import end_with_parent
    from .jobs import JOBS

    end_with_parent()
    os.nice(niceness)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        while True:
            name, words = pipe.recv()
            try:
                result = JOBS[name](*words)
                if isinstance(result, Generator):
                    for item in result:
                        pipe.send(("item", item))
                    result = None
                pipe.send(("done", result))
            except BlackpegError as error:
                pipe.send(("error", error))
            except MemoryError:
                pipe.send(("error", BlackpegError("this takes more memory than there is")))
            except Exception as error:  # nothing that a task does ends the server; no values, as they may be secrets
                trace, where = error.__traceback__, "?"
                while trace:
                    where, trace = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}", trace.tb_next
                pipe.send(("crash", f"{name}: {type(error).__name__} at {where}"))
    except (EOFError, OSError):
        os._exit(0)


class Worker:
    """A process and its pipe."""

    def __init__(self, niceness: int) -> None:
        context = get_context("forkserver")
        context.set_forkserver_preload(["blackpeg.web.warm"])
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs, niceness), daemon=True)
        self.process.start()
        theirs.close()

    async def receive(self, deadline: float) -> tuple[str, Any]:
        """What it says next; `TimeoutError` at the deadline, `EOFError` where it died."""
        loop = asyncio.get_running_loop()
        ready = loop.create_future()
        loop.add_reader(self.pipe.fileno(), lambda: None if ready.done() else ready.set_result(None))
        try:
            async with asyncio.timeout(max(0.0, deadline - monotonic())):
                await ready
        finally:
            loop.remove_reader(self.pipe.fileno())
        told: tuple[str, Any] = self.pipe.recv()
        return told

    def end(self) -> None:
        self.process.kill()
        self.pipe.close()


class Pool:
    """Lanes with their workers and who waits for them."""

    def __init__(self, chosen: dict[str, Lane] | None = None) -> None:
        self.lanes = chosen or lanes()
        self._idle: dict[str, asyncio.Queue[Worker]] = {}
        self._waiting: Counter[str] = Counter()
        self._busy: Counter[tuple[str, str]] = Counter()
        self._took = dict.fromkeys(self.lanes, 0.3)  # seconds of late, for Retry-After
        self._all: set[Worker] = set()

        self._tasks: set[asyncio.Task[Any]] = set()
        self._compiling = True

    def start(self) -> None:
        """Hire workers; what is asked before they are there waits."""
        for name, lane in self.lanes.items():
            self._idle[name] = asyncio.Queue()
            for _ in range(lane.workers):
                self._hire(name)
        self._do(self._compile())

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        for worker in self._all:
            worker.end()

    def _hire(self, name: str) -> None:
        async def hire() -> None:
            worker = await asyncio.to_thread(Worker, self.lanes[name].niceness)
            self._all.add(worker)
            self._idle[name].put_nowait(worker)

        self._do(hire())

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _compile(self) -> None:
        """After installation kernels are compiled, which takes a minute; until then there is more time."""
        with suppress(BlackpegError):
            await self.run("spare", "compiled")
        self._compiling = False

    async def run(self, lane: str, job: str, *words: Any, visitor: str = "") -> Any:
        """The result of a job."""
        async with aclosing(self._steps(lane, job, words, visitor)) as steps:
            return [value async for _, value in steps][-1]

    async def stream(self, lane: str, job: str, *words: Any, visitor: str = "") -> AsyncGenerator[Any, None]:
        """What a job yields, as it comes."""
        async with aclosing(self._steps(lane, job, words, visitor)) as steps:
            async for kind, value in steps:
                if kind == "item":
                    yield value

    async def _steps(
        self, name: str, job: str, words: tuple[Any, ...], visitor: str
    ) -> AsyncGenerator[tuple[str, Any], None]:
        lane, idle, own = self.lanes[name], self._idle[name], (name, visitor)
        self.refuse_busy(name, visitor)
        self._busy[own] += 1
        self._waiting[name] += 1
        try:
            worker = await idle.get()
        except BaseException:
            self._leave(own)
            raise
        finally:
            self._waiting[name] -= 1
        start, whole = monotonic(), False
        try:
            worker.pipe.send((job, words))
            while True:
                kind, value = await worker.receive(start + lane.seconds + COMPILING * self._compiling)
                whole = kind != "item"
                if kind == "error":
                    raise value
                if kind == "crash":
                    log.error(value)
                    raise BlackpegError("this could not be computed, which is our mistake; it is noted")
                yield kind, value
                if whole:
                    return
        except TimeoutError as error:
            raise Overtime(
                f"this takes more than {lane.seconds:g} seconds, which is all a visitor gets; try another strategy or "
                "a smaller game"
            ) from error
        except (EOFError, OSError) as error:
            raise BlackpegError("the computation was ended; try again") from error
        finally:
            self._leave(own)
            self._took[name] += 0.2 * (monotonic() - start - self._took[name])
            if whole:
                idle.put_nowait(worker)
            else:
                worker.end()
                self._all.discard(worker)
                self._hire(name)

    def refuse_busy(self, name: str, visitor: str) -> None:
        """Raise `Busy` where a task would wait too long, or one visitor asks for too much."""
        lane = self.lanes[name]
        if visitor and self._busy[name, visitor] >= lane.each:
            raise Busy(f"you have {lane.each} computations under way; wait for one of them", self._took[name])
        if self._idle[name].empty() and self._waiting[name] >= lane.waiting:
            seconds = self._took[name] * (lane.waiting + 1) / lane.workers
            raise Busy("too many people ask at once; try again in a moment", seconds)

    def _leave(self, own: tuple[str, str]) -> None:
        self._busy[own] -= 1
        if not self._busy[own]:
            del self._busy[own]
