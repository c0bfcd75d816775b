"""`blackpeg backup` and `blackpeg restore`: while a server writes, into folders that are taken, of damaged files."""

import json
import os
import sqlite3
from dataclasses import replace

import pytest
from click.testing import CliRunner

from blackpeg import BlackpegError, Game
from blackpeg.cli.data.backup_and_restore import backup, restore
from blackpeg.puzzles.saved_game import FRIEND, game_with_secret
from blackpeg.puzzles.terminal_games import GamesFile
from blackpeg.web.store import Store


def run(command, *words):
    done = CliRunner().invoke(command, [str(word) for word in words], standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    return done.output


def own_game(id):
    game = Game(4, 6)
    return replace(game_with_secret(game, game.code("1234"), FRIEND), owner="me", id=id)


def mode(path):
    return f"{path.stat().st_mode & 0o777:o}"


@pytest.fixture
def data(tmp_path):
    """A folder with games, one of which has a turn, and one that was deleted."""
    store = Store(tmp_path / "data" / "web.db")
    for id in ("first", "second"):
        store.add_game(own_game(id))
    game = store.game("first")
    store.add_turn(game, game.position.after("1122", "1b1w"), None)
    store.close()
    terminal = GamesFile(tmp_path / "data" / "games.db")
    terminal.save(own_game(""))
    terminal._database.close()
    return tmp_path / "data"


def games_in(folder):
    store = Store(folder / "web.db")
    found = {game.id: str(store.game(game.id).position) for game in store.games_of("me")}
    store.close()
    return found


def test_a_backup_holds_what_was_stored_when_it_was_made(data, tmp_path):
    server = Store(data / "web.db")  # as a server that goes on meanwhile
    server._db.execute("BEGIN IMMEDIATE")
    server.add_game(own_game("not stored yet"))
    printed = json.loads(run(backup, tmp_path / "backup", "--data", data, "--json"))
    server._db.execute("COMMIT")
    assert sorted(printed["files"]) == ["games.db", "web.db"]
    expected = {"first": "4x6 1122=1b1w", "second": "4x6"}
    assert games_in(tmp_path / "backup") == expected
    assert sorted(games_in(data)) == ["first", "not stored yet", "second"]
    server.close()
    run(restore, tmp_path / "backup", "--data", tmp_path / "elsewhere")
    assert games_in(tmp_path / "elsewhere") == expected
    assert len(GamesFile(tmp_path / "elsewhere" / "games.db").open_games()) == 1


def test_copies_are_for_their_owner_only(data, tmp_path):
    before = os.umask(0)
    try:
        run(backup, tmp_path / "backup", "--data", data)
        run(restore, tmp_path / "backup", "--data", tmp_path / "back")
    finally:
        os.umask(before)
    for folder in ("backup", "back"):
        files = sorted((tmp_path / folder).iterdir())
        assert [file.name for file in files] == ["games.db", "web.db"] and mode(tmp_path / folder) == "700"
        assert {mode(file) for file in files} == {"600"}


def test_restoring_takes_the_place_of_what_is_there_only_when_told(data, tmp_path):
    run(backup, tmp_path / "backup", "--data", data)
    later = Store(data / "web.db")
    later.add_game(own_game("later"))
    with pytest.raises(BlackpegError, match=r"has a web\.db already; --replace"):
        run(restore, tmp_path / "backup", "--data", data)
    with pytest.raises(BlackpegError, match=r"web\.db is in use; stop the server"):
        run(restore, tmp_path / "backup", "--data", data, "--replace")
    assert "later" in games_in(data)
    later.close()
    run(restore, tmp_path / "backup", "--data", data, "--replace")
    assert sorted(games_in(data)) == ["first", "second"]
    (data / "web.db.replaced").rename(tmp_path / "web.db")
    assert sorted(games_in(tmp_path)) == ["first", "later", "second"]  # nothing of the WAL is lost


def test_folders_without_a_backup_or_with_one(data, tmp_path):
    with pytest.raises(BlackpegError, match=r"there is nothing to copy in .*: no web\.db, no games\.db, no lab\.db"):
        run(backup, tmp_path / "backup", "--data", tmp_path / "nothing")
    with pytest.raises(BlackpegError, match="there is no backup in"):
        run(restore, tmp_path / "nothing", "--data", data)
    run(backup, tmp_path / "backup", "--data", data)
    with pytest.raises(BlackpegError, match="a folder of its own"):
        run(backup, tmp_path / "backup", "--data", data)


def test_a_damaged_or_foreign_backup_is_not_restored(data, tmp_path):
    run(backup, tmp_path / "backup", "--data", data)
    with (tmp_path / "backup" / "web.db").open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(8192))
    with pytest.raises(BlackpegError, match="can't be copied"):
        run(restore, tmp_path / "backup", "--data", data, "--replace")
    (tmp_path / "other").mkdir()
    with sqlite3.connect(tmp_path / "other" / "web.db") as db:
        db.execute("CREATE TABLE mine (x)")
    with pytest.raises(BlackpegError, match="is not a file of this web app"):
        run(restore, tmp_path / "other", "--data", data, "--replace")
    assert sorted(games_in(data)) == ["first", "second"]
    assert {path.name for path in data.iterdir()} == {"web.db", "games.db"}
