"""What a search knows of the sets it has met. A set is stored with all its codes, so that no two are ever confused.

Sets that differ only in the names of pegs and colors need the same number of guesses. So a set is stored with its pegs
and colors in an order that depends on the set alone, as far as that is cheap to find: by how often each color stands at
each peg, refined by the colors that it stands beside. If two pegs or two colors look alike, their order is arbitrary.
Then the same set may be stored under two names, which costs time, but is never wrong. If white pegs are not told and
colors may repeat, each peg has color names of its own. So it has with two colors, if all codes of the set have as many
pegs of each: then black pegs tell everything, since black and white pegs together are the same for all.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .jit import compiled, inlined

OFFSET, KEY, VALUE, PROVED, GUESS, DEPTH, SLOT, ENTRY_FIELDS = range(8)  # columns of `entries`, and how many there are
STOP, ENTRIES, CODES, CONTROL_FIELDS = range(4)  # what `control` holds, and how many numbers these are
REFINEMENTS = 2  # times that keys are refined before pegs are put in order
MAX_TIES_BROKEN = 4  # times that one of two colors that look alike is put first


class TranspositionTable(NamedTuple):
    """A hash table of sets of codes."""

    slots: Any  # slots[hash]: the number of an entry and 1, or 0
    entries: Any  # entries[number, field]
    codes: Any  # the codes of all entries, one set after the other


class Renaming(NamedTuple):
    """Working memory for new names of the pegs and colors of a set, and the set under these names."""

    counts: Any  # counts[peg * colors + color]: how many codes have this color at this peg
    peg_keys: Any  # two rows: a number for each peg, the same for pegs that look alike, and the next such number
    color_keys: Any  # the same for each color, or for each peg and color if each peg has color names of its own
    pegs: Any  # pegs[q]: the peg that becomes the q-th
    names: Any  # names[peg * colors + color]: the new name of this color at this peg
    listed: Any  # colors in their new order
    codes: Any  # the renamed codes as numbers to the base of the number of colors, in increasing order
    powers: Any  # powers[q]: what a color at the q-th peg is multiplied by in these numbers
    numbers: Any  # every code of the game as such a number
    per_peg: bool  # has each peg color names of its own?
    two_colors: bool  # has it so in some sets of two colors?
    smallest: int  # codes of the smallest set that is renamed
    largest: int  # codes of the largest set that is renamed


class Result(NamedTuple):
    """What is known of a set."""

    value: int  # its least total if that is proved, else a lower bound
    proved: int  # 1 or 0
    guess: int  # the best guess, by number; -1: not known
    depth: int  # the most guesses that a code of the set takes


def renaming_of(columns, colors, repeats, whites, smallest, largest):
    """Working memory to rename sets of `smallest` to `largest` codes of a game."""
    pegs, size = columns.shape
    powers = colors ** np.arange(pegs)[::-1]
    return Renaming(
        counts=np.zeros(pegs * colors, np.int64),
        peg_keys=np.zeros((2, pegs), np.uint64),
        color_keys=np.zeros((2, pegs * colors), np.uint64),
        pegs=np.arange(pegs),
        names=np.tile(np.arange(colors), pegs),
        listed=np.zeros(pegs * colors, np.int64),
        codes=np.zeros(size, stored_numbers(pegs, colors)),
        powers=powers,
        numbers=powers @ columns.astype(np.int64),
        per_peg=repeats and not whites,
        two_colors=repeats and whites and colors == 2,
        smallest=smallest,
        largest=largest,
    )


def stored_numbers(pegs, colors):
    """The type of renamed codes. With two colors each code has two numbers: those of special sets are marked."""
    return np.uint16 if colors**pegs * (1 + (colors == 2)) <= 2**16 else np.uint32


@inlined
def mix(a, b):
    """A number that depends on two others in an irregular way."""
    h = (a + b * np.uint64(0x9E3779B97F4A7C15)) * np.uint64(0xD6E8FEB86659FD93)
    return h ^ (h >> np.uint64(29))


@compiled
def refine_keys(renaming, columns, codes, per_peg):
    """Make the keys of pegs and colors depend on the keys of those beside which they stand."""
    pegs, colors = len(columns), len(renaming.counts) // len(columns)
    stride = colors if per_peg else 0
    peg_keys, color_keys = renaming.peg_keys, renaming.color_keys
    for p in range(pegs):
        peg_keys[1, p] = 0
    for c in range(color_keys.shape[1]):
        color_keys[1, c] = 0
    for i in range(len(codes)):
        whole = np.uint64(0)
        for p in range(pegs):
            whole += mix(peg_keys[0, p], color_keys[0, stride * p + columns[p, codes[i]]])
        for p in range(pegs):
            color = stride * p + columns[p, codes[i]]
            peg_keys[1, p] += mix(whole, color_keys[0, color])
            color_keys[1, color] += mix(whole, peg_keys[0, p])
    for p in range(pegs):
        peg_keys[0, p] = mix(peg_keys[0, p], peg_keys[1, p])
    for c in range(color_keys.shape[1]):
        color_keys[0, c] = mix(color_keys[0, c], color_keys[1, c])


@inlined
def sort_by_key(listed, count, keys):
    """Sort numbers by their keys; return the place of the first one that has the key of the next, -1 if none has."""
    for i in range(1, count):
        one, j = listed[i], i - 1
        while j >= 0 and keys[listed[j]] > keys[one]:
            listed[j + 1] = listed[j]
            j -= 1
        listed[j + 1] = one
    for i in range(count - 1):
        if keys[listed[i]] == keys[listed[i + 1]]:
            return i
    return -1


@inlined
def is_present(counts, pegs, colors, p, c, per_peg):
    """Checks whether a code of the set has this color at this peg, or at any peg."""
    if per_peg:
        return counts[p * colors + c] > 0
    total = 0
    for q in range(pegs):
        total += counts[q * colors + c]
    return total > 0


@compiled
def have_equal_counts(columns, codes):
    """Checks whether all codes of two colors have as many pegs of each."""
    for i in range(len(codes)):
        difference = 0
        for p in range(len(columns)):
            difference += np.int64(columns[p, codes[i]]) - np.int64(columns[p, codes[0]])
        if difference:
            return False
    return True


@compiled
def find_names(renaming, columns, codes, per_peg):
    """Find new names for the pegs and colors of a set."""
    pegs, n = len(columns), len(codes)
    counts, peg_keys, color_keys = renaming.counts, renaming.peg_keys, renaming.color_keys
    names, listed = renaming.names, renaming.listed
    colors = len(counts) // pegs
    stride = colors if per_peg else 0
    for k in range(len(counts)):
        counts[k] = 0
    for i in range(n):
        for p in range(pegs):
            counts[p * colors + columns[p, codes[i]]] += 1
    for p in range(pegs):
        key = np.uint64(0)
        for c in range(colors):
            key += mix(np.uint64(counts[p * colors + c]), np.uint64(1))
        peg_keys[0, p] = key
    for k in range(len(counts)):
        color_keys[0, k] = 0
    for p in range(pegs):
        for c in range(colors):
            color_keys[0, stride * p + c] += mix(np.uint64(counts[p * colors + c]), peg_keys[0, p])
    for _ in range(REFINEMENTS):
        refine_keys(renaming, columns, codes, per_peg)
    for p in range(pegs):
        renaming.pegs[p] = p
    while True:
        same = sort_by_key(renaming.pegs, pegs, peg_keys[0])
        if same < 0:
            break
        peg_keys[0, renaming.pegs[same]] += np.uint64(1)
        refine_keys(renaming, columns, codes, per_peg)
    broken = 0
    for p in range(pegs if per_peg else 1):
        present = 0
        for c in range(colors):
            if is_present(counts, pegs, colors, p, c, per_peg):
                listed[present] = stride * p + c
                present += 1
        rest = present
        for c in range(colors):
            if not is_present(counts, pegs, colors, p, c, per_peg):
                listed[rest] = stride * p + c
                rest += 1
        while True:
            same = sort_by_key(listed, present, color_keys[0])
            if same < 0 or broken == MAX_TIES_BROKEN:
                break
            broken += 1
            color_keys[0, listed[same]] += np.uint64(1)
            refine_keys(renaming, columns, codes, per_peg)
        for k in range(colors):
            names[listed[k]] = k
    if not per_peg:
        for p in range(1, pegs):
            for c in range(colors):
                names[p * colors + c] = names[c]


@inlined
def renamed(renaming, columns, code):
    """A code under the new names, as a number."""
    pegs = len(columns)
    colors, number = len(renaming.counts) // pegs, np.int64(0)
    for q in range(pegs):
        p = renaming.pegs[q]
        number += renaming.names[p * colors + columns[p, code]] * renaming.powers[q]
    return number


@compiled
def original(renaming, number):
    """The code, by its number in the game, that a number under the new names stands for."""
    pegs = len(renaming.pegs)
    colors, found = len(renaming.counts) // pegs, np.int64(0)
    for q in range(pegs):
        p, name = renaming.pegs[q], number // renaming.powers[q] % colors
        for c in range(colors):
            if renaming.names[p * colors + c] == name:
                found += c * renaming.powers[p]
    return np.int64(np.searchsorted(renaming.numbers, found))


@inlined
def is_renamed(renaming, n):
    """Checks whether sets of n codes are renamed."""
    return renaming.smallest <= n <= renaming.largest


@compiled
def stored_form(renaming, columns, codes):
    """The codes of a set as they are stored: under new names and in order if the set is renamed, else as they are."""
    out = renaming.codes[: len(codes)]
    if not is_renamed(renaming, len(codes)):
        for i in range(len(codes)):
            out[i] = codes[i]
        return out
    is_special = renaming.two_colors and have_equal_counts(columns, codes)
    find_names(renaming, columns, codes, renaming.per_peg or is_special)
    mark = 2 * renaming.powers[0] if is_special else np.int64(0)
    for i in range(len(codes)):
        out[i] = renamed(renaming, columns, codes[i]) + mark
    sort(out)
    return out


@inlined
def stored_guess(renaming, columns, n, guess):
    """A guess for the set of n codes whose stored form was just made, as it is stored."""
    return renamed(renaming, columns, guess) if is_renamed(renaming, n) else guess


@inlined
def read_guess(renaming, n, stored):
    """The guess, by its number in the game, that is stored for the set of n codes whose stored form was just made."""
    return original(renaming, stored) if is_renamed(renaming, n) else stored


@compiled
def sort(numbers):
    """Sort numbers, few of them faster than the library does."""
    if len(numbers) > 40:
        numbers.sort()
        return
    for i in range(1, len(numbers)):
        one, j = numbers[i], i - 1
        while j >= 0 and numbers[j] > one:
            numbers[j + 1] = numbers[j]
            j -= 1
        numbers[j + 1] = one


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
