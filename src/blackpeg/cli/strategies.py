"""`blackpeg strategies`: lists all strategies and searches."""

from __future__ import annotations

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
    for name, row in rows.items():
        click.echo(f"{name:<{widths[0]}}  {row.kind:<{widths[1]}}  {row.source}")
    return 0
