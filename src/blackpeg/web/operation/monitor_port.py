"""`/health` and `/metrics` on a port of their own, which only this machine can reach."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from ...errors import BlackpegError
from .health_report import Health, HealthCheck
from .request_counts import BUCKETS, RequestCounts

PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8"


def make_monitor(check: HealthCheck, counts: RequestCounts) -> Starlette:
    """The app with both addresses. /health has status 503 if something is wrong."""

    async def health(request: Request) -> Response:
        found = await check.look()
        return JSONResponse(found.json(), 503 if found.problems else 200)

    async def metrics(request: Request) -> Response:
        return PlainTextResponse("".join(metric_lines(await check.look(), counts)), media_type=PROMETHEUS_TEXT)

    return Starlette(routes=[Route("/health", health), Route("/metrics", metrics)])


def metric_lines(health: Health, counts: RequestCounts) -> Iterator[str]:
    """Yields all metrics in the text form of Prometheus."""
    gauges = {
        "healthy": (int(not health.problems), "1 if all is well, 0 if /health names problems."),
        "uptime_seconds": (health.uptime_seconds, "Time since the start."),
        "database_bytes": (health.database_bytes, "Size of the file of games."),
        "database_quota_bytes": (health.database_quota_bytes, "Size at which no new games are begun."),
        "database_wal_bytes": (health.wal_bytes, "Size of the write-ahead log of the file of games."),
        "disk_free_bytes": (health.disk_free_bytes, "What is free on the disk of the file of games."),
        "disk_bytes": (health.disk_bytes, "Size of the disk of the file of games."),
    }
    for name, (value, about) in gauges.items():
        yield from _head(name, "gauge", about)
        yield f"blackpeg_{name} {value}\n"
    lanes = {
        "workers": "Workers that live.",
        "wanted": "Workers that there should be.",
        "running": "Jobs that run.",
        "waiting": "Jobs in the queue.",
        "starting": "Workers that start.",
    }
    for field, about in lanes.items():
        yield from _head(f"lane_{field}", "gauge", about)
        for lane in health.lanes:
            yield f'blackpeg_lane_{field}{{lane="{lane.name}"}} {getattr(lane, field)}\n'
    yield from _head("database_calls", "gauge", "Calls of the database that wait or run.")
    for kind in ("read", "write", "lab"):
        yield f'blackpeg_database_calls{{kind="{kind}"}} {health.threads.get(kind, 0)}\n'
    yield from _head("requests_total", "counter", "Requests that were answered.")
    for (method, route, status), count in sorted(counts.answered.items()):
        yield f'blackpeg_requests_total{{method="{method}",route="{route}",status="{status}"}} {count}\n'
    yield from _head("request_seconds", "histogram", "How long answers took; streams as long as they were open.")
    for route, times in sorted(counts.times.items()):
        for limit, count in zip((*map(str, BUCKETS), "+Inf"), accumulate(times), strict=True):
            yield f'blackpeg_request_seconds_bucket{{route="{route}",le="{limit}"}} {count}\n'
        yield f'blackpeg_request_seconds_sum{{route="{route}"}} {counts.seconds[route]:.6f}\n'
        yield f'blackpeg_request_seconds_count{{route="{route}"}} {sum(times)}\n'


def _head(name: str, kind: str, about: str) -> tuple[str, str]:
    return f"# HELP blackpeg_{name} {about}\n", f"# TYPE blackpeg_{name} {kind}\n"


class MonitorServer(uvicorn.Server):
    """A server beside the main one, which alone handles signals."""

    def __init__(self, app: Starlette) -> None:
        super().__init__(uvicorn.Config(app, log_config=None, access_log=False, server_header=False, lifespan="off"))

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def listen_for_monitor(port: int) -> socket.socket:
    """Opens a port that only this machine can reach."""
    try:
        return socket.create_server(("127.0.0.1", port))
    except OSError as error:
        raise BlackpegError(
            f"127.0.0.1 port {port} can't be used for /health and /metrics: {error.strerror}; --monitor takes another"
        ) from error
