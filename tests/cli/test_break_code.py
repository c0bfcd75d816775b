"""`blackpeg break` in a terminal: reasons, corrections, contradictions."""

from __future__ import annotations

import re

import pytest
from cli.commands import COLOR, Terminal, check_board, check_errors, feedback, output


def last_guess(shown: str) -> str:
    """The guess that the computer makes."""
    found = re.findall(r"^ *\d+   ?((?:\w *)+?)   +(?:[\d,]+ codes? fit|too many)", shown, re.M)
    assert found, shown
    return str(found[-1]).replace(" ", "")


def test_break_a_code() -> None:
    secret, guesses = "5325", []
    game = Terminal("break", "--strategy", "minimax")
    first = shown = game.until("feedback 1> ")
    assert "Think of a code: 4 pegs" in shown
    while game.prompt:
        guesses.append(last_guess(shown))
        shown = game.type(feedback(secret, guesses[-1]), f"feedback {len(guesses) + 1}> ")
    assert "1,296 codes fit, this one too; it splits them 13 ways" in first
    assert guesses[0] == "1122"  # Knuth's first guess
    assert len(guesses) <= 5
    assert f"Broken by minimax in {len(guesses)} guesses." in shown
    check_board(shown, secret, guesses)
    assert game.status() == 0


def test_wrong_feedback_is_found_and_corrected() -> None:
    secret, guesses, false = "5325", ["1122"], "2b0w"
    game = Terminal("break", "--strategy", "minimax")
    game.until("feedback 1> ")
    shown = game.type(false, "feedback 2> ")
    while game.prompt != "correction> ":
        guesses.append(last_guess(shown))
        shown = game.type(feedback(secret, guesses[-1]), f"feedback {len(guesses) + 1}> ", "correction> ")
    named = re.search(r"turn \d+ contradicts turns? 1\D", shown)
    assert named is not None, shown
    assert "no code answers 1122 with 2b0w" in " ".join(shown.split())
    for guess in guesses:  # nothing that was typed is lost
        assert "   ".join(guess) in shown
    for mistake, said in (
        ("1b1w", "it is written TURN=FEEDBACK"),
        ("²=1b1w", "it is written TURN=FEEDBACK"),
        ("9=1b1w", f"no turn 9 to correct; turns go from 1 to {len(guesses)}"),
        ("1=", "is not feedback of 4x6; it is written"),
        ("1=5b0w", "more than 4 pegs"),
    ):
        assert said in " ".join(game.type(mistake, "correction> ").split())
    shown = game.type(f"1 = {feedback(secret, '1122')}", f"feedback {len(guesses) + 1}> ")
    while game.prompt:
        guesses.append(last_guess(shown))
        shown = game.type(feedback(secret, guesses[-1]), f"feedback {len(guesses) + 1}> ")
    assert f"Broken by minimax in {len(guesses)} guesses." in shown
    check_board(shown, secret, guesses)
    assert game.status() == 0


def test_feedback_is_corrected_before_it_contradicts() -> None:
    game = Terminal("break", "2x3", "--strategy", "lexicographic", NO_COLOR="1")
    assert last_guess(game.until("feedback 1> ")) == "11"
    assert "nothing is answered yet" in game.type("1=1b0w", "feedback 1> ")
    assert "is not feedback of 2x3; it is written " in game.type("two", "feedback 1> ")
    assert last_guess(game.type("0 0", "feedback 2> ")) == "22"
    assert last_guess(game.type("1=1b0w", "feedback 2> ")) == "12"  # the first of 12, 13, 21 and 31
    assert "Broken by lexicographic in 1 guess." in game.type("1=2b0w", "feedback 2> ")
    assert game.status() == 0


def test_a_contradiction_that_is_given_up() -> None:
    game = Terminal("break", "2x3", "--strategy", "lexicographic", NO_COLOR="1")
    game.until("feedback 1> ")
    assert last_guess(game.type("0b0w", "feedback 2> ")) == "22"
    assert last_guess(game.type("0b0w", "feedback 3> ")) == "33"
    assert "turn 3 contradicts turns 1 and 2" in game.type("1b0w", "correction> ")
    end = game.type("q")
    assert "Given up after 3 guesses." in end
    assert re.search(r"\n3  33     ●·  1b0w\n", end)
    assert game.status() == 1


def test_a_board_wider_than_its_terminal_has_labels_side_by_side() -> None:
    game = Terminal("break", "20x20", "--strategy", "chen1996")
    assert re.search(r"  1  1{20}\n     1\.05e\+26 codes fit, this one too; ", game.until("feedback 1> "))
    shown = game.type("0b0w", "feedback 2> ")
    assert re.search(r"  2  [1-9a-k]{20}\n     3\.76e\+25 codes fit", shown)  # 19 ** 20
    game.child.sendeof()
    assert max(map(len, game.until().splitlines())) <= 80
    assert game.status() == 1
    assert COLOR.search(game.raw)


@pytest.mark.parametrize(("level", "rules", "first"), [
    ("easy", "4x6-distinct", "1234"), ("medium", "4x6", "1123"), ("hard", "5x8", "11122"),
])  # fmt: skip
def test_levels_are_those_of_the_students_game(level: str, rules: str, first: str) -> None:
    """ "0123 pel nivell de dificultat fàcil, 0012 pel nivell mitjà i 00011 pel nivell difícil": the first guesses."""
    for seed in ("1", "2"):
        shown = output("break", "--level", level, "--seed", seed, text="q\n", status=1)
        assert shown.startswith(f"{rules}  Think of a code")
        assert last_guess(shown) == first
    other = output("break", "--level", level, "-s", "lexicographic(first=None)", text="q\n", status=1)
    assert last_guess(other) == ("1234" if level == "easy" else "1" * len(first))


def test_the_player_wins_at_the_limit() -> None:
    game = Terminal("break", "2x3", "--strategy", "lexicographic", "--limit", "2", NO_COLOR="1")
    assert "The computer has 2 guesses." in " ".join(game.until("feedback 1> ").split())
    game.type("0b0w", "feedback 2> ")
    end = game.type("1b0w")  # 22: 23 and 32 are left
    assert "Not broken in 2 guesses: you win; 2 codes fit." in end
    assert game.status() == 1


def test_nobody_wins_by_a_contradiction() -> None:
    game = Terminal("break", "2x3", "--strategy", "lexicographic", "--limit", "3", NO_COLOR="1")
    game.until("feedback 1> ")
    game.type("0b0w", "feedback 2> ")
    game.type("0b0w", "feedback 3> ")
    assert "turn 3 contradicts turns 1 and 2" in game.type("0b0w", "correction> ")
    assert "Broken by lexicographic in 3 guesses." in game.type("3=2b0w")
    assert game.status() == 0


def test_feedback_from_a_pipe() -> None:
    text = output("break", "2x3", "-s", "lexicographic", text="2b0w\n")
    assert "Broken by lexicographic in 1 guess." in text


ERRORS = {
    "break 4x6 --strategy nobody": "no strategy 'nobody'",
    "break --level eazy": "no level 'eazy'; did you mean easy? (there are easy, medium, hard)",
    "break 5x8 --level easy": "--level names a game already; leave out GAME",
}


@pytest.mark.parametrize("line", ERRORS)
def test_errors(line: str) -> None:
    check_errors(line, ERRORS[line])
