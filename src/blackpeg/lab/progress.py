"""The progress display: a bar for each series with its average so far, and an estimate of the time left."""

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

from .executors import Batch
from .experiment import Series, Task

LINE_SECONDS = 30  # between lines of progress if there is no terminal
MAX_BARS = 8  # if there are more series, the bars of those that are done are hidden


class RunningAverage:
    """The average of the guesses so far, with a 95 % interval from ten games on."""

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


class ProgressDisplay:
    """Bars in a terminal, or a line now and then elsewhere.

    The time left is the work of the remaining games, by the average seconds of each series, divided by the pace of the
    last batches: seconds of play completed per second. So it follows workers that come, go or share a core.
    """

    def __init__(self) -> None:
        self.todo: Counter[Series] = Counter()
        self.done: Counter[Series] = Counter()
        self.averages: dict[Series, RunningAverage] = {}
        self.busy: dict[Series, float] = {}  # seconds that the games of a series took so far
        self.pace: deque[tuple[float, float]] = deque(maxlen=50)  # when each of the last batches came, and its seconds
        self.last_line = monotonic()
        self.out = Console(stderr=True, highlight=False)
        self.bars: Progress | None = None
        self.ids: dict[Series, TaskID] = {}

    def expect(self, tasks: Iterable[Task], stored: dict[Series, RunningAverage]) -> None:
        """Announces games to come, and the averages of the games of their series that are stored."""
        new = Counter(task.series for task in tasks)
        self.todo.update(new)
        for series in new:
            self.averages.setdefault(series, stored.get(series, RunningAverage()))
        if self.bars is not None and new:
            for series in new:
                if series not in self.ids:
                    name = f"{series.game} {series.strategy}"
                    self.ids[series] = self.bars.add_task(name, total=None, visible=False, count="", average="")
            self._update_bars()

    def __enter__(self) -> ProgressDisplay:
        if sys.stderr.isatty():
            self.bars = Progress(
                TextColumn("{task.description}", table_column=Column(overflow="fold", ratio=3)),
                BarColumn(None, table_column=Column(ratio=2)),
                TextColumn("{task.fields[count]}", justify="right", table_column=Column(no_wrap=True)),
                TextColumn("{task.fields[average]}", justify="right", table_column=Column(no_wrap=True)),
                console=self.out, transient=True, expand=True,
            )  # fmt: skip
            self.whole = self.bars.add_task("in all", total=None, visible=False, count="", average="")
            self.bars.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.bars is not None:
            self.bars.stop()
        if kind is KeyboardInterrupt:
            self.out.print(
                f"stopped; {self.done.total():,} games were played and are kept; run the command again to go on"
            )

    def __call__(self, series: Series, batch: Batch) -> None:
        """Counts a batch that was played."""
        seconds = [record.seconds for record in batch.records]
        busy = batch.seconds if None in seconds else sum(one for one in seconds if one is not None)
        self.done[series] += len(batch.records)
        self.averages[series].add(record.guesses for record in batch.records)
        self.busy[series] = self.busy.get(series, 0.0) + busy
        self.pace.append((monotonic(), busy))
        if self.bars is not None:
            self._update_bars(series)
        elif monotonic() - self.last_line > LINE_SECONDS:
            self.last_line = monotonic()
            self.out.print(
                f"{self.done.total():,} of {self.todo.total():,} games, {self.time_left()}; "
                f"{series.game} {series.strategy}: {self.averages[series]} guesses",
                soft_wrap=True,
            )

    def _update_bars(self, series: Series | None = None) -> None:
        assert self.bars is not None
        if series is not None:
            done, todo = self.done[series], self.todo[series]
            visible = done < todo or len(self.todo) <= MAX_BARS
            self.bars.update(
                self.ids[series], completed=done, total=todo, visible=visible, count=f"{done:,}/{todo:,}",
                average=str(self.averages[series]),
            )  # fmt: skip
        done, todo = self.done.total(), self.todo.total()
        count = f"{done:,}/{todo:,}"
        self.bars.update(self.whole, completed=done, total=todo, visible=True, count=count, average=self.time_left())

    def time_left(self) -> str:
        """Returns the estimated time left in words; "more than" until every series has begun."""
        begun = {series for series in self.todo if self.done[series]}
        work = sum((self.todo[s] - self.done[s]) * self.busy[s] / self.done[s] for s in begun)
        busy = sum(busy for _, busy in self.pace) - (self.pace[0][1] if self.pace else 0)
        if len(self.pace) < 3 or busy <= 0:
            return "time left?"
        seconds = work * (self.pace[-1][0] - self.pace[0][0]) / busy
        text = (
            f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min" if seconds < 7200
            else f"{seconds / 3600:.1f} h"
        )  # fmt: skip
        return f"{'about' if len(begun) == len(self.todo) else 'more than'} {text} left"
