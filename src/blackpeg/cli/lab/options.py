"""The options that lab commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ...storage import data_folder

Command = Callable[..., Any]


class Whole(click.IntRange):
    name = "whole number"


def with_store(command: Command) -> Command:
    """The options of every command."""
    text = "Where results are kept.  [default: lab.db in the data folder]"
    command = click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)
    return click.option("--store", metavar="FILE", callback=_store_path, help=text)(command)


def _store_path(ctx: click.Context, option: click.Parameter, value: str | None) -> Path:
    return Path(value) if value else data_folder() / "lab.db"


def with_workers(command: Command) -> Command:
    """The options of commands that play."""
    for option in (
        click.option("--fresh", is_flag=True, help="Delete and play again what other code made."),
        click.option(
            "--until-interval", "width", type=click.FloatRange(0, min_open=True), metavar="W",
            help="Go on until every 95 % interval is at most W wide, end to end; --games is then the least.",
        ),
        click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://host:8786."),
        click.option("--jobs", "-j", type=Whole(1, 1024), default=1, show_default=True, metavar="N",
                     help="Play in N processes."),
    ):  # fmt: skip
        command = option(command)
    return command


def with_studies(command: Command) -> Command:
    return click.argument("studies", nargs=-1, required=True, metavar="STUDY...")(command)
