"""Standard output as a terminal, a file or a pipe needs it."""

from __future__ import annotations

import re
import sys

from rich.console import Console
from rich.text import Text


class Screen(Console):
    """Standard output. Sentences wrap in a terminal; a file or pipe gets whole lines without escape codes."""

    def __init__(self) -> None:
        super().__init__(markup=False, emoji=False, highlight=False, soft_wrap=not sys.stdout.isatty())

    @property
    def has_colors(self) -> bool:
        return self.color_system is not None and not self.no_color

    @property
    def has_unicode(self) -> bool:
        return self.encoding.startswith("utf")

    def print_unwrapped(self, text: Text) -> None:
        """Print lines that were made to fit, such as those of a table."""
        self.print(text, soft_wrap=True)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def one_line(text: object) -> str:
    """Returns a text as one line without control characters, with very long words shortened."""
    line = "".join(c if c.isprintable() else "?" for c in " ".join(str(text).split()))
    return re.sub(r"([^\s'/\\]{60})[^\s'/\\]{20,}", r"\1…", line)
