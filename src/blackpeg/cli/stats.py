"""`blackpeg stats`: how many guesses your own games took."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ..phrases import count_phrase, count_text
from .options import parse_game, print_json, with_json

if TYPE_CHECKING:
    from ..game import Game
    from ..puzzles.puzzle_rating import PuzzleRecord
    from ..puzzles.statistics import GroupStatistics


@click.command()
@click.argument("game", required=False)
@with_json
def stats(game: str | None, as_json: bool) -> int:
    """Show how many guesses your own games took."""
    rules = None if game is None else parse_game(game)
    from ..puzzles.puzzle_rating import PuzzleRecord
    from ..puzzles.terminal_games import GamesFile

    file = GamesFile()
    groups = file.statistics(rules)
    if as_json:
        print_json([group.json() for group in groups])
    else:
        _show_stats(groups, str(file.path), rules, file.puzzle_record() if rules is None else PuzzleRecord())
    return 0


def _show_stats(groups: Sequence[GroupStatistics], path: str, game: Game | None, puzzles: PuzzleRecord) -> None:
    """Print how many guesses one's own games took, for each kind of game by itself, and the rating in puzzles."""
    from rich.text import Text

    from .terminal.screen import Screen
    from .terminal.tables import print_histogram

    screen = Screen()
    for group in groups:
        statistics, optimum = group.statistics, group.json()["optimum"]
        name = f"{group.game}{', daily' * group.daily}{'' if group.codemaker == 'honest' else f', {group.codemaker}'}"
        games = f"{count_phrase(statistics.played, 'game')}, {count_text(statistics.solved)} broken"
        screen.print(Text.assemble((name, "bold"), f"  {games}\n"))
        if statistics.average is not None:
            print_histogram(screen, list(statistics.distribution.values()))
            best = "" if optimum is None else f"; the best known strategy needs {optimum:.2f}"
            screen.print(f"\nOn average {statistics.average:.2f} guesses{best}.")
        screen.print(f"Broken in a row: {statistics.streak} now, {statistics.longest} at most.\n")
    if puzzles.answered:
        answers = f"{count_text(len(puzzles.answered))} answered, {count_text(puzzles.right)} at the first try"
        screen.print(Text.assemble(("Puzzles", "bold"), f"  {answers}\n"))
        in_a_row = f"In a row: {puzzles.streak} now, {puzzles.longest} at most."
        screen.print(f"Rating {puzzles.rating:,}. {in_a_row}\n")
    of, play = ("", "play") if game is None else (f" of {game}", f"play {game}")
    screen.print(
        f"Saved in {path}" if groups or puzzles.answered else f"No game{of} is over yet; 'blackpeg {play}' begins one."
    )
