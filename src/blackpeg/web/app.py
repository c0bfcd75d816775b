"""The app: its routes, its errors, its headers; and how it is run."""

from __future__ import annotations

import logging
import socket
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.telemetry import TelemetryConfig
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Match, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .. import __version__
from ..codemakers import Honest
from ..errors import BlackpegError, Impossible
from ..game import Game
from ..position import Position
from .context import Context
from .routes import games, pages, studies
from .routes import strategies as api
from .store import Conflict, Missing, Store
from .visitors import Visitors
from .workers import Busy, Pool

log = logging.getLogger("blackpeg")

LARGEST_BODY = 64 * 1024  # bytes
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
OFF: TelemetryConfig = {
    "tracing": False,
    "metrics": False,
    "logs": False,
    "operation_spans": False,
    "auto_configure": False,
}


def app_of(data: Path, root: str = "", origins: tuple[str, ...] = ()) -> FastAPI:
    """The web app with its data in a folder; an error in one sentence where that can't be used."""
    store, pool = Store(data / "web.db"), Pool()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        game = Game(4, 6)
        Honest(game.codes[0]).answer(Position(game), game.codes[0])  # compiled now, not at somebody's first guess
        pool.start()
        try:
            yield
        finally:
            pool.stop()
            store.close()

    about = "Plays, breaks and studies Mastermind. A game is pegs x colors (4x6), a code 1123, feedback 2b1w."
    app = FastAPI(
        title="Blackpeg", version=__version__, description=about, lifespan=life, docs_url=None, redoc_url=None,
        telemetry=OFF, servers=[{"url": root}] if root else None,
    )  # fmt: skip
    visitors = Visitors(store.key, root)
    app.state.context = Context(store, pool, visitors, data / "lab.db")
    for part in (games, api, studies):
        app.include_router(part.api)
    pages.add(app, root)
    app.add_middleware(Guard, visitors=visitors)
    if origins:
        app.add_middleware(
            CORSMiddleware, allow_origins=list(origins), allow_methods=["GET", "POST"],
            allow_headers=["Content-Type"], expose_headers=["Retry-After"],
        )  # fmt: skip
    app.add_exception_handler(BlackpegError, _said)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(sqlite3.Error, _failed)
    app.add_exception_handler(Exception, _failed)
    return app


def error(
    status: int, text: str, headers: dict[str, str] | None = None, turns: list[int] | None = None
) -> JSONResponse:
    told: dict[str, Any] = {"error": " ".join(text.split())}
    return JSONResponse({**told, "turns": turns} if turns else told, status, headers)


async def _said(request: Request, problem: Exception) -> JSONResponse:
    if isinstance(problem, Busy):
        return error(429, str(problem), {"Retry-After": str(problem.seconds)})
    status = 404 if isinstance(problem, Missing) else 409 if isinstance(problem, Conflict) else 422
    turns = list(problem.turns) if isinstance(problem, Impossible) else []
    return error(status, str(problem), turns=turns)


async def _invalid(request: Request, problem: Exception) -> JSONResponse:
    """The first thing that is wrong, in a sentence."""
    assert isinstance(problem, RequestValidationError)
    first = problem.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:] if not isinstance(part, int) or len(first["loc"]) > 2)
    text = str(first["msg"])
    text = text[:1].lower() + text[1:]
    if first["type"] == "json_invalid" or first["loc"] == ("body",):
        return error(422, "the body is not a JSON object, sent as application/json")
    return error(422, f"{where}: {text}" if where else f"the request: {text}")


async def _http(request: Request, problem: Exception) -> JSONResponse:
    assert isinstance(problem, HTTPException)
    if problem.status_code == 400:
        return error(422, "the body is not a JSON object, sent as application/json")
    if problem.status_code == 405:
        routes = [*request.app.routes, *games.api.routes, *api.api.routes, *studies.api.routes]
        there = {method for route in routes for method in _methods(route, request)}
        return error(405, f"{request.method} is not for this address", {"Allow": ", ".join(sorted(there))})
    text = f"there is nothing at {request.url.path}" if problem.status_code == 404 else str(problem.detail)
    return error(problem.status_code, text, dict(problem.headers or {}))


def _methods(route: BaseRoute, request: Request) -> set[str]:
    """What may be done at this address, of which each route tells only its own."""
    if not isinstance(route, Route):
        return set()
    return (route.methods or set()) if route.matches(request.scope)[0] != Match.NONE else set()


async def _failed(request: Request, problem: Exception) -> JSONResponse:
    log.error(
        "%s %s: %s",
        request.method,
        request.scope["route"].path if "route" in request.scope else "?",
        type(problem).__name__,
    )
    return error(500, "something went wrong here; nothing that was played is lost")


class TooLarge(Exception):
    pass


class Guard:
    """In front of everything: limits of requests and bodies, security headers on every answer."""

    def __init__(self, app: ASGIApp, visitors: Visitors) -> None:
        self.app, self.visitors, self.root = app, visitors, visitors.root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path = scope["path"].removeprefix(self.root) if self.root else scope["path"]  # a proxy may have left it or not
        scope = {**scope, "root_path": self.root, "path": self.root + path}
        connection, got, begun = HTTPConnection(scope), 0, False

        async def guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if path.startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        async def measured() -> Message:
            nonlocal got
            message = await receive()
            got += len(message.get("body", b""))
            if got > LARGEST_BODY:
                raise TooLarge
            return message

        try:
            length = connection.headers.get("content-length", "0")
            if length.isdigit() and int(length) > LARGEST_BODY:
                raise TooLarge
            if path.startswith("/api/"):
                self.visitors.admit(connection)
            await self.app(scope, measured, guarded)
        except TooLarge:
            if not begun:
                await error(413, f"the request is larger than {LARGEST_BODY:,} bytes")(scope, receive, guarded)
        except Busy as busy:
            await error(429, str(busy), {"Retry-After": str(busy.seconds)})(scope, receive, guarded)


def run(host: str, port: int, data: Path, root: str, origins: tuple[str, ...]) -> int:
    """Serve until Ctrl-C."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.WARNING)
    app = app_of(data, root, origins)
    try:
        listening = socket.create_server((host, port), backlog=512, reuse_port=False)
    except OSError as problem:
        raise BlackpegError(f"{host} port {port} can't be used: {problem.strerror}; --port takes another") from problem
    shown = f"[{host}]" if ":" in host else "localhost" if host in ("127.0.0.1", "0.0.0.0") else host
    print(f"Blackpeg is at http://{shown}:{listening.getsockname()[1]}{root}/  (Ctrl-C ends it)", flush=True)
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, server_header=False, timeout_keep_alive=30,
        timeout_graceful_shutdown=2,
    )  # fmt: skip
    uvicorn.Server(config).run(sockets=[listening])
    return 0
