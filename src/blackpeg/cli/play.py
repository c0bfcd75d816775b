"""`blackpeg play`: you break a code."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from ..errors import BlackpegError
from .options import (
    UNSOLVED,
    choose_seed,
    open_games_file,
    parse_adversary,
    parse_game,
    with_codemaker,
    with_level,
    with_limit,
    with_seed,
)

if TYPE_CHECKING:
    from ..puzzles.saved_game import SavedGame
    from ..puzzles.terminal_games import GamesFile


@click.command()
@click.argument("game", required=False)
@with_level
@click.option("--daily", is_flag=True, help="The puzzle of the day, the same for everyone (UTC), at any level.")
@click.option("--code", metavar="TEXT", help="A code that somebody set for you with 'blackpeg seal'.")
@with_codemaker
@with_limit
@with_seed
@click.option("--new", is_flag=True, help="Give up the saved game and begin another.")
def play(
    game: str | None, level: str | None, daily: bool, code: str | None, codemaker: str, limit: int | None,
    seed: int | None, new: bool,
) -> int:  # fmt: skip
    """Break a code yourself; ? gives a hint.

    The honest codemaker hides a secret. The cheater (adversary) hides none: it gives the answer that leaves most codes.
    Ctrl-C saves a game, and 'blackpeg play' continues it.

    \b
    blackpeg play --level hard
    blackpeg play --daily
    blackpeg play --limit 10
    blackpeg play 6x9 --codemaker adversary
    """
    options = {"GAME": game, "--level": level, "--daily": daily, "--code": code, "--seed": seed}
    options["--codemaker"] = None if codemaker == "honest" else codemaker
    given = {name for name, value in options.items() if value not in (None, False)}
    for name, others, why in (
        ("--code", given, "tells which code it is"),
        ("--daily", given - {"--level"}, "tells which code it is"),
        ("--level", given & {"GAME"}, "names a game"),
    ):
        if name in given and (more := sorted(others - {name})):
            raise BlackpegError(f"{name} {why} already; leave out {' and '.join(more)}")
    rules = parse_game(game or "4x6")
    if level is not None:
        from ..puzzles.daily import level_game

        rules = level_game(level)
    parse_adversary(codemaker, rules)
    from ..puzzles.saved_game import daily_game, new_game, sealed_game
    from .terminal.play_dialog import play_dialog

    if daily:
        wanted = daily_game(level or "medium")
    else:
        wanted = new_game(rules, codemaker, choose_seed(seed)) if code is None else sealed_game(code)
    wanted = replace(wanted, limit=limit)
    file = open_games_file() if sys.stdin.isatty() else None  # games that a script plays are not saved
    saved = (
        wanted
        if file is None or seed is not None
        else _find_saved(wanted, file, new, any_game=not given and limit is None)
    )
    return 0 if play_dialog(saved, file, choose_seed(seed)) else UNSOLVED


def _find_saved(wanted: SavedGame, file: GamesFile, new: bool, any_game: bool) -> SavedGame:
    """Returns the saved game to continue, or `wanted` if there is none or a new one is asked for.

    A daily puzzle is played once: if it is over, it is returned as it ended. A saved game keeps its limit: if another
    one is asked for, a random secret is another game, and a daily puzzle or a friend's code an error.
    """
    from ..puzzles.saved_game import GIVEN_UP, NEW

    for saved in file.finished_games() if wanted.day else ():
        if saved.kind == wanted.kind:
            return saved
    for saved in file.open_games():
        if any_game or saved.kind == wanted.kind:
            other_limit = wanted.limit is not None and saved.limit != wanted.limit
            if other_limit and wanted.origin == NEW:
                continue
            if other_limit and not new:
                begun = f"with a limit of {saved.limit}" if saved.limit else "without a limit"
                raise BlackpegError(f"this puzzle was begun {begun}, and keeps it; leave out --limit")
            if not new:
                return saved
            file.save(replace(saved, state=GIVEN_UP))
            break
    return wanted
