"""`blackpeg optimal`: a published total, the tree it writes, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.commands import check_errors, output_json


def test_optimal(tmp_path: Path) -> None:
    """Published: 5626 guesses where no code may take more than 5."""
    file = tmp_path / "tree.txt"
    found = output_json("optimal", "4x6", "--max-turns", "5", "-o", str(file))
    assert (found["game"], found["objective"], found["total"], found["max"]) == ("4x6", "average", 5626, 5)
    assert found["proved"] is True
    assert sum(found["histogram"]) == 1296
    assert found["average"] == round(5626 / 1296, 6)
    assert found["seconds"] > 0
    assert output_json("tree", "4x6", "-s", f"optimal(tree='{file}')")["histogram"] == found["histogram"]


def test_the_fewest_codes_for_the_last_turn() -> None:
    """By definition (tests/kernels): 21 of the 64 codes of 3x4 take the fourth guess."""
    found = output_json("optimal", "3x4", "--objective", "last")
    assert (found["objective"], found["max"], found["histogram"][-1], found["proved"]) == ("last", 4, 21, True)


ERRORS = {
    "optimal 4x6 --objective last --width 3": "it takes no --width and no --max-turns",
    "optimal 6x6 --objective last": "not in 6x6",
    "optimal 4x6 --width 0": "widths are whole numbers from 1 on",
    "optimal 4x6 --width 3,x": "widths are whole numbers from 1 on",
    "optimal 4x6 --width 3,60:0": "widths are whole numbers from 1 on",
    "optimal 4x6 --width 1:2:3": "widths are whole numbers from 1 on",
    "optimal 5x8": "with --width K it tries the best K at each turn",
    "optimal 4x6 -o /no/such/folder/tree": "/no/such/folder/tree",
    "optimal 4x6 --first 99": "99",
    "optimal 4x6 --cluster nonsense": "no cluster answers at nonsense",
}


@pytest.mark.parametrize("line", ERRORS)
def test_errors(line: str) -> None:
    check_errors(line, ERRORS[line])
