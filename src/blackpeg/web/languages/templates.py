"""Texts in templates, which are plain English HTML: find them, and say them in another language.

A text is a run of words and inline elements, so that sentences stay whole. Its key has {1} and {/1} where the first
inline element begins and ends; an element that is not translated itself, such as <kbd>, is {1} as a whole. Elements
with translate="no" or a language of their own are left as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape, unescape

INLINE = {"a", "b", "code", "em", "i", "kbd", "small", "span", "strong"}
OPAQUE = {"code", "kbd", "pre", "script", "style"}
VOID = {"br", "hr", "img", "input", "link", "meta", "wbr", "!doctype"}
ATTRIBUTES = re.compile(r'(?<= )(aria-label|title|placeholder|alt|content)="([^"]*)"')
LETTERS = re.compile(r"[^\W\d_]")
VALUES = re.compile(r"\{\{\w+\}\}")  # which are filled in when a page is asked for


@dataclass
class Element:
    """An element: its tags as they are written, and what is in it, elements and texts."""

    name: str
    start: str
    end: str = ""
    children: list[Element | str] = field(default_factory=list)

    @property
    def is_opaque(self) -> bool:
        foreign = self.name != "html" and (' lang="' in self.start or ' translate="no"' in self.start)
        return self.name in OPAQUE or foreign

    @property
    def has_letters(self) -> bool:
        return any(_has_words(one) if isinstance(one, str) else one.has_letters for one in self.children)

    def __str__(self) -> str:
        return self.start + "".join(map(str, self.children)) + self.end


def translate_html(html: str, translate: Callable[[str], str]) -> str:
    """HTML with every text in it replaced by what `translate` returns for its key."""
    page = _parse(html)
    _translate_children(page, translate)
    return str(page)


def template_keys(html: str) -> list[str]:
    """The keys of all texts in HTML."""
    found: list[str] = []

    def collect(key: str) -> str:
        found.append(key)
        return key

    translate_html(html, collect)
    return found


def _has_words(html: str) -> bool:
    return LETTERS.search(VALUES.sub("", unescape(html))) is not None


def _parse(html: str) -> Element:
    open_elements = [Element("", "")]
    for token in re.split(r"(<[^>]*>)", html):
        name = re.split(r"\s", token.strip("</>"), maxsplit=1)[0].lower() if token.startswith("<") else ""
        if token.startswith("</"):
            while open_elements[-1].name != name:  # elements whose end tag is left out, such as <option>
                open_elements.pop()
            open_elements.pop().end = token
        elif token.startswith("<"):
            element = Element(name, token)
            open_elements[-1].children.append(element)
            if name not in VOID:
                open_elements.append(element)
        elif token:
            open_elements[-1].children.append(token)
    return open_elements[0]


def _translate_children(parent: Element, translate: Callable[[str], str]) -> None:
    run: list[Element | str] = []
    children: list[Element | str] = []
    for child in [*parent.children, None]:
        if isinstance(child, str) or (child is not None and child.name in INLINE):
            run.append(child)
            continue
        children += _translate_run(run, translate)
        run = []
        if child is not None:
            _translate_element(child, translate)
            children.append(child)
    parent.children = children


def _translate_element(element: Element, translate: Callable[[str], str]) -> None:
    if not element.is_opaque:
        _translate_attributes(element, translate)
        _translate_children(element, translate)


def _translate_attributes(element: Element, translate: Callable[[str], str]) -> None:
    def replace(found: re.Match[str]) -> str:
        name, text = found[1], unescape(found[2])
        if not _has_words(text) or (name == "content" and 'name="description"' not in element.start):
            return found[0]
        return f'{name}="{escape(translate(text))}"'

    element.start = ATTRIBUTES.sub(replace, element.start)


def _translate_run(run: list[Element | str], translate: Callable[[str], str]) -> list[Element | str]:
    """Texts and inline elements side by side: one text if there are words between the elements, else each by itself."""
    if not any(isinstance(one, str) and _has_words(one) for one in run):
        for one in run:
            if isinstance(one, Element):
                _translate_element(one, translate)
        return run
    marks: dict[str, str] = {}
    whole = _write_key(run, marks, translate)
    key = whole.strip()
    before, after = whole[: len(whole) - len(whole.lstrip())], whole[len(whole.rstrip()) :]
    parts = re.split(r"(\{/?\d+\})", translate(key))
    return [before + "".join(marks[part] if part in marks else escape(part, quote=False) for part in parts) + after]


def _write_key(run: list[Element | str], marks: dict[str, str], translate: Callable[[str], str]) -> str:
    """The key of a run; `marks` then has the tags that its placeholders stand for."""
    key = ""
    for one in run:
        if isinstance(one, str):
            key += re.sub(r"[ \t\n]+", " ", unescape(one))
            continue
        number = len([mark for mark in marks if "/" not in mark]) + 1
        if one.is_opaque or not one.has_letters:
            marks[f"{{{number}}}"] = str(one)
            key += f"{{{number}}}"
        else:
            _translate_attributes(one, translate)
            marks[f"{{{number}}}"], marks[f"{{/{number}}}"] = one.start, one.end
            key += f"{{{number}}}{_write_key(one.children, marks, translate)}{{/{number}}}"
    return key
