"""Where tasks are played: in this process, in processes of this machine, or on a Dask cluster.

Whatever plays them, the rows are the same: a task depends on nothing but its own text. One process, the one
that calls `run`, writes them.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import socket
from collections import deque
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from multiprocessing import connection, get_context
from multiprocessing.context import ForkServerContext
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from ..errors import BlackpegError
from ..game import Game
from ..processes import connect_to_cluster, end_with_parent
from ..solver.tree_library import tree_path
from ..strategies import make
from .experiment import Record, Task, run_tasks

BATCH_SECONDS = 0.3  # how long a batch should take
LARGEST_BATCH = 2000
TRIES = 3  # times a batch is given to a worker that dies of it


class Batch(NamedTuple):
    """What came back: records, who played them, how long it took."""

    records: list[Record]
    worker: str
    seconds: float


class Failed(NamedTuple):
    """What came back when a task could not be played."""

    message: str


PACKAGE = Path(__file__).parents[1]
ABOVE_STRATEGIES = {"strategies", "contract.py", "coach", "puzzles", "lab", "web", "cli"}  # no strategy imports these


@cache
def digest(name: str, game: str) -> str:
    """A digest of the source files that decide how a strategy plays a game.

    These are all rooms below the strategies, the strategy's own file, the module that plays tasks, and the shipped
    trees of the game if the strategy follows them.
    """
    rooms = sorted(path for path in PACKAGE.iterdir() if path.name not in ABOVE_STRATEGIES)
    files = [file for room in rooms for file in ([room] if room.is_file() else sorted(room.rglob("*.py")))]
    own = Path(inspect.getfile(type(make(name))))
    files += [PACKAGE / "lab" / "experiment.py", own]
    if "tree_library" in own.read_text():
        trees = (tree_path(Game.parse(game), objective) for objective in ("average", "worst"))
        files += [path for path in trees if path.exists()]
    total = hashlib.sha256()
    for path in files:
        if path.suffix in (".py", ".xz"):
            total.update(path.read_bytes())
    return total.hexdigest()[:12]


def play_batch(tasks: list[Task]) -> Batch | Failed:
    """Play some tasks, wherever this runs."""
    start = perf_counter()
    try:
        records = list(run_tasks(tasks))
    except BlackpegError as error:
        return Failed(f"{tasks[0]}: {error}")
    return Batch(records, f"{socket.gethostname()}:{os.getpid()}", perf_counter() - start)


def run(tasks: Iterable[Task], jobs: int = 1, cluster: str | None = None) -> Iterator[Batch]:
    """Play tasks and yield batches of records as they are done, in any order."""
    if cluster is not None:
        results = _on_cluster(tasks, cluster)
    elif jobs > 1:
        results = _in_processes(tasks, jobs)
    else:
        results = _here(tasks)
    for result in results:
        if isinstance(result, Failed):
            raise BlackpegError(result.message)
        yield result


class Batches:
    """Cuts tasks into batches that take about as long as they should; a batch is of one series."""

    def __init__(self, tasks: Iterable[Task]) -> None:
        self._tasks = iter(tasks)
        self._ahead: deque[Task] = deque()
        self._again: deque[list[Task]] = deque()
        self._each = dict[Any, float]()  # seconds a task of a series takes

    def next(self) -> list[Task]:
        """The next batch, empty at the end."""
        if self._again:
            return self._again.popleft()
        if not self._ahead:
            self._ahead.extend(islice(self._tasks, 1))
        if not self._ahead:
            return []
        series = self._ahead[0].series
        each = self._each.get(series)
        wanted = 1 if each is None else max(1, min(LARGEST_BATCH, int(BATCH_SECONDS / max(each, 1e-9))))
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

    def took(self, tasks: list[Task], seconds: float) -> None:
        """Learn from a batch how long its tasks take; quickly at first, then from the average."""
        series, each = tasks[0].series, seconds / len(tasks)
        before = self._each.get(series)
        self._each[series] = each if before is None else 0.7 * before + 0.3 * each

    def again(self, tasks: list[Task]) -> None:
        self._again.append(tasks)


def _here(tasks: Iterable[Task]) -> Iterator[Batch | Failed]:
    batches = Batches(tasks)
    while batch := batches.next():
        result = play_batch(batch)
        if isinstance(result, Batch):
            batches.took(batch, result.seconds)
        yield result


# Processes of this machine


def _work(pipe: connection.Connection) -> None:
    """A worker: play what comes through the pipe until it closes."""
    end_with_parent()
    try:
        while True:
            pipe.send(play_batch(pipe.recv()))
    except (EOFError, OSError):
        os._exit(0)


class _Worker:
    def __init__(self, context: ForkServerContext) -> None:
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.batch: list[Task] = []

    def give(self, batch: list[Task]) -> None:
        self.batch = batch
        self.pipe.send(batch)


def _in_processes(tasks: Iterable[Task], jobs: int) -> Iterator[Batch | Failed]:
    context = get_context("forkserver")
    context.set_forkserver_preload(["blackpeg.lab.engine", "blackpeg.lab.warm"])
    batches, deaths = Batches(tasks), dict[Task, int]()
    workers = {worker.pipe: worker for worker in (_Worker(context) for _ in range(jobs))}
    try:
        for worker in list(workers.values()):
            _give_or_drop(worker, batches)
        while busy := [pipe for pipe, worker in workers.items() if worker.batch]:
            for pipe in connection.wait(busy):
                worker = workers[pipe]  # type: ignore[index]
                batch, worker.batch = worker.batch, []
                try:
                    result = worker.pipe.recv()
                except (EOFError, OSError):  # killed: a new worker takes its tasks
                    deaths[batch[0]] = deaths.get(batch[0], 0) + 1
                    if deaths[batch[0]] >= TRIES:
                        yield Failed(f"{batch[0]}: {TRIES} workers died of it")
                        return
                    for task in batch:
                        batches.again([task])
                    del workers[worker.pipe]
                    worker = _Worker(context)
                    workers[worker.pipe] = worker
                    _give_or_drop(worker, batches)
                    continue
                if isinstance(result, Batch):
                    batches.took(batch, result.seconds)
                _give_or_drop(worker, batches)
                yield result
    finally:
        for worker in workers.values():
            worker.pipe.close()
            worker.process.terminate()
        for worker in workers.values():
            worker.process.join(2)


def _give_or_drop(worker: _Worker, batches: Batches) -> None:
    batch = batches.next()
    if batch:
        worker.give(batch)


# A Dask cluster


def _on_cluster(tasks: Iterable[Task], address: str) -> Iterator[Batch | Failed]:
    client, as_completed = connect_to_cluster(address)
    batches = Batches(tasks)
    try:
        given: dict[Any, list[Task]] = {}
        waiting = as_completed(loop=client.loop)

        def give() -> bool:
            batch = batches.next()
            if batch:
                future = client.submit(play_batch, batch, pure=False, retries=TRIES)
                given[future] = batch
                waiting.add(future)
            return bool(batch)

        def wanted() -> int:
            return 2 * max(1, sum(client.nthreads().values()))

        while len(given) < wanted() and give():
            pass
        while given:
            future = next(waiting)
            batch = given.pop(future)
            try:
                result = future.result()
            except Exception as error:  # whatever a far machine raises
                result = Failed(f"{batch[0]}: the cluster says {type(error).__name__}: {error}")
            if isinstance(result, Batch):
                batches.took(batch, result.seconds)
            while len(given) < wanted() and give():
                pass
            yield result
    finally:
        client.close()
