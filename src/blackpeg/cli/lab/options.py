"""The options that commands of `blackpeg lab` share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ..options import with_json

Command = Callable[..., Any]


class WholeNumber(click.IntRange):
    name = "whole number"


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
with_jobs = click.option(
    "--jobs", "-j", type=WholeNumber(1, 1024), default=1, show_default=True, metavar="N", help="Play in N processes.",
)  # fmt: skip


def with_workers(command: Command) -> Command:
    """Adds the options of commands that play."""
    for option in (
        with_fresh,
        click.option(
            "--until-interval", "width", type=click.FloatRange(0, min_open=True), metavar="W",
            help="Play until every 95 % interval is at most W guesses wide, and at least --games games.",
        ),
        click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://host:8786."),
        with_jobs,
    ):  # fmt: skip
        command = option(command)
    return command


def with_studies(command: Command) -> Command:
    """Adds the argument STUDY..., names or TOML files."""
    return click.argument("studies", nargs=-1, required=True, metavar="STUDY...")(command)
