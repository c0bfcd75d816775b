"""Datasets: solutions held against plain definitions, puzzles against all codes, files against each other."""

import json
from itertools import product

import pyarrow.parquet
import pytest
import reference
from cli.commands import output_json, run

from blackpeg import Game, Position
from blackpeg.dataset.positions import positions
from blackpeg.dataset.puzzles import proof_cases, puzzles


def codes_that_fit(game, history):
    """All codes that would have given the same feedback, by the definition."""
    rules = Game.parse(game)
    symbols = "123456789"[: rules.colors]
    turns = [(turn.split("=")[0], turn.split("=")[1]) for turn in history.split()]

    def told(code, guess):
        black, white = reference.feedback(code, guess)
        return f"{black}b{white}w" if rules.whites else f"{black}b"

    codes = ("".join(code) for code in product(symbols, repeat=rules.pegs))
    legal = (code for code in codes if rules.repeats or len(set(code)) == len(code))
    return [code for code in legal if all(told(code, guess) == answer for guess, answer in turns)]


@pytest.mark.parametrize("game", ["3x4", "3x5-distinct", "2x6-black"])
def test_positions_are_right(game):
    rules = Game.parse(game)
    records = list(positions(rules, 6, seed=3, max_candidates=12))
    assert len({record["history"] for record in records}) == 6
    for record in records:
        assert record["candidates"] == codes_that_fit(game, record["history"])
        assert 2 <= record["count"] == len(record["candidates"]) <= 12
        if record["by"] == "entropy":  # more than ten candidates without white pegs
            assert record["totals"] is record["grade"] is None
            continue
        assert len(record["totals"]) == rules.size and min(record["totals"]) == record["total"]
        all_codes = [rules.show(code) for code in rules.codes]
        least = [code for code, total in zip(all_codes, record["totals"], strict=True) if total == record["total"]]
        assert record["best_guesses"] == least and record["best"] in least
        assert not set(least) & set(record["candidates"]) or record["best"] in record["candidates"]
        own = [record["totals"][all_codes.index(code)] for code in record["candidates"]]
        regret = (sum(own) / len(own) - record["total"]) / record["count"]
        assert record["difficulty"] == pytest.approx(regret, abs=1e-6)


@pytest.mark.parametrize("game", ["4x6", "3x5-distinct", "3x4-black"])
def test_puzzles_have_one_answer_and_no_needless_clue(game):
    records = list(puzzles(Game.parse(game), 5, seed=3))
    assert len({record["clues"] for record in records}) == 5
    for record in records:
        clues = record["clues"].split()
        assert codes_that_fit(game, record["clues"]) == [record["answer"]]
        assert record["count"] == len(clues)
        for clue in clues:
            assert len(codes_that_fit(game, " ".join(other for other in clues if other != clue))) > 1


def test_a_proof_is_as_long_as_one_by_hand():
    """12=1b0w 13=0b0w at 2x3: pegs are 1 or 2 ... 2. Peg 2 first: 1 and 3 are closed, 2 stays; then 1 and 2, 3."""
    clues = [(turn.guess, turn.feedback) for turn in Position.parse("2x3 12=1b0w 13=0b0w").history]
    assert proof_cases(Game(2, 3), clues) == 6


def test_the_same_seed_makes_the_same_and_more_adds():
    game = Game(3, 4)
    assert list(positions(game, 3, 5)) == list(positions(game, 5, 5))[:3]
    assert list(puzzles(game, 3, 5)) == list(puzzles(game, 5, 5))[:3]
    assert list(puzzles(game, 3, 5)) != list(puzzles(game, 3, 6))


@pytest.mark.parametrize("kind", ["positions", "puzzles"])
def test_both_formats_hold_the_same_with_a_card(kind, tmp_path):
    for form in ("jsonl", "parquet"):
        told = output_json(
            "dataset", "3x4", "--kind", kind, "--count", "4", "--format", form, "-o", str(tmp_path / form)
        )
        assert told["records"] == 4
    rows = [json.loads(line) for line in (tmp_path / "jsonl" / f"{kind}.jsonl").read_text().splitlines()]
    assert pyarrow.parquet.read_table(tmp_path / "parquet" / f"{kind}.parquet").to_pylist() == rows
    card = (tmp_path / "jsonl" / "README.md").read_text()
    assert all(f"| `{name}` |" in card for name in rows[0])
    assert f"blackpeg dataset 3x4 --kind {kind} --count 4 --seed 0" in card and card.startswith("---\nlicense: mit")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("9x9", "--kind", "puzzles"), "up to 6 pegs, not 9x9"),
        (("12x12",), "this strategy tries at most"),
        (("1x2", "--count", "50"), "ask for fewer"),
        (("1x3", "--kind", "puzzles", "--count", "99"), "ask for fewer"),
        (("4x6", "--kind", "puzzles", "--max-candidates", "9"), "--max-candidates is for positions"),
    ],
)
def test_errors_are_sentences(words, sentence, tmp_path):
    done = run("dataset", *words, "-o", str(tmp_path / "out"))
    assert done.returncode == 2 and sentence in done.stderr and "Traceback" not in done.stderr
