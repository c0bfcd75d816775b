"""Aligned columns and histograms."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.text import Text

from .screen import Screen


def table(rows: Sequence[Sequence[str | Text]], right: Collection[int] = ()) -> Text:
    """Lines of aligned columns below a bold heading, which is the first row; `right` lists columns aligned right."""
    cells = [[Text(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
    widths = [max(cell.cell_len for cell in column) for column in zip(*cells, strict=True)]
    lines = []
    for row in cells:
        line = Text()
        for k, (cell, width) in enumerate(zip(row, widths, strict=True)):
            space = " " * (width - cell.cell_len)
            line.append_text(Text.assemble(space, cell, "  ") if k in right else Text.assemble(cell, space, "  "))
        line.rstrip()
        lines.append(line)
    lines[0].stylize("bold")
    return Text("\n").join(lines)


def print_histogram(screen: Screen, histogram: Sequence[int]) -> None:
    """Print how many codes or games took 1, 2, 3 … guesses, as bars."""
    block, highest, width = "█" if screen.has_unicode else "#", max(histogram), max(10, min(40, screen.width - 20))
    for turn, count in enumerate(histogram, 1):
        screen.print(f"{turn:>4}  {block * -(-width * count // highest)}{' ' if count else ''}{count:,}")
