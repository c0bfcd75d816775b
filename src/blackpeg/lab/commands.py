"""`blackpeg lab`: run studies, compare strategies, look at what is stored. Nothing heavy loads until a command runs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ..data import data_folder
from ..errors import BlackpegError

Command = Callable[..., Any]


class Whole(click.IntRange):
    name = "whole number"


class InOrder(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)  # in the order of this file


@click.group("lab", cls=InOrder)
def lab() -> None:
    """Play many games and compare strategies fairly.

    A study is a TOML file, or one that comes along: 'blackpeg lab list'. Results are kept in a store, and
    running again plays only what is missing. The tutorial is docs/lab.md.

    \b
    blackpeg lab compare random entropy --game 4x6 --games 200
    """


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


@lab.command("list")
@with_store
def list_(store: Path, as_json: bool) -> int:
    """List the studies that come along."""
    from .store import Store
    from .study import built_in, load

    stored = {}
    if store.exists():
        with Store(store, write=False) as there:
            stored = {series: count for series, count, _ in there.series()}
    studies = [load(name) for name in built_in()]
    rows: list[dict[str, Any]] = [
        {
            "name": study.name, "title": study.title, "file": str(built_in()[study.name]),
            "games": list(dict.fromkeys(series.game for series in study.series())),
            "strategies": list(dict.fromkeys(series.strategy for series in study.series())),
            "claims": len(study.claims), "stored": sum(stored.get(series, 0) for series in study.series()),
        }
        for study in studies
    ]  # fmt: skip
    if as_json:
        click.echo(json.dumps(rows))
        return 0
    width = max(len(study.name) for study in studies)
    for row in rows:
        stored_too = f" ({row['stored']:,} games stored)" if row["stored"] else ""
        click.echo(f"{row['name']:<{width}}  {row['title']}{stored_too}")
    return 0


@lab.command()
@with_studies
@click.option("--games", "count", type=Whole(1), metavar="N", help="Games of each strategy, not the study's number.")
@click.option("--seed", type=Whole(0), metavar="N", help="A seed, not the study's.")
@click.option("--shard", metavar="I/N", help="Play only the I-th of N equal shares, such as 2/5.")
@with_workers
@with_store
def run(
    studies: tuple[str, ...], count: int | None, seed: int | None, shard: str | None, jobs: int, cluster: str | None,
    width: float | None, fresh: bool, store: Path, as_json: bool,
) -> int:  # fmt: skip
    """Play the games of studies that are not in the store yet.

    Ctrl-C keeps everything; run again to go on. Shards are for machines that know nothing of each other:
    each plays its share into a store of its own, and 'blackpeg lab merge' brings them together.
    """
    from dataclasses import replace

    from .conduct import Shard
    from .experiment import ALL, LIST
    from .run import run as play
    from .store import Store
    from .study import checked, load

    share = Shard.parse(shard) if shard else None
    experiments = []
    for one in (one for name in studies for one in load(name).experiments):
        one = checked(replace(one, count=count or one.count, seed=one.seed if seed is None else seed))
        until = width is not None and count is None and one.secrets not in (ALL, LIST)
        experiments.append(replace(one, count=0) if until else one)
    with Store(store) as there:
        played = play(there, tuple(experiments), jobs, cluster, width, fresh, share)
    if as_json:
        click.echo(json.dumps({"studies": list(studies), "store": str(store), **played}))
    else:
        click.echo(f"{played['played']:,} games played, {played['there']:,} were there; {store}")
    return 0


@lab.command()
@with_store
def status(store: Path, as_json: bool) -> int:
    """Show what the store holds."""
    from .store import Store
    from .tables import show_status

    with Store(store, write=False) as there:
        rows = [
            {**one._asdict(), "games": count, "digests": there.digests(one), "last": _moment(last)}
            for one, count, last in there.series()
        ]
    if as_json:
        click.echo(json.dumps(rows))
    else:
        show_status(str(store), rows)
    return 0


def _moment(time: float | None) -> str | None:
    from datetime import UTC, datetime

    return None if time is None else datetime.fromtimestamp(time, UTC).isoformat(timespec="seconds")


@lab.command()
@with_studies
@click.option("--output", "-o", metavar="DIR", help="Write pages with figures: Markdown, HTML, LaTeX and CSV.")
@with_store
def report(studies: tuple[str, ...], output: str | None, store: Path, as_json: bool) -> int:
    """Print what was measured beside what was claimed."""
    from .report import report_of
    from .store import Store
    from .study import load
    from .tables import show_report

    with Store(store, write=False) as there:
        if output is not None:
            from .results import result_of, write

            folder = Path(output)
            results = [result_of(there, load(name), folder / "figures") for name in studies]
            _show_files(write(results, folder), as_json)
            return 0
        reports = [report_of(there, load(name)) for name in studies]
    if as_json:
        click.echo(json.dumps(reports if len(reports) > 1 else reports[0]))
        return 0
    for k, one in enumerate(reports):
        if k:
            click.echo()
        show_report(one)
    return 0


def _show_files(files: list[Path], as_json: bool) -> None:
    click.echo(json.dumps([str(path) for path in files]) if as_json else "\n".join(map(str, files)))


@lab.command()
@click.option("--quick", is_flag=True, help="A hundredth of the games: some minutes instead of two hours.")
@click.option("--output", "-o", metavar="DIR", default="results", show_default=True, help="Where the pages go.")
@click.option(
    "--jobs", "-j", type=Whole(1, 1024), default=1, show_default=True, metavar="N", help="Play in N processes."
)
@with_store
def reproduce(quick: bool, output: str, jobs: int, store: Path, as_json: bool) -> int:
    """Play every study that comes along, and write pages about all of them.

    Ctrl-C keeps everything; run again to go on.
    """
    from .reproduce import reproduce
    from .store import Store

    with Store(store) as there:
        _show_files(reproduce(there, Path(output), jobs, quick), as_json)
    return 0


@lab.command()
@with_studies
@click.option("--output", "-o", metavar="DIR", required=True, help="Where the figures go.")
@click.option("--format", "form", type=click.Choice(["png", "svg"]), default="png", show_default=True)
@with_store
def plot(studies: tuple[str, ...], output: str, form: str, store: Path, as_json: bool) -> int:
    """Draw averages, distributions, cumulative curves, and guesses against seconds."""
    from .figures import draw
    from .store import Store
    from .study import load

    with Store(store, write=False) as there:
        _show_files([path for name in studies for path in draw(there, load(name), Path(output), form)], as_json)
    return 0


@lab.command()
@click.argument("strategies", nargs=-1, required=True, metavar="STRATEGY...")
@click.option("--game", required=True, metavar="G", help="Such as 4x6.")
@click.option("--games", "count", type=Whole(1), metavar="N",
              help="Games of each; with all secrets, games a secret.  [default: 1000; a file: all of it]")  # fmt: skip
@click.option("--seed", type=Whole(0), default=0, show_default=True, metavar="N", help="Other games.")
@click.option("--secrets", default="uniform", show_default=True, metavar="FILE",
              help="A file with one code a line; or uniform, distinct (no color twice), all, adversary.")  # fmt: skip
@with_workers
@with_store
def compare(
    strategies: tuple[str, ...], game: str, count: int | None, seed: int, secrets: str, jobs: int, cluster: str | None,
    width: float | None, fresh: bool, store: Path, as_json: bool,
) -> int:  # fmt: skip
    """Compare strategies on the same secrets, or measure one.

    \b
    blackpeg lab compare random entropy --game 4x6 --games 200
    blackpeg lab compare minimax --game 4x6 --secrets all
    """
    from dataclasses import replace

    from ..game import Game
    from .experiment import ADVERSARIES, ALL, DISTINCT, LIST, UNIFORM, Experiment
    from .reading import secrets_in
    from .report import comparison
    from .run import run as play
    from .store import Store
    from .study import checked
    from .tables import show_comparison

    rules = Game.parse(game)
    kind, codes = secrets, tuple[str, ...]()
    if kind not in (UNIFORM, DISTINCT, ALL, *ADVERSARIES):
        kind, codes = LIST, secrets_in(Path(secrets), [str(rules)])[:count]
    usual = {UNIFORM: 1000, DISTINCT: 1000}.get(kind, 1)
    experiment = checked(Experiment((str(rules),), strategies, count or usual, kind, seed, codes))
    below = experiment.count * (rules.size if kind == ALL else 1)
    if width is not None and count is None:
        experiment = replace(experiment, count=0)
    with Store(store) as there:
        play(there, (experiment,), jobs, cluster, width, fresh)
        result = comparison(there, experiment, None if width is not None else below)
    result["secrets"] = secrets
    if as_json:
        click.echo(json.dumps(result))
    else:
        show_comparison(result)
    return 0


@lab.command()
@click.argument("task", nargs=-1, required=True, metavar="TASK")
@with_store
def replay(task: tuple[str, ...], store: Path, as_json: bool) -> int:
    """Play one task again, and compare it with the store.

    A task is GAME STRATEGY SECRETS SEED NUMBER, with the CODE of a list at its end.

    \b
    blackpeg lab replay 4x6 random uniform 0 17
    blackpeg lab replay 4x6 "lexicographic(first='1122')" uniform 0 17
    """
    from .run import replayed

    result, differs = replayed(" ".join(task), store)
    if as_json:
        click.echo(json.dumps(result))
    else:
        for key, value in result.items():
            if value not in (None, ""):
                click.echo(f"{key:<11}  {value}")
        if differs:
            click.echo(f"in the store  {differs}")
    return 1 if differs or not result["solved"] else 0


@lab.command()
@click.argument("stores", nargs=-1, required=True, metavar="STORE...")
@with_store
def merge(stores: tuple[str, ...], store: Path, as_json: bool) -> int:
    """Take the games of other stores into one.

    Games that are there already stay as they are.
    """
    from .store import Store

    for path in stores:
        Store(path, write=False).__exit__(None, None, None)  # an error now, not after half of them
    taken = {}
    with Store(store) as there:
        for path in stores:
            taken[path] = there.merge(path)
    if as_json:
        click.echo(json.dumps({"store": str(store), "taken": taken}))
    else:
        for path, count in taken.items():
            click.echo(f"{count:,} games taken from {path}; {store}")
    return 0


@lab.command()
@click.option("--format", "form", type=click.Choice(["csv", "jsonl", "parquet"]), default="csv", show_default=True)
@click.option("--output", "-o", metavar="FILE", required=True, help="Where they go; - is standard output.")
@with_store
def export(form: str, output: str, store: Path, as_json: bool) -> int:
    """Write every stored game to a file."""
    from .export import write
    from .store import Store

    if output == "-" and as_json:
        raise BlackpegError("--json and -o - both print to standard output; leave out one of them")
    with Store(store, write=False) as there:
        count = write(there, None if output == "-" else Path(output), form)
    if as_json:
        click.echo(json.dumps({"file": output, "games": count}))
    elif output != "-":
        click.echo(f"{count:,} games written to {output}")
    return 0
