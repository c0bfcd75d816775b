"""What tests do in a browser, again and again: play, set a code, look for what axe finds."""

from pathlib import Path

import axe_playwright_python
from playwright.sync_api import expect

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()


def play_by_keys(page, *codes):
    """Plays codes one after the other."""
    for code in codes:
        before = page.locator(".row:not(.future):not(.active)").count()
        page.keyboard.type(code)
        page.keyboard.press("Enter")
        expect(page.locator(".row:not(.future):not(.active)")).to_have_count(before + 1)


def set_code(server, secret, game="4x6"):
    """Sets a code as somebody else would, and returns its id."""
    with server.client() as client:
        return client.post("/api/challenges", json={"game": game, "secret": secret}).json()["id"]


def no_violation(page):
    """Axe finds nothing to complain about."""
    page.wait_for_timeout(400)  # until animations are over
    page.evaluate(AXE)
    found = page.evaluate(
        "async () => (await axe.run()).violations.map(v => [v.id, v.nodes.map(n => n.target.join(' '))])"
    )
    assert found == [], found
