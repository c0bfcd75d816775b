"""`blackpeg seal`: a code for somebody else, hidden in a text."""

from __future__ import annotations

import click

from .options import choose_seed, draw_secret, parse_game, print_json, with_json


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
    rules = parse_game(game)
    code = draw_secret(rules, choose_seed(None)) if secret is None else rules.code(secret)
    from ..puzzles.sealed_codes import seal as seal_code

    text = seal_code(rules, code)
    if as_json:
        print_json({"game": str(rules), "code": text})
    else:
        click.echo(text)
    return 0
