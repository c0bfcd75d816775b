"""A real server on a free port, and a real browser that fails a test on any error in its console."""

import os
import re
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect, sync_playwright
from web.in_process import Site

expect.set_options(timeout=150_000)  # milliseconds; right after installation kernels are compiled meanwhile


@dataclass
class Server:
    """A running `blackpeg serve` with a data folder. It can be killed and started again."""

    data: Path
    options: tuple[str, ...] = ()
    port: int = 0
    program: tuple[str, ...] = ("-m", "blackpeg")

    def start(self) -> "Server":
        self.log = (self.data.parent / "log").open("a+")
        command = [
            sys.executable,
            *self.program,
            "serve",
            "--port",
            str(self.port),
            "--data",
            str(self.data),
        ]
        self.process = subprocess.Popen(
            [*command, *self.options], stdout=subprocess.PIPE, stderr=self.log, text=True, start_new_session=True
        )
        line = self.process.stdout.readline()
        self.url = re.search(r"http://\S+", line)[0].rstrip("/")
        self.port = int(self.url.split("/")[2].split(":")[1])
        return self

    def kill(self) -> None:
        """Ends it at once, as a power cut would."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self) -> str:
        """Ends it in order, and returns its log."""
        self.process.terminate()
        out = self.process.communicate()[0]
        self.log.seek(0)
        return out + self.log.read()

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=150)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("web") / "data").start()
    yield running
    running.stop()


@pytest.fixture
def client(server):
    with server.client() as client:
        yield client


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium):
    """Opens pages, each with cookies of its own; errors in their consoles fail the test.

    A browser also writes there that a request was refused; `refused` is the status of one that is meant to be. What it
    writes about requests without an answer is meant if the test kills the server (`killed`) or loses the network
    (`offline`, which also gives pages their service worker).
    """
    opened, errors = [], []

    def open_page(
        width: int = 1280, height: int = 900, refused: int | None = None, killed=False, offline=False, **settings
    ):
        size, workers = {"width": width, "height": height}, "allow" if offline else "block"
        context = chromium.new_context(viewport=size, service_workers=workers, **settings)
        meant = [f"status of {refused} "]
        if killed or offline:
            meant.append("net::ERR_")
        if not offline:
            meant.append("Service Worker registration blocked")
        context.set_default_timeout(150_000)
        page = context.new_page()
        page.on(
            "console",
            lambda message: (
                errors.append(message.text)
                if message.type in ("error", "warning") and not any(text in message.text for text in meant)
                else None
            ),
        )
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "request",
            lambda request: (
                errors.append(request.url)
                if "localhost" not in request.url[:17] and request.url[:5] not in ("data:", "blob:")
                else None
            ),
        )
        opened.append(context)
        return page

    yield open_page
    for context in opened:
        context.close()
    assert errors == []


@pytest.fixture
def server_of():
    """Starts servers that end with the test."""
    running = []

    def start(data: Path, *options: str) -> Server:
        running.append(Server(data, options).start())
        return running[-1]

    yield start
    for one in running:
        if one.process.poll() is None:
            one.stop()


@pytest.fixture
def site(tmp_path):
    """An app within this process, without workers."""
    running = Site(tmp_path / "data")
    yield running
    running.close()
