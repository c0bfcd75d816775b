"""What all dialogs need: questions to the player, lines with notes, and the board at the end."""

from __future__ import annotations

import sys
from contextlib import suppress

import click
import numpy as np
from rich.text import Text

from ...errors import BlackpegError, Impossible
from ...game import Code, Game
from ...phrases import count_phrase, fit_phrase
from ...position import Position
from .board import LONG_CODE_INDENT, BoardStyle, board
from .progress import wait_for
from .screen import one_line

with suppress(ImportError):  # lets the player edit a line and call back earlier ones, where it is available
    import readline  # noqa: F401

QUIT = ("q", "quit", "exit")


def ask_line(prompt: str) -> str | None:
    """Returns the line that the player types, or None at the end of input."""
    try:
        line = input(prompt).strip()
    except EOFError:
        print()
        return None
    if not sys.stdin.isatty():
        print(one_line(line))  # a terminal shows by itself what is typed
    return line


def ask_key(prompt: str) -> str:
    """Returns the key that the player presses; '' for Enter, the end of input, or without a terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return ""
    print(prompt, end="", flush=True)
    try:
        key = click.getchar()
    except (EOFError, KeyboardInterrupt):
        key = ""
    print()
    return key.strip().lower()


def wants_to_give_up() -> bool:
    """Asks whether the game is really given up; without a terminal nobody is there to be asked."""
    if not sys.stdin.isatty():
        return True
    answer = ask_line("give up and see the code? y gives up, anything else plays on> ")
    return answer is not None and answer.lower() in ("y", "yes", *QUIT)


def read_code(line: str, game: Game) -> Code:
    """Reads a code that may be typed with spaces, such as '1 1 2 2', or '1 12 3 4' where colors are numbers."""
    words = line.split()
    return game.code(",".join(words) if len(words) == game.pegs > 1 and "," not in line else "".join(words))


def is_code(line: str, game: Game) -> bool:
    """Checks whether a line is a code of this game; with enough colors even 'quit' is one."""
    try:
        read_code(line, game)
    except BlackpegError:
        return False
    return True


def say(style: BoardStyle, *parts: str | Text) -> None:
    style.screen.print(Text.assemble(*parts))


def say_with_note(style: BoardStyle, line: Text, note: str | Text) -> None:
    """Print a line with a note behind it, or below it if there is no room for both."""
    screen = style.screen
    too_wide = screen.is_terminal and line.cell_len + 3 + len(note) > screen.width
    say(style, line, ("\n     " if too_wide else "   ") if note else "", note)


def say_code(style: BoardStyle, before: str, code: Code, note: str = "") -> None:
    """Print a code with a text before it and a note behind it; these stand above and below a long code."""
    if not style.long:
        say_with_note(style, Text.assemble(before, style.code(code)), note)
        return
    if before.strip():
        say(style, before.rstrip())
    style.screen.print_unwrapped(style.lines(code, LONG_CODE_INDENT))
    if note:
        say(style, " " * LONG_CODE_INDENT, note)


def fit_text(position: Position) -> str:
    """Returns how many codes fit, in words."""
    return fit_phrase(wait_for(lambda: position.quick_count, "counting"))


def introduce(style: BoardStyle, title: str) -> None:
    """Print the game in one line, with its colors drawn if there is room."""
    game = style.game
    distinct = "" if game.repeats else ", none twice"
    line = Text.assemble((str(game), "bold"), f"  {title}: {count_phrase(game.pegs, 'peg')}{distinct}, colors ")
    colors = style.code(np.arange(game.colors, dtype=np.uint8))
    fits = style.screen.has_colors and style.spaced and line.cell_len + colors.cell_len <= style.screen.width
    say(style, line, colors if fits else game.palette)


def show_board(style: BoardStyle, position: Position) -> None:
    """Print all turns, with how many candidates there were before and after each guess."""
    counts: list[int | None] = []
    with suppress(Impossible):  # a contradiction that was not corrected
        counts = wait_for(lambda: position.candidate_counts, "counting")
    if position.history:
        style.screen.print_unwrapped(Text.assemble("\n", board(style, position, counts)))
