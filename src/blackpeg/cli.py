"""The command line. It imports nothing heavy until a command runs."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

import click

from . import __version__
from .errors import BlackpegError, nearest

if TYPE_CHECKING:
    from .players import Strategy
    from .position import Position

UNSOLVED, BAD_INPUT, INTERRUPTED = 1, 2, 130


class Blackpeg(click.Group):
    """The group of commands: whatever goes wrong is said in one sentence, in JSON where JSON was asked for."""

    def main(self, args: Any = None, **extra: Any) -> NoReturn:
        words = sys.argv[1:] if args is None else list(args)
        try:
            status = super().main(args=words, standalone_mode=False, prog_name="blackpeg")
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message())
            status = BAD_INPUT
        except click.ClickException as error:
            status = _fail(error.format_message().rstrip("."), words)
        except BlackpegError as error:
            status = _fail(str(error), words)
        except (KeyboardInterrupt, click.Abort):
            status = INTERRUPTED
        except BrokenPipeError:
            sys.stderr.close()
            status = 0
        except OSError as error:
            status = _fail(f"{error.filename or 'file'}: {error.strerror or error}", words)
        sys.exit(status if isinstance(status, int) else 0)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            names = self.list_commands(ctx)
            raise BlackpegError(f"no command '{args[0]}'{nearest(args[0], names)} (there are {', '.join(names)})")
        return super().resolve_command(ctx, args)


def _fail(sentence: str, words: list[str]) -> int:
    if "--json" in words:
        click.echo(json.dumps({"error": sentence}))
    else:
        click.echo(f"blackpeg: {sentence}", err=True)
    return BAD_INPUT


@click.group(cls=Blackpeg, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="blackpeg %(version)s")
def main() -> None:
    """Blackpeg plays, breaks and studies Mastermind.

    A GAME is pegs x colors: 4x6 is the classic, 5x8 super Mastermind, 4x10-distinct Bulls and Cows (no color
    twice), 4x6-black tells only black pegs. Codes are written 1123, feedback 2b1w.
    """


def as_json(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def with_strategy(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--strategy", "-s", "text", metavar="S", help="Who breaks the code; see 'blackpeg strategies'."
    )(command)


def with_seed(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--seed", type=click.IntRange(0), metavar="N", help="Make chance repeat itself.")(command)


@main.command()
@click.argument("game")
@click.option("--secret", metavar="CODE", help="The code to break; a random one if not given.")
@click.option("--codemaker", type=click.Choice(["honest", "adversary"]), default="honest", show_default=True)
@with_strategy
@with_seed
@click.option("--limit", type=click.IntRange(1), default=1000, show_default=True, help="Guesses until it gives up.")
@as_json
def solve(
    game: str, secret: str | None, codemaker: str, text: str | None, seed: int | None, limit: int, as_json: bool
) -> int:
    """Let the computer break a code."""
    from . import terminal
    from .codemakers import Adversary, Honest, random_secret
    from .game import Game
    from .players import play, refuse_unsupported, rng_of
    from .strategies import name_of

    rules = Game.parse(game)
    if secret is not None and codemaker == "adversary":
        raise BlackpegError("the adversary hides no secret; leave out --secret or --codemaker adversary")
    strategy = _strategy(text, rules)
    refuse_unsupported(strategy, rules)
    seed = _seed(seed)
    code = rules.code(secret) if secret is not None else random_secret(rules, rng_of(seed, rules, "secret"))
    maker = Adversary() if codemaker == "adversary" else Honest(code)
    hidden = None if codemaker == "adversary" else rules.show(code)

    def game_played() -> tuple[Position, dict[str, Any]]:
        end = play(rules, strategy, maker, seed, limit)
        return end, {
            "game": str(rules), "strategy": name_of(strategy), "seed": seed, "codemaker": codemaker, "secret": hidden,
            "solved": end.solved, "guesses": end.guesses, "queries": end.queries, "evaluations": end.evaluations,
            "feedbacks": end.feedbacks, "known": end.known, "seconds": round(end.seconds, 6),
            "history": terminal.history(end),
        }  # fmt: skip

    end, record = terminal.patiently(game_played, f"{record_name(strategy)} is thinking")
    if as_json:
        click.echo(json.dumps(record))
    else:
        terminal.show_game(end, record)
    return 0 if end.solved else UNSOLVED


def record_name(strategy: Strategy) -> str:
    from .strategies import name_of

    return name_of(strategy)


@main.command("next")
@click.argument("game")
@click.argument("turns", nargs=-1, metavar="[GUESS=FEEDBACK]...")
@with_strategy
@click.option("--top", type=click.IntRange(1, 1000), default=5, show_default=True, help="How many guesses to compare.")
@with_seed
@as_json
def next_(game: str, turns: tuple[str, ...], text: str | None, top: int, seed: int | None, as_json: bool) -> int:
    """Say what to guess now, with the best guesses side by side."""
    from . import terminal
    from .parts import ranking
    from .players import refuse_unsupported, rng_of
    from .position import Move, Position

    position = Position.parse(" ".join((game, *(turn.replace(" ", "") if "=" in turn else turn for turn in _joined(turns)))))
    rules = position.game
    if any(turn.feedback == rules.solved for turn in position.history):
        position.candidates  # noqa: B018  (says so if the turns contradict each other)
        raise BlackpegError(f"the game is over: {rules.show(position.history[-1].guess)} was the secret")
    strategy = _strategy(text, rules)
    refuse_unsupported(strategy, rules)
    name = record_name(strategy)

    def advised() -> dict[str, Any]:
        move = strategy.guess(position, rng_of(_seed(seed), rules, name, position))
        code = rules.check(move.code if isinstance(move, Move) else move)
        rows = [
            {
                "guess": rules.show(row.guess), "bits": round(row.bits, 6), "parts": row.parts, "largest": row.largest,
                "expected_size": round(row.expected_size, 6), "candidate": row.candidate,
            }
            for row in ranking(position, strategy, top, code)
        ]  # fmt: skip
        return {
            "game": str(rules), "strategy": name, "guess": rules.show(code), "candidates": position.left,
            "ranking": rows,
        }  # fmt: skip

    advice = terminal.patiently(advised, f"{name} is thinking")
    if as_json:
        click.echo(json.dumps(advice))
    else:
        terminal.show_advice(position, advice)
    return 0


def _joined(turns: tuple[str, ...]) -> list[str]:
    """Turns as they were typed, '1122=1 1' being one of them."""
    return [turn.replace("= ", "=").replace(" ", ",") for turn in turns]


@main.command()
@click.argument("game")
@click.option("--strategy", "-s", "text", metavar="S", required=True, help="A strategy without chance.")
@click.option("--format", "form", type=click.Choice(["text", "json", "dot"]), default="text", show_default=True)
@click.option("--output", "-o", metavar="FILE", help="Write the tree to a file.")
@as_json
def tree(game: str, text: str, form: str, output: str | None, as_json: bool) -> int:
    """Lay out a strategy over all feedback it can meet.

    With --json print a summary instead, beside what -o writes.
    """
    from . import terminal
    from .game import Game

    rules = Game.parse(game)
    strategy = _strategy(text, rules)
    grown = terminal.grow(strategy, rules)
    if output is not None or not as_json:
        lines = str(grown) if form == "text" else json.dumps(grown.json()) if form == "json" else "\n".join(grown.dot())
        if output is None:
            click.echo(lines.rstrip("\n"))
            return 0
        with open(output, "w", encoding="utf-8") as file:
            file.write(lines.rstrip("\n") + "\n")
    summary = {
        "game": str(rules), "strategy": record_name(strategy), "codes": grown.codes, "total": grown.total,
        "average": round(grown.average, 6), "max": grown.max, "histogram": list(grown.histogram),
    }  # fmt: skip
    if as_json:
        click.echo(json.dumps(summary))
    else:
        terminal.show_tree(summary, output)
    return 0


@main.command()
@click.argument("game", default="4x6")
@click.option("--codemaker", type=click.Choice(["honest", "adversary"]), default="honest", show_default=True)
@with_seed
def play(game: str, codemaker: str, seed: int | None) -> int:
    """Break a code yourself; ? asks for a hint."""
    from . import interactive
    from .game import Game

    return 0 if interactive.play(Game.parse(game), codemaker, _seed(seed)) else UNSOLVED


@main.command("break")
@click.argument("game", default="4x6")
@with_strategy
@with_seed
def break_(game: str, text: str | None, seed: int | None) -> int:
    """Think of a code and let the computer break it; you say the feedback."""
    from . import interactive
    from .game import Game
    from .players import refuse_unsupported

    rules = Game.parse(game)
    strategy = _strategy(text, rules)
    refuse_unsupported(strategy, rules)
    return 0 if interactive.break_code(rules, strategy, _seed(seed)) else UNSOLVED


@main.command()
@as_json
def strategies(as_json: bool) -> int:
    """List every strategy, with its source and kind."""
    from .strategies import STRATEGIES, outside

    rows = {**STRATEGIES, **outside()}
    if as_json:
        click.echo(json.dumps([{"name": name, "kind": row.kind, "source": row.source} for name, row in rows.items()]))
        return 0
    widths = [max(map(len, column)) for column in zip(*((name, row.kind) for name, row in rows.items()), strict=True)]
    for name, row in rows.items():
        click.echo(f"{name:<{widths[0]}}  {row.kind:<{widths[1]}}  {row.source}")
    return 0


def _strategy(text: str | None, game: Any) -> Strategy:
    from .strategies import default, strategy

    return default(game) if text is None else strategy(text)


def _seed(seed: int | None) -> int:
    """The seed asked for, or a new one."""
    import secrets

    return secrets.randbelow(2**31) if seed is None else seed


if __name__ == "__main__":
    main()
