"""Sets of codes for compiled loops: a hash table in arrays that NumPy and Numba share."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..game import Code, Codes
from ..kernels.jit import compiled


class CodeSet(NamedTuple):
    """Different codes in the order in which they were added, with a hash table over them.

    >>> CodeSet.__str__(empty_code_set(10, 4))
    '0 codes'
    """

    codes: Codes  # one code per row; rows from `size[0]` on are unused
    slots: npt.NDArray[np.int64]  # the hash table: indices into `codes`, -1 for a free slot
    size: npt.NDArray[np.int64]  # an array of one number, so that compiled loops can change it

    def __str__(self) -> str:
        return f"{self.size[0]} codes"


@compiled
def empty_code_set(capacity: int, pegs: int) -> CodeSet:
    """Returns an empty set that can hold `capacity` codes.

    >>> found = empty_code_set(10, 4)
    >>> code = np.array([0, 1, 2, 3], np.uint8)
    >>> add_code(found, code), add_code(found, code), index_of(found, code), str(found)
    (True, False, 0, '1 codes')
    """
    slots = 4
    while slots < 2 * capacity:
        slots *= 2
    return CodeSet(np.empty((capacity, pegs), np.uint8), np.full(slots, -1), np.zeros(1, np.int64))


@compiled
def _slot(codes: CodeSet, code: Code) -> int:
    """Returns the slot that holds the code, or the free slot where it would be added."""
    mask, mixed = np.uint64(len(codes.slots) - 1), np.uint64(14695981039346656037)
    for p in range(len(code)):
        mixed = (mixed ^ np.uint64(code[p])) * np.uint64(1099511628211)
    slot = (mixed ^ (mixed >> np.uint64(29))) & mask
    while True:
        index = codes.slots[slot]
        if index < 0:
            return int(slot)
        same = True
        for p in range(len(code)):
            same = same and codes.codes[index, p] == code[p]
        if same:
            return int(slot)
        slot = (slot + np.uint64(1)) & mask


@compiled
def index_of(codes: CodeSet, code: Code) -> int:
    """Returns the index of the code in the set, or -1.

    >>> index_of(empty_code_set(10, 4), np.array([0, 1, 2, 3], np.uint8))
    -1
    """
    return codes.slots[_slot(codes, code)]


@compiled
def add_code(codes: CodeSet, code: Code) -> bool:
    """Adds the code if it is new and the set is not full. Returns whether it was added.

    >>> add_code(empty_code_set(10, 4), np.array([0, 1, 2, 3], np.uint8))
    True
    """
    slot, n = _slot(codes, code), codes.size[0]
    if codes.slots[slot] >= 0 or n == len(codes.codes):
        return False
    codes.slots[slot] = n
    codes.codes[n] = code
    codes.size[0] = n + 1
    return True


@compiled
def clear_codes(codes: CodeSet) -> None:
    """Removes all codes.

    >>> found = empty_code_set(10, 4)
    >>> added = add_code(found, np.array([0, 1, 2, 3], np.uint8))
    >>> clear_codes(found)
    >>> str(found)
    '0 codes'
    """
    codes.slots[:] = -1
    codes.size[0] = 0
