"""The summary of a game that people share: it shows no code."""

from __future__ import annotations

from ..phrases import count_phrase
from ..position import Position

NO_PEGS = "➖"  # feedback without a peg


def summary(position: Position, title: str, hints: int = 0) -> str:
    """A title line with the result, then the pegs of each feedback in a line of its own."""
    game, guesses = position.game, count_phrase(position.guesses, "guess")
    result = f"broken in {guesses}" if position.solved else f"not broken, {guesses}"
    helped = f", {count_phrase(hints, 'hint')}" if hints else ""
    lines = [f"{title} {game}: {result}{helped}"]
    for turn in position.history:
        black, white = game.pegs_of(turn.feedback)
        lines.append("⚫" * black + "⚪" * white or NO_PEGS)
    return "\n".join(lines)
