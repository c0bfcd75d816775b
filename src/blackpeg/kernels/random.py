"""Random numbers for loops in which a draw from a NumPy generator would take most of the time."""

from __future__ import annotations

import numpy as np

from .jit import compiled, inlined


def chance_of(rng):
    """The state of a stream, begun by a NumPy generator."""
    return rng.integers(1, 2**63, 1, np.uint64)


@inlined
def _next(state):
    """Marsaglia's xorshift with a final multiplication (Vigna 2016): 64 bits."""
    x = state[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    state[0] = x
    return x * np.uint64(2685821657736338717)


@inlined
def below(state, n):
    """A whole number from 0 to n - 1."""
    return np.int64(((_next(state) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@inlined
def unit(state):
    """A number from 0 to 1."""
    return np.float64(_next(state) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@compiled
def code_into(code, colors, repeats, state):
    """A random code."""
    for p in range(len(code)):
        code[p] = below(state, colors)
        while not repeats and (code[:p] == code[p]).any():
            code[p] = below(state, colors)


@inlined
def mutate(code, colors, repeats, state):
    """Swap two pegs, or give one another color: a color that is in the code already where none may come twice
    changes places."""
    pegs = len(code)
    p, swap = below(state, pegs), below(state, 2) == 0
    if swap or (not repeats and colors == pegs):
        q = below(state, pegs)
        code[p], code[q] = code[q], code[p]
        return
    color = below(state, colors)
    if not repeats:
        for q in range(pegs):
            if code[q] == color:
                code[q] = code[p]
    code[p] = color
