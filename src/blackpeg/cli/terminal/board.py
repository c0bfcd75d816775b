"""How codes, feedback and whole games are drawn."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

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


@dataclass(frozen=True)
class BoardStyle:
    """How codes and feedback of a game are drawn on a screen."""

    game: Game
    screen: Screen
    spaced: bool  # each peg is a chip with space around its label; otherwise labels stand side by side
    dots: bool  # feedback is drawn as pegs beside its letters

    @classmethod
    def of(cls, game: Game, reserved: int = 40) -> BoardStyle:
        """The widest style that fits a code and feedback beside `reserved` columns for everything else."""
        screen = Screen()
        label, rest = len(game.symbol(game.colors - 1)), reserved + game.pegs
        width = screen.width if screen.is_terminal else sys.maxsize
        spaced = game.pegs * (label + 3) + rest <= width
        dots = game.pegs * (label + (label > 1)) + rest <= width and screen.has_unicode
        return cls(game, screen, spaced, dots)

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

    def feedback(self, feedback: Feedback) -> Text:
        """Feedback in letters, with pegs before them if there is room."""
        black, white = self.game.pegs_of(feedback)
        dots = "●" * black + "○" * white + "·" * (self.game.pegs - black - white)
        letters = self.game.show_feedback(feedback)
        return Text.assemble((dots, "bold"), "  ", letters) if self.dots else Text(letters)


def board(style: BoardStyle, position: Position, counts: Sequence[int | None] = ()) -> Text:
    """The turns of a game, and if `counts` are given, how many candidates there were before and after each guess."""
    rows: list[list[str | Text]] = [["", "guess", "feedback", *(["candidates"] if counts else [])]]
    arrow = "→" if style.screen.has_unicode else "->"
    for turn, (guess, feedback, *_) in enumerate(position.history, 1):
        rows.append([str(turn), style.code(guess), style.feedback(feedback)])
        if counts:
            rows[-1].append(f"{count_text(counts[turn - 1])} {arrow} {count_text(counts[turn])}")
    return table(rows, right=(0, 3))
