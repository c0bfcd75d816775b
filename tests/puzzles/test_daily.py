"""The daily puzzle against its definition."""

from __future__ import annotations

import datetime
import hashlib
from itertools import permutations, product

import pytest

from blackpeg import BlackpegError, Game
from blackpeg.puzzles.daily import LEVELS, daily_puzzle

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
