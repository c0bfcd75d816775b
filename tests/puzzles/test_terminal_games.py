"""The file in which the terminal saves games: written, read again, counted."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from blackpeg import BlackpegError, Game
from blackpeg.puzzles.daily import today
from blackpeg.puzzles.puzzle_rating import PuzzleRecord
from blackpeg.puzzles.saved_game import DAILY, FRIEND, GIVEN_UP, LOST, NEW, OPEN, SOLVED, daily_game, new_game
from blackpeg.puzzles.terminal_games import GamesFile

OLD_SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY, began TEXT NOT NULL, origin TEXT NOT NULL, day TEXT, codemaker TEXT NOT NULL,
    game TEXT NOT NULL, secret TEXT, nonce BLOB NOT NULL, turns TEXT NOT NULL, hints INTEGER NOT NULL,
    ended TEXT NOT NULL);
"""  # of version 1, which had no limits


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "games.db"


def test_a_game_is_kept_as_it_stands(path: Path) -> None:
    own = GamesFile(path).save(new_game(Game(4, 6), "honest", 7))
    assert own.id
    own = replace(own, position=own.position.after("1122", "0b1w").after("3456", "1b1w"), hints=2)
    GamesFile(path).save(own)
    (again,) = GamesFile(path).open_games()
    assert str(again.position) == "4x6 1122=0b1w 3456=1b1w"
    assert (again.id, again.hints, again.began, again.kind) == (own.id, 2, int(own.began), own.kind)
    assert own.secret is not None and again.secret is not None
    assert again.secret.tolist() == own.secret.tolist()
    assert again.commitment == own.commitment is not None
    GamesFile(path).save(replace(again, state=GIVEN_UP))
    assert GamesFile(path).open_games() == []
    assert [one.state for one in GamesFile(path).finished_games()] == [GIVEN_UP]
    assert sqlite3.connect(path).execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_every_kind_is_counted_by_itself(path: Path) -> None:
    games = GamesFile(path)
    for codemaker, state in (("honest", SOLVED), ("honest", SOLVED), ("adversary", SOLVED), ("honest", GIVEN_UP)):
        own = new_game(Game(4, 6), codemaker, 1)
        games.save(replace(own, position=own.position.after("1122", "4b0w"), state=state))
    games.save(new_game(Game(5, 8), "honest", 1))  # still going on
    honest, adversarial = games.statistics()
    assert (honest.codemaker, honest.statistics.played, honest.statistics.solved, honest.statistics.longest) == (
        "honest",
        3,
        2,
        2,
    )
    assert honest.statistics.streak == 0
    assert honest.json()["optimum"] == pytest.approx(5625 / 1296, abs=1e-6)
    assert (adversarial.codemaker, adversarial.statistics.played) == ("adversary", 1)
    assert adversarial.json()["optimum"] is None
    assert games.statistics(Game(5, 8)) == []


def test_files_written_before_are_read(path: Path) -> None:
    path.parent.mkdir()
    rows = (
        "4, '2026-11-16T21:51:01+00:00', 'random', NULL, 'honest', '4x6', '5234', X'0213eb47630360020564245ba281e8d3', "
        "'4x6 1122=0b1w 3344=1b1w', 0, 'given up'",
        "5, '2026-11-16T21:51:01+00:00', 'random', NULL, 'adversary', '4x6', NULL, X'', '4x6 1122=4b0w', 3, 'broken'",
        "6, '2026-11-16T21:51:01+00:00', 'daily', '2026-11-16', 'honest', '4x6-distinct', '4136', "
        "X'c0aae0bb856907fe26911232249bf3c1', '4x6-distinct 1234=1b1w', 0, ''",
        "7, '2026-11-16T21:51:01+00:00', 'code', NULL, 'honest', '5x8', '12345', X'f7ef85912a10d384589a77c146e65e95', "
        "'5x8 11223=1b1w', 1, ''",
    )
    inserts = "".join(f"INSERT INTO games VALUES ({row});" for row in rows)
    database = sqlite3.connect(path)
    database.executescript(f"{OLD_SCHEMA} {inserts} PRAGMA user_version=1; PRAGMA application_id=1114394727;")
    database.close()
    one, two = GamesFile(path).finished_games()
    four, three = GamesFile(path).open_games()
    assert [game.origin for game in (one, two, three, four)] == [NEW, NEW, DAILY, FRIEND]
    assert [game.state for game in (one, two, three, four)] == [GIVEN_UP, SOLVED, OPEN, OPEN]
    assert [str(game.day) for game in (one, two, three, four)] == ["None", "None", "2026-11-16", "None"]
    assert [game.hints for game in (one, two, three, four)] == [0, 3, 0, 1]
    assert str(four.position) == "5x8 11223=1b1w"
    assert one.secret is not None and one.commitment is not None
    assert one.game.show(one.secret) == "5234"
    assert one.commitment.nonce.hex() == "0213eb47630360020564245ba281e8d3"
    assert two.secret is two.commitment is None
    GamesFile(path).save(replace(four, state=GIVEN_UP))
    kept = sqlite3.connect(path).execute("SELECT * FROM games WHERE id = 7").fetchone()
    assert kept[1:3] == ("2026-11-16T21:51:01+00:00", "code")
    assert kept[-4:] == ("5x8 11223=1b1w", 1, "given up", None)
    assert [game.limit for game in (one, two, three, four)] == [None] * 4
    limited = GamesFile(path).save(replace(new_game(Game(4, 6), "honest", 1), limit=10))
    assert {game.id: game.limit for game in GamesFile(path).open_games()}[limited.id] == 10


def test_an_old_file_that_several_programs_open_is_changed_once(path: Path) -> None:
    path.parent.mkdir()
    database = sqlite3.connect(path)
    database.executescript(f"{OLD_SCHEMA} PRAGMA user_version=1; PRAGMA application_id=1114394727;")
    database.close()
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: GamesFile(path).path, range(8)))
    columns = [row[1] for row in sqlite3.connect(path).execute("PRAGMA table_info(games)")]
    assert columns.count("guess_limit") == 1


def test_a_limit_is_kept_and_a_lost_game_is_not_solved(path: Path) -> None:
    own = GamesFile(path).save(replace(new_game(Game(4, 6), "honest", 7), limit=2))
    own = own.after(own.position.after("1122", "0b1w"))
    assert own.state == OPEN
    GamesFile(path).save(own)
    (again,) = GamesFile(path).open_games()
    assert again.limit == 2
    lost = again.after(again.position.after("3456", "1b1w"))
    assert lost.state == LOST
    GamesFile(path).save(lost)
    (over,) = GamesFile(path).finished_games()
    assert (over.state, over.limit) == (LOST, 2)
    (group,) = GamesFile(path).statistics()
    assert (group.statistics.played, group.statistics.solved) == (1, 0)


def test_files_of_others_are_left_alone(path: Path) -> None:
    path.parent.mkdir()
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE games (id)")
    db.commit()
    db.close()
    with pytest.raises(BlackpegError, match="is not a file of saved games"):
        GamesFile(path)
    with pytest.raises(BlackpegError, match="can't be used"):
        GamesFile(path / "games.db")  # below a file


def test_two_games_at_once(path: Path) -> None:
    first, second = GamesFile(path), GamesFile(path)
    for k in range(10):
        for games in (first, second):
            games.save(new_game(Game(4, 6), "honest", k))
    assert len(first.open_games()) == 20


def test_the_first_answer_to_a_puzzle_is_kept(path: Path) -> None:
    games = GamesFile(path)
    assert games.puzzle_record() == PuzzleRecord()
    for number, correct in ((5, True), (2, True), (9, False), (9, True), (7, True), (99_999, True)):
        games.save_answer(number, correct)
    record = GamesFile(path).puzzle_record()
    assert (record.streak, record.longest, record.right, record.answered) == (1, 2, 3, {2, 5, 7, 9})


def test_a_file_without_puzzles_gets_them_and_keeps_its_version(path: Path) -> None:
    own = GamesFile(path).save(new_game(Game(4, 6), "honest", 7))
    with sqlite3.connect(path) as database:
        database.execute("DROP TABLE puzzle_answers")  # as in files that were written before there were puzzles
    games = GamesFile(path)
    games.save_answer(1, True)
    assert [game.id for game in games.open_games()] == [own.id]
    assert GamesFile(path).puzzle_record().right == 1
    assert sqlite3.connect(path).execute("PRAGMA user_version").fetchone() == (2,)


def test_days_in_a_row_end_with_a_missed_day(path: Path) -> None:
    games, now = GamesFile(path), today()
    for days, state in ((6, SOLVED), (5, SOLVED), (4, SOLVED), (2, SOLVED), (1, SOLVED)):
        own = replace(daily_game("medium", now - timedelta(days=days)), origin=DAILY)
        games.save(replace(own, position=own.position.after("1122", "4b0w"), state=state))
    assert games.daily_streak(Game(4, 6)) == (2, 3)  # today's may still be played
    assert games.daily_streak(Game(5, 8)) == (0, 0)
    own = daily_game("medium")
    games.save(replace(own, position=own.position.after("1122", "0b0w"), state=GIVEN_UP))
    assert games.daily_streak(Game(4, 6)) == (0, 3)
