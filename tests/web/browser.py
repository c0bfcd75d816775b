"""What tests do in a browser, again and again: play, set a code, look at a page at all sizes and in all themes."""

import json
from collections.abc import Iterator
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import expect

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
SIZES = [(360, 640), (390, 844), (768, 1024), (1366, 657), (1920, 1080)]
THEMES = {
    "light": {"color_scheme": "light", "forced_colors": "none"},
    "dark": {"color_scheme": "dark", "forced_colors": "none"},
    "high contrast": {"color_scheme": "light", "forced_colors": "active"},
}
SETTLED = """async () => {
  await Promise.all(document.getAnimations().map(one => one.finished.catch(() => {})));
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
# Names of elements of which a corner is outside of the window, or covered by something that is not around it.
HIDDEN = """() => {
  const hidden = [];
  const check = (name, element) => {
    if (!element) return hidden.push(`${name} is missing`);
    const box = element.getBoundingClientRect();
    const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    for (const [x, y] of [[middle[0], box.top + 3], [middle[0], box.bottom - 3],
                          [box.left + 3, middle[1]], [box.right - 3, middle[1]]]) {
      const top = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight ? document.elementFromPoint(x, y) : null;
      if (!top || !(element.contains(top) || top.closest('.row, .tray')?.contains(element)))
        return hidden.push(`${name} (${Math.round(x)}, ${Math.round(y)})`);
    }
  };
  const row = document.querySelector('.row.active');
  const pegs = row ? row.querySelectorAll('.peg') : [];
  check('the first peg', pegs[0]);
  check('the last peg', pegs[pegs.length - 1]);
  check('the last feedback', row?.previousElementSibling?.querySelector('.feedback'));
  for (const one of document.querySelectorAll('.tray button, .tray label')) check(one.textContent, one);
  const all = document.documentElement;
  if (all.scrollWidth > innerWidth) hidden.push(`the page is ${all.scrollWidth} wide`);
  if (all.scrollHeight > innerHeight) hidden.push(`the page is ${all.scrollHeight} high`);
  return hidden;
}"""
at_all_sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


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


def send(page, path, **body):
    """A request with the visitor's cookie."""
    answer = page.request.post(path, data=body)
    assert answer.ok, answer.text()
    return answer.json()


def begin(page, server, guesses=(), **what):
    """Begins a game, makes guesses in it, and opens its page."""
    game = send(page, f"{server.url}/api/games", **what)
    for turn, guess in enumerate(guesses, 1):
        game = send(page, f"{server.url}/api/games/{game['id']}/turns", turn=turn, guess=guess)
    page.goto(f"{server.url}/play/{game['id']}")
    page.wait_for_selector(".row")
    return game


def accept(page, server, secret, game="4x6", guesses=()):
    """Opens a game whose code somebody else has set."""
    return begin(page, server, guesses, challenge=set_code(server, secret, game))


def resize(page) -> Iterator[tuple[int, int]]:
    """Gives the window of a page one size after the other."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        yield width, height


def fits(page):
    """Nothing reaches beyond the side of the window."""
    assert page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")[0] <= page.viewport_size["width"]


def no_violation(page, *without):
    """Axe finds nothing to complain about, but for rules that are left out."""
    page.evaluate(SETTLED)
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate(
        "async (rules) => (await axe.run({rules})).violations.map(v => [v.id, v.nodes.map(n => n.target.join(' '))])",
        {rule: {"enabled": False} for rule in without},
    )
    assert found == [], found


def no_violation_in_any_theme(page):
    for name, media in THEMES.items():
        page.emulate_media(**media)
        assert page.evaluate("() => matchMedia('(forced-colors: active)').matches") == (name == "high contrast")
        no_violation(page, *(["color-contrast"] if name == "high contrast" else []))  # whose colors are the system's
    page.emulate_media(**THEMES["light"])


def looks_right(page, *in_sight):
    """At all sizes the page fits its window and these elements are in sight; axe finds nothing in any theme."""
    for size in resize(page):
        fits(page)
        for name in in_sight:
            expect(page.locator(name).first).to_be_in_viewport(ratio=0.9)
        if size in (SIZES[1], SIZES[3]):  # what stands beside the board on large screens is a sheet on small ones
            no_violation_in_any_theme(page) if size == SIZES[1] else no_violation(page)


def open_settings(page):
    """Opens the sheet of settings by the one button that is in sight."""
    page.click("[data-settings]:visible")
    expect(page.locator("#settings")).to_be_visible()


def choose(page, **settings):
    """Stores settings as the sheet does, for pages that are opened from now on."""
    page.add_init_script(
        f"for (const [name, value] of Object.entries({json.dumps(settings)}))"
        "  if (localStorage.getItem(name) === null) localStorage.setItem(name, JSON.stringify(value))"
    )
