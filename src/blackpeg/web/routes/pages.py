"""The pages, each in the same layout, and the static files they load."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from html import escape
from os import PathLike
from pathlib import Path

from fastapi import FastAPI, Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from ...puzzles.deduction_puzzles import PUZZLES_FILE
from ..context import get_context
from ..languages.api_sentences import CONTRADICTIONS, ERRORS, HINTS, REASONS
from ..languages.catalogs import (
    COOKIE,
    COOKIE_SECONDS,
    ENGLISH,
    Catalog,
    Text,
    asked_language,
    catalogs,
    choose_language,
)
from ..languages.scripts import list_modules, script_keys
from ..languages.templates import translate_html
from .install import add_install
from .previews import add_previews, link_tags
from .studies import FIGURE_POLICY

STATIC = Path(__file__).parents[1] / "static"
PAGES = {"play": "Play", "make": "Make", "watch": "Watch", "review": "Review", "lab": "Lab"}  # in the menu
TITLES = {
    **PAGES, "learn": "How to play", "match": "Match", "archive": "Past puzzles", "puzzles": "Puzzles",
    "device": "Another device", "docs": "API", "offline": "Offline", "missing": "Nothing here",
}  # fmt: skip
SAID = {"play": HINTS, "make": CONTRADICTIONS, "review": (*REASONS, *CONTRADICTIONS)}  # by the API, beside errors
NOT_REVIEWED = "This translation was not reviewed by a native speaker."


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
        async def show_page(request: Request) -> HTMLResponse:
            title, tags = await link_tags(request, root)
            response = _answer_page(request, name, root, css_class or name, title, tags)
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
    add_page("puzzles", "/puzzles", "/puzzles/{puzzle}", css_class="puzzles playing")
    add_page("device", "/device")
    add_page("make", "/make")
    add_page("watch", "/watch")
    add_page("review", "/review", "/review/{id}")
    add_page("lab", "/lab")
    add_page("docs", "/api")
    add_page("offline", "/offline", css_class="missing-page")
    add_page("learn", "/learn", css_class="learn playing")
    app.state.show_missing_page = lambda request: _answer_page(request, "missing", root, "missing-page", status=404)
    add_previews(app)
    _add_puzzle_set(app)
    add_install(app, root, STATIC)
    app.mount("/static", Files(directory=STATIC))
    icon = (STATIC / "icon.svg").read_bytes()

    async def favicon() -> Response:
        return Response(icon, media_type="image/svg+xml")

    app.add_api_route("/favicon.ico", favicon, methods=["GET"], include_in_schema=False)


def _add_puzzle_set(app: FastAPI) -> None:
    """Adds the file of all deduction puzzles, as the package has it: the page chooses among them, also offline."""
    files = Files(directory=PUZZLES_FILE.parent)

    async def show_puzzle_set(request: Request) -> Response:
        return await files.get_response(PUZZLES_FILE.name, request.scope)

    app.add_api_route("/static/puzzles.txt", show_puzzle_set, methods=["GET", "HEAD"], include_in_schema=False)


def _answer_page(
    request: Request, name: str, root: str, css_class: str, title: str = "", tags: str = "", status: int = 200
) -> HTMLResponse:
    """A page in the visitor's language, which is remembered if the address asks for one."""
    catalog = catalogs()[choose_language(request)]
    text = _render_page(name, root, css_class, catalog.language)
    text = text.replace("{{tags}}", tags).replace("{{title}}", escape(catalog.translate(title or TITLES[name])))
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"}
    response = HTMLResponse(text, status, headers)
    if language := asked_language(request):
        response.set_cookie(
            COOKIE, language, max_age=COOKIE_SECONDS, path=root or "/", httponly=True,
            secure=request.url.scheme == "https", samesite="lax",
        )  # fmt: skip
    return response


@cache
def _render_page(name: str, root: str, css_class: str, language: str) -> str:
    """Returns the HTML of a page in a language: the layout with the page's own content in it."""
    menu = ""
    for key, title in PAGES.items():
        current = ' aria-current="page"' if key == name else ""
        menu += f'<li><a href="{root}/{"" if key == "play" else key}"{current}>{title}</a></li>'
    preloads = "\n".join(
        f'<link rel="modulepreload" href="{{{{root}}}}/static/{module}.js">' for module in list_modules(STATIC, name)
    )
    catalog = catalogs()[language]
    values = {
        "name": name, "menu": menu, "preloads": preloads, "root": escape(root), "class": css_class,
        "language": language, "direction": catalog.direction, "languages": _list_languages(catalog),
    }  # fmt: skip
    html = (STATIC / "layout.html").read_text(encoding="utf-8")
    html = html.replace("{{main}}", (STATIC / f"{name}.html").read_text(encoding="utf-8"))
    for key, value in values.items():
        html = html.replace("{{" + key + "}}", value)
    return translate_html(html, catalog.translate).replace("{{texts}}", _write_texts(name, catalog))


def _list_languages(chosen: Catalog) -> str:
    """The menu of languages, each by its own name, and whether somebody who speaks the chosen one has read it."""
    links = ""
    for language, catalog in catalogs().items():
        current = ' aria-current="true"' if catalog is chosen else ""
        link = f'<a href="?language={language}" lang="{language}" hreflang="{language}"{current}>{catalog.name}</a>'
        links += f"<li>{link}</li>"
    return f"<ul>{links}</ul>" + ("" if chosen.reviewed else f"<p>{NOT_REVIEWED}</p>")


def _write_texts(name: str, catalog: Catalog) -> str:
    """The texts that a page's scripts need, as JSON: those that differ from their keys, and what the server may say."""
    modules = [name, *list_modules(STATIC, name, later=True)]
    keys = {key for module in modules for key in script_keys((STATIC / f"{module}.js").read_text(encoding="utf-8"))}
    said = [] if catalog.language == ENGLISH else [*SAID.get(name, ()), *ERRORS]
    content = {"texts": _texts_unlike_keys(catalog, sorted(keys)), "sentences": _texts_unlike_keys(catalog, said)}
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _texts_unlike_keys(catalog: Catalog, keys: Iterable[str]) -> dict[str, Text]:
    """The texts of these keys, without forms and texts that are the key itself."""
    texts: dict[str, Text] = {}
    for key in keys:
        text = catalog.texts.get(key, key)
        if isinstance(text, dict):
            texts[key] = {form: one for form, one in text.items() if one != key}
        elif text != key:
            texts[key] = text
    return texts
