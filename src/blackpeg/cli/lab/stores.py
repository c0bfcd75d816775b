"""The commands about a store and the games in it: status, replay, merge and export."""

from __future__ import annotations

from pathlib import Path

import click

from ...errors import BlackpegError
from ..options import UNSOLVED, check_writable, print_json
from .options import with_debug, with_store
from .traces import trace


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
@with_debug
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
@click.argument("study", required=False, metavar="[STUDY]")
@click.option("--strategy", "strategies", multiple=True, metavar="S", help="Only this strategy; may be repeated.")
@click.option("--histories", is_flag=True, help="Add the guesses and feedbacks of each game, by playing it again.")
@click.option(
    "--format", "form", type=click.Choice(["csv", "jsonl", "parquet", "ioh"]),
    help="The format; ioh writes a folder for IOHanalyzer.  [default: what the file's ending says, or csv]",
)  # fmt: skip
@click.option("--output", "-o", metavar="FILE", required=True, help="The file to write; - is standard output.")
@with_store
def export(
    study: str | None, strategies: tuple[str, ...], histories: bool, form: str | None, output: str, store: Path,
    as_json: bool,
) -> int:  # fmt: skip
    """Write stored games to a file: all, or those of a study.

    The parameters of strategies are columns. A game that other code made has no history, and neither has one that
    comes out differently when it is played again, which also sets the exit status to 1.

    With --format ioh every game is played again, and FILE is a folder: a query is an evaluation, and its value is 0 for
    the secret, else two for each peg, less two for each black and one for each white one.
    """
    from ...lab.export.stored_games import Histories, games_table
    from ...lab.export.table_files import format_of, write_table
    from ...lab.store import Store
    from ...lab.study_toml import load_study

    if output == "-" and as_json:
        raise BlackpegError("--json and -o - both print to standard output; leave out one of them")
    if histories and output != "-":
        check_writable(output)  # before the games are played again
    chosen, found = load_study(study) if study else None, Histories()
    with Store(store, write=False) as there:
        if form == "ioh":
            from ...blackbox.ioh_files import write_ioh

            if output == "-" or histories:
                raise BlackpegError(
                    "ioh writes a folder with the queries of every game; give -o FOLDER, no --histories"
                )
            count, histories = write_ioh(there, Path(output), chosen, strategies, found), True
        else:
            table = games_table(there, chosen, strategies, found if histories else None)
            count = write_table(table, None if output == "-" else Path(output), format_of(output, form))
    if as_json:
        without = {"other_code": found.of_other_code, "differing": found.differing} if histories else {}
        print_json({"file": output, "games": count, **without})
        return UNSOLVED if found.differing else 0
    if output != "-":
        click.echo(f"{count:,} games written to {output}")
    if found.of_other_code:
        click.echo(f"{found.of_other_code:,} games have no history, as other code made them", err=True)
    if found.differing:
        first = f"the first is '{found.differing[0]}'; blackpeg lab replay compares it"
        click.echo(f"{len(found.differing):,} games came out differently when played again: {first}", err=True)
    return UNSOLVED if found.differing else 0


COMMANDS = (status, replay, merge, export, trace)
