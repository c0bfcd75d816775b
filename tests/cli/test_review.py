"""`blackpeg review`: numbers by definition, and a page that fits the terminal."""

from __future__ import annotations

import pytest
from cli.commands import CODES, COLOR, Terminal, check_errors, consistent, output, output_json


def test_a_review() -> None:
    result = output_json("review", "4x6", "--secret", "6543", "1122", "6543")
    assert list(result)[:5] == ["game", "secret", "skill", "luck", "turns"]
    first, second = result["turns"]
    left = consistent(CODES, ("1122", "0b0w"))
    assert (first["candidates"], first["left"], second["candidates"], second["left"]) == (1296, 256, len(left), 1)
    assert second["bits"] == 8  # of 256 candidates the one that it is
    assert output_json("review", "4x6", "1122=0b0w", "6543=4b0w") == {**result, "secret": None}
    text = output("review", "4x6", "--secret", "6543", "1122", "6543")
    assert f"Skill {result['skill']:.0%}" in text
    assert f"Luck {result['luck']:+.2f} bits a guess" in text
    assert "{} splits the".format(first["best_guess"]) in text


@pytest.mark.parametrize("words, columns", [
    (("5x8", "--secret", "38164", "11234", "56781", "38156", "38164"), 80),
    (("8x12", "--secret", "1a3c5678", "11223344", "55667788", "1a3c5687"), 80),
    (("20x30", "--secret", "1" * 20, "1" * 10 + "2" * 10), 80),
])  # fmt: skip
def test_a_review_fits_the_terminal(words: tuple[str, ...], columns: int) -> None:
    colored = Terminal("review", *words, columns=columns)
    shown = colored.until().partition(f"{words[0]}  the secret")[2]  # after what moves while one waits
    assert 0 < max(map(len, shown.splitlines())) <= columns
    assert COLOR.search(colored.raw)
    assert colored.status() == 0
    plain = Terminal("review", *words, columns=columns, NO_COLOR="1")
    plain.until()
    assert not COLOR.search(plain.raw)
    piped = output("review", *words)
    assert "\x1b" not in piped
    assert "Luck" in piped


ERRORS = {
    "review 4x6 1122": "'1122' is not a turn; it is written GUESS=FEEDBACK",
    "review 4x6 1122=0b0w 1133=0b3w": "turn 2 contradicts turn 1",
    "review 4x6 --secret 6543": "missing argument 'GUESS...'",
    "review 4x6 --secret 6543 1122 112": "3 pegs, not 4",
    "review 4x6 --secret 6543 1122=0b0w": "'1122=0b0w' has feedback, which --secret tells already",
    "review 4x6 --secret 6543 6543 1122": "the game was over at turn 1: 6543 was the secret",
}


@pytest.mark.parametrize("line", ERRORS)
def test_errors(line: str) -> None:
    check_errors(line, ERRORS[line])
