"""The command `optimal`: a search that shows where it stands, can be stopped and taken up again."""

from __future__ import annotations

import hashlib
import json
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bars

from ..errors import BlackpegError
from ..game import Game
from ..kernels.transposition_table import STOP, WATCHED
from ..processes import connect_to_cluster, end_with_parent
from ..solver.part import Part, Solved, solve_part
from ..solver.search import Found, Interrupted, Mapper, Objective, Progress, optimal
from ..storage import data_folder, replacing

PLAIN_EVERY = 30  # seconds between lines where there is no terminal


def find(
    game: Game,
    objective: Objective,
    max_turns: int | None,
    widths: tuple[int, ...],
    first: str | None,
    jobs: int,
    cluster: str | None,
) -> tuple[Found | None, float, bool]:
    """Search with a bar to look at: what was found, the seconds it took, and whether it came to its end."""
    start = monotonic()
    journal = Journal(game, objective, max_turns, widths, first)
    try:
        with spread_over(jobs, cluster) as spread, Watcher() as watcher:
            found = optimal(game, objective, max_turns, widths, first, spread, journal, watcher)
    except Interrupted as stopped:
        return stopped.found, monotonic() - start, False
    journal.remove()
    return found, monotonic() - start, True


class Journal(MutableMapping[str, Solved]):
    """Solved parts in a file, a line each, so that a search that was stopped takes up where it was.

    The file's name holds a digest of what is asked and of the code that searches: what other code found is not taken,
    and nobody removes what another search goes on from.
    """

    def __init__(self, game: Game, *asked: object) -> None:
        package = Path(__file__).parents[1]
        files = [file for room in ("kernels", "solver") for file in sorted((package / room).glob("*.py"))]
        digest = hashlib.sha256(repr(asked).encode() + b"".join(file.read_bytes() for file in files)).hexdigest()[:12]
        self.path = data_folder() / "optimal" / f"{game}-{digest}.jsonl"
        self._parts: dict[str, Solved] = {}
        try:
            lines = self.path.read_text().splitlines()
        except OSError:
            lines = []
        for line in lines:
            try:
                key, total, longest, *rows = json.loads(line)
                guesses, parents, answers, wins = map(tuple, rows)
                self._parts[key] = Solved(total, guesses, parents, answers, wins, longest)
            except (ValueError, TypeError):
                continue  # cut off when it was written

    def __getitem__(self, key: str) -> Solved:
        return self._parts[key]

    def __setitem__(self, key: str, solved: Solved) -> None:
        self._parts[key] = solved
        rows = solved.guesses, solved.parents, solved.answers, solved.wins
        row = [key, solved.total, solved.longest, *rows]
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a") as file:
                file.write(json.dumps(row) + "\n")
        except OSError as error:
            raise BlackpegError(f"{self.path} can't be written: {error.strerror}") from error

    def __delitem__(self, key: str) -> None:
        del self._parts[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)

    def remove(self) -> None:
        """The search is over."""
        self.path.unlink(missing_ok=True)


@contextmanager
def spread_over(jobs: int, cluster: str | None) -> Iterator[Mapper]:
    """Solve parts in this process, in processes of this machine, or on a Dask cluster."""
    if cluster is not None:
        client, _ = connect_to_cluster(cluster)
        try:
            threads = max(1, sum(client.nthreads().values()))
            yield _window(client.get_executor(), threads)
        finally:
            client.close()
    elif jobs > 1:
        pool = ProcessPoolExecutor(jobs, get_context("forkserver"), initializer=end_with_parent)
        try:
            yield _window(pool, jobs)
        finally:
            workers = list((pool._processes or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.kill()
    else:
        yield _in_thread


def _window(executor: Executor, width: int) -> Mapper:
    """So many parts at a time, the next one asked for when one is done."""

    def spread(solve: Callable[[Part], Solved], parts: Iterable[Part]) -> Iterator[tuple[Part, Solved]]:
        todo, busy = iter(parts), dict[Future[Solved], Part]()
        while True:
            while len(busy) < width and (part := next(todo, None)) is not None:
                busy[executor.submit(solve, part)] = part
            if not busy:
                return
            for future in wait(busy, return_when=FIRST_COMPLETED).done:
                part = busy.pop(future)
                try:
                    yield part, future.result()
                except BlackpegError:
                    raise
                except Exception as error:  # whatever ends another process
                    raise BlackpegError(f"{part.first} in {part.game}: a worker failed: {error!r}") from error

    return spread


def _in_thread(solve: Callable[[Part], Solved], parts: Iterable[Part]) -> Iterator[tuple[Part, Solved]]:
    """One part at a time beside this thread, so that Ctrl-C is heard."""
    for part in parts:
        watch, result = np.zeros(WATCHED, np.int64), list[Solved | BaseException]()

        def work(part: Part = part, watch: Any = watch, result: list[Solved | BaseException] = result) -> None:
            try:
                result.append(solve_part(part, watch))
            except BaseException as error:
                result.append(error)

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(0.2)
        except KeyboardInterrupt:
            watch[STOP] = 1
            thread.join(5)
            raise
        if isinstance(result[0], BaseException):
            raise result[0]
        yield part, result[0]


class Watcher:
    """A bar with the best total so far and the least there can be; a line now and then where there is no terminal."""

    def __init__(self) -> None:
        self.out, self.said = Console(stderr=True, highlight=False), monotonic()
        self.bars: Bars | None = None

    def __enter__(self) -> Watcher:
        if sys.stderr.isatty():
            self.bars = Bars(
                TextColumn("{task.description}"), BarColumn(None), TextColumn("{task.percentage:>3.0f}%"),
                TimeElapsedColumn(), console=self.out, transient=True, expand=True,
            )  # fmt: skip
            self.bars.start()
            self.bar = self.bars.add_task("searching", total=None)
        return self

    def __call__(self, at: Progress) -> None:
        best = "nothing yet" if at.best is None else f"{at.best:,}"
        text = f"first {at.first}  best {best}  at least {at.bound:,}"
        if self.bars is not None:
            done = min(at.solved, at.codes - 0.01)  # never all: the clock of a bar that is full stands still
            self.bars.update(self.bar, description=text, completed=done, total=at.codes)
        elif monotonic() - self.said > PLAIN_EVERY:
            self.said = monotonic()
            self.out.print(f"{text}  {at.solved:,} of {at.codes:,} codes", soft_wrap=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.bars is not None:
            self.bars.stop()


def write_tree(path: str, found: Found) -> None:
    """The tree as text, all of it or, if that fails, the file as it was."""
    try:
        with replacing(Path(path)) as there:
            there.write_text(str(found.tree), encoding="utf-8")
    except OSError as error:
        raise BlackpegError(f"{path} can't be written: {error.strerror}") from error
