"""One's own games: kept, taken up again, counted."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from blackpeg import BlackpegError, Game
from blackpeg.puzzles.puzzle import LEVELS, seal, today, verified
from blackpeg.puzzles.saved_games import BROKEN, GIVEN_UP, Games, daily_game, random_game, set_game


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "games.db"


def test_a_game_is_kept_as_it_stands(path: Path) -> None:
    own = Games(path).keep(random_game(Game(4, 6), "honest", 7))
    assert own.id is not None
    own = replace(own, position=own.position.after("1122", "0b1w").after("3456", "1b1w"), hints=2)
    Games(path).keep(own)
    (again,) = Games(path).going_on()
    assert str(again.position) == "4x6 1122=0b1w 3456=1b1w"
    assert (again.id, again.hints, again.began, again.kind) == (own.id, 2, own.began, own.kind)
    assert own.secret is not None and again.secret is not None
    assert again.secret.tolist() == own.secret.tolist()
    assert len(again.nonce) == 16
    assert again.nonce == own.nonce
    Games(path).keep(replace(again, ended=GIVEN_UP))
    assert Games(path).going_on() == []
    assert [one.ended for one in Games(path).over()] == [GIVEN_UP]
    assert sqlite3.connect(path).execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_kinds_of_games() -> None:
    game = Game(4, 6)
    texts = [seal(game, game.code(code)) for code in ("1234", "1234", "1235")]
    one, same, other = (set_game(text).kind for text in texts)
    assert one == same != other
    assert random_game(game, "honest", 1).kind == random_game(game, "honest", 2).kind
    assert random_game(game, "adversary", 1).kind != random_game(game, "honest", 1).kind
    assert random_game(game, "adversary", 1).secret is None
    assert [str(daily_game(level).game) for level in LEVELS] == list(LEVELS.values())
    assert daily_game("medium").day == today()
    assert daily_game("medium").kind != random_game(game, "honest", 1).kind


def test_every_kind_is_counted_by_itself(path: Path) -> None:
    games = Games(path)
    for codemaker, ended in (("honest", BROKEN), ("honest", BROKEN), ("adversary", BROKEN), ("honest", GIVEN_UP)):
        own = random_game(Game(4, 6), codemaker, 1)
        games.keep(replace(own, position=own.position.after("1122", "4b0w"), ended=ended))
    games.keep(random_game(Game(5, 8), "honest", 1))  # still going on
    honest, adversarial = games.groups()
    assert (honest.codemaker, honest.stats.played, honest.stats.solved, honest.stats.longest) == ("honest", 3, 2, 2)
    assert honest.stats.streak == 0
    assert honest.json()["optimum"] == pytest.approx(5625 / 1296, abs=1e-6)
    assert (adversarial.codemaker, adversarial.stats.played) == ("adversary", 1)
    assert adversarial.json()["optimum"] is None
    assert games.groups(Game(5, 8)) == []


def test_files_of_others_are_left_alone(path: Path) -> None:
    path.parent.mkdir()
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE games (id)")
    db.commit()
    db.close()
    with pytest.raises(BlackpegError, match="is not a file of saved games"):
        Games(path)
    with pytest.raises(BlackpegError, match="can't be used"):
        Games(path / "games.db")  # below a file


def test_two_games_at_once(path: Path) -> None:
    first, second = Games(path), Games(path)
    for k in range(10):
        for games in (first, second):
            games.keep(random_game(Game(4, 6), "honest", k))
    assert len(first.going_on()) == 20


def test_what_fixes_a_code_is_never_the_same() -> None:
    game = Game(4, 6)
    one, other = random_game(game, "honest", 1), random_game(game, "honest", 1)
    assert one.secret is not None and other.secret is not None
    assert one.secret.tolist() == other.secret.tolist()
    assert one.nonce != other.nonce
    assert not verified("0" * 64, one.nonce, game, one.secret)
