"""Something to look at while the computer works. Progress bars are imported only if the work takes a while."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

from rich.console import Console

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from rich.progress import Progress

    from ...solver.optimal_search import SearchProgress

T = TypeVar("T")

SECONDS_BETWEEN_LINES = 30  # of progress, if there is no terminal


def wait_for(
    work: Callable[[], T],
    message: str | Callable[[], str],
    done: npt.NDArray[np.int64] | None = None,
    total: int | None = None,
) -> T:
    """Run `work` in a thread, so that Ctrl-C ends it at once, and return what it returns.

    After a second the message is shown with a spinner, and with a bar if `done[0]` counts up to `total`. A message that
    is a function is asked again and again.
    """
    from ...kernels.jit import is_first_use  # heavy: Numba

    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)

    if is_first_use():
        message = "compiling, once after installation"
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(1.0)
    if thread.is_alive() and sys.stderr.isatty():
        _show_progress(thread, message, done, total)
    while thread.is_alive():
        thread.join(0.5)
    if errors:
        raise errors[0]
    return results[0]


def _show_progress(
    thread: threading.Thread,
    message: str | Callable[[], str],
    done: npt.NDArray[np.int64] | None,
    total: int | None,
) -> None:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = [SpinnerColumn("line"), TextColumn("{task.description}"), TimeElapsedColumn()]
    if total is not None:
        columns[2:2] = [BarColumn(), MofNCompleteColumn()]
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(message if isinstance(message, str) else message(), total=total)
        while thread.is_alive():
            thread.join(0.1)
            if not isinstance(message, str):
                progress.update(task, description=message())
            if done is not None:
                progress.update(task, completed=int(done[0]))


class SearchBar:
    """A progress bar with the best total so far and its lower bound; without a terminal, a line every 30 seconds."""

    def __init__(self) -> None:
        self.out, self.last_line = Console(stderr=True, highlight=False), monotonic()
        self.progress: Progress | None = None

    def __enter__(self) -> SearchBar:
        if sys.stderr.isatty():
            from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

            self.progress = Progress(
                TextColumn("{task.description}"), BarColumn(None), TextColumn("{task.percentage:>3.0f}%"),
                TimeElapsedColumn(), console=self.out, transient=True, expand=True,
            )  # fmt: skip
            self.progress.start()
            self.bar = self.progress.add_task("searching", total=None)
        return self

    def __call__(self, at: SearchProgress) -> None:
        best = "nothing yet" if at.best is None else f"{at.best:,}"
        text = f"first {at.first}  best {best}  at least {at.bound:,}"
        if at.turns is not None:
            text = f"first {at.first}  are {at.turns} turns enough?"
        if self.progress is not None:
            done = min(at.solved, at.codes - 0.01)  # a full bar would stop its clock
            self.progress.update(self.bar, description=text, completed=done, total=at.codes)
        elif monotonic() - self.last_line > SECONDS_BETWEEN_LINES:
            self.last_line = monotonic()
            self.out.print(f"{text}  {at.solved:,} of {at.codes:,} codes", soft_wrap=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.progress is not None:
            self.progress.stop()
