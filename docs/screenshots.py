"""Make the pictures of the web app that README and docs/web.md show: `make screenshots`."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

FOLDER = Path(__file__).with_name("screenshots")


def play(page: Page, url: str, secret: str = "6543") -> None:
    """A game in the middle, with a code that somebody else set."""
    challenge = page.request.post(f"{url}/api/challenges", data={"game": "4x6", "secret": secret}).json()
    page.context.clear_cookies()
    page.goto(f"{url}/play?challenge={challenge['id']}")
    page.click("#accept")
    for code in ("1122", "3345", "4536"):
        page.wait_for_selector(".hole")
        page.keyboard.type(code)
        page.keyboard.press("Enter")
        page.wait_for_selector(f'.row [aria-label="code {" ".join(code)}"]')
    page.keyboard.press("Shift+Digit1")
    page.keyboard.press("Shift+Digit2")
    page.keyboard.type("65")


def review(page: Page, url: str) -> None:
    page.goto(f"{url}/review#game=5x8&turns=11223:0b2w,34456:1b2w,31547:1b2w,37814:2b2w,38164:5b0w")
    page.wait_for_selector(".turns li")


def make(page: Page, url: str) -> None:
    page.goto(f"{url}/make#game=4x6&strategy=entropy&seed=1&turns=1234:1b1w,1356:2b2w,3344:2b0w")
    page.wait_for_selector("#trouble, #give")


def watch(page: Page, url: str) -> None:
    page.goto(f"{url}/watch")
    page.click("#other summary")
    page.wait_for_selector('[name="second"] option[value="cunha_silva"]', state="attached")
    page.fill('[name="game"]', "6x9")
    page.press('[name="game"]', "Tab")
    page.wait_for_timeout(500)
    page.fill('[name="secret"]', "314592")
    page.select_option('[name="first"]', "cunha_silva")
    page.select_option('[name="second"]', "merelo2006")
    page.click("#start")
    page.click("#last")
    page.wait_for_selector("#last[disabled]")


def lab(page: Page, url: str) -> None:
    page.goto(f"{url}/lab")
    page.wait_for_selector("#papers li")


def take_pictures(browser: Browser, url: str) -> None:
    for name, prepare, width, height, scheme in (
        ("play", play, 1100, 810, "light"), ("play-narrow", play, 390, 790, "dark"), ("make", make, 1100, 860, "dark"),
        ("watch", watch, 1180, 1240, "light"), ("review", review, 1180, 980, "light"), ("lab", lab, 1180, 900, "dark"),
    ):  # fmt: skip
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
        )
        context.set_default_timeout(120_000)
        page = context.new_page()
        prepare(page, url)
        page.wait_for_timeout(500)
        Image.open(io.BytesIO(page.screenshot())).save(FOLDER / f"{name}.webp", quality=88, method=6)
        context.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "blackpeg", "serve", "--port", "0", "--data", folder]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            url = re.search(r"http://\S+", server.stdout.readline())[0].rstrip("/")  # type: ignore[index]
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
                take_pictures(browser, url)
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
