"""`blackpeg break`: you think of a code, and the computer breaks it."""

from __future__ import annotations

import click

from .options import UNSOLVED, choose_seed, choose_strategy, parse_game, with_seed, with_strategy


@click.command("break")
@click.argument("game", default="4x6")
@with_strategy
@with_seed
def break_code(game: str, text: str | None, seed: int | None) -> int:
    """Think of a code and let the computer break it.

    You answer each guess with its feedback. Any answer can be corrected later.
    """
    rules = parse_game(game)
    strategy = choose_strategy(text, rules)
    from .terminal.break_dialog import break_dialog

    return 0 if break_dialog(rules, strategy, choose_seed(seed)) else UNSOLVED
