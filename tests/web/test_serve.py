"""`blackpeg serve`: killed and started again, with a folder or a port that can't be used, with too many connections."""

import os
import resource
import socket
import sqlite3
import subprocess
import sys

import pytest

from blackpeg import BlackpegError, Game
from blackpeg.puzzles.sealed_codes import seal
from blackpeg.web.store import Store

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


def serve(*options: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "blackpeg", "serve", "--port", "0", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_a_folder_that_can_not_be_used_is_an_error_of_one_sentence(tmp_path):
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


def test_a_port_in_use_is_an_error(tmp_path, server_of):
    port = server_of(tmp_path / "data").port
    done = serve("--port", str(port), "--data", str(tmp_path / "data"))
    assert done.returncode == 2 and f"port {port} can't be used" in done.stderr


def test_half_sent_requests_do_not_use_up_all_files(tmp_path, server_of):
    server = server_of(tmp_path / "data")
    with server.client() as client:
        client.post("/api/next", json={"game": "4x6"})  # the workers are there
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (300, 300))
        half = []
        try:
            for _ in range(500):
                half.append(socket.create_connection(("127.0.0.1", server.port)))
                half[-1].sendall(b"POST /api/next HTTP/1.1\r\n")
            with server.client() as another:
                assert another.get("/").status_code == 200
                answer = another.post("/api/next", json={"game": "4x6", "strategy": "lexicographic"})
                assert answer.json()["guess"] == "1111"
        finally:
            for one in half:
                one.close()
    assert len(server.stop()) < 20_000  # the log
