"""`blackpeg lab` and its commands that play and report: list, run, report, reproduce, plot, compare."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..options import print_json
from .options import (
    WholeNumber,
    report_stopped,
    with_count,
    with_failures,
    with_fresh,
    with_jobs,
    with_store,
    with_studies,
    with_workers,
)
from .stores import COMMANDS

if TYPE_CHECKING:
    from ...lab.runner import GameLimit


class UnsortedGroup(click.Group):
    """A group that lists its commands in the order of this file."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group("lab", cls=UnsortedGroup)
def lab() -> None:
    """Play many games and compare strategies on the same secrets.

    A STUDY is a TOML file, whose .toml may be left out, or a built-in study of 'blackpeg lab list', which wins
    over a file of the same name. A store keeps the games, and running again plays only those that are missing.
    The tutorial is docs/lab.md.

    \b
    blackpeg lab compare random entropy --game 4x6 --games 200
    """


@lab.command("list")
@with_store
def list_(store: Path, as_json: bool) -> int:
    """List the built-in studies and the minutes they take."""
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
        print_json(rows)
        return 0
    width = max(len(study.name) for study in studies)
    for row in rows:
        minutes = f" ({row['minutes']:g} min)" if row["minutes"] >= 1 else ""
        games = f" ({row['stored']:,} games stored)" if row["stored"] else ""
        click.echo(f"{row['name']:<{width}}  {row['title']}{minutes}{games}")
    return 0


@lab.command()
@with_studies
@with_count
@click.option("--seed", type=WholeNumber(0), metavar="N", help="Another seed than the study's.")
@click.option("--shard", metavar="I/N", help="Play only the I-th of N equal shares, such as 2/5.")
@with_workers
@with_store
def run(
    studies: tuple[str, ...], count: int | None, seed: int | None, shard: str | None, jobs: int, cluster: str | None,
    width: float | None, fresh: bool, limit: GameLimit, store: Path, as_json: bool,
) -> int:  # fmt: skip
    """Play the games of studies that are not in the store yet.

    Ctrl-C loses nothing; run the command again to go on. With --shard several machines share the games: each
    plays its share into a store of its own, and 'blackpeg lab merge' puts them together.
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
        by_interval = width is not None and count is None and one.secrets not in (ALL_SECRETS, LISTED_SECRETS)
        experiments.append(replace(one, count=0) if by_interval else one)
    with Store(store) as there:
        played = run_experiments(there, tuple(experiments), jobs, cluster, width, fresh, share, limit=limit)
    if as_json:
        print_json({"studies": list(studies), "store": str(store), **played})
    else:
        click.echo(f"{played['played']:,} games played, {played['there']:,} were there; {store}")
    return report_stopped(limit, as_json)


@lab.command()
@with_studies
@click.option(
    "--output", "-o", metavar="DIR", help="Write pages with figures into this folder: Markdown, HTML, LaTeX, CSV."
)
@with_count
@with_store
def report(studies: tuple[str, ...], output: str | None, count: int | None, store: Path, as_json: bool) -> int:
    """Show what was measured beside what papers claim.

    It counts the games that a study asks for, though the store may hold more; --games asks for another number.
    """
    from shlex import join

    from ...lab.report.report_json import build_report
    from ...lab.report.terminal_tables import show_report
    from ...lab.report.verdict_across_studies import related_claims, settle_verdicts
    from ...lab.store import Store
    from ...lab.study import with_count
    from ...lab.study_toml import load_study

    loaded = [with_count(load_study(name), count) for name in studies]
    with Store(store, write=False) as there:
        others = related_claims(there, loaded)
        if output is not None:
            from ...lab.report.study_pages import make_result, settle_results, write_pages

            folder = Path(output)
            results = [make_result(there, study, folder / "figures") for study in loaded]
            words = [*studies, *(() if count is None else ("--games", str(count))), "-o", output]
            made_by = f"Made by `blackpeg lab report {join(words)}`."
            pages = write_pages(settle_results(results, others), folder, made_by, _title_of(studies))
            _print_files(pages, as_json)
            return 0
        reports = settle_verdicts([build_report(there, study) for study in loaded], others)
    if as_json:
        print_json(reports if len(reports) > 1 else reports[0])
        return 0
    for k, one in enumerate(reports):
        if k:
            click.echo()
        show_report(one)
    return 0


def _title_of(studies: tuple[str, ...]) -> str:
    """Returns the title of pages of several studies; a single one has its own."""
    return "" if len(studies) == 1 else f"{len(studies)} studies, measured"


def _print_files(files: list[Path], as_json: bool) -> None:
    if as_json:
        print_json([str(path) for path in files])
    else:
        click.echo("\n".join(map(str, files)))


@lab.command()
@click.option("--quick", is_flag=True, help="Play a hundredth of the games, in some minutes instead of two hours.")
@click.option("--large", is_flag=True, help="Play the studies that take longest instead: needle, scaling, lookahead.")
@click.option("--output", "-o", metavar="DIR", default="results", show_default=True, help="The folder of the pages.")
@with_fresh
@with_jobs
@with_failures
@with_store
def reproduce(
    quick: bool, large: bool, output: str, fresh: bool, jobs: int, limit: GameLimit, store: Path, as_json: bool
) -> int:
    """Play all studies of papers, and write pages.

    Ctrl-C loses nothing; run the command again to go on.
    """
    from ...lab.reproduce import reproduce
    from ...lab.store import Store

    with Store(store) as there:
        _print_files(reproduce(there, Path(output), jobs, quick, fresh, large=large, limit=limit), as_json)
    return report_stopped(limit, as_json)


@lab.command()
@with_studies
@click.option("--output", "-o", metavar="DIR", required=True, help="The folder of the figures.")
@click.option("--format", "form", type=click.Choice(["png", "svg", "pdf"]), default="png", show_default=True)
@with_count
@with_store
def plot(studies: tuple[str, ...], output: str, form: str, count: int | None, store: Path, as_json: bool) -> int:
    """Draw averages, distributions and times of studies."""
    from ...lab.figures.study_figures import draw_study
    from ...lab.store import Store
    from ...lab.study import with_count
    from ...lab.study_toml import load_study

    loaded = [with_count(load_study(name), count) for name in studies]
    with Store(store, write=False) as there:
        _print_files([path for one in loaded for path in draw_study(there, one, Path(output), form)], as_json)
    return 0


@lab.command()
@click.argument("strategies", nargs=-1, required=True, metavar="STRATEGY...")
@click.option("--game", required=True, metavar="G", help="The game, such as 4x6.")
@click.option(
    "--games", "count", type=WholeNumber(1), metavar="N",
    help="Games of each strategy; with all secrets, of each secret.  [default: 1000; from a file, all]",
)  # fmt: skip
@click.option(
    "--seed", type=WholeNumber(0), default=0, show_default=True, metavar="N", help="Another seed means other secrets."
)
@click.option(
    "--secrets", default="uniform", show_default=True, metavar="S",
    help="uniform, distinct (no color twice), all, adversary, or a file with one code on each line.",
)  # fmt: skip
@with_workers
@with_store
def compare(
    strategies: tuple[str, ...], game: str, count: int | None, seed: int, secrets: str, jobs: int, cluster: str | None,
    width: float | None, fresh: bool, limit: GameLimit, store: Path, as_json: bool,
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
    from ...lab.report.report_json import build_comparison
    from ...lab.report.terminal_tables import show_comparison
    from ...lab.runner import run_experiments
    from ...lab.store import Store
    from ...lab.study import resolve_experiment
    from ...lab.study_toml import read_secrets

    rules = Game.parse(game)
    kind, codes = secrets, tuple[str, ...]()
    if kind not in (UNIFORM_SECRETS, DISTINCT_SECRETS, ALL_SECRETS, *ADVERSARIES):
        kind, codes = LISTED_SECRETS, read_secrets(Path(secrets), [str(rules)])[:count]
    default_count = 1000 if kind in (UNIFORM_SECRETS, DISTINCT_SECRETS) else 1
    experiment = resolve_experiment(Experiment((str(rules),), strategies, count or default_count, kind, seed, codes))
    below = experiment.count * (rules.size if kind == ALL_SECRETS else 1)
    if width is not None and count is None:
        experiment = replace(experiment, count=0)
    with Store(store) as there:
        run_experiments(there, (experiment,), jobs, cluster, width, fresh, limit=limit)
        result = build_comparison(there, experiment, None if width is not None else below)
    result["secrets"] = secrets
    if limit.stopped:
        result["stopped"] = [str(task) for task in limit.stopped]
    if as_json:
        print_json(result)
    else:
        show_comparison(result)
    return report_stopped(limit, as_json)


for command in COMMANDS:
    lab.add_command(command)
