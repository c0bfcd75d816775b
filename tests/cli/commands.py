"""Commands as scripts and people meet them: real processes, in a pipe or in a terminal of 80 columns."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pexpect
import reference

import blackpeg

SOURCES = Path(blackpeg.__file__).parents[1]
CODES = ["".join(code) for code in product("123456", repeat=4)]  # of 4x6
KNUTH_HISTOGRAM = [1, 6, 62, 533, 694]  # minimax at 4x6, Knuth (1977)
KEYS = "any other key ends> "  # the question after a game

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
COLOR = re.compile(r"\x1b\[[0-9;]*[34]8;5;")


def environment(**changes: str) -> dict[str, str]:
    """The environment of a process that runs this source tree."""
    outside = {name: value for name, value in os.environ.items() if name not in ("FORCE_COLOR", "NO_COLOR", "COLUMNS")}
    return {**outside, "PYTHONPATH": str(SOURCES), "PYTHONIOENCODING": "utf-8", **changes}


def run(*words: str, text: str = "", python: tuple[str, ...] = (), **env: str) -> subprocess.CompletedProcess[str]:
    """Run `blackpeg words` in a process of its own."""
    return subprocess.run(
        [sys.executable, *python, "-m", "blackpeg", *words],
        input=text,
        capture_output=True,
        encoding="utf-8",
        env=environment(**env),
        timeout=300,
    )


def output(*words: str, status: int = 0, **more: Any) -> str:
    """What a command prints; it must not complain."""
    done = run(*words, **more)
    assert (done.returncode, done.stderr) == (status, ""), done
    assert "\x1b" not in done.stdout
    assert not any(line.endswith(" ") for line in done.stdout.splitlines()), done.stdout
    return done.stdout


def output_json(*words: str, status: int = 0) -> Any:
    """The JSON that a command prints."""
    return json.loads(output(*words, "--json", status=status))


def check_errors(line: str, sentence: str) -> None:
    """Bad input gets one sentence and exit status 2, with --json as {"error": sentence}."""
    words = line.split(" ")
    if words[0] in ("solve", "next", "tree", "review") and len(line) % 2:  # JSON for about half of them, to save time
        done = run(*words, "--json")
        answer = json.loads(done.stdout)
        assert list(answer) == ["error"]
        text = answer["error"]
        assert done.stderr == ""
    else:
        done = run(*words)
        assert done.stdout == ""
        assert done.stderr.startswith("blackpeg: ")
        assert done.stderr.endswith("\n")
        text = done.stderr.rstrip("\n")
    assert done.returncode == 2
    assert sentence in text
    assert "Traceback" not in text
    assert "\n" not in text
    assert len(text) < 300


def feedback(secret: str, guess: str) -> str:
    """Feedback by definition, as text."""
    black, white = reference.feedback(secret, guess)
    return f"{black}b{white}w"


def consistent(codes: list[str], *turns: tuple[str, str]) -> list[str]:
    """The codes that fit every turn, by definition."""
    return [code for code in codes if all(feedback(code, guess) == answer for guess, answer in turns)]


class Terminal:
    """`blackpeg words` in a terminal of its own."""

    def __init__(self, *words: str, columns: int = 80, **env: str) -> None:
        self.raw = ""
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "blackpeg", *words],
            env=environment(TERM="xterm-256color", PYTHONUTF8="1", **env),
            dimensions=(24, columns),
            encoding="utf-8",
            timeout=300,
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

    def give_up(self, word: str = "q") -> str:
        """Give up, and say that it is meant; what is shown before the keys after a game."""
        self.type(word, "plays on> ")
        return self.type("y", KEYS)

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


def check_board(text: str, secret: str, guesses: list[str]) -> None:
    """Is this the board of these guesses at 4x6, with the candidates counted by definition?"""
    codes, board = CODES, []
    for guess in guesses:
        answer = feedback(secret, guess)
        left = consistent(codes, (guess, answer))
        board.append((guess, answer, len(codes), len(left)))
        codes = left
    found = re.findall(r"^ *\d+  ((?: *\w)+)  +[●○·]+  (\w+) +([\d,]+) → ([\d,]+)$", text, re.M)
    assert board == [
        (guess.replace(" ", ""), answer, int(before.replace(",", "")), int(after.replace(",", "")))
        for guess, answer, before, after in found
    ]
