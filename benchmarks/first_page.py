"""How large the first page is and when it answers a click: `python benchmarks/first_page.py` asks Chromium.

A visit with an empty cache, on this machine's processor and on one that is four times slower, as a phone's is. The page
is interactive when its scripts have run (DOMContentLoaded): every button does something from then on.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from statistics import median

from playwright.sync_api import Browser, sync_playwright

VISITS = 9
READY = """() => new Promise(done => {
  const check = () => {
    if (document.querySelector('#daily-players')?.childElementCount) done(performance.now());
    else requestAnimationFrame(check);
  };
  check();
})"""


def visit(browser: Browser, url: str, slowdown: int) -> tuple[int, int, float, float]:
    """Bytes, requests, and milliseconds until scripts have run and until today's puzzle is shown."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page, sizes = context.new_page(), list[int]()
    page.on("response", lambda answer: sizes.append(len(answer.body())))
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    page.goto(url)
    shown = page.evaluate(READY)
    ran = page.evaluate("() => performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    page.wait_for_load_state("networkidle")
    context.close()
    return sum(sizes), len(sizes), ran, shown


def main() -> None:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        command = [sys.executable, "-m", "blackpeg", "serve", "--port", "0", "--data", data]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found is not None
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        try:
            visit(browser, found[0], 1)  # which starts the renderer
            for slowdown in (1, 4):
                visits = [visit(browser, found[0], slowdown) for _ in range(VISITS)]
                size, requests, ran, shown = (median(column) for column in zip(*visits, strict=True))
                print(
                    f"processor / {slowdown}: {size / 1000:.0f} kB in {requests:.0f} requests; "
                    f"interactive after {ran:.0f} ms, today's puzzle shown after {shown:.0f} ms (medians of {VISITS})"
                )
        finally:
            browser.close()
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
