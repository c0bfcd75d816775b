"""The server and its data: killed and started again, with a folder that can't be used, under a flood."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from blackpeg import Game
from blackpeg.errors import BlackpegError
from blackpeg.puzzles.sealed_codes import seal
from blackpeg.web.store import OPEN, Conflict, Played, Store, Turn
from blackpeg.web.workers import Busy, Lane, Overtime, Pool

SEALED = {"code": seal(Game(4, 6), Game(4, 6).code("6543"))}  # begins a game that no guess here breaks


def test_games_survive_kill_9(tmp_path, server_of):
    server = server_of(tmp_path / "data")
    with server.client() as client:
        game = client.post("/api/games", json=SEALED).json()
        address, turns = f"/api/games/{game['id']}", []
        for turn, code in enumerate(("1122", "3344"), 1):
            turns = client.post(f"{address}/turns", json={"turn": turn, "guess": code}).json()["turns"]
            server.kill()
            server.start()
            assert client.get(address).json()["turns"] == turns
        over = client.post(f"{address}/end").json()  # the same visitor, and the same commitment
        assert over["state"] == "given up" and over["commitment"] == game["commitment"]


def serve(*words: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "blackpeg", "serve", "--port", "0", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_a_folder_that_can_not_be_used_is_told_in_one_sentence(tmp_path):
    (tmp_path / "torn").mkdir()
    (tmp_path / "torn" / "web.db").write_bytes(b"SQLite format 3\0" + os.urandom(5000))
    (tmp_path / "other").mkdir()
    with sqlite3.connect(tmp_path / "other" / "web.db") as db:
        db.execute("CREATE TABLE mine (x)")
    (tmp_path / "file").write_text("no folder")
    done = serve("--data", str(tmp_path / "torn"))
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert done.stderr.startswith("blackpeg: ") and str(tmp_path / "torn") in done.stderr
    for folder in ("other", "file"):
        with pytest.raises(BlackpegError, match=folder):
            Store(tmp_path / folder / "web.db")


def test_a_page_in_the_middle_that_is_damaged_is_found(tmp_path):
    store = Store(tmp_path / "web.db")
    for k in range(300):
        store.begin(Played(f"game{k}", "me", "4x6", "honest", "new", "1234", b"", "", 0, OPEN, 0, float(k), None))
    store.close()
    with (tmp_path / "web.db").open("r+b") as file:
        file.seek(5 * 4096)
        file.write(os.urandom(4096))
    with pytest.raises(BlackpegError, match=r"web\.db can't be used"):
        Store(tmp_path / "web.db")


def test_read_only_data_is_told(tmp_path, monkeypatch):
    """As root nothing is read-only, so SQLite is told to open it that way."""
    Store(tmp_path / "web.db").close()
    real = sqlite3.connect
    read_only = lambda path, **more: real(f"{path.as_uri()}?mode=ro", uri=True, **more)  # noqa: E731
    monkeypatch.setattr(sqlite3, "connect", read_only)
    with pytest.raises(BlackpegError, match="readonly"):
        Store(tmp_path / "web.db")


def test_turns_are_made_once(tmp_path):
    store = Store(tmp_path / "web.db")
    game = Played("id", "me", "4x6", "honest", "new", "1234", b"", "", 0, OPEN, 0, 0.0, None)
    store.begin(game)
    store.add(game, Turn(1, "1122", "1b1w", None), False)
    for turn in (Turn(1, "3344", "1b1w", None), Turn(3, "3344", "1b1w", None)):
        with pytest.raises(Conflict):
            store.add(game, turn, False)
    store.add(game, Turn(2, "1234", "4b0w", None), True)
    with pytest.raises(Conflict, match="over"):
        store.add(game, Turn(3, "1234", "4b0w", None), True)
    assert [turn.guess for turn in store.game("id").turns] == ["1122", "1234"]


def test_a_port_in_use_is_told(tmp_path, server_of):
    port = server_of(tmp_path / "data").port
    done = serve("--port", str(port), "--data", str(tmp_path / "data"))
    assert done.returncode == 2 and f"port {port} can't be used" in done.stderr


def test_workers_end_when_time_is_up_and_others_go_on():
    async def tried():
        pool = Pool({"heavy": Lane(1, waiting=1, each=2, seconds=6), "spare": Lane(0, 9, 9, 9)})
        pool.start()
        first = ("4x6", [], "lexicographic", 1, 0)
        assert (await pool.run("heavy", "next", *first))["guess"] == "1111"  # compiled, if it was not yet
        pool._compiling = False
        slow = [asyncio.create_task(pool.run("heavy", "compare", "6x9", ["random"], 10**6, k, 20)) for k in range(4)]
        told = await asyncio.gather(*slow, return_exceptions=True)
        assert [type(one) for one in told] == [Overtime, Overtime, Busy, Busy]  # one runs, one waits
        assert (await pool.run("heavy", "next", *first))["guess"] == "1111"
        own = [asyncio.create_task(pool.run("heavy", "next", *first, visitor="me")) for _ in range(3)]
        told = await asyncio.gather(*own, return_exceptions=True)
        assert sum(isinstance(one, Busy) for one in told) == 1  # of one visitor at most two at a time
        pool.stop()

    with ThreadPoolExecutor(1) as apart:  # the browser's own loop runs in this thread
        apart.submit(asyncio.run, tried()).result()


def test_a_flood_of_heavy_requests_gets_429(server_of, tmp_path):
    server = server_of(tmp_path / "data")
    with server.client() as client, ThreadPoolExecutor(20) as pool:
        heavy = [pool.submit(client.post, "/api/next", json={"game": "6x9", "seed": k}) for k in range(20)]
        game = client.post("/api/games", json=SEALED).json()
        for turn in range(1, 6):
            answer = client.post(f"/api/games/{game['id']}/turns", json={"turn": turn, "guess": "1122"})
            assert answer.status_code == 201
        codes = [one.result().status_code for one in heavy]
    assert set(codes) <= {200, 422, 429} and 429 in codes
