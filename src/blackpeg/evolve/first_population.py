"""Random codes to start a population with."""

from __future__ import annotations

import numpy as np

from ..game import Code, Codes, Game
from ..kernels.jit import compiled
from .code_sets import CodeSet, add_code, empty_code_set


def random_population(game: Game, n: int, rng: np.random.Generator) -> Codes:
    """Returns `n` random legal codes, or as many as the game has if that is fewer. Codes may occur twice.

    >>> random_population(Game(4, 6), 2, np.random.default_rng(1))
    array([[3, 5, 0, 5],
           [1, 2, 4, 2]], dtype=uint8)
    """
    codes: Codes = random_codes(min(n, game.size), game.pegs, game.colors, game.repeats, rng)
    return codes


def unique_random_codes(game: Game, n: int, rng: np.random.Generator) -> Codes:
    """Returns `n` different random legal codes, or all codes of the game if it has fewer.

    >>> unique_random_codes(Game(2, 2), 9, np.random.default_rng(1)).tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    n = min(n, game.size)
    if game.size <= 2 * n:
        return rng.permutation(game.codes)[:n]
    codes: Codes = _fill_set(empty_code_set(n, game.pegs), game.colors, game.repeats, rng)
    return codes


@compiled
def random_codes(n: int, pegs: int, colors: int, repeats: bool, rng: np.random.Generator) -> Codes:
    """Returns `n` random codes, each drawn from all codes; without repeats there must be as many colors as pegs.

    >>> random_codes(2, 4, 6, False, np.random.default_rng(1))
    array([[3, 5, 2, 1],
           [5, 1, 0, 4]], dtype=uint8)
    """
    codes, deck = np.empty((n, pegs), np.uint8), np.arange(colors).astype(np.uint8)
    for i in range(n):
        draw_code(codes[i], deck, repeats, rng)
    return codes


@compiled
def draw_code(code: Code, deck: Code, repeats: bool, rng: np.random.Generator) -> None:
    """Fills `code` with a random legal code. `deck` holds every color once; without repeats it is shuffled.

    >>> code = np.empty(4, np.uint8)
    >>> draw_code(code, np.arange(6, dtype=np.uint8), True, np.random.default_rng(1))
    >>> code
    array([3, 5, 0, 5], dtype=uint8)
    """
    colors = len(deck)
    for p in range(len(code)):
        other = int(rng.random() * colors) if repeats else p + int(rng.random() * (colors - p))
        if not repeats:
            deck[p], deck[other] = deck[other], deck[p]
        code[p] = deck[p] if not repeats else deck[other]


@compiled
def _fill_set(codes: CodeSet, colors: int, repeats: bool, rng: np.random.Generator) -> Codes:
    code, deck = np.empty(codes.codes.shape[1], np.uint8), np.arange(colors).astype(np.uint8)
    while codes.size[0] < len(codes.codes):
        draw_code(code, deck, repeats, rng)
        add_code(codes, code)
    return codes.codes
