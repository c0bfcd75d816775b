"""`blackpeg tree`: everything that a strategy without chance does in a game, as a tree."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from ...phrases import count_phrase, count_text
from ..options import check_writable, choose_strategy, parse_game, print_json, with_json, write_file

if TYPE_CHECKING:
    from ...game import Code, Game
    from ...players import Strategy
    from ...tree import Tree


@click.command()
@click.argument("game")
@click.option("--strategy", "-s", "text", metavar="S", required=True, help="A strategy without chance.")
@click.option("--first", metavar="CODE", help="Begin with this guess, whatever the strategy would guess.")
@click.option("--format", "form", type=click.Choice(["text", "json", "dot"]), default="text", show_default=True,
              help="How to write the tree; dot is for Graphviz.")  # fmt: skip
@click.option("--output", "-o", metavar="FILE", help="Write the tree to a file and print a summary.")
@with_json
def tree(game: str, text: str, first: str | None, form: str, output: str | None, as_json: bool) -> int:
    """Lay out a strategy over all feedback it can meet.

    With --json print a summary instead; -o writes the tree all the same.

    \b
    blackpeg tree 4x6 --strategy minimax -o minimax.txt
    """
    rules = parse_game(game)
    if output == "-":
        output = None
    check_writable(output)
    strategy = choose_strategy(text, rules)
    from ...strategies import name_of

    grown = _grow(strategy, rules, None if first is None else rules.code(first))
    if output is not None or not as_json:
        lines = [str(grown)] if form == "text" else [json.dumps(grown.json())] if form == "json" else grown.dot()
        whole = "\n".join(lines).rstrip("\n") + "\n"
        if output is None:
            click.echo(whole, nl=False)
            return 0
        write_file(output, whole)
    summary = {
        "game": str(rules), "strategy": name_of(strategy), "codes": grown.codes, "total": grown.total,
        "average": round(grown.average, 6), "max": grown.max, "histogram": list(grown.histogram),
    }  # fmt: skip
    if as_json:
        print_json(summary)
    else:
        show_summary(summary, output)
    return 0


def _grow(strategy: Strategy, game: Game, first: Code | None) -> Tree:
    """Returns the tree of a strategy, and shows a progress bar meanwhile."""
    import numpy as np

    from ...errors import TooMany
    from ...game import LISTABLE
    from ...tree import Tree
    from ..terminal.progress import wait_for

    if game.size > LISTABLE:
        raise TooMany(f"{game} has {count_text(game.size)} codes; a tree is laid out for at most {LISTABLE:,}")
    done = np.zeros(1, np.int64)
    begin = partial(Tree.of, strategy, game) if first is None else partial(Tree.beginning_with, first, strategy, game)
    return wait_for(lambda: begin(done), "growing the tree", done, game.size)


def show_summary(summary: dict[str, Any], output: str | None) -> None:
    """Print the totals of a tree, how many codes take 1, 2, 3 … guesses, and the file it was written to."""
    from rich.text import Text

    from ..terminal.screen import Screen
    from ..terminal.tables import print_histogram

    screen = Screen()
    screen.print(Text.assemble(
        (summary["game"], "bold"), f"  {summary['strategy']}: {count_phrase(summary['total'], 'guess')} for "
        f"{count_phrase(summary['codes'], 'code')}, {summary['average']:.4f} on average, at most {summary['max']}\n",
    ))  # fmt: skip
    print_histogram(screen, summary["histogram"])
    if output is not None:
        screen.print(f"\nWritten to {output}")
