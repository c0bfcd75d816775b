"""Make what is made: docs/strategies.md and the picture in the README. Run it with `make docs`."""

from __future__ import annotations

import inspect
import io
from pathlib import Path

from rich.console import Console

from blackpeg import Game, Honest, play, strategy, terminal
from blackpeg.strategies import STRATEGIES, class_of

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


def picture() -> str:
    """The game that `make run` shows, as an image."""
    game, player = Game(5, 8), strategy("entropy")
    end = play(game, player, Honest(game.code("38164")))
    console = Console(record=True, width=80, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print("$ blackpeg solve 5x8 --secret 38164 --strategy entropy\n", highlight=False)
    console.print(terminal.board(end))
    console.print(f"\nSolved in {end.guesses} guesses, known after {end.known}.", highlight=False)
    return console.export_svg(title="blackpeg")


if __name__ == "__main__":
    (HERE / "strategies.md").write_text(strategies_page())
    (HERE / "terminal.svg").write_text(picture())
