"""Commitments against SHA-256 of the text that is shown at the end."""

from __future__ import annotations

import hashlib

from blackpeg import Game
from blackpeg.puzzles.commitments import Commitment, commit, opening_text


def test_a_commitment_is_the_hash_of_what_is_shown_at_the_end() -> None:
    game = Game(4, 6)
    secret, other = game.code("6543"), game.code("6544")
    first, second = commit(game, secret), commit(game, secret)
    assert len(first.nonce) == 16
    assert first.nonce != second.nonce
    assert first.digest == hashlib.sha256(f"{first.nonce.hex()} 4x6 6543".encode()).hexdigest()
    assert opening_text(first.nonce, game, secret) == f"{first.nonce.hex()} 4x6 6543"
    assert first.holds_for(game, secret)
    assert first._replace(digest=first.digest.upper()).holds_for(game, secret)
    assert not first.holds_for(game, other)
    assert not first.holds_for(Game(4, 7), secret)
    assert not Commitment(second.nonce, first.digest).holds_for(game, secret)
    assert not commit(game, secret, b"").holds_for(game, secret)  # without a nonce the secret could be guessed
