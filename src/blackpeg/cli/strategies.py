"""`blackpeg strategies`: lists all strategies and searches."""

from __future__ import annotations

import sys
from shutil import get_terminal_size
from textwrap import wrap

import click

from .options import print_json, with_json


@click.command()
@with_json
def strategies(as_json: bool) -> int:
    """List every strategy, with its kind and source."""
    from ..strategies import STRATEGIES, outside

    rows = {**STRATEGIES, **outside()}
    if as_json:
        print_json([{"name": name, "kind": row.kind, "source": row.source} for name, row in rows.items()])
        return 0
    widths = [max(map(len, column)) for column in zip(*((name, row.kind) for name, row in rows.items()), strict=True)]
    indent = sum(widths) + 4
    room = get_terminal_size().columns - indent if sys.stdout.isatty() else sys.maxsize  # in a pipe lines stay whole
    for name, row in rows.items():
        source = wrap(row.source, max(room, 10))
        click.echo(f"{name:<{widths[0]}}  {row.kind:<{widths[1]}}  {source[0]}")
        for line in source[1:]:
            click.echo(" " * indent + line)
    return 0
