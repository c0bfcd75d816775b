"""Links as chats show them: titles, OpenGraph tags and pictures, which hold no code."""

import io
import re
from html import unescape

from PIL import Image

from blackpeg.puzzles.daily import daily_puzzle, puzzle_number, today
from blackpeg.web.context import Context
from blackpeg.web.routes import previews
from blackpeg.web.visitors import Rate


def tags(client, path):
    page = client.get(path).text
    found = dict(re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)">', page))
    return re.search("<title[^>]*>(.*?)</title>", page)[1], {name: unescape(value) for name, value in found.items()}


def picture(client, url):
    answer = client.get(url)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "image/png" and "public" in answer.headers["cache-control"]
    image = Image.open(io.BytesIO(answer.content))
    assert (image.format, image.size) == ("PNG", (1200, 630)) and len(answer.content) < 100_000
    return image.convert("RGB")


def test_a_shared_game_has_a_title_and_a_picture_of_its_own(server):
    with server.client() as client, server.client() as friend:
        game, secret = daily_puzzle(today())
        id = client.post("/api/games", json={"daily": True}).json()["id"]
        over = client.post(f"/api/games/{id}/turns", json={"turn": 1, "guess": game.show(secret)}).json()
        title, found = tags(friend, f"/s/{over['share']}")
        number = f"Blackpeg #{puzzle_number(today())}"
        assert title.startswith(number) and found["og:title"] == number
        assert found["og:description"] == "Cracked in 1 guess. Can you do better?"
        assert found["og:image"] == f"{server.url}/preview/share/{over['share']}.png"
        assert found["og:image:alt"] == "4 black, 0 white"
        black = picture(friend, found["og:image"])
        assert black.getpixel((676 + 32, 315)) < (60, 60, 60)  # the first of four black pegs, in the middle of its row
        front, plain = tags(friend, "/")
        assert (front, plain["og:title"]) == ("Play · Blackpeg", number)
        assert picture(friend, plain["og:image"]).tobytes() != black.tobytes()


def test_a_friends_code_and_a_match_have_titles_of_their_own(server):
    with server.client() as client:
        code = client.post("/api/challenges", json={"game": "5x8", "secret": "12345"}).json()["id"]
        match = client.post("/api/matches", json={"kind": "duel", "name": '"><b>Ada'}).json()["id"]
        title, found = tags(client, f"/play?challenge={code}")
        assert title.startswith("A code is set for you") and "5 pegs, 8 colors" in found["og:description"]
        assert found["og:url"].endswith(f"/play?challenge={code}")
        page = client.get(f"/match/{match}").text
        assert "<b>Ada" not in page
        assert tags(client, f"/match/{match}")[1]["og:title"] == '"><b>Ada invites you to a duel'
        for address in (found["og:image"], f"/preview/match/{match}.png"):
            picture(client, address)
        assert client.get("/preview/share/nothing.png").status_code == 404
        assert tags(client, "/s/nothing")[0] == "Play · Blackpeg"


def test_pictures_are_drawn_once_and_not_too_many(site, monkeypatch):
    monkeypatch.setattr(previews, "ADDRESS_PICTURES", Rate(3, 1e-6))  # no new one while the test runs, however long

    async def draw(context, request, lane, job, preview):  # here, without a worker
        return job(preview)

    monkeypatch.setattr(Context, "run", draw)
    visitor = site.visitor()
    matches = [visitor.post("/api/matches", kind="duel", name=f"Player {k}").json()["id"] for k in range(5)]
    answers = [visitor.get(f"/preview/match/{id}.png").status_code for id in matches]
    assert answers == [200, 200, 200, 429, 429]
    again = [visitor.get(f"/preview/match/{id}.png").status_code for id in matches[:3]]
    assert again == [200, 200, 200]  # kept, so that nothing is drawn
