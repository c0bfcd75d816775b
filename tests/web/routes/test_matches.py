"""Duels and tournaments over HTTP: who may join, what is shown when, who wins, and live progress."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor

import httpx
from web.in_process import another_code


def make_duel(site, **options):
    ada, bob = site.visitor(), site.visitor()
    id = ada.post("/api/matches", kind="duel", name="Ada", **options).json()["id"]
    started = bob.post(f"/api/matches/{id}/players", name="Bob").json()
    assert started["state"] == "open"
    return ada, bob, id


def own_game(visitor, id, round=1):
    match = visitor.get(f"/api/matches/{id}").json()
    return next(one["game"] for one in match["played"][round - 1]["games"] if one["seat"] == match["seat"])


def stored_secret(site, id):
    return site.context.store.query("SELECT secret FROM matches WHERE id = ?", id).fetchone()[0]


def test_both_break_the_same_code_and_see_only_each_others_feedback(site):
    ada, bob, id = make_duel(site)
    secret = stored_secret(site, id)
    wrong = another_code(secret)
    ada.guess(own_game(ada, id), wrong)
    seen = bob.get(f"/api/matches/{id}")
    (theirs,) = [one for one in seen.json()["played"][0]["games"] if one["seat"] == 0]
    mine = ada.get(f"/api/games/{own_game(ada, id)}").json()
    assert theirs["feedback"] == [mine["turns"][0]["feedback"]]
    assert (theirs["game"], theirs["turns"], theirs["secret"]) == (None, None, None)
    assert wrong not in seen.text and mine["id"] not in seen.text
    assert ada.guess(own_game(ada, id), secret)["state"] == "solved"
    for visitor in (bob, site.visitor()):  # a player who is not done, and somebody who looks on
        seen = visitor.get(f"/api/matches/{id}")
        assert secret not in seen.text and wrong not in seen.text and mine["id"] not in seen.text
        assert seen.json()["state"] == "open" and seen.json()["played"][0]["games"][0]["state"] == "solved"
    bob.guess(own_game(bob, id), wrong, another_code(secret, 1), secret)
    over = bob.get(f"/api/matches/{id}").json()
    assert over["state"] == "over"
    assert [(one["name"], one["rank"], one["points"], one["you"]) for one in over["players"]] == [
        ("Ada", 1, 2, False), ("Bob", 2, 3, True),
    ]  # fmt: skip
    games = over["played"][0]["games"]
    assert [one["secret"] for one in games] == [secret, secret]
    assert [turn["guess"] for turn in games[0]["turns"]] == [wrong, secret]


def test_equal_points_are_a_draw_and_giving_up_costs_one_more_than_the_limit(site):
    ada, bob, id = make_duel(site, limit=6)
    secret = stored_secret(site, id)
    bob.post(f"/api/games/{own_game(bob, id)}/end")
    ada.guess(own_game(ada, id), *(another_code(secret, k) for k in range(6)))
    players = ada.get(f"/api/matches/{id}").json()["players"]
    assert [(one["rank"], one["points"]) for one in players] == [(1, 7), (1, 7)]


def test_there_are_no_hints_and_no_strangers(site):
    ada, bob, id = make_duel(site)
    answer = ada.post(f"/api/games/{own_game(ada, id)}/hints", step="candidates")
    assert answer.status_code == 409 and "no hints" in answer.json()["error"]
    stranger = site.visitor()
    answer = stranger.post(f"/api/matches/{id}/players", name="Eve")
    assert answer.status_code == 409 and "full" in answer.json()["error"]
    assert stranger.post(f"/api/matches/{id}/rematch").status_code == 409
    assert bob.post(f"/api/matches/{id}/players", name="Bob again").json()["seat"] == 1  # another tab
    assert ada.post(f"/api/matches/{id}/rematch").status_code == 409  # it is not over
    assert ada.get("/api/matches/nothing").status_code == 404
    assert len(ada.get("/api/matches").json()) == 1 and stranger.get("/api/matches").json() == []


def test_a_rematch_is_one_match_whoever_asks_first(site):
    ada, bob, id = make_duel(site)
    for visitor in (ada, bob):
        visitor.post(f"/api/games/{own_game(visitor, id)}/end")
    first, second = (one.post(f"/api/matches/{id}/rematch").json() for one in (bob, ada))
    assert first["id"] == second["id"] != id
    assert (first["state"], second["state"]) == ("waiting", "open")
    assert bob.post(f"/api/matches/{id}/rematch").json()["id"] == first["id"]
    assert ada.get(f"/api/matches/{id}").json()["rematch"] == first["id"]
    assert sorted(one["name"] for one in second["players"]) == ["Ada", "Bob"]


def test_a_tournament_as_the_board_game_is_played(site):
    """Three players, two rounds: everybody sets a code for the next one, and the fewest points win."""
    players = [site.visitor() for _ in range(3)]
    made = players[0].post("/api/matches", kind="tournament", rounds=2, limit=5, name="A").json()
    path = f"/api/matches/{made['id']}"
    assert players[0].post(f"{path}/start").status_code == 409  # alone
    for player, name in zip(players[1:], "BC", strict=True):
        player.post(f"{path}/players", name=name)
    assert players[1].post(f"{path}/start").status_code == 409  # only who made it
    assert players[1].post(f"{path}/codes", round=1, secret="1111").status_code == 409  # not started
    assert players[0].post(f"{path}/start").json()["state"] == "open"
    late = site.visitor().post(f"{path}/players", name="D")
    assert late.status_code == 409 and "has started" in late.json()["error"]
    codes = {1: ["1111", "2222", "3333"], 2: ["4444", "5555", "6666"]}
    assert players[0].post(f"{path}/codes", round=2, secret="4444").status_code == 409  # round 1 comes first
    assert players[0].post(f"{path}/codes", round=3, secret="4444").status_code == 422
    needed = {1: [1, 2, 3], 2: [2, 6, 1]}  # 6: not broken with the five guesses allowed
    for round in (1, 2):
        for player, code in zip(players, codes[round], strict=True):
            assert player.post(f"{path}/codes", round=round, secret=code).status_code == 201
            assert player.post(f"{path}/codes", round=round, secret=code).status_code == 409
        match = players[0].get(path).json()
        for seat, player in enumerate(players):
            maker = match["played"][round - 1]["games"][seat]["codemaker"]
            secret, game = codes[round][maker], own_game(player, made["id"], round)
            wrong = [another_code(secret, k) for k in range(needed[round][seat] - 1)]
            player.guess(game, *[*wrong, secret][:5])
            if seat < 2:  # a round's codes are shown when all are done with it
                assert f'"{secret}"' not in players[2].get(path).text
    over = players[0].get(path).json()
    assert over["state"] == "over"
    assert [(one["name"], one["points"], one["rank"]) for one in over["players"]] == [
        ("A", 3, 1),
        ("C", 4, 2),
        ("B", 8, 3),
    ]
    makers = [[one["codemaker"] for one in round["games"]] for round in over["played"]]
    assert makers == [[1, 2, 0], [2, 0, 1]]  # by hand: the next one's code, then the one's after
    secrets = [[one["secret"] for one in round["games"]] for round in over["played"]]
    assert secrets == [["2222", "3333", "1111"], ["6666", "4444", "5555"]]


def test_who_is_forgotten_leaves_a_match_that_goes_on(site):
    players = [site.visitor() for _ in range(3)]
    path = f"/api/matches/{players[0].post('/api/matches', kind='tournament', rounds=1).json()['id']}"
    for player in players[1:]:
        player.post(f"{path}/players", name="secret name")
    players[1].post("/api/forget")
    assert [one["seat"] for one in players[0].get(path).json()["players"]] == [0, 1]  # as if they had not joined
    players[0].post(f"{path}/start")
    players[0].post(f"{path}/codes", round=1, secret="1122")
    players[2].post("/api/forget")  # without a code set: one is drawn for player 0
    players[0].post(f"/api/games/{own_game(players[0], path.split('/')[-1])}/end")
    match = players[0].get(path)
    assert match.json()["state"] == "over" and "secret name" not in match.text
    assert [one["left"] for one in sorted(match.json()["players"], key=lambda one: one["seat"])] == [False, True]
    duel = players[0].post("/api/matches", kind="duel").json()["id"]
    players[0].post("/api/forget")
    assert players[2].get(f"/api/matches/{duel}").status_code == 404


def test_names_are_one_line_that_can_be_seen(site):
    match = site.visitor().post("/api/matches", kind="duel", name=" A\u202e\n<b>\t ").json()
    assert match["players"][0]["name"] == "A <b>"
    assert site.visitor().post("/api/matches", kind="duel", name="x" * 21).status_code == 422
    for body in ({"kind": "war"}, {"kind": "duel", "rounds": 0}, {"kind": "duel", "game": "13x6"}):
        assert site.visitor().post("/api/matches", **body).status_code == 422


def test_races_are_judged_by_what_is_stored_and_progress_is_live_after_a_restart(tmp_path, server_of):
    server = server_of(tmp_path / "data")
    with server.client() as ada, server.client() as bob:
        id = ada.post("/api/matches", json={"kind": "duel", "name": "Ada"}).json()["id"]
        strangers = [server.client() for _ in range(6)]
        with ThreadPoolExecutor(6) as pool:  # two tabs of one visitor have one seat, and one of six gets the last seat
            bob.post("/api/games", json={"game": "4x6"})
            join = lambda one: one.post(f"/api/matches/{id}/players", json={})  # noqa: E731
            assert {answer.status_code for answer in pool.map(join, [bob] * 4)} == {201}
            assert {answer.status_code for answer in pool.map(join, strangers)} == {409}
        for one in strangers:
            one.close()
        server.kill()
        server.start()
        games = {one: own_game(one, id) for one in (ada, bob)}
        rows, ready = [], threading.Event()

        def follow():
            with httpx.stream("GET", f"{server.url}/api/matches/{id}/events", timeout=60) as stream:
                for line in stream.iter_lines():
                    if line.startswith("data: "):
                        rows.append(json.loads(line[6:]))
                        ready.set()
                        if rows[-1]["state"] == "over":
                            return

        listener = threading.Thread(target=follow)
        listener.start()
        assert ready.wait(60)
        with ThreadPoolExecutor(8) as pool:  # both give up at once, in four tabs each
            ends = list(pool.map(lambda one: one.post(f"/api/games/{games[one]}/end").status_code, [ada, bob] * 4))
        assert sorted(ends) == [200] * 2 + [409] * 6
        listener.join(60)
        assert rows[0]["state"] == "open" and rows[-1]["state"] == "over"
        assert all(one["secret"] is None for row in rows[:-1] for one in row["played"][0]["games"])
        assert [one["rank"] for one in rows[-1]["players"]] == [1, 1]
        with ThreadPoolExecutor(2) as pool:
            again = list(pool.map(lambda one: one.post(f"/api/matches/{id}/rematch").json()["id"], [ada, bob]))
        assert again[0] == again[1]
        assert ada.get(f"/api/matches/{again[0]}").json()["state"] == "open"


def test_the_list_of_matches_goes_on(site):
    """Twenty-five duels, some at the same moment, and a list of ten at a time: each is there once."""
    ada, bob, first = make_duel(site)
    other = site.visitor().post("/api/matches", kind="duel", name="Eve").json()["id"]
    for k in range(24):
        columns = "kind, owner, game, rounds, guess_limit, secret, created + ?, started, rematch"
        site.context.store.query(
            f"INSERT INTO matches SELECT ?, {columns} FROM matches WHERE id = ?", f"duel{k}", k % 2, first
        )
        site.context.store.query(
            "INSERT INTO match_players SELECT ?, seat, owner, name FROM match_players WHERE match = ?",
            f"duel{k}", first,
        )  # fmt: skip
    ids = [first, *(f"duel{k}" for k in range(24))]
    for player in (ada, bob):
        assert sorted(player.list_pages("/api/matches", 10, 10, 5, 0)) == sorted(ids)
        assert [player.get(f"/api/matches?before={id}").json() for id in ("nothing", other)] == [[], []]
