"""A streak on two devices, and visitors who want to be forgotten."""

import time

from web.in_process import another_code

from blackpeg.puzzles.daily import daily_puzzle, today
from blackpeg.web.people.devices_and_deletion import LINK_SECONDS


def todays_secret():
    game, secret = daily_puzzle(today())
    return game.show(secret)


def test_a_link_takes_streak_and_games_to_another_device(site):
    phone, laptop = site.visitor(), site.visitor()
    assert phone.post("/api/device-links").status_code == 409  # nothing to take along
    secret = todays_secret()
    phone.guess(phone.begin(daily=True)["id"], secret)
    here = laptop.begin(game="5x8")
    laptop.guess(laptop.begin(daily=True)["id"], another_code(secret))  # the first device's game of the day stays
    link = phone.post("/api/device-links").json()
    assert 0 < link["expires"] - time.time() <= LINK_SECONDS
    joined = laptop.post("/api/devices", code=link["code"])
    assert joined.status_code == 201 and joined.json() == {"streak": 1, "games": 2}
    for device in (phone, laptop):
        mine = device.get("/api/daily").json()
        assert (mine["state"], mine["guesses"], mine["streak"]) == ("solved", 1, 1)
        assert device.get(f"/api/games/{here['id']}").json()["yours"]
    assert phone.guess(here["id"], "11223")["turns"]
    assert laptop.post("/api/devices", code=link["code"]).status_code == 404  # it works once
    third = phone.post("/api/device-links").json()["code"]
    tablet = site.visitor()
    assert tablet.post("/api/devices", code=third).json()["games"] == 2  # a device without a cookie gets one
    assert tablet.get("/api/daily").json()["state"] == "solved"


def test_a_link_is_old_after_an_hour(site, monkeypatch):
    phone = site.visitor()
    phone.begin(game="4x6")
    code = phone.post("/api/device-links").json()["code"]
    now = time.time()
    monkeypatch.setattr("blackpeg.web.people.devices_and_deletion.time.time", lambda: now + LINK_SECONDS + 1)
    answer = site.visitor().post("/api/devices", code=code)
    assert answer.status_code == 404 and "more than an hour old" in answer.json()["error"]
    assert code not in str(site.context.store.query("SELECT * FROM device_links").fetchall())  # only its hash


def test_forget_me_deletes_what_is_stored(site):
    visitor, other = site.visitor(), site.visitor()
    visitor.guess(visitor.begin(daily=True)["id"], another_code(todays_secret()))
    owner = site.context.store.query("SELECT owner FROM games").fetchone()[0]
    set_by_me = visitor.post("/api/challenges", game="4x6", secret="6543").json()["id"]
    set_for_me = other.post("/api/challenges", game="4x6", secret="1122").json()["id"]
    visitor.begin(challenge=set_for_me)
    duel = visitor.post("/api/matches", kind="duel", name="My name").json()["id"]
    other.post(f"/api/matches/{duel}/players")
    visitor.post("/api/device-links")
    assert visitor.post("/api/forget").json() == {"games": 3}
    dump = "\n".join(site.context.store._db.iterdump())
    assert owner not in dump and "My name" not in dump and set_by_me not in dump
    assert other.get("/api/challenges").json()[0]["results"] == []
    assert visitor.get("/api/games").json() == [] and not visitor.client.cookies
    assert visitor.post("/api/forget").json() == {"games": 0}
