"""Visitors: a signed cookie whose hash owns games, and limits on how much each visitor may ask."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
from contextlib import suppress
from functools import lru_cache
from time import monotonic
from typing import NamedTuple

from starlette.requests import HTTPConnection
from starlette.responses import Response

from .limits.price_under_load import Traffic
from .workers import Busy

COOKIE = "blackpeg"
COOKIE_SECONDS = 365 * 24 * 3600


class Rate(NamedTuple):
    """How many requests are allowed at once, and how many a second after that."""

    burst: float
    per_second: float


VISITOR_REQUESTS = Rate(120, 20)
ADDRESS_REQUESTS = Rate(1500, 400)  # of all visitors from one address, which may be a school's
ADDRESS_COOKIES = Rate(500, 2)  # new visitors from one address
VISITOR_GAMES = Rate(100, 0.5)  # new games and new codes for friends
VISITOR_HINTS = Rate(15, 1)
MAX_BUCKETS = 20_000


class RateLimiter:
    """A token bucket for each rate and name."""

    def __init__(self) -> None:
        self._buckets: dict[tuple[Rate, str], tuple[float, float]] = {}  # tokens, and the time they were counted

    def take(self, rate: Rate, name: str, price: float = 1.0) -> None:
        """Takes as many tokens as something costs, or raises `Busy` if there are too few."""
        now, key = monotonic(), (rate, name)
        tokens, then = self._buckets.get(key, (rate.burst, now))
        tokens = min(rate.burst, tokens + (now - then) * rate.per_second)
        if tokens < price:
            raise Busy("that is too much at once; try again in a moment", (price - tokens) / rate.per_second)
        if len(self._buckets) >= MAX_BUCKETS:
            self._drop_buckets(now)
        self._buckets[key] = tokens - price, now

    def _drop_buckets(self, now: float) -> None:
        """Drop the buckets that are full again; if there are none, the older half."""
        full = [
            (rate, name)
            for (rate, name), (tokens, then) in self._buckets.items()
            if tokens + (now - then) * rate.per_second >= rate.burst
        ]
        for key in full or sorted(self._buckets, key=lambda key: self._buckets[key][1])[: MAX_BUCKETS // 2]:
            del self._buckets[key]


class Visitors:
    """Makes and checks visitors' cookies, and limits their requests."""

    def __init__(self, key: bytes, root: str) -> None:
        self.key, self.root, self.limiter, self.traffic = key, root, RateLimiter(), Traffic()

    def owner(self, request: HTTPConnection) -> str:
        """Returns the hash that owns a visitor's games; empty without a valid cookie.

        For requests to the API it was looked up before, as a device may be joined to another visitor's.
        """
        owner: str | None = request.scope.get("visitor")
        return self.device(request) if owner is None else owner

    def device(self, request: HTTPConnection) -> str:
        """Returns the hash of a device's own cookie; empty without a valid one."""
        cookie = request.cookies.get(COOKIE, "")
        known: tuple[str, str] | None = request.scope.get("device")
        if known is None or known[0] != cookie:  # it is asked for several times in a request
            token, _, signature = cookie.partition(".")
            valid = hmac.compare_digest(signature.encode(), self._sign(token).encode())
            known = request.scope["device"] = (cookie, hashlib.sha256(token.encode()).hexdigest() if valid else "")
        return known[1]

    def name(self, request: HTTPConnection) -> str:
        """Returns the name under which a visitor's computations are limited: the owner, or else the address."""
        return self.owner(request) or address(request)

    def admit(self, request: HTTPConnection) -> None:
        """Counts a request; raises `Busy` if there were too many. They count more while all ask for much."""
        price = self.traffic.price
        if owner := self.owner(request):
            self.limiter.take(VISITOR_REQUESTS, owner, price)
        self.limiter.take(ADDRESS_REQUESTS, address(request), 1.0 if owner else price)
        self.traffic.count()

    def admit_hint(self, owner: str) -> None:
        """Counts a hint; raises `Busy` if there were more than anybody reads."""
        self.limiter.take(VISITOR_HINTS, owner)

    def welcome(self, request: HTTPConnection, response: Response) -> str:
        """Returns the owner of a game that begins; a new visitor gets a cookie."""
        if owner := self.owner(request):
            self.count_new_game(owner)
            return owner
        return self._give_cookie(request, response)

    def greet(self, request: HTTPConnection, response: Response) -> None:
        """Gives a new visitor a cookie with the first page, unless too many at their address have got one."""
        if not self.device(request):
            with suppress(Busy):
                self._give_cookie(request, response)

    def _give_cookie(self, request: HTTPConnection, response: Response) -> str:
        self.limiter.take(ADDRESS_COOKIES, address(request))
        token = secrets.token_urlsafe(24)
        response.set_cookie(
            COOKIE, f"{token}.{self._sign(token)}", max_age=COOKIE_SECONDS, path=self.root or "/", httponly=True,
            secure=request.url.scheme == "https", samesite="lax",
        )  # fmt: skip
        return hashlib.sha256(token.encode()).hexdigest()

    def count_new_game(self, owner: str) -> None:
        """Counts something new that is stored for a visitor; raises `Busy` if there was too much."""
        self.limiter.take(VISITOR_GAMES, owner)

    def farewell(self, response: Response) -> None:
        """Deletes the cookie."""
        response.delete_cookie(COOKIE, path=self.root or "/", httponly=True, samesite="lax")

    def _sign(self, token: str) -> str:
        return hmac.new(self.key, token.encode(), hashlib.sha256).hexdigest()[:32]


def address(request: HTTPConnection) -> str:
    """Returns where a request comes from; of IPv6 the network of 64 bits, since one customer has at least one such."""
    return _network(request.client.host) if request.client else "?"


@lru_cache(maxsize=4096)
def _network(host: str) -> str:
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return "?"  # such as the other end of a local socket, or what a proxy made up
    if isinstance(found, ipaddress.IPv4Address):
        return host
    return str(found.ipv4_mapped or ipaddress.IPv6Network((int(found), 64), strict=False))
