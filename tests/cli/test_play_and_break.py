"""Games in a terminal, as a person plays them: through a pseudo-terminal, 80 columns wide."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections import Counter
from itertools import product
from pathlib import Path

import pexpect
import pytest

import blackpeg

SOURCES = Path(blackpeg.__file__).parents[1]
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
COLOR = re.compile(r"\x1b\[[0-9;]*[34]8;5;")
KEYS = "any other key ends> "
CODES = ["".join(code) for code in product("123456", repeat=4)]


def feedback(secret: str, guess: str) -> str:
    """By definition."""
    black = sum(a == b for a, b in zip(secret, guess, strict=True))
    both = sum((Counter(secret) & Counter(guess)).values())
    return f"{black}b{both - black}w"


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nobody's own games are touched."""
    monkeypatch.setenv("BLACKPEG_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def output(*words: str) -> str:
    """What `blackpeg words` prints into a pipe."""
    command = [sys.executable, "-m", "blackpeg", *words]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout


class Terminal:
    """`blackpeg words` in a terminal of its own."""

    def __init__(self, *words: str, columns: int = 80, **env: str) -> None:
        outside = {name: value for name, value in os.environ.items() if name not in ("FORCE_COLOR", "NO_COLOR")}
        self.raw = ""
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "blackpeg", *words],
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

    def press(self, key: str) -> str:
        """Press one key after a game; what is shown before the next is asked for, or until the end."""
        self.child.send(key)
        return self.until(KEYS)

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


def revealed(end: str) -> str:
    """The code that was not broken."""
    given = re.search(r"Given up: the code was +((?:\w *)+)\n", end)
    assert given is not None, end
    return given[1].replace(" ", "")


def check_commitment(opening: str, end: str, game: str, secret: str) -> None:
    """Is what was shown at the end the text whose hash was shown at the start?"""
    digest = re.search(r"^[0-9a-f]{64}$", opening, re.M)
    text = re.search(rf"^[0-9a-f]{{32}} {game} {secret}$", end, re.M)
    assert digest and text, opening + end
    assert hashlib.sha256(text[0].encode()).hexdigest() == digest[0]
    assert "this is the text of the SHA-256 that you saw" in end


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
    end = game.type("q", KEYS)
    secret = revealed(end)
    assert feedback(secret, "1122") == told[1]
    check_board(end, secret, ["1122"])
    check_commitment(opening, end, "4x6", secret)
    assert game.press("\r") == "\n"
    assert game.status() == 1
    assert COLOR.search(game.raw)

    again = Terminal("play", "4x6", "--seed", "11")
    other = again.until("guess 1> ")
    assert re.findall(r"[0-9a-f]{64}", other) != re.findall(r"[0-9a-f]{64}", opening)  # the nonce is never the same
    again.type("1122", "guess 2> ")
    wrong = next(code for code in CODES if feedback(code, "1122") != told[1])
    assert "turn 1 had ruled this out" in again.type(wrong, "guess 3> ")
    end = again.type(secret, KEYS)
    assert "Broken in 3 guesses." in end
    check_board(end, secret, ["1122", wrong, secret])
    again.press("x")
    assert again.status() == 0


def test_hints_in_steps() -> None:
    game = Terminal("play", "--seed", "11", NO_COLOR="1")
    game.until("guess 1> ")
    told = re.search(r"\db\dw", game.type("1122", "guess 2> "))
    assert told is not None
    fit = [code for code in CODES if feedback(code, "1122") == told[0]]
    wrong = next(code for code in CODES if code not in fit)
    said = " ".join(game.type(f"?{wrong}", "guess 2> ").split())
    assert f"{wrong} does not fit turn 1, which would have been {feedback(wrong, '1122')}, not {told[0]}" in said
    assert f"  {len(fit)} codes fit\n" in game.type("?", "guess 2> ")
    good = re.search(r"try +(\d{4}) +which splits the (\d+) candidates (\d+) ways", game.type("?", "guess 2> "))
    assert good is not None
    assert int(good[2]) == len(fit)
    assert int(good[3]) == len({feedback(code, good[1]) for code in fit})
    assert "try" in game.type("?", "guess 2> ")  # the last again
    assert f"{fit[0]} fits every turn" in game.type(f"? {fit[0]}", "guess 2> ")
    assert "'99' is not a code" in game.type("?99", "guess 2> ")
    game.type("q", KEYS)
    assert "not broken, 1 guess, 5 hints" in game.press("s")
    game.press("\r")
    assert game.status() == 1


def test_play_against_the_adversary_by_its_hints() -> None:
    game = Terminal("play", "3x4", "--codemaker", "adversary", NO_COLOR="1")
    opening = game.until("> ")
    assert "Adversarial mode: 3 pegs" in opening
    assert "No code is hidden" in opening
    codes, turn = ["".join(code) for code in product("1234", repeat=3)], 1
    while "Broken" not in opening:
        assert re.search(rf"  {len(codes)} codes? fits?\n", game.type("?", "> "))
        hint = re.search(r"try +(\d{3})", game.type("?", "> "))
        assert hint is not None
        opening = shown = game.type(hint[1], f"guess {turn + 1}> ", KEYS)
        parts = Counter(feedback(code, hint[1]) for code in codes)
        told = re.search(r"\db\dw", shown)
        assert told is not None
        codes = [code for code in codes if feedback(code, hint[1]) == told[0]]
        if told[0] == "3b0w":
            assert len(parts) == 1
            assert f"Broken in {turn} guesses" in shown
        else:
            assert len(codes) == max(size for answer, size in parts.items() if answer != "3b0w")
            assert f"{len(codes)} code{'' if len(codes) == 1 else 's'} fit" in shown
        turn += 1
    assert "no secret" in game.press("r")
    assert game.press("s").startswith("\n\nBlackpeg against an adversary 3x4: broken in")
    game.press("\r")
    assert game.status() == 0
    assert not COLOR.search(game.raw)

    game = Terminal("play", "3x4", "--codemaker", "adversary", NO_COLOR="1")
    game.until("guess 1> ")
    told = re.search(r"\db\dw", game.type("112", "guess 2> "))
    assert told is not None
    given = re.search(r"the adversary had no code; \d+ codes fit, such as +(\d{3})", game.type("quit", KEYS))
    assert given is not None
    assert feedback(given[1], "112") == told[0]
    game.press("\r")
    assert game.status() == 1


def test_a_game_is_kept_taken_up_again_reviewed_and_counted() -> None:
    game = Terminal("play", "--level", "easy", NO_COLOR="1")
    opening = game.until("guess 1> ")
    assert opening.startswith("4x6-distinct  A code is hidden: 4 pegs, none twice")
    first = re.search(r"\db\dw", game.type("1234", "guess 2> "))
    game.type("?", "guess 2> ")
    game.child.sendintr()
    assert "Kept; 'blackpeg play' takes it up again." in game.until()
    assert game.status() == 130

    other = Terminal("play", "--level", "hard", NO_COLOR="1")  # another kind of game is begun anew
    assert "Taken up" not in other.until("guess 1> ")
    other.child.sendintr()
    assert "Kept" not in other.until()  # nothing was guessed
    assert other.status() == 130

    game = Terminal("play", NO_COLOR="1")
    again = game.until("guess 2> ")
    assert "Taken up again after 1 guess." in again
    assert first and re.search(rf"1  1234 +[●○·]+  {first[0]}\n", again)
    assert re.findall(r"[0-9a-f]{64}", again) == re.findall(r"[0-9a-f]{64}", opening)
    end = game.type("q", KEYS)
    secret = revealed(end)
    check_commitment(opening, end, "4x6-distinct", secret)
    told = game.press("r")
    assert f"the secret {secret}, 1 guess" in told
    assert "no guess tells more" in told  # all first guesses are alike
    assert max(map(len, told.splitlines())) <= 80
    assert "Blackpeg 4x6-distinct: not broken, 1 guess, 1 hint\n" in game.press("s")
    game.press("\r")
    assert game.status() == 1

    for _ in range(2):  # kept, then given up for another
        game = Terminal("play", "--new", NO_COLOR="1")
        assert "4x6  A code is hidden" in game.until("guess 1> ")
        game.type("1122", "guess 2> ")
        game.child.sendintr()
        assert game.status() == 130
    rows = json.loads(output("stats", "--json"))
    assert [(row["game"], row["played"], row["solved"], row["streak"]) for row in rows] == [
        ("4x6-distinct", 1, 0, 0), ("4x6", 1, 0, 0),
    ]  # fmt: skip


def test_the_puzzle_of_the_day_is_played_once() -> None:
    game = Terminal("play", "--daily", NO_COLOR="1")
    day = re.search(r"4x6  The puzzle of (\d{4}-\d\d-\d\d):", game.until("guess 1> "))
    assert day is not None
    number = int(hashlib.sha256(f"blackpeg {day[1]} 4x6".encode()).hexdigest(), 16)
    secret = CODES[number % 1296]
    wrong = "1122" if secret != "1122" else "1123"
    game.type(wrong, "guess 2> ")
    assert "Broken in 2 guesses." in game.type(secret, KEYS)
    shared = game.press("s")
    assert f"Blackpeg {day[1]} 4x6: broken in 2 guesses\n" in shared
    assert secret not in shared and wrong not in shared
    game.press("\r")
    assert game.status() == 0
    again = Terminal("play", "--daily", NO_COLOR="1")
    shown = again.until(KEYS)
    if "guess 1> " not in shown:  # unless midnight came between
        assert "You have played this puzzle" in shown
        assert f"Blackpeg {day[1]} 4x6: broken in 2 guesses\n" in shown
    again.child.sendeof()
    again.press("\r")
    (row,) = json.loads(output("stats", "4x6", "--json"))
    assert (row["daily"], row["played"], row["streak"], row["average"]) == (True, 1, 1, 2)
    assert row["distribution"] == {"1": 0, "2": 1}
    assert row["optimum"] == pytest.approx(5625 / 1296, abs=1e-6)
    text = output("stats")
    assert "4x6, daily  1 game, 1 broken" in text
    assert "On average 2.00 guesses; the best strategy known needs 4.34." in text


def test_a_code_set_by_somebody_else() -> None:
    text = output("seal", "4x10-distinct", "--secret", "a123").strip()
    assert "a123" not in text
    game = Terminal("play", "--code", text, NO_COLOR="1")
    assert "4x10-distinct  A code was set for you: 4 pegs" in game.until("guess 1> ")
    assert "Broken in 1 guess." in game.type("A123", KEYS)
    told = game.press("r")
    assert "Luck" in told and "Skill" not in told  # which leaves out the first guess
    game.press("\r")
    assert game.status() == 0
    game = Terminal("play", "--code", text[:-1] + ("a" if text[-1] != "a" else "b"))
    assert "is no sealed code, or it was changed on its way" in " ".join(game.until().split())
    assert game.status() == 2


def test_the_end_of_input_keeps_the_game() -> None:
    game = Terminal("play", "4x6-black", "--seed", "1", NO_COLOR="1")
    assert "○" not in game.until("guess 1> ")
    assert re.search(r"\n  1123   [●·]{4}  \db\n", game.type("1123", "guess 2> "))
    game.child.sendeof()
    end = game.until()
    assert "Kept; 'blackpeg play' takes it up again." in end
    assert "the code was" not in end
    assert game.status() == 130
    again = Terminal("play", NO_COLOR="1")
    assert "Taken up again after 1 guess." in again.until("guess 2> ")
    assert re.search(r"Given up: the code was +[1-6]{4}\n", again.type("q", KEYS))
    again.press("\x04")
    assert again.status() == 1


def test_the_end_of_input_does_not_use_up_the_puzzle_of_the_day() -> None:
    for _ in range(2):
        game = Terminal("play", "--daily", NO_COLOR="1")
        game.until("guess 1> ")
        game.child.sendeof()
        assert "the code was" not in game.until()
        assert game.status() == 130


def test_stats_of_a_game_that_was_not_played() -> None:
    assert output("stats") == "No game is over yet; 'blackpeg play' begins one.\n"
    game = Terminal("play", "2x2", NO_COLOR="1")
    game.until("guess 1> ")
    game.type("11", "guess 2> ", KEYS)
    game.type("q", KEYS)
    game.press("\r")
    assert output("stats", "5x5") == "No game of 5x5 is over yet; 'blackpeg play 5x5' begins one.\n"
    assert "2x2  1 game" in output("stats")


def test_games_that_can_not_be_kept_are_played_all_the_same(own_data: Path) -> None:
    own_data.mkdir()
    (own_data / "games.db").write_text("not a database, but long enough to be taken for one " * 10)
    game = Terminal("play", "--seed", "1", NO_COLOR="1")
    opening = " ".join(game.until("guess 1> ").split())
    assert "games.db can't be used as a file of saved games: file is not a database; this game is not kept" in opening
    assert "Ctrl-C" not in opening
    game.type("1122", "guess 2> ")
    game.child.sendintr()
    assert game.status() == 130


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
    first = shown = game.until("feedback 1> ")
    assert "Think of a code: 4 pegs" in shown
    while game.prompt:
        guesses.append(asked(shown))
        shown = game.type(feedback(secret, guesses[-1]), f"feedback {len(guesses) + 1}> ")
    assert "1,296 codes fit, this too; it splits them 13 ways" in first
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
    assert re.search(r"  1  1{20}\n     1\.05e\+26 codes fit, this too; ", game.until("feedback 1> "))
    shown = game.type("0b0w", "feedback 2> ")
    assert re.search(r"  2  [1-9a-k]{20}\n     3\.76e\+25 codes fit", shown)  # 19 ** 20
    game.child.sendeof()
    assert max(map(len, game.until().splitlines())) <= 80
    assert game.status() == 1
    assert COLOR.search(game.raw)
