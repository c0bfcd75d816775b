"""`blackpeg verify`: known trees in every form, trees that lose codes, and files that are no trees."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest
from cli.commands import KNUTH_HISTOGRAM, check_errors, output, output_json

from blackpeg import Game, Tree, strategy


@pytest.fixture
def knuth() -> Tree:
    return Tree.of(strategy("minimax"), Game(4, 6))


def test_a_known_tree_in_every_form(tmp_path: Path, knuth: Tree) -> None:
    text, data = str(knuth), json.dumps(knuth.json())
    (tmp_path / "tree.txt").write_text(text)
    (tmp_path / "tree.json").write_text(data)
    (tmp_path / "tree.txt.xz").write_bytes(lzma.compress(text.encode()))
    (tmp_path / "tree.json.xz").write_bytes(lzma.compress(data.encode()))
    (tmp_path / "unmarked.txt").write_text(text.replace("?", ""))  # which guesses can win is found by playing
    for file in sorted(tmp_path.iterdir()):
        assert output_json("verify", str(file)) == {
            "file": str(file), "game": "4x6", "first": "1122", "codes": 1296, "lost": 0, "total": 5801,
            "average": round(5801 / 1296, 6), "max": 5, "histogram": KNUTH_HISTOGRAM, "lost_code": None, "record": 5625,
        }  # fmt: skip
    said = output("verify", str(tmp_path / "tree.txt"))
    assert "every code is found: 5,801 guesses for 1,296 codes" in said
    assert said.endswith("the least total known is 5,625, proved\n")


def test_a_tree_that_loses_codes(tmp_path: Path) -> None:
    """After 11 and 1b0w the codes 12, 13, 21 and 31 are possible, and after any other feedback nothing is guessed."""
    (tmp_path / "tree.txt").write_text("2x3\n11\n 1b0w 12\n")
    found = output_json("verify", str(tmp_path / "tree.txt"), status=1)
    assert (found["lost"], found["lost_code"], found["total"], found["histogram"]) == (7, "13", None, [1, 1])
    assert "7 of 9 codes of 2x3 are not found, such as 13" in output("verify", str(tmp_path / "tree.txt"), status=1)


def test_a_tree_that_begins_after_a_history(tmp_path: Path) -> None:
    """One 1 and no 2: the codes 13 and 31."""
    (tmp_path / "tree.txt").write_text("2x3 11=1b0w 22=0b0w\n13\n 0b2w 31\n")
    assert output_json("verify", str(tmp_path / "tree.txt"))["histogram"] == [1, 1]


@pytest.mark.parametrize(("text", "sentence"), [
    ("words", "its first line is no game, such as 4x6"),
    ("2x3\n11\n 1b0w 14\n", "line 3 of the tree: '14' is not a code of 2x3"),
    ("{", "it begins like JSON and is none"),
    ('{"guess": "11"}', "an object with a position"),
    ('{"position": "2x3", "guess": 11}', "guess 1 of the tree is no object with a guess"),
    ('{"position": "2x3", "guess": "11", "after": {"1b0w": {"guess": "14"}}}', "guess 2 of the tree: '14'"),
    ('{"position": "2x3", "guess": "11", "after": {"2b0w": {"guess": "12"}}}', "nothing more can follow 2b0w there"),
    ('{"position": "2x3", "guess": "11", "guess": "12"}', "has the same name twice"),
    ('{"position": "2x3", "after": ' + "[" * 10**6, "its JSON is nested too deeply"),
    ('{"position": "64x64", "guess": "' + ",".join("1" * 64) + '"}', "64x64"),
])  # fmt: skip
def test_files_that_are_no_trees(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "file"
    file.write_text(text)
    check_errors(f"verify {file}", sentence)
