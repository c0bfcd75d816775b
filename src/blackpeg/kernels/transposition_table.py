"""What a search knows of the sets it has met, under the very codes of each set, so that no two are ever confused."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .jit import compiled

OFFSET, SHAPE, VALUE, PROVED, GUESS, DEPTH, SLOT = range(7)  # what an entry holds
STOP, ENTRIES, CODES, WATCHED = range(4)  # what `watch` holds, and how many numbers that are


class Memory(NamedTuple):
    """Solved sets, by their codes."""

    slots: Any  # hashes to entries
    entries: Any
    codes: Any


@compiled
def find(memory, codes, shape):
    """The entry of a set and its slot; -1 where it has none."""
    h = np.uint64(shape) * np.uint64(0x9E3779B97F4A7C15)
    for i in range(len(codes)):
        h = (h ^ np.uint64(codes[i])) * np.uint64(0xD6E8FEB86659FD93)
        h ^= h >> np.uint64(32)
    mask = np.uint64(len(memory.slots) - 1)
    at = h & mask
    while memory.slots[at] >= 0:
        e = memory.slots[at]
        if memory.entries[e, SHAPE] == shape:
            offset, same = memory.entries[e, OFFSET], True
            for i in range(len(codes)):
                if memory.codes[offset + i] != codes[i]:
                    same = False
                    break
            if same:
                return np.int64(e), np.int64(at)
        at = (at + np.uint64(1)) & mask
    return np.int64(-1), np.int64(at)


@compiled
def forget(memory, watch):
    """Empty the memory."""
    for e in range(watch[ENTRIES]):
        memory.slots[memory.entries[e, SLOT]] = -1
    watch[ENTRIES] = watch[CODES] = 0


@compiled
def remember(memory, watch, codes, shape, value, proved, guess, depth):
    """Note what is known of a set; where there is no room left, forget everything first."""
    e, at = find(memory, codes, shape)
    if e < 0:
        if watch[ENTRIES] == len(memory.entries) or watch[CODES] + len(codes) > len(memory.codes):
            if len(codes) > len(memory.codes):
                return
            forget(memory, watch)
            e, at = find(memory, codes, shape)
        e, offset = watch[ENTRIES], watch[CODES]
        memory.slots[at] = e
        memory.entries[e, OFFSET], memory.entries[e, SHAPE], memory.entries[e, SLOT] = offset, shape, at
        for i in range(len(codes)):
            memory.codes[offset + i] = codes[i]
        watch[ENTRIES] += 1
        watch[CODES] += len(codes)
    memory.entries[e, VALUE], memory.entries[e, PROVED] = value, proved
    memory.entries[e, GUESS], memory.entries[e, DEPTH] = guess, depth
