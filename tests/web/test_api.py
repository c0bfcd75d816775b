"""The API: what it answers, who may do what, and that nothing tells a secret before its game is over."""

import builtins
import hashlib
import io
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields

import httpx
import pytest

from blackpeg import BlackpegError, Game
from blackpeg.puzzles.sealed_codes import seal
from blackpeg.strategies import STRATEGIES, class_of
from blackpeg.web.jobs import next_guess


def began(client, **what):
    answer = client.post("/api/games", json=what)
    assert answer.status_code == 201, answer.text
    return answer.json()


def sealed(secret, game="4x6"):
    """What begins a game with this secret, so that no guess is right by accident."""
    return {"code": seal(Game.parse(game), Game.parse(game).code(secret))}


def guessed(client, game, code, turn=None):
    turn = turn or len(client.get(f"/api/games/{game['id']}").json()["turns"]) + 1
    return client.post(f"/api/games/{game['id']}/turns", json={"turn": turn, "guess": code})


@pytest.mark.parametrize("name", ["needle", "entropy"])
def test_next_needs_nobody(client, name):
    history = [{"guess": "1122", "feedback": "1b1w"}]
    body = {"game": "4x6", "history": history, "strategy": name, "top": 5, "seed": 0}
    answer = httpx.post(f"{client.base_url}/api/next", json=body, timeout=150)
    told = answer.json()
    assert answer.status_code == 200 and "set-cookie" not in answer.headers
    assert set(told) == {"guess", "candidates", "ranking", "sample", "seed"} and len(told["guess"]) == 4
    assert told["candidates"] == 208  # of 1296, by the definition: see test_position
    assert (told["sample"], told["seed"]) == (None, 0)
    bits = [row["bits"] for row in told["ranking"]]
    assert len(bits) == 5 and bits == sorted(bits, reverse=True)


@pytest.mark.parametrize(
    ("path", "body", "status", "said"),
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
def test_an_error_is_one_sentence(client, path, body, status, said):
    answer = client.post(path, json=body)
    assert answer.status_code == status
    assert set(answer.json()) == {"error"} and said in answer.json()["error"]
    assert "\n" not in answer.json()["error"]


def test_next_says_where_a_sample_judges(client):
    body = {"game": "8x12", "history": [{"guess": "11223344", "feedback": "1b1w"}], "strategy": "random", "seed": 3}
    told = client.post("/api/next", json=body).json()
    assert (told["candidates"], told["sample"], told["seed"]) == (48692288, 2000, 3)


def test_no_strategy_reads_a_file(client, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)  # whoever opens it waits for good
    for path in ("/etc/passwd", pipe, ""):
        word = f"optimal(tree='{path}')"
        for answer in (
            client.post("/api/next", json={"game": "4x6", "strategy": word}),
            client.get("/api/watch", params={"game": "4x6", "secret": "1234", "strategy": word}),
            client.get("/api/compare", params={"game": "4x6", "strategy": ["entropy", word]}),
        ):
            assert answer.status_code == 422
            assert answer.json() == {"error": "a strategy that reads a file is not played here; leave out tree"}


@pytest.mark.parametrize("name", STRATEGIES)
def test_no_word_that_a_strategy_takes_is_opened(name, monkeypatch, tmp_path):
    opened, really = [], open
    for module in (io, builtins):
        monkeypatch.setattr(
            module, "open", lambda file, *words, **more: opened.append(file) or really(file, *words, **more)
        )
    path = tmp_path / "file"
    for field in fields(class_of(name)):
        if field.default is None or isinstance(field.default, str):
            with pytest.raises(BlackpegError):
                next_guess("4x6", [], f"{name}({field.name}='{path}')", 1, 0)
    assert str(path) not in map(str, opened)


def test_what_is_not_for_an_address(client):
    answer = client.delete("/api/games")
    assert answer.status_code == 405 and answer.headers["allow"] == "GET, POST"
    for query, said in (("strategy=nix", "did you mean"), ("strategy=entropy&secret=12345", "5 pegs")):
        answer = client.get(f"/api/watch?game=4x6&secret=1234&{query}")
        assert answer.status_code == 422 and said in answer.json()["error"]
    answer = client.post("/api/next", data={"game": "4x6"})  # as a form of another site would
    assert answer.status_code == 422 and "application/json" in answer.json()["error"]


def test_contradictions_name_their_turns(client):
    history = [{"guess": "1122", "feedback": "2b2w"}, {"guess": "3344", "feedback": "2b0w"}]
    answer = client.post("/api/next", json={"game": "4x6", "history": history})
    assert answer.status_code == 422 and answer.json()["turns"] == [1, 2]
    known = client.post("/api/positions", json={"game": "4x6", "history": history}).json()
    assert known["turns"] == [1, 2] and known["candidates"] == 0 and not known["solved"]
    assert client.post("/api/positions", json={"game": "4x6"}).json()["candidates"] == 6**4


def test_a_whole_game_and_its_commitment(client):
    assert began(client, level="easy")["game"] == "4x6-distinct"
    game = began(client, **sealed("4316", "4x6-distinct"))
    assert game["secret"] is None and len(game["commitment"]) == 64
    first = guessed(client, game, "1234").json()
    assert first["turns"][0]["guess"] == "1234"
    over = client.post(f"/api/games/{game['id']}/end").json()
    assert over["state"] == "given up"
    text = f"{over['nonce']} {over['game']} {over['secret']}"
    assert hashlib.sha256(text.encode()).hexdigest() == game["commitment"]
    assert over["secret"] == "4316" and over["turns"][0]["feedback"] == "0b3w"  # 1, 3 and 4 are elsewhere
    again = guessed(client, game, "1234", 2)
    assert again.status_code == 409 and "over" in again.json()["error"]
    assert client.post(f"/api/games/{game['id']}/end").status_code == 409


def test_solved_games_are_solved(client):
    friend = client.post("/api/challenges", json={"game": "4x6", "secret": "6543"}).json()
    own = client.post("/api/games", json={"challenge": friend["id"]})
    assert own.status_code == 409  # who set the code knows it
    with httpx.Client(base_url=client.base_url, timeout=150) as other:
        told = other.get(f"/api/challenges/{friend['id']}")
        assert told.json() == {"id": friend["id"], "game": "4x6", "yours": False}
        game = began(other, challenge=friend["id"])
        assert guessed(other, game, "3456").json()["turns"][0]["feedback"] == "0b4w"
        over = guessed(other, game, "6543").json()
        assert over["state"] == "solved" and over["secret"] == "6543" and "6543" not in over["summary"]
        review = other.get(f"/api/games/{game['id']}/review").json()
        assert [turn["guess"] for turn in review["turns"]] == ["3456", "6543"]
        (stats,) = other.get("/api/statistics").json()
        assert (stats["played"], stats["solved"], stats["average"]) == (1, 1, 2.0)
        assert abs(stats["optimum"] - 5625 / 1296) < 1e-5  # Koyama & Lai 1993


def test_a_code_sealed_in_the_terminal(client):
    game = began(client, **sealed("6543"))
    assert (game["origin"], game["secret"]) == ("friend", None)
    assert guessed(client, game, "6543").json()["state"] == "solved"


def test_only_who_started_a_game_can_move(client):
    game = began(client, **sealed("6543"))
    guessed(client, game, "1122")
    with httpx.Client(base_url=client.base_url, timeout=150) as stranger:
        began(stranger, game="4x6")  # with a cookie of their own
        seen = stranger.get(f"/api/games/{game['id']}").json()
        assert not seen["yours"] and len(seen["turns"]) == 1 and seen["secret"] is None
        for path, body in (
            ("turns", {"turn": 2, "guess": "3344"}), ("end", None), ("hints", {"step": "candidates"}),
        ):  # fmt: skip
            answer = stranger.post(f"/api/games/{game['id']}/{path}", json=body)
            assert answer.status_code == 409 and "not your game" in answer.json()["error"]
        stranger.cookies.clear()
        stranger.cookies.set("blackpeg", "made.up")
        assert stranger.post(f"/api/games/{game['id']}/end").status_code == 409
    assert len(game["id"]) >= 22  # 128 bits
    cookie = httpx.post(f"{client.base_url}/api/games", json={"game": "4x6"}).headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie


@pytest.mark.parametrize("codemaker", ["honest", "adversary"])
def test_moves_can_not_race(client, codemaker):
    game = began(client, game="4x6", codemaker=codemaker)
    codes = [f"{a}{b}{a}{b}" for a in range(1, 7) for b in range(1, 5)]
    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(lambda code: guessed(client, game, code, 1), codes))
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * (len(codes) - 1)
    won = next(answer.json() for answer in answers if answer.status_code == 201)
    assert client.get(f"/api/games/{game['id']}").json()["turns"] == won["turns"] and len(won["turns"]) == 1


def test_the_daily_puzzle_is_one_game(client):
    with ThreadPoolExecutor(4) as pool:
        began(client, game="4x6")
        answers = list(pool.map(lambda _: client.post("/api/games", json={"daily": True}), range(8)))
    assert {answer.status_code for answer in answers} <= {200, 201}
    assert len({answer.json()["id"] for answer in answers}) == 1
    with httpx.Client(base_url=client.base_url, timeout=150) as other:
        mine, theirs = (guessed(one, began_daily(one), "1122").json() for one in (client, other))
        assert mine["turns"] == theirs["turns"] and mine["id"] != theirs["id"]


def began_daily(client):
    return client.post("/api/games", json={"daily": True}).json()


def test_the_adversary_tells_how_many_are_left(client):
    game = began(client, game="4x6", codemaker="adversary")
    assert game["commitment"] is None
    turn = guessed(client, game, "1122").json()["turns"][0]
    assert (turn["feedback"], turn["left"]) == ("0b0w", 256)  # 4^4 codes without 1 and 2: Knuth's largest part
    over = client.post(f"/api/games/{game['id']}/end").json()
    assert not set(over["secret"]) & set("12")  # a code that fits


def test_a_game_from_a_position(client):
    history = [{"guess": "1122", "feedback": "0b0w"}, {"guess": "3344", "feedback": "0b0w"}]
    game = began(client, game="4x6", history=history)
    assert game["given"] == 2 and len(game["turns"]) == 2
    over = client.post(f"/api/games/{game['id']}/end").json()
    assert set(over["secret"]) <= set("56")
    bad = [{"guess": "1122", "feedback": "4b0w"}]
    assert client.post("/api/games", json={"game": "4x6", "history": bad}).status_code == 422


def test_hints_in_steps(client):
    game = began(client, game="4x6", history=[{"guess": "1122", "feedback": "0b0w"}])
    ask = lambda **body: client.post(f"/api/games/{game['id']}/hints", json=body)  # noqa: E731
    assert ask(step="consistent").status_code == 422  # about which guess?
    told = ask(step="consistent", guess="1345").json()
    assert told["turns"] == [1] and "turn 1" in told["text"]
    assert ask(step="candidates").json()["candidates"] == 256
    assert len(ask(step="guess").json()["guess"]) == 4
    assert client.get(f"/api/games/{game['id']}").json()["hints"] == 3


def test_a_secret_stays_secret(tmp_path, server_of):
    """With twelve pegs no text has the secret in it by accident."""
    server = server_of(tmp_path / "data")
    seen = []
    with server.client() as client:
        client.event_hooks["response"] = [lambda answer: answer.read()]
        game = began(client, game="12x16")
        friend = client.post("/api/challenges", json={"game": "12x16", "secret": "123456789abc"})
        for code in ("111222333444", "555666777888"):
            seen.append(guessed(client, game, code))
        paths = ("/api/games", "/", f"/play/{game['id']}", f"/review/{game['id']}", f"/api/games/{game['id']}/review")
        seen += [client.get(path) for path in (*paths, f"/api/games/{game['id']}", "/api/statistics")]
        seen.append(client.post(f"/api/games/{game['id']}/hints", json={"step": "consistent", "guess": "123456789abc"}))
        seen.append(client.post(f"/api/games/{game['id']}/turns", json={"turn": 9, "guess": "x"}))
        for answer in (friend, client.get(f"/api/challenges/{friend.json()['id']}")):
            assert "123456789abc" not in answer.text + str(answer.headers)
        secret = client.post(f"/api/games/{game['id']}/end").json()["secret"]
    assert len(secret) == 12
    for answer in seen:
        assert secret not in answer.text + str(answer.headers)
    assert secret not in server.stop()


def test_nothing_is_too_large_or_too_open(client):
    answer = client.post("/api/next", content=b" " * 100_000, headers={"content-type": "application/json"})
    assert answer.status_code == 413 and "error" in answer.json()
    for path in ("/", "/api/games", "/static/style.css", "/nothing"):
        headers = client.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff" and headers["x-frame-options"] == "DENY"
        assert "access-control-allow-origin" not in headers
    assert client.get("/static/../server.py").status_code == 404


def test_cors_is_for_those_who_are_named(tmp_path, server_of):
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


def test_studies_are_there(client):
    names = {row["name"] for row in client.get("/api/studies").json()}
    assert {"classics", "players"} <= names
    assert client.get("/api/studies/classics").status_code == 404  # nothing is played
    assert client.get("/api/studies/nothing").status_code == 404


def test_a_comparison_streams(client):
    query = {"game": "3x3", "strategy": ["entropy", "random"], "games": 20, "seed": 1}
    with client.stream("GET", "/api/compare", params=query) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        lines = [line for line in answer.iter_lines() if line.startswith("data: ")]
    assert '"type": "end"' in lines[-1] and '"played": 20' in lines[-1]


def test_visitors_have_limits(client):
    began(client, game="4x6")
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: client.get("/api/games"), range(400)))
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused and {answer.status_code for answer in answers} == {200, 429}
    assert all(int(answer.headers["retry-after"]) >= 1 for answer in refused)
