"""Limits of what one visitor may ask."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from blackpeg.web import app, visitors
from blackpeg.web.limits import price_under_load
from blackpeg.web.limits.price_under_load import MAX_PRICE
from blackpeg.web.visitors import VISITOR_REQUESTS


def test_visitors_have_limits(client):
    client.post("/api/games", json={"game": "4x6"})  # which sets the cookie
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: client.get("/api/games"), range(180)))
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused and {answer.status_code for answer in answers} == {200, 429}
    assert all(int(answer.headers["retry-after"]) >= 1 for answer in refused)


def test_the_first_page_brings_a_cookie(site):
    """So that visitors of one address are told apart before their first game."""
    visitor = site.visitor()
    assert "httponly" in visitor.get("/").headers["set-cookie"].lower()
    assert "set-cookie" not in visitor.get("/make").headers
    assert "set-cookie" not in visitor.post("/api/games", game="4x6").headers  # the same visitor begins a game


def test_a_cookie_with_other_letters_is_no_cookie(site):
    answer = site.run(site.visitor().client.get("/api/games", headers={"cookie": "blackpeg=abc.é".encode("latin-1")}))
    assert (answer.status_code, answer.json()) == (200, [])


def test_who_asks_for_little_is_admitted_while_others_ask_for_much(site, monkeypatch):
    monkeypatch.setattr(price_under_load.Traffic, "price", MAX_PRICE)
    monkeypatch.setattr(app, "MAX_PAUSES", 0)
    many, me = site.visitor(), site.visitor()
    for visitor in (many, me):
        visitor.get("/")
    statuses = [many.get("/api/games").status_code for _ in range(100)]
    assert statuses.count(200) >= VISITOR_REQUESTS.burst // MAX_PRICE and 429 in statuses
    assert {me.get("/api/games").status_code for _ in range(10)} == {200}


def test_hints_have_a_limit_of_their_own(site, monkeypatch):
    """Hints that were given before cost no computation, and could be asked for as fast as they are answered."""

    async def give(*job, **asker):
        return {"step": "candidates", "text": "", "turns": [], "candidates": 1296, "guess": None}

    monkeypatch.setattr(site.context.pool, "run", give)
    monkeypatch.setattr(app, "MAX_PAUSES", 0)
    monkeypatch.setattr(visitors, "VISITOR_HINTS", visitors.Rate(3, 1e-9))
    me, other = site.visitor(), site.visitor()
    games = [f"/api/games/{visitor.begin(game='4x6')['id']}" for visitor in (me, other)]
    statuses = [me.post(f"{games[0]}/hints", step="candidates").status_code for _ in range(5)]
    assert statuses == [200, 200, 200, 429, 429] and me.get(games[0]).json()["hints"] == 3
    assert other.post(f"{games[1]}/hints", step="candidates").status_code == 200


def test_a_refusal_waits_while_others_are_answered(site, monkeypatch):
    """Who is refused and asks again at once would keep the server busy otherwise."""
    monkeypatch.setattr(app, "PAUSE_SECONDS", 3600)
    monkeypatch.setattr(app, "MAX_PAUSES", 1)
    monkeypatch.setattr(price_under_load.Traffic, "price", VISITOR_REQUESTS.burst)
    greedy, me = site.visitor(), site.visitor()
    for visitor in (greedy, me):
        visitor.get("/")
    assert greedy.get("/api/games").status_code == 200

    async def ask_all() -> list[int]:
        refused = asyncio.create_task(greedy.client.get("/api/games"))
        while not _guard(site).pauses:
            await asyncio.sleep(0.01)
        mine = await me.client.get("/api/games")
        another = await greedy.client.get("/api/games")  # more than may wait
        assert not refused.done()
        refused.cancel()
        await asyncio.gather(refused, return_exceptions=True)
        return [mine.status_code, another.status_code]

    assert site.run(ask_all()) == [200, 429]
    assert _guard(site).pauses == 0


def _guard(site) -> app.Guard:
    """The layer of the app that limits requests."""
    layer = site.app.middleware_stack
    while not isinstance(layer, app.Guard):
        layer = layer.app
    return layer
