"""Every call of the database fails once, or takes long: no acknowledged move is lost, and the next request is answered.

A script of requests is played within this process. A first run counts its calls of the database; then it is played once
more for each of them, with an error instead of the call, an error after it was done, or a delay.

    python -m pytest tests/web/model --hypothesis-profile=soak      every call; otherwise some of them
"""

import sqlite3
import time
from itertools import count

import pytest
from hypothesis import settings
from web.in_process import Site

from blackpeg import Game
from blackpeg.puzzles.sealed_codes import seal
from blackpeg.web.database import Database
from blackpeg.web.store import Store
from blackpeg.web.tables import FORMAT

SOAKING = settings.get_current_profile_name() == "soak"
SEALED = seal(Game(4, 6), Game(4, 6).code("6543"))
real_connection = Database._db.fget


class Faulty:
    """A connection whose calls are counted; one of them goes wrong."""

    calls = count()
    fault = None  # the number of the call, and "before", "after" or "slow"
    happened = False

    def __init__(self, real):
        self.real = real

    def __getattr__(self, name):
        return getattr(self.real, name)

    def execute(self, *statement):
        number, how = Faulty.fault or (None, None)
        if next(Faulty.calls) != number:
            return self.real.execute(*statement)
        Faulty.happened = True
        if how == "slow":
            time.sleep(0.05)
            return self.real.execute(*statement)
        if how == "after":
            self.real.execute(*statement)
        raise sqlite3.OperationalError("disk I/O error")


@pytest.fixture(autouse=True)
def faulty_connections(monkeypatch):
    monkeypatch.setattr(Database, "_db", property(lambda self: Faulty(real_connection(self))))
    monkeypatch.setattr("blackpeg.web.store.FORMAT", FORMAT._replace(synchronous="OFF"))  # no power is cut here
    yield
    Faulty.fault = None


def play(site):
    """Plays a friend's code, a game and a duel; returns what was acknowledged: games by id, as they were shown last.

    A request that fails is sent again, as a page does; what it changed may then be done already (409).
    """
    ada, bob = site.visitor(), site.visitor()
    shown = {}

    def post(visitor, path, **body):
        for _ in range(3):
            answer = visitor.post(path, **body)
            assert answer.status_code in (200, 201, 409, 503), answer.text
            if answer.status_code != 503:
                break
            assert "nothing that was played is lost" in answer.json()["error"]
        found = answer.json()
        if answer.status_code < 300 and "turns" in found:
            shown[found["id"]] = found
        return found

    game = post(ada, "/api/games", code=SEALED)
    for turn, code in enumerate(("1122", "3344"), 1):
        post(ada, f"/api/games/{game['id']}/turns", turn=turn, guess=code)
    post(ada, f"/api/games/{game['id']}/end")
    code = post(ada, "/api/challenges", game="4x6", secret="6543")
    friends = post(bob, "/api/games", challenge=code["id"])
    post(bob, f"/api/games/{friends['id']}/turns", turn=1, guess="6543")
    duel = post(ada, "/api/matches", kind="duel", game="4x6", limit=4)
    post(bob, f"/api/matches/{duel['id']}/players", name="Bob")
    for visitor in (ada, bob):
        answer = visitor.get(f"/api/matches/{duel['id']}")
        if answer.status_code == 503:
            answer = visitor.get(f"/api/matches/{duel['id']}")
        seen = answer.json()
        own = next(one["game"] for one in seen["played"][0]["games"] if one["seat"] == seen["seat"])
        post(visitor, f"/api/games/{own}/turns", turn=1, guess="1111")
    return shown


def check(folder, shown):
    """Whatever was shown is in the file, which a new program opens."""
    store = Store(folder / "web.db")
    for id, game in shown.items():
        stored = store.game(id)
        turns = [(stored.game.show(turn.guess), stored.game.show_feedback(turn.feedback))
                 for turn in stored.position.history]  # fmt: skip
        seen = [(turn["guess"], turn["feedback"]) for turn in game["turns"]]
        assert turns[: len(seen)] == seen, (id, turns, seen)
        assert game["state"] in ("open", stored.state)
    store.close()


def count_calls(folder):
    """How many calls the script makes after the app has started."""
    Faulty.fault, site = None, Site(folder)
    Faulty.calls = count()
    shown = play(site)
    calls = next(Faulty.calls)
    site.close()
    assert len(shown) == 4 and {game["state"] for game in shown.values()} == {"given up", "solved", "open"}
    return calls


@pytest.mark.parametrize("how", ["before", "after", "slow"])
def test_no_acknowledged_move_is_lost(tmp_path, how):
    calls = count_calls(tmp_path / "first")
    numbers = range(calls) if SOAKING else range({"before": 0, "after": 3, "slow": 5}[how], calls, 17)
    for number in numbers:
        site, folder = Site(tmp_path / f"data{number}"), tmp_path / f"data{number}"
        Faulty.calls, Faulty.fault, Faulty.happened = count(), (number, how), False
        shown = play(site)
        assert Faulty.happened
        site.close()
        Faulty.fault = None
        check(folder, shown)
