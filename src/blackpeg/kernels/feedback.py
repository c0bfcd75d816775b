"""Feedback of one code against many, and what follows from it: filtering and part sizes.

Sets of codes come as *columns*, an array of shape (pegs, n) that is contiguous along the codes. Feedback
is one small integer, ``black * (pegs + 1) + white``; where this game has no white pegs, white is 0.
"""

from __future__ import annotations

import numpy as np

from .jit import compiled, inlined
from .simd import LANES, answers_into

BLOCK = 2048  # codes at a time: what a block needs stays in the first-level cache


@compiled
def feedback(secret, guess, whites):
    """The feedback to `guess` when `secret` is hidden."""
    pegs = len(secret)
    black, both = 0, 0
    for p in range(pegs):
        if secret[p] == guess[p]:
            black += 1
    if not whites:
        return black * (pegs + 1)
    spent = np.uint64(0)  # bit q: secret[q] is counted
    for p in range(pegs):
        for q in range(pegs):
            bit = np.uint64(1) << np.uint64(q)
            if guess[p] == secret[q] and not spent & bit:
                spent |= bit
                both += 1
                break
    return black * (pegs + 1) + both - black


@compiled
def _answer_block(columns, first, count, guess, whites, tally, out):
    """out[:count]: what the codes from the `first` on answer to `guess`."""
    pegs = len(guess)
    one, weight = np.uint16(1), np.uint16(pegs if whites else pegs + 1)
    none = np.uint16(0)
    for i in range(count):
        out[i] = none
    for p in range(pegs):
        row, color = columns[p][first : first + count], guess[p]
        for i in range(count):
            out[i] = np.uint16(out[i] + (weight if row[i] == color else none))
    if not whites:
        return
    for p in range(pegs):
        color, held = guess[p], np.uint16(0)
        for q in range(pegs):
            if guess[q] == color:
                held += one if q >= p else np.uint16(pegs + 1)
        if held > pegs:
            continue  # this color was counted at an earlier peg
        for i in range(count):
            tally[i] = none
        for q in range(pegs):
            row = columns[q][first : first + count]
            for i in range(count):
                tally[i] = np.uint16(tally[i] + (one if row[i] == color else none))
        for i in range(count):
            out[i] = np.uint16(out[i] + (tally[i] if tally[i] < held else held))


@compiled
def feedbacks_into(out, columns, first, count, guess, whites):
    """out[:count]: the feedback each code from the `first` on would give to `guess`, were it the secret."""
    tally = np.empty(BLOCK, np.uint16)
    for done in range(0, count, BLOCK):
        here = min(BLOCK, count - done)
        _answer_block(columns, first + done, here, guess, whites, tally, out[done : done + here])


@compiled
def feedbacks(columns, guess, whites):
    """The feedback each code would give to `guess`, were it the secret."""
    out = np.empty(columns.shape[1], np.uint16)
    feedbacks_into(out, columns, np.int64(0), len(out), guess, whites)
    return out


@compiled
def keep(columns, guess, told, whites):
    """The columns of the codes that answer `guess` with `told`."""
    answers = feedbacks(columns, guess, whites)
    count = 0
    for i in range(len(answers)):
        count += answers[i] == told
    kept = np.empty((len(columns), count), np.uint8)
    for p in range(len(columns)):
        row, to, k = columns[p], kept[p], 0
        for i in range(len(answers)):
            if answers[i] == told:
                to[k] = row[i]
                k += 1
    return kept


@compiled
def table_into(table, columns, first, n):
    """Codes as the table that `answers_into` reads; past the end are codes that answer 0."""
    pegs, width = len(columns), table.shape[1]
    for r in range(len(table)):
        row, filler = table[r], 255 if r < pegs else 0
        for i in range(n if r < pegs else 0, width):
            row[i] = filler
    for p in range(pegs):
        row, source = table[p], columns[p]
        for i in range(n):
            color = source[first + i]
            row[i] = color
            table[pegs + color, i] += np.uint8(1)


@compiled
def table_of(columns, colors):
    pegs, n = columns.shape
    table = np.empty((pegs + colors, (n + LANES - 1) // LANES * LANES + LANES), np.uint8)
    table_into(table, columns, np.int64(0), n)
    return table


@compiled
def probes_into(probes, columns, first, n, whites):
    """Codes prepared for asking, one a row; see `answers_into`."""
    pegs = len(columns)
    for i in range(n):
        distinct = 0
        for p in range(pegs):
            color = columns[p, first + i]
            probes[i, 1 + p] = color
            if not whites:
                continue
            for k in range(distinct):
                if probes[i, 1 + pegs + k] == color:
                    probes[i, 1 + 2 * pegs + k] += np.uint8(1)
                    break
            else:
                probes[i, 1 + pegs + distinct] = color
                probes[i, 1 + 2 * pegs + distinct] = 1
                distinct += 1
        probes[i, 0] = distinct


@compiled
def probes_of(columns, whites):
    pegs, n = columns.shape
    probes = np.empty((n, 3 * pegs + 1), np.uint8)
    probes_into(probes, columns, np.int64(0), n, whites)
    return probes


@inlined
def sizes_into(sizes, heard, table, count, probes, which, weight):
    """Add to `sizes` how many of the first `count` codes of `table` give each answer to probe `which`.

    In four histograms side by side, so that equal answers in a row do not wait for each other; they
    count in the layout sizes[4 * answer + k].
    """
    for first in range(0, count, BLOCK):
        here = min(BLOCK, count - first)
        answers_into(heard, table, first, here, probes, which, weight)
        for i in range(here >> 2):
            j = 4 * i
            sizes[4 * np.int64(heard[j])] += 1
            sizes[4 * np.int64(heard[j + 1]) + 1] += 1
            sizes[4 * np.int64(heard[j + 2]) + 2] += 1
            sizes[4 * np.int64(heard[j + 3]) + 3] += 1
        for j in range(here & ~3, here):
            sizes[4 * np.int64(heard[j])] += 1


@compiled
def part_sizes(guesses, candidates, colors, whites):
    """sizes[g, f]: how many candidates answer guess g with feedback f; both sets as columns."""
    pegs, n = candidates.shape
    span = (pegs + 1) * (pegs + 1)
    table, probes = table_of(candidates, colors), probes_of(guesses, whites)
    out = np.zeros((len(probes), span), np.int32)
    four = np.zeros(4 * span, np.int32)
    heard = np.zeros(BLOCK, np.uint16)
    for g in range(len(probes)):
        four[:] = 0
        sizes_into(four, heard, table, n, probes, g, pegs if whites else pegs + 1)
        for f in range(span):
            out[g, f] = four[4 * f] + four[4 * f + 1] + four[4 * f + 2] + four[4 * f + 3]
    return out
