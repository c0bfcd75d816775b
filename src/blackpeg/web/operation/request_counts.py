"""Counts requests by their routes, and writes a line about each on demand; neither has addresses, codes or ids."""

from __future__ import annotations

import logging
import sys
from bisect import bisect_left
from collections import Counter

from starlette.routing import BaseRoute
from starlette.types import Scope

BUCKETS = 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0  # seconds
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
OTHERS = "others"  # the route of requests to addresses that do not exist, and the method of strange ones

log = logging.getLogger("blackpeg.requests")


class RequestCounts:
    """How many requests there were, by method, route and status, and how long they took, by route."""

    def __init__(self) -> None:
        self.answered: Counter[tuple[str, str, int]] = Counter()
        self.times: dict[str, list[int]] = {}  # by route: how many took at most so many seconds, and more than all
        self.seconds: dict[str, float] = {}  # that all took together, by route

    def record(self, scope: Scope, status: int, seconds: float) -> None:
        """Counts a request that was answered, and writes its line."""
        method, route = scope["method"] if scope["method"] in METHODS else OTHERS, _route_of(scope)
        self.answered[method, route, status] += 1
        self.times.setdefault(route, [0] * (len(BUCKETS) + 1))[bisect_left(BUCKETS, seconds)] += 1
        self.seconds[route] = self.seconds.get(route, 0) + seconds
        log.info("%s %s %d %.1f ms", method, route, status, 1000 * seconds)


def _route_of(scope: Scope) -> str:
    """The address of a request with {id} instead of ids, as whoever knows an id sees the game."""
    route: BaseRoute | None = scope.get("route")
    path = getattr(route, "path", None)
    if path is not None:
        return str(path)
    return "/static" if "/static/" in scope["path"] else OTHERS  # below the root path, if there is one


def write_request_lines() -> None:
    """Lets a line about each request be written to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False
