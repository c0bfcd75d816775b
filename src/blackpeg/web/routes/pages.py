"""The pages: one layout around each, and the files they are made of."""

from __future__ import annotations

from html import escape
from pathlib import Path

from fastapi import FastAPI
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

STATIC = Path(__file__).parents[1] / "static"
PAGES = {"play": "Play", "make": "Make", "watch": "Watch", "review": "Review", "lab": "Lab"}  # in the menu
TITLES = {**PAGES, "docs": "API"}


class Files(StaticFiles):
    """Files that browsers ask about each time, and get only when they have changed."""

    def file_response(self, *words: object, **more: object) -> Response:
        response = super().file_response(*words, **more)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "no-cache"
        return response


def add(app: FastAPI, root: str) -> None:
    """Add the pages to the app, with every link under the root path."""

    def page(name: str, *paths: str, look: str = "") -> None:
        made = _page(name, root, look or name)

        async def show() -> HTMLResponse:
            return HTMLResponse(made, headers={"Cache-Control": "no-cache"})

        for path in paths:
            app.add_api_route(path, show, methods=["GET", "HEAD"], include_in_schema=False, response_class=HTMLResponse)

    page("play", "/", "/play")
    page("play", "/play/{id}", look="play playing")  # the board from the first moment on
    page("make", "/make")
    page("watch", "/watch")
    page("review", "/review", "/review/{id}")
    page("lab", "/lab")
    page("docs", "/api")
    app.mount("/static", Files(directory=STATIC))
    icon = (STATIC / "icon.svg").read_bytes()

    async def favicon() -> Response:
        return Response(icon, media_type="image/svg+xml")

    app.add_api_route("/favicon.ico", favicon, methods=["GET"], include_in_schema=False)


def _page(name: str, root: str, look: str) -> str:
    menu = ""
    for key, title in PAGES.items():
        here = ' aria-current="page"' if key == name else ""
        menu += f'<li><a href="{root}/{"" if key == "play" else key}"{here}>{title}</a></li>'
    words = {"title": TITLES[name], "name": name, "menu": menu, "root": escape(root), "class": look}
    text = (STATIC / "layout.html").read_text(encoding="utf-8")
    text = text.replace("{{main}}", (STATIC / f"{name}.html").read_text(encoding="utf-8"))
    for key, value in words.items():
        text = text.replace("{{" + key + "}}", value)
    return text
