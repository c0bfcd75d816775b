"""Load test of the web app: `python benchmarks/load.py` starts a server here and measures how it serves honest people.

While others ask for the most expensive things they may, alone, as forty visitors of one address or of forty, hold
connections half open, or never read what they asked for, some people play: moves against a secret, moves against an
adversary at 4x6 and 5x8, hints at both sizes. Then two hundred people play at once. `--soak` goes on for longer, and
also watches the server's memory, files and log.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from time import perf_counter
from typing import ClassVar

LIMITS = {"move": 0.1, "adversary 4x6": 1.0, "adversary 5x8": 1.0, "hint 4x6": 1.0, "hint 5x8": 1.0}  # 95th percentile
PARTS = [
    "quiet", "contradictions", "reviews", "one", "school", "forty", "shows", "silent", "half-open", "hints", "players",
]  # fmt: skip
HOME = "127.0.0.1"
FORK = get_context("fork")
LOST = (ConnectionError, asyncio.IncompleteReadError, TimeoutError)


class Client:
    """A visitor: one connection that stays open, and one cookie."""

    answered: ClassVar[Counter[int]] = Counter()  # of all visitors, by status

    def __init__(self, port: int, address: str = HOME) -> None:
        self.port, self.address, self.cookie = port, address, ""
        self.reader: asyncio.StreamReader | None = None

    async def send(self, method: str, path: str, body: object = None) -> None:
        if self.reader is None:
            self.reader, self.writer = await asyncio.open_connection(HOME, self.port, local_addr=(self.address, 0))
        content = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(content)}"]
        lines += ["Content-Type: application/json"] if body is not None else []
        lines += [f"Cookie: {self.cookie}"] if self.cookie else []
        self.writer.write("\r\n".join([*lines, "", ""]).encode() + content)

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, dict]:
        """Returns the status of an answer and its content; 0 if the connection was closed."""
        try:
            await self.send(method, path, body)
            assert self.reader is not None
            head = (await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), 120)).decode().split("\r\n")
            headers = {k.lower(): v for k, _, v in (line.partition(": ") for line in head[1:] if line)}
            if "set-cookie" in headers:
                self.cookie = headers["set-cookie"].partition(";")[0]
            if "content-length" not in headers:  # a stream: read to its end
                while b"data: " not in (line := await self.reader.readline()) or b'"end"' not in line:
                    if not line:
                        raise ConnectionError
                raise ConnectionError  # and ask for the next thing on another connection
            content = await self.reader.readexactly(int(headers["content-length"]))
            status = int(head[0].split()[1])
            self.answered[status] += 1
            return status, json.loads(content) if "json" in headers.get("content-type", "") else {}
        except LOST:
            self.close()
            self.answered[0] += 1
            return 0, {}

    def close(self) -> None:
        if self.reader is not None:
            self.writer.transport.abort()
        self.reader = None


class Results:
    """What honest people saw: seconds by kind of request, statuses, and games that lack a move."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = defaultdict(list)
        self.statuses, self.lost = Counter[int](), list[str]()
        self.unlimited = list[str]()  # kinds of which everybody asks for much, and gets a fair share

    async def ask(self, kind: str, client: Client, method: str, path: str, body: object = None) -> tuple[int, dict]:
        start = perf_counter()
        status, answer = await client.ask(method, path, body)
        self.times[kind].append(perf_counter() - start)
        self.statuses[status] += 1
        return status, answer

    def good(self) -> bool:
        limits = {kind: limit for kind, limit in LIMITS.items() if self.times[kind] and kind not in self.unlimited}
        slow = [kind for kind, limit in limits.items() if self.percentile(kind, 0.95) >= limit]
        return not slow and not self.lost and not any(status == 0 or status >= 429 for status in self.statuses)

    def percentile(self, kind: str, share: float) -> float:
        times = sorted(self.times[kind])
        return times[min(len(times) - 1, int(share * len(times)))]

    def print(self, title: str, note: str = "") -> None:
        print(f"{title}: {'good' if self.good() else 'NOT GOOD'}{note}", flush=True)
        for kind in LIMITS:
            if self.times[kind]:
                at = ", ".join(f"{1000 * self.percentile(kind, share):.0f} ms" for share in (0.5, 0.95, 0.99))
                print(f"  {kind:14} {len(self.times[kind]):6,} answers: median, 95th and 99th percentile {at}")
        bad = {status: count for status, count in self.statuses.items() if status not in (200, 201)} or "none"
        print(f"  {self.statuses.total():,} answers in all, refused or failed {bad}, moves lost {len(self.lost)}")


# Honest people


async def play(port: int, end: float, results: Results, pace: float, game: str, adversary: bool, hints: bool) -> None:
    """Plays games, a move about every `pace` seconds, sometimes with a hint, and checks that every move was stored."""
    client, (pegs, colors) = Client(port), map(int, game.split("x"))
    await asyncio.sleep(random.random() * pace)
    await client.ask("GET", "/")
    move = f"adversary {game}" if adversary else "move"
    while perf_counter() < end:
        body = {"game": game, "codemaker": "adversary" if adversary else "honest"}
        status, begun = await results.ask("begin", client, "POST", "/api/games", body)
        if status != 201:
            await asyncio.sleep(1)
            continue
        played: list[str] = []
        address = f"/api/games/{begun['id']}"
        while perf_counter() < end and len(played) < 10:
            await asyncio.sleep(pace * (0.5 + random.random()))
            if hints and len(played) in (0, 2, 4):
                await results.ask(f"hint {game}", client, "POST", f"{address}/hints", {"step": "guess"})
            code = "".join(random.choices("12345678"[:colors], k=pegs))
            body = {"turn": len(played) + 1, "guess": code}
            status, answer = await results.ask(move, client, "POST", f"{address}/turns", body)
            if status == 201:
                played.append(code)
                if answer["state"] != "open":
                    break
        status, stored = await client.ask("GET", address)
        if status == 200 and [turn["guess"] for turn in stored["turns"]] != played:
            results.lost.append(begun["id"])
    client.close()


async def play_all_kinds(port: int, end: float, results: Results) -> None:
    """Eight people play: against secrets and adversaries, with and without hints."""
    kinds = [
        ("4x6", False, False),
        ("4x6", True, False),
        ("5x8", True, False),
        ("4x6", False, True),
        ("5x8", False, True),
    ]
    await asyncio.gather(*(play(port, end, results, 0.4, *kind) for kind in kinds + kinds[:3]))


# Others


def random_turns(game: str, count: int) -> list[dict[str, str]]:
    """Guesses with random feedback, which contradict each other."""
    pegs, colors = map(int, game.split("x"))
    turns = []
    for _ in range(count):
        black = random.randint(0, pegs - 2)
        guess = "".join(random.choices("123456789a"[:colors], k=pegs))
        turns.append({"guess": guess, "feedback": f"{black}b{random.randint(0, pegs - black)}w"})
    return turns


async def contradict(client: Client) -> None:
    """The searches for contradictions: a game that begins with 199 turns, and a position with the same."""
    history = random_turns("4x10", 199)
    await client.ask("POST", "/api/games", {"game": "4x10", "history": history, "codemaker": "adversary"})
    await client.ask("POST", "/api/positions", {"game": "4x10", "history": history})


async def review(client: Client) -> None:
    for game, guesses in (("8x3", "123"), ("12x2", "12")):
        pegs = int(game.split("x")[0])
        secret = "".join(random.choices(guesses, k=pegs))
        turns = ["".join(random.choices(guesses, k=pegs)) for _ in range(60)]
        history = [{"guess": code, "feedback": feedback(secret, code)} for code in turns]
        await client.ask("POST", "/api/reviews", {"game": game, "history": history, "secret": secret})


def feedback(secret: str, guess: str) -> str:
    black = sum(a == b for a, b in zip(secret, guess, strict=True))
    return f"{black}b{(Counter(secret) & Counter(guess)).total() - black}w"


async def ask_for_large_guess(client: Client) -> None:
    history = [{"guess": "11223344", "feedback": "2b2w"}, {"guess": "11556677", "feedback": "1b3w"}]
    await client.ask("POST", "/api/next", {"game": "8x12", "history": history, "seed": random.randrange(10**6)})


async def watch_and_compare(client: Client) -> None:
    await client.ask("GET", f"/api/compare?game=6x9&strategy=random&games=1000&seconds=20&seed={random.randrange(99)}")


async def play_with_hints(client: Client) -> None:
    """Adversaries that look ahead, and hints in a large game."""
    for game, codemaker in (("4x6", "adversary(perfect=True)"), ("8x12", "honest"), ("5x8", "adversary")):
        status, begun = await client.ask("POST", "/api/games", {"game": game, "codemaker": codemaker})
        if status == 201:
            address = f"/api/games/{begun['id']}"
            for turn in range(1, 6):  # each hint is about another position
                code = "".join(random.choices("123456", k=int(game[0])))
                await client.ask("POST", f"{address}/turns", {"turn": turn, "guess": code})
                await client.ask("POST", f"{address}/hints", {"step": "guess"})


async def watch_large_game(client: Client) -> None:
    """A show that takes minutes."""
    code = ",".join(str(random.randint(1, 64)) for _ in range(64))
    await client.ask("GET", f"/api/watch?game=64x64&strategy=needle&secret={code}&seed={random.randrange(10**6)}")


EXPENSIVE = (contradict, review, ask_for_large_guess, watch_and_compare, play_with_hints, watch_large_game)


Other = Callable[..., Awaitable[object]]  # what somebody else does until `end`


async def attack(port: int, address: str, *kinds: Callable[[Client], Awaitable[None]], end: float) -> None:
    """One visitor who asks for expensive things without a pause, for several at once."""
    first = Client(port, address)
    await first.ask("GET", "/")

    async def go_on(kind: Callable[[Client], Awaitable[None]]) -> None:
        client = Client(port, address)
        while perf_counter() < end:
            client.cookie = first.cookie
            await kind(client)
            await asyncio.sleep(0.05)
        client.close()

    await asyncio.gather(*(go_on(kind) for kind in kinds))


async def hold_half_open(port: int, count: int, *, end: float) -> None:
    """Sends halves of requests on many connections, and opens those again that are closed."""

    async def hold(address: str) -> None:
        while perf_counter() < end:
            with suppress(*LOST, OSError):
                reader, writer = await asyncio.open_connection(HOME, port, local_addr=(address, 0))
                writer.write(b"POST /api/next HTTP/1.1\r\nHost: localhost\r\nContent-Le")
                await asyncio.wait_for(reader.read(), max(0.1, end - perf_counter()))
            await asyncio.sleep(1)

    await asyncio.gather(*(hold(f"127.0.1.{k % 40 + 1}") for k in range(count)))


async def never_read(port: int, address: str, *, end: float) -> None:
    """Asks to watch strategies at work, and never reads what comes."""
    client = Client(port, address)
    await client.ask("GET", "/")
    while perf_counter() < end:
        query = f"game=8x12&strategy=bernier1996&secret=12345678&seed={random.randrange(10**6)}"
        with suppress(*LOST, OSError):
            await client.send("GET", f"/api/watch?{query}")
        await asyncio.sleep(5)
        client.reader = None  # the connection stays open


async def ask_for_hints(port: int, address: str, given: Counter[str], *, end: float) -> None:
    """One of many who all ask for hints, four at a time; counts those that were given."""
    first = Client(port, address)
    _, begun = await first.ask("POST", "/api/games", {"game": "5x8"})

    async def go_on() -> None:
        client = Client(port, address)
        client.cookie = first.cookie
        while perf_counter() < end:
            status, _ = await client.ask("POST", f"/api/games/{begun['id']}/hints", {"step": "guess"})
            given[address] += status == 200
            await asyncio.sleep(0.05)

    await asyncio.gather(*(go_on() for _ in range(4)))


# The parts


def addresses(count: int, network: int) -> list[str]:
    return [f"127.0.{network}.{k + 1}" for k in range(count)]


async def measure(
    port: int,
    seconds: float,
    title: str,
    others: list[Other],
    given: Counter[str] | None = None,
) -> bool:
    """Lets people play while others do what they do; returns whether people were served well.

    The others are in a process of their own, so that their work does not delay those who measure.
    """
    here, there = FORK.Pipe()
    process = FORK.Process(target=run_others, args=(others, seconds, given, there))
    process.start()
    results, end = Results(), perf_counter() + seconds
    if given is not None:
        results.unlimited = ["hint 4x6", "hint 5x8"]
    await asyncio.sleep(min(2, seconds / 4))
    await play_all_kinds(port, end, results)
    results.print(title)
    answered, hints = await asyncio.to_thread(here.recv)
    process.join()
    if answered:
        print("  others:", ", ".join(f"{count:,} answered {status}" for status, count in sorted(answered.items())))
    if given is not None:
        given.update(hints)
    return results.good()


def run_others(others: list[Other], seconds: float, given: Counter[str] | None, pipe: Connection) -> None:
    """Lets the others do what they do, and sends how they were answered."""

    async def run() -> None:
        tasks = [asyncio.ensure_future(other(end=perf_counter() + seconds)) for other in others]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=seconds)
            for task in late:
                task.cancel()

    Client.answered.clear()
    asyncio.run(run())
    pipe.send((Client.answered, given))


async def measure_parts(port: int, seconds: float, players: int, wanted: list[str]) -> bool:
    def forty(network: int, one: bool) -> list[Other]:
        return [partial(attack, port, HOME if one else place, *EXPENSIVE) for place in addresses(40, network)]

    parts: dict[str, tuple[str, list[Other]]] = {
        "quiet": ("nobody else", []),
        "contradictions": (
            "sixteen searches for contradictions at a time",
            [partial(attack, port, "127.0.2.1", *16 * (contradict,))],
        ),
        "reviews": (
            "sixteen reviews of 60 turns at a time",
            [partial(attack, port, "127.0.2.1", *16 * (review,))],
        ),
        "one": (
            "one visitor asks for all that is expensive",
            [partial(attack, port, "127.0.3.1", *4 * EXPENSIVE)],
        ),
        "school": ("forty visitors of the same address ask for all that is expensive", forty(4, True)),
        "forty": ("forty visitors of forty addresses ask for all that is expensive", forty(4, False)),
        "shows": (
            "forty visitors of forty addresses watch games of 64x64",
            [partial(attack, port, place, *3 * (watch_large_game,)) for place in addresses(40, 7)],
        ),
        "silent": (
            "forty readers never read",
            [partial(never_read, port, place) for place in addresses(40, 5)],
        ),
        "half-open": ("a thousand connections are half open", [partial(hold_half_open, port, 1000)]),
    }
    good = True
    for name, (title, others) in parts.items():
        if not wanted or name in wanted:
            good &= await measure(port, seconds, f"{name}: {title}", others)
    if not wanted or "hints" in wanted:
        good &= await measure_hints(port, seconds)
    if not wanted or "players" in wanted:
        good &= await measure_players(port, max(seconds, 60 if seconds >= 20 else 0), players)
    return good


async def measure_hints(port: int, seconds: float) -> bool:
    given, places = Counter[str](), addresses(40, 6)
    good = await measure(
        port, seconds, "hints: forty visitors ask for hints without a pause",
        [partial(ask_for_hints, port, place, given) for place in places], given,
    )  # fmt: skip
    counts = sorted(given[place] for place in places)
    print(f"  hints of each of the forty: {counts[0]} to {counts[-1]}, median {counts[20]}")
    return good and counts[0] >= 0.5 * counts[20]


async def measure_players(port: int, seconds: float, players: int) -> bool:
    results, end = Results(), perf_counter() + seconds
    await asyncio.gather(*(play(port, end, results, 1.0, "4x6", False, False) for _ in range(players)))
    rate = len(results.times["move"]) / seconds
    results.print(f"players: {players} people play 4x6 for {seconds:.0f} s", f", {rate:.0f} moves a second")
    return results.good()


# The server


@contextmanager
def serve() -> Iterator[tuple[int, subprocess.Popen[str], Path]]:
    """A server with a folder of its own: its port, its process and its log."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "blackpeg", "serve", "--port", "0", "--data", str(Path(folder) / "data")]
        log = Path(folder) / "log"
        with log.open("w") as file:
            server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=file, text=True)
            try:
                assert server.stdout is not None
                yield int(re.search(r":(\d+)", server.stdout.readline())[1]), server, log  # type: ignore[index]
            finally:
                server.terminate()
                server.wait()


async def wait_for_workers(port: int) -> None:
    """Returns when every lane has answered."""
    client = Client(port)
    for game in ("4x6", "8x12"):
        await client.ask("POST", "/api/next", {"game": game})
    for game in ("4x6", "5x8"):
        _, begun = await client.ask("POST", "/api/games", {"game": game, "codemaker": "adversary"})
        await client.ask("POST", f"/api/games/{begun['id']}/hints", {"step": "guess"})
        await client.ask("POST", f"/api/games/{begun['id']}/turns", {"turn": 1, "guess": "11223"[: int(game[0])]})


def describe_server(process: subprocess.Popen[str], log: Path) -> str:
    status = Path(f"/proc/{process.pid}/status").read_text()
    memory = int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]
    files = len(os.listdir(f"/proc/{process.pid}/fd"))
    own = sum(map(int, Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
    cpu = own / os.sysconf("SC_CLK_TCK")
    return (
        f"the server, without its workers: {cpu:.1f} s of processor time, {memory:.0f} MB of memory, "
        f"{files} open files, {log.stat().st_size:,} bytes of log"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)}; all if none is named")
    parser.add_argument("-s", "--seconds", type=float, default=20, help="of each part")
    parser.add_argument("-p", "--players", type=int, default=200, help="who play at once")
    parser.add_argument("--soak", type=float, default=0, metavar="MINUTES", help="do it again for so long")
    options = parser.parse_args()
    with serve() as (port, process, log):
        asyncio.run(wait_for_workers(port))
        print(describe_server(process, log))
        good, end = True, perf_counter() + 60 * options.soak
        while True:
            good &= asyncio.run(measure_parts(port, options.seconds, options.players, options.parts))
            print(describe_server(process, log), flush=True)
            if perf_counter() > end:
                return 0 if good and process.poll() is None else 1


if __name__ == "__main__":
    sys.exit(main())
