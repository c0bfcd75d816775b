"""The summary of a game or a deduction puzzle that people share: it shows no code."""

from __future__ import annotations

from ..phrases import count_phrase
from ..position import Position
from .deduction_puzzles import STARS, Puzzle

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


def puzzle_summary(puzzle: Puzzle, tries: int | None, streak: int = 0) -> str:
    """A line about a deduction puzzle, as the web app shares it too; without tries it only asks for the code.

    >>> puzzle_summary(Puzzle(1234, "4x6", (), 120, "medium"), tries=1, streak=5)
    'Blackpeg puzzle 1234 ★★☆: found at the first try, 5 in a row'
    """
    if tries is None:
        result = "one code fits. Which?"
    else:
        result = f"found at the first try, {streak} in a row" if tries == 1 else f"found at try {tries}"
    return f"Blackpeg puzzle {puzzle.number} {STARS[puzzle.grade]}: {result}"
