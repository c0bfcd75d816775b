"""Commitments: a codemaker shows a hash of the secret before the first guess, and what was hashed at the end."""

from __future__ import annotations

import hashlib
import secrets
from typing import NamedTuple

from ..game import Code, Game

NONCE_BYTES = 16


class Commitment(NamedTuple):
    """Binds a codemaker to a secret without revealing it. The digest is shown at the start, the nonce at the end."""

    nonce: bytes
    digest: str  # SHA-256 in hexadecimal

    def holds_for(self, game: Game, secret: Code) -> bool:
        """Checks whether this commitment was made to this secret."""
        digest = commit(game, secret, self.nonce).digest
        return len(self.nonce) == NONCE_BYTES and secrets.compare_digest(digest, self.digest.lower())


def commit(game: Game, secret: Code, nonce: bytes | None = None) -> Commitment:
    """Commits to a secret with the SHA-256 of its `opening_text`; the nonce is random if none is given.

    >>> game = Game(4, 6)
    >>> commit(game, game.code("6543"), bytes(16)).digest[:16]
    'a5684c78fe4c84c9'
    """
    nonce = secrets.token_bytes(NONCE_BYTES) if nonce is None else nonce
    return Commitment(nonce, hashlib.sha256(opening_text(nonce, game, secret).encode()).hexdigest())


def opening_text(nonce: bytes, game: Game, secret: Code) -> str:
    """The text that is hashed, and shown at the end: nonce in hexadecimal, game and secret, separated by spaces."""
    return f"{nonce.hex()} {game} {game.show(secret)}"
