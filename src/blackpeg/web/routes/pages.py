"""The pages, each in the same layout, and the static files they load."""

from __future__ import annotations

import re
from html import escape
from os import PathLike
from pathlib import Path

from fastapi import FastAPI, Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from ..context import get_context
from .install import add_install
from .previews import add_previews, link_tags
from .studies import FIGURE_POLICY

STATIC = Path(__file__).parents[1] / "static"
PAGES = {"play": "Play", "make": "Make", "watch": "Watch", "review": "Review", "lab": "Lab"}  # in the menu
TITLES = {
    **PAGES, "learn": "How to play", "match": "Match", "archive": "Past puzzles", "device": "Another device",
    "docs": "API", "offline": "Offline", "missing": "Nothing here",
}  # fmt: skip


class Files(StaticFiles):
    """Static files; browsers ask each time whether they have changed, and load them only then."""

    def file_response(self, full_path: str | PathLike[str], *arguments: object, **options: object) -> Response:
        response = super().file_response(full_path, *arguments, **options)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "no-cache"
        if str(full_path).endswith(".svg"):  # also if it has not changed: browsers keep the headers of that answer
            response.headers["Content-Security-Policy"] = FIGURE_POLICY
        return response


def add_pages(app: FastAPI, root: str) -> None:
    """Adds the pages and static files to the app. Every link in them begins with the root path."""

    def add_page(name: str, *paths: str, css_class: str = "") -> None:
        html = _render_page(name, root, css_class or name)

        async def show_page(request: Request) -> HTMLResponse:
            title, tags = await link_tags(request, root)
            text = html.replace("{{tags}}", tags).replace("{{title}}", escape(title) or TITLES[name])
            response = HTMLResponse(text, headers={"Cache-Control": "no-cache"})
            get_context(request).visitors.greet(request, response)
            return response

        for path in paths:
            app.add_api_route(
                path, show_page, methods=["GET", "HEAD"], include_in_schema=False, response_class=HTMLResponse
            )

    add_page("play", "/", "/play", "/s/{share}")
    add_page("play", "/play/{id}", css_class="play playing")  # which shows the board before scripts are loaded
    add_page("match", "/match/{match}", css_class="match")
    add_page("archive", "/archive")
    add_page("device", "/device")
    add_page("make", "/make")
    add_page("watch", "/watch")
    add_page("review", "/review", "/review/{id}")
    add_page("lab", "/lab")
    add_page("docs", "/api")
    add_page("offline", "/offline", css_class="missing-page")
    add_page("learn", "/learn", css_class="learn playing")
    missing = _render_page("missing", root, "missing-page")
    app.state.missing_page = missing.replace("{{tags}}\n", "").replace("{{title}}", TITLES["missing"])
    add_previews(app)
    add_install(app, root, STATIC)
    app.mount("/static", Files(directory=STATIC))
    icon = (STATIC / "icon.svg").read_bytes()

    async def favicon() -> Response:
        return Response(icon, media_type="image/svg+xml")

    app.add_api_route("/favicon.ico", favicon, methods=["GET"], include_in_schema=False)


def _render_page(name: str, root: str, css_class: str) -> str:
    """Returns the HTML of a page: the layout with the page's own content in it."""
    menu = ""
    for key, title in PAGES.items():
        current = ' aria-current="page"' if key == name else ""
        menu += f'<li><a href="{root}/{"" if key == "play" else key}"{current}>{title}</a></li>'
    preloads = "\n".join(
        f'<link rel="modulepreload" href="{{{{root}}}}/static/{module}.js">' for module in _list_modules(name)
    )
    values = {"name": name, "menu": menu, "preloads": preloads, "root": escape(root), "class": css_class}
    html = (STATIC / "layout.html").read_text(encoding="utf-8")
    html = html.replace("{{main}}", (STATIC / f"{name}.html").read_text(encoding="utf-8"))
    for key, value in values.items():
        html = html.replace("{{" + key + "}}", value)
    return html


def _list_modules(name: str) -> list[str]:
    """The scripts that a page's own script imports, directly or not, so that browsers load them side by side."""
    found = [name]
    for module in found:
        text = (STATIC / f"{module}.js").read_text(encoding="utf-8")
        found += [
            one
            for one in re.findall(r'^(?:import|} from|import .* from) "\./(\w+)\.js";', text, re.M)
            if one not in found
        ]
    return found[1:]
