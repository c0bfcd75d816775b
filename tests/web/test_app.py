"""Errors, headers and limits of every answer, and random requests made from the description of the API."""

import subprocess
import sys
from pathlib import Path

import pytest

SCHEMATHESIS_SETTINGS = Path(__file__).with_name("schemathesis.toml")


@pytest.mark.parametrize(
    ("path", "body", "status", "sentence"),
    [
        ("/api/next", {"game": "4y6"}, 422, "no game '4y6'"),
        ("/api/next", {"game": "13x6"}, 422, "games go up to 12x16"),
        ("/api/next", {"game": "4x6", "strategy": "entrpy"}, 422, "did you mean entropy?"),
        ("/api/next", {"game": "8x12", "strategy": "entropy"}, 422, "8x12"),
        ("/api/next", {"game": "4x6", "strategy": "cunha_silva"}, 422, "no player"),
        ("/api/next", {"game": "4x6", "history": [{"guess": "117", "feedback": "1b1w"}]}, 422, "3 pegs, not 4"),
        ("/api/next", {"game": "4x6", "top": "5"}, 422, "top"),
        ("/api/next", {"game": "4x6", "more": 1}, 422, "more"),
        ("/api/next", [], 422, "not a JSON object"),
        ("/api/games", {}, 422, "say what to play"),
        ("/api/games", {"game": "4x6", "level": "easy"}, 422, "one of"),
        ("/api/games", {"game": "12x16", "codemaker": "adversary(perfect=True)"}, 422, "perfect"),
        ("/api/games", {"challenge": "nothing"}, 404, "no code"),
        ("/api/games", {"code": "aaaa"}, 422, "sealed"),
        ("/api/games/nothing/turns", {"turn": 1, "guess": "1122"}, 404, "no game"),
        ("/api/challenges", {"game": "4x6", "secret": "1234567"}, 422, "7 pegs"),
        ("/api/reviews", {"game": "4x6", "history": []}, 422, "history"),
        ("/api/nothing", {}, 404, "nothing at"),
    ],
)  # fmt: skip
def test_an_error_is_one_sentence(client, path, body, status, sentence):
    answer = client.post(path, json=body)
    assert answer.status_code == status
    assert set(answer.json()) == {"error"} and sentence in answer.json()["error"]
    assert "\n" not in answer.json()["error"]


def test_a_wrong_method_or_query_is_an_error(client):
    answer = client.delete("/api/games")
    assert answer.status_code == 405 and answer.headers["allow"] == "GET, POST"
    for query, sentence in (("strategy=nix", "did you mean"), ("strategy=entropy&secret=12345", "5 pegs")):
        answer = client.get(f"/api/watch?game=4x6&secret=1234&{query}")
        assert answer.status_code == 422 and sentence in answer.json()["error"]
    answer = client.post("/api/next", data={"game": "4x6"})  # as a form of another site would
    assert answer.status_code == 422 and "application/json" in answer.json()["error"]


def test_large_bodies_are_refused_and_headers_are_safe(client):
    answer = client.post("/api/next", content=b" " * 100_000, headers={"content-type": "application/json"})
    assert answer.status_code == 413 and "error" in answer.json()
    for path in ("/", "/api/games", "/static/style.css", "/nothing"):
        headers = client.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff" and headers["x-frame-options"] == "DENY"
        assert "access-control-allow-origin" not in headers
    assert client.get("/static/../server.py").status_code == 404


def test_a_large_body_in_chunks_is_refused_too(site):
    async def chunks():
        for _ in range(80):
            yield b" " * 1000

    visitor = site.visitor()
    answer = site.run(visitor.client.post("/api/next", content=chunks(), headers={"content-type": "application/json"}))
    assert answer.status_code == 413 and "65,536 bytes" in answer.json()["error"]


def test_a_strategy_with_half_a_character_is_refused(server):
    """JSON has no half of a pair of surrogates, which the error names."""
    strategy = r"random(first='\ud800')"
    with server.client() as client:
        answers = [
            client.post("/api/next", json={"game": "4x6", "strategy": strategy}),
            client.get("/api/watch", params={"game": "4x6", "secret": "1234", "strategy": strategy}),
            client.get("/api/compare", params={"game": "4x6", "strategy": strategy}),
        ]
    for answer in answers:
        assert answer.status_code == 422 and "is not a code of 4x6" in answer.json()["error"]


def test_cors_is_only_for_named_origins(tmp_path, server_of):
    server = server_of(tmp_path / "data", "--allow-origin", "https://example.org", "--root-path", "/peg")
    with server.client() as client:
        client.base_url = server.url.removesuffix("/peg")
        for origin, allowed in (("https://example.org", "https://example.org"), ("https://evil.example", None)):
            answer = client.post("/api/next", json={"game": "4x6"}, headers={"Origin": origin})
            assert answer.headers.get("access-control-allow-origin") == allowed
            assert "access-control-allow-credentials" not in answer.headers
        for path in ("/", "/peg/"):  # a proxy may take the path away or leave it
            assert 'href="/peg/static/style.css"' in client.get(path).text
            assert (
                client.get(f"{path}static/style.css").status_code == client.get(f"{path}api/games").status_code == 200
            )
        assert client.get("/peg/openapi.json").json()["servers"] == [{"url": "/peg"}]


def test_schemathesis_finds_nothing(server, tmp_path):
    """Streams of events are left out: those of a match that it has made would never end."""
    command = [
        "--config-file",
        str(SCHEMATHESIS_SETTINGS),
        "run",
        f"{server.url}/openapi.json",
        "--max-examples",
        "3",
        "--seed",
        "1",
        "--exclude-path-regex",
        "/events$",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "schemathesis.cli", *command, "--no-color"],
        capture_output=True, text=True, cwd=tmp_path, timeout=800,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr
    assert "Operations:       40 selected / 42 total" in done.stdout
