"""Codes that people set for each other."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackpeg import BlackpegError, Game
from blackpeg.codemakers import random_secret
from blackpeg.players import rng_of
from blackpeg.puzzles.sealed_codes import seal, unseal

GAMES = (
    "1x1",
    "4x6",
    "4x6-distinct",
    "5x8-black",
    "8x12",
    "20x20",
    "64x64",
    "64x64-distinct-black",
    "128x128",
    "100x128-distinct",
)


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
