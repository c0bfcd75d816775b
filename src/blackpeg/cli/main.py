"""The command line. It imports nothing heavy until a command runs."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from typing import TYPE_CHECKING, Any, NoReturn

import click

from .. import __version__
from ..errors import BlackpegError, nearest
from .options import (
    BAD_INPUT,
    INTERRUPTED,
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
    from ..players import Codemaker, Strategy
    from ..position import Position
    from ..solver.search import Objective


class Blackpeg(click.Group):
    """The group of commands: whatever goes wrong is said in one sentence, in JSON where JSON was asked for."""

    def __call__(self, *_: Any, **__: Any) -> NoReturn:
        for stream in (sys.stdin, sys.stdout):  # no character that is typed or printed stops a command
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        try:
            status = self.main(standalone_mode=False, prog_name="blackpeg")
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message())
            status = BAD_INPUT
        except click.UsageError as error:
            text = error.format_message().rstrip(".").replace("integer range", "whole number")
            text = re.sub(r"\. \(?Did you mean (.*\?)\)?", r"; did you mean \1", text)
            where = error.ctx.command_path if error.ctx else "blackpeg"
            status = _fail(f"{text[:1].lower()}{text[1:]} (see {where} --help)")
        except (BlackpegError, MemoryError) as error:
            status = _fail(str(error) or "there is not enough memory for this")
        except OSError as error:
            status = _fail(f"{error.filename or 'output'}: {error.strerror or error}")
        except (KeyboardInterrupt, click.Abort):
            os._exit(INTERRUPTED)  # at once, whatever a thread still computes
        sys.exit(status if isinstance(status, int) else 0)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            status = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:  # whoever reads our output has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        return status

    def list_commands(self, ctx: click.Context) -> list[str]:
        from .game_commands import COMMANDS

        return [*COMMANDS, *self.commands, "lab", "serve"]  # in the order of the files

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        from .game_commands import COMMANDS

        if cmd_name == "lab":
            from .lab.studies import lab

            return lab
        if cmd_name == "serve":
            from .serve import serve

            return serve
        if cmd_name in COMMANDS:
            return COMMANDS[cmd_name]
        return super().get_command(ctx, cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            names = self.list_commands(ctx)
            raise BlackpegError(f"no command '{args[0]}'{nearest(args[0], names)} (there are {', '.join(names)})")
        return super().resolve_command(ctx, args)


def _fail(text: str) -> int:
    from .screen import sentence

    if "--json" in sys.argv:
        print_json({"error": sentence(text)})
    else:
        click.echo(f"blackpeg: {sentence(text)}", err=True)
    return BAD_INPUT


@click.group(cls=Blackpeg, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="blackpeg %(version)s")
def main() -> None:
    """Blackpeg plays, breaks and studies Mastermind.

    A GAME is pegs x colors: 4x6 is the classic, 5x8 is Super Mastermind, 4x10-distinct is Bulls and Cows (no
    color twice), 4x6-black tells only black pegs. A code is written 1123; feedback is written 2b1w: two black
    pegs (right color, right place), one white (right color, wrong place).
    """


@main.command()
@click.argument("game")
@click.option("--secret", metavar="CODE", help="The code to break; a random one if not given.")
@with_codemaker
@with_strategy
@with_seed
@click.option(
    "--limit", type=click.IntRange(1), default=1000, show_default=True, metavar="N", help="Guesses it may make."
)
@click.option("--watch", is_flag=True, help="Show every generation of a player that evolves.")
@with_json
def solve(
    game: str, secret: str | None, codemaker: str, text: str | None, seed: int | None, limit: int, watch: bool,
    as_json: bool,
) -> int:  # fmt: skip
    """Watch the computer break a code.

    \b
    blackpeg solve 4x6 --secret 6543
    blackpeg solve 5x8 --strategy minimax --codemaker adversary
    blackpeg solve 5x8 --strategy merelo2006 --watch
    """
    if secret is not None and codemaker.startswith("adversary"):
        raise BlackpegError("the adversary hides no secret; leave out --secret or --codemaker adversary")
    rules, seed = game_of(game), seed_of(seed)
    adversary = adversary_of(codemaker, rules)
    given = None if secret is None else rules.code(secret)
    strategy = strategy_of(text, rules)
    from ..codemakers import Honest, random_secret
    from ..players import Evolving, play, rng_of
    from ..strategies import name_of
    from . import screen as terminal
    from .generations import Watched, turn_line

    player, curve = strategy, list[dict[str, Any]]()
    if watch:
        if not isinstance(strategy, Evolving):
            raise BlackpegError(f"{name_of(strategy)} has no generations to watch; leave out --watch")
        player = Watched(strategy, curve.append if as_json else lambda row: click.echo(turn_line(row)))
    code = random_secret(rules, rng_of(seed, rules, "secret")) if given is None else given
    maker: Codemaker = adversary or Honest(code)
    hidden = None if adversary else rules.show(code)

    def played() -> tuple[Position, dict[str, Any]]:
        end = play(rules, player, maker, seed, limit)
        record = terminal.record(end, name_of(strategy), codemaker, hidden, seed)
        return end, {**record, "curve": curve} if watch else record

    if watch and not as_json:
        end, record = played()
        click.echo()
    else:
        end, record = terminal.patiently(played, f"{name_of(strategy)} is thinking")
    if as_json:
        print_json(record)
    else:
        terminal.show_game(end, record)
    return 0 if end.solved else UNSOLVED


@main.command("next")
@click.argument("game")
@click.argument("turns", nargs=-1, metavar="[GUESS=FEEDBACK]...")
@with_strategy
@click.option(
    "--top", type=click.IntRange(1, 1000), default=5, show_default=True, metavar="K", help="Guesses to compare."
)
@with_seed
@with_json
def next_(game: str, turns: tuple[str, ...], text: str | None, top: int, seed: int | None, as_json: bool) -> int:
    """Ask what to guess now, with the best guesses side by side.

    \b
    blackpeg next 4x6 1122=1b1w 1344=0b2w
    """
    rules, seed = game_of(game), seed_of(seed)
    strategy = strategy_of(text, rules)
    from ..coach.ranking import advice, refuse_over
    from ..position import Position
    from ..strategies import name_of
    from . import screen as terminal

    name, position = name_of(strategy), Position(rules)
    for turn in turns:
        guess, equals, feedback = turn.partition("=")
        if not equals:
            raise BlackpegError(f"'{turn}' is not a turn; it is written GUESS=FEEDBACK, such as 1122=1b1w")
        position = position.after(guess, feedback)

    def advised() -> tuple[list[int | None], dict[str, Any]]:
        refuse_over(position)
        return position.candidate_counts, advice(position, strategy, top, seed)

    along, best = terminal.patiently(advised, f"{name} is thinking")
    if as_json:
        print_json(best)
    else:
        terminal.show_advice(position, best, name, along)
    return 0


@main.command()
@click.argument("game")
@click.option("--strategy", "-s", "text", metavar="S", required=True, help="A strategy without chance.")
@click.option("--format", "form", type=click.Choice(["text", "json", "dot"]), default="text", show_default=True,
              help="How to write the tree; dot is for Graphviz.")  # fmt: skip
@click.option("--output", "-o", metavar="FILE", help="Where to write it, with a summary here.")
@with_json
def tree(game: str, text: str, form: str, output: str | None, as_json: bool) -> int:
    """Lay out a strategy over all feedback it can meet.

    With --json print a summary instead; -o writes the tree all the same.

    \b
    blackpeg tree 4x6 --strategy minimax -o minimax.txt
    """
    rules = game_of(game)
    if output == "-":
        output = None
    _refuse_unwritable(output)
    strategy = strategy_of(text, rules)
    from ..strategies import name_of
    from . import screen as terminal

    grown = terminal.grow(strategy, rules)
    if output is not None or not as_json:
        lines = [str(grown)] if form == "text" else [json.dumps(grown.json())] if form == "json" else grown.dot()
        whole = "\n".join(lines).rstrip("\n") + "\n"
        if output is None:
            click.echo(whole, nl=False)
            return 0
        with open(output, "w", encoding="utf-8") as file:
            file.write(whole)
    summary = {
        "game": str(rules), "strategy": name_of(strategy), "codes": grown.codes, "total": grown.total,
        "average": round(grown.average, 6), "max": grown.max, "histogram": list(grown.histogram),
    }  # fmt: skip
    if as_json:
        print_json(summary)
    else:
        terminal.show_tree(summary, output)
    return 0


@main.command()
@click.argument("game")
@click.option("--objective", type=click.Choice(["average", "worst"]), default="average", show_default=True,
              help="Least guesses in total, or least in the worst case.")  # fmt: skip
@click.option("--max-turns", type=click.IntRange(1), metavar="N", help="Allow no code more guesses than this.")
@click.option(
    "--width", metavar="K[,K...]", help="Try only the K best-looking guesses, by turn; the last for the rest."
)
@click.option("--first", metavar="CODE", help="Try only this first guess.")
@click.option("--output", "-o", metavar="FILE", help="Write the tree to a file; - prints it.")
@click.option("--jobs", "-j", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--cluster", metavar="ADDRESS", help="Search on a Dask cluster, such as tcp://127.0.0.1:8786.")
@with_json
def optimal(
    game: str, objective: Objective, max_turns: int | None, width: str | None, first: str | None, output: str | None,
    jobs: int, cluster: str | None, as_json: bool,
) -> int:  # fmt: skip
    """Search for the best strategy there is.

    Without --width and --first the result is proved to be the best. Ctrl-C keeps the best tree so far; the same
    command takes the search up again.

    \b
    blackpeg optimal 4x6
    blackpeg optimal 5x8 --first 11223 --width 1,8 -o tree.txt
    """
    rules = game_of(game)
    widths = _widths(width)
    shown, output = (True, None) if output == "-" else (False, output)
    _refuse_unwritable(output)
    from ..solver.search import check_request
    from ..solver.tree_library import write_tree
    from . import screen as terminal
    from .optimal import search_with_bar

    check_request(rules, objective, max_turns, widths, first)
    found, seconds, complete = search_with_bar(rules, objective, max_turns, widths, first, jobs, cluster)
    if found is None:
        click.echo("blackpeg: stopped before there was a tree; the same command goes on from here", err=True)
        return INTERRUPTED
    if output is not None:
        write_tree(output, found.tree)
    tree = found.tree
    summary = {
        "game": str(rules), "objective": objective, "total": tree.total, "average": round(tree.average, 6),
        "max": tree.max, "proved": found.proved, "histogram": list(tree.histogram), "seconds": round(seconds, 3),
    }  # fmt: skip
    if as_json:
        print_json(summary)
    elif shown:
        click.echo(str(tree).rstrip("\n"))
    else:
        said = "proved to be the best" if found.proved else "an upper bound"
        terminal.show_tree({**summary, "strategy": said, "codes": tree.codes}, output)
    if not complete:
        click.echo("blackpeg: stopped; the same command goes on from here", err=True)
    return 0 if complete else INTERRUPTED


@main.command()
@click.argument("game")
@click.option("--method", "-m", metavar="NAME", required=True, help="Such as cabana_tupac or cunha_silva(...).")
@click.option("--secret", metavar="CODE", help="The code to find; a random one if not given.")
@with_seed
@with_json
def search(game: str, method: str, secret: str | None, seed: int | None, as_json: bool) -> int:
    """Run a search that asks the secret about every code it tries.

    Some published systems are no players: what they spend is queries, and those are shown.

    \b
    blackpeg search 4x6 --method cabana_tupac --secret 6543
    """
    rules, seed = game_of(game), seed_of(seed)
    given = None if secret is None else rules.code(secret)
    from ..codemakers import random_secret
    from ..oracle import OracleSearch
    from ..players import rng_of
    from ..strategies import make, name_of
    from .generations import search_line, watch_search

    made: Strategy | OracleSearch = make(method)
    if not isinstance(made, OracleSearch):
        raise BlackpegError(f"{method} is a player that asks one code a turn; see 'blackpeg solve'")
    if why := made.supports(rules):
        raise BlackpegError(why)
    code = random_secret(rules, rng_of(seed, rules, "secret")) if given is None else given
    show = (lambda row: None) if as_json else (lambda row: click.echo(search_line(row)))
    result = {"game": str(rules), "method": name_of(made), "seed": seed, **watch_search(rules, made, code, seed, show)}
    if as_json:
        print_json(result)
    else:
        found = "Found" if result["solved"] else "Not found"
        stages = " + ".join(map(str, result["stages"]))
        click.echo(f"{found} {result['secret']} in {stages} generations: {result['queries']:,} queries to the secret.")
    return 0 if result["solved"] else UNSOLVED


@main.command()
@with_json
def strategies(as_json: bool) -> int:
    """List every strategy, with its kind and source."""
    from ..strategies import STRATEGIES, outside

    rows = {**STRATEGIES, **outside()}
    if as_json:
        print_json([{"name": name, "kind": row.kind, "source": row.source} for name, row in rows.items()])
        return 0
    widths = [max(map(len, column)) for column in zip(*((name, row.kind) for name, row in rows.items()), strict=True)]
    for name, row in rows.items():
        click.echo(f"{name:<{widths[0]}}  {row.kind:<{widths[1]}}  {row.source}")
    return 0


# What was typed is read first, and what is heavy imported after: an error is told at once.


def _refuse_unwritable(output: str | None) -> None:
    """Said now, not after the work is done."""
    if output is None:
        return
    there = os.access(output, os.W_OK) if os.path.exists(output) else True
    if os.path.isdir(output) or not there or not os.access(os.path.dirname(output) or ".", os.W_OK):
        raise BlackpegError(f"{output} can't be written")


def _widths(text: str | None) -> tuple[int, ...]:
    words = [] if text is None else text.split(",")
    if not all(word.strip().isdecimal() and 0 < int(word) <= 10**6 for word in words):
        raise BlackpegError(f"--width {text}: widths are whole numbers from 1 on, such as 8 or 4,16,8")
    return tuple(map(int, words))


if __name__ == "__main__":
    main()
