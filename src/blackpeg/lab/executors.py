"""Executors of tasks: in this process, in processes of this machine, or on a Dask cluster.

The records are the same wherever they are played, since a task depends on nothing but its own text. Workers only play;
the process that calls `play_batches` writes the store.
"""

from __future__ import annotations

import os
import socket
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from multiprocessing import connection, get_context
from multiprocessing.context import ForkServerContext
from time import perf_counter
from typing import Any, NamedTuple

from ..errors import BlackpegError
from ..processes import connect_to_cluster, end_with_parent, machine_facts
from .experiment import Record, Series, Task, play_tasks

BATCH_SECONDS = 0.3  # how long a batch should take
MAX_BATCH_TASKS = 2000
MAX_TRIES = 3  # workers that may die while they play a batch


class Batch(NamedTuple):
    """Records that a worker played together, the worker, the seconds they took, and facts of the worker's machine."""

    records: list[Record]
    worker: str
    seconds: float
    facts: dict[str, Any] | None = None


class Failure(NamedTuple):
    """The error of a batch that could not be played."""

    message: str


def play_batch(tasks: list[Task]) -> Batch | Failure:
    """Plays some tasks in the process that this runs in."""
    start = perf_counter()
    try:
        records = list(play_tasks(tasks))
    except BlackpegError as error:
        return Failure(f"{tasks[0]}: {error}")
    return Batch(records, f"{socket.gethostname()}:{os.getpid()}", perf_counter() - start, machine_facts())


def play_batches(tasks: Iterable[Task], jobs: int = 1, cluster: str | None = None) -> Iterator[Batch]:
    """Plays tasks and yields batches of records as they are done, in any order."""
    if cluster is not None:
        results = _play_on_cluster(tasks, cluster)
    elif jobs > 1:
        results = _play_in_processes(tasks, jobs)
    else:
        results = _play_here(tasks)
    for result in results:
        if isinstance(result, Failure):
            raise BlackpegError(result.message)
        yield result


class Batches:
    """Cuts tasks into batches of one series each that take about BATCH_SECONDS."""

    def __init__(self, tasks: Iterable[Task]) -> None:
        self._tasks = iter(tasks)
        self._ahead: deque[Task] = deque()  # at most one task, of the next series
        self._returned: deque[list[Task]] = deque()  # batches whose worker died
        self._seconds = dict[Series, float]()  # that a task of a series takes

    def next(self) -> list[Task]:
        """Returns the next batch, which is empty at the end."""
        if self._returned:
            return self._returned.popleft()
        if not self._ahead:
            self._ahead.extend(islice(self._tasks, 1))
        if not self._ahead:
            return []
        series = self._ahead[0].series
        each = self._seconds.get(series)
        wanted = 1 if each is None else max(1, min(MAX_BATCH_TASKS, int(BATCH_SECONDS / max(each, 1e-9))))
        batch = [self._ahead.popleft()]
        while len(batch) < wanted:
            task = next(self._tasks, None)
            if task is None:
                break
            if task.series != series:
                self._ahead.append(task)
                break
            batch.append(task)
        return batch

    def learn_seconds(self, tasks: list[Task], seconds: float) -> None:
        """Learns how long tasks of a series take: the first time at once, then as a moving average."""
        series, each = tasks[0].series, seconds / len(tasks)
        before = self._seconds.get(series)
        self._seconds[series] = each if before is None else 0.7 * before + 0.3 * each

    def put_back(self, tasks: list[Task]) -> None:
        """Takes back a batch that was not played."""
        self._returned.append(tasks)


def _play_here(tasks: Iterable[Task]) -> Iterator[Batch | Failure]:
    batches = Batches(tasks)
    while batch := batches.next():
        result = play_batch(batch)
        if isinstance(result, Batch):
            batches.learn_seconds(batch, result.seconds)
        yield result


# Processes of this machine


def _run_worker(pipe: connection.Connection) -> None:
    """Plays the batches that come through a pipe until it closes; this is the main function of a worker process."""
    end_with_parent()
    try:
        while True:
            pipe.send(play_batch(pipe.recv()))
    except (EOFError, OSError):
        os._exit(0)


class _Worker:
    def __init__(self, context: ForkServerContext) -> None:
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_run_worker, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.batch: list[Task] = []

    def give(self, batch: list[Task]) -> None:
        self.batch = batch
        self.pipe.send(batch)


def _play_in_processes(tasks: Iterable[Task], jobs: int) -> Iterator[Batch | Failure]:
    context = get_context("forkserver")
    context.set_forkserver_preload(["blackpeg.lab.executors", "blackpeg.lab.worker_preload"])
    batches, deaths = Batches(tasks), dict[Task, int]()
    workers = {worker.pipe: worker for worker in (_Worker(context) for _ in range(jobs))}
    try:
        for worker in list(workers.values()):
            _give_next(worker, batches)
        while busy := [pipe for pipe, worker in workers.items() if worker.batch]:
            for pipe in connection.wait(busy):
                worker = workers[pipe]  # type: ignore[index]
                batch, worker.batch = worker.batch, []
                try:
                    result = worker.pipe.recv()
                except (EOFError, OSError):  # it was killed: a new worker plays its tasks, one by one
                    deaths[batch[0]] = deaths.get(batch[0], 0) + 1
                    if deaths[batch[0]] >= MAX_TRIES:
                        yield Failure(f"{batch[0]}: {MAX_TRIES} workers died of it")
                        return
                    for task in batch:
                        batches.put_back([task])
                    del workers[worker.pipe]
                    worker = _Worker(context)
                    workers[worker.pipe] = worker
                    _give_next(worker, batches)
                    continue
                if isinstance(result, Batch):
                    batches.learn_seconds(batch, result.seconds)
                _give_next(worker, batches)
                yield result
    finally:
        for worker in workers.values():
            worker.pipe.close()
            worker.process.terminate()
        for worker in workers.values():
            worker.process.join(2)


def _give_next(worker: _Worker, batches: Batches) -> None:
    batch = batches.next()
    if batch:
        worker.give(batch)


# A Dask cluster


def _play_on_cluster(tasks: Iterable[Task], address: str) -> Iterator[Batch | Failure]:
    client, as_completed = connect_to_cluster(address)
    batches = Batches(tasks)
    try:
        submitted: dict[Any, list[Task]] = {}
        waiting = as_completed(loop=client.loop)

        def submit_next() -> bool:
            batch = batches.next()
            if batch:
                future = client.submit(play_batch, batch, pure=False, retries=MAX_TRIES)
                submitted[future] = batch
                waiting.add(future)
            return bool(batch)

        def wanted() -> int:  # two batches a thread, so that no worker waits
            return 2 * max(1, sum(client.nthreads().values()))

        while len(submitted) < wanted() and submit_next():
            pass
        while submitted:
            future = next(waiting)
            batch = submitted.pop(future)
            try:
                result = future.result()
            except Exception as error:  # anything may be raised on another machine
                result = Failure(f"{batch[0]}: the cluster reports {type(error).__name__}: {error}")
            if isinstance(result, Batch):
                batches.learn_seconds(batch, result.seconds)
            while len(submitted) < wanted() and submit_next():
                pass
            yield result
    finally:
        client.close()
