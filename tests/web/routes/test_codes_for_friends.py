"""Codes that people set for each other: who is told what, and answers with a code."""

import json

import httpx


def test_who_sets_a_code_is_told_how_it_went_and_is_answered(site):
    ada, bob = site.visitor(), site.visitor()
    id = ada.post("/api/challenges", game="4x6", secret="6543").json()["id"]
    (own,) = ada.get("/api/challenges").json()
    assert (own["secret"], own["results"], own["answered_by"]) == ("6543", [], [])
    game = bob.begin(challenge=id)
    assert game["challenge"] == id
    early = bob.post("/api/challenges", game="4x6", secret="1122", answers=id)
    assert early.status_code == 409 and "to the end" in early.json()["error"]
    bob.guess(game["id"], "1122")
    assert ada.get("/api/challenges").json()[0]["results"] == [{"state": "open", "guesses": 1}]
    bob.guess(game["id"], "3344", "6543")
    assert ada.get("/api/challenges").json()[0]["results"] == [{"state": "solved", "guesses": 3}]
    answer = bob.post("/api/challenges", game="4x6", secret="1122", answers=id).json()["id"]
    assert ada.get("/api/challenges").json()[0]["answered_by"] == [answer]
    assert ada.guess(ada.begin(challenge=answer)["id"], "1122")["state"] == "solved"
    assert bob.get("/api/challenges").json()[0]["results"] == [{"state": "solved", "guesses": 1}]
    assert bob.post("/api/challenges", game="4x6", secret="1122", answers="nothing").status_code == 404
    assert site.visitor().get("/api/challenges").json() == []


def test_only_who_set_a_code_follows_it(site):
    ada, bob = site.visitor(), site.visitor()
    id = ada.post("/api/challenges", game="4x6", secret="6543").json()["id"]
    assert bob.get(f"/api/challenges/{id}/events").status_code == 409
    assert ada.get("/api/challenges/nothing/events").status_code == 404


def test_results_come_as_they_happen(server):
    with server.client() as ada, server.client() as bob:
        id = ada.post("/api/challenges", json={"game": "4x6", "secret": "6543"}).json()["id"]
        seen = []
        with httpx.stream(
            "GET", f"{server.url}/api/challenges/{id}/events", cookies=dict(ada.cookies), timeout=60
        ) as stream:
            for line in stream.iter_lines():
                if not line.startswith("data: "):
                    continue
                seen.append(json.loads(line[6:])["results"])
                if len(seen) == 1:
                    game = bob.post("/api/games", json={"challenge": id}).json()["id"]
                elif len(seen) == 2:
                    bob.post(f"/api/games/{game}/turns", json={"turn": 1, "guess": "6543"})
                else:
                    break
        assert seen == [[], [{"state": "open", "guesses": 0}], [{"state": "solved", "guesses": 1}]]


def test_the_list_of_codes_goes_on(site):
    """Twenty-five codes, some at the same moment, and a list of ten at a time: each is there once."""
    ada, bob = site.visitor(), site.visitor()
    ids = [ada.post("/api/challenges", game="4x6", secret="6543").json()["id"]]
    columns = "'set' || value, owner, game, secret, created + value % 2, answers"
    site.context.store.query(
        "WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 24) "
        f"INSERT INTO challenges SELECT {columns} FROM challenges, n WHERE id = ?",
        ids[0],
    )
    ids += [f"set{k}" for k in range(1, 25)]
    other = bob.post("/api/challenges", game="4x6", secret="6543").json()["id"]
    assert sorted(ada.list_pages("/api/challenges", 10, 10, 5, 0)) == sorted(ids)
    assert [ada.get(f"/api/challenges?before={id}").json() for id in ("nothing", other)] == [[], []]
