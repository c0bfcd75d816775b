"""Keeps the catalogs up to date with the texts of the web app: `python -m blackpeg.web.languages.update`.

English gets every text that pages have, and keeps the plural forms written there. In the other catalogs texts that are
gone are removed, and new ones are null until somebody translates them.
"""

from __future__ import annotations

import json
from typing import Any

from ..routes.pages import NOT_REVIEWED, STATIC, TITLES
from .api_sentences import SENTENCES
from .catalogs import ENGLISH, FOLDER
from .scripts import script_keys
from .templates import template_keys


def all_keys() -> list[str]:
    """The keys of all texts: those of templates, of scripts, and sentences of the API that pages show."""
    found = [*TITLES.values(), NOT_REVIEWED]
    for path in sorted(STATIC.glob("*.html")):
        found += template_keys(path.read_text(encoding="utf-8"))
    for path in sorted(STATIC.glob("*.js")):
        found += script_keys(path.read_text(encoding="utf-8"))
    return list(dict.fromkeys([*found, *SENTENCES]))


def update(language: str, content: dict[str, Any]) -> dict[str, Any]:
    """The content of a catalog with the keys of now."""
    old = content["texts"]
    texts = {key: old.get(key, key if language == ENGLISH else None) for key in all_keys()}
    return {**content, "texts": texts}


def write(content: dict[str, Any]) -> str:
    """A catalog as the text of its file."""
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    for path in sorted(FOLDER.glob("*.json")):
        content = update(path.stem, json.loads(path.read_text(encoding="utf-8")))
        path.write_text(write(content), encoding="utf-8")
        missing = sum(text is None for text in content["texts"].values())
        print(f"{path.stem}: {len(content['texts'])} texts, {missing} to translate")


if __name__ == "__main__":
    main()
