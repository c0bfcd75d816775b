"""The command `blackpeg`: its table of commands, and how errors are reported. No heavy import before a command runs."""

from __future__ import annotations

import io
import os
import re
import sys
from importlib import import_module
from traceback import format_exception
from typing import Any, NoReturn

import click

from .. import __version__
from ..errors import BlackpegError, nearest
from .options import BAD_INPUT, INTERRUPTED, print_json

# The module of each command and its name there, in the order of `blackpeg --help`.
COMMANDS = {
    "play": "play:play",
    "puzzle": "puzzle:puzzle",
    "break": "break_code:break_code",
    "review": "review:review",
    "stats": "stats:stats",
    "seal": "seal:seal",
    "solve": "solve:solve",
    "next": "next_guess:next_guess",
    "tree": "trees.tree:tree",
    "optimal": "trees.optimal:optimal",
    "verify": "trees.verify:verify",
    "records": "trees.records:records",
    "search": "oracle_search:search",
    "tournament": "tournament:tournament",
    "strategies": "strategies:strategies",
    "lab": "lab.studies:lab",
    "dataset": "create.dataset:dataset",
    "new": "create.new:new",
    "serve": "serve:serve",
    "backup": "data.backup_and_restore:backup",
    "restore": "data.backup_and_restore:restore",
}


class CommandGroup(click.Group):
    """The group of all commands. It imports a command when it is needed and reports errors in one sentence."""

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
            status = report_error(f"{text[:1].lower()}{text[1:]} (see {where} --help)")
        except (BlackpegError, MemoryError) as error:
            if "--debug" in sys.argv:  # the traceback of a strategy is the note of its error
                click.echo("\n".join(getattr(error, "__notes__", ())) or "".join(format_exception(error)), err=True)
            status = report_error(str(error) or "there is not enough memory for this")
        except OSError as error:
            status = report_error(f"{error.filename or 'output'}: {error.strerror or error}")
        except (KeyboardInterrupt, click.Abort):
            os._exit(INTERRUPTED)  # at once, even if a thread is still computing
        sys.exit(status if isinstance(status, int) else 0)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            status = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:  # the reader of our output has closed it, as `head` does
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        return status

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(f".{module}", __package__), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            raise BlackpegError(f"no command '{args[0]}'{nearest(args[0], COMMANDS)} (there are {', '.join(COMMANDS)})")
        return super().resolve_command(ctx, args)


def report_error(text: str) -> int:
    """Print an error as one line, or as JSON if JSON was asked for, and return the exit status."""
    from .terminal.screen import one_line  # heavy: rich

    if "--json" in sys.argv:
        print_json({"error": one_line(text)})
    else:
        click.echo(f"blackpeg: {one_line(text)}", err=True)
    return BAD_INPUT


@click.group(cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="blackpeg %(version)s")
def main() -> None:
    """Blackpeg plays, breaks and studies Mastermind.

    A GAME is pegs x colors: 4x6 is the classic, 5x8 is Super Mastermind, 4x10-distinct is Bulls and Cows (no
    color twice), 4x6-black tells only black pegs. A code is written 1123; feedback is written 2b1w: two black
    pegs (right color, right place), one white (right color, wrong place).
    """
