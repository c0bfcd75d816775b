"""Texts in scripts: each is found, and none is put together from pieces."""

import re

import pytest

from blackpeg.web.languages.scripts import list_modules, script_keys
from blackpeg.web.routes.pages import STATIC

SCRIPTS = sorted(path for path in STATIC.glob("*.js") if path.stem != "language")


def test_keys_of_a_script():
    script = (
        't("Play"); say(t(\n  "{count} guesses", { count })); withNodes("The \\"code\\": {code}", {}); format("no");'
    )
    assert script_keys(script) == ["Play", "{count} guesses", 'The "code": {code}']


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_texts_are_whole(path):
    """A key is one literal text, so that the server finds it."""
    script = path.read_text()
    assert re.findall(r'\b(?:t|withNodes)\((?!\s*"(?:[^"\\\n]|\\.)*"[,)\s])[^\n]*', script) == []


def test_modules_of_a_page():
    assert "devices_and_deletion" not in list_modules(STATIC, "play")
    later = set(list_modules(STATIC, "play", later=True))
    assert {"common", "language", "devices_and_deletion", "friends", "code_picker"} <= later
