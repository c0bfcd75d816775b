"""How fast lists are for somebody with many games: `python benchmarks/many_games.py` starts a server and asks it.

A visitor has 10,000 finished games of six turns, 2,000 codes for friends and 2,000 matches; a stranger has one game.
What pages ask for is asked by the stranger alone, then by both at the same time.
"""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date, timedelta
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

import httpx

GAMES, CODES, MATCHES, DAYS = 10_000, 2_000, 2_000, 300
ROUNDS = 20
PAUSE_SECONDS = 0.2  # between two requests; a visitor may ask 20 times a second
ASKED = {
    "the first page": "/",
    "today's puzzle": "/api/daily",
    "games": "/api/games",
    "older games": "/api/games?before={}",
    "statistics": "/api/statistics",
    "codes for friends": "/api/challenges",
    "matches": "/api/matches",
}


def fill(path: Path, visitor_game: str) -> str:
    """Stores games, codes and matches of the visitor who began this game; returns the id of one in the middle."""
    with closing(sqlite3.connect(path, timeout=60)) as db, db:
        (owner,) = db.execute("SELECT owner FROM games WHERE id = ?", (visitor_game,)).fetchone()
        for k in range(GAMES):
            origin = f"daily {date(2026, 1, 1) - timedelta(days=k)}" if k < DAYS else "new"
            row = (
                f"game{k}",
                owner,
                "4x6",
                "honest",
                origin,
                "6543",
                b"",
                "",
                0,
                "solved",
                0,
                k,
                k + 60,
                None,
                f"s{k}",
            )
            db.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(row))})", row)
            turns = [(f"game{k}", turn, "1122", "0b0w", 100, k + turn) for turn in range(1, 6)]
            turns.append((f"game{k}", 6, "6543", "4b0w", 1, k + 6))
            db.executemany("INSERT INTO turns VALUES (?, ?, ?, ?, ?, ?)", turns)
        for k in range(CODES):
            db.execute("INSERT INTO challenges VALUES (?, ?, '4x6', '6543', ?, NULL)", (f"code{k}", owner, k))
            db.execute("INSERT INTO challenge_games VALUES (?, ?)", (f"game{k}", f"code{k}"))
        for k in range(MATCHES):
            match = (f"match{k}", owner, k, k)
            db.execute("INSERT INTO matches VALUES (?, 'duel', ?, '4x6', 1, 15, '6543', ?, ?, NULL)", match)
            for seat, (player, game) in enumerate(((owner, f"game{5000 + k}"), (f"other{k}", f"game{7000 + k}"))):
                db.execute("INSERT INTO match_players VALUES (?, ?, ?, 'Ada')", (f"match{k}", seat, player))
                db.execute("INSERT INTO match_rounds VALUES (?, 1, ?, NULL, ?)", (f"match{k}", seat, game))
    return f"game{GAMES // 2}"


@contextmanager
def serve(data: str) -> Iterator[str]:
    command = [sys.executable, "-m", "blackpeg", "serve", "--port", "0", "--data", data]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found is not None
        yield found[0]
    finally:
        server.terminate()
        server.wait()


def ask(client: httpx.Client, middle: str) -> dict[str, list[float]]:
    """Returns the milliseconds of each answer."""
    times: dict[str, list[float]] = {name: [] for name in ASKED}
    pause = threading.Event()
    for _ in range(ROUNDS):
        for name, path in ASKED.items():
            start = perf_counter()
            client.get(path.format(middle)).raise_for_status()
            times[name].append(1000 * (perf_counter() - start))
            pause.wait(PAUSE_SECONDS)
    return times


def show(who: str, times: dict[str, list[float]]) -> None:
    print(f"\n{who}, in ms:")
    for name, all_of_them in times.items():
        print(f"  {name:20} median {median(all_of_them):6.1f}   95 % {quantiles(all_of_them, n=20)[-1]:6.1f}")


def main() -> None:
    with tempfile.TemporaryDirectory() as data, serve(data) as url:
        visitor, stranger = (httpx.Client(base_url=url, timeout=60) for _ in range(2))
        begun = [one.post("api/games", json={"game": "4x6"}).json()["id"] for one in (visitor, stranger)]
        middle = fill(Path(data) / "web.db", begun[0])
        print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; {ROUNDS} rounds")
        stranger.get("/api/statistics").raise_for_status()  # when it answers, there are workers
        show("the stranger alone", ask(stranger, begun[1]))
        found: dict[str, list[float]] = {}
        beside = threading.Thread(target=lambda: found.update(ask(visitor, middle)))
        beside.start()
        times = ask(stranger, begun[1])
        beside.join()
        show("the stranger, while the visitor asks", times)
        show(f"the visitor with {GAMES:,} games", found)
        print(f"\nload {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
