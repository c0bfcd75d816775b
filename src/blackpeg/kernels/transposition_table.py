"""What a search knows of the sets it has met. A set is stored with all its codes, so that no two are ever confused."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .jit import compiled

OFFSET, KEY, VALUE, PROVED, GUESS, DEPTH, SLOT, ENTRY_FIELDS = range(8)  # columns of `entries`, and how many there are
STOP, ENTRIES, CODES, CONTROL_FIELDS = range(4)  # what `control` holds, and how many numbers these are


class TranspositionTable(NamedTuple):
    """A hash table of sets of codes."""

    slots: Any  # slots[hash]: the number of an entry and 1, or 0
    entries: Any  # entries[number, field]
    codes: Any  # the codes of all entries, one set after the other


class Result(NamedTuple):
    """What is known of a set."""

    value: int  # its least total if that is proved, else a lower bound
    proved: int  # 1 or 0
    guess: int  # the best guess, by number; -1: not known
    depth: int  # the most guesses that a code of the set takes


@compiled
def find(table, codes, key):
    """The number of a set's entry, -1 if it has none, and its slot; the key says how the set is searched."""
    h = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    for i in range(len(codes)):
        h = (h ^ np.uint64(codes[i])) * np.uint64(0xD6E8FEB86659FD93)
        h ^= h >> np.uint64(32)
    mask = np.uint64(len(table.slots) - 1)
    at = h & mask
    while table.slots[at]:
        e = table.slots[at] - 1
        if table.entries[e, KEY] == key:
            offset, same = table.entries[e, OFFSET], True
            for i in range(len(codes)):
                if table.codes[offset + i] != codes[i]:
                    same = False
                    break
            if same:
                return np.int64(e), np.int64(at)
        at = (at + np.uint64(1)) & mask
    return np.int64(-1), np.int64(at)


@compiled
def clear(table, control):
    """Empty the table."""
    for e in range(control[ENTRIES]):
        table.slots[table.entries[e, SLOT]] = 0
    control[ENTRIES] = control[CODES] = 0


@compiled
def store(table, control, codes, key, result):
    """Store what is known of a set; a full table is emptied first."""
    e, at = find(table, codes, key)
    if e < 0:
        if control[ENTRIES] == len(table.entries) or control[CODES] + len(codes) > len(table.codes):
            if len(codes) > len(table.codes):
                return
            clear(table, control)
            e, at = find(table, codes, key)
        e, offset = control[ENTRIES], control[CODES]
        table.slots[at] = e + 1
        table.entries[e, OFFSET], table.entries[e, KEY], table.entries[e, SLOT] = offset, key, at
        for i in range(len(codes)):
            table.codes[offset + i] = codes[i]
        control[ENTRIES] += 1
        control[CODES] += len(codes)
    table.entries[e, VALUE], table.entries[e, PROVED] = result.value, result.proved
    table.entries[e, GUESS], table.entries[e, DEPTH] = result.guess, result.depth
