"""What whoever runs the web app decides: its names, the proxies in front of it, and how long games are kept."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from ...errors import BlackpegError
from .quota import Quota

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})  # which no page of another site has
PROXY_HEADERS = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")  # which no browser sends


@dataclass(frozen=True)
class Settings:
    """The choices of one server."""

    proxies: tuple[str, ...] = ()  # addresses and networks whose X-Forwarded-For and X-Forwarded-Proto count
    host_names: tuple[str, ...] = ()  # that the server answers to, besides localhost; any if there are none
    keep_days: int | None = None  # after which what nobody has touched is deleted; None keeps finished games for ever
    quota: Quota = field(default_factory=Quota)
    monitor_port: int | None = None  # of this machine, at which /health and /metrics are; 0 takes a free one
    log_requests: bool = False  # a line for each
    cluster: str = ""  # the address of a Dask scheduler whose workers do heavy computations; empty if there is none
    starts_studies: bool = False  # on the Lab page: only this machine reaches the server

    def __post_init__(self) -> None:
        for proxy in self.proxies:
            _refuse_unknown_proxy(proxy)

    def answers_to(self, host: str) -> bool:
        """Checks whether a Host header, with or without a port, names this server."""
        names = {name.lower() for name in self.host_names}
        return not names or _name_of(host) in names | LOOPBACK_NAMES


def is_loopback(host: str) -> bool:
    """Checks whether an address or name is that of this machine for itself, which no other machine reaches."""
    try:
        return host.lower() == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def comes_from_this_machine(request: HTTPConnection) -> bool:
    """Checks whether a browser of this machine sends a request: not a proxy, and not to a name that others made up."""
    return (
        request.client is not None
        and is_loopback(request.client.host)
        and _name_of(request.headers.get("host", "")) in LOOPBACK_NAMES
        and not any(name in request.headers for name in PROXY_HEADERS)
    )


def comes_from_own_page(request: HTTPConnection) -> bool:
    """Checks whether a page of this server sends a request: browsers name the origin of whatever is not a GET."""
    origin = urlsplit(request.headers.get("origin", ""))
    return bool(origin.netloc) and origin.netloc.lower() == request.headers.get("host", "").lower()


def _refuse_unknown_proxy(proxy: str) -> None:
    try:
        ipaddress.ip_network(proxy)
    except ValueError as error:
        raise BlackpegError(
            f"'{proxy}' is no address of a proxy; an address is written like 127.0.0.1, a network like 10.0.0.0/8"
        ) from error


def _name_of(host: str) -> str:
    """The name in a Host header, without the port."""
    name, colon, port = host.strip().lower().rpartition(":")
    name = name if colon and port.isdigit() else host.strip().lower()
    return name.removeprefix("[").removesuffix("]").removesuffix(".")
