"""Codes to break and what is told about them."""

from __future__ import annotations

import datetime
import hashlib
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackpeg import BlackpegError, Game, Position
from blackpeg.codemakers import random_secret
from blackpeg.players import rng_of
from blackpeg.puzzles.puzzle import (
    LEVELS,
    Finished,
    commit,
    daily,
    opened,
    seal,
    stats_of,
    summary,
    unseal,
    verified,
)  # fmt: skip

DAYS = [datetime.date(2026, 1, 1) + datetime.timedelta(days=k) for k in range(400)]
GAMES = ("1x1", "4x6", "4x6-distinct", "5x8-black", "8x12", "20x20", "64x64", "64x64-distinct-black")


@pytest.mark.parametrize("level", LEVELS)
def test_the_daily_puzzle_is_what_its_definition_says(level: str) -> None:
    game = Game.parse(LEVELS[level])
    symbols = "12345678"[: game.colors]
    codes = product(symbols, repeat=game.pegs) if game.repeats else permutations(symbols, game.pegs)
    texts = ["".join(code) for code in codes]
    for day in DAYS[:20]:
        number = int(hashlib.sha256(f"blackpeg {day} {game}".encode()).hexdigest(), 16)
        assert daily(day, level)[0] == game
        assert game.show(daily(day, level)[1]) == texts[number % len(texts)]


def test_days_differ() -> None:
    secrets = [game.show(secret) for game, secret in map(daily, DAYS)]
    assert len(set(secrets)) > 300  # of 1296 codes, 400 draws are expected to show 344
    with pytest.raises(BlackpegError, match=r"no level 'eazy'; did you mean easy\? \(there are easy, medium, hard\)"):
        daily(DAYS[0], "eazy")


def test_a_commitment_is_the_hash_of_what_is_shown_at_the_end() -> None:
    game = Game(4, 6)
    secret, other = game.code("6543"), game.code("6544")
    first, second = commit(game, secret), commit(game, secret)
    assert len(first.nonce) == 16
    assert first.nonce != second.nonce
    assert first.digest == hashlib.sha256(f"{first.nonce.hex()} 4x6 6543".encode()).hexdigest()
    assert opened(first.nonce, game, secret) == f"{first.nonce.hex()} 4x6 6543"
    assert verified(first.digest, first.nonce, game, secret)
    assert not verified(first.digest, first.nonce, game, other)
    assert not verified(first.digest, first.nonce, Game(4, 7), secret)
    assert not verified(first.digest, second.nonce, game, secret)
    short = commit(game, secret, b"")
    assert not verified(short.digest, short.nonce, game, secret)


@pytest.mark.parametrize("name", GAMES)
def test_a_sealed_code_is_opened_again(name: str) -> None:
    game = Game.parse(name)
    for k in range(20):
        secret = random_secret(game, rng_of("sealed", k))
        text = seal(game, secret)
        assert text.isascii() and text.isalnum()
        assert game.size < 10 or game.show(secret) not in text
        again, code = unseal(f" {text.upper()} ")
        assert (again, again.show(code)) == (game, game.show(secret))
    assert len({seal(game, secret) for _ in range(20)}) > 10


def test_every_small_damage_is_found() -> None:
    text = seal(Game(4, 6), Game(4, 6).code("6543"), b"ab")
    assert len(text) == 16
    for k, letter in product(range(len(text)), "abcdefghijklmnopqrstuvwxyz234567"):
        if letter != text[k]:
            with pytest.raises(BlackpegError, match="no sealed code, or it was changed on its way"):
                unseal(text[:k] + letter + text[k + 1 :])
    for cut in range(len(text)):
        with pytest.raises(BlackpegError, match="no sealed code"):
            unseal(text[:cut])


@given(st.text(max_size=200))
def test_any_other_text_is_no_sealed_code(text: str) -> None:
    with pytest.raises(BlackpegError, match="no sealed code"):
        unseal(text)


def test_a_summary_has_no_spoilers() -> None:
    position = Position.parse("4x6 1122=0b1w 3456=2b2w 3465=4b0w")
    assert summary(position, "Blackpeg 2026-11-16") == "\n".join((
        "Blackpeg 2026-11-16 4x6: broken in 3 guesses", "○···", "●●○○", "●●●●",
    ))  # fmt: skip
    assert summary(position.before, "Mine", hints=1).startswith("Mine 4x6: not broken, 2 guesses, 1 hint\n○···")


def test_statistics_by_hand() -> None:
    game = Game(4, 6)
    ended = [(True, 4), (True, 5), (False, 3), (True, 5), (True, 6)]
    stats = stats_of(Finished(game, solved, guesses) for solved, guesses in ended)
    assert (stats.played, stats.solved, stats.streak, stats.longest) == (5, 4, 2, 2)
    assert stats.distribution == {1: 0, 2: 0, 3: 0, 4: 1, 5: 2, 6: 1}
    assert stats.average == 5
    assert stats.optimum == 5625 / 1296  # Koyama & Lai 1993
    assert stats.json()["distribution"]["5"] == 2
    assert stats_of([Finished(Game(9, 9), True, 9)]).optimum is None
    nothing = stats_of([])
    assert (nothing.played, nothing.average, nothing.optimum, nothing.distribution) == (0, None, None, {})


def test_a_day_missed_ends_the_streak_of_daily_puzzles() -> None:
    played = [Finished(Game(4, 6), True, 5, DAYS[k]) for k in (0, 1, 2, 4, 5)]
    assert (stats_of(played).streak, stats_of(played).longest) == (2, 3)
    assert [stats_of(played, DAYS[today]).streak for today in (5, 6, 7)] == [2, 2, 0]
