"""Random numbers for loops in which a draw from a NumPy generator would take most of the time."""

from __future__ import annotations

import numpy as np

from .jit import compiled, inlined


def random_state(rng):
    """The state of a stream of random numbers, seeded by a NumPy generator."""
    return rng.integers(1, 2**63, 1, np.uint64)


@inlined
def _draw_word(state):
    """64 random bits: Marsaglia's xorshift with a final multiplication (Vigna 2016)."""
    x = state[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    state[0] = x
    return x * np.uint64(2685821657736338717)


@inlined
def draw_below(state, n):
    """A random whole number from 0 to n - 1."""
    return np.int64(((_draw_word(state) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@inlined
def draw_unit(state):
    """A random number from 0 to 1."""
    return np.float64(_draw_word(state) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@compiled
def random_code_into(code, colors, repeats, state):
    """Write a random code into `code`."""
    for p in range(len(code)):
        code[p] = draw_below(state, colors)
        while not repeats and (code[:p] == code[p]).any():
            code[p] = draw_below(state, colors)


@inlined
def mutate(code, colors, repeats, state):
    """Swap two pegs, or recolor one.

    Where no color may repeat and the new color is in the code already, the two pegs swap their colors.
    """
    pegs = len(code)
    p, swap = draw_below(state, pegs), draw_below(state, 2) == 0
    if swap or (not repeats and colors == pegs):
        q = draw_below(state, pegs)
        code[p], code[q] = code[q], code[p]
        return
    color = draw_below(state, colors)
    if not repeats:
        for q in range(pegs):
            if code[q] == color:
                code[q] = code[p]
    code[p] = color
