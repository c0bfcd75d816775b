"""Builds the web app from its routes, its error answers and its security headers, and serves it."""

from __future__ import annotations

import asyncio
import logging
import socket
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import uvicorn
from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.telemetry import TelemetryConfig
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException as AnyHTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from .. import __version__
from ..codemakers import Honest
from ..errors import BlackpegError, Impossible
from ..game import Game
from ..position import Position
from ..puzzles.daily import DailyKey
from .context import Context
from .database_threads import DatabaseThreads
from .lanes.cluster import Cluster
from .limits.connections import ACCEPTED_AT_ONCE, LimitedConnection, raise_file_limit
from .limits.log_lines import FewAlike
from .malformed_requests import describe_invalid
from .operation.database_errors import describe_database_error
from .operation.health_report import HealthCheck, log_problems_forever
from .operation.monitor_port import MonitorServer, listen_for_monitor, make_monitor
from .operation.request_counts import write_request_lines
from .operation.retention import delete_stale_forever
from .operation.settings import Settings
from .operation.study_runs import StudyRuns
from .people.devices_and_deletion import VisitorStore
from .people.match_store import MatchStore
from .routes import (
    codes_for_friends,
    daily,
    devices_and_deletion,
    games,
    matches,
    offline_games,
    pages,
    puzzles,
    stateless,
    studies,
)
from .store import Conflict, Missing, Store, Unavailable
from .visitors import Visitors
from .workers import Busy, Pool

log = logging.getLogger("blackpeg")

API_ROUTES = games, offline_games, daily, codes_for_friends, matches, devices_and_deletion, puzzles, stateless, studies
MAX_BODY_BYTES = 64 * 1024
PAUSE_SECONDS = 1.5  # before a refusal for too much at once is answered: who asks again and again waits meanwhile
MAX_PAUSES = 500  # at a time, since each holds a connection
STATUSES = {Missing: 404, Conflict: 409, Unavailable: 503}  # of our own errors; of all others 422
SECURITY_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
PAGE_HEADERS = [(name.lower().encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]
API_HEADERS = [*PAGE_HEADERS, (b"cache-control", b"no-store")]
NO_TELEMETRY: TelemetryConfig = {
    "tracing": False,
    "metrics": False,
    "logs": False,
    "operation_spans": False,
    "auto_configure": False,
}


def make_app(
    data: Path,
    root: str = "",
    origins: tuple[str, ...] = (),
    daily_key: DailyKey | None = None,
    settings: Settings | None = None,
) -> FastAPI:
    """Makes the web app with its data in a folder; an error of one sentence if the folder can't be used."""
    settings = settings or Settings()
    cluster = Cluster(settings.cluster) if settings.cluster else None
    pool = Pool(cluster=cluster)
    store = Store(data / "web.db", settings.quota)
    threads = DatabaseThreads(store)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        game = Game(4, 6)
        Honest(game.codes[0]).answer(Position(game), game.codes[0])  # compiles it before the first guess
        pool.start()
        check = HealthCheck(context)
        beside = [
            asyncio.create_task(delete_stale_forever(store, threads, settings.keep_days)),
            asyncio.create_task(log_problems_forever(check)),
        ]
        if app.state.monitor_socket is not None:
            monitor = MonitorServer(make_monitor(check, context.counts))
            beside.append(asyncio.create_task(monitor.serve(sockets=[app.state.monitor_socket])))
        try:
            yield
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            pool.stop()
            if context.study_runs is not None:
                await asyncio.to_thread(context.study_runs.stop)
            if cluster is not None:
                await cluster.close()
            threads.close()
            store.close()

    about = "Plays, breaks and studies Mastermind. A game is pegs x colors (4x6), a code 1123, feedback 2b1w."
    app = FastAPI(
        title="Blackpeg", version=__version__, description=about, lifespan=lifespan, docs_url=None, redoc_url=None,
        telemetry=NO_TELEMETRY, servers=[{"url": root}] if root else None,
    )  # fmt: skip
    joined = VisitorStore(store)
    visitors = Visitors(store.key, root)
    lab_path = data / "lab.db"
    runs = StudyRuns(lab_path) if settings.starts_studies else None
    context = Context(store, threads, pool, visitors, lab_path, MatchStore(store), joined, daily_key, runs)
    app.state.context, app.state.monitor_socket = context, None
    for routes in API_ROUTES:
        app.router.routes.extend(routes.api.routes)  # include_router makes every request search through more layers
    pages.add_pages(app, root)
    app.add_middleware(Guard, context=context, settings=settings)
    if origins:
        app.add_middleware(
            CORSMiddleware, allow_origins=list(origins), allow_methods=["GET", "POST"],
            allow_headers=["Content-Type"], expose_headers=["Retry-After"],
        )  # fmt: skip
    if settings.proxies:  # the outermost layer, so that all others see the visitor's address instead of the proxy's
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=list(settings.proxies))
    app.add_exception_handler(BlackpegError, _answer_refusal)
    app.add_exception_handler(RequestValidationError, _answer_invalid_request)
    app.add_exception_handler(AnyHTTPException, _answer_http_error)
    app.add_exception_handler(sqlite3.Error, _answer_database_error)
    app.add_exception_handler(Exception, _answer_failure)
    return app


def error_response(
    status: int, text: str, headers: dict[str, str] | None = None, turns: list[int] | None = None
) -> JSONResponse:
    """An error of one sentence as JSON, with the turns that contradict each other, if any."""
    sentence = " ".join(text.encode(errors="backslashreplace").decode().split())  # JSON has no half of a character
    body: dict[str, Any] = {"error": sentence}
    return JSONResponse({**body, "turns": turns} if turns else body, status, headers)


async def _answer_refusal(request: Request, problem: Exception) -> JSONResponse:
    """The answer to a request that one of our own errors refuses."""
    if isinstance(problem, Busy):
        return error_response(429, str(problem), {"Retry-After": str(problem.seconds)})
    status = next((number for kind, number in STATUSES.items() if isinstance(problem, kind)), 422)
    turns = list(problem.turns) if isinstance(problem, Impossible) else []
    return error_response(status, str(problem), turns=turns)


async def _answer_invalid_request(request: Request, problem: Exception) -> JSONResponse:
    """The answer to a request with a wrong form: the first thing that is wrong, in one sentence."""
    assert isinstance(problem, RequestValidationError)
    return error_response(422, describe_invalid(problem.errors()[0]))


async def _answer_http_error(request: Request, problem: Exception) -> Response:
    """The answer to a wrong address or method; a browser that looks for a page gets one."""
    assert isinstance(problem, AnyHTTPException)
    if problem.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        page: Response = request.app.state.show_missing_page(request)
        return page
    if problem.status_code == 400:
        return error_response(422, "the body is not a JSON object, sent as application/json")
    if problem.status_code == 405:
        allowed = {method for route in request.app.routes for method in _allowed_methods(route, request)}
        return error_response(405, f"{request.method} is not for this address", {"Allow": ", ".join(sorted(allowed))})
    text = f"there is nothing at {request.url.path}" if problem.status_code == 404 else str(problem.detail)
    return error_response(problem.status_code, text, dict(problem.headers or {}))


def _allowed_methods(route: BaseRoute, request: Request) -> set[str]:
    """Returns the methods of a route if it has the address of the request."""
    if not isinstance(route, Route):
        return set()
    return (route.methods or set()) if route.matches(request.scope)[0] != Match.NONE else set()


def _route_of(request: Request) -> str:
    """The method and the route of a request, without the values in its address."""
    return f"{request.method} {request.scope['route'].path if 'route' in request.scope else '?'}"


async def _answer_failure(request: Request, problem: Exception) -> JSONResponse:
    """The answer to a request at which the program failed; the log has no values, as they may be secrets."""
    log.error("%s: %s", _route_of(request), type(problem).__name__)
    return error_response(500, "something went wrong here; nothing that was played is lost")


async def _answer_database_error(request: Request, problem: Exception) -> JSONResponse:
    """The answer if the database can't be used: what is the matter in words, here and in the log."""
    assert isinstance(problem, sqlite3.Error)
    sentence = describe_database_error(problem)
    log.error("%s: %s (%s)", _route_of(request), sentence, type(problem).__name__)
    return error_response(503, f"{sentence}; nothing that was played is lost", {"Retry-After": "5"})


class TooLarge(HTTPException):
    """The body of a request is larger than `MAX_BODY_BYTES`. FastAPI hides other errors while a body is read."""

    def __init__(self) -> None:
        super().__init__(413, f"the request is larger than {MAX_BODY_BYTES:,} bytes")


class Guard:
    """The outer layer of the app: refuses foreign names, limits requests and their size, adds security headers."""

    def __init__(self, app: ASGIApp, context: Context, settings: Settings) -> None:
        self.app, self.context, self.root, self.settings = app, context, context.visitors.root, settings
        self.pauses = 0  # refusals that are held back now

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path = (
            scope["path"].removeprefix(self.root) if self.root else scope["path"]
        )  # some proxies remove the root path, some do not
        scope = {**scope, "root_path": self.root, "path": self.root + path}
        connection, received_bytes, started = HTTPConnection(scope), 0, False
        status, start = 500, monotonic()

        async def send_with_headers(message: Message) -> None:
            nonlocal started, status
            if message["type"] == "http.response.start":
                started, status = True, message["status"]
                if status == 429:
                    await self._pause()
                names = {name for name, _ in message["headers"]}
                added = API_HEADERS if path.startswith("/api/") else PAGE_HEADERS
                message["headers"] = [*message["headers"], *(one for one in added if one[0] not in names)]
                if b"location" in names:  # which names the host that was asked for, and that may be anybody's
                    headers = MutableHeaders(scope=message)
                    headers["location"] = _without_host(headers["location"])
            await send(message)

        async def receive_limited() -> Message:
            nonlocal received_bytes
            message = await receive()
            received_bytes += len(message.get("body", b""))
            if received_bytes > MAX_BODY_BYTES:
                raise TooLarge
            return message

        try:
            if not self.settings.answers_to(connection.headers.get("host", "")):
                raise HTTPException(421, "this server has another name; ask it under its own")
            length = connection.headers.get("content-length", "0")
            if length.isdigit() and int(length) > MAX_BODY_BYTES:
                raise TooLarge
            if path.startswith("/api/"):
                self.context.visitors.admit(connection)  # before anything that takes time
                scope["visitor"] = await self.context.find_visitor(connection)
            await self.app(scope, receive_limited, send_with_headers)
        except HTTPException as problem:
            if not started:
                await error_response(problem.status_code, problem.detail)(scope, receive, send_with_headers)
        except Busy as busy:
            await error_response(429, str(busy), {"Retry-After": str(busy.seconds)})(scope, receive, send_with_headers)
        except sqlite3.Error as problem:
            answer = await _answer_database_error(Request(scope), problem)
            await answer(scope, receive, send_with_headers)
        finally:
            self.context.counts.record(scope, status, monotonic() - start)

    async def _pause(self) -> None:
        """Holds a refusal back for a moment; otherwise those who ask without a pause keep the server busy with no's."""
        if self.pauses < MAX_PAUSES:
            self.pauses += 1
            try:
                await asyncio.sleep(PAUSE_SECONDS)
            finally:
                self.pauses -= 1


def _without_host(address: str) -> str:
    """The path and query of an address; never one that a browser reads as another host."""
    parts = urlsplit(address)
    return urlunsplit(("", "", "/" + parts.path.lstrip("/\\"), parts.query, parts.fragment))


def run(
    host: str,
    port: int,
    data: Path,
    root: str,
    origins: tuple[str, ...],
    daily_key: DailyKey | None = None,
    settings: Settings | None = None,
) -> int:
    """Serves the web app until Ctrl-C."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.WARNING)
    for handler in logging.getLogger().handlers:
        handler.addFilter(FewAlike())
    raise_file_limit()
    app = make_app(data, root, origins, daily_key, settings)
    if settings and settings.log_requests:
        write_request_lines()
    try:
        listening = socket.create_server((host, port), backlog=512, reuse_port=False)
    except OSError as problem:
        raise BlackpegError(f"{host} port {port} can't be used: {problem.strerror}; --port takes another") from problem
    name = f"[{host}]" if ":" in host else "localhost" if host in ("127.0.0.1", "0.0.0.0") else host
    if settings and settings.monitor_port is not None:
        app.state.monitor_socket = listen_for_monitor(settings.monitor_port)
    print(f"Blackpeg is at http://{name}:{listening.getsockname()[1]}{root}/  (Ctrl-C ends it)", flush=True)
    if app.state.monitor_socket is not None:
        monitor = app.state.monitor_socket.getsockname()[1]
        print(f"Its health is at http://127.0.0.1:{monitor}/health, its metrics at /metrics", flush=True)
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, server_header=False, proxy_headers=False,
        timeout_keep_alive=30, timeout_graceful_shutdown=2, http=LimitedConnection, backlog=ACCEPTED_AT_ONCE,
        log_config=None,
    )  # fmt: skip
    uvicorn.Server(config).run(sockets=[listening])
    return 0
