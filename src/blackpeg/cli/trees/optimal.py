"""`blackpeg optimal`: a search for the best strategy, which Ctrl-C stops and the same command resumes."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

import click

from ..options import INTERRUPTED, check_writable, parse_game, print_json, with_json, write_file
from .tree import show_summary

if TYPE_CHECKING:
    from ...game import Game
    from ...solver.optimal_search import Objective, SearchResult
    from ...solver.problem import Widths

PROVED = {  # what is proved of a tree, by objective; else it is the best
    "turns": "proved that fewer turns are not enough",
    "last": "proved to leave the fewest codes for the last turn",
}


@click.command()
@click.argument("game")
@click.option("--objective", type=click.Choice(["average", "worst", "turns", "last"]), default="average",
              show_default=True, help="Fewest guesses in total; fewest in the worst case; the same whatever the total, "
              "found much sooner; or fewest codes left for the last turn of the least worst case.")  # fmt: skip
@click.option("--max-turns", type=click.IntRange(1), metavar="N", help="Allow no code more guesses than this.")
@click.option(
    "--width",
    metavar="K[,K...]",
    help="Try only the K best-looking guesses, by turn, the last for the rest; N:K tries K in sets of up to N codes.",
)
@click.option("--first", metavar="CODE", help="Try only this first guess.")
@click.option("--output", "-o", metavar="FILE", help="Write the tree to a file; - prints it.")
@click.option("--jobs", "-j", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--cluster", metavar="ADDRESS", help="Search on a Dask cluster, such as tcp://127.0.0.1:8786.")
@with_json
def optimal(
    game: str, objective: Objective, max_turns: int | None, width: str | None, first: str | None,
    output: str | None, jobs: int, cluster: str | None, as_json: bool,
) -> int:  # fmt: skip
    """Search for the best strategy there is.

    Without --width and --first the result is proved to be the best. Ctrl-C keeps the best tree so far; the same
    command resumes the search.

    \b
    blackpeg optimal 4x6
    blackpeg optimal 8x3 --objective turns
    blackpeg optimal 5x8 --first 11223 --width 1,8 -o tree.txt
    """
    from ...solver.optimal_search import check_request
    from ...solver.problem import parse_widths

    rules = parse_game(game)
    widths = () if width is None else parse_widths(width)
    prints_tree, output = (True, None) if output == "-" else (False, output)
    check_writable(output)
    check_request(rules, objective, max_turns, widths, first)
    start = monotonic()
    result, is_complete = _search_with_bar(rules, objective, max_turns, widths, first, jobs, cluster)
    seconds = monotonic() - start
    if result is None:
        click.echo("blackpeg: stopped before a tree was found; the same command resumes the search", err=True)
        return INTERRUPTED
    tree = result.tree
    if output is not None:
        write_file(output, str(tree))
    summary = {
        "game": str(rules), "objective": objective, "total": tree.total, "average": round(tree.average, 6),
        "max": tree.max, "proved": result.proved, "histogram": list(tree.histogram), "seconds": round(seconds, 3),
    }  # fmt: skip
    if as_json:
        print_json(summary)
    elif prints_tree:
        click.echo(str(tree).rstrip("\n"))
    else:
        claim = PROVED.get(objective, "proved to be the best") if result.proved else "an upper bound"
        show_summary({**summary, "strategy": claim, "codes": tree.codes}, output)
    if not is_complete:
        click.echo("blackpeg: stopped; the same command resumes the search", err=True)
    return 0 if is_complete else INTERRUPTED


def _search_with_bar(
    game: Game,
    objective: Objective,
    max_turns: int | None,
    widths: Widths,
    first: str | None,
    jobs: int,
    cluster: str | None,
) -> tuple[SearchResult | None, bool]:
    """Search and show the progress; returns the best tree found, if any, and whether the search is complete."""
    from ...solver.executors import scheduler_for
    from ...solver.journal import Journal
    from ...solver.optimal_search import SearchStopped
    from ...solver.optimal_search import optimal as find_optimal
    from ..terminal.progress import SearchBar

    journal = Journal(game, objective, max_turns, widths, first)
    try:
        with scheduler_for(jobs, cluster) as scheduler, SearchBar() as bar:
            result = find_optimal(game, objective, max_turns, widths, first, scheduler, journal, bar)
    except SearchStopped as stopped:
        return stopped.result, False
    journal.remove()
    return result, True
