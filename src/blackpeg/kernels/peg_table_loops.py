"""The loops of the peg table (candidates/peg_table.py): count, list and draw candidates peg by peg.

Colors that were never guessed are interchangeable, so a code is first seen through *labels*: one for each guessed
color, and one, the joker, for all the others. A *palette* says how often each label occurs. How many black and white
pegs a code gets together depends on its palette alone, so palettes are found first. A table then tells, after each
peg, in how many ways the rest can be filled from a palette with exactly the black pegs that are still missing. With
that table, listing and picking never meet a dead end. `candidates.peg_table` makes the arrays of the table.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .jit import compiled

GUARD = np.uint64(0x8080808080808080)  # the upper bit of each byte; bytes in a word never reach it


class PaletteClues(NamedTuple):
    """What is known of palettes."""

    guess_counts: Any  # guess_counts[turn, label]: how often the guess has the label
    max_count: Any  # max_count[label]: how often the label may occur
    max_pegs: Any  # max_pegs[label]: how many pegs the labels from this one on can fill
    max_sums: Any  # max_sums[label, turn]: how many of these pegs can count for the turn


class PaletteStack(NamedTuple):
    """Working memory of the search for palettes, a row for each label."""

    taken: Any  # taken[label]: how often the label occurs
    left: Any  # left[label]: pegs still to be filled; the first is given
    need: Any  # need[label, turn]: black and white pegs that the turn still needs; the first row is given


class Ways(NamedTuple):
    """In how many ways codes go on. A node is what was used so far, as part of some palette; the last is the start."""

    ways: Any  # ways[node, missing]: how many codes there are from here on
    onward: Any  # onward[node, label]: the node after that label, -1 if no palette goes there
    choices: Any  # choices[node]: how many colors the joker stands for
    step: Any  # step[peg, label]: what the label at this peg takes from the number `missing`
    row: Any  # row[peg, label]: which row of `may` holds, 0 if the label is always allowed
    may: Any  # may[row, missing]: whether the label is allowed


class Walk(NamedTuple):
    """Where a search for codes stands."""

    place: Any  # the peg, the codes found and the nodes visited so far
    trail: Any  # color, node and missing black pegs at each peg
    need: Any  # need[peg]: black pegs that turns outside the table still need, a byte a turn with its guard bit set
    used: Any  # used[color]: how often it is used


@compiled
def palettes_into(out, stack, clues, limit):
    """Write every palette that gives each turn its black and white pegs together; return how many there are.

    Returns -1 when `out` is full or after `limit` steps.
    """
    taken, left, need = stack.taken, stack.left, stack.need
    guess_counts, max_count = clues.guess_counts, clues.max_count
    max_pegs, max_sums = clues.max_pegs, clues.max_sums
    turns, labels = guess_counts.shape
    label, found = 0, 0
    taken[0] = -1
    while label >= 0:
        taken[label] += 1
        rest = left[label] - taken[label]
        if rest < 0 or taken[label] > max_count[label]:
            label -= 1
            continue
        limit -= 1
        if limit < 0:
            return -1
        fits = rest <= max_pegs[label + 1]
        for t in range(turns):
            still = need[label, t] - min(taken[label], guess_counts[t, label])
            need[label + 1, t] = still
            if still < 0 or still > rest or still > max_sums[label + 1, t]:
                fits = False
                break
        if not fits:
            continue
        if label == labels - 1:
            if found == len(out):
                return -1
            for k in range(labels):
                out[found, k] = taken[k]
            found += 1
        else:
            label += 1
            left[label], taken[label] = rest, -1
    return found


@compiled
def nodes_into(onward, first, key, slots, palettes, unit, pegs):
    """Make the nodes, from whole palettes down to the empty one; return how many, or -1 if there are too many.

    first[k] is the first node with k pegs left; nodes with k end where those with k + 1 begin. key[node] is what was
    used, as a number with a digit for each label, worth unit[label]. `slots` is a hash table of nodes by key, -1 if
    empty; its length is a power of two.
    """
    labels, mask = len(unit), len(slots) - 1
    nodes = 0
    for which in range(len(palettes)):
        if nodes == len(key):
            return -1
        key[nodes] = 0
        for label in range(labels):
            key[nodes] += palettes[which, label] * unit[label]
            onward[nodes, label] = -1
        nodes += 1
    first[0], first[1] = 0, nodes
    for left in range(1, pegs + 1):
        for after in range(first[left - 1], first[left]):
            rest = key[after]
            for label in range(labels - 1, -1, -1):
                if rest < unit[label]:
                    continue
                rest %= unit[label]
                less = key[after] - unit[label]
                slot = (less * 0x1E3779B97F4A7C15 >> 20) & mask
                while slots[slot] >= 0 and key[slots[slot]] != less:
                    slot = (slot + 1) & mask
                if slots[slot] < 0:
                    if nodes == len(key):
                        return -1
                    slots[slot], key[nodes] = nodes, less
                    for k in range(labels):
                        onward[nodes, k] = -1
                    nodes += 1
                onward[slots[slot], label] = after
        first[left + 1] = nodes
    return nodes


@compiled
def fill_ways(table, first):
    """Fill in the ways from the last peg to the first; `first` is that of `nodes_into`."""
    ways, onward, choices = table.ways, table.onward, table.choices
    step, row, may = table.step, table.row, table.may
    pegs, labels = row.shape
    width = ways.shape[1]
    for left in range(1, pegs + 1):
        peg = pegs - left
        for node in range(first[left], first[left + 1]):
            into = ways[node]
            for label in range(labels):
                after = onward[node, label]
                if after < 0:
                    continue
                source = ways[after]
                times = choices[node] if label == labels - 1 else 1
                if row[peg, label] == 0:
                    for m in range(width):
                        into[m] += times * source[m]
                else:
                    allowed, less = may[row[peg, label]], step[peg, label]
                    for m in range(less, width):
                        if allowed[m]:
                            into[m] += times * source[m - less]


@compiled
def pick_into(out, ranks, table, guessed, others, once):
    """Write the code of rank ranks[i], from 0 to ways[-1, -1] - 1, into out[:, i].

    `guessed` and `others` are the colors that labels and the joker stand for. With `once`, no color repeats, and the
    order of `others` is changed.
    """
    ways, onward, choices = table.ways, table.onward, table.choices
    step, row, may = table.step, table.row, table.may
    pegs, labels = row.shape
    for i in range(len(ranks)):
        rank, node, missing = ranks[i], len(ways) - 1, ways.shape[1] - 1
        for peg in range(pegs):
            for label in range(labels):
                after = onward[node, label]
                if after < 0 or not may[row[peg, label], missing]:
                    continue
                each = ways[after, missing - step[peg, label]]
                times = choices[node] if label == labels - 1 else 1
                if rank >= each * times:
                    rank -= each * times
                    continue
                if label == labels - 1:
                    which = rank // each
                    rank -= which * each
                    out[peg, i] = others[which]
                    if once:  # those used are kept behind the others
                        others[which], others[times - 1] = others[times - 1], others[which]
                else:
                    out[peg, i] = guessed[label]
                node, missing = after, missing - step[peg, label]
                break


@compiled
def continue_search(walk, out, table, label_of, blacks, once, limit):
    """Go on with a search for codes in lexicographic order; return whether it came to its end.

    It stops when `out` is full or after `limit` more nodes; if `out` has no columns, codes are only counted.
    blacks[peg, label] has a one in the byte of each turn outside the table to which the label gives a black peg.
    """
    place, trail, need, used = walk.place, walk.trail, walk.need, walk.used
    ways, onward, step, row, may = table.ways, table.onward, table.step, table.row, table.may
    pegs, words = len(row), need.shape[1]
    color_at, node_at, missing_at = trail[0], trail[1], trail[2]
    peg, found = place[0], place[1]
    ones = GUARD >> np.uint64(7)
    end = out.shape[1]
    while peg >= 0 and limit > 0 and (end == 0 or found < end):
        node, missing, color = node_at[peg], missing_at[peg], color_at[peg]
        spare = GUARD + ones * np.uint64(pegs - 1 - peg)  # black pegs that the pegs after this one can give
        deeper = False
        while color < len(label_of):
            label = label_of[color]
            after = onward[node, label]
            fits = after >= 0 and may[row[peg, label], missing] and not (once and used[color] > 0)
            if fits and ways[after, missing - step[peg, label]] > 0:
                for w in range(words):
                    still = need[peg, w] - blacks[peg, label, w]
                    need[peg + 1, w] = still
                    fits = fits and (still & (spare - (still ^ GUARD)) & GUARD) == GUARD
                if fits:
                    color_at[peg] = color
                    if peg < pegs - 1:
                        deeper = True
                        break
                    if end > 0:
                        for p in range(pegs):
                            out[p, found] = color_at[p]
                    found += 1
                    if found == end:
                        color += 1
                        break
            color += 1
        limit -= 1
        color_at[peg] = color
        if deeper:
            used[color] += 1
            peg += 1
            color_at[peg], node_at[peg] = 0, onward[node, label_of[color]]
            missing_at[peg] = missing - step[peg - 1, label_of[color]]
        elif color == len(label_of):
            peg -= 1
            if peg >= 0:
                used[color_at[peg]] -= 1
                color_at[peg] += 1
        place[2] += 1
    place[0], place[1] = peg, found
    return peg < 0
