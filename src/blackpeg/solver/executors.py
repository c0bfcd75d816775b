"""Executors of subproblems: in a thread of this process, in several processes, or on a Dask cluster."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

import numpy as np

from ..errors import BlackpegError
from ..kernels.transposition_table import CONTROL_FIELDS, STOP
from ..processes import connect_to_cluster, end_with_parent
from .optimal_search import Scheduler
from .set_solver import Solution, Subproblem, solve_subproblem


@contextmanager
def scheduler_for(jobs: int, cluster: str | None) -> Iterator[Scheduler]:
    """A scheduler for the Dask cluster at this address or, without one, for some processes of this machine."""
    if cluster is not None:
        client, _ = connect_to_cluster(cluster)
        try:
            threads = max(1, sum(client.nthreads().values()))
            yield _by_executor(client.get_executor(), threads)
        finally:
            client.close()
    elif jobs > 1:
        pool = ProcessPoolExecutor(jobs, get_context("forkserver"), initializer=end_with_parent)
        try:
            yield _by_executor(pool, jobs)
        finally:
            workers = list((pool._processes or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.kill()
    else:
        yield _in_thread


def _by_executor(executor: Executor, workers: int) -> Scheduler:
    """A scheduler that keeps every worker busy; it takes the next subproblem only when a worker is free."""

    def schedule(
        solve: Callable[[Subproblem], Solution], subproblems: Iterable[Subproblem]
    ) -> Iterator[tuple[Subproblem, Solution]]:
        waiting, running = iter(subproblems), dict[Future[Solution], Subproblem]()
        while True:
            while len(running) < workers and (subproblem := next(waiting, None)) is not None:
                running[executor.submit(solve, subproblem)] = subproblem
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                subproblem = running.pop(future)
                try:
                    yield subproblem, future.result()
                except BlackpegError:
                    raise
                except Exception as error:  # whatever ends another process
                    raise BlackpegError(
                        f"{subproblem.first} in {subproblem.game}: a worker failed: {error!r}"
                    ) from error

    return schedule


def _in_thread(
    solve: Callable[[Subproblem], Solution], subproblems: Iterable[Subproblem]
) -> Iterator[tuple[Subproblem, Solution]]:
    """Solves one subproblem at a time in another thread, so that Ctrl-C stops it."""
    for subproblem in subproblems:
        control, result = np.zeros(CONTROL_FIELDS, np.int64), list[Solution | BaseException]()

        def work(
            subproblem: Subproblem = subproblem,
            control: Any = control,
            result: list[Solution | BaseException] = result,
        ) -> None:
            try:
                result.append(solve_subproblem(subproblem, control))
            except BaseException as error:
                result.append(error)

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(0.2)
        except KeyboardInterrupt:
            control[STOP] = 1
            thread.join(5)
            raise
        if isinstance(result[0], BaseException):
            raise result[0]
        yield subproblem, result[0]
