"""The command `optimal`: a search with a progress bar, which Ctrl-C stops and the same command resumes."""

from __future__ import annotations

import sys
from time import monotonic
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from ..game import Game
from ..solver.journal import Journal
from ..solver.parallel import scheduler_for
from ..solver.search import Objective, SearchProgress, SearchResult, SearchStopped, optimal

SECONDS_BETWEEN_LINES = 30  # of progress, if there is no terminal


def search_with_bar(
    game: Game,
    objective: Objective,
    max_turns: int | None,
    widths: tuple[int, ...],
    first: str | None,
    jobs: int,
    cluster: str | None,
) -> tuple[SearchResult | None, float, bool]:
    """Searches and shows the progress: the result, the seconds that it took, and whether the search is complete."""
    start = monotonic()
    journal = Journal(game, objective, max_turns, widths, first)
    try:
        with scheduler_for(jobs, cluster) as scheduler, SearchBar() as bar:
            result = optimal(game, objective, max_turns, widths, first, scheduler, journal, bar)
    except SearchStopped as stopped:
        return stopped.result, monotonic() - start, False
    journal.remove()
    return result, monotonic() - start, True


class SearchBar:
    """A progress bar with the best total so far and its lower bound; without a terminal, a line every 30 seconds."""

    def __init__(self) -> None:
        self.out, self.last_line = Console(stderr=True, highlight=False), monotonic()
        self.bars: Progress | None = None

    def __enter__(self) -> SearchBar:
        if sys.stderr.isatty():
            self.bars = Progress(
                TextColumn("{task.description}"), BarColumn(None), TextColumn("{task.percentage:>3.0f}%"),
                TimeElapsedColumn(), console=self.out, transient=True, expand=True,
            )  # fmt: skip
            self.bars.start()
            self.bar = self.bars.add_task("searching", total=None)
        return self

    def __call__(self, at: SearchProgress) -> None:
        best = "nothing yet" if at.best is None else f"{at.best:,}"
        text = f"first {at.first}  best {best}  at least {at.bound:,}"
        if self.bars is not None:
            done = min(at.solved, at.codes - 0.01)  # a full bar would stop its clock
            self.bars.update(self.bar, description=text, completed=done, total=at.codes)
        elif monotonic() - self.last_line > SECONDS_BETWEEN_LINES:
            self.last_line = monotonic()
            self.out.print(f"{text}  {at.solved:,} of {at.codes:,} codes", soft_wrap=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.bars is not None:
            self.bars.stop()
