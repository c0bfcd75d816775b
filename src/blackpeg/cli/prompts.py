"""What both games in the terminal share: asking, saying, thinking aloud."""

from __future__ import annotations

import sys
from contextlib import suppress

import numpy as np
from rich.text import Text

from ..errors import BlackpegError, Impossible
from ..game import Game
from ..phrases import count_phrase, fit_phrase
from ..position import Position
from .screen import Look, board, patiently, sentence

with suppress(ImportError):  # where there is one: editing of the line, and earlier lines by arrow keys
    import readline  # noqa: F401

QUIT = ("q", "quit", "exit")


def ask(prompt: str) -> str | None:
    """A line that is typed, or None at the end of input."""
    try:
        line = input(prompt).strip()
    except EOFError:
        print()
        return None
    if not sys.stdin.isatty():
        print(sentence(line))  # a terminal shows what is typed by itself
    return line


def key(prompt: str) -> str:
    """A single key that is pressed; '' for Enter, at the end of input, and where nobody sits at a terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return ""
    import click

    print(prompt, end="", flush=True)
    try:
        pressed = click.getchar()
    except (EOFError, KeyboardInterrupt):
        pressed = ""
    print()
    return pressed.strip().lower()


def is_code(line: str, game: Game) -> bool:
    """Is it a code? Where there are letters enough even 'quit' is one."""
    try:
        game.code(line)
    except BlackpegError:
        return False
    return True


def say(look: Look, *parts: str | Text) -> None:
    look.out.print(Text.assemble(*parts))


def say_with(look: Look, line: Text, note: str | Text) -> None:
    """A line and a note behind it, or below it where there is no room for both."""
    wide = look.out.is_terminal and line.cell_len + 3 + len(note) > look.out.width
    say(look, line, ("\n     " if wide else "   ") if note else "", note)


def fit(position: Position) -> str:
    """How many codes fit, in words."""
    return fit_phrase(patiently(lambda: position.quick_count, "counting"))


def introduce(look: Look, what: str) -> None:
    """The game in one line; where there is room the colors show themselves."""
    game = look.game
    twice = "" if game.repeats else ", none twice"
    line = Text.assemble((str(game), "bold"), f"  {what}: {count_phrase(game.pegs, 'peg')}{twice}, colors ")
    colors = look.code(np.arange(game.colors, dtype=np.uint8))
    seen = look.out.colored and look.roomy and line.cell_len + colors.cell_len <= look.out.width
    say(look, line, colors if seen else game.palette)


def show_board(look: Look, end: Position) -> None:
    """The game again, with how many candidates there were before and after each guess."""
    along: list[int | None] = []
    with suppress(Impossible):  # a contradiction that was not corrected
        along = patiently(lambda: end.candidate_counts, "counting")
    if end.history:
        look.out.lines(Text.assemble("\n", board(look, end, along)))
