"""All commands: help, imports, errors, Ctrl-C, and outputs that are full or closed."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from cli.commands import Terminal, check_errors, environment, output, run

import blackpeg


@pytest.mark.parametrize("words", [["--help"], ["strategies"], ["strategies", "--json"], ["play", "--help"]])
def test_nothing_heavy_is_imported_for_quick_answers(words: list[str]) -> None:
    done = run(*words, python=("-X", "importtime"))
    assert done.returncode == 0
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "click" in imported
    assert not {"numpy", "numba", "rich"} & imported


def test_version_and_help() -> None:
    assert output("--version") == f"blackpeg {blackpeg.__version__}\n"
    text = output("--help")
    commands = text.split("Commands:")[1]
    assert re.findall(r"^  (\w+)  ", commands, re.M) == [
        "play", "puzzle", "break", "review", "stats", "seal", "solve", "next", "tree", "optimal", "verify", "records",
        "search", "tournament", "strategies", "lab", "dataset", "new", "serve", "backup", "restore",
    ]  # fmt: skip
    assert "..." not in commands  # every description fits its line
    assert run().returncode == 2


def test_a_reader_that_closes_the_pipe() -> None:
    command = f"'{sys.executable}' -m blackpeg tree 4x6 -s minimax; echo status $? >&2"
    done = subprocess.run(
        ["sh", "-c", f"({command}) | head -1"],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=300,
    )
    assert (done.stdout, done.stderr) == ("4x6\n", "status 0\n")


def test_a_full_disk() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "blackpeg", "strategies"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
            timeout=300,
        )
    assert (done.returncode, done.stderr) == (2, "blackpeg: output: No space left on device\n")


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


def test_a_command_that_does_not_exist() -> None:
    check_errors("solv 4x6", "did you mean solve?")
