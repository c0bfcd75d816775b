"""Sealed codes: a code that one person sets for another, as a short text that disguises it (no encryption)."""

from __future__ import annotations

import base64
import hashlib
import secrets

import numpy as np

from ..errors import BlackpegError
from ..game import Code, Game

SALT_BYTES, CHECKSUM_BYTES = 2, 3


def seal(game: Game, secret: Code, salt: bytes | None = None) -> str:
    """Returns a text that holds a game and a code. It hides the code but does not encrypt it.

    >>> game, secret = unseal(seal(Game(4, 6), Game(4, 6).code("6543")))
    >>> str(game), game.show(secret)
    ('4x6', '6543')
    """
    salt = secrets.token_bytes(SALT_BYTES) if salt is None else salt
    number = 0
    for color in game.check(secret).tolist():
        number = number * game.colors + color
    rules = bytes([game.pegs, game.colors, 2 * game.repeats + game.whites])
    content = rules + number.to_bytes(_code_bytes(game), "big")
    data = salt + _mask(_checksum(content) + content, salt)
    return base64.b32encode(data).decode().rstrip("=").lower()


def unseal(text: str) -> tuple[Game, Code]:
    """Returns the game and the code of a text that `seal` made; raises an error if the text was damaged."""
    damaged = BlackpegError(f"'{text}' is no sealed code, or it was changed on its way; 'blackpeg seal' makes one")
    word = text.strip().upper()
    try:
        data = base64.b32decode(word + "=" * (-len(word) % 8))
    except ValueError:
        raise damaged from None
    if base64.b32encode(data).decode().rstrip("=") != word:
        raise damaged
    salt, masked = data[:SALT_BYTES], data[SALT_BYTES:]
    plain = _mask(masked, salt)
    checksum, content = plain[:CHECKSUM_BYTES], plain[CHECKSUM_BYTES:]
    if len(content) < 4 or _checksum(content) != checksum:
        raise damaged
    try:
        game = Game(content[0], content[1], bool(content[2] & 2), bool(content[2] & 1))
    except BlackpegError:
        raise damaged from None
    number, colors = int.from_bytes(content[3:], "big"), list[int]()
    for _ in range(game.pegs):
        number, color = divmod(number, game.colors)
        colors.insert(0, color)
    if number or len(content) != 3 + _code_bytes(game):
        raise damaged
    try:
        return game, game.check(np.array(colors, np.uint8))
    except BlackpegError:
        raise damaged from None


def _code_bytes(game: Game) -> int:
    """The number of bytes that hold any code of a game, read as a number in base `colors`."""
    return max(1, -(-(game.colors**game.pegs - 1).bit_length() // 8))


def _checksum(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()[:CHECKSUM_BYTES]


def _mask(data: bytes, salt: bytes) -> bytes:
    """XORs data with a stream of bytes made from the salt; doing it twice gives the data back."""
    stream = hashlib.shake_128(b"blackpeg" + salt).digest(len(data))
    return bytes(a ^ b for a, b in zip(data, stream, strict=True))
