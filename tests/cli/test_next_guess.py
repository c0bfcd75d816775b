"""`blackpeg next`: the guess, the ranking beside its definition, ways to write turns."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import log2

import pytest
from cli.commands import CODES, check_errors, consistent, feedback, output, output_json


def test_next_ranks_the_guesses() -> None:
    advice = output_json("next", "4x6", "1122=1b1w", "--strategy", "entropy")
    candidates = consistent(CODES, ("1122", "1b1w"))
    assert list(advice) == ["guess", "candidates", "ranking", "sample", "seed"]
    assert advice["sample"] is None  # all candidates are used
    assert advice["candidates"] == len(candidates) == 208
    assert advice["guess"] == advice["ranking"][0]["guess"]
    assert [row["bits"] for row in advice["ranking"]] == sorted(
        (row["bits"] for row in advice["ranking"]), reverse=True
    )
    for row in advice["ranking"]:
        sizes = Counter(feedback(code, row["guess"]) for code in candidates).values()
        assert row == {
            "guess": row["guess"],
            "bits": pytest.approx(sum(n / 208 * log2(208 / n) for n in sizes), abs=1e-6),
            "parts": len(sizes),
            "largest": max(sizes),
            "expected_size": pytest.approx(sum(n * n for n in sizes) / 208, abs=1e-6),
            "candidate": row["guess"] in candidates,
        }


def test_the_ranking_is_by_the_strategys_own_score() -> None:
    advice = output_json("next", "4x6", "--strategy", "minimax", "--top", "3")
    assert advice["guess"] == "1122"
    assert [row["largest"] for row in advice["ranking"]] == sorted(row["largest"] for row in advice["ranking"])
    assert len(advice["ranking"]) == 3
    assert advice["ranking"][0]["largest"] == 256  # Knuth 1977


def test_ways_to_write_a_turn() -> None:
    turns = ["1122=2b1w", "1122=2,1", "1122=2 1", "1122 = 2B1W", "1,1,2,2=2b1w"]
    assert output_json("next", "4x6", *turns)["candidates"] == len(consistent(CODES, ("1122", "2b1w")))


def test_letters_are_read_in_either_case() -> None:
    codes = ["".join(code) for code in product("123456789abc", repeat=2)]
    advice = output_json("next", "2x12", "aB=0B1W", "Ab=0b1w")
    assert advice["candidates"] == len(consistent(codes, ("ab", "0b1w")))
    assert advice["guess"] == advice["guess"].lower()


def test_text() -> None:
    text = output("next", "4x6", "1122=1b1w", "-s", "entropy", "--top", "2")
    assert [line.split() for line in text.splitlines()[:2]] == [
        ["guess", "feedback", "candidates"],
        ["1", "1122", "●○··", "1b1w", "1,296", "→", "208"],
    ]
    assert "208 codes fit; entropy plays" in text
    assert "sample" not in text


def test_next_says_that_a_sample_was_used_and_how_to_repeat_it() -> None:
    words = ("next", "8x12", "11223344=1b1w", "--top", "3")
    advice = output_json(*words)
    assert (advice["candidates"], advice["sample"]) == (48692288, 2000)
    assert all(row["largest"] <= 2000 for row in advice["ranking"])
    seed = ("--seed", str(advice["seed"]))
    assert output_json(*words, *seed) == advice
    text = output(*words, *seed)
    assert f"needle plays  {advice['guess']}  (seed {advice['seed']})\n" in text
    assert text.endswith("\nThese numbers are estimated from a sample of 2,000 candidates.\n")


ERRORS = {
    "next 4x6 1122": "GUESS=FEEDBACK",
    "next 4x6 1122=1b": "is not feedback of 4x6; it is written",
    "next 4x6 1122=3b1w": "cannot occur",
    "next 4x6-black 1122=1b1w": "this game has no white pegs",
    "next 4x6 112=1b1w": "3 pegs, not 4",
    "next 4x6 --top 0": "0 is not in the range",
    "next 4x6 1122=4b0w 1122=4b0w": "the game is over: 1122 was the secret",
    "next 4x6 1122=0b0w 1133=0b3w": "turn 2 contradicts turn 1",
    "next 4x6 3456=1b1w 1122=0b1w 1234=0b0w": "turn 3 contradicts turn 2",
    "next 4x6 1122=1b1w 3344=4b0w": "turn 2 contradicts turn 1",
}


@pytest.mark.parametrize("line", ERRORS)
def test_errors(line: str) -> None:
    check_errors(line, ERRORS[line])
