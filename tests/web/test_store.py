"""The file of games: damaged, read-only, and with moves that come too late."""

import os
import sqlite3
from dataclasses import replace

import pytest

from blackpeg import BlackpegError, Game, Position
from blackpeg.puzzles.saved_game import FRIEND, GIVEN_UP, LOST, OPEN, SOLVED, SavedGame, daily_game, game_with_secret
from blackpeg.web.store import Conflict, Store, origin_text


def test_a_page_in_the_middle_that_is_damaged_is_found(tmp_path):
    store = Store(tmp_path / "web.db")
    for k in range(300):
        store.add_game(own_game(f"game{k}"))
    store.close()
    with (tmp_path / "web.db").open("r+b") as file:
        file.seek(5 * 4096)
        file.write(os.urandom(4096))
    with pytest.raises(BlackpegError, match=r"web\.db can't be used"):
        Store(tmp_path / "web.db")


def test_a_read_only_file_is_an_error(tmp_path, monkeypatch):
    """As root nothing is read-only, so SQLite opens it that way."""
    Store(tmp_path / "web.db").close()
    real = sqlite3.connect
    read_only = lambda path, **options: real(f"{path.as_uri()}?mode=ro", uri=True, **options)  # noqa: E731
    monkeypatch.setattr(sqlite3, "connect", read_only)
    with pytest.raises(BlackpegError, match="readonly"):
        Store(tmp_path / "web.db")


def test_a_move_in_a_game_that_has_changed_is_refused(tmp_path):
    store = Store(tmp_path / "web.db")
    first = own_game("id")
    store.add_game(first)
    second = store.add_turn(first, first.position.after("1122", "1b1w"), None)
    with pytest.raises(Conflict):  # turn 1 is played already
        store.add_turn(first, first.position.after("3344", "1b1w"), None)
    with pytest.raises(Conflict):
        store.give_up(first, first.secret)
    store.count_hint("id")
    last = store.add_turn(second, second.position.after("1234", "4b0w"), None)
    assert (last.state, last.hints) == (SOLVED, 1) and last.ended is not None
    for old in (second, replace(last, state=OPEN)):
        with pytest.raises(Conflict):
            store.give_up(old, old.secret)
    assert str(store.game("id").position) == "4x6 1122=1b1w 1234=4b0w"


def test_a_game_is_read_as_it_was_stored(tmp_path):
    store, game = Store(tmp_path / "web.db"), Game(4, 6)
    position = Position(game).after("1122", "0b0w")
    adversary = SavedGame(position, "adversary", "position", given=1, candidates_left=(None,), owner="me", id="b")
    for stored in (own_game("a"), adversary, replace(daily_game("medium"), owner="me", id="c")):
        store.add_game(stored)
        found = store.game(stored.id)
        secrets = [None if one.secret is None else game.show(one.secret) for one in (stored, found)]
        assert secrets[0] == secrets[1]
        assert vars(replace(found, secret=None)) == vars(replace(stored, secret=None))
    over = store.give_up(store.add_turn(adversary, position.after("3344", "0b0w"), 16), game.code("5566"))
    assert (over.state, over.candidates_left) == (GIVEN_UP, (None, 16))
    found = store.game("b")
    assert (found.state, found.candidates_left, game.show(found.secret)) == (GIVEN_UP, (None, 16), "5566")
    rows = [(one.id, one.origin, one.guesses, one.finished.day) for one in store.games_of("me")]
    daily = store.game("c")
    assert sorted(rows) == [
        ("a", "friend", 0, None),
        ("b", "position", 2, None),
        ("c", origin_text(daily), 0, daily.day),
    ]


def test_a_file_of_version_1_is_read_and_gets_limits(tmp_path):
    """The tables as the first version made them, with a game in the middle."""
    db = sqlite3.connect(tmp_path / "web.db")
    db.executescript("""
        CREATE TABLE games (
            id TEXT PRIMARY KEY, owner TEXT NOT NULL, game TEXT NOT NULL, codemaker TEXT NOT NULL, origin TEXT NOT NULL,
            secret TEXT, nonce BLOB, digest TEXT, given INTEGER NOT NULL, state TEXT NOT NULL, hints INTEGER NOT NULL,
            created REAL NOT NULL, ended REAL) WITHOUT ROWID;
        CREATE INDEX games_of ON games (owner, created);
        CREATE UNIQUE INDEX one_daily ON games (owner, origin) WHERE origin LIKE 'daily %';
        CREATE TABLE turns (
            game TEXT NOT NULL REFERENCES games, turn INTEGER NOT NULL, guess TEXT NOT NULL, feedback TEXT NOT NULL,
            left_over INTEGER, time REAL NOT NULL, PRIMARY KEY (game, turn)) WITHOUT ROWID;
        CREATE TABLE challenges (
            id TEXT PRIMARY KEY, owner TEXT NOT NULL, game TEXT NOT NULL, secret TEXT NOT NULL, created REAL NOT NULL
            ) WITHOUT ROWID;
        CREATE TABLE settings (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
        INSERT INTO games VALUES ('old', 'me', '4x6', 'honest', 'new', '1234', X'00', 'ab', 0, 'open', 1, 5.0, NULL);
        INSERT INTO turns VALUES ('old', 1, '1122', '1b1w', NULL, 6.0);
        PRAGMA user_version=1; PRAGMA application_id=1112569698;
    """)
    db.close()
    store = Store(tmp_path / "web.db")
    old = store.game("old")
    assert (str(old.position), old.limit, old.hints, old.state) == ("4x6 1122=1b1w", None, 1, OPEN)
    assert store.add_turn(old, old.position.after("1233", "3b0w"), None).state == OPEN
    store.add_game(replace(own_game("new"), limit=2))
    store.close()
    assert Store(tmp_path / "web.db").game("new").limit == 2


def test_a_game_is_lost_at_its_limit(tmp_path):
    store = Store(tmp_path / "web.db")
    own = replace(own_game("id"), limit=2)
    store.add_game(own)
    second = store.add_turn(own, own.position.after("1122", "1b1w"), None)
    assert second.state == OPEN
    lost = store.add_turn(second, second.position.after("1233", "3b0w"), None)
    assert lost.state == LOST and lost.ended is not None
    assert (store.game("id").state, store.game("id").limit) == (LOST, 2)
    assert [one.finished.solved for one in store.games_of("me")] == [False]
    with pytest.raises(Conflict):
        store.add_turn(second, second.position.after("1234", "4b0w"), None)


def own_game(id):
    game = Game(4, 6)
    return replace(game_with_secret(game, game.code("1234"), FRIEND), owner="me", id=id)


def test_daily_puzzles_are_found_among_many_games_by_their_indexes(tmp_path):
    """Today's puzzle is on the first page; it used to read all games of a visitor."""
    store = Store(tmp_path / "web.db")
    day = replace(daily_game("medium"), owner="me", id="today")
    archived = replace(day, origin="archive", id="archived", began=day.began - 1)
    store.add_game(day)
    assert store.find_daily("me", day).id == "today"
    store.add_game(archived)
    store.add_game(own_game("another"))
    statements = []
    store._db.set_trace_callback(statements.append)
    assert store.find_daily("me", day).id == "archived"  # which was begun first
    assert store.find_daily("somebody else", day) is None
    assert sorted(game.id for game in store.daily_games("me")) == ["archived", "today"]
    store._db.set_trace_callback(None)
    plans = [str(store.query(f"EXPLAIN QUERY PLAN {one}").fetchall()) for one in statements if "owner" in one]
    assert len(plans) == 4
    assert all("one_daily" in plan or "one_archived" in plan for plan in plans)
    assert not any("games_of " in plan for plan in plans)
