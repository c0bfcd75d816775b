"""`blackpeg break`: you think of a code, and the computer breaks it."""

from __future__ import annotations

import click

from ..errors import BlackpegError
from .options import (
    UNSOLVED,
    choose_seed,
    choose_strategy,
    parse_game,
    with_level,
    with_limit,
    with_seed,
    with_strategy,
)


@click.command("break")
@click.argument("game", required=False)
@with_level
@with_strategy
@with_limit
@with_seed
def break_code(game: str | None, level: str | None, text: str | None, limit: int | None, seed: int | None) -> int:
    """Think of a code and let the computer break it.

    You answer each guess with its feedback. Any answer can be corrected later. At a level the computer plays as in
    the game that the levels come from, with a first guess that is always the same.

    \b
    blackpeg break 5x8
    blackpeg break --level easy --limit 6
    """
    if level is not None and game is not None:
        raise BlackpegError("--level names a game already; leave out GAME")
    rules = parse_game(game or "4x6")
    if level is not None:
        from ..puzzles.daily import level_game, level_strategy

        rules, text = level_game(level), text or level_strategy(level)
    strategy = choose_strategy(text, rules)
    from .terminal.break_dialog import break_dialog

    return 0 if break_dialog(rules, strategy, choose_seed(seed), limit) else UNSOLVED
