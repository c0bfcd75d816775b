"""Sets of codes that compiled loops can fill and ask."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..game import Code, Codes
from ..kernels.jit import compiled


class CodeSet(NamedTuple):
    """Codes in the order in which they were met, no two alike, and a hash table to look them up."""

    codes: Codes  # room for them
    slots: npt.NDArray[np.int64]  # where in `codes`, or -1
    held: npt.NDArray[np.int64]  # one number: how many there are

    def __str__(self) -> str:
        return f"{self.held[0]} codes"


@compiled
def code_set(room: int, pegs: int) -> CodeSet:
    """An empty set with room for so many codes."""
    slots = 4
    while slots < 2 * room:
        slots *= 2
    return CodeSet(np.empty((room, pegs), np.uint8), np.full(slots, -1), np.zeros(1, np.int64))


@compiled
def _slot(met: CodeSet, code: Code) -> int:
    """The slot that holds the code, or the free one where it would go."""
    mask, mixed = np.uint64(len(met.slots) - 1), np.uint64(14695981039346656037)
    for p in range(len(code)):
        mixed = (mixed ^ np.uint64(code[p])) * np.uint64(1099511628211)
    slot = (mixed ^ (mixed >> np.uint64(29))) & mask
    while True:
        where = met.slots[slot]
        if where < 0:
            return int(slot)
        same = True
        for p in range(len(code)):
            same = same and met.codes[where, p] == code[p]
        if same:
            return int(slot)
        slot = (slot + np.uint64(1)) & mask


@compiled
def where_in(met: CodeSet, code: Code) -> int:
    """The number of the code in the set, or -1."""
    return met.slots[_slot(met, code)]


@compiled
def add(met: CodeSet, code: Code) -> bool:
    """Put the code in the set, if there is room; was it new?"""
    slot, n = _slot(met, code), met.held[0]
    if met.slots[slot] >= 0 or n == len(met.codes):
        return False
    met.slots[slot] = n
    met.codes[n] = code
    met.held[0] = n + 1
    return True


@compiled
def clear(met: CodeSet) -> None:
    """Take everything out."""
    met.slots[:] = -1
    met.held[0] = 0
