"""What commands share: options, and what was typed as the thing it names. Nothing heavy loads until it is read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from ..codemakers import Adversary
    from ..game import Game
    from ..players import Strategy

UNSOLVED, BAD_INPUT, INTERRUPTED = 1, 2, 130  # exit statuses

with_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
with_seed = click.option("--seed", type=click.IntRange(0), metavar="N", help="Let chance repeat itself.")
with_strategy = click.option(
    "--strategy", "-s", "text", metavar="S",
    help="Who breaks the code, such as entropy or random(first='1122'); 'blackpeg strategies' lists all.",
)  # fmt: skip
with_codemaker = click.option(
    "--codemaker", default="honest", show_default=True, metavar="C",
    help="honest hides a secret; adversary answers so that most codes still fit, adversary(steps=2) looks ahead, "
         "adversary(perfect=True) to the end.",
)  # fmt: skip


def print_json(data: Any) -> None:
    click.echo(json.dumps(data))


# What was typed is read first, and what is heavy imported after: an error is told at once.


def adversary_of(text: str, game: Game) -> Adversary | None:
    """The adversary of this name, if it is one that plays this game; None for the honest codemaker."""
    if text == "honest":
        return None
    from ..codemakers import adversary
    from ..errors import Unsupported

    maker = adversary(text)
    why = maker.supports(game)
    if why:
        raise Unsupported(why)
    return maker


def game_of(text: str) -> Game:
    from ..game import Game

    return Game.parse(text)


def strategy_of(text: str | None, game: Game) -> Strategy:
    """The strategy asked for, or one that suits the game; an error where it can't play it."""
    from ..strategies import default, strategy

    made = default(game) if text is None else strategy(text)
    from ..oracle import refuse_unsupported

    refuse_unsupported(made, game)
    return made


def seed_of(seed: int | None) -> int:
    """The seed asked for, or a new one."""
    import secrets

    return secrets.randbelow(2**31) if seed is None else seed
