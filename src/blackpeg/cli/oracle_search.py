"""`blackpeg search`: runs a published search that asks the secret for feedback on every code it tries."""

from __future__ import annotations

import click

from ..errors import BlackpegError
from .options import UNSOLVED, choose_seed, draw_secret, parse_game, print_json, with_json, with_seed


@click.command()
@click.argument("game")
@click.option("--method", "-m", metavar="NAME", required=True, help="Such as cabana_tupac or cunha_silva(...).")
@click.option("--secret", metavar="CODE", help="The code to find; a random one if not given.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Stop after N queries to the secret.")
@with_seed
@with_json
def search(game: str, method: str, secret: str | None, limit: int | None, seed: int | None, as_json: bool) -> int:
    """Run a search that asks the secret about every code it tries.

    Some published systems are no players: what they spend is queries, and those are shown.

    \b
    blackpeg search 4x6 --method cabana_tupac --secret 6543
    """
    rules, seed = parse_game(game), choose_seed(seed)
    code = None if secret is None else rules.code(secret)
    from ..oracle import OracleSearch, refuse_unsupported
    from ..strategies import make, name_of
    from .terminal.generations import search_line, watch_search

    made = make(method)
    if not isinstance(made, OracleSearch):
        raise BlackpegError(f"{method} is a player that asks one code a turn; see 'blackpeg solve'")
    refuse_unsupported(made, rules)
    if code is None:
        code = draw_secret(rules, seed)
    show = (lambda row: None) if as_json else (lambda row: click.echo(search_line(row)))
    found = watch_search(rules, made, code, seed, show, limit)
    result = {"game": str(rules), "method": name_of(made), "seed": seed, **found}
    if as_json:
        print_json(result)
    else:
        verdict = "Found" if result["solved"] else "Not found"
        stages = " + ".join(map(str, result["stages"])) or "0"
        click.echo(
            f"{verdict} {result['secret']} in {stages} generations: {result['queries']:,} queries to the secret."
        )
    return 0 if result["solved"] else UNSOLVED
