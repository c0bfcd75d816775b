"""The event loop does not wait for the database: locks that others hold, queues, and what one read sees."""

import asyncio
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from web.test_store import own_game

from blackpeg import Game
from blackpeg.puzzles.sealed_codes import seal
from blackpeg.web import database_threads
from blackpeg.web.database import Database
from blackpeg.web.database_threads import DatabaseThreads
from blackpeg.web.store import Store
from blackpeg.web.workers import Busy

SEALED = seal(Game(4, 6), Game(4, 6).code("6543"))  # which no guess here breaks


@pytest.fixture
def store(tmp_path):
    opened = Store(tmp_path / "web.db")
    yield opened
    opened.close()


def run(scenario):
    """Runs it in a thread of its own: in this one Playwright's loop may be running."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, scenario).result()


def test_pages_are_read_while_another_program_holds_the_lock(site, tmp_path):
    """A move waits for the lock, and is stored when it is free; whoever reads does not wait."""
    visitor, stranger = site.visitor(), site.visitor()
    game = visitor.begin(code=SEALED)
    other = sqlite3.connect(tmp_path / "data" / "web.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    path = f"/api/games/{game['id']}"

    async def scenario():
        move = asyncio.ensure_future(visitor.client.post(f"{path}/turns", json={"turn": 1, "guess": "1122"}))
        for address in ("/", "/api/daily", path, "/api/games"):
            answer = await stranger.client.get(address)
            assert answer.status_code == 200 and not move.done()
        assert (await stranger.client.get(path)).json()["turns"] == []
        other.execute("COMMIT")
        return await move

    answer = site.run(scenario())
    assert answer.status_code == 201 and len(stranger.get(path).json()["turns"]) == 1
    other.close()


def test_a_lock_that_is_held_too_long_is_named_in_words(site, tmp_path, monkeypatch):
    monkeypatch.setattr("blackpeg.web.database.LOCK_SECONDS", 0.05)
    visitor = site.visitor()
    game = visitor.begin(code=SEALED)
    other = sqlite3.connect(tmp_path / "data" / "web.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answer = visitor.post(f"/api/games/{game['id']}/turns", turn=1, guess="1122")
    other.close()
    assert answer.status_code == 503 and "another program holds the lock" in answer.json()["error"]
    assert "retry-after" in answer.headers
    assert len(visitor.guess(game["id"], "1122")["turns"]) == 1


def test_one_read_sees_one_moment(store, tmp_path):
    store.add_game(own_game("id"))
    other, threads = Store(tmp_path / "web.db"), DatabaseThreads(store)

    def look_twice():
        first = store.game("id")
        other.add_turn(first, first.position.after("1122", "1b1w"), None)
        return [store.game("id").position.guesses, first.position.guesses]

    async def scenario():
        assert await threads.read(look_twice) == [0, 0]
        assert (await threads.read(store.game, "id")).position.guesses == 1

    run(scenario())
    threads.close()
    other.close()


def test_a_queue_has_an_end(store, monkeypatch):
    monkeypatch.setattr(database_threads, "MAX_WAITING", 2)
    threads, free = DatabaseThreads(store), threading.Event()

    async def scenario():
        waiting = [asyncio.ensure_future(threads.write(free.wait)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await threads.write(free.wait)
        assert (await threads.read(store.count_games, "me")) == 0  # reading has a queue of its own
        free.set()
        assert await asyncio.gather(*waiting) == [True, True]
        assert threads.waiting.total() == 0

    run(scenario())
    threads.close()


def test_all_changes_are_made_by_one_thread(store):
    threads = DatabaseThreads(store)

    async def scenario():
        names = await asyncio.gather(*(threads.write(threading.get_ident) for _ in range(20)))
        assert len(set(names)) == 1 and names[0] != threading.get_ident()

    run(scenario())
    threads.close()


def test_changes_that_wait_are_stored_together_and_fail_alone(store, tmp_path):
    """While the thread is busy, changes queue up; then one transaction holds all that did not raise."""
    threads, free = DatabaseThreads(store), threading.Event()
    other = Store(tmp_path / "web.db")

    def add_and_fail(id):
        store.add_game(own_game(id))
        raise ValueError(id)

    async def scenario():
        first = asyncio.ensure_future(threads.write(free.wait))
        await asyncio.sleep(0)
        waiting = [
            asyncio.ensure_future(threads.write(store.add_game, own_game("a"))),
            asyncio.ensure_future(threads.write(add_and_fail, "b")),
            asyncio.ensure_future(threads.write(lambda: store.add_game(own_game("c")) or other.count_games("me"))),
        ]
        await asyncio.sleep(0)
        free.set()
        await first
        done = await asyncio.gather(*waiting, return_exceptions=True)
        assert done[0] is None and isinstance(done[1], ValueError)
        assert done[2] == 0  # what others saw meanwhile: nothing, not even the first
        assert sorted(game.id for game in other.games_of("me")) == ["a", "c"]

    run(scenario())
    threads.close()
    other.close()


def test_nothing_is_acknowledged_that_could_not_be_stored(store, monkeypatch):
    """An error at the end of the transaction is everybody's."""
    threads = DatabaseThreads(store)

    class Full:
        """A connection whose disk is full at the end."""

        def __init__(self, real):
            self.real = real

        def __getattr__(self, name):
            return getattr(self.real, name)

        def execute(self, statement, *values):
            if statement == "COMMIT":
                raise sqlite3.OperationalError("database or disk is full")
            return self.real.execute(statement, *values)

    real = Database._db.fget
    monkeypatch.setattr(Database, "_db", property(lambda self: Full(real(self))))

    async def scenario():
        changes = [threads.write(store.add_game, own_game(id)) for id in "abc"]
        done = await asyncio.gather(*changes, return_exceptions=True)
        assert all(isinstance(one, sqlite3.OperationalError) for one in done)

    run(scenario())
    monkeypatch.undo()
    assert store.games_of("me") == []
    run(threads.write(store.add_game, own_game("later")))  # does not join what was left over
    threads.close()
    assert [game.id for game in store.games_of("me")] == ["later"]


def test_moves_survive_a_power_cut(store):
    assert store.query("PRAGMA synchronous").fetchone() == (2,)  # FULL: https://sqlite.org/pragma.html
