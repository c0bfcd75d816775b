"""Games that a browser played by itself are stored once, checked, and marked as not proved."""

import time

import pytest
import reference

from blackpeg.web import app
from blackpeg.web.operation.quota import Quota
from blackpeg.web.operation.retention import find_stale

ID = "offline-" + "A" * 22


def played(secret, *guesses, game="4x6", id=ID, **more):
    """The body of a request about a game with these guesses, answered as the definition says."""
    turns = []
    for guess in guesses:
        black, white = reference.feedback(secret, guess, "black" not in game)
        turns.append({"guess": guess, "feedback": f"{black}b{white}w" if "black" not in game else f"{black}b"})
    return {"id": id, "game": game, "secret": secret, "turns": turns, "began": time.time() - 60, **more}


def test_a_finished_game_is_stored_once_and_marked(site):
    visitor, body = site.visitor(), played("6543", "1122", "6543")
    first, second = (visitor.post("/api/offline-games", **body) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 200)
    game = first.json()
    assert second.json() == game == visitor.get(f"/api/games/{ID}").json()
    assert game["id"] == ID and game["origin"] == "offline" and game["state"] == "solved" and game["secret"] == "6543"
    assert game["commitment"] is None and game["nonce"] is None  # nothing proves that the code never changed
    assert game["yours"] and game["share"] and [turn["feedback"] for turn in game["turns"]] == ["0b0w", "4b0w"]
    assert [(one["id"], one["origin"]) for one in visitor.get("/api/games").json()] == [(ID, "offline")]
    owner = site.context.store.game(ID).owner
    assert site.context.store.finished_games(owner) == [("4x6", True, 2, None)]  # counts in their own statistics
    assert visitor.get("/api/daily").json()["players"] == 0  # and in nothing that visitors share


@pytest.mark.parametrize(
    ("more", "guesses", "state"),
    [
        ({}, ["1122"], "open"),
        ({"given_up": True}, ["1122"], "given up"),
        ({"limit": 2}, ["1122", "3344"], "lost"),
        ({}, ["1122"] * 200, "lost"),
    ],
    ids=["open", "given up", "lost at the limit", "lost after 200 turns"],
)
def test_how_a_game_ended_follows_from_its_turns(site, more, guesses, state):
    game = site.visitor().post("/api/offline-games", **played("6543", *guesses, **more)).json()
    assert game["state"] == state and game["limit"] == more.get("limit")
    assert game["secret"] == (None if state == "open" else "6543")


def test_an_unfinished_game_goes_on_at_the_server(site):
    visitor = site.visitor()
    visitor.post("/api/offline-games", **played("6543", "1122"))
    game = visitor.guess(ID, "3456", "6543")
    assert game["state"] == "solved" and len(game["turns"]) == 3 and game["origin"] == "offline"


def test_who_never_heard_that_it_was_stored_and_played_on_loses_nothing(site):
    visitor = site.visitor()
    visitor.post("/api/offline-games", **played("6543", "1122"))
    longer = visitor.post("/api/offline-games", **played("6543", "1122", "3456", "6543"))
    assert longer.status_code == 200 and longer.json()["state"] == "solved" and len(longer.json()["turns"]) == 3
    for late in (["1122"], ["5566", "6543"]):  # an earlier one, and another one: what is stored stays
        assert visitor.post("/api/offline-games", **played("6543", *late)).json() == longer.json()


def test_a_game_of_somebody_else_stays(site):
    site.visitor().post("/api/offline-games", **played("6543", "1122"))
    answer = site.visitor().post("/api/offline-games", **played("6543", "1122", "6543"))
    assert answer.status_code == 409 and "not yours" in answer.json()["error"]


@pytest.mark.parametrize("game", ["5x8", "5x8-distinct", "5x8-black", "5x8-distinct-black", "1x1", "2x3"])
def test_all_variants_are_stored(site, game):
    pegs = int(game[0])
    secret, guess = "12345"[:pegs], "54321"[-pegs:]
    answer = site.visitor().post("/api/offline-games", **played(secret, guess, game=game))
    assert answer.status_code == 201 and answer.json()["game"] == game


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"turns": [{"guess": "1122", "feedback": "1b0w"}]}, "turn 1 is answered with 1b0w; with this secret it is"),
        ({"turns": []}, "turns"),
        ({"turns": [{"guess": "1122", "feedback": "0b0w"}] * 201}, "200"),
        ({"turns": [{"guess": "6543", "feedback": "4b0w"}, {"guess": "1122", "feedback": "0b0w"}]}, "solved, before"),
        ({"turns": [{"guess": "1122", "feedback": "0b0w"}] * 3, "limit": 2}, "over, lost, before turn 3"),
        ({"turns": [{"guess": "6543", "feedback": "4b0w"}], "given_up": True}, "over, solved, after 1 turn"),
        ({"turns": [{"guess": "112", "feedback": "0b0w"}]}, "3 pegs, not 4"),
        ({"game": "6x9"}, "games go up to 5x8"),
        ({"game": "4x9"}, "games go up to 5x8"),
        ({"game": "4y6"}, "no game '4y6'"),
        ({"secret": "65437"}, "5 pegs, not 4"),
        ({"id": "AAAAAAAAAAAAAAAAAAAAAA"}, "id"),
        ({"id": f"{ID}A"}, "id"),
        ({"limit": 0}, "limit"),
        ({"began": "yesterday"}, "began"),
        ({"more": 1}, "more"),
    ],
)  # fmt: skip
def test_nonsense_is_refused_in_one_sentence(site, change, sentence):
    answer = site.visitor().post("/api/offline-games", **{**played("6543", "1122"), **change})
    assert answer.status_code == 422 and list(answer.json()) == ["error"]
    assert sentence in answer.json()["error"] and "\n" not in answer.json()["error"]


def test_limits_are_those_of_other_games(site, monkeypatch):
    monkeypatch.setattr(app, "MAX_PAUSES", 0)
    visitor = site.visitor()
    visitor.get("/")  # which brings the cookie
    site.context.store.quota = Quota(max_per_visitor={"games": (2, "games")})
    ids = [f"offline-{'B' * 20}{k:02}" for k in range(100)]
    full = [visitor.post("/api/offline-games", **played("6543", "1122", id=id)).status_code for id in ids[:3]]
    assert full == [201, 201, 409]
    busy = (visitor.post("/api/offline-games", **played("6543", "1122", id=id)).status_code for id in 10 * ids)
    assert 429 in busy


def test_a_wrong_clock_neither_hides_a_game_nor_deletes_it(site):
    visitor = site.visitor()
    for number, began in enumerate((0, time.time() + 10**7)):
        visitor.post("/api/offline-games", **{**played("6543", "1122", id=f"offline-{number:022}"), "began": began})
    first, second = (visitor.get(f"/api/games/offline-{number:022}").json()["created"] for number in range(2))
    assert time.time() - 31 * 24 * 3600 < first < second <= time.time()
    assert find_stale(site.context.store, time.time() + 80 * 24 * 3600, keep_days=90) == []


def test_a_shared_game_is_the_same_puzzle_for_others(site):
    game = site.visitor().post("/api/offline-games", **played("6543", "1122", "6543")).json()
    other = site.visitor()
    again = other.begin(share=game["share"])
    assert again["commitment"] and "6543" not in str(again)
    assert other.guess(again["id"], "6543")["state"] == "solved"
