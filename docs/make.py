"""Make what is made: docs/strategies.md, docs/trees.md and the picture in the README. Run it with `make docs`."""

from __future__ import annotations

import inspect
import io
import os
import shlex
import sys
from pathlib import Path

import pexpect
from rich.console import Console
from rich.text import Text

from blackpeg import Game, Tree, strategy
from blackpeg.strategies import STRATEGIES, class_of
from blackpeg.strategies.optimal import COMMANDS

HERE = Path(__file__).parent

HEADER = """# Strategies

Every strategy of the table of contents, from the docstrings of the code (made by `make docs`).
`blackpeg strategies` prints the table. "Known" numbers are from outside and replayed in
[tests/known.txt](../tests/known.txt) where they are exact.

| name | kind | source |
|---|---|---|
"""


def strategies_page() -> str:
    page = HEADER + "".join(f"| [`{n}`](#{n}) | {row.kind} | {row.source} |\n" for n, row in STRATEGIES.items())
    for name in STRATEGIES:
        made = class_of(name)
        text = inspect.cleandoc(made.__doc__ or "")
        if "Source " not in text:  # a family explains itself at the top of its file
            family = inspect.cleandoc(inspect.getmodule(made).__doc__ or "")
            text += "\n\n" + family[family.index("Source ") :]
        first, _, rest = text.partition("\n\n")
        page += f"\n## {name}\n\n{first}\n\n```text\n{rest}\n```\n"
    return page


TREES = """# Trees

What `optimal` plays, found by the commands given (made by `make docs` from the trees themselves, each followed
with every secret). Where all guesses were tried the result is proved to be the best; elsewhere it is an upper bound.

| tree | codes | guesses | average | at most | | found by `blackpeg optimal` |
|---|---:|---:|---:|---:|---|---|
"""


def trees_page() -> str:
    page = TREES
    for name, command in COMMANDS.items():
        worst = name.endswith("-worst")
        player = strategy(f"optimal(objective='{'worst' if worst else 'average'}')")
        tree = Tree.of(player, Game.parse(name.removesuffix("-worst")))
        tree.replay()
        said = "" if "--width" in command or "--first" in command else "proved"
        page += (
            f"| {name} | {tree.codes:,} | {tree.total:,} | {tree.average:.4f} | {tree.max} | {said} | `{command}` |\n"
        )
    return page


def picture() -> str:
    """The game that `make run` shows, as it looks in a terminal."""
    words = ["solve", "5x8", "--secret", "38164", "--strategy", "entropy", "--seed", "1"]
    environment = {**os.environ, "TERM": "xterm-256color"}
    command = shlex.join([sys.executable, "-m", "blackpeg.cli", *words]) + " 2>/dev/null"
    shell = pexpect.spawn("sh", ["-c", command], dimensions=(24, 80), env=environment, encoding="utf-8", timeout=120)
    shown = shell.read()
    console = Console(record=True, width=80, file=io.StringIO())
    console.print(Text(f"$ blackpeg {' '.join(words)}\n"))
    console.print(Text.from_ansi(shown.replace("\r", "")))
    return console.export_svg(title="blackpeg")


if __name__ == "__main__":
    (HERE / "strategies.md").write_text(strategies_page())
    (HERE / "trees.md").write_text(trees_page())
    (HERE / "terminal.svg").write_text(picture())
