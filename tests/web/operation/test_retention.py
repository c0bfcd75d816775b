"""What is deleted and when: unfinished games, matches, and with `--keep` everything that nobody touches."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from web.test_store import own_game

from blackpeg import Game
from blackpeg.web.database_threads import DatabaseThreads
from blackpeg.web.operation import retention
from blackpeg.web.operation.quota import Quota
from blackpeg.web.operation.retention import DAY, delete_stale, delete_stale_forever, find_stale
from blackpeg.web.people.match_store import MatchStore
from blackpeg.web.store import Challenge, Conflict, Store, Unavailable

NOW = 1_800_000_000.0


@pytest.fixture
def store(tmp_path):
    opened = Store(tmp_path / "web.db")
    yield opened
    opened.close()


@pytest.fixture
def at(monkeypatch):
    """Sets the time, in days before now."""

    def set_time(days):
        monkeypatch.setattr("time.time", lambda: NOW - days * DAY)

    set_time(0)
    return set_time


def begin(store, at, id, days, turns=(), ended=None):
    """Stores a game that was begun days ago, with turns and perhaps an end, each so many days ago."""
    at(days)
    game = replace(own_game(id), began=NOW - days * DAY)
    store.add_game(game)
    for day, code in zip(turns, ("1122", "1133", "1144"), strict=False):
        at(day)
        game = store.add_turn(game, game.position.after(code, "1b0w"), None)
    if ended is not None:
        at(ended)
        store.give_up(game, game.secret)
    at(0)


def clean(store, keep_days=None):
    """Deletes all that is stale; returns what is left."""
    while stale := find_stale(store, NOW, keep_days):
        delete_stale(store, NOW, stale)
    return sorted(id for (id,) in store.query("SELECT id FROM games"))


def test_unfinished_games_expire(store, at):
    begin(store, at, "empty, 8 days", 8)
    begin(store, at, "empty, 6 days", 6)
    begin(store, at, "played 89 days ago", 400, (399, 89))
    begin(store, at, "played 91 days ago", 400, (399, 91))
    begin(store, at, "finished 400 days ago", 400, (400,), 400)
    assert clean(store) == ["empty, 6 days", "finished 400 days ago", "played 89 days ago"]
    assert store.query("SELECT count(*) FROM turns").fetchone() == (3,)


def test_all_is_deleted_that_nobody_touched_for_the_days_of_keep(store, at):
    begin(store, at, "finished 29 days ago", 100, (99,), 29)
    begin(store, at, "finished 31 days ago", 100, (99,), 31)
    begin(store, at, "played 29 days ago", 100, (29,))
    begin(store, at, "played 31 days ago", 100, (31,))
    at(100)
    for id in range(2):
        store.add_challenge(Challenge("me", Game(4, 6), Game(4, 6).code(f"123{id + 1}")))
    kept, _ = (id for (id,) in store.query("SELECT id FROM challenges ORDER BY secret").fetchall())
    at(0)
    store.add_game(replace(own_game("of a friend"), began=NOW), kept)
    assert clean(store, 30) == ["finished 29 days ago", "of a friend", "played 29 days ago"]
    assert store.query("SELECT id FROM challenges").fetchall() == [(kept,)]


def make_duel(store, matches, at, days, monkeypatch):
    at(days)
    id = matches.add("duel", Game(4, 6), 1, 10, "me", "Ada")
    matches.join(id, "you", "Bob")
    store.query("UPDATE games SET created = ? WHERE id IN (SELECT game FROM match_rounds WHERE match = ?)",
                NOW - days * DAY, id)  # fmt: skip
    at(0)
    return id


def test_a_match_expires_as_a_whole(store, at, monkeypatch):
    matches = MatchStore(store)
    at(91)
    waiting = matches.add("duel", Game(4, 6), 1, 10, "me", "Ada")  # nobody came
    dead, half, fresh, over = (make_duel(store, matches, at, days, monkeypatch) for days in (91, 91, 89, 91))
    ids = {id: [game.id for _, game in sorted(matches.match(id).games[0].items())] for id in (dead, half, fresh, over)}
    at(91)
    for id in (ids[half][0], *ids[over]):
        game = store.game(id)
        store.give_up(game, game.secret)
    at(0)
    assert clean(store) == sorted([*ids[fresh], ids[half][0], *ids[over]])  # what was finished stays
    left = {id for (id,) in store.query("SELECT id FROM matches")}
    assert left == {fresh, over} and waiting not in left
    assert matches.match(over).over
    assert clean(store, 60) == []  # the fresh one is 89 days old


def test_a_move_that_comes_meanwhile_saves_a_game(store, at):
    begin(store, at, "id", 400, (91,))
    stale = find_stale(store, NOW, None)
    game = store.game("id")
    store.add_turn(game, game.position.after("1144", "1b0w"), None)
    delete_stale(store, NOW, stale)
    assert store.game("id").position.guesses == 2


def test_the_server_deletes_a_little_at_a_time(store, at, monkeypatch):
    monkeypatch.setattr(retention, "MAX_TOGETHER", 2)
    for k in range(7):
        begin(store, at, f"old{k}", 8)
    begin(store, at, "new", 1)
    threads = DatabaseThreads(store)

    async def scenario():
        cleaning = asyncio.ensure_future(delete_stale_forever(store, threads, None))
        while await threads.read(store.count_games, "me") > 1:
            await asyncio.sleep(0.01)
        cleaning.cancel()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, scenario()).result()
    threads.close()
    assert clean(store) == ["new"]


def test_a_visitor_has_a_quota(tmp_path):
    counts = {"games": (2, "games"), "challenges": (1, "codes for friends"), "match_players": (1, "duels")}
    store = Store(tmp_path / "web.db", Quota(max_per_visitor=counts))
    for id in "ab":
        store.begin_game(own_game(id))
    with pytest.raises(Conflict, match="you have 2 games here, which is all a visitor may have"):
        store.begin_game(own_game("c"))
    store.begin_game(replace(own_game("d"), owner="somebody else"))
    code = Challenge("me", Game(4, 6), Game(4, 6).code("1234"))
    store.add_challenge(code)
    with pytest.raises(Conflict, match="1 codes for friends"):
        store.add_challenge(code)
    matches = MatchStore(store)
    matches.add("duel", Game(4, 6), 1, 10, "me", "Ada")
    others = matches.add("duel", Game(4, 6), 1, 10, "you", "Bob")
    with pytest.raises(Conflict, match="1 duels"):
        matches.join(others, "me", "Ada")
    store.close()


@pytest.mark.parametrize(
    ("quota", "why"),
    [(Quota(max_bytes=4096), "the room that this server has for games is used up"),
     (Quota(min_free_bytes=2**60), "the disk of this server is nearly full")],
)  # fmt: skip
def test_a_full_server_begins_nothing_and_games_go_on(tmp_path, quota, why, caplog):
    store = Store(tmp_path / "web.db")
    store.begin_game(own_game("before"))
    store.close()
    store = Store(tmp_path / "web.db", quota)
    with pytest.raises(Unavailable, match=why):
        store.begin_game(own_game("after"))
    assert why in caplog.text
    game = store.game("before")
    assert store.add_turn(game, game.position.after("1122", "1b1w"), None).position.guesses == 1
    store.close()
