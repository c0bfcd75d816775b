"""Executors of tasks: in this process, in processes of this machine, or on a Dask cluster.

The records are the same wherever they are played, since a task depends on nothing but its own text. Workers only play;
the process that calls `play_batches` writes the store. If games have a time limit, they are always played in worker
processes, which the system can kill: nothing else stops a game that loops in compiled code. Workers of Dask let a child
process play, so that no game can end a worker.
"""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, suppress
from itertools import islice
from multiprocessing import connection, get_context
from multiprocessing.context import ForkServerContext
from time import monotonic, perf_counter
from traceback import format_exception, format_exception_only
from typing import Any, NamedTuple

from ..errors import BlackpegError
from ..kernels import compile_seconds, watch_compiling
from ..processes import ChildProcess, connect_to_cluster, end_with_parent, kill_after, machine_facts
from .experiment import (
    ALL_SECRETS,
    Record,
    Series,
    Task,
    TurnsByTree,
    grow_turns,
    has_no_chance,
    is_without_tree,
    keep_turns,
    play_tasks,
)
from .source_digest import source_digest

BATCH_SECONDS = 0.3  # how long a batch should take
MAX_BATCH_TASKS = 2000
MAX_TRIES = 3  # workers that may die while they play a task
LONG_GAME_SECONDS = 10  # a game that takes longer is named if the run is interrupted


class Failure(NamedTuple):
    """A game that could not be played, and why."""

    message: str  # one sentence that names the task
    traceback: str = ""

    def error(self) -> BlackpegError:
        """Returns the error to raise; its note is the traceback, which Python shows and `--debug` prints."""
        error = BlackpegError(self.message)
        if self.traceback:
            error.add_note(self.traceback)
        return error


class Batch(NamedTuple):
    """Records that a worker played together, the worker, the seconds they took, and facts of the worker's machine."""

    records: list[Record]
    worker: str
    seconds: float
    setup: float = 0.0  # how many of these seconds went into compiling and growing a tree, which is done once
    failure: Failure | None = None  # of the task after the last record
    facts: dict[str, Any] | None = None  # of the machine that played
    digest: str = ""  # of the code that played


class StoppedGame(NamedTuple):
    """A game that reached the time limit. It has no record: nobody knows how it would have ended."""

    task: Task
    seconds: float


class Death(NamedTuple):
    """The exit status of a worker process that died; a negative number is the signal that killed it."""

    status: int


def failure_of(what: Task | Series, error: BaseException) -> Failure:
    """Returns an exception as one sentence that names the task, with its traceback."""
    said = str(error) if isinstance(error, BlackpegError) else format_exception_only(error)[-1].strip()[:500]
    return Failure(f"{what}: {said} (--debug shows the traceback)", "".join(format_exception(error)))


def play_batch(tasks: list[Task], game_seconds: float | None = None, no_tree: bool = False) -> Batch:
    """Plays some tasks of one series in the process that this runs in, and stops at the first that fails.

    With a time limit this process is killed by a game that reaches it. If the series is said to have no tree, none is
    grown to find that out.
    """
    start, compiled, grown, series = perf_counter(), compile_seconds(), 0.0, tasks[0].series
    records: list[Record] = []
    failure, digest = None, ""
    try:
        digest = source_digest(series.strategy, series.game)
        if no_tree:
            keep_turns(series, None)
        if series.secrets == ALL_SECRETS and has_no_chance(series):
            grown = perf_counter() - start - (compile_seconds() - compiled)
        if game_seconds is not None:
            kill_after(game_seconds)
        for record in play_tasks(tasks):
            records.append(record)
            if game_seconds is not None:
                kill_after(game_seconds)
    except KeyboardInterrupt as stop:
        _name_long_games(stop, tasks[len(records) :][:1], perf_counter() - start)
        raise
    except (Exception, SystemExit) as error:  # strategies of other packages may raise anything
        failure = failure_of(tasks[len(records)], error)
    finally:
        if game_seconds is not None:
            kill_after(None)
    setup = grown + compile_seconds() - compiled
    return Batch(records, _own_name(), perf_counter() - start, setup, failure, machine_facts(), digest)


def _own_name() -> str:
    return f"{socket.gethostname()}:{os.getpid()}"


def _name_long_games(stop: KeyboardInterrupt, tasks: list[Task], seconds: float) -> None:
    """Notes in an interrupt which game was going on, if it took long; the task is one of those given."""
    if seconds > LONG_GAME_SECONDS and tasks:
        which = f"{tasks[0]}" if len(tasks) == 1 else f"one of the games from {tasks[0]} to {tasks[-1].number}"
        stop.add_note(f"{which} had been going on for {seconds:.0f} s; --game-seconds stops such games")


def play_batches(
    tasks: Iterable[Task], jobs: int = 1, cluster: str | None = None, game_seconds: float | None = None
) -> Iterator[Batch | StoppedGame]:
    """Plays tasks and yields batches of records as they are done, in any order, and games that reached the time limit.

    Raises an error at the first task that fails, after the records that were played before it are yielded.
    """
    results: Generator[Batch | Failure | StoppedGame, None, None]
    if cluster is not None:
        results = _play_on_cluster(tasks, cluster, game_seconds)
    elif jobs > 1 or game_seconds is not None:
        results = _play_in_processes(tasks, jobs, game_seconds)
    else:
        results = _play_here(tasks)
    with closing(results):  # ends workers and connections at once, also after an error
        for result in results:
            if isinstance(result, Failure):
                raise result.error()
            if isinstance(result, StoppedGame) or result.records:
                yield result
            if isinstance(result, Batch) and result.failure is not None:
                raise result.failure.error()


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

    def take_result(self, tasks: list[Task], result: Batch) -> Batch:
        """Learns how long tasks of a series take from a batch that was played."""
        if result.records:
            self.learn_seconds(tasks[: len(result.records)], result.seconds - result.setup)
        return result

    def learn_seconds(self, tasks: list[Task], seconds: float) -> None:
        """Learns how long tasks of a series take: the first time at once, then as a moving average."""
        series, each = tasks[0].series, seconds / len(tasks)
        before = self._seconds.get(series)
        self._seconds[series] = each if before is None else 0.7 * before + 0.3 * each

    def put_back(self, tasks: list[Task]) -> None:
        """Takes back a batch that was not played."""
        self._returned.append(tasks)


def _play_here(tasks: Iterable[Task]) -> Generator[Batch, None, None]:
    batches = Batches(tasks)
    while batch := batches.next():
        yield batches.take_result(batch, play_batch(batch))


class _Deaths:
    """Decides what becomes of the tasks of workers that died."""

    def __init__(self, batches: Batches, game_seconds: float | None) -> None:
        self.batches, self.game_seconds, self.counts = batches, game_seconds, Counter[Task]()

    def after(self, tasks: list[Task], death: Death) -> Failure | StoppedGame | None:
        """Returns what a single task led to. Tasks of a batch are put back one by one, to find the one that did it."""
        if len(tasks) > 1:
            for task in tasks:
                self.batches.put_back([task])
            return None
        (task,) = tasks
        if self.game_seconds is not None and death.status == -signal.SIGALRM:
            return StoppedGame(task, self.game_seconds)
        self.counts[task] += 1
        if self.counts[task] < MAX_TRIES:
            self.batches.put_back(tasks)
            return None
        return Failure(f"{task}: {MAX_TRIES} workers died of it, the last {_describe_status(death.status)}")


def _describe_status(status: int) -> str:
    if status >= 0:
        return f"with exit status {status}"
    names = {one.value: one.name for one in signal.Signals}
    return f"of {names.get(-status, f'signal {-status}')}"


# Processes of this machine


def serve_batches(pipe: connection.Connection) -> None:
    """Does the work that comes through a pipe, such as `play_batch` with its arguments, until the pipe closes."""
    left = 0.0

    def pause() -> None:
        nonlocal left
        left = kill_after(None)

    def go_on() -> None:
        if left:
            kill_after(left)

    watch_compiling(pause, go_on)  # compiling is no part of a game
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        while True:
            work, *arguments = pipe.recv()
            pipe.send(work(*arguments))
    except (EOFError, OSError):
        os._exit(0)


def _run_worker(pipe: connection.Connection) -> None:
    """The main function of a worker process."""
    end_with_parent()
    serve_batches(pipe)


class _Worker:
    def __init__(self, context: ForkServerContext) -> None:
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_run_worker, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.batch: list[Task] = []
        self.since = 0.0

    def give(self, batch: list[Task], game_seconds: float | None) -> None:
        self.batch, self.since = batch, monotonic()
        self.send(play_batch, batch, game_seconds, is_without_tree(batch[0].series))

    def send(self, work: Callable[..., object], *arguments: object) -> None:
        with suppress(OSError):  # it is dead, as will be seen when its answer is read
            self.pipe.send((work, *arguments))

    def exit_status(self) -> int:
        self.process.join()
        return self.process.exitcode or 0


def _context() -> ForkServerContext:
    context = get_context("forkserver")
    context.set_forkserver_preload(["blackpeg.lab.executors", "blackpeg.lab.worker_preload"])
    return context


def _end(workers: Iterable[_Worker]) -> None:
    workers = list(workers)
    for worker in workers:
        worker.pipe.close()
        worker.process.terminate()
    for worker in workers:
        worker.process.join(2)


def _play_in_processes(
    tasks: Iterable[Task], jobs: int, game_seconds: float | None
) -> Generator[Batch | Failure | StoppedGame, None, None]:
    context = _context()
    batches = Batches(tasks)
    deaths = _Deaths(batches, game_seconds)
    workers = {worker.pipe: worker for worker in (_Worker(context) for _ in range(jobs))}
    try:
        while True:
            for worker in workers.values():
                if not worker.batch and (batch := batches.next()):
                    worker.give(batch, game_seconds)
            busy = [pipe for pipe, worker in workers.items() if worker.batch]
            if not busy:
                return
            for pipe in connection.wait(busy):
                worker = workers[pipe]  # type: ignore[index]
                batch, worker.batch = worker.batch, []
                result: Batch | Failure | StoppedGame | None
                try:
                    result = batches.take_result(batch, worker.pipe.recv())
                except (EOFError, OSError):
                    del workers[worker.pipe]
                    result = deaths.after(batch, Death(worker.exit_status()))
                    new = _Worker(context)
                    workers[new.pipe] = new
                else:
                    if batch := batches.next():  # at once: it need not wait until the records are stored
                        worker.give(batch, game_seconds)
                if result is not None:
                    yield result
    except KeyboardInterrupt as stop:
        for worker in workers.values():
            _name_long_games(stop, worker.batch, monotonic() - worker.since)
        raise
    finally:
        _end(workers.values())


def grow_trees(
    all_series: Iterable[Series],
    jobs: int = 1,
    game_seconds: float | None = None,
    announce: Callable[[Series], None] = lambda series: None,
) -> Iterator[Series]:
    """Grows the trees of series, where games would be played, and yields each series when its tree is kept here.

    `announce` is called with each series when its tree is begun. A series with a guess that reaches the time limit is
    taken to have no tree, so that its games are played, and stopped, one by one.
    """
    waiting = deque(all_series)
    if jobs == 1 and game_seconds is None:  # as `play_batches` plays here
        for series in waiting:
            announce(series)
            _keep_grown(series, _grow(series))
            yield series
        return
    context, growing, idle = _context(), dict[_Worker, Series](), list[_Worker]()
    try:
        while waiting or growing:
            while waiting and len(growing) < jobs:
                worker, series = idle.pop() if idle else _Worker(context), waiting.popleft()
                announce(series)
                worker.send(_grow, series, game_seconds)
                growing[worker] = series
            ready = connection.wait([worker.pipe for worker in growing])
            for worker in [one for one in growing if one.pipe in ready]:
                series = growing.pop(worker)
                try:
                    grown = worker.pipe.recv()
                except (EOFError, OSError):
                    grown = _after_death(series, worker.exit_status(), game_seconds)
                else:
                    idle.append(worker)
                _keep_grown(series, grown)
                yield series
    finally:
        _end([*growing, *idle])


def _grow(series: Series, game_seconds: float | None = None) -> TurnsByTree | Failure | None:
    try:
        return grow_turns(series, game_seconds)
    except (Exception, SystemExit) as error:  # strategies of other packages may raise anything
        return failure_of(series, error)


def _after_death(series: Series, status: int, game_seconds: float | None) -> Failure | None:
    """Returns what the death of a worker says of the tree that it was growing: None if a guess took too long."""
    if game_seconds is not None and status == -signal.SIGALRM:
        return None
    return Failure(f"{series}: a worker that grew its tree died {_describe_status(status)}")


def _keep_grown(series: Series, grown: TurnsByTree | Failure | None) -> None:
    if isinstance(grown, Failure):
        raise grown.error()
    keep_turns(series, grown)


# A Dask cluster

_children = threading.local()  # of each thread of a Dask worker


def play_in_child(tasks: list[Task], game_seconds: float | None, no_tree: bool) -> Batch | Death:
    """Plays some tasks in a child of this process, which may die without harm to this one."""
    child: ChildProcess | None = getattr(_children, "child", None)
    if child is None or child.process.poll() is not None:
        child = _children.child = ChildProcess(__name__, "serve_batches")
    try:
        child.pipe.send((play_batch, tasks, game_seconds, no_tree))
        result: Batch = child.pipe.recv()
        return result._replace(worker=_own_name())
    except (EOFError, OSError):
        _children.child = None
        return Death(child.exit_status())


def _play_on_cluster(
    tasks: Iterable[Task], address: str, game_seconds: float | None
) -> Generator[Batch | Failure | StoppedGame, None, None]:
    client, as_completed = connect_to_cluster(address)
    batches = Batches(tasks)
    deaths = _Deaths(batches, game_seconds)
    try:
        submitted: dict[Any, list[Task]] = {}
        waiting = as_completed(loop=client.loop)

        def submit_next() -> bool:
            batch = batches.next()
            if batch:
                future = client.submit(
                    play_in_child, batch, game_seconds, is_without_tree(batch[0].series), pure=False, retries=MAX_TRIES
                )
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
            result: Batch | Failure | StoppedGame | None
            try:
                answer = future.result()
            except Exception as error:  # anything may be raised on another machine
                result = Failure(f"{batch[0]}: the cluster reports {type(error).__name__}: {error}")
            else:
                died = isinstance(answer, Death)
                result = deaths.after(batch, answer) if died else batches.take_result(batch, answer)
            while len(submitted) < wanted() and submit_next():
                pass
            if result is not None:
                yield result
    finally:
        client.close()
