"""What a page is made of, headings, paragraphs, lists, tables and pictures, and such a page as Markdown or LaTeX."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias


@dataclass(frozen=True)
class Heading:
    text: str
    level: int = 2
    name: str = ""  # of the anchor that links point to
    folded: bool = False  # in HTML what follows is shown when it is asked for


@dataclass(frozen=True)
class Paragraph:
    """A paragraph; `code`, **strong** and [links](to) are written as in Markdown."""

    text: str


@dataclass(frozen=True)
class Bullets:
    """A list; its items are written as paragraphs are."""

    items: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """A table; columns of numbers are aligned to the right."""

    heads: tuple[str, ...]
    rows: Sequence[Sequence[str]]
    numbers: frozenset[str] = frozenset()  # the heads of columns of numbers
    name: str = ""  # of the file that holds it for LaTeX, without its suffix


@dataclass(frozen=True)
class Picture:
    path: Path
    caption: str


Block: TypeAlias = Heading | Paragraph | Bullets | Table | Picture

MARKS = re.compile(r"`(?P<code>[^`]+)`|\*\*(?P<strong>[^*]+)\*\*|\[(?P<text>[^\]]+)\]\((?P<link>[^)]+)\)")


def to_markdown(blocks: Iterable[Block], folder: Path) -> str:
    """Returns a page as Markdown, for a file in this folder."""
    return "\n\n".join(_markdown(block, folder) for block in blocks) + "\n"


def _markdown(block: Block, folder: Path) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * level} {text}"
        case Paragraph(text):
            return text
        case Bullets(items):
            return "\n".join(f"- {item}" for item in items)
        case Table(heads, rows, numbers):
            rule = "|".join("---:" if head in numbers else "---" for head in heads)
            lines = [" | ".join(cell.replace("|", "\\|") for cell in row) for row in (heads, *rows)]
            return "\n".join([f"| {lines[0]} |", f"|{rule}|", *(f"| {line} |" for line in lines[1:])])
        case Picture(path, caption):
            return f"![{caption}]({path.relative_to(folder)})\n\n*{caption}*"


LATEX_ESCAPES = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "±": r"$\pm$", "≥": r"$\geq$",
    "−": "$-$", "µ": r"$\mu$", "·": r"$\cdot$", "²": "$^2$", "<": "$<$", ">": "$>$", "×": r"$\times$",
    "≤": r"$\leq$", "≠": r"$\neq$", "…": r"\dots{}", "→": r"$\to$", "✓": r"$\surd$", "✗": r"$\times$",
    "≈": r"$\approx$", "√": r"$\surd$",
    **{mark: f"\\{mark}" for mark in "&%$#_{}"},
}  # fmt: skip


LATEX_START = r"""\documentclass{article}
\usepackage[a4paper,landscape,margin=1.5cm]{geometry}
\usepackage{array,booktabs,graphicx,longtable}
\usepackage[utf8]{inputenc}
\setlength{\tabcolsep}{3pt}
"""
MAX_TABULAR_ROWS = 45  # of a table that stays on one page
MAX_UNBROKEN_CELL = 45  # letters of a cell that is not broken into lines


def to_latex(blocks: Iterable[Block], folder: Path | None = None) -> str:
    """Returns a page as a LaTeX document for this folder; a picture is included if there is a PDF of it."""
    body = "\n\n".join(_latex(block, folder) for block in blocks)
    return f"{LATEX_START}\\begin{{document}}\n\\sloppy\\footnotesize\n\n{body}\n\n\\end{{document}}\n"


def _latex(block: Block, folder: Path | None) -> str:
    match block:
        case Heading(text, level):
            return f"\\{'sub' * max(0, min(level, 4) - 2)}section*{{{_latex_text(text)}}}"
        case Paragraph(text):
            return _latex_text(text)
        case Bullets(items):
            lines = "\n".join(f"\\item {_latex_text(item)}" for item in items)
            return f"\\begin{{itemize}}\n{lines}\n\\end{{itemize}}"
        case Table(heads, rows, numbers):
            kinds = "".join(
                f">{{\\ragged{'left' if head in numbers else 'right'}\\arraybackslash}}p{{{width:.3f}\\linewidth}}"
                for head, width in zip(heads, _widths(heads, rows, numbers), strict=True)
            )
            return _latex_rows(block, "longtable", kinds)
        case Picture(path, caption):
            drawn = path.with_suffix(".pdf")
            if folder is None or not drawn.exists():
                return f"\\emph{{Figure {_latex_text(path.name)}: {_latex_text(caption)}}}"
            size = r"width=\linewidth,height=0.85\textheight,keepaspectratio"
            shown = f"\\includegraphics[{size}]{{{drawn.relative_to(folder).as_posix()}}}"
            return f"\\begin{{center}}\n{shown}\n\n\\emph{{{_latex_text(caption)}}}\n\\end{{center}}"


def table_to_latex(table: Table) -> str:
    r"""Returns a table that a document can \input: a tabular, or if it is longer than a page a longtable."""
    long = len(table.rows) > MAX_TABULAR_ROWS
    kinds = ""
    for k, head in enumerate(table.heads):
        most = max((len(row[k]) for row in table.rows), default=0)
        broken = head not in table.numbers and most > MAX_UNBROKEN_CELL
        kinds += r"p{0.3\linewidth}" if broken else "r" if head in table.numbers else "l"
    needs = r"\usepackage{booktabs,longtable}" if long else r"\usepackage{booktabs}"
    return f"% needs {needs}\n{_latex_rows(table, 'longtable' if long else 'tabular', kinds)}\n"


def _latex_rows(table: Table, environment: str, kinds: str) -> str:
    head, *lines = (" & ".join(map(_latex_text, row)) + r" \\" for row in (table.heads, *table.rows))
    start = [f"\\begin{{{environment}}}{{{kinds}}}", r"\toprule", head, r"\midrule"]
    start += [r"\endhead"] if environment == "longtable" else []
    return "\n".join([*start, *lines, r"\bottomrule", f"\\end{{{environment}}}"])


LATEX_BREAK = r"\allowbreak{}"
LETTER_WIDTH, COLUMN_GAP = 0.0065, 0.008  # shares of a line
MIN_TEXT_WIDTH = 0.25  # share of a line that columns of text have together; columns of numbers are broken into lines


def _widths(heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: frozenset[str]) -> list[float]:
    """Returns the width of each column as a share of the line: numbers take what they need, texts share the rest."""
    needs = [max(map(len, head.split()), default=1) for head in heads]
    longest = [max([need, *(len(row[k]) for row in rows)]) for k, need in enumerate(needs)]
    own = [LETTER_WIDTH * most if head in numbers else 0 for head, most in zip(heads, longest, strict=True)]
    texts = [0 if width else max(need, min(most, 45)) for width, need, most in zip(own, needs, longest, strict=True)]
    room = 1 - COLUMN_GAP * len(heads)
    rest = max(room - sum(own), MIN_TEXT_WIDTH if any(texts) else 0)
    fitted = min(1, (room - rest) / sum(own)) if any(own) else 1
    return [fitted * width or min(rest * text / sum(texts), 0.5) for width, text in zip(own, texts, strict=True)]


def _latex_text(text: str) -> str:
    def rewrite(found: re.Match[str]) -> str:
        plain = found["code"] or found["strong"] or found["text"]
        if found["code"]:  # long ones may break where arguments begin
            return f"\\texttt{{{_escape_latex(plain).replace('(', '(' + LATEX_BREAK).replace('=', '=' + LATEX_BREAK)}}}"
        return f"\\{'textbf' if found['strong'] else 'emph'}{{{_escape_latex(plain)}}}"

    return rewrite_marks(text, rewrite, _escape_latex)


def _escape_latex(text: str) -> str:
    return "".join(LATEX_ESCAPES.get(letter, letter) for letter in text)


def rewrite_marks(text: str, rewrite: Callable[[re.Match[str]], str], plain: Callable[[str], str]) -> str:
    """Returns a text with its marks rewritten by one function and the plain text between them by another."""
    out, at = [], 0
    for found in MARKS.finditer(text):
        out += [plain(text[at : found.start()]), rewrite(found)]
        at = found.end()
    return "".join([*out, plain(text[at:])])
