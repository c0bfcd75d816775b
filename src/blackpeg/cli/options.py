"""What commands share: options, reading what was typed, and writing results.

Commands import what is heavy inside functions, after they have read what was typed, so that errors appear at once.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import BlackpegError, Unsupported

if TYPE_CHECKING:
    from ..codemakers import Adversary
    from ..game import Code, Game
    from ..players import Strategy
    from ..puzzles.terminal_games import GamesFile

UNSOLVED, BAD_INPUT, INTERRUPTED = 1, 2, 130  # exit statuses
MAX_LIMIT = 1000  # guesses; longer games are given up

with_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
with_seed = click.option("--seed", type=click.IntRange(0), metavar="N", help="Repeat the same random numbers.")
with_limit = click.option(
    "--limit",
    type=click.IntRange(1, MAX_LIMIT),
    metavar="N",
    help="Allow at most N guesses; 15 is usual in tournaments.",
)
with_level = click.option("--level", metavar="L", help="easy is 4x6-distinct, medium 4x6, hard 5x8.")
with_strategy = click.option(
    "--strategy", "-s", "text", metavar="S",
    help="Who breaks the code, such as entropy or random(first='1122'); 'blackpeg strategies' lists all.",
)  # fmt: skip
with_codemaker = click.option(
    "--codemaker", default="honest", show_default=True, metavar="C",
    help="honest hides a secret; adversary is a cheater: it hides none and answers so that most codes still fit, "
         "adversary(steps=2) looks ahead, adversary(perfect=True) to the end.",
)  # fmt: skip


def parse_game(text: str) -> Game:
    from ..game import Game

    return Game.parse(text)


def parse_adversary(text: str, game: Game) -> Adversary | None:
    """Returns the adversary of this name, or None for the honest codemaker; an error if it can't play this game."""
    if text == "honest":
        return None
    from ..codemakers import adversary

    codemaker = adversary(text)
    if reason := codemaker.supports(game):
        raise Unsupported(reason)
    return codemaker


def choose_strategy(text: str | None, game: Game) -> Strategy:
    """Returns the strategy of this name, or the default one for this game; an error if it can't play this game."""
    from ..oracle import refuse_unsupported
    from ..strategies import default, strategy

    chosen = default(game) if text is None else strategy(text)
    refuse_unsupported(chosen, game)
    return chosen


def choose_seed(seed: int | None) -> int:
    """Returns the given seed, or a new random one."""
    import secrets

    return secrets.randbelow(2**31) if seed is None else seed


def draw_secret(game: Game, seed: int) -> Code:
    """A random secret, the same for the same seed."""
    from ..codemakers import random_secret
    from ..players import rng_of

    return random_secret(game, rng_of(seed, game, "secret"))


def open_games_file() -> GamesFile | None:
    """The player's saved games, or None with a warning if they can't be opened."""
    from ..puzzles.terminal_games import GamesFile

    try:
        return GamesFile()
    except BlackpegError as error:
        click.echo(f"blackpeg: {error}; this game is not saved", err=True)
        return None


def print_json(data: Any) -> None:
    click.echo(json.dumps(data))


def check_writable(path: str | None) -> None:
    """Raises an error if this file can't be written, before the work begins and not after it."""
    if path is None:
        return
    replaceable = os.access(path, os.W_OK) if os.path.exists(path) else True
    if os.path.isdir(path) or not replaceable or not os.access(os.path.dirname(path) or ".", os.W_OK):
        raise BlackpegError(f"{path} can't be written")


def write_file(path: str, text: str) -> None:
    """Write a text file as a whole; if that fails, an old file stays as it was."""
    from ..storage import replacing

    try:
        with replacing(Path(path)) as file:
            file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BlackpegError(f"{path} can't be written: {error.strerror}") from error
