"""Connections: requests that never arrive, answers that nobody reads, and too many at once."""

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor

import pytest
import uvicorn
from uvicorn.server import ServerState

from blackpeg.web.limits import connections
from blackpeg.web.limits.connections import LimitedConnection

WAIT = 60  # seconds for what happens sooner or later
GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def app(scope, receive, send):
    """Reads the body, and answers with its length; /large answers without end."""
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body, more = body + message.get("body", b""), message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"transfer-encoding", b"chunked")]})
    if scope["path"] == "/large":
        try:
            for _ in range(1000):
                await send({"type": "http.response.body", "body": bytes(2**20), "more_body": True})
        finally:
            scope["state"]["ended"].set()
    await send({"type": "http.response.body", "body": b"%d bytes" % len(body)})


class Listening:
    """A server in this process; `state` is what uvicorn knows of its connections."""

    def __init__(self, **place):
        self.place = place or {"host": "127.0.0.1", "port": 0}

    async def __aenter__(self):
        config = uvicorn.Config(app, http=LimitedConnection, log_config=None, lifespan="off")
        config.load()
        self.state, self.ended, self.clients = ServerState(), asyncio.Event(), []
        loop = asyncio.get_running_loop()
        self.server = await loop.create_server(
            lambda: LimitedConnection(config=config, server_state=self.state, app_state={"ended": self.ended}),
            **self.place,
        )
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self.server.close()
        for one in list(self.state.connections):
            one.transport.abort()

    async def connect(self, data=b""):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.clients.append((reader, writer))  # or else it would be closed as soon as nobody uses it
        writer.write(data)
        return reader, writer

    async def count(self, wanted):
        """Waits until there are so many connections."""
        async with asyncio.timeout(WAIT):
            while len(self.state.connections) != wanted:
                await asyncio.sleep(0.01)


def run_apart(scenario):
    """Runs it in a thread of its own: in this one Playwright's loop may be running."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, scenario).result()


async def read_all(reader):
    return await asyncio.wait_for(reader.read(), WAIT)


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HT",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf",
        GET + b"GET / HT",
    ],
    ids=["nothing", "half a head", "half a body", "half a head after a request"],
)
def test_a_request_that_does_not_arrive_ends_the_connection(monkeypatch, sent):
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.3)

    async def scenario():
        async with Listening() as server:
            reader, writer = await server.connect(sent[: len(GET)] if sent.startswith(GET) else sent)
            if sent.startswith(GET):
                await reader.readuntil(b"0 bytes\r\n0\r\n\r\n")
                writer.write(sent[len(GET) :])
            assert b" 408 " in await read_all(reader)
            await server.count(0)

    run_apart(scenario())


def test_a_request_in_pieces_is_answered():
    async def scenario():
        async with Listening() as server:
            reader, writer = await server.connect()
            for piece in (b"POST / HTTP/1.1\r\nHo", b"st: localhost\r\nContent-Length: 6\r\n\r\n", b"abc", b"def"):
                writer.write(piece)
                await asyncio.sleep(0.01)
            assert b"200 OK" in await asyncio.wait_for(reader.readuntil(b"6 bytes\r\n0\r\n\r\n"), WAIT)
            assert [one._arrival for one in server.state.connections] == [None]  # uvicorn's own limit is left
            writer.write(GET + GET)  # two at once
            for _ in range(2):
                await asyncio.wait_for(reader.readuntil(b"0 bytes\r\n0\r\n\r\n"), WAIT)

    run_apart(scenario())


def test_the_body_of_an_answer_does_not_wait_until_its_head_is_acknowledged():
    """It did on a socket like that of the server, and a request right after another took 40 ms longer."""

    async def check():
        async with Listening(sock=socket.create_server(("127.0.0.1", 0))) as server:
            reader, _ = await server.connect(GET)
            await reader.readuntil(b"0 bytes")
            (connection,) = server.state.connections
            accepted = connection.transport.get_extra_info("socket")
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)

    run_apart(check())


def test_an_answer_that_nobody_reads_ends(monkeypatch):
    monkeypatch.setattr(connections, "READ_SECONDS", 0.3)

    async def scenario():
        async with Listening() as server:
            await server.connect(GET.replace(b"GET / ", b"GET /large "))  # and never reads
            await asyncio.wait_for(server.ended.wait(), WAIT)
            await server.count(0)

    run_apart(scenario())


def test_of_too_many_connections_the_one_that_waits_longest_gives_way(monkeypatch):
    monkeypatch.setattr(connections, "MAX_CONNECTIONS", 5)

    async def scenario():
        async with Listening() as server:
            half = []
            for k in range(5):
                half.append(await server.connect(b"GET / HT"))
                await server.count(k + 1)
            reader, _ = await server.connect(GET)
            await asyncio.wait_for(reader.readuntil(b"0 bytes\r\n0\r\n\r\n"), WAIT)
            assert b" 408 " in await read_all(half[0][0])
            await server.count(5)

    run_apart(scenario())


def test_no_connection_gives_way_while_it_is_answered(monkeypatch):
    monkeypatch.setattr(connections, "MAX_CONNECTIONS", 2)

    async def scenario():
        async with Listening() as server:
            for k in range(2):
                await server.connect(GET.replace(b"GET / ", b"GET /large "))
                await server.count(k + 1)
            async with asyncio.timeout(WAIT):
                while any(one.waiting_since is not None for one in server.state.connections):
                    await asyncio.sleep(0.01)
            reader, _ = await server.connect(GET)
            assert b" 503 " in await read_all(reader)

    run_apart(scenario())
