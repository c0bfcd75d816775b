"""`blackpeg seal`: a code for somebody else, and playing it."""

from __future__ import annotations

import pytest
from cli.commands import KEYS, Terminal, check_errors, output


def test_a_code_set_by_somebody_else() -> None:
    text = output("seal", "4x10-distinct", "--secret", "a123").strip()
    assert "a123" not in text
    game = Terminal("play", "--code", text, NO_COLOR="1")
    assert "4x10-distinct  A code was set for you: 4 pegs" in game.until("guess 1> ")
    assert "Broken in 1 guess." in game.type("A123", KEYS)
    review = game.press("r")
    assert "Luck" in review and "Skill" not in review  # which leaves out the first guess
    game.press("\r")
    assert game.status() == 0
    game = Terminal("play", "--code", text[:-1] + ("a" if text[-1] != "a" else "b"))
    assert "is no sealed code, or it was changed on its way" in " ".join(game.until().split())
    assert game.status() == 2


ERRORS = {
    "seal 4x6 --secret 65432": "5 pegs, not 4",
}


@pytest.mark.parametrize("line", ERRORS)
def test_errors(line: str) -> None:
    check_errors(line, ERRORS[line])
