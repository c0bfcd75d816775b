"""`blackpeg puzzle`: you find the one code that fits."""

from __future__ import annotations

import sys

import click

from ..errors import BlackpegError
from .options import UNSOLVED, choose_seed, open_games_file, print_json, with_json, with_seed


@click.command()
@click.argument("number", required=False, type=int)
@click.option("--grade", metavar="G", help="easy, medium or hard; without it puzzles rise with your rating.")
@with_seed
@with_json
def puzzle(number: int | None, grade: str | None, seed: int | None, as_json: bool) -> int:
    """Find the one code that fits, by thought.

    A puzzle shows turns that one code alone fits. Your first answer counts for your rating and your streak. Puzzles
    have numbers, the same in the web app. --json prints a puzzle, and your rating, instead of asking.

    \b
    blackpeg puzzle
    blackpeg puzzle --grade hard
    blackpeg puzzle 1234
    """
    if number is not None and grade is not None:
        raise BlackpegError("NUMBER names a puzzle already; leave out --grade")
    from ..players import rng_of
    from ..puzzles.deduction_puzzles import find_puzzle, next_puzzle, puzzles_of
    from ..puzzles.puzzle_rating import PuzzleRecord

    puzzles_of(grade)  # an error if there is no such grade
    first = None if number is None else find_puzzle(number)
    file = open_games_file() if as_json or sys.stdin.isatty() else None  # what a script answers is not saved
    record, rng = file.puzzle_record() if file else PuzzleRecord(), rng_of(choose_seed(seed), "puzzle")
    if as_json:
        chosen = first or next_puzzle(record.answered, grade, record.rating, rng)
        print_json({**chosen.json(), "you": record.json()})
        return 0
    from .terminal.puzzle_dialog import puzzle_dialog

    return 0 if puzzle_dialog(first, grade, file, record, rng) else UNSOLVED
