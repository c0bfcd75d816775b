"""Watch in games that are larger than a board: the map of what is known, at all sizes and in all themes."""

import base64
import json
import re
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from playwright.sync_api import expect
from web.browser import looks_right, resize

TURNS = 4


def make_show(pegs, colors, secret):
    """Rows of a show in which one quarter of the pegs after the other becomes certain."""
    rows = []
    for turn in range(1, TURNS + 1):
        matrix = np.full((pegs, colors), 255 // colors, np.uint8)
        found = pegs * (turn - 1) // TURNS
        matrix[:found] = 0
        matrix[range(found), secret[:found]] = 255
        guess = [*secret[: found if turn < TURNS else pegs]]
        guess += [0] * (pegs - len(guess))
        rows.append({
            "type": "turn", "turn": turn, "guess": ",".join(str(color + 1) for color in guess),
            "feedback": f"{pegs}b0w" if turn == TURNS else f"{found}b{pegs // 8}w", "candidates": None, "left": None,
            "note": "", "posterior": {"matrix": base64.b64encode(matrix.tobytes()).decode(), "sample": 600},
        })  # fmt: skip
    return [*rows, {"type": "end", "solved": True, "guesses": TURNS, "queries": 0, "note": ""}]


def open_show(page, server, game, secret=""):
    """Opens the Watch page, and a show of a game whose rows are known."""
    pegs, colors = map(int, game.split("x"))

    def answer(route):
        asked = parse_qs(urlsplit(route.request.url).query)
        code = [int(color) - 1 for color in asked["secret"][0].split(",")]
        assert asked["game"] == [game] and asked["strategy"] == ["needle"] and len(code) == pegs
        assert min(code) >= 0 and max(code) < colors
        text = "".join(f"data: {json.dumps(row)}\n\n" for row in make_show(pegs, colors, code))
        route.fulfill(content_type="text/event-stream", body=text)

    page.route(re.compile(r"/api/watch\?"), answer)
    page.goto(f"{server.url}/watch")
    page.click("#other summary")
    page.fill('[name="game"]', game)
    page.press('[name="game"]', "Tab")
    expect(page.locator('[name="first"]')).to_have_value("needle")  # which plays such games
    expect(page.locator('[name="second"]')).to_be_disabled()
    page.fill('[name="secret"]', secret)
    page.click("#start")
    page.evaluate("() => document.querySelector('#last').click()")
    expect(page.locator("#last")).to_be_disabled()


def brightness(page):
    """The brightness of each cell in its middle, from 0 to 255, by peg and color."""
    values = page.evaluate("""() => {
      const shown = document.querySelector('.posterior canvas');
      const [pegs, colors] = ['--pegs', '--colors'].map((name) => +shown.parentNode.style.getPropertyValue(name));
      const cell = shown.width / pegs;
      const copy = Object.assign(document.createElement('canvas'), { width: shown.width, height: shown.height });
      const ink = copy.getContext('2d', { willReadFrequently: true });
      ink.drawImage(shown, 0, 0);
      return Array.from({ length: pegs }, (_, peg) => Array.from({ length: colors }, (_, color) => {
        const [r, g, b] = ink.getImageData((peg + 0.5) * cell, (color + 0.5) * cell, 1, 1).data;
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      }));
    }""")
    return np.array(values)


@pytest.mark.parametrize("game", ["20x20", "64x64"])
def test_a_large_show_looks_right(server, visit, game):
    page = visit(390, 844, reduced_motion="reduce")
    open_show(page, server, game)
    pegs = int(game.split("x")[0])
    expect(page.locator(".large-turns li")).to_have_count(TURNS)
    expect(page.locator(".large-turns li").last).to_contain_text(f"{pegs} black, 0 white")
    expect(page.locator(".lane .now")).to_contain_text(f"Broken in {TURNS} guesses.")
    expect(page.locator(".lane .board")).to_have_count(0)
    looks_right(page)
    for width, height in resize(page):
        box = page.locator(".posterior canvas").first.bounding_box()
        assert box["width"] == pytest.approx(box["height"], abs=2)  # cells are squares
        assert box["width"] >= min(0.8 * width, 0.5 * height)


def test_the_map_follows_the_slider_back_and_forth(server, visit):
    page = visit()
    secret = [(7 * peg) % 20 for peg in range(20)]
    open_show(page, server, "20x20", ",".join(str(color + 1) for color in secret))
    picture, sentence = page.locator(".posterior canvas").first, page.locator(".posterior .known")
    for step in (1, 4, 2, 0, 3):
        page.locator("#scrub").fill(str(step))
        found = 20 * max(0, step - 1) // TURNS
        expect(picture).to_have_attribute("aria-label", re.compile(rf"^{found} of 20 pegs above 90 %"))
        start = "Nothing is known yet" if step == 0 else f"Before guess {step}, estimated from 600 codes"
        expect(sentence).to_contain_text(start)
        expect(page.locator(".large-turns li")).to_have_count(step)
        shades = brightness(page)
        assert (shades[:found].argmin(axis=1) == secret[:found]).all()  # dark is certain
        assert np.ptp(shades[found:]) < 1  # and the others are all the same


def test_the_map_is_read_by_lightness_alone(server, visit):
    page = visit()
    open_show(page, server, "20x20")
    for dark in (False, True):
        page.emulate_media(color_scheme="dark" if dark else "light")
        page.locator("#scrub").fill("4")
        page.wait_for_timeout(100)  # for the theme to be painted
        shades = brightness(page)
        certain, impossible = np.sort(shades[0])[[-1, 0] if dark else [0, -1]]
        fog = shades[-1, 0]
        assert abs(certain - impossible) > 150
        assert min(certain, impossible) + 10 < fog < max(certain, impossible) - 10


def test_the_map_of_a_small_game_is_offered(server, visit):
    page = visit()
    page.goto(f"{server.url}/watch")
    page.click("#other summary")
    page.fill('[name="game"]', "3x4")
    page.fill('[name="secret"]', "443")
    page.select_option('[name="first"]', "entropy")
    page.click("#start")
    page.evaluate("() => document.querySelector('#last').click()")
    expect(page.locator("#last")).to_be_disabled()
    page.click(".posterior-of-board summary")
    expect(page.locator(".posterior .known")).to_contain_text("Before guess 3, exactly: 3 of 3 pegs above")
    assert (brightness(page).argmin(axis=1) == [3, 3, 2]).all()
