"""The daily puzzle against its definition."""

from __future__ import annotations

import datetime
import hashlib
import hmac
from itertools import permutations, product
from pathlib import Path

import pytest

from blackpeg import BlackpegError, Game
from blackpeg.puzzles.daily import LEVELS, daily_puzzle, daily_title, read_daily_key

DAYS = [datetime.date(2026, 1, 1) + datetime.timedelta(days=k) for k in range(400)]


@pytest.mark.parametrize("level", LEVELS)
def test_the_daily_puzzle_is_what_its_definition_says(level: str) -> None:
    game = Game.parse(LEVELS[level])
    symbols = "12345678"[: game.colors]
    codes = product(symbols, repeat=game.pegs) if game.repeats else permutations(symbols, game.pegs)
    texts = ["".join(code) for code in codes]
    for day in DAYS[:20]:
        number = int(hashlib.sha256(f"blackpeg {day} {game}".encode()).hexdigest(), 16)
        assert daily_puzzle(day, level)[0] == game
        assert game.show(daily_puzzle(day, level)[1]) == texts[number % len(texts)]


def test_days_differ() -> None:
    secrets = [game.show(secret) for game, secret in map(daily_puzzle, DAYS)]
    assert len(set(secrets)) > 300  # of 1296 codes, 400 draws are expected to show 344
    with pytest.raises(BlackpegError, match=r"no level 'eazy'; did you mean easy\? \(there are easy, medium, hard\)"):
        daily_puzzle(DAYS[0], "eazy")


def test_a_key_makes_other_puzzles_that_only_its_owner_can_compute(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("Ada's\n0123456789abcdef0123456789abcdef\n")
    key, game = read_daily_key(file), Game(4, 6)
    assert key == ("Ada's", b"0123456789abcdef0123456789abcdef")
    for day in DAYS[:20]:
        number = int(hmac.new(key.key, f"blackpeg {day} 4x6".encode(), hashlib.sha256).hexdigest(), 16) % 1296
        digits = [number // 6**k % 6 + 1 for k in (3, 2, 1, 0)]
        assert game.show(daily_puzzle(day, "medium", key)[1]) == "".join(map(str, digits))
    assert sum(daily_puzzle(day)[1].tolist() == daily_puzzle(day, key=key)[1].tolist() for day in DAYS) < 10  # of 400
    assert daily_title(datetime.date(2026, 11, 17), key.name) == "Blackpeg Ada's #321"  # the 321st day of the year


@pytest.mark.parametrize("text", ["", "only a name\n", "name\nshort\n", "a\nb\nc\n", "x" * 31 + "\n" + "k" * 32])
def test_a_key_that_is_none_is_an_error_of_one_sentence(text: str, tmp_path: Path) -> None:
    (tmp_path / "key").write_text(text)
    with pytest.raises(BlackpegError, match="needs two lines"):
        read_daily_key(tmp_path / "key")
    (tmp_path / "key").write_bytes(b"\xff\xfe")
    with pytest.raises(BlackpegError, match="it is no text"):
        read_daily_key(tmp_path / "key")
    with pytest.raises(BlackpegError, match="No such file"):
        read_daily_key(tmp_path / "nothing")
