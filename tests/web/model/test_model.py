"""Several people play at once, in several tabs, while the server is killed: what they saw is what is stored.

Every rule sends requests and does not wait for their answers, unless what follows needs them. In the end all that the
clients saw of each game must be possible in some order, by the rules in `rules.py`, and equal the rows of the file.

    python -m pytest tests/web/model --hypothesis-profile=soak      hundreds of runs, an hour
"""

import sqlite3
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic, sleep

import httpx
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, multiple, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run_machine
from web.model.order import UNKNOWN, Event, find_order
from web.model.rules import (
    CODES,
    GameState,
    Stored,
    Turn,
    apply_to_daily,
    apply_to_duel,
    apply_to_game,
    fits,
    is_sentence,
)

SOAKING = settings.get_current_profile_name() == "soak"
RUNS, STEPS, MAX_KILLS = (300, 60, 600) if SOAKING else (3, 30, 2)
PEOPLE = range(3)
KINDS = "honest", "adversary", "friend", "daily", "duel"
FEW_CODES = st.sampled_from(["112", "123", "341", "444"])  # so that people often try the same
done = Counter()  # how often things happened, over all runs


class People(RuleBasedStateMachine):
    """Three visitors, and the requests that they have sent."""

    server = None  # set by the test

    def __init__(self) -> None:
        super().__init__()
        self.threads = ThreadPoolExecutor(12)
        self.clients = [self.server.client() for _ in PEOPLE]
        self.sent = []
        self.games = defaultdict(list)  # events by game
        self.owners, self.dailies, self.duels = {}, defaultdict(list), defaultdict(list)
        for client in self.clients:
            self.ask(client, "GET", "/")  # which brings the cookie

    games_begun = Bundle("games_begun")

    # Sending

    def ask(self, client, method, path, body=None):
        """Sends a request and returns its answer, asking again if that was too much at once or the server was away."""
        while True:
            try:
                answer = client.request(method, path, json=body)
            except httpx.TransportError:
                sleep(0.1)
                continue
            if answer.status_code != 429:
                return answer
            sleep(0.5)

    def record(self, events, request, client, method, path, body=None):
        """Sends a request and keeps what came back; without an answer it is unknown whether it was done."""
        start = monotonic()
        try:
            answer = client.request(method, path, json=body)
            found = answer.status_code, answer.json()
            assert answer.status_code < 400 or is_sentence(found[1]), answer.text
            assert answer.status_code < 500, answer.text
        except httpx.TransportError:
            found = UNKNOWN
        events.append(Event(start, monotonic(), request, found))
        done[request[0] if isinstance(request, tuple) else "join or begin"] += 1

    def send(self, *arguments):
        """Sends a request beside others; from time to time all of them are waited for."""
        if len(self.sent) >= 12:
            self.wait()
        self.sent.append(self.threads.submit(self.record, *arguments))

    def wait(self):
        """Waits for all answers."""
        for future in self.sent:
            future.result()
        self.sent.clear()

    # What people do

    @initialize(target=games_begun)
    def begin_one_of_each(self):
        return multiple(*(game for kind in KINDS for game in self.games_of_kind(kind, 0, 1, "341")))

    @rule(target=games_begun, kind=st.sampled_from(KINDS), who=st.sampled_from(PEOPLE), friend=st.sampled_from(PEOPLE),
          secret=FEW_CODES)  # fmt: skip
    def begin(self, kind, who, friend, secret):
        return multiple(*self.games_of_kind(kind, who, friend, secret))

    def games_of_kind(self, kind, who, friend, secret):
        """Begins games, and returns their ids."""
        begin = {"friend": self.play_a_friends_code, "duel": self.duel, "daily": self.begin_the_daily_puzzle}
        if kind in begin:
            return begin[kind](who, friend, secret)
        body = {"game": "3x4", "codemaker": kind, "limit": 3 if friend == who else None}
        return [self.owned(who, self.ask(self.clients[who], "POST", "/api/games", body).json()["id"])]

    def owned(self, who, game):
        self.owners[game] = who
        return game

    def play_a_friends_code(self, who, friend, secret):
        code = self.ask(self.clients[who], "POST", "/api/challenges", {"game": "3x4", "secret": secret}).json()
        answer = self.ask(self.clients[friend], "POST", "/api/games", {"challenge": code["id"]})
        if who == friend:
            assert answer.status_code == 409  # who set it knows it
            return []
        return [self.owned(friend, answer.json()["id"])]

    def begin_the_daily_puzzle(self, who, friend, secret):
        """In three tabs at once. Its game is of 4x6, and not looked at further."""
        for _ in range(3):
            self.send(self.dailies[who], "daily", self.clients[who], "POST", "/api/games", {"daily": True})
        return []

    def duel(self, who, friend, secret):
        """Somebody makes a duel, and both others want to join at once, one of them in two tabs."""
        made = self.ask(self.clients[who], "POST", "/api/matches", {"kind": "duel", "game": "3x4", "limit": 4}).json()
        path, events = f"/api/matches/{made['id']}", self.duels[made["id"], who]
        for other in [*(set(PEOPLE) - {who}), max(set(PEOPLE) - {who})]:
            self.send(events, other, self.clients[other], "POST", f"{path}/players", {"name": str(other)})
        self.wait()
        begun = []
        for one in PEOPLE:
            seen = self.ask(self.clients[one], "GET", path).json()
            games = [game["game"] for row in seen["played"] for game in row["games"] if game["seat"] == seen["seat"]]
            begun += [self.owned(one, game) for game in games]
        return begun

    @rule(
        game=games_begun,
        kind=st.sampled_from(["guess", "guess", "guess", "hint", "look"]),
        code=FEW_CODES,
        who=st.sampled_from([None, None, *PEOPLE]),
        turns=st.lists(st.integers(1, 4), min_size=1, max_size=3),
    )
    def move(self, game, kind, code, who, turns):
        """The owner of a game, or somebody else, moves in several tabs."""
        player = self.owners[game] if who is None else who
        own, client, path = player == self.owners[game], self.clients[player], f"/api/games/{game}"
        for turn in turns:
            if kind == "guess":
                body = {"turn": turn, "guess": code}
                self.send(self.games[game], ("guess", own, turn, code), client, "POST", f"{path}/turns", body)
            elif kind == "hint":
                self.send(self.games[game], ("hint", own), client, "POST", f"{path}/hints", {"step": "candidates"})
            else:
                self.send(self.games[game], ("look", own), client, "GET", path)

    @rule(game=consumes(games_begun), turn=st.integers(1, 3), code=FEW_CODES)
    def end(self, game, turn, code):
        """Gives up in one tab and guesses in another."""
        client, path = self.clients[self.owners[game]], f"/api/games/{game}"
        self.send(self.games[game], ("end", True), client, "POST", f"{path}/end")
        body = {"turn": turn, "guess": code}
        self.send(self.games[game], ("guess", True, turn, code), client, "POST", f"{path}/turns", body)

    @precondition(lambda self: len(self.sent) > 3)
    @rule(seconds=st.sampled_from([0, 0.005, 0.02]))
    def kill(self, seconds):
        """Ends the server with requests under way, and starts it again."""
        if done["kills"] == MAX_KILLS:  # not a precondition: what is drawn must not depend on earlier runs
            return
        done["kills"] += 1
        sleep(seconds)
        self.server.kill()
        self.wait()
        self.server.start()

    # The end

    def teardown(self):
        self.wait()
        for game, owner in self.owners.items():  # what the last one sees
            self.record(self.games[game], ("look", True), self.clients[owner], "GET", f"/api/games/{game}")
        self.threads.shutdown()
        file = sqlite3.connect(f"file:{self.server.data / 'web.db'}?mode=ro", uri=True)
        for game, events in self.games.items():
            stored = read_game(file, game)
            order = find_order(events, GameState(), partial(apply_to_game, stored), stored.final)
            assert order is not None, "\n".join(
                [game, str(stored), *map(str, sorted(events, key=lambda one: one.start))]
            )
        for events in self.dailies.values():
            ids = {event.answer[1]["id"] for event in events if event.answer is not UNKNOWN and event.answer[0] < 300}
            if ids:
                (id,) = ids
                named = [Event(event.start, event.end, id, event.answer) for event in events]
                assert find_order(named, "", apply_to_daily, id) is not None, events
        for (match, maker), events in self.duels.items():
            players = (maker, *stored_players(file, match))
            assert find_order(events, (maker,), apply_to_duel, players) is not None, (match, players, events)
        file.close()
        for client in self.clients:
            client.close()


def read_game(file, id):
    """What the file says about a game; also checks what must be true of it in any order."""
    query = "SELECT codemaker, secret, state, hints, guess_limit, origin FROM games WHERE id = ?"
    codemaker, secret, state, hints, limit, origin = file.execute(query, (id,)).fetchone()
    rows = file.execute("SELECT turn, guess, feedback FROM turns WHERE game = ? ORDER BY turn", (id,)).fetchall()
    turns = tuple(Turn(guess, feedback) for _, guess, feedback in rows)
    assert [turn for turn, _, _ in rows] == list(range(1, len(rows) + 1))
    if state == "solved":
        secret = turns[-1].guess
    if secret is None:
        assert any(fits(code, turns) for code in CODES)  # an adversary never contradicts itself
    else:
        assert fits(secret, turns)
    return Stored(GameState(turns, state, hints), secret, codemaker == "honest", limit, origin != "match")


def stored_players(file, match):
    """Who has joined a duel: their names are their numbers."""
    names = file.execute("SELECT name FROM match_players WHERE match = ? AND seat > 0 ORDER BY seat", (match,))
    players = [int(name) for (name,) in names]
    games = "SELECT game FROM match_rounds WHERE match = ?"
    secrets = file.execute(f"SELECT DISTINCT secret FROM games WHERE id IN ({games})", (match,)).fetchall()
    assert len(secrets) <= 1  # both break the same code
    return players


@pytest.fixture
def model_server(tmp_path, server_of):
    return server_of(tmp_path / "data")


def test_what_people_saw_is_what_is_stored(model_server):
    People.server = model_server
    run_machine(People, settings=settings(
        max_examples=RUNS, stateful_step_count=STEPS, deadline=None, derandomize=not SOAKING,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck), print_blob=False,
    ))  # fmt: skip
    assert done["kills"] and done["guess"] and done["hint"] and done["end"], done
