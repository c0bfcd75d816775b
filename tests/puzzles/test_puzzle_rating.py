"""Ratings and streaks of people who solve deduction puzzles, held against Elo's formula and examples."""

import pytest

from blackpeg.puzzles.deduction_puzzles import Puzzle
from blackpeg.puzzles.puzzle_rating import PuzzleRecord


def puzzle(number: int, cases: int = 64) -> Puzzle:
    return Puzzle(number, "4x6", (), cases, "easy")


@pytest.mark.parametrize(
    ("cases", "right", "change"),
    [
        (64, True, 16),  # as good as the puzzle is hard: a half was to be expected
        (64, False, -16),
        (256, True, 29),  # 400 points harder: one in eleven, and 32 * 10/11 = 29.09
        (256, False, -3),
        (16, True, 3),
        (16, False, -29),
    ],
)
def test_a_rating_changes_by_elos_rule(cases, right, change):
    assert PuzzleRecord().after(puzzle(1, cases), right).rating == 1200 + change


def test_a_wrong_answer_ends_the_streak():
    record = PuzzleRecord()
    for number, right in enumerate([True, True, True, False, True], 1):
        record = record.after(puzzle(number), right)
    assert (record.streak, record.longest, record.right, len(record.answered)) == (1, 3, 4, 5)


def test_only_the_first_answer_to_a_puzzle_counts():
    record = PuzzleRecord().after(puzzle(1), True)
    assert record.after(puzzle(1), False) is record
    assert record.after(puzzle(1), True).streak == 1


def test_a_record_for_programs():
    assert PuzzleRecord().after(puzzle(7), True).json() == {
        "rating": 1216, "streak": 1, "longest": 1, "right": 1, "answered": 1
    }  # fmt: skip
