"""Load test of the web app: `python benchmarks/load.py` starts a server on this machine and measures its moves.

Fifty programs ask for 8x12 guesses without a pause while ten people play 4x6; then two hundred people play at once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from time import perf_counter


class Client:
    """A visitor: one connection that stays open, and one cookie."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie = port, ""
        self.reader: asyncio.StreamReader | None = None

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, dict, dict]:
        if self.reader is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        content = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(content)}"]
        lines += ["Content-Type: application/json"] if body is not None else []
        lines += [f"Cookie: {self.cookie}"] if self.cookie else []
        self.writer.write("\r\n".join([*lines, "", ""]).encode() + content)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {k.lower(): v for k, _, v in (line.partition(": ") for line in head[1:] if line)}
        answer = await self.reader.readexactly(int(headers["content-length"]))
        if "set-cookie" in headers:
            self.cookie = headers["set-cookie"].partition(";")[0]
        return int(head[0].split()[1]), json.loads(answer), headers


async def play(
    port: int, seconds: float, times: list[float], codes: Counter[int], lost: list[str], pace: float
) -> None:
    """Plays 4x6, a move about every `pace` seconds, and checks that every move was stored."""
    client, end = Client(port), perf_counter() + seconds
    await asyncio.sleep(random.random() * pace)
    while perf_counter() < end:
        status, game, _ = await client.ask("POST", "/api/games", {"game": "4x6"})
        codes[status] += 1
        if status != 201:
            await asyncio.sleep(1)
            continue
        played: list[str] = []
        while perf_counter() < end and len(played) < 12:
            await asyncio.sleep(pace * (0.5 + random.random()))
            code = "".join(random.choices("123456", k=4))
            start = perf_counter()
            status, answer, _ = await client.ask(
                "POST", f"/api/games/{game['id']}/turns", {"turn": len(played) + 1, "guess": code}
            )
            times.append(perf_counter() - start)
            codes[status] += 1
            if status == 201:
                played.append(code)
                if answer["state"] != "open":
                    break
        _, stored, _ = await client.ask("GET", f"/api/games/{game['id']}")
        if [turn["guess"] for turn in stored["turns"]] != played:
            lost.append(game["id"])


async def flood(port: int, seconds: float, codes: Counter[int], retry_after: list[int]) -> None:
    """Asks for 8x12 guesses, ten times a second or as often as they are answered."""
    client, end = Client(port), perf_counter() + seconds
    await client.ask(
        "POST", "/api/games", {"game": "4x6"}
    )  # gets a cookie, so that each client is a visitor of its own
    history = [{"guess": "11223344", "feedback": "2b2w"}, {"guess": "11556677", "feedback": "1b3w"}]
    while perf_counter() < end:
        body = {"game": "8x12", "history": history, "seed": random.randrange(10**6)}
        status, _, headers = await client.ask("POST", "/api/next", body)
        codes[status] += 1
        if status == 429:
            retry_after.append(int(headers["retry-after"]))
        await asyncio.sleep(0.1)


def describe_times(times: list[float]) -> str:
    times = sorted(times)
    at = [1000 * times[min(len(times) - 1, int(share * len(times)))] for share in (0.5, 0.95, 0.99)]
    return f"{len(times):,} moves: median {at[0]:.0f} ms, 95th percentile {at[1]:.0f} ms, 99th {at[2]:.0f} ms"


async def measure(port: int, seconds: float) -> bool:
    """Prints how long moves took; returns whether the server was fast, failed at nothing and lost no move."""
    times, codes, lost = list[float](), Counter[int](), list[str]()
    heavy, retry_after = Counter[int](), list[int]()
    await asyncio.gather(
        *(flood(port, seconds, heavy, retry_after) for _ in range(50)),
        *(play(port, seconds, times, codes, lost, 0.5) for _ in range(10)),
    )
    print(f"50 clients ask for 8x12 guesses, 10 people play 4x6: {describe_times(times)}; {describe_codes(codes)}")
    waits = f"Retry-After {min(retry_after, default=0)} to {max(retry_after, default=0)} s"
    print(f"  the 8x12 guesses: {describe_codes(heavy)}; {waits}")
    fast = sorted(times)[int(0.95 * len(times))] < 0.3 and 429 in heavy
    good = not lost and not has_server_error(codes) and not has_server_error(heavy)
    times, codes, lost = [], Counter(), []
    await asyncio.gather(*(play(port, seconds, times, codes, lost, 1.0) for _ in range(200)))
    print(
        f"200 people play 4x6 at once: {describe_times(times)}; {describe_codes(codes)}; {len(lost)} games lost a move"
    )
    return fast and good and not lost and not has_server_error(codes)


def describe_codes(codes: Counter[int]) -> str:
    return ", ".join(f"{count:,} answered {code}" for code, count in sorted(codes.items()))


def has_server_error(codes: Counter[int]) -> bool:
    return any(code >= 500 for code in codes)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20, help="of each of the two parts")
    seconds = parser.parse_args().seconds
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "blackpeg",
            "serve",
            "--port",
            "0",
            "--data",
            str(Path(folder) / "data"),
        ]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            port = int(re.search(r":(\d+)", server.stdout.readline())[1])  # type: ignore[index]
            asyncio.run(wait_for_workers(port))
            return 0 if asyncio.run(measure(port, seconds)) else 1
        finally:
            server.terminate()
            server.wait()


async def wait_for_workers(port: int) -> None:
    """Returns when a light and a heavy job were answered."""
    for game in ("4x6", "8x12"):
        await Client(port).ask("POST", "/api/next", {"game": game})


if __name__ == "__main__":
    sys.exit(main())
