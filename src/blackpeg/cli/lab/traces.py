"""The command `blackpeg lab trace`: a row for each generation of many games."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, Generic, TypeVar

import click

from ...errors import BlackpegError
from ..options import INTERRUPTED, check_writable, print_json, with_json
from .options import WholeNumber, with_jobs

T = TypeVar("T")


@click.command()
@click.argument("study", metavar="STUDY")
@click.option("--output", "-o", metavar="FILE", help="The file to write: .csv, .jsonl or .parquet; - prints CSV.")
@click.option("--plot", metavar="FILE", help="Draw curves averaged over the games: .png or .svg.")
@click.option(
    "--by", type=click.Choice(["generations", "evaluations"]), default="generations", show_default=True,
    help="What the curves are drawn over.",
)  # fmt: skip
@click.option("--games", "count", type=WholeNumber(1), metavar="N", help="Only games with a number below N.")
@click.option("--strategy", "strategies", multiple=True, metavar="S", help="Only this strategy; may be repeated.")
@with_jobs
@with_json
def trace(
    study: str, output: str | None, plot: str | None, by: str, count: int | None, strategies: tuple[str, ...],
    jobs: int, as_json: bool,
) -> int:  # fmt: skip
    """Write a row for each generation of a study's games.

    The games are played again, as 'blackpeg lab run' plays them; no store is needed. After Ctrl-C the file holds the
    games that were done. docs/lab.md explains the columns.

    \b
    blackpeg lab trace players --strategy merelo2006 --games 20 -o trace.csv --plot curves.png
    """
    from ...lab.export.stored_games import choose_strategies
    from ...lab.export.table import ParameterColumns, Table, as_type
    from ...lab.export.table_files import format_of, write_table
    from ...lab.study_toml import load_study
    from ...lab.traces import COLUMNS, Row, series_to_trace, trace_tasks

    if output is None and plot is None:
        raise BlackpegError("there is nothing to write: give -o FILE, --plot FILE or both")
    if output == "-" and as_json:
        raise BlackpegError("--json and -o - both print to standard output; leave out one of them")
    if plot is not None and Path(plot).suffix not in (".png", ".svg"):
        raise BlackpegError(f"a figure is a .png or a .svg file, not '{Path(plot).name}'")
    check_writable(None if output == "-" else output)
    check_writable(plot)
    loaded = load_study(study)
    names = choose_strategies(strategies, [series.strategy for series in loaded.series()], loaded.name)
    found, left_out = series_to_trace(loaded, names, count)
    if not found:
        raise BlackpegError(f"{loaded.name} has no strategy that works in generations: {', '.join(left_out)}")
    if left_out:
        click.echo(f"left out, as they have no generations: {', '.join(left_out)}", err=True)
    parameters = ParameterColumns((one.series.strategy for one in found), COLUMNS)
    traces: list[list[Row]] = []
    games = generations = 0

    def rows() -> Iterator[tuple[Any, ...]]:
        nonlocal games, generations
        tasks = (task for one in found for task in one.tasks())
        for game in until.through(trace_tasks(tasks, jobs, until.check), patient=jobs == 1):
            games, generations = games + 1, generations + len(game)
            if plot is not None:
                traces.append(game)
            for row in game:
                values = (as_type(row[name], kind) for name, kind in COLUMNS.items())
                yield (*values, *parameters.values(row["strategy"]))
        if until.stopped and not games:
            raise KeyboardInterrupt  # there is nothing to write, and an old file stays

    with UntilInterrupted[list[Row]]() as until:
        table = Table({**COLUMNS, **parameters.types}, rows())
        if output is None:
            for _ in table.rows:
                pass
        else:
            write_table(table, None if output == "-" else Path(output), format_of(output))
        if plot is not None and traces:
            from ...lab.figures.evolution_curves import draw_curves

            draw_curves(plot, traces, by)
    files = [file for file in (output, plot) if file not in (None, "-")]
    if as_json:
        print_json({"files": files, "games": games, "generations": generations, "stopped": until.stopped})
    elif files:
        stopped = "stopped: " if until.stopped else ""
        click.echo(
            f"{stopped}{generations:,} generations of {games:,} games written to {' and '.join(map(str, files))}"
        )
    return INTERRUPTED if until.stopped else 0


class UntilInterrupted(Generic[T]):
    """Yields items until Ctrl-C, which ends the iteration and not the program, so that a file can be completed.

    While this process itself plays, Ctrl-C waits for the next generation, where `check` is called: an exception within
    compiled code could crash the program. A second Ctrl-C does not wait.
    """

    def __init__(self) -> None:
        self.stopped = self._computing = self._patient = False

    def check(self) -> None:
        """Ends the iteration if Ctrl-C was pressed."""
        if self.stopped:
            raise KeyboardInterrupt

    def through(self, items: Iterable[T], patient: bool) -> Iterator[T]:
        """Yields the items; if it is patient, Ctrl-C waits for `check`."""
        left, self._patient = iter(items), patient
        while not self.stopped:
            try:
                self._computing = True
                item = next(left)
                self._computing = False
            except (StopIteration, KeyboardInterrupt):
                self._computing = False
                return
            yield item

    def __enter__(self) -> UntilInterrupted[T]:
        self._before = signal.signal(signal.SIGINT, self._stop)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        again, self.stopped = self.stopped, True
        if self._computing and (again or not self._patient):  # and not in the middle of writing
            raise KeyboardInterrupt
