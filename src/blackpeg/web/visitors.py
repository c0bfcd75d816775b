"""Who asks: a cookie that only we can make, whose hash owns games, and how much each visitor may ask."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from time import monotonic
from typing import NamedTuple

from starlette.requests import HTTPConnection
from starlette.responses import Response

from .workers import Busy

COOKIE = "blackpeg"
YEAR = 365 * 24 * 3600


class Rate(NamedTuple):
    """So many at once, and so many a second."""

    burst: float
    second: float


VISITOR = Rate(120, 20)  # requests of one visitor
ADDRESS = Rate(1500, 400)  # of one address, behind which there may be a school
NEWCOMERS = Rate(500, 2)  # cookies for one address
BEGINNINGS = Rate(100, 0.5)  # games and codes for friends of one visitor
REMEMBERED = 20_000  # buckets


class Limits:
    """Buckets of tokens that fill up again, one for each name."""

    def __init__(self) -> None:
        self._buckets: dict[tuple[Rate, str], tuple[float, float]] = {}  # tokens, and when

    def take(self, rate: Rate, name: str) -> None:
        """Take a token, or raise `Busy`."""
        now, key = monotonic(), (rate, name)
        tokens, then = self._buckets.get(key, (rate.burst, now))
        tokens = min(rate.burst, tokens + (now - then) * rate.second)
        if tokens < 1:
            raise Busy("that is too much at once; try again in a moment", (1 - tokens) / rate.second)
        if len(self._buckets) >= REMEMBERED:
            self._forget(now)
        self._buckets[key] = tokens - 1, now

    def _forget(self, now: float) -> None:
        """Drop buckets that are full again; where that are few, the older half."""
        full = [
            key for key, (tokens, then) in self._buckets.items() if tokens + (now - then) * key[0].second >= key[0][0]
        ]
        for key in full or sorted(self._buckets, key=lambda key: self._buckets[key][1])[: REMEMBERED // 2]:
            del self._buckets[key]


class Visitors:
    """Makes and knows visitors' cookies."""

    def __init__(self, key: bytes, root: str) -> None:
        self.key, self.root, self.limits = key, root, Limits()

    def owner(self, request: HTTPConnection) -> str:
        """The hash that owns a visitor's games; empty without a cookie of ours."""
        token, _, mark = request.cookies.get(COOKIE, "").partition(".")
        return hashlib.sha256(token.encode()).hexdigest() if hmac.compare_digest(mark, self._mark(token)) else ""

    def name(self, request: HTTPConnection) -> str:
        """Whom limits are counted for."""
        return self.owner(request) or address(request)

    def admit(self, request: HTTPConnection) -> None:
        """Count a request; `Busy` where it is too much."""
        self.limits.take(ADDRESS, address(request))
        if owner := self.owner(request):
            self.limits.take(VISITOR, owner)

    def welcome(self, request: HTTPConnection, response: Response) -> str:
        """Who begins something; a new visitor gets a cookie."""
        if owner := self.owner(request):
            self.limits.take(BEGINNINGS, owner)
            return owner
        self.limits.take(NEWCOMERS, address(request))
        token = secrets.token_urlsafe(24)
        response.set_cookie(
            COOKIE, f"{token}.{self._mark(token)}", max_age=YEAR, path=self.root or "/", httponly=True,
            secure=request.url.scheme == "https", samesite="lax",
        )  # fmt: skip
        return hashlib.sha256(token.encode()).hexdigest()

    def _mark(self, token: str) -> str:
        return hmac.new(self.key, token.encode(), hashlib.sha256).hexdigest()[:32]


def address(request: HTTPConnection) -> str:
    return request.client.host if request.client else "?"
