"""The commands for people who play. Nothing heavy loads until a command runs."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from ..errors import BlackpegError
from .options import (
    UNSOLVED,
    adversary_of,
    game_of,
    print_json,
    seed_of,
    strategy_of,
    with_codemaker,
    with_json,
    with_seed,
    with_strategy,
)

if TYPE_CHECKING:
    from ..puzzles.games_file import GamesFile
    from ..puzzles.saved_games import SavedGame


@click.command()
@click.argument("game", required=False)
@click.option("--level", metavar="L", help="easy is 4x6-distinct, medium 4x6, hard 5x8.")
@click.option("--daily", is_flag=True, help="The puzzle of the day, the same for everyone (UTC), at any level.")
@click.option("--code", metavar="TEXT", help="A code that somebody set for you with 'blackpeg seal'.")
@with_codemaker
@with_seed
@click.option("--new", is_flag=True, help="Give up a game that was kept, and begin another.")
def play(
    game: str | None, level: str | None, daily: bool, code: str | None, codemaker: str, seed: int | None, new: bool
) -> int:
    """Break a code yourself; ? gives a hint.

    The honest codemaker hides a secret. The adversary hides none: it gives the answer that leaves most codes. A
    game that Ctrl-C kept is taken up again.

    \b
    blackpeg play --level hard
    blackpeg play --daily
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
    rules = game_of(game or "4x6")
    if level is not None:
        from ..puzzles.daily import level_game

        rules = level_game(level)
    adversary_of(codemaker, rules)
    from ..puzzles import saved_games as games
    from ..puzzles.games_file import GamesFile
    from . import play as playing

    if daily:
        wanted = games.daily_game(level or "medium")
    else:
        wanted = games.new_game(rules, codemaker, seed_of(seed)) if code is None else games.sealed_game(code)
    kept = None
    if sys.stdin.isatty():  # what a script plays is nobody's own game
        try:
            kept = GamesFile()
        except BlackpegError as error:
            click.echo(f"blackpeg: {error}; this game is not kept", err=True)
    own = wanted if kept is None or seed is not None else _taken_up(wanted, kept, new, anything=not given)
    return 0 if playing.play(own, kept, seed_of(seed)) else UNSOLVED


def _taken_up(wanted: SavedGame, games: GamesFile, new: bool, anything: bool) -> SavedGame:
    """The game that was kept, where it is what is wanted; else the new one. A daily puzzle is played once."""
    from ..puzzles.saved_games import GIVEN_UP

    for own in games.finished_games() if wanted.day else ():
        if own.kind == wanted.kind:
            return own
    for own in games.open_games():
        if anything or own.kind == wanted.kind:
            if not new:
                return own
            games.save(replace(own, state=GIVEN_UP))
            break
    return wanted


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
    from . import break_code as breaking

    return 0 if breaking.break_code(rules, strategy, seed_of(seed)) else UNSOLVED


@click.command()
@click.argument("game")
@click.option("--secret", metavar="CODE", help="The code that was to be broken; without it turns are GUESS=FEEDBACK.")
@click.argument("guesses", nargs=-1, required=True, metavar="GUESS...")
@with_json
def review(game: str, secret: str | None, guesses: tuple[str, ...], as_json: bool) -> int:
    """Look at a game again: what each guess was worth.

    \b
    blackpeg review 4x6 --secret 6543 1122 3456 6543
    blackpeg review 4x6 1122=0b0w 3456=0b4w 6543=4b0w
    """
    rules = game_of(game)
    hidden = None if secret is None else rules.code(secret)
    for guess in guesses if hidden is not None else ():
        if "=" in guess:
            raise BlackpegError(f"'{guess}' has feedback, which --secret tells already; leave out one of them")
    codes = [] if hidden is None else [rules.code(guess) for guess in guesses]
    from ..coach import review as coach
    from ..position import Position
    from . import screen as terminal

    played = codes if hidden is not None else Position.parse(" ".join((game, *guesses)))
    told = terminal.patiently(lambda: coach.review(rules, hidden, played), "looking at each guess")
    if as_json:
        print_json(told.json())
    else:
        from .review_view import show_review

        show_review(told)
    return 0


@click.command()
@click.argument("game", required=False)
@with_json
def stats(game: str | None, as_json: bool) -> int:
    """Show how many guesses your own games took."""
    rules = None if game is None else game_of(game)
    from ..puzzles.games_file import GamesFile
    from .review_view import show_stats

    games = GamesFile()
    groups = games.statistics(rules)
    if as_json:
        print_json([group.json() for group in groups])
    else:
        show_stats(groups, str(games.path), rules)
    return 0


@click.command()
@click.argument("game", default="4x6")
@click.option("--secret", metavar="CODE", help="The code to set; a random one if not given.")
@with_json
def seal(game: str, secret: str | None, as_json: bool) -> int:
    """Set a code for somebody else, as a text that does not show it.

    The other plays it with 'blackpeg play --code TEXT'. The text hides the code, it does not encrypt it.

    \b
    blackpeg seal 4x6 --secret 6543
    """
    rules = game_of(game)
    code = None if secret is None else rules.code(secret)
    from ..codemakers import random_secret
    from ..players import rng_of
    from ..puzzles.sealed_codes import seal as sealed

    text = sealed(rules, random_secret(rules, rng_of(seed_of(None), "sealed")) if code is None else code)
    if as_json:
        print_json({"game": str(rules), "code": text})
    else:
        click.echo(text)
    return 0


COMMANDS: dict[str, click.Command] = {str(command.name): command for command in (play, break_, review, stats, seal)}
