"""Workers of a Dask cluster, for heavy computations: the side of the server, and the tasks that run on the cluster.

A task lets a child of the Dask worker compute, which the system kills when its time is up; nothing else stops compiled
code. If a Dask worker dies, Dask gives its task to another one. What a job yields comes through a queue of Dask.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import resource
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any
from uuid import uuid4

from ...kernels import watch_compiling
from ...processes import ChildProcess, connect_to_cluster, kill_after
from .compile_clock import COMPILE_SECONDS, ENDED, MAX_COMPILE_SECONDS, STARTED, CompileClock
from .worker_process import MAX_WAITING_MESSAGES, MAX_WORKER_BYTES, Message, run_job

CHILD_NICENESS = 5
BATCH_SECONDS = 0.2  # in which items are collected before they are sent
LATE_SECONDS = 10  # that a job's last message and its end may be apart; then the message is taken to be lost
BEGUN = "begun"  # the kind of the first message about a job, which may have waited for a thread of the cluster
UNFINISHED = "item", STARTED, ENDED  # kinds of messages after which others follow

# On the cluster

_children = threading.local()  # of each thread of a Dask worker


def run_child(pipe: Connection) -> None:
    """The loop of a child process: does the jobs that come through the pipe until it closes."""
    os.nice(CHILD_NICENESS)
    resource.setrlimit(resource.RLIMIT_AS, (MAX_WORKER_BYTES, MAX_WORKER_BYTES))
    seconds_left = 0.0

    def pause() -> None:
        nonlocal seconds_left
        seconds_left = kill_after(MAX_COMPILE_SECONDS)
        with suppress(OSError):  # what is compiled is stored even if nobody listens
            pipe.send((STARTED, None))

    def go_on() -> None:
        kill_after(seconds_left or None)
        with suppress(OSError):
            pipe.send((ENDED, None))

    watch_compiling(pause, go_on)  # compiling is no part of a job's time
    with suppress(EOFError, OSError):
        while True:
            job, arguments, seconds = pipe.recv()
            kill_after(seconds)
            for message in run_job(job, arguments):
                pipe.send(message)
            kill_after(None)


class _Child(ChildProcess):
    """A child process, and whether it is busy with a job that nobody waits for any more."""

    def __init__(self) -> None:
        super().__init__(__name__, "run_child")
        self.is_busy, self.compile_clock = False, CompileClock()

    def receive(self, deadline: float) -> Message:
        """Returns the next message, also about compiling; "setting up" if the child still does when the time is up.

        Who does not compile then is killed by the system, which is `EOFError`.
        """
        if not self.pipe.poll(max(0.0, deadline - monotonic())) and self.compile_clock.runs:
            self.is_busy = True
            return "setting up", None
        message: Message = self.pipe.recv()
        self.compile_clock.hear(message[0])
        return message


def compute(data: bytes, seconds: float, topic: str = "") -> Message | None:
    """Does a pickled job in a child process, and returns its last message; None if the child died.

    With a topic, all messages go to the queue of this name: that the job has begun, that kernels are compiled for it,
    what it yields, and the last one. That is "overtime" if the time was up, and "setting up" if kernels are still being
    compiled; the child then goes on with that.
    """
    outgoing = _Outgoing(topic) if topic else None
    if outgoing is not None:
        outgoing.put((BEGUN, None))
    for message in _messages(data, seconds):
        if outgoing is not None and message is not None:
            outgoing.put(message)
    return message


def _messages(data: bytes, seconds: float) -> Iterator[Message | None]:
    """Yields the messages of a job that a child process of this thread does; the last is None if the child died."""
    child: _Child | None = getattr(_children, "child", None)
    if child is None or child.process.poll() is not None:
        child = _children.child = _Child()
    deadline, message = monotonic() + seconds + COMPILE_SECONDS, ("item", None)
    try:
        if child.is_busy:  # with an earlier job, whose kernels it compiles
            yield STARTED, None
            while child.is_busy:
                message = child.receive(deadline)
                if message[0] == "setting up":
                    yield message
                    return
                child.is_busy = message[0] in UNFINISHED
            yield ENDED, None
        child.compile_clock.reset()
        child.pipe.send((*pickle.loads(data), seconds))
        while True:
            message = child.receive(deadline)
            yield message
            if message[0] not in UNFINISHED:
                return
    except (EOFError, OSError):
        _children.child = None
        is_overtime = child.exit_status() == -signal.SIGALRM and not child.is_busy
        yield ("overtime", None) if is_overtime else None


class _Outgoing:
    """Sends messages to a queue of Dask, several at a time. Each run of a task has a number of its own."""

    def __init__(self, topic: str) -> None:
        self.queue: Any = _queue_class()(topic)
        self.run, self.batch, self.sent = uuid4().hex, list[Message](), monotonic()

    def put(self, message: Message) -> None:
        self.batch.append(message)
        if message[0] != "item" or monotonic() - self.sent > BATCH_SECONDS:
            self.queue.put(pickle.dumps((self.run, self.batch)))
            self.batch, self.sent = [], monotonic()


def _queue_class() -> Any:
    from distributed import Queue  # heavy

    return Queue


# The side of the server


class Cluster:
    """A Dask cluster that computes for the server."""

    def __init__(self, address: str) -> None:
        """Looks at the cluster; an error of one sentence if none answers."""
        client, _ = connect_to_cluster(address)
        try:
            self.threads = sum(client.nthreads().values())
        finally:
            client.close()
        self.address = address
        self._client: Any = None
        self._connecting = asyncio.Lock()

    async def worker(self, seconds: float) -> ClusterWorker:
        """Returns a worker that has so many seconds for a job."""
        async with self._connecting:
            if self._client is None or self._client.status != "running":
                from distributed import Client  # heavy

                client: Any = Client
                self._client = await client(self.address, asynchronous=True, set_as_default=False, timeout=5)
        return ClusterWorker(self._client, seconds)

    async def close(self) -> None:
        if self._client is not None:
            await self._client.close()


class ClusterWorker:
    """A place on the cluster, used like a worker process. Whether the cluster is there shows with the next job."""

    def __init__(self, client: Any, seconds: float) -> None:
        self.client, self.seconds = client, seconds
        self.compile_clock = CompileClock()  # as far as messages about it have come
        self.sent, self.begun = 0.0, False
        self.waited_seconds = 0.0  # of the job until it began on the cluster; 0 before
        self.lost: Callable[[], None] = lambda: None
        self._messages: asyncio.Queue[Message | None] = asyncio.Queue(MAX_WAITING_MESSAGES)
        self._task: asyncio.Task[None] | None = None
        self._ended = False

    def send(self, job: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        """Gives the cluster a job."""
        self._messages = asyncio.Queue(MAX_WAITING_MESSAGES)
        self.compile_clock.reset()
        self.sent, self.begun, self.waited_seconds = monotonic(), False, 0.0
        self._task = asyncio.create_task(self._run(self._stream(pickle.dumps((job, arguments)))))

    async def receive(self) -> Message:
        """Returns the next message; `EOFError` if the computation was lost."""
        if self._ended and self._messages.empty():
            raise EOFError
        message = await self._messages.get()
        if message is None:
            raise EOFError
        return message

    def end(self) -> None:
        """Leaves the job; the cluster kills it when its time is up."""
        self._ended = True
        if self._task is not None:
            self._task.cancel()
        with suppress(asyncio.QueueFull):
            self._messages.put_nowait(None)

    async def _run(self, work: Any) -> None:
        try:
            await work
        except Exception:  # whatever the cluster reports: it is gone, or the job is
            await self._messages.put(None)

    async def _stream(self, data: bytes) -> None:
        """Passes on what a job yields. If it is done again on another worker, what was passed on is not repeated."""
        topic, run = f"blackpeg-{uuid4().hex}", None
        queue: Any = await _queue_class()(topic, client=self.client, maxsize=MAX_WAITING_MESSAGES)
        future = self.client.submit(compute, data, self.seconds, topic, pure=False)
        ended, arrived = asyncio.ensure_future(_result(future)), None
        try:
            while True:
                arrived = asyncio.ensure_future(queue.get())
                await asyncio.wait([arrived, ended], return_when="FIRST_COMPLETED")
                if not arrived.done():
                    if await ended is None:
                        raise EOFError  # the child process died
                    await asyncio.wait([arrived], timeout=LATE_SECONDS)
                if not arrived.done():
                    raise EOFError  # the job is done, and its last message was lost on the way
                other, messages = pickle.loads(await arrived)
                if run not in (None, other):
                    raise EOFError  # a second run after the first has begun to yield
                for message in messages:
                    if message[0] == BEGUN:
                        self._note_begin()
                    elif not self.compile_clock.hear(message[0]):
                        run = other
                        await self._messages.put(message)
                if messages[-1][0] not in (*UNFINISHED, BEGUN):
                    await asyncio.wait([ended], timeout=LATE_SECONDS)  # so that no task is released while it runs
                    return
        finally:
            for one in (ended, arrived):
                if one is not None:
                    one.cancel()
            future.release()
            queue.close()

    def _note_begin(self) -> None:
        """Notes that the job has begun, perhaps once more on another worker."""
        self.begun, self.waited_seconds = True, monotonic() - self.sent
        self.compile_clock.reset()


async def _result(future: Any) -> Any:
    return await future
