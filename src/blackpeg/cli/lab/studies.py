"""`blackpeg lab`: run studies, compare strategies, look at what is stored. Nothing heavy loads until a command runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from .options import Whole, with_store, with_studies, with_workers
from .stores import COMMANDS


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


@lab.command("list")
@with_store
def list_(store: Path, as_json: bool) -> int:
    """List the studies that come along, with the minutes that long ones take one core."""
    from ...lab.store import Store
    from ...lab.study_toml import built_in_studies, load_study

    stored = {}
    if store.exists():
        with Store(store, write=False) as there:
            stored = {series: count for series, count, _ in there.series()}
    studies = [load_study(name) for name in built_in_studies()]
    rows: list[dict[str, Any]] = [
        {
            "name": study.name, "title": study.title, "file": str(built_in_studies()[study.name]),
            "games": list(dict.fromkeys(series.game for series in study.series())),
            "strategies": list(dict.fromkeys(series.strategy for series in study.series())),
            "claims": len(study.claims), "minutes": study.minutes,
            "stored": sum(stored.get(series, 0) for series in study.series()),
        }
        for study in studies
    ]  # fmt: skip
    if as_json:
        click.echo(json.dumps(rows))
        return 0
    width = max(len(study.name) for study in studies)
    for row in rows:
        stored_too = f" ({row['stored']:,} games stored)" if row["stored"] else ""
        takes = f" ({row['minutes']:g} min)" if row["minutes"] >= 1 else ""
        click.echo(f"{row['name']:<{width}}  {row['title']}{takes}{stored_too}")
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

    from ...lab.experiment import ALL_SECRETS, LISTED_SECRETS
    from ...lab.runner import Shard, run_experiments
    from ...lab.store import Store
    from ...lab.study import resolve_experiment
    from ...lab.study_toml import load_study

    share = Shard.parse(shard) if shard else None
    experiments = []
    for one in (one for name in studies for one in load_study(name).experiments):
        one = resolve_experiment(replace(one, count=count or one.count, seed=one.seed if seed is None else seed))
        until = width is not None and count is None and one.secrets not in (ALL_SECRETS, LISTED_SECRETS)
        experiments.append(replace(one, count=0) if until else one)
    with Store(store) as there:
        played = run_experiments(there, tuple(experiments), jobs, cluster, width, fresh, share)
    if as_json:
        click.echo(json.dumps({"studies": list(studies), "store": str(store), **played}))
    else:
        click.echo(f"{played['played']:,} games played, {played['there']:,} were there; {store}")
    return 0


@lab.command()
@with_studies
@click.option("--output", "-o", metavar="DIR", help="Write pages with figures: Markdown, HTML, LaTeX and CSV.")
@with_store
def report(studies: tuple[str, ...], output: str | None, store: Path, as_json: bool) -> int:
    """Print what was measured beside what was claimed."""
    from ...lab.report.study_report import build_report
    from ...lab.report.terminal_tables import show_report
    from ...lab.store import Store
    from ...lab.study_toml import load_study

    with Store(store, write=False) as there:
        if output is not None:
            from ...lab.report.study_pages import make_result, write_pages

            folder = Path(output)
            results = [make_result(there, load_study(name), folder / "figures") for name in studies]
            _show_files(write_pages(results, folder), as_json)
            return 0
        reports = [build_report(there, load_study(name)) for name in studies]
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
@click.option("--fresh", is_flag=True, help="Delete and play again what other code made.")
@click.option(
    "--jobs", "-j", type=Whole(1, 1024), default=1, show_default=True, metavar="N", help="Play in N processes."
)
@with_store
def reproduce(quick: bool, output: str, fresh: bool, jobs: int, store: Path, as_json: bool) -> int:
    """Play every study that comes along, and write pages about all of them.

    Ctrl-C keeps everything; run again to go on.
    """
    from ...lab.report.reproduce import reproduce
    from ...lab.store import Store

    with Store(store) as there:
        _show_files(reproduce(there, Path(output), jobs, quick, fresh), as_json)
    return 0


@lab.command()
@with_studies
@click.option("--output", "-o", metavar="DIR", required=True, help="Where the figures go.")
@click.option("--format", "form", type=click.Choice(["png", "svg"]), default="png", show_default=True)
@with_store
def plot(studies: tuple[str, ...], output: str, form: str, store: Path, as_json: bool) -> int:
    """Draw averages, distributions, cumulative curves, and guesses against seconds."""
    from ...lab.figures.study_figures import draw_study
    from ...lab.store import Store
    from ...lab.study_toml import load_study

    with Store(store, write=False) as there:
        _show_files(
            [path for name in studies for path in draw_study(there, load_study(name), Path(output), form)], as_json
        )
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

    from ...game import Game
    from ...lab.experiment import (
        ADVERSARIES,
        ALL_SECRETS,
        DISTINCT_SECRETS,
        LISTED_SECRETS,
        UNIFORM_SECRETS,
        Experiment,
    )
    from ...lab.report.study_report import build_comparison
    from ...lab.report.terminal_tables import show_comparison
    from ...lab.runner import run_experiments
    from ...lab.store import Store
    from ...lab.study import resolve_experiment
    from ...lab.study_toml import read_secrets

    rules = Game.parse(game)
    kind, codes = secrets, tuple[str, ...]()
    if kind not in (UNIFORM_SECRETS, DISTINCT_SECRETS, ALL_SECRETS, *ADVERSARIES):
        kind, codes = LISTED_SECRETS, read_secrets(Path(secrets), [str(rules)])[:count]
    usual = {UNIFORM_SECRETS: 1000, DISTINCT_SECRETS: 1000}.get(kind, 1)
    experiment = resolve_experiment(Experiment((str(rules),), strategies, count or usual, kind, seed, codes))
    below = experiment.count * (rules.size if kind == ALL_SECRETS else 1)
    if width is not None and count is None:
        experiment = replace(experiment, count=0)
    with Store(store) as there:
        run_experiments(there, (experiment,), jobs, cluster, width, fresh)
        result = build_comparison(there, experiment, None if width is not None else below)
    result["secrets"] = secrets
    if as_json:
        click.echo(json.dumps(result))
    else:
        show_comparison(result)
    return 0


for command in COMMANDS:
    lab.add_command(command)
