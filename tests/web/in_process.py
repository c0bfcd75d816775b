"""The web app within the process of a test, for answers that need no worker: visitors with cookies of their own."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import httpx

from blackpeg import Game
from blackpeg.web.app import make_app

T = TypeVar("T")


class Site:
    """An app with its data in a folder, without worker processes."""

    def __init__(self, data: Path, **options) -> None:
        self.app, self.loop = make_app(data, **options), asyncio.new_event_loop()
        self.context = self.app.state.context

    def visitor(self) -> "Visitor":
        return Visitor(self)

    def run(self, answer: Coroutine[Any, Any, T]) -> T:
        """Waits for an answer, also where Playwright's own loop is running in this thread."""
        others = asyncio._get_running_loop()
        asyncio._set_running_loop(None)
        try:
            return self.loop.run_until_complete(answer)
        finally:
            asyncio._set_running_loop(others)

    def close(self) -> None:
        self.context.threads.close()
        self.context.store.close()
        self.loop.close()


class Visitor:
    """Somebody with a browser."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.client = httpx.AsyncClient(transport=httpx.ASGITransport(app=site.app), base_url="http://localhost")

    def get(self, path: str) -> httpx.Response:
        return self.site.run(self.client.get(path))

    def post(self, path: str, **body) -> httpx.Response:
        return self.site.run(self.client.post(path, json=body))

    def list_pages(self, path: str, *lengths: int) -> list[str]:
        """Returns the ids of a list that goes on, page by page; the pages must have these lengths."""
        found, before = [], ""
        for length in lengths:
            page = [one["id"] for one in self.get(path + before).json()]
            assert len(page) == length
            found += page
            before = f"?before={found[-1]}"
        return found

    def begin(self, **what) -> dict:
        answer = self.post("/api/games", **what)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def guess(self, game_id: str, *codes: str) -> dict:
        """Plays codes one after the other, and returns the game after the last."""
        turn = len(self.get(f"/api/games/{game_id}").json()["turns"])
        for code in codes:
            turn += 1
            answer = self.post(f"/api/games/{game_id}/turns", turn=turn, guess=code)
            assert answer.status_code == 201, answer.text
        return answer.json()


def another_code(secret: str, number: int = 0) -> str:
    """A code of 4x6 that is not the secret; with another number another one."""
    codes = [Game(4, 6).show(code) for code in Game(4, 6).codes[:200:7]]
    return [code for code in codes if code != secret][number]
