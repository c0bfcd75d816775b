"""`blackpeg lab`: run studies, compare strategies, look at what is stored."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ..data import data_folder
from ..errors import BlackpegError


def with_store(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--store", metavar="FILE", help="Where results are kept; else lab.db in the data folder.")(command)


def as_json(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def with_workers(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in (
        click.option("--jobs", "-j", type=click.IntRange(1, 1024), default=1, show_default=True, help="Processes."),
        click.option("--cluster", metavar="ADDRESS", help="A Dask scheduler, such as tcp://host:8786."),
        click.option(
            "--until-interval", "width", type=click.FloatRange(0, min_open=True), metavar="W",
            help="Go on until every 95 % interval is that narrow.",
        ),
        click.option("--fresh", is_flag=True, help="Delete and play again what other code made."),
    ):  # fmt: skip
        command = option(command)
    return command


def store_path(text: str | None) -> Path:
    return Path(text) if text else data_folder() / "lab.db"


@click.group("lab")
def lab() -> None:
    """Play many games and compare strategies fairly.

    A study is a TOML file, or one that comes along; see 'blackpeg lab list'. Results are kept in a store:
    running again plays only what is missing.
    """


@lab.command("list")
@as_json
def list_(as_json: bool) -> int:
    """List the studies that come along."""
    from .study import built_in, load

    studies = [load(name) for name in built_in()]
    if as_json:
        click.echo(json.dumps([{"name": s.name, "title": s.title, "games": sum(map(len, s.experiments))} for s in studies]))
        return 0
    width = max(len(study.name) for study in studies)
    for study in studies:
        click.echo(f"{study.name:<{width}}  {study.title}")
    return 0


@lab.command()
@click.argument("studies", nargs=-1, required=True, metavar="STUDY...")
@with_store
@with_workers
@click.option("--games", "count", type=click.IntRange(1), metavar="N", help="Games of each strategy, instead of the study's.")
@click.option("--seed", type=click.IntRange(0), metavar="N", help="Another seed than the study's.")
@click.option("--shard", metavar="I/N", help="Play only the I-th of N equal shares.")
@as_json
def run(
    studies: tuple[str, ...], store: str | None, jobs: int, cluster: str | None, width: float | None, fresh: bool,
    count: int | None, seed: int | None, shard: str | None, as_json: bool,
) -> int:  # fmt: skip
    """Play the games of studies that are not in the store yet."""
    from dataclasses import replace

    from .conduct import Shard
    from .study import load

    share = Shard.parse(shard) if shard else None
    changes: dict[str, Any] = {key: value for key, value in (("count", count), ("seed", seed)) if value is not None}
    experiments = tuple(replace(e, **changes) for name in studies for e in load(name).experiments)
    played = _conduct(store_path(store), experiments, jobs, cluster, width, fresh, share)
    if as_json:
        click.echo(json.dumps({"studies": list(studies), "store": str(store_path(store)), **played}))
    else:
        click.echo(f"{played['played']:,} games played, {played['there']:,} were there; {store_path(store)}")
    return 0


def _conduct(
    path: Path, experiments: Any, jobs: int, cluster: str | None, width: float | None, fresh: bool, share: Any = None
) -> dict[str, int]:
    """Play what is missing, watched; how many games were played and how many were there."""
    from .conduct import conduct, forget, missing, refuse_mixed, rounds
    from .progress import Watcher
    from .store import Store

    with Store(path) as store:
        if fresh:
            forget(store, experiments)
        refuse_mixed(store, experiments)
        there = sum(count for _, count, _ in store.series())
        played = 0
        todo = rounds(store, experiments, width) if width is not None else [missing(store, experiments, share)]
        for tasks in todo:
            with Watcher(tasks) as watcher:
                played += conduct(store, tasks, watcher, jobs, cluster)
        return {"played": played, "there": there}


@lab.command()
@with_store
@as_json
def status(store: str | None, as_json: bool) -> int:
    """Show what the store holds."""
    from datetime import UTC, datetime

    from .store import Store

    with Store(store_path(store), write=False) as there:
        rows = [
            {
                "game": one.game, "strategy": one.strategy, "secrets": one.secrets, "seed": one.seed, "games": count,
                "digests": there.digests(one),
                "last": None if last is None else datetime.fromtimestamp(last, UTC).isoformat(timespec="seconds"),
            }
            for one, count, last in there.series()
        ]  # fmt: skip
    if as_json:
        click.echo(json.dumps(rows))
        return 0
    for row in rows:
        click.echo(
            f"{row['game']:8} {row['strategy']:32} {row['secrets']:8} seed {row['seed']}  {row['games']:>9,} games  "
            f"{row['last'] or ''}".rstrip()
        )
    return 0


@lab.command()
@click.argument("studies", nargs=-1, required=True, metavar="STUDY...")
@with_store
@as_json
def report(studies: tuple[str, ...], store: str | None, as_json: bool) -> int:
    """Print what was measured beside what was claimed."""
    from .report import report_of
    from .store import Store
    from .study import load

    with Store(store_path(store), write=False) as there:
        reports = [report_of(there, load(name)) for name in studies]
    if as_json:
        click.echo(json.dumps(reports if len(reports) > 1 else reports[0]))
        return 0
    from .progress import show_report

    for one in reports:
        show_report(one)
    return 0


@lab.command()
@click.argument("studies", nargs=-1, required=True, metavar="STUDY...")
@click.option("--output", "-o", metavar="DIR", required=True, help="Where the figures go.")
@click.option("--format", "form", type=click.Choice(["png", "svg"]), default="png", show_default=True)
@with_store
@as_json
def plot(studies: tuple[str, ...], output: str, form: str, store: str | None, as_json: bool) -> int:
    """Draw averages, distributions, cumulative curves, and guesses against seconds."""
    from .figures import draw
    from .store import Store
    from .study import load

    with Store(store_path(store), write=False) as there:
        files = [str(path) for name in studies for path in draw(there, load(name), Path(output), form)]
    click.echo(json.dumps(files) if as_json else "\n".join(files))
    return 0


@lab.command()
@click.argument("strategies", nargs=-1, required=True, metavar="STRATEGY...")
@click.option("--game", required=True, metavar="G", help="Such as 4x6.")
@click.option("--games", "count", type=click.IntRange(1), default=1000, show_default=True, metavar="N")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, metavar="N")
@click.option("--secrets", metavar="FILE", help="One code a line; or uniform, distinct, all.")
@with_store
@with_workers
@as_json
def compare(
    strategies: tuple[str, ...], game: str, count: int, seed: int, secrets: str | None, store: str | None, jobs: int,
    cluster: str | None, width: float | None, fresh: bool, as_json: bool,
) -> int:  # fmt: skip
    """Compare strategies on the same secrets, or measure one."""
    from ..game import Game
    from ..strategies import name_of, strategy
    from .experiment import ALL, DISTINCT, LIST, UNIFORM, Experiment, check
    from .report import pairs_of, row_of, summary_of
    from .store import Store
    from .study import secrets_in

    rules, names = str(Game.parse(game)), list(dict.fromkeys(name_of(strategy(text)) for text in strategies))
    kind, codes = secrets or UNIFORM, ()
    if kind not in (UNIFORM, DISTINCT, ALL):
        kind, codes = LIST, secrets_in(Path(kind), [rules])
    experiment = Experiment((rules,), tuple(names), count, kind, seed, codes)
    for series in experiment.series():
        check(series)
    _conduct(store_path(store), (experiment,), jobs, cluster, width, fresh)
    with Store(store_path(store), write=False) as there:
        below = None if width is not None or kind != UNIFORM else count
        rows = [row_of(one.strategy, summary_of(there, one, below)) for one in experiment.series()]
        pairs = pairs_of(there, list(experiment.series()), below)
    result = {
        "game": rules, "games": max(row["games"] for row in rows), "seed": seed, "secrets": secrets or UNIFORM,
        "rows": rows,
        "pairs": [
            {"a": p.a, "b": p.b, "games": p.games, "difference": round(p.difference, 6), "low": p.low, "high": p.high,
             "p": p.p_holm}
            for p in pairs
        ],
    }  # fmt: skip
    if as_json:
        click.echo(json.dumps(result))
        return 0
    from .progress import show_comparison

    show_comparison(result)
    return 0


@lab.command()
@click.argument("task", nargs=-1, required=True, metavar="TASK")
@as_json
def replay(task: tuple[str, ...], as_json: bool) -> int:
    """Play one task again: GAME STRATEGY SECRETS SEED NUMBER, such as 4x6 random uniform 0 17."""
    from .experiment import Task, check, run_task

    one = Task.parse(" ".join(task))
    check(one.series)
    record = run_task(one)
    result = {"task": str(one), **{key: value for key, value in record._asdict().items() if key != "task"}}
    if as_json:
        click.echo(json.dumps(result))
    else:
        for key, value in result.items():
            click.echo(f"{key:12} {value}")
    return 0


@lab.command()
@click.argument("stores", nargs=-1, required=True, metavar="STORE...")
@with_store
@as_json
def merge(stores: tuple[str, ...], store: str | None, as_json: bool) -> int:
    """Take the games of other stores into one; games that are there stay as they are."""
    from .store import Store

    for path in stores:
        if not Path(path).exists():
            raise BlackpegError(f"there is no store {path}")
    with Store(store_path(store)) as there:
        taken = {path: there.merge(path) for path in stores}
    if as_json:
        click.echo(json.dumps({"store": str(store_path(store)), "taken": taken}))
    else:
        for path, count in taken.items():
            click.echo(f"{count:,} games taken from {path}")
    return 0


@lab.command()
@click.option("--format", "form", type=click.Choice(["csv", "jsonl", "parquet"]), default="csv", show_default=True)
@click.option("--output", "-o", metavar="FILE", required=True)
@with_store
@as_json
def export(form: str, output: str, store: str | None, as_json: bool) -> int:
    """Write every stored game to a file."""
    from .export import write
    from .store import Store

    with Store(store_path(store), write=False) as there:
        count = write(there, Path(output), form)
    if as_json:
        click.echo(json.dumps({"file": output, "games": count}))
    else:
        click.echo(f"{count:,} games written to {output}")
    return 0


if __name__ == "__main__":
    sys.exit(lab())
