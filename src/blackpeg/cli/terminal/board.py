"""How codes, feedback and whole games are drawn."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from ...game import SYMBOLS
from ...phrases import count_text
from .screen import Screen
from .tables import table

if TYPE_CHECKING:
    from ...game import Code, Feedback, Game
    from ...position import Position

# Light and dark backgrounds alternate, so that neighbors differ for most eyes, and with 16 colors too. The label on
# a color carries the meaning.
COLOR_STYLES = tuple(
    f"{'color(16)' if light else 'color(231)'} on color({background})"
    for background, light in (
        (221, True), (124, False), (117, True), (22, False), (213, True), (19, False),
        (119, True), (94, False), (254, True), (90, False), (208, True), (23, False),
    )
)  # fmt: skip


LONG_CODE_INDENT = 5  # columns before the lines of a long code
LONG_CODE_RESERVED = 20  # columns beside a code for the number of its turn, its feedback and the space between them


@dataclass(frozen=True)
class BoardStyle:
    """How codes and feedback of a game are drawn on a screen."""

    game: Game
    screen: Screen
    spaced: bool  # each peg is a chip with space around its label; otherwise labels stand side by side
    dots: bool  # feedback is drawn as pegs beside its letters
    long: bool = False  # a code takes several lines, so that nothing stands beside it

    @classmethod
    def of(cls, game: Game, reserved: int = 40) -> BoardStyle:
        """The widest style that fits a code and feedback beside `reserved` columns for everything else."""
        screen = Screen()
        label, rest = len(game.symbol(game.colors - 1)), reserved + game.pegs
        width = screen.width if screen.is_terminal else sys.maxsize
        spaced = game.pegs * (label + 3) + rest <= width
        plain = game.pegs * (label + (label > 1))
        dots = plain + rest <= width and screen.has_unicode
        return cls(game, screen, spaced, dots, plain + LONG_CODE_RESERVED > width)

    def code(self, code: Code | str) -> Text:
        """A code as colored chips with their labels."""
        game = self.game
        colors = game.code(code) if isinstance(code, str) else code
        if not self.screen.has_colors:
            return Text(game.show(colors))
        width = len(game.symbol(game.colors - 1))
        labels = [f" {game.symbol(c):>{width}} " if self.spaced else game.symbol(c) for c in map(int, colors)]
        styles = [f"bold {COLOR_STYLES[c % len(COLOR_STYLES)]}" for c in colors]
        chips = [Text(label, style) for label, style in zip(labels, styles, strict=True)]
        return Text(" " if self.spaced else "," if width > 1 else "").join(chips)

    def lines(self, code: Code | str, indent: int) -> Text:
        """A long code over several lines of ten, twenty or more pegs, each after so many spaces."""
        game = self.game
        colors = [int(color) for color in (game.code(code) if isinstance(code, str) else code)]
        label, gap = len(game.symbol(game.colors - 1)), int(game.colors > len(SYMBOLS))
        across = max(1, (self.screen.width - indent) // (label + gap))
        across = across // 10 * 10 or across  # so that pegs are easy to count
        rows = []
        for start in range(0, game.pegs, across):
            chips = [
                Text(
                    f"{game.symbol(c):>{label}}", f"bold {COLOR_STYLES[c % len(COLOR_STYLES)]}" * self.screen.has_colors
                )
                for c in colors[start : start + across]
            ]
            rows.append(Text.assemble(" " * indent, Text(" " * gap).join(chips)))
        return Text("\n").join(rows)

    def feedback(self, feedback: Feedback) -> Text:
        """Feedback in letters, with pegs before them if there is room."""
        black, white = self.game.pegs_of(feedback)
        dots = "●" * black + "○" * white + "·" * (self.game.pegs - black - white)
        letters = self.game.show_feedback(feedback)
        return Text.assemble((dots, "bold"), "  ", letters) if self.dots else Text(letters)


def board(style: BoardStyle, position: Position, counts: Sequence[int | None] = ()) -> Text:
    """The turns of a game, and if `counts` are given, how many candidates there were before and after each guess.

    Long codes stand below their feedback.
    """
    rows: list[list[str | Text]] = [["", "guess", "feedback", *(["candidates"] if counts else [])]]
    arrow = "→" if style.screen.has_unicode else "->"
    for turn, (guess, feedback, *_) in enumerate(position.history, 1):
        rows.append([str(turn), style.code(guess), style.feedback(feedback)])
        if counts:
            rows[-1].append(f"{count_text(counts[turn - 1])} {arrow} {count_text(counts[turn])}")
    return turn_table(style, rows, [turn.guess for turn in position.history])


def turn_table(style: BoardStyle, rows: Sequence[Sequence[str | Text]], guesses: Sequence[Code]) -> Text:
    """A table of turns whose second column has the guesses; long codes stand below the row of their turn instead."""
    if not style.long:
        return table(rows, right=(0, 3))
    heading, *lines = table([[row[0], *row[2:]] for row in rows], right=(0, 2)).split("\n")
    codes = [style.lines(guess, LONG_CODE_INDENT) for guess in guesses]
    return Text("\n").join([heading, *(text for pair in zip(lines, codes, strict=True) for text in pair)])
