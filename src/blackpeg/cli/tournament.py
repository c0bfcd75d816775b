"""`blackpeg tournament`: strategies break the same secrets, and the fewest points win."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import click

from .lab.options import WholeNumber, with_jobs
from .options import INTERRUPTED, MAX_LIMIT, choose_seed, parse_game, print_json, with_json, with_seed

if TYPE_CHECKING:
    from ..lab.experiment import Experiment
    from ..puzzles.strategy_tournament import Tournament


@click.command()
@click.argument("strategies", nargs=-1, required=True, metavar="STRATEGY...")
@click.option("--game", default="4x6", show_default=True, metavar="G", help="The game, such as 4x6.")
@click.option(
    "--rounds", type=WholeNumber(1, 10_000_000), default=100, show_default=True, metavar="N",
    help="Secrets that every strategy breaks.",
)  # fmt: skip
@click.option(
    "--limit", type=WholeNumber(1, MAX_LIMIT), default=15, show_default=True, metavar="N",
    help="Guesses allowed; a code that is not broken within them costs one point more.",
)  # fmt: skip
@with_seed
@with_jobs
@with_json
def tournament(
    strategies: tuple[str, ...], game: str, rounds: int, limit: int, seed: int | None, jobs: int, as_json: bool
) -> int:
    """Let strategies compete for the fewest points.

    All break the same secrets, and a guess is a point. Ctrl-C stops and shows the table so far.

    \b
    blackpeg tournament entropy random needle --game 5x8 --rounds 200
    """
    rules, seed = parse_game(game), choose_seed(seed)
    from ..puzzles.strategy_tournament import plan_tournament

    result, stopped = _play(plan_tournament(rules, strategies, rounds, seed), limit, jobs)
    if not result.rounds:
        click.echo("Stopped before the first round was over.", err=True)
    elif as_json:
        print_json(result.json())
    else:
        _show(result, rounds)
    return INTERRUPTED if stopped else 0


def _play(plan: Experiment, limit: int, jobs: int) -> tuple[Tournament, bool]:
    """Plays until all is done or Ctrl-C; returns the result, and whether it was stopped."""
    from ..lab.progress import ProgressDisplay
    from ..puzzles.strategy_tournament import play_rounds, score

    records, stopped = [], False
    with ProgressDisplay() as display:
        try:
            display.expect(dict.fromkeys(plan.series(), plan.count), {})
            with closing(play_rounds(plan, jobs)) as batches:
                for batch in batches:
                    records += batch.records
                    display(batch.records[0].task.series, batch)
        except KeyboardInterrupt:
            stopped = True
    return score(plan, limit, records), stopped


def _show(result: Tournament, wanted: int) -> None:
    from ..lab.report.terminal_tables import format_p, plus_minus, print_heading, print_paragraph, print_table
    from ..phrases import count_phrase

    table, rounds = result.standings, count_phrase(result.rounds, "round")
    whole = "" if result.rounds == wanted else f" of {wanted:,}"
    print_heading(f"{result.game}, {rounds}{whole}, at most {count_phrase(result.limit, 'guess')}, seed {result.seed}")
    click.echo()
    averages = plus_minus([(line.average, _half(line.low, line.high), False) for line in table])
    leads = plus_minus([(line.behind, _half(line.behind_low, line.behind_high), False) for line in table[1:]], "+")
    rows = [
        (f"{line.points:,}", f"{line.unsolved:,}", average, lead, "" if line.p is None else format_p(line.p))
        for line, average, lead in zip(table, averages, ["", *leads], strict=True)
    ]
    digits = len(str(len(table)))
    labels = [f"{line.rank:>{digits}} {line.strategy}" for line in table]
    print_table("  strategy", labels, (("points", "unsolved", "a round", "behind", "p (Holm)"), rows))
    click.echo()
    print_paragraph(result.verdict)
    unsolved = f", and {result.limit + 1} for a code that was not broken" if any(one.unsolved for one in table) else ""
    print_paragraph(f"A guess is a point{unsolved}. ± is half a 95 % interval; behind is on the same secrets.")


def _half(low: float | None, high: float | None) -> float | None:
    return None if low is None or high is None else (high - low) / 2
