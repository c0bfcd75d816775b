"""Games over HTTP: who may do what, and that no secret is shown before its game is over."""

import hashlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import httpx
import pytest

from blackpeg import Game, Position
from blackpeg.puzzles.sealed_codes import seal
from blackpeg.web import worker_jobs
from blackpeg.web.lanes.worker_process import _read
from blackpeg.web.store import Changed


def begin_game(client, **what):
    answer = client.post("/api/games", json=what)
    assert answer.status_code == 201, answer.text
    return answer.json()


def sealed_code(secret, game="4x6"):
    """The body of a request for a game with this secret, so that no guess is right by accident."""
    return {"code": seal(Game.parse(game), Game.parse(game).code(secret))}


def guess(client, game, code, turn=None):
    turn = turn or len(client.get(f"/api/games/{game['id']}").json()["turns"]) + 1
    return client.post(f"/api/games/{game['id']}/turns", json={"turn": turn, "guess": code})


def test_a_whole_game_and_its_commitment(client):
    assert begin_game(client, level="easy")["game"] == "4x6-distinct"
    game = begin_game(client, **sealed_code("4316", "4x6-distinct"))
    assert game["secret"] is None and len(game["commitment"]) == 64
    first = guess(client, game, "1234").json()
    assert first["turns"][0]["guess"] == "1234"
    over = client.post(f"/api/games/{game['id']}/end").json()
    assert over["state"] == "given up"
    text = f"{over['nonce']} {over['game']} {over['secret']}"
    assert hashlib.sha256(text.encode()).hexdigest() == game["commitment"]
    assert over["secret"] == "4316" and over["turns"][0]["feedback"] == "0b3w"  # 1, 3 and 4 are elsewhere
    again = guess(client, game, "1234", 2)
    assert again.status_code == 409 and "over" in again.json()["error"]
    assert client.post(f"/api/games/{game['id']}/end").status_code == 409


def test_solved_games_are_solved(client):
    friend = client.post("/api/challenges", json={"game": "4x6", "secret": "6543"}).json()
    own = client.post("/api/games", json={"challenge": friend["id"]})
    assert own.status_code == 409  # who set the code knows it
    with httpx.Client(base_url=client.base_url, timeout=150) as other:
        answer = other.get(f"/api/challenges/{friend['id']}")
        assert answer.json() == {"id": friend["id"], "game": "4x6", "yours": False}
        game = begin_game(other, challenge=friend["id"])
        assert guess(other, game, "3456").json()["turns"][0]["feedback"] == "0b4w"
        over = guess(other, game, "6543").json()
        assert over["state"] == "solved" and over["secret"] == "6543" and "6543" not in over["summary"]
        review = other.get(f"/api/games/{game['id']}/review").json()
        assert [turn["guess"] for turn in review["turns"]] == ["3456", "6543"]
        (stats,) = other.get("/api/statistics").json()
        assert (stats["played"], stats["solved"], stats["average"]) == (1, 1, 2.0)
        assert abs(stats["optimum"] - 5625 / 1296) < 1e-5  # Koyama & Lai 1993


def test_a_code_sealed_in_the_terminal(client):
    game = begin_game(client, **sealed_code("6543"))
    assert (game["origin"], game["secret"]) == ("friend", None)
    assert guess(client, game, "6543").json()["state"] == "solved"


def test_only_who_started_a_game_can_move(client):
    game = begin_game(client, **sealed_code("6543"))
    guess(client, game, "1122")
    with httpx.Client(base_url=client.base_url, timeout=150) as stranger:
        begin_game(stranger, game="4x6")  # with a cookie of their own
        seen = stranger.get(f"/api/games/{game['id']}").json()
        assert not seen["yours"] and len(seen["turns"]) == 1 and seen["secret"] is None
        for path, body in (
            ("turns", {"turn": 2, "guess": "3344"}), ("end", None), ("hints", {"step": "candidates"}),
        ):  # fmt: skip
            answer = stranger.post(f"/api/games/{game['id']}/{path}", json=body)
            assert answer.status_code == 409 and "not your game" in answer.json()["error"]
        stranger.cookies.clear()
        stranger.cookies.set("blackpeg", "made.up")
        assert stranger.post(f"/api/games/{game['id']}/end").status_code == 409
    assert len(game["id"]) >= 22  # 128 bits
    cookie = httpx.post(f"{client.base_url}/api/games", json={"game": "4x6"}).headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie


@pytest.mark.parametrize("codemaker", ["honest", "adversary"])
def test_moves_can_not_race(client, codemaker):
    game = begin_game(client, game="4x6", codemaker=codemaker)
    codes = [f"{a}{b}{a}{b}" for a in range(1, 7) for b in range(1, 5)]
    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(lambda code: guess(client, game, code, 1), codes))
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * (len(codes) - 1)
    won = next(answer.json() for answer in answers if answer.status_code == 201)
    assert client.get(f"/api/games/{game['id']}").json()["turns"] == won["turns"] and len(won["turns"]) == 1


def test_a_guess_while_giving_up_does_not_make_the_adversary_lie(site):
    """A guess is stored between the choice of the last secret and the end of the game."""
    visitor, store = site.visitor(), site.context.store
    game = visitor.begin(game="4x6", codemaker="adversary")
    rules, moves = Game(4, 6), ["3344"]

    async def run(lane, job, position, *rest, **who):
        if job is worker_jobs.find_witness and moves:
            stored = store.game(game["id"])
            store.add_turn(stored, stored.position.after(moves.pop(), "2b0w"), None)
        return job(position, *rest)

    site.context.pool.run = run
    visitor.guess(game["id"], "1122")
    first = visitor.post(f"/api/games/{game['id']}/end")
    over = first.json() if first.status_code == 200 else visitor.post(f"/api/games/{game['id']}/end").json()
    assert over["state"] == "given up" and len(over["turns"]) == 2
    position = Position(rules)
    for one in over["turns"]:
        position = position.after(one["guess"], one["feedback"])
    assert position.fits(rules.code(over["secret"]))


def test_no_search_for_contradictions_stops_the_moves_of_others(site):
    lanes = []

    async def run(lane, job, *arguments, **who):
        lanes.append(lane)
        return job(*map(_read, arguments))

    site.context.pool.run = run
    history = 100 * [{"guess": "1111", "feedback": "1b0w"}, {"guess": "1122", "feedback": "0b0w"}]
    answer = site.visitor().post("/api/games", game="4x10", history=history[:199], codemaker="adversary")
    assert answer.status_code == 422 and "contradicts" in answer.json()["error"]
    assert lanes == ["light"]


def test_the_daily_puzzle_is_one_game(client):
    with ThreadPoolExecutor(4) as pool:
        begin_game(client, game="4x6")
        answers = list(pool.map(lambda _: client.post("/api/games", json={"daily": True}), range(8)))
    assert {answer.status_code for answer in answers} <= {200, 201}
    assert len({answer.json()["id"] for answer in answers}) == 1
    with httpx.Client(base_url=client.base_url, timeout=150) as other:
        mine, theirs = (guess(one, begin_daily(one), "1122").json() for one in (client, other))
        assert mine["turns"] == theirs["turns"] and mine["id"] != theirs["id"]


def begin_daily(client):
    return client.post("/api/games", json={"daily": True}).json()


def test_the_adversary_tells_how_many_are_left(client):
    game = begin_game(client, game="4x6", codemaker="adversary")
    assert game["commitment"] is None
    turn = guess(client, game, "1122").json()["turns"][0]
    assert (turn["feedback"], turn["left"]) == ("0b0w", 256)  # 4^4 codes without 1 and 2: Knuth's largest part
    over = client.post(f"/api/games/{game['id']}/end").json()
    assert not set(over["secret"]) & set("12")  # a code that fits


def test_a_game_from_a_position(client):
    history = [{"guess": "1122", "feedback": "0b0w"}, {"guess": "3344", "feedback": "0b0w"}]
    game = begin_game(client, game="4x6", history=history)
    assert game["given"] == 2 and len(game["turns"]) == 2
    over = client.post(f"/api/games/{game['id']}/end").json()
    assert set(over["secret"]) <= set("56")
    bad = [{"guess": "1122", "feedback": "4b0w"}]
    assert client.post("/api/games", json={"game": "4x6", "history": bad}).status_code == 422


def test_a_limit_ends_the_game(client):
    game = begin_game(client, **sealed_code("6543"), limit=2)
    assert (game["limit"], game["state"]) == (2, "open")
    assert begin_game(client, game="4x6")["limit"] is None
    assert guess(client, game, "1122").json()["state"] == "open"
    lost = guess(client, game, "6534").json()
    assert (lost["state"], lost["secret"]) == ("lost", "6543")
    assert "not broken, 2 guesses" in lost["summary"]
    late = guess(client, game, "6543", 3)
    assert late.status_code == 409 and "over: lost" in late.json()["error"]
    review = client.get(f"/api/games/{game['id']}/review").json()
    assert [turn["guess"] for turn in review["turns"]] == ["1122", "6534"]
    last = begin_game(client, **sealed_code("6543"), limit=1)
    assert guess(client, last, "6543").json()["state"] == "solved"  # with the last guess allowed


def test_the_list_of_games_goes_on(site):
    """Fifty games at the same moment, and a list of twenty at a time: each is there once."""
    visitor = site.visitor()
    owner = hashlib.sha256(b"somebody").hexdigest()
    first = visitor.begin(**sealed_code("6543"))
    stored = site.context.store.game(first["id"])
    ids = [first["id"], *(f"game{k:02}" for k in range(49))]
    for id in ids[1:]:
        site.context.store.add_game(replace(stored, id=id))
    site.context.store.add_game(replace(stored, id="other", owner=owner))
    assert sorted(visitor.list_pages("/api/games", 20, 20, 10, 0)) == sorted(ids)
    assert visitor.get("/api/games?before=nothing").json() == visitor.get("/api/games?before=other").json() == []


def test_statistics_count_a_lost_game_as_not_solved(server):
    with server.client() as visitor:
        game = begin_game(visitor, **sealed_code("6543"), limit=1)
        guess(visitor, game, "1122")
        (stats,) = visitor.get("/api/statistics").json()
        assert (stats["played"], stats["solved"], stats["streak"]) == (1, 0, 0)


def test_an_adversary_shows_a_code_that_fits_when_the_limit_is_reached(client):
    game = begin_game(client, game="4x6", codemaker="adversary", limit=1)
    lost = guess(client, game, "1122").json()
    assert (lost["state"], lost["turns"][0]["feedback"]) == ("lost", "0b0w")  # 256 codes have none of two colors
    assert not set(lost["secret"]) & set("12")


def test_a_daily_puzzle_keeps_the_limit_it_was_begun_with(server):
    with server.client() as visitor:
        assert begin_game(visitor, daily=True, limit=9)["limit"] == 9
        again = visitor.post("/api/games", json={"daily": True, "limit": 3})
        assert (again.status_code, again.json()["limit"]) in ((200, 9), (201, 3))  # 201 if midnight came between


@pytest.mark.parametrize("limit", [0, -3, 1.5, 201, "ten", True])
def test_a_limit_that_is_none(client, limit):
    answer = client.post("/api/games", json={"game": "4x6", "limit": limit})
    assert answer.status_code == 422 and "limit" in answer.json()["error"]


def test_a_limit_leaves_a_guess_after_a_history(client):
    turns = [{"guess": "1122", "feedback": "1b0w"}]
    answer = client.post("/api/games", json={"game": "4x6", "history": turns, "limit": 1})
    assert answer.status_code == 422 and "leaves no guess after 1 turn" in answer.json()["error"]
    longest = begin_game(client, game="4x6", history=turns * 199, limit=200)
    assert guess(client, longest, "2211").json()["state"] == "lost"  # 2211 is no code that answers 1122 with 1b0w


def test_turn_200_is_the_last(client):
    """A game without a limit ends there too; otherwise one code after the other could be tried at turn 200."""
    turns = [{"guess": "1122", "feedback": "1b0w"}]
    game = begin_game(client, game="4x6", history=turns * 199)
    over = guess(client, game, "2211").json()  # no code that answers 1122 with 1b0w
    assert (over["state"], over["limit"], len(over["turns"])) == ("lost", None, 200)
    assert client.get(f"/api/games/{game['id']}").json() == over
    assert guess(client, game, "1345", 200).status_code == 409
    answer = client.post("/api/games", json={"game": "4x6", "history": turns * 200})
    assert answer.status_code == 422 and "leaves no guess after 200 turns" in answer.json()["error"]


def test_hints_in_steps(client):
    game = begin_game(client, game="4x6", history=[{"guess": "1122", "feedback": "0b0w"}])
    ask = lambda **body: client.post(f"/api/games/{game['id']}/hints", json=body)  # noqa: E731
    assert ask(step="consistent").status_code == 422  # about which guess?
    answer = ask(step="consistent", guess="1345").json()
    assert answer["turns"] == [1] and "turn 1" in answer["text"]
    assert ask(step="candidates").json()["candidates"] == 256
    assert len(ask(step="guess").json()["guess"]) == 4
    assert client.get(f"/api/games/{game['id']}").json()["hints"] == 3


def test_a_secret_stays_secret(tmp_path, server_of):
    """With twelve pegs no text has the secret in it by accident."""
    server = server_of(tmp_path / "data")
    seen = []
    with server.client() as client:
        client.event_hooks["response"] = [lambda answer: answer.read()]
        game = begin_game(client, game="12x16")
        friend = client.post("/api/challenges", json={"game": "12x16", "secret": "123456789abc"})
        for code in ("111222333444", "555666777888"):
            seen.append(guess(client, game, code))
        paths = ("/api/games", "/", f"/play/{game['id']}", f"/review/{game['id']}", f"/api/games/{game['id']}/review")
        seen += [client.get(path) for path in (*paths, f"/api/games/{game['id']}", "/api/statistics")]
        seen.append(client.post(f"/api/games/{game['id']}/hints", json={"step": "consistent", "guess": "123456789abc"}))
        seen.append(client.post(f"/api/games/{game['id']}/turns", json={"turn": 9, "guess": "x"}))
        for answer in (friend, client.get(f"/api/challenges/{friend.json()['id']}")):
            assert "123456789abc" not in answer.text + str(answer.headers)
        secret = client.post(f"/api/games/{game['id']}/end").json()["secret"]
    assert len(secret) == 12
    for answer in seen:
        assert secret not in answer.text + str(answer.headers)
    assert secret not in server.stop()


def test_giving_up_beside_a_guess_ends_the_game(site, monkeypatch):
    """A guess comes between the look at the game and its end; giving up is then about the game after it."""
    visitor = site.visitor()
    game = visitor.begin(**sealed_code("6543"))
    store, threads = site.context.store, site.context.threads
    real, looks = threads.write, []

    async def guess_first(function, seen, *others):
        if not looks:
            looks.append(seen)
            await real(store.add_turn, seen, seen.position.after("1122", "0b0w"), None)
        return await real(function, seen, *others)

    monkeypatch.setattr(threads, "write", guess_first)
    answer = visitor.post(f"/api/games/{game['id']}/end")
    assert (answer.status_code, answer.json()["state"], len(answer.json()["turns"])) == (200, "given up", 1)


def test_a_move_visits_the_database_once(site, monkeypatch):
    """Each visit is a change of threads, which takes long while all processors are busy."""
    visitor, threads, visits = site.visitor(), site.context.threads, []
    game = visitor.begin(**sealed_code("6543"))
    visitor.get(f"/api/games/{game['id']}")  # from now on the visitor is known
    for kind in ("read", "write"):
        real = getattr(threads, kind)
        monkeypatch.setattr(threads, kind, lambda *call, kind=kind, real=real: visits.append(kind) or real(*call))
    answer = visitor.post(f"/api/games/{game['id']}/turns", turn=1, guess="3456")
    assert (answer.json()["turns"][0]["feedback"], visits) == ("0b4w", ["write"])


def test_a_hint_in_the_same_position_is_computed_once(site, monkeypatch):
    """Others who are there get it too, and it counts in their games; after another turn it is computed again."""
    computed = []

    async def run(lane, job, position, *others, **asker):
        computed.append(position.guesses)
        return {"step": "guess", "text": "try 1122", "turns": [], "candidates": 1296, "guess": "1122"}

    monkeypatch.setattr(site.context.pool, "run", run)
    for visitor in (site.visitor(), site.visitor()):
        address = f"/api/games/{visitor.begin(**sealed_code('6543'))['id']}"
        for turn in (1, 2):
            assert visitor.post(f"{address}/hints", step="guess").json()["guess"] == "1122"
            visitor.post(f"{address}/turns", turn=turn, guess="1122")
        assert visitor.get(address).json()["hints"] == 2
    assert computed == [0, 1]


def test_giving_up_beside_guesses_without_end_is_refused(site, monkeypatch):
    visitor = site.visitor()
    game = visitor.begin(**sealed_code("6543"))

    def give_up(seen, secret):
        raise Changed("there is another turn")

    monkeypatch.setattr(site.context.store, "give_up", give_up)
    assert visitor.post(f"/api/games/{game['id']}/end").status_code == 409
