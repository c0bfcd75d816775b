"""`blackpeg tree`: known totals, files that read back, and the three forms."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from cli.commands import KNUTH_HISTOGRAM, check_errors, output, output_json

from blackpeg import Tree


@pytest.mark.parametrize(("strategy", "total", "histogram"), [
    ("minimax", 5801, KNUTH_HISTOGRAM), ("entropy", 5722, [1, 4, 71, 612, 596, 12]),  # known from other programs
])  # fmt: skip
def test_tree_summary(strategy: str, total: int, histogram: list[int]) -> None:
    assert output_json("tree", "4x6", "--strategy", strategy) == {
        "game": "4x6", "strategy": strategy, "codes": 1296, "total": total, "average": round(total / 1296, 6),
        "max": len(histogram), "histogram": histogram,
    }  # fmt: skip


def test_a_tree_in_a_file_reads_back(tmp_path: Path) -> None:
    file = tmp_path / "[bold] tree.txt"
    said = output("tree", "4x6", "-s", "minimax", "-o", str(file))
    assert "5,801 guesses for 1,296 codes, 4.4761 on average, at most 5" in said
    assert said.endswith(f"Written to {file}\n")
    tree = Tree.parse(file.read_text())
    assert tree.replay() == tuple(KNUTH_HISTOGRAM)
    assert output_json("tree", "4x6", "-s", "minimax", "-o", str(file))["total"] == 5801
    assert Tree.parse(file.read_text()) == tree


def test_the_forms_of_a_tree() -> None:
    text = output("tree", "2x3", "--strategy", "minimax")
    assert text.startswith("2x3\n")
    assert sum(Tree.parse(text).replay()) == 9
    nested = json.loads(output("tree", "2x3", "--strategy", "minimax", "--format", "json"))
    assert str(nested["guess"]) == text.splitlines()[1].rstrip("?")

    def depths(node: dict[str, Any], depth: int = 1) -> list[int]:
        return [depth] * node["candidate"] + [d for below in node["after"].values() for d in depths(below, depth + 1)]

    assert tuple(Counter(depths(nested))[d + 1] for d in range(max(depths(nested)))) == Tree.parse(text).histogram
    dot = output("tree", "2x3", "--strategy", "minimax", "--format", "dot").splitlines()
    assert dot[0].startswith("digraph")
    assert dot[-1] == "}"
    assert sum("->" in line for line in dot) == len(text.splitlines()) - 2  # every node but the first hangs below one


def test_a_first_guess() -> None:
    """Magruder's program needs 206 guesses by most parts at 3x4 from 112, which is optimal."""
    found = output_json("tree", "3x4", "-s", "most_parts", "--first", "112")
    assert (found["total"], found["max"]) == (206, 4)


ERRORS = {
    "tree 4x6 --strategy minimax --first 99": "'99' is not a code of 4x6",
    "tree 4x6": "missing option '--strategy'",
    "tree 4x6 --strategy random": "draws random numbers",
    "tree 4x6 --strategy minimax --format txt": "'txt' is not one of 'text', 'json', 'dot'",
    "tree 2x2 --strategy minimax -o /no/such/folder/tree": "/no/such/folder/tree",
    "tree 2x2 --strategy minimax -o /": "/ can't be written",
}


@pytest.mark.parametrize("line", ERRORS)
def test_errors(line: str) -> None:
    check_errors(line, ERRORS[line])
