"""`blackpeg records`: published totals, the whole table, and games without a record."""

from __future__ import annotations

import pytest
from cli.commands import check_errors, output, output_json


def test_a_game() -> None:
    """Koyama & Lai 1993: 5625 at 4x6; Knuth 1977: at most 5 guesses."""
    found = output_json("records", "4x6")
    assert (found["total"], found["total_bound"], found["total_proved"]) == (5625, 5625, True)
    assert (found["worst"], found["worst_proved"], found["first"]) == (5, True, "1123")
    assert found["published"]["total"] == 5625
    said = output("records", "4x6")
    assert "least total  5,625, proved" in said
    assert "worst case   5, proved" in said
    assert "Koyama & Lai 1993" in said
    assert "5,764        5  1122   expected size (failed its check)  Magruder" in said


def test_all_games() -> None:
    rows = output_json("records")
    assert len(rows) > 400
    lines = output("records").splitlines()
    assert len(lines) == len(rows) + 1
    assert [line.split()[0] for line in lines[1:]] == [row["game"] for row in rows]


@pytest.mark.parametrize(("line", "sentence"), [
    ("records 8x12", "no record of 8x12; there are records of games of 2 to 8 pegs with up to 131,072 codes"),
    ("records nonsense", "nonsense"),
])  # fmt: skip
def test_errors(line: str, sentence: str) -> None:
    check_errors(line, sentence)
