"""Draw the icons of the installed web app from its icon.svg: `python docs/icons.py`."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

STATIC = Path(__file__).parents[1] / "src" / "blackpeg" / "web" / "static"
GROUND = "#33281f"  # the color behind the pegs, which fills a maskable icon to its edges
ICONS = {  # name: size in pixels, share of it that the drawing takes, and what is behind the drawing
    "icon-192": (192, 1.0, "transparent"),
    "icon-512": (512, 1.0, "transparent"),
    "maskable-512": (512, 0.88, GROUND),  # a device may cut off all but a circle of 80 % of its size
    "touch-180": (180, 0.94, GROUND),  # for devices that round the corners themselves
}


def main() -> None:
    drawing = (STATIC / "icon.svg").read_text(encoding="utf-8")
    (STATIC / "icons").mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for name, (size, share, ground) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            inner = round(size * share)
            style = f"margin:0;background:{ground};display:grid;place-items:center;height:{size}px"
            picture = drawing.replace("<svg ", f'<svg width="{inner}" height="{inner}" style="display:block" ')
            page.set_content(f'<body style="{style}">{picture}')
            page.screenshot(path=STATIC / "icons" / f"{name}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
