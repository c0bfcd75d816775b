"""`blackpeg stats`: how many guesses your own games took."""

from __future__ import annotations

import click

from .options import parse_game, print_json, with_json


@click.command()
@click.argument("game", required=False)
@with_json
def stats(game: str | None, as_json: bool) -> int:
    """Show how many guesses your own games took."""
    rules = None if game is None else parse_game(game)
    from ..puzzles.games_file import GamesFile
    from .review_view import show_stats

    file = GamesFile()
    groups = file.statistics(rules)
    if as_json:
        print_json([group.json() for group in groups])
    else:
        show_stats(groups, str(file.path), rules)
    return 0
