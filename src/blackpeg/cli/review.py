"""`blackpeg review`: what each guess of a finished game was worth."""

from __future__ import annotations

import click

from ..errors import BlackpegError
from .options import parse_game, print_json, with_json


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
    rules = parse_game(game)
    code = None if secret is None else rules.code(secret)
    for guess in guesses if code is not None else ():
        if "=" in guess:
            raise BlackpegError(f"'{guess}' has feedback, which --secret tells already; leave out one of them")
    codes = [] if code is None else [rules.code(guess) for guess in guesses]
    from ..coach.review import review as review_game
    from ..position import Position
    from .terminal.progress import wait_for
    from .terminal.review_view import show_review

    played = codes if code is not None else Position.parse(" ".join((game, *guesses)))
    result = wait_for(lambda: review_game(rules, code, played), "looking at each guess")
    if as_json:
        print_json(result.json())
    else:
        show_review(result)
    return 0
