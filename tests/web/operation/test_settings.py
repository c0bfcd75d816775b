"""Names and proxies: whose word about addresses counts, which Host is answered, and where a redirect leads."""

import httpx
import pytest
from starlette.requests import HTTPConnection
from web.in_process import Site

from blackpeg import BlackpegError
from blackpeg.web.operation.settings import Settings
from blackpeg.web.visitors import address


@pytest.fixture
def site_of(tmp_path):
    """Starts apps with settings; they end with the test."""
    running = []

    def start(**settings) -> Site:
        running.append(Site(tmp_path / f"data{len(running)}", settings=Settings(**settings)))
        return running[-1]

    yield start
    for one in running:
        one.close()


def ask(site: Site, path: str = "/api/games", peer: str = "127.0.0.1", **headers: str) -> httpx.Response:
    transport = httpx.ASGITransport(app=site.app, client=(peer, 123))
    client = httpx.AsyncClient(transport=transport, base_url="http://localhost")
    return site.run(client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()}))


def seen_addresses(site: Site) -> set[str]:
    """The addresses whose requests were counted."""
    return {name for _, name in site.context.visitors.limiter._buckets}


def test_forwarded_addresses_count_only_from_named_proxies(site_of):
    open_site = site_of()
    ask(open_site, x_forwarded_for="203.0.113.7")
    assert seen_addresses(open_site) == {"127.0.0.1"}
    site = site_of(proxies=("127.0.0.1", "10.0.0.0/8"))
    ask(site, x_forwarded_for="203.0.113.7")
    ask(site, peer="10.1.2.3", x_forwarded_for="198.51.100.1, 203.0.113.8, 127.0.0.1")  # the first one is made up
    ask(site, peer="192.0.2.1", x_forwarded_for="203.0.113.9")
    assert seen_addresses(site) == {"203.0.113.7", "203.0.113.8", "192.0.2.1"}


def test_a_cookie_is_secure_if_a_named_proxy_speaks_https(site_of):
    for proxies, secure in (((), False), (("127.0.0.1",), True)):
        site = site_of(proxies=proxies)
        visitor = site.visitor()
        answer = site.run(
            visitor.client.post("/api/games", json={"game": "4x6"}, headers={"x-forwarded-proto": "https"})
        )
        assert ("secure" in answer.headers["set-cookie"].lower()) == secure


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),  # IPv4 by way of a socket of IPv6
        ("fe80::1%eth0", "fe80::/64"),
        ("made up", "?"),
    ],
)
def test_addresses_of_ipv6_are_taken_together_by_their_network(host, name):
    assert address(connection_from(host)) == name


def connection_from(host):
    return HTTPConnection({"type": "http", "client": (host, 1), "headers": []})


def test_only_named_hosts_are_answered(site_of):
    site = site_of(host_names=("Example.org",))
    for host in ("example.org", "EXAMPLE.ORG:8000", "example.org.", "localhost:8000", "127.0.0.1", "[::1]:8000"):
        assert ask(site, host=host).status_code == 200, host
    for host in ("evil.example", "example.org.evil.example", "evil.example:80", "", "[::2]"):
        answer = ask(site, "/", host=host)
        assert answer.status_code == 421 and "another name" in answer.json()["error"], host
        assert "content-security-policy" in answer.headers
    assert ask(site_of(), host="anything.example").status_code == 200


def test_no_redirect_leaves_the_site(site_of):
    site = site_of()
    answer = ask(site, "/lab/?study=classics", host="evil.example")
    assert answer.is_redirect and answer.headers["location"] == "/lab?study=classics"
    assert "evil" not in ask(site, "//evil.example/").headers.get("location", "")


def test_a_proxy_is_an_address():
    with pytest.raises(BlackpegError, match=r"'nginx' is no address of a proxy.*127\.0\.0\.1"):
        Settings(proxies=("nginx",))
