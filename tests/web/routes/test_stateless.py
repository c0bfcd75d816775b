"""The next guess, positions and comparisons over HTTP."""

import os

import httpx
import pytest


@pytest.mark.parametrize("name", ["needle", "entropy"])
def test_next_needs_no_cookie(client, name):
    history = [{"guess": "1122", "feedback": "1b1w"}]
    body = {"game": "4x6", "history": history, "strategy": name, "top": 5, "seed": 0}
    answer = httpx.post(f"{client.base_url}/api/next", json=body, timeout=150)
    advice = answer.json()
    assert answer.status_code == 200 and "set-cookie" not in answer.headers
    assert set(advice) == {"guess", "candidates", "ranking", "sample", "seed"} and len(advice["guess"]) == 4
    assert advice["candidates"] == 208  # of 1296, by the definition: see test_position
    assert (advice["sample"], advice["seed"]) == (None, 0)
    bits = [row["bits"] for row in advice["ranking"]]
    assert len(bits) == 5 and bits == sorted(bits, reverse=True)


def test_next_says_the_size_of_its_sample(client):
    body = {"game": "8x12", "history": [{"guess": "11223344", "feedback": "1b1w"}], "strategy": "random", "seed": 3}
    advice = client.post("/api/next", json=body).json()
    assert (advice["candidates"], advice["sample"], advice["seed"]) == (48692288, 2000, 3)


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


def test_levels_begin_with_the_first_guesses_of_the_students_game(client):
    """ "0123 pel nivell de dificultat fàcil, 0012 pel nivell mitjà i 00011 pel nivell difícil", colors from 1 here."""
    rows = client.get("/api/levels").json()
    assert [(row["level"], row["game"]) for row in rows] == [
        ("easy", "4x6-distinct"), ("medium", "4x6"), ("hard", "5x8"),
    ]  # fmt: skip
    for row, first in zip(rows, ("1234", "1123", "11122"), strict=True):
        body = {"game": row["game"], "strategy": row["strategy"], "seed": 3}
        assert client.post("/api/next", json=body).json()["guess"] == first
        assert first in row["about"]


def test_no_strategy_is_imported_for_a_visitor(client):
    for word in ("antigravity:Mine", "blackpeg.strategies.one_step:Entropy", " os : system (a=1)"):
        for answer in (
            client.post("/api/next", json={"game": "4x6", "strategy": word}),
            client.get("/api/watch", params={"game": "4x6", "secret": "1234", "strategy": word}),
            client.get("/api/compare", params={"game": "4x6", "strategy": ["entropy", word]}),
        ):
            assert answer.status_code == 422
            assert answer.json() == {"error": "a strategy is asked for by its name here, not by a module and a class"}


def test_contradictions_name_their_turns(client):
    history = [{"guess": "1122", "feedback": "2b2w"}, {"guess": "3344", "feedback": "2b0w"}]
    answer = client.post("/api/next", json={"game": "4x6", "history": history})
    assert answer.status_code == 422 and answer.json()["turns"] == [1, 2]
    known = client.post("/api/positions", json={"game": "4x6", "history": history}).json()
    assert known["turns"] == [1, 2] and known["candidates"] == 0 and not known["solved"]
    assert client.post("/api/positions", json={"game": "4x6"}).json()["candidates"] == 6**4


def test_a_comparison_streams(client):
    query = {"game": "3x3", "strategy": ["entropy", "random"], "games": 20, "seed": 1}
    with client.stream("GET", "/api/compare", params=query) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        lines = [line for line in answer.iter_lines() if line.startswith("data: ")]
    assert '"type": "end"' in lines[-1] and '"played": 20' in lines[-1]


def test_games_are_watched_up_to_64x64(client):
    code = ",".join(str(color) for color in range(1, 65))
    for game, strategy, secret, what in (
        ("65x6", "needle", "1" * 65, "65x6 is too large to be watched here; games go up to 64x64"),
        ("64x64", "minimax", code, "64x64 has 3.94e+115 codes, and this strategy tries at most"),
        ("64x64", "needle", "1,2,3", "it has 3 pegs, not 64"),
        ("64x64", "needle", code.replace("64", "65"), "no color '65', only 1 to 64"),
    ):
        answer = client.get("/api/watch", params={"game": game, "strategy": strategy, "secret": secret})
        assert answer.status_code == 422 and what in answer.json()["error"]
    rows = client.get("/api/strategies", params={"game": "64x64"}).json()
    supported = {row["name"]: row["supported"] for row in rows}
    assert supported["needle"] and not supported["minimax"]
    assert client.post("/api/next", json={"game": "13x6"}).status_code == 422  # boards stay as large as they were
