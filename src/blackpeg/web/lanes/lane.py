"""A lane: the workers for one kind of job, its limits, and the jobs that wait."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from .cluster import ClusterWorker
from .fair_queue import FairQueue
from .worker_process import WorkerProcess


@dataclass(frozen=True)
class Lane:
    """The workers for one kind of job, and the limits of such jobs."""

    workers: int
    max_waiting: int  # jobs in the queue
    max_per_visitor: int  # jobs of one visitor, waiting or running
    max_seconds: float  # of one job
    niceness: int = 0  # of the worker processes; a higher one yields to the others
    max_waiting_seconds: float = 30  # of one job in the queue
    max_per_address: int | None = None  # jobs of all visitors of one address, waiting or running; None if any number
    max_silent_seconds: float | None = None  # between two things that a job yields; None if they may take all its time


def default_lanes() -> dict[str, Lane]:
    """The lanes of a server. The process that answers requests goes first, then moves, then hints, then the rest."""
    cores = os.cpu_count() or 2
    return {
        "moves": Lane(1, max_waiting=500, max_per_visitor=16, max_seconds=5, niceness=1),
        "hints": Lane(min(max(1, cores // 2), 2), max_waiting=200, max_per_visitor=4, max_seconds=2, niceness=4),
        "long hints": Lane(min(max(1, cores // 2), 2), max_waiting=200, max_per_visitor=4, max_seconds=2, niceness=5),
        "light": Lane(max(1, cores // 2), max_waiting=100, max_per_visitor=16, max_seconds=10, niceness=7),
        "heavy": Lane(cores, 8, max_per_visitor=3, max_seconds=30, niceness=9, max_waiting_seconds=60),
        "shows": Lane(
            max(3, cores // 2), 8, max_per_visitor=2, max_seconds=600, niceness=12, max_waiting_seconds=300,
            max_per_address=2, max_silent_seconds=60,
        ),
        "lab": Lane(1, max_waiting=8, max_per_visitor=3, max_seconds=30, niceness=9, max_waiting_seconds=60),
        "exports": Lane(1, max_waiting=8, max_per_visitor=1, max_seconds=300, niceness=12, max_waiting_seconds=120),
        "spare": Lane(1, max_waiting=1, max_per_visitor=1, max_seconds=900, niceness=19),
    }  # fmt: skip


class LaneState(NamedTuple):
    """How a lane is, for those who watch the server."""

    name: str
    workers: int  # that live
    wanted: int  # workers
    running: int  # jobs
    waiting: int  # jobs
    starting: int = 0  # workers


Worker = WorkerProcess | ClusterWorker
Ticket = asyncio.Future[Worker]  # of a job: the worker that it gets


@dataclass(eq=False)
class RunningLane:
    """A lane with its workers, and the jobs that wait for them."""

    name: str
    limits: Lane
    workers: set[Worker] = field(default_factory=set)
    idle: list[Worker] = field(default_factory=list)
    queue: FairQueue[Ticket] = field(default_factory=FairQueue)
    jobs: Counter[str] = field(default_factory=Counter)  # waiting or running, by visitor
    address_jobs: Counter[str] = field(default_factory=Counter)  # the same by address
    seconds: float = 0.3  # moving average of a job, for Retry-After
    starting: int = 0  # workers, none of which has failed to start
    early_deaths: int = 0  # of workers in a row that died without a job done

    def assign(self) -> None:
        """Gives idle workers to the jobs that are next in line."""
        while self.idle and len(self.queue):
            self.queue.pop().set_result(self.idle.pop())

    def put_back(self, worker: Worker) -> None:
        """Takes a worker that is free again, unless it has died meanwhile."""
        if worker in self.workers:
            self.idle.append(worker)
            self.assign()

    @property
    def is_compiling(self) -> bool:
        """Whether a worker compiles kernels now, so that jobs wait longer than usual."""
        return any(worker.compile_clock.runs for worker in self.workers)

    def state(self) -> LaneState:
        running = len(self.workers) - len(self.idle)
        wanted = self.limits.workers
        return LaneState(self.name, len(self.workers), wanted, running, len(self.queue), self.starting)
