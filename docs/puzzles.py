"""Make the deduction puzzles that people solve, src/blackpeg/puzzles/puzzles.txt: `python docs/puzzles.py`.

They are the first records of datasets, as `blackpeg dataset 4x6 --kind puzzles` writes them. Making them takes three
minutes of one core. People call a puzzle by its number, its line in the file, so others are only ever added at the end.
"""

from __future__ import annotations

import sys

from blackpeg import Game
from blackpeg.dataset.puzzles import puzzles
from blackpeg.puzzles.deduction_puzzles import PUZZLES_FILE
from blackpeg.storage import replacing

COUNTS = {"3x6": 300, "4x6": 1600, "5x8": 100}  # of each game, in the order of the file
SEED = 0


def puzzle_lines() -> list[str]:
    """The lines of the file: a game with turns that one code fits, the cases of a proof, and the grade."""
    lines = []
    for game, count in COUNTS.items():
        for record in puzzles(Game.parse(game), count, SEED):
            lines.append(f"{game} {record['clues']} {record['cases']} {record['grade']}")
            print(f"\r{len(lines):,} of {sum(COUNTS.values()):,}", end="", file=sys.stderr)
    return lines


if __name__ == "__main__":
    text = "\n".join(puzzle_lines()) + "\n"
    with replacing(PUZZLES_FILE) as path:
        path.write_text(text, encoding="utf-8")
