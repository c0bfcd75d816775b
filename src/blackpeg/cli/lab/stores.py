"""Commands about a store and the games in it: status, replay, merge, export."""

from __future__ import annotations

from pathlib import Path

import click

from ...errors import BlackpegError
from ..options import UNSOLVED, print_json
from .options import with_store


@click.command()
@with_store
def status(store: Path, as_json: bool) -> int:
    """Show which games the store holds."""
    from ...lab.report.terminal_tables import show_status
    from ...lab.store import Store

    with Store(store, write=False) as there:
        rows = [
            {**one._asdict(), "games": count, "digests": there.digests(one), "last": _utc_time(last)}
            for one, count, last in there.series()
        ]
    if as_json:
        print_json(rows)
    else:
        show_status(str(store), rows)
    return 0


def _utc_time(time: float | None) -> str | None:
    from datetime import UTC, datetime

    return None if time is None else datetime.fromtimestamp(time, UTC).isoformat(timespec="seconds")


@click.command()
@click.argument("task", nargs=-1, required=True, metavar="TASK")
@with_store
def replay(task: tuple[str, ...], store: Path, as_json: bool) -> int:
    """Play one game again, and compare it with the stored one.

    A TASK is GAME STRATEGY SECRETS SEED NUMBER, and the secret itself if it came from a file.

    \b
    blackpeg lab replay 4x6 random uniform 0 17
    blackpeg lab replay 4x6 "lexicographic(first='1122')" uniform 0 17
    """
    from ...lab.replay import replay_task

    result, differences = replay_task(" ".join(task), store)
    if as_json:
        print_json(result)
    else:
        for key, value in result.items():
            if value not in (None, ""):
                click.echo(f"{key:<11}  {value}")
        if differences:
            click.echo(f"in the store  {differences}")
    return UNSOLVED if differences or not result["solved"] else 0


@click.command()
@click.argument("stores", nargs=-1, required=True, metavar="STORE...")
@with_store
def merge(stores: tuple[str, ...], store: Path, as_json: bool) -> int:
    """Copy the games of other stores into one.

    Games that are already there are kept.
    """
    from ...lab.store import Store

    for path in stores:
        Store(path, write=False).__exit__(None, None, None)  # an error before anything is copied
    copied = {}
    with Store(store) as there:
        for path in stores:
            copied[path] = there.merge(path)
    if as_json:
        print_json({"store": str(store), "taken": copied})
    else:
        for path, count in copied.items():
            click.echo(f"{count:,} games copied from {path} into {store}")
    return 0


@click.command()
@click.option("--format", "form", type=click.Choice(["csv", "jsonl", "parquet"]), default="csv", show_default=True)
@click.option("--output", "-o", metavar="FILE", required=True, help="The file to write; - is standard output.")
@with_store
def export(form: str, output: str, store: Path, as_json: bool) -> int:
    """Write every stored game to a file."""
    from ...lab.export import export_store
    from ...lab.store import Store

    if output == "-" and as_json:
        raise BlackpegError("--json and -o - both print to standard output; leave out one of them")
    with Store(store, write=False) as there:
        count = export_store(there, None if output == "-" else Path(output), form)
    if as_json:
        print_json({"file": output, "games": count})
    elif output != "-":
        click.echo(f"{count:,} games written to {output}")
    return 0


COMMANDS = (status, replay, merge, export)
