"""Games in a terminal, as a person plays them: through a pseudo-terminal, 80 columns wide."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from itertools import product
from pathlib import Path

import pexpect

import blackpeg

SOURCES = Path(blackpeg.__file__).parents[1]
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
COLOR = re.compile(r"\x1b\[[0-9;]*[34]8;5;")
CODES = ["".join(code) for code in product("123456", repeat=4)]


def feedback(secret: str, guess: str) -> str:
    """By definition."""
    black = sum(a == b for a, b in zip(secret, guess, strict=True))
    both = sum((Counter(secret) & Counter(guess)).values())
    return f"{black}b{both - black}w"


class Terminal:
    """`blackpeg words` in a terminal of its own."""

    def __init__(self, *words: str, columns: int = 80, **env: str) -> None:
        outside = {name: value for name, value in os.environ.items() if name not in ("FORCE_COLOR", "NO_COLOR")}
        self.raw = ""
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "blackpeg.cli", *words],
            env={**outside, "PYTHONPATH": str(SOURCES), "TERM": "xterm-256color", "PYTHONUTF8": "1", **env},
            dimensions=(24, columns),
            encoding="utf-8",
            timeout=120,
        )

    def until(self, *prompts: str) -> str:
        """What is shown before one of these prompts, without its colors."""
        self.child.expect_exact([*prompts, pexpect.EOF])
        self.raw += self.child.before
        return ESCAPE.sub("", self.child.before).replace("\r\n", "\n").replace("\r", "")

    @property
    def prompt(self) -> str:
        """The prompt that was met, or '' at the end."""
        return self.child.after if isinstance(self.child.after, str) else ""

    def type(self, line: str, *prompts: str) -> str:
        """Type a line; what is shown before one of these prompts, or until the end."""
        self.child.sendline(line)
        return self.until(*prompts)

    def status(self) -> int | None:
        """The exit status, when all is shown."""
        assert "Traceback" not in self.until()
        self.child.close()
        assert self.child.signalstatus is None
        return self.child.exitstatus


def rows(text: str) -> list[tuple[str, str, int, int]]:
    """The turns of a board: guess, feedback, candidates before and after."""
    found = re.findall(r"^ *\d+  ((?: *\w)+)  +[●○·]+  (\w+) +([\d,]+) → ([\d,]+)$", text, re.M)
    return [
        (guess.replace(" ", ""), told, int(before.replace(",", "")), int(after.replace(",", "")))
        for guess, told, before, after in found
    ]


def check_board(text: str, secret: str, guesses: list[str]) -> None:
    """Is this the board of these guesses, with the candidates counted by definition?"""
    codes, board = CODES, []
    for guess in guesses:
        told = feedback(secret, guess)
        left = [code for code in codes if feedback(code, guess) == told]
        board.append((guess, told, len(codes), len(left)))
        codes = left
    assert rows(text) == board


def test_play_give_up_and_play_again_to_a_win() -> None:
    game = Terminal("play", "--seed", "11")
    opening = game.until("guess 1> ")
    assert "A code is hidden: 4 pegs, colors" in opening
    assert " 1   2   3   4   5   6" in opening  # labels on the colors
    shown = game.type("1122", "guess 2> ")
    told = re.search(r" 1   1   2   2 +[●○·]+  (\db\dw)", shown)
    assert told is not None
    assert "is not a code of 4x6: it has 3 pegs, not 4" in game.type("12²", "guess 2> ")
    assert "no color '１', only 1 to 6" in game.type("１２３４", "guess 2> ")
    assert "no color '-', only 1 to 6" in game.type("-123", "guess 2> ")
    assert "4x6: it has 3000 pegs, not 4" in game.type("1" * 3000, "guess 2> ")
    assert game.type("", "guess 2> ").strip() == ""
    hint = game.type("?", "guess 2> ")
    fit = [code for code in CODES if feedback(code, "1122") == told[1]]
    assert f"{len(fit)} codes fit; try" in hint
    end = game.type("q")
    given = re.search(r"Given up: the code was +(\d) +(\d) +(\d) +(\d)", end)
    assert given is not None
    secret = "".join(given.groups())
    assert feedback(secret, "1122") == told[1]
    check_board(end, secret, ["1122"])
    assert game.status() == 1
    assert COLOR.search(game.raw)

    again = Terminal("play", "4x6", "--seed", "11")
    again.until("guess 1> ")
    again.type("1122", "guess 2> ")
    again.type("?", "guess 2> ")
    wrong = next(code for code in CODES if feedback(code, "1122") != told[1])
    assert "turn 1 had ruled this out" in again.type(wrong, "guess 3> ")
    end = again.type(secret)
    assert "Broken in 3 guesses, with 1 hint." in end
    check_board(end, secret, ["1122", wrong, secret])
    assert again.status() == 0


def test_play_against_the_adversary_by_its_hints() -> None:
    game = Terminal("play", "3x4", "--codemaker", "adversary", NO_COLOR="1")
    assert "adversary" in game.until("> ")
    codes, turn = ["".join(code) for code in product("1234", repeat=3)], 1
    while game.prompt:
        hint = re.search(r"([\d,]+) codes? fits?; try +(\d{3})", game.type("?", "> "))
        assert hint is not None
        assert int(hint[1]) == len(codes)
        shown = game.type(hint[2], f"guess {turn + 1}> ")
        parts = Counter(feedback(code, hint[2]) for code in codes)
        told = re.search(r"\db\dw", shown)
        assert told is not None
        codes = [code for code in codes if feedback(code, hint[2]) == told[0]]
        if told[0] == "3b0w":
            assert len(parts) == 1
            assert f"Broken in {turn} guesses" in shown
        else:
            assert len(codes) == max(size for answer, size in parts.items() if answer != "3b0w")
            assert f"{len(codes)} code{'' if len(codes) == 1 else 's'} fit" in shown
        turn += 1
    assert game.status() == 0
    assert not COLOR.search(game.raw)

    game = Terminal("play", "3x4", "--codemaker", "adversary", NO_COLOR="1")
    game.until("guess 1> ")
    told = re.search(r"\db\dw", game.type("112", "guess 2> "))
    assert told is not None
    given = re.search(r"the adversary had no code; \d+ codes fit, such as +(\d{3})", game.type("quit"))
    assert given is not None
    assert feedback(given[1], "112") == told[0]
    assert game.status() == 1


def test_the_end_of_input_gives_up() -> None:
    game = Terminal("play", "4x6-black", "--seed", "1", NO_COLOR="1")
    assert "○" not in game.until("guess 1> ")
    assert re.search(r"\n  1123   [●·]{4}  \db\n", game.type("1123", "guess 2> "))
    game.child.sendeof()
    assert re.search(r"Given up: the code was +[1-6]{4}\n", game.until())
    assert game.status() == 1


def test_ctrl_c_ends_everything_at_once() -> None:
    for words, seen in (
        (["play"], "guess 1> "),
        (["break", "4x10-distinct"], "feedback 1> "),
        (["tree", "6x9", "--strategy", "entropy"], "growing the tree"),
    ):
        game = Terminal(*words)
        game.until(seen)
        assert game.prompt
        game.child.sendintr()
        assert game.status() == 130, words


def asked(shown: str) -> str:
    """The guess that the computer makes."""
    found = re.findall(r"^ *\d+   ?((?:\w *)+?)   +(?:[\d,]+ codes? fit|too many)", shown, re.M)
    assert found, shown
    return str(found[-1]).replace(" ", "")


def test_break_a_code() -> None:
    secret, guesses = "5325", []
    game = Terminal("break", "--strategy", "minimax")
    shown = game.until("feedback 1> ")
    assert "Think of a code: 4 pegs" in shown
    while game.prompt:
        guesses.append(asked(shown))
        shown = game.type(feedback(secret, guesses[-1]), f"feedback {len(guesses) + 1}> ")
    assert guesses[0] == "1122"  # Knuth's first guess
    assert len(guesses) <= 5
    assert f"Broken by minimax in {len(guesses)} guesses." in shown
    check_board(shown, secret, guesses)
    assert game.status() == 0


def test_a_wrong_answer_is_found_and_corrected() -> None:
    secret, guesses, false = "5325", ["1122"], "2b0w"
    game = Terminal("break", "--strategy", "minimax")
    game.until("feedback 1> ")
    shown = game.type(false, "feedback 2> ")
    while game.prompt != "correction> ":
        guesses.append(asked(shown))
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
        guesses.append(asked(shown))
        shown = game.type(feedback(secret, guesses[-1]), f"feedback {len(guesses) + 1}> ")
    assert f"Broken by minimax in {len(guesses)} guesses." in shown
    check_board(shown, secret, guesses)
    assert game.status() == 0


def test_an_answer_corrected_before_it_contradicts() -> None:
    game = Terminal("break", "2x3", "--strategy", "lexicographic", NO_COLOR="1")
    assert asked(game.until("feedback 1> ")) == "11"
    assert "nothing is answered yet" in game.type("1=1b0w", "feedback 1> ")
    assert "is not feedback of 2x3; it is written " in game.type("two", "feedback 1> ")
    assert asked(game.type("0 0", "feedback 2> ")) == "22"
    assert asked(game.type("1=1b0w", "feedback 2> ")) == "12"  # the first of 12, 13, 21 and 31
    assert "Broken by lexicographic in 1 guess." in game.type("1=2b0w", "feedback 2> ")
    assert game.status() == 0


def test_a_contradiction_that_is_given_up() -> None:
    game = Terminal("break", "2x3", "--strategy", "lexicographic", NO_COLOR="1")
    game.until("feedback 1> ")
    assert asked(game.type("0b0w", "feedback 2> ")) == "22"
    assert asked(game.type("0b0w", "feedback 3> ")) == "33"
    assert "turn 3 contradicts turns 1 and 2" in game.type("1b0w", "correction> ")
    end = game.type("q")
    assert "Given up after 3 guesses." in end
    assert re.search(r"\n3  33     ●·  1b0w\n", end)
    assert game.status() == 1


def test_a_board_wider_than_its_terminal_has_labels_side_by_side() -> None:
    game = Terminal("break", "20x20", "--strategy", "chen1996")
    assert "  1  11111111111111111111   1.05e+26 codes fit" in game.until("feedback 1> ")
    shown = game.type("0b0w", "feedback 2> ")
    assert re.search(r"  2  [1-9a-k]{20}   3\.76e\+25 codes fit", shown)  # 19 ** 20
    game.child.sendeof()
    assert max(map(len, game.until().splitlines())) <= 80
    assert game.status() == 1
    assert COLOR.search(game.raw)
