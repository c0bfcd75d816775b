"""The commands for people who play. Nothing heavy loads until a command runs."""

from __future__ import annotations

import click

from .options import UNSOLVED, adversary_of, game_of, seed_of, strategy_of, with_codemaker, with_seed, with_strategy


@click.command()
@click.argument("game", default="4x6")
@with_codemaker
@with_seed
def play(game: str, codemaker: str, seed: int | None) -> int:
    """Break a code yourself; ? gives a hint.

    The honest codemaker hides a secret. The adversary hides none: it gives the answer that leaves most codes.
    """
    rules = game_of(game)
    adversary = adversary_of(codemaker, rules)
    from . import interactive

    return 0 if interactive.play(rules, adversary, seed_of(seed)) else UNSOLVED


@click.command("break")
@click.argument("game", default="4x6")
@with_strategy
@with_seed
def break_(game: str, text: str | None, seed: int | None) -> int:
    """Think of a code and let the computer break it.

    You answer each guess with its feedback. Any answer can be corrected later.
    """
    rules = game_of(game)
    strategy = strategy_of(text, rules)
    from . import interactive

    return 0 if interactive.break_code(rules, strategy, seed_of(seed)) else UNSOLVED


COMMANDS: dict[str, click.Command] = {str(command.name): command for command in (play, break_)}
