"""The progress display: a bar for each series with its average so far, and an estimate of the time left."""

from __future__ import annotations

import sys
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from math import sqrt
from time import monotonic
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn
from rich.table import Column

from ..game import Game
from .executors import Batch
from .experiment import Series

LINE_SECONDS = 30  # between lines of progress if there is no terminal
LARGE_TREE_CODES = 30_000  # a tree over so many codes may take minutes, and is announced
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

    The time left is the work of the remaining games, by the average seconds of each series, divided by the number of
    workers that were busy during the last batches. Compiling and growing trees are not part of the averages, as they
    are done once. A series that has not begun is taken to be as slow as others at the same game.
    """

    def __init__(self) -> None:
        self.todo: Counter[Series] = Counter()
        self.done: Counter[Series] = Counter()
        self.averages: dict[Series, RunningAverage] = {}
        self.stopped = 0  # games that reached the time limit; they are among those done
        self.work: dict[Series, float] = {}  # seconds that the games of a series took so far
        self.last: deque[tuple[float, Batch]] = deque(maxlen=50)  # the last batches, and when each came
        self.last_line = monotonic()
        self.out = Console(stderr=True, highlight=False)
        self.bars: Progress | None = None
        self.ids: dict[Series, TaskID] = {}

    def expect(self, new: Mapping[Series, int], stored: Mapping[Series, RunningAverage]) -> None:
        """Announces games to come, and the averages of the games of their series that are stored."""
        self.todo.update(new)
        for series in new:
            self.averages.setdefault(series, stored.get(series, RunningAverage()))
        if self.bars is not None and new:
            for series in new:
                if series not in self.ids:
                    name = f"{series.game} {series.strategy}"
                    self.ids[series] = self.bars.add_task(name, total=None, visible=False, count="", average="")
            self._update_bars()

    def say_tree_grows(self, series: Series) -> None:
        """Says that the tree of a series is grown, which may take minutes before the first game."""
        if self.bars is not None:
            self.bars.update(
                self.whole, visible=True, average=f"growing the tree of {series.strategy} at {series.game}"
            )
        elif Game.parse(series.game).size >= LARGE_TREE_CODES or monotonic() - self.last_line > LINE_SECONDS:
            self.last_line = monotonic()
            self.out.print(f"growing the tree of {series.strategy} at {series.game}", soft_wrap=True)

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
            played = self.done.total() - self.stopped
            self.out.print(f"stopped; {played:,} games were played and are kept; run the command again to go on")
            for note in getattr(error, "__notes__", ()):
                self.out.print(note, soft_wrap=True, markup=False)

    def __call__(self, series: Series, batch: Batch) -> None:
        """Counts a batch that was played; one without records is a game that reached the time limit."""
        self.done[series] += len(batch.records) or 1
        self.stopped += not batch.records
        self.averages[series].add(record.guesses for record in batch.records)
        self.work[series] = self.work.get(series, 0.0) + batch.seconds - batch.setup
        self.last.append((monotonic(), batch))
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
        """Returns the estimated time left in words."""
        seconds = self.seconds_left()
        if seconds is None:
            return "time left?"
        text = (
            f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min" if seconds < 7200
            else f"{seconds / 3600:.1f} h"
        )  # fmt: skip
        return f"about {text} left"

    def seconds_left(self) -> float | None:
        """Returns the estimated seconds left, or None if too little was played to tell."""
        if len(self.last) < 3:
            return None
        wall = self.last[-1][0] - self.last[0][0]
        busy = sum(batch.seconds for _, batch in self.last) - self.last[0][1].seconds
        if wall <= 0 or busy <= 0:
            return None
        workers = min(busy / wall, len({batch.worker for _, batch in self.last if batch.records}) or 1)
        each = {series: work / self.done[series] for series, work in self.work.items()}
        work = 0.0
        for series, todo in self.todo.items():
            work += (todo - self.done[series]) * (each[series] if series in each else _average_of(series, each))
        return work / workers


def _average_of(series: Series, each: dict[Series, float]) -> float:
    """Returns the average seconds of a game of the series that are most like one that has not begun."""
    alike = [seconds for one, seconds in each.items() if one.game == series.game] or list(each.values())
    return sum(alike) / len(alike)
