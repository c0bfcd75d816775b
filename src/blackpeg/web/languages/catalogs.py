"""Catalogs of texts, one JSON file a language, and which of them a visitor gets."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.requests import Request

FOLDER = Path(__file__).parent
ENGLISH = "en"
COOKIE = "language"
COOKIE_SECONDS = 365 * 24 * 3600

Text = str | dict[str, str]  # one form, or forms by what Intl.PluralRules calls them: one, many, other


@dataclass(frozen=True)
class Catalog:
    """The texts of a language. The key of a text is the English text."""

    language: str  # as in <html lang>
    name: str  # as its speakers call it
    direction: str  # ltr or rtl
    reviewed: bool  # by somebody who speaks it natively
    texts: dict[str, Text]

    def translate(self, text: str) -> str:
        """A text in this language; as it is if there is no translation."""
        found = self.texts.get(text, text)
        return found if isinstance(found, str) else found["other"]


def read_catalog(path: Path) -> Catalog:
    """Reads a catalog. A text that is null is not translated yet."""
    content = json.loads(path.read_text(encoding="utf-8"))
    texts = {key: text for key, text in content.pop("texts").items() if text is not None}
    return Catalog(path.stem, **content, texts=texts)


@cache
def catalogs() -> dict[str, Catalog]:
    """All catalogs by language, English first, then by name."""
    found = [read_catalog(path) for path in FOLDER.glob("*.json")]
    found.sort(key=lambda catalog: (catalog.language != ENGLISH, catalog.name))
    return {catalog.language: catalog for catalog in found}


def choose_language(request: Request) -> str:
    """The language of a page: what the address asks for, what was chosen before, what the browser prefers, English."""
    for asked in (asked_language(request), request.cookies.get(COOKIE, "")):
        if asked in catalogs():
            return asked
    return preferred_language(request.headers.get("accept-language", ""))


def asked_language(request: Request) -> str:
    """The language that the address of a page asks for, such as `?language=fa`; empty if there is no such."""
    asked = request.query_params.get("language", "")
    return asked if asked in catalogs() else ""


def preferred_language(header: str) -> str:
    """The language of ours that a browser prefers, by its header Accept-Language; English if it names none."""
    wanted: list[tuple[float, str]] = []
    for part in header[:1000].split(","):
        tag, _, quality = part.strip().lower().partition(";")
        try:
            weight = float(quality.strip().removeprefix("q=")) if quality else 1.0
        except ValueError:
            continue
        language = tag.strip().split("-")[0]
        if weight > 0 and language in catalogs():
            wanted.append((-weight, language))
    return min(wanted, key=lambda one: one[0])[1] if wanted else ENGLISH  # the first among equals
