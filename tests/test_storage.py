"""Files that hold secrets are for their owner only, whatever the umask; what already exists is closed to others."""

import os
import sqlite3
from pathlib import Path

import pytest

from blackpeg.lab.store import Store as LabStore
from blackpeg.puzzles.daily import read_daily_key
from blackpeg.puzzles.terminal_games import GamesFile
from blackpeg.web.store import Store as WebStore


@pytest.fixture(autouse=True)
def no_umask():
    """Without a umask a file gets every right that a program does not take away."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> str:
    return f"{path.stat().st_mode & 0o777:o}"


@pytest.mark.parametrize("store", [WebStore, GamesFile, LabStore])
def test_new_files_and_folders_are_for_their_owner_only(tmp_path, store):
    opened = store(tmp_path / "new" / "folder" / "file.db")
    modes = {path.name: mode(path) for path in (tmp_path / "new").rglob("*")}
    assert modes == {"folder": "700", **dict.fromkeys(("file.db", "file.db-wal", "file.db-shm"), "600")}
    assert mode(tmp_path / "new") == "700"
    del opened


@pytest.mark.parametrize("store", [WebStore, GamesFile])
def test_files_that_others_could_read_are_closed_to_them(tmp_path, store):
    """A server that was killed leaves its WAL behind, with secrets in it."""
    path = tmp_path / "file.db"
    store(path)
    other = sqlite3.connect(path)  # keeps WAL and shared memory there
    other.execute("SELECT count(*) FROM games")
    files = [path, *(path.with_name(path.name + suffix) for suffix in ("-wal", "-shm"))]
    for file in files:
        file.chmod(0o644)
    opened = store(path)
    assert [mode(file) for file in files] == ["600"] * 3
    other.close()
    del opened


def test_a_folder_of_another_name_stays_as_it_is(tmp_path):
    tmp_path.chmod(0o755)
    WebStore(tmp_path / "web.db").close()
    assert mode(tmp_path) == "755"


def test_the_users_own_data_folder_is_closed_to_others(tmp_path, monkeypatch):
    monkeypatch.delenv("BLACKPEG_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    (tmp_path / "blackpeg").mkdir(0o755)
    GamesFile()
    assert mode(tmp_path / "blackpeg") == "700"


def test_the_key_of_daily_puzzles_is_closed_to_others(tmp_path):
    path = tmp_path / "key.txt"
    path.write_text("Ada's\n0123456789abcdef\n")
    assert mode(path) == "666"
    assert read_daily_key(path).name == "Ada's"
    assert mode(path) == "600"
