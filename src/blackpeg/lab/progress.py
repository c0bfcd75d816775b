"""What is seen while games are played: bars with averages so far, and an honest estimate of the time left."""

from __future__ import annotations

import sys
from collections import Counter, deque
from collections.abc import Iterable
from math import sqrt
from time import monotonic
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn
from rich.table import Column

from .engine import Batch
from .experiment import Series, Task

PLAIN_EVERY = 30  # seconds between lines where there is no terminal
MOST_BARS = 8  # beyond, a series that is done gives its place away


class Sums:
    """Guesses so far."""

    def __init__(self, games: int = 0, total: float = 0, squares: float = 0) -> None:
        self.games, self.total, self.squares = games, total, squares

    def add(self, guesses: Iterable[int]) -> None:
        for value in guesses:
            self.games, self.total, self.squares = self.games + 1, self.total + value, self.squares + value * value

    def __str__(self) -> str:
        if self.games < 10:
            return f"{self.total / self.games:.3f}" if self.games else ""
        average = self.total / self.games
        variance = max(0.0, self.squares / self.games - average**2)
        return f"{average:.3f} ± {1.96 * sqrt(variance / self.games):.3f}"


class Watcher:
    """A bar a series, with its average so far, and how much longer it will take.

    Time left is what the remaining games of each series take by those that were played, at the pace of the
    last batches: workers that come, go or share a core are accounted for by what they got done.
    """

    def __init__(self) -> None:
        self.todo: Counter[Series] = Counter()
        self.done: Counter[Series] = Counter()
        self.sums: dict[Series, Sums] = {}
        self.busy: dict[Series, float] = {}  # seconds that the games of a series took
        self.pace: deque[tuple[float, float]] = deque(maxlen=50)  # when batches came, and what they took
        self.said = monotonic()
        self.out = Console(stderr=True, highlight=False)
        self.bars: Progress | None = None
        self.ids: dict[Series, TaskID] = {}

    def expect(self, tasks: Iterable[Task], sums: dict[Series, Sums]) -> None:
        """Games to come, and what is known of their series."""
        new = Counter(task.series for task in tasks)
        self.todo.update(new)
        for series in new:
            self.sums.setdefault(series, sums.get(series, Sums()))
        if self.bars is not None and new:
            for series in new:
                if series not in self.ids:
                    name = f"{series.game} {series.strategy}"
                    self.ids[series] = self.bars.add_task(name, total=None, visible=False, count="", said="")
            self._show()

    def __enter__(self) -> Watcher:
        if sys.stderr.isatty():
            self.bars = Progress(
                TextColumn("{task.description}", table_column=Column(overflow="fold", ratio=3)),
                BarColumn(None, table_column=Column(ratio=2)),
                TextColumn("{task.fields[count]}", justify="right", table_column=Column(no_wrap=True)),
                TextColumn("{task.fields[said]}", justify="right", table_column=Column(no_wrap=True)),
                console=self.out, transient=True, expand=True,
            )  # fmt: skip
            self.whole = self.bars.add_task("in all", total=None, visible=False, count="", said="")
            self.bars.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.bars is not None:
            self.bars.stop()
        if kind is KeyboardInterrupt:
            self.out.print(f"stopped; {self.done.total():,} games were played and are kept, and running again goes on")

    def __call__(self, series: Series, batch: Batch) -> None:
        took = [record.seconds for record in batch.records]
        busy = batch.seconds if None in took else sum(seconds for seconds in took if seconds is not None)
        self.done[series] += len(batch.records)
        self.sums[series].add(record.guesses for record in batch.records)
        self.busy[series] = self.busy.get(series, 0.0) + busy
        self.pace.append((monotonic(), busy))
        if self.bars is not None:
            self._show(series)
        elif monotonic() - self.said > PLAIN_EVERY:
            self.said = monotonic()
            self.out.print(
                f"{self.done.total():,} of {self.todo.total():,} games, {self.left()}; "
                f"{series.game} {series.strategy}: {self.sums[series]} guesses",
                soft_wrap=True,
            )

    def _show(self, series: Series | None = None) -> None:
        assert self.bars is not None
        if series is not None:
            done, todo = self.done[series], self.todo[series]
            shown = done < todo or len(self.todo) <= MOST_BARS
            self.bars.update(
                self.ids[series], completed=done, total=todo, visible=shown, count=f"{done:,}/{todo:,}",
                said=str(self.sums[series]),
            )  # fmt: skip
        done, todo = self.done.total(), self.todo.total()
        count = f"{done:,}/{todo:,}"
        self.bars.update(self.whole, completed=done, total=todo, visible=True, count=count, said=self.left())

    def left(self) -> str:
        """How much longer it will take, as far as that is known."""
        begun = {series for series in self.todo if self.done[series]}
        work = sum((self.todo[s] - self.done[s]) * self.busy[s] / self.done[s] for s in begun)
        paced = sum(busy for _, busy in self.pace) - (self.pace[0][1] if self.pace else 0)
        if len(self.pace) < 3 or paced <= 0:
            return "time left?"
        seconds = work * (self.pace[-1][0] - self.pace[0][0]) / paced
        text = (
            f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min" if seconds < 7200
            else f"{seconds / 3600:.1f} h"
        )  # fmt: skip
        return f"{'about' if len(begun) == len(self.todo) else 'more than'} {text} left"
