"""The options that commands of `blackpeg lab` share."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from pathlib import Path
from typing import Any

import click

from ...errors import BlackpegError
from ..options import UNSOLVED, with_json

Command = Callable[..., Any]
MAX_NAMED_GAMES = 5  # stopped games that a sentence names


class WholeNumber(click.IntRange):
    name = "whole number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, str) and len(value) > 40:
            self.fail(f"'{value[:20]}…' has {len(value):,} characters.", param, ctx)
        return super().convert(value, param, ctx)


class PositiveNumber(click.FloatRange):
    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number


def with_store(command: Command) -> Command:
    """Adds the options of every command: --store and --json."""
    text = "The file that keeps the games.  [default: lab.db in the data folder]"
    command = with_json(command)
    return click.option("--store", metavar="FILE", callback=_choose_store, help=text)(command)


def _choose_store(ctx: click.Context, option: click.Parameter, value: str | None) -> Path:
    from ...lab.store import store_path  # heavy

    return store_path(value)


with_count = click.option(
    "--games", "count", type=WholeNumber(1), metavar="N", help="Games of each strategy, instead of the study's number."
)
with_fresh = click.option("--fresh", is_flag=True, help="Delete games that other code made, and play them again.")
with_debug = click.option("--debug", is_flag=True, expose_value=False, help="Show the traceback of an error.")
with_jobs = click.option(
    "--jobs", "-j", type=WholeNumber(1, 1024), default=1, show_default=True, metavar="N", help="Play in N processes.",
)  # fmt: skip


def with_failures(command: Command) -> Command:
    """Adds the options about games that fail or do not end."""
    seconds = (
        "Stop a game that takes longer than N seconds, compilation left out; it is not counted. "
        "Games are then played in worker processes, also with --jobs 1."
    )
    command = with_debug(command)
    limit = click.option(
        "--game-seconds",
        "limit",
        type=PositiveNumber(0, min_open=True),
        metavar="N",
        callback=_make_limit,
        help=seconds,
    )
    return limit(command)


def _make_limit(ctx: click.Context, option: click.Parameter, value: float | None) -> Any:
    from ...lab.runner import GameLimit  # heavy

    try:
        return GameLimit(value)
    except BlackpegError as error:
        raise BlackpegError(f"--game-seconds: {error}") from error


def report_stopped(limit: Any, as_json: bool) -> int:
    """Names the games that reached the time limit on standard error; returns the exit status."""
    stopped = [str(task) for task in limit.stopped]
    if stopped and not as_json:
        games = "1 game was" if len(stopped) == 1 else f"{len(stopped):,} games were"
        more = f", and {len(stopped) - MAX_NAMED_GAMES:,} more" if len(stopped) > MAX_NAMED_GAMES else ""
        names = ", ".join(stopped[:MAX_NAMED_GAMES]) + more
        click.echo(f"blackpeg: {games} stopped after {limit.seconds:g} s and not counted: {names}", err=True)
    return UNSOLVED if stopped else 0


def with_workers(command: Command) -> Command:
    """Adds the options of commands that play."""
    for option in (
        with_fresh,
        click.option(
            "--until-interval", "width", type=PositiveNumber(0, min_open=True), metavar="W",
            help="Play until every 95 % interval is at most W guesses wide, and at least --games games.",
        ),
        click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://host:8786."),
        with_jobs,
        with_failures,
    ):  # fmt: skip
        command = option(command)
    return command


def with_studies(command: Command) -> Command:
    """Adds the argument STUDY..., names or TOML files."""
    return click.argument("studies", nargs=-1, required=True, metavar="STUDY...")(command)
