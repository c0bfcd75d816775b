"""What a player begins with: first guesses, and populations of legal codes."""

from __future__ import annotations

import numpy as np

from ..errors import BlackpegError
from ..game import Code, Codes, Game
from ..kernels.jit import compiled
from ..position import Position
from .code_sets import CodeSet, add, code_set

# First guesses


def fixed_first(position: Position, first: str | None) -> Code | None:
    """The first guess that was asked for, where it is time for it."""
    return None if position.history or first is None else position.game.code(first)


def first_refused(game: Game, first: str | None) -> str | None:
    """A sentence if the first guess asked for is no code of the game."""
    if first is not None:
        try:
            game.code(first)
        except BlackpegError as error:
            return f"the first guess does not fit: {error}"
    return None


def first_colors(game: Game) -> Code:
    """1234...: the first colors in turn."""
    return (np.arange(game.pegs) % game.colors).astype(np.uint8)


def first_pairs(game: Game) -> Code:
    """1122...: each of the first colors twice; 1234... where colors may not repeat."""
    return (np.arange(game.pegs) // 2 % game.colors).astype(np.uint8) if game.repeats else first_colors(game)


# Populations


def population_of(game: Game, n: int, rng: np.random.Generator) -> Codes:
    """`n` legal codes, but not more than there are in the game."""
    draw = random_codes if game.repeats else random_distinct_codes
    codes: Codes = draw(min(n, game.size), game.pegs, game.colors, rng)
    return codes


@compiled
def random_codes(n: int, pegs: int, colors: int, rng: np.random.Generator) -> Codes:
    """`n` codes, each peg of any color."""
    codes = np.empty((n, pegs), np.uint8)
    for i in range(n):
        for p in range(pegs):
            codes[i, p] = int(rng.random() * colors)
    return codes


@compiled
def random_distinct_codes(n: int, pegs: int, colors: int, rng: np.random.Generator) -> Codes:
    """`n` codes, each of `pegs` different colors; there must be that many."""
    codes = np.empty((n, pegs), np.uint8)
    deck = np.arange(colors).astype(np.uint8)
    for i in range(n):
        for p in range(pegs):
            other = p + int(rng.random() * (colors - p))
            deck[p], deck[other] = deck[other], deck[p]
            codes[i, p] = deck[p]
    return codes


def different_codes(game: Game, n: int, rng: np.random.Generator) -> Codes:
    """`n` legal codes, no two alike, but not more than there are in the game."""
    n = min(n, game.size)
    if game.size <= 2 * n:
        return rng.permutation(game.codes)[:n]
    codes: Codes = _different_codes(code_set(n, game.pegs), n, game.colors, game.repeats, rng)
    return codes


@compiled
def _different_codes(met: CodeSet, n: int, colors: int, repeats: bool, rng: np.random.Generator) -> Codes:
    code, deck = np.empty(met.codes.shape[1], np.uint8), np.arange(colors).astype(np.uint8)
    while met.held[0] < n:
        random_code(code, deck, repeats, rng)
        add(met, code)
    return met.codes


@compiled
def random_code(code: Code, deck: Code, repeats: bool, rng: np.random.Generator) -> None:
    """Write any legal code; `deck` holds all colors once, in an order that this changes."""
    colors = len(deck)
    for p in range(len(code)):
        other = int(rng.random() * colors) if repeats else p + int(rng.random() * (colors - p))
        if not repeats:
            deck[p], deck[other] = deck[other], deck[p]
        code[p] = deck[p] if not repeats else deck[other]
