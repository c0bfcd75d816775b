"""The dialog of `blackpeg puzzle`: the player finds the one code that fits, puzzle after puzzle."""

from __future__ import annotations

import numpy as np
from rich.text import Text

from ...coach.hints import hints
from ...errors import BlackpegError
from ...puzzles.deduction_puzzles import Puzzle, next_puzzle
from ...puzzles.puzzle_rating import PuzzleRecord
from ...puzzles.sharing import puzzle_summary
from ...puzzles.terminal_games import GamesFile
from .board import BoardStyle, board
from .prompts import QUIT, ask_key, ask_line, introduce, is_code, read_code, say, say_with_note
from .screen import one_line

KEYS = "n shows the next puzzle, s a line to share, any other key ends> "
STARS = str.maketrans("★☆", "*-")  # for terminals without Unicode


def puzzle_dialog(
    puzzle: Puzzle | None, grade: str | None, file: GamesFile | None, record: PuzzleRecord, rng: np.random.Generator
) -> bool:
    """Let the player solve puzzles, first this one if there is one; returns whether the last was solved."""
    while True:
        puzzle = puzzle or next_puzzle(record.answered, grade, record.rating, rng)
        style = BoardStyle.of(puzzle.position.game)
        known = puzzle.number in record.answered
        _show_puzzle(style, puzzle, known)
        tries, record = _find_code(style, puzzle, record, file)
        if not tries:
            return False
        while (key := ask_key(f"\n{KEYS}")) == "s":
            text = puzzle_summary(puzzle, None if known else tries, record.streak)
            say(style, "\n", text if style.screen.has_unicode else text.translate(STARS))
        if key != "n":
            return True
        puzzle = None
        say(style)


def _show_puzzle(style: BoardStyle, puzzle: Puzzle, known: bool) -> None:
    """Print the puzzle and what the player is asked for."""
    title = puzzle.title if style.screen.has_unicode else puzzle.title.translate(STARS)
    introduce(style, title)
    if known:
        say(style, "You have answered this puzzle before, so it counts no more.")
    say(style, "One code fits all these turns; find it by thought. q leaves it.\n")
    style.screen.print_unwrapped(board(style, puzzle.position))
    say(style)


def _find_code(
    style: BoardStyle, puzzle: Puzzle, record: PuzzleRecord, file: GamesFile | None
) -> tuple[int, PuzzleRecord]:
    """Ask until the code is found. Returns the number of tries, 0 if the player left, and the player's record."""
    position, tries = puzzle.position, 0
    while True:
        try:
            line = ask_line("code> ")
            if line is None or (line.lower() in QUIT and not is_code(line, position.game)):
                _leave(style, tries, record)
                return 0, record
            if not line:
                continue
            code = read_code(line, position.game)
        except BlackpegError as error:
            say(style, one_line(error))
            continue
        except KeyboardInterrupt:
            _leave(style, tries, record)
            raise
        tries += 1
        right, why = position.fits(code), next(hints(position, code)).text.partition(" ")[2]
        say_with_note(style, Text.assemble("  ", style.code(code)), f"{why}: that is the code" if right else why)
        before, record = record, record.after(puzzle, right)
        if file is not None and record is not before:
            file.save_answer(puzzle.number, right)
        if right or record is not before:
            _show_record(style, record, before)
        if right:
            return tries, record


def _show_record(style: BoardStyle, record: PuzzleRecord, before: PuzzleRecord) -> None:
    """Print the rating and how it changed, and the streaks."""
    if before.streak and not record.streak:
        say(style, f"Your streak of {before.streak} ends here; try again.")
    changed = f" ({record.rating - before.rating:+})" if record is not before else ""
    say(style, f"Rating {record.rating:,}{changed}. In a row: {record.streak} now, {record.longest} at most.")


def _leave(style: BoardStyle, tries: int, record: PuzzleRecord) -> None:
    """Say what leaving a puzzle means: without an answer nothing."""
    streak = f"; your streak of {record.streak} stays" if record.streak else ""
    say(style, "" if tries else f"\nA puzzle without an answer does not count{streak}.")
