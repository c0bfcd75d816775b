"""Worker processes in lanes, each with its time limit; quick jobs never wait for long ones."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, suppress
from dataclasses import replace
from math import ceil
from typing import Any

from ..errors import BlackpegError
from .lanes.cluster import Cluster, ClusterWorker
from .lanes.compile_clock import COMPILE_SECONDS, RETRY_SECONDS, SAVE_SECONDS
from .lanes.fair_queue import Asker
from .lanes.lane import Lane, LaneState, RunningLane, Ticket, Worker, default_lanes
from .lanes.worker_process import Message, WorkerProcess
from .worker_jobs import compile_all, is_compiled

log = logging.getLogger("blackpeg")

CLUSTER_SECONDS = 10  # that the cluster may be late: to begin a job, and to say that its time was up
MAX_TRIES = 2  # workers that may die while they have a job; the second is another worker
MAX_PAUSE_SECONDS = 1.0  # before a worker that could not be started, or died without a job, is tried again


class Busy(BlackpegError):
    """Too much was asked at once; the web answers with status 429 and says when to ask again."""

    def __init__(self, message: str, seconds: float) -> None:
        super().__init__(message)
        self.seconds = max(1, ceil(seconds))


class Overtime(BlackpegError):
    """A job took longer than its lane allows and was ended."""


class SettingUp(Busy):
    """Kernels that a job needs are still being compiled, as happens once after installation."""

    def __init__(self) -> None:
        text = "the server is still being set up: it compiles what this needs, once; try again in {} seconds"
        super().__init__(text.format(RETRY_SECONDS), RETRY_SECONDS)


class Pool:
    """The lanes, their workers, and the jobs that wait for them."""

    def __init__(self, lanes: dict[str, Lane] | None = None, cluster: Cluster | None = None) -> None:
        """With a cluster, heavy jobs are done there, as many at a time as it has threads now."""
        limits = lanes or default_lanes()
        if cluster is not None:
            threads = max(1, cluster.threads)
            limits["heavy"] = replace(limits["heavy"], workers=threads, max_waiting=4 * threads)
        self._lanes = {name: RunningLane(name, lane) for name, lane in limits.items()}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._hiring = ThreadPoolExecutor(1, "hiring")  # of its own, so that nothing else keeps workers from starting
        self._cluster = cluster
        self._compiling = True

    def start(self) -> None:
        """Start the workers in the background; jobs that come before they are ready wait."""
        for lane in self._lanes.values():
            for _ in range(lane.limits.workers):
                self._hire(lane)
        self._run_in_background(self._compile())

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        for lane in self._lanes.values():
            for worker in lane.workers:
                worker.end()
        self._hiring.shutdown(wait=False, cancel_futures=True)

    def states(self) -> list[LaneState]:
        """Returns how the lanes are."""
        return [lane.state() for lane in self._lanes.values()]

    def _hire(self, lane: RunningLane) -> None:
        """Start a worker of a lane in the background. What prevents it, such as a lack of files, is over sometime."""

        async def hire() -> None:
            pause = MAX_PAUSE_SECONDS / 16
            if lane.early_deaths:
                await asyncio.sleep(min(MAX_PAUSE_SECONDS, pause * 2**lane.early_deaths))
            failed = False
            while True:
                lane.starting += not failed
                try:
                    worker = await self._start_worker(lane)
                    break
                except Exception as error:
                    log.error("no worker could be started for %s: %s", lane.name, error)
                finally:
                    lane.starting -= not failed
                failed = True
                await asyncio.sleep(pause)
                pause = min(MAX_PAUSE_SECONDS, 2 * pause)
            worker.lost = lambda: self._retire(lane, worker)
            lane.workers.add(worker)
            lane.put_back(worker)

        self._run_in_background(hire())

    async def _start_worker(self, lane: RunningLane) -> Worker:
        if self._cluster is not None and lane.name == "heavy":
            return await self._cluster.worker(lane.limits.max_seconds)
        loop = asyncio.get_running_loop()
        worker = await loop.run_in_executor(self._hiring, WorkerProcess, lane.limits.niceness)
        await worker.connect()
        return worker

    def _retire(self, lane: RunningLane, worker: Worker) -> None:
        """Ends a worker that has died or was not done in time, and starts another."""
        if worker not in lane.workers:
            return
        if worker in lane.idle:
            lane.idle.remove(worker)
            lane.early_deaths += 1
        lane.workers.discard(worker)
        worker.end()
        self._hire(lane)

    def _run_in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _compile(self) -> None:
        """Compile all kernels, which takes a minute after installation; until then jobs get more time."""
        if not is_compiled():
            with suppress(BlackpegError):
                await self.run("spare", compile_all)
        self._compiling = False

    async def run(
        self, lane: str, job: Callable[..., Any], *arguments: Any, visitor: str = "", address: str = ""
    ) -> Any:
        """Returns the result of a job."""
        async with aclosing(self._messages(lane, job, arguments, Asker(address, visitor))) as messages:
            return [value async for _, value in messages][-1]

    async def stream(
        self, lane: str, job: Callable[..., Any], *arguments: Any, visitor: str = "", address: str = ""
    ) -> AsyncGenerator[Any, None]:
        """Yields what a job yields, as it comes."""
        async with aclosing(self._messages(lane, job, arguments, Asker(address, visitor))) as messages:
            async for kind, value in messages:
                if kind == "item":
                    yield value

    async def _messages(
        self, name: str, job: Callable[..., Any], arguments: tuple[Any, ...], asker: Asker
    ) -> AsyncGenerator[Message, None]:
        """Yields the messages of a job. If its worker dies before the first, another worker does it."""
        lane = self._lanes[name]
        self.refuse_busy(name, *asker)
        lane.jobs[asker.visitor] += 1
        lane.address_jobs[asker.address] += 1
        tries, answered = 0, False
        try:
            while True:
                try:
                    async with aclosing(self._try(lane, job, arguments, asker)) as messages:
                        async for message in messages:
                            answered = True
                            yield message
                    return
                except EOFError as error:
                    tries += 1
                    if answered or tries == MAX_TRIES:
                        raise BlackpegError("the computation was ended; try again") from error
        finally:
            lane.jobs -= Counter([asker.visitor])
            lane.address_jobs -= Counter([asker.address])

    async def _try(
        self, lane: RunningLane, job: Callable[..., Any], arguments: tuple[Any, ...], asker: Asker
    ) -> AsyncGenerator[Message, None]:
        """Waits for a worker, gives it the job, and yields its messages; `EOFError` if the worker dies.

        A worker that is not done in time ends, also if that is because nobody takes what it yields; so does one that
        yields nothing for too long. Compiling does not count, and is not ended: who can't wait for it is told so, and
        the next one has it.
        """
        ticket = await self._wait_in_line(lane, asker)
        worker, over, late = ticket.result(), False, False
        max_silent = lane.limits.max_silent_seconds or lane.limits.max_seconds
        problem: BlackpegError = _overtime("this takes", lane.limits.max_seconds)
        loop = asyncio.get_running_loop()
        began = yielded = loop.time()
        timer = loop.call_later(max_silent, lambda: stop())

        def release(finished: bool) -> None:
            nonlocal over
            if over:
                return
            over = True
            timer.cancel()
            lane.seconds += 0.2 * (lane.queue.finish(ticket) - lane.seconds)
            if finished:
                lane.early_deaths = 0
                lane.put_back(worker)
            else:
                self._leave(lane, worker)

        def stop() -> None:
            nonlocal late, problem, timer
            compiling = self._compile_seconds(worker)
            silent_left = yielded + max_silent + compiling - loop.time()
            seconds_left = min(began + lane.limits.max_seconds + compiling - loop.time(), silent_left)
            if seconds_left > 0:  # it has compiled or yielded something meanwhile
                timer = loop.call_later(seconds_left, stop)
                return
            late = True
            if silent_left <= 0 and lane.limits.max_silent_seconds is not None:
                problem = _overtime("a turn of this takes", max_silent)
            if worker.compile_clock.runs:
                problem = SettingUp()
            elif isinstance(worker, ClusterWorker) and not worker.begun:
                log.error(
                    "the cluster has not begun a job within %g seconds", lane.limits.max_seconds + CLUSTER_SECONDS
                )
                problem = _too_many(lane.seconds)
            release(False)

        try:
            worker.send(job, arguments)
            finished = False
            while not finished:
                if late:
                    raise EOFError
                kind, value = await worker.receive()
                yielded = loop.time()
                if finished := kind != "item":
                    release(finished)
                if kind in ("overtime", "setting up"):  # on the cluster
                    raise problem if kind == "overtime" else SettingUp()
                if kind == "error":
                    raise value
                if kind == "crash":
                    log.error(value)
                    raise BlackpegError("this could not be computed, which is our mistake; it is noted")
                yield kind, value
        except (EOFError, OSError) as error:
            if not late:
                raise EOFError from error
            raise problem from error
        finally:
            release(False)

    def _compile_seconds(self, worker: Worker) -> float:
        """Returns how much longer the job of a worker may take because of what is compiled, or of the cluster."""
        if isinstance(worker, ClusterWorker):
            return CLUSTER_SECONDS + worker.waited_seconds + min(COMPILE_SECONDS, worker.compile_clock.seconds)
        return COMPILE_SECONDS if self._compiling else min(COMPILE_SECONDS, worker.compile_clock.seconds)

    def _leave(self, lane: RunningLane, worker: Worker) -> None:
        """Ends a worker with a job that nobody waits for; if it compiles, not before that is done and stored."""
        if isinstance(worker, ClusterWorker) or not worker.compile_clock.is_saving:
            self._retire(lane, worker)
            return

        loop = asyncio.get_running_loop()
        timer = loop.call_later(SAVE_SECONDS, lambda: end())

        def end() -> None:
            nonlocal timer
            if worker.compile_clock.is_saving:
                timer = loop.call_later(SAVE_SECONDS, end)
            else:
                self._retire(lane, worker)

        def free() -> None:
            timer.cancel()
            lane.put_back(worker)

        worker.abandon(free)

    async def _wait_in_line(self, lane: RunningLane, asker: Asker) -> Ticket:
        """Returns a ticket with a worker; raises `Busy` if none was free in time."""
        ticket: Ticket = asyncio.get_running_loop().create_future()
        lane.queue.add(ticket, asker)
        lane.assign()
        try:
            async with asyncio.timeout(lane.limits.max_waiting_seconds + COMPILE_SECONDS * self._compiling):
                await asyncio.wait([ticket])
            ticket.result()
            return ticket
        except BaseException as error:
            lane.queue.discard(ticket)
            if ticket.done() and not ticket.exception():  # a worker came at the last moment
                lane.queue.finish(ticket)
                lane.put_back(ticket.result())
            if isinstance(error, TimeoutError):
                raise (SettingUp() if lane.is_compiling else _too_many(lane.seconds)) from error
            raise

    def refuse_busy(self, name: str, address: str, visitor: str) -> None:
        """Raises `Busy` if the visitor has too many jobs in a lane, or its queue is full.

        If the queue is full of somebody's many jobs, the last of them gives way and is refused instead.
        """
        lane = self._lanes[name]
        limits = lane.limits
        if visitor and lane.jobs[visitor] >= limits.max_per_visitor:
            raise Busy(f"you have {limits.max_per_visitor} computations under way; wait for one of them", lane.seconds)
        if address and limits.max_per_address is not None and lane.address_jobs[address] >= limits.max_per_address:
            text = (
                f"there are {limits.max_per_address} such computations under way at your address; wait for one of them"
            )
            raise Busy(text, lane.seconds)
        if not lane.idle and len(lane.queue) >= limits.max_waiting:
            busy = _too_many(lane.seconds * (limits.max_waiting + 1) / max(1, limits.workers))
            worst = lane.queue.worst(Asker(address, visitor))
            if worst is None:
                raise busy
            lane.queue.discard(worst)
            worst.set_exception(busy)


def _overtime(what: str, seconds: float) -> Overtime:
    return Overtime(
        f"{what} more than {seconds:g} seconds, which is all a visitor gets; try another strategy or a smaller game"
    )


def _too_many(seconds: float) -> Busy:
    return Busy("too many people ask at once; try again in a moment", seconds)
