"""A page as one HTML file with everything inside: pictures, style, and a script that sorts tables."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from html import escape
from pathlib import Path

from .page_markdown_latex import Block, Bullets, Heading, Paragraph, Picture, Table, rewrite_marks

STYLE_FILE, SCRIPT_FILE = (Path(__file__).with_name(f"page.{end}") for end in ("css", "js"))
TONES = {
    "agrees when": "mid", "agrees in": "mid", "agrees": "good", "holds": "good", "differs": "bad", "below": "bad",
    "does not hold": "bad", "can't be told": "mid", "impossible": "bad", "not contradicted": "mid",
    "not decided": "mid", "not measured": "mid", "another machine's": "mid",
}  # fmt: skip  # CSS class of a verdict, by its first words
SYMBOLS = {
    "agrees when": "≈", "agrees in": "≈", "agrees": "✓", "holds": "✓", "not contradicted": "≈", "not decided": "?",
    "can't be told": "?", "not measured": "?", "another machine's": "?",
}  # fmt: skip  # beside a verdict; a cross beside all others
TOP = "top"  # the anchor of the page's beginning


def to_html(blocks: Iterable[Block], title: str) -> str:
    """Returns a page as one HTML file with its pictures inside, light or dark like the reader's system.

    A bar that stays in sight leads back to the named sections of level 2 before the first long one, or to the top.
    """
    blocks = list(blocks)
    style, script = (file.read_text(encoding="utf-8") for file in (STYLE_FILE, SCRIPT_FILE))
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<style>\n{style}</style>\n</head>\n'
        f'<body id="{TOP}">\n{_navigation(blocks, title)}\n<main>\n{_sections(blocks)}\n</main>\n'
        f"<script>\n{script}</script>\n</body>\n</html>\n"
    )


def _navigation(blocks: list[Block], title: str) -> str:
    """Returns the bar with links: the title leads to the top, and a menu to every named section."""
    named = [block for block in blocks if isinstance(block, Heading) and block.name and block.level == 2]
    links = "".join(f'<li><a href="#{one.name}">{_html_text(one.text)}</a></li>' for one in named)
    menu = f"<details><summary>Go to</summary><ol>{links}</ol></details>" if named else ""
    return f'<nav><a href="#{TOP}">↑ {escape(title)}</a>{menu}</nav>'


def _sections(blocks: list[Block]) -> str:
    """Returns all blocks; what follows a folded heading, up to the next heading of its level, can be unfolded."""
    out, folded_at = list[str](), 0
    for block in blocks:
        if isinstance(block, Heading):
            if folded_at and block.level <= folded_at:
                out.append("</details>")
                folded_at = 0
            if block.folded:
                folded_at = block.level
                out.append(f"<details><summary>{_html(block)}</summary>")
                continue
        out.append(_html(block))
    return "\n".join([*out, *["</details>"] * bool(folded_at)])


def _html(block: Block) -> str:
    match block:
        case Heading(text, level, name):
            anchor = f' id="{name}"' if name else ""
            link = f' <a class="here" href="#{name}" title="The address of this section">#</a>' if name else ""
            return f"<h{level}{anchor}>{_html_text(text)}{link}</h{level}>"
        case Paragraph(text):
            return f"<p>{_html_text(text)}</p>"
        case Bullets(items):
            return "<ul>\n" + "\n".join(f"<li>{_html_text(item)}</li>" for item in items) + "\n</ul>"
        case Table(heads, rows, numbers):
            kinds = [' class="n"' if head in numbers else "" for head in heads]
            top = "".join(f"<th{kind}>{_html_text(head)}</th>" for head, kind in zip(heads, kinds, strict=True))
            lines = ("".join(_html_cell(c, kind) for c, kind in zip(row, kinds, strict=True)) for row in rows)
            body = "\n".join(f"<tr>{line}</tr>" for line in lines)
            return (
                f'<div class="scroll"><table>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>'
            )
        case Picture(path, caption):
            data = (
                "data:image/svg+xml," + _quote_svg(path.read_text(encoding="utf-8"))
                if path.suffix == ".svg"
                else f"data:image/png;base64,{b64encode(path.read_bytes()).decode()}"
            )
            text = _html_text(caption)
            image = f'<img class="picture" loading="lazy" src="{data}" alt="{escape(_plain(caption))}">'
            return f"<figure>{image}<figcaption>{text}</figcaption></figure>"


def _quote_svg(text: str) -> str:
    """Returns an SVG as the end of a data URL within a quoted attribute, with as little quoting as these allow."""
    text = re.sub(r'="([^"\']*)"', r"='\1'", text)
    text = text.replace("%", "%25").replace("#", "%23").replace('"', "%22").replace("\n", "%0A")
    return text.replace("url(", "url%28").replace("&", "&amp;")  # so that a search for url( finds what is loaded


def _html_cell(text: str, kind: str) -> str:
    """Returns a cell; a verdict has a color, a symbol and its words in bold before the difference."""
    found = None if kind else read_verdict(text)
    if not found:
        return f"<td{kind}>{_html_text(text)}</td>"
    tone, symbol, words, rest = found
    shown = f"<b>{symbol} {_html_text(words)}</b>" + (f"<br>{_html_text(rest)}" if rest else "")
    return f'<td class="{tone}">{shown}</td>'


def read_verdict(text: str) -> tuple[str, str, str, str] | None:
    """Returns the tone, the symbol, the words and the difference of a verdict; None if a text is not one.

    >>> read_verdict("agrees (cited): 0.004 more, within rounding")
    ('good', '✓', 'agrees (cited)', '0.004 more, within rounding')
    """
    start = next((words for words in TONES if text.startswith(words)), "")
    words, _, rest = text.partition(": ")
    return (TONES[start], SYMBOLS.get(start, "✗"), words, rest) if start else None


def _plain(text: str) -> str:
    return rewrite_marks(text, lambda found: found["code"] or found["strong"] or found["text"], str)


def _html_text(text: str) -> str:
    def rewrite(found: re.Match[str]) -> str:
        if found["link"]:
            return f'<a href="{escape(found["link"])}">{escape(found["text"])}</a>'
        kind = "code" if found["code"] else "strong"
        return f"<{kind}>{escape(found['code'] or found['strong'])}</{kind}>"

    return rewrite_marks(text, rewrite, escape)
