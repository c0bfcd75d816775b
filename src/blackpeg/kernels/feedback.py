"""Feedback of one code against many, and what follows from it: filtering and part sizes.

A set of codes comes as *columns*, an array of shape (pegs, n) that is contiguous along the codes. Feedback is one
small integer, ``black * (pegs + 1) + white``; in a game without white pegs, white is 0.
"""

from __future__ import annotations

import numpy as np

from .jit import compiled, inlined
from .simd import LANES, count_values_into, probe_feedbacks_into

BLOCK_CODES = 2048  # codes compared at a time, so that their feedbacks stay in the first-level cache
MIN_COUNTED_CODES = 64  # codes from which they are counted by one feedback after the other, 32 codes at a time
MAX_COUNTED_FEEDBACKS = 36  # feedbacks up to which that is faster than to count one code after the other
NO_FEEDBACK = 255  # a byte that no feedback is
HISTOGRAMS = 4  # side by side


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
    for p in range(pegs):  # a peg counts if the secret has its color more often than the guess has it at earlier pegs
        left = 0
        for q in range(pegs):
            left += secret[q] == guess[p]
        for q in range(p):
            left -= guess[q] == guess[p]
        both += left > 0
    return black * (pegs + 1) + both - black


@compiled
def _block_feedbacks_into(out, columns, first, count, guess, whites, tally):
    """Write into out[:count] the feedback of the codes from the `first` on; `tally` is working memory."""
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
    """Write into out[:count] the feedback that each code from the `first` on gives to `guess`."""
    tally = np.empty(BLOCK_CODES, np.uint16)
    for done in range(0, count, BLOCK_CODES):
        here = min(BLOCK_CODES, count - done)
        _block_feedbacks_into(out[done : done + here], columns, first + done, here, guess, whites, tally)


@compiled
def feedbacks(columns, guess, whites):
    """The feedback that each code would give to `guess` if it were the secret."""
    out = np.empty(columns.shape[1], np.uint16)
    feedbacks_into(out, columns, np.int64(0), len(out), guess, whites)
    return out


@compiled
def keep(columns, guess, wanted, whites):
    """The columns of the codes that give the wanted feedback to `guess`."""
    given = feedbacks(columns, guess, whites)
    count = 0
    for i in range(len(given)):
        count += given[i] == wanted
    kept = np.empty((len(columns), count), np.uint8)
    for p in range(len(columns)):
        row, to, k = columns[p], kept[p], 0
        for i in range(len(given)):
            if given[i] == wanted:
                to[k] = row[i]
                k += 1
    return kept


@compiled
def table_into(table, columns, first, n):
    """Write `n` codes from the `first` on as a table for `probe_feedbacks_into`; the rest gets codes of feedback 0."""
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
    """Codes as a table for `probe_feedbacks_into`."""
    pegs, n = columns.shape
    table = np.empty((pegs + colors, (n + LANES - 1) // LANES * LANES + LANES), np.uint8)
    table_into(table, columns, np.int64(0), n)
    return table


@compiled
def probes_into(probes, columns, first, n, whites):
    """Write `n` codes from the `first` on as probes, one a row; see `probe_feedbacks_into`."""
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
    """Codes as probes, one a row."""
    pegs, n = columns.shape
    probes = np.empty((n, 3 * pegs + 1), np.uint8)
    probes_into(probes, columns, np.int64(0), n, whites)
    return probes


@compiled
def feedback_table(columns, numbers, whites):
    """table[k, i]: the feedback of code i to the guess k, for all pairs of codes, as a number of `numbers`.

    There is memory behind its end for vectors that reach beyond it.
    """
    pegs, n = columns.shape
    codes, probes = table_of(columns, np.int64(columns.max()) + 1), probes_of(columns, whites)
    given = np.empty(codes.shape[1], np.uint16)
    table = np.zeros(n * n + LANES, np.uint8)[: n * n].reshape(n, n)
    for k in range(n):
        probe_feedbacks_into(given, codes, 0, n, probes, k, pegs if whites else pegs + 1)
        for i in range(n):
            table[k, i] = numbers[given[i]]
    return table


@compiled
def feedback_numbers(pegs, whites):
    """Every number that a feedback can be, in increasing order."""
    numbers, found = np.zeros((pegs + 1) * (pegs + 2) // 2, np.int64), 0
    for black in range(pegs + 1):
        for white in range(pegs - black + 1 if whites else 1):
            if not (black == pegs - 1 and white == 1):
                numbers[found] = black * (pegs + 1) + white
                found += 1
    return numbers[:found]


def feedback_block(pegs):
    """Working memory for the feedbacks of a block of codes: bytes, if these can hold every feedback."""
    return np.zeros(BLOCK_CODES, np.uint8 if pegs * (pegs + 1) < 256 else np.uint16)


@compiled
def counters_of(pegs):
    """Zeros for `sizes_into`."""
    return np.zeros((1 + HISTOGRAMS) * (pegs + 1) * (pegs + 1), np.int32)


@inlined
def sizes_into(sizes, given, table, count, probes, which, weight, feedbacks):
    """Add to `sizes`, by feedback, how many of the first `count` codes of `table` give it to the probe number `which`.

    `feedbacks` are the numbers that can occur. `given` is working memory for a block, and `sizes` has some behind its
    end: if codes are counted one by one, four histograms side by side, so that equal feedbacks in a row do not wait for
    each other.
    """
    span = len(sizes) // (1 + HISTOGRAMS)
    for first in range(0, count, BLOCK_CODES):
        here = min(BLOCK_CODES, count - first)
        probe_feedbacks_into(given, table, first, here, probes, which, weight)
        if here < MIN_COUNTED_CODES:
            for i in range(here):
                sizes[given[i]] += 1
        elif len(feedbacks) <= MAX_COUNTED_FEEDBACKS and given.itemsize == 1:
            for i in range(here, (here + LANES - 1) // LANES * LANES):
                given[i] = NO_FEEDBACK
            count_values_into(sizes, given, here, feedbacks)
        else:
            for i in range(here >> 2):
                for k in range(HISTOGRAMS):
                    sizes[span + HISTOGRAMS * np.int64(given[4 * i + k]) + k] += 1
            for i in range(here & ~3, here):
                sizes[given[i]] += 1
            for r in range(len(feedbacks)):
                f = feedbacks[r]
                for k in range(HISTOGRAMS):
                    sizes[f] += sizes[span + HISTOGRAMS * f + k]
                    sizes[span + HISTOGRAMS * f + k] = 0


@compiled
def part_sizes(guesses, candidates, colors, whites):
    """sizes[g, f]: how many candidates give feedback f to guess g; both sets as columns. For compiled callers."""
    return part_sizes_by_block(guesses, candidates, colors, whites, np.zeros(BLOCK_CODES, np.uint16))


@compiled
def part_sizes_by_block(guesses, candidates, colors, whites, block):
    """The same with working memory for a block, which is faster if it is of bytes."""
    pegs, n = candidates.shape
    span = (pegs + 1) * (pegs + 1)
    table, probes = table_of(candidates, colors), probes_of(guesses, whites)
    out = np.zeros((len(probes), span), np.int32)
    sizes, all_feedbacks = counters_of(pegs), feedback_numbers(pegs, whites)
    for g in range(len(probes)):
        sizes_into(sizes, block, table, n, probes, g, pegs if whites else pegs + 1, all_feedbacks)
        for r in range(len(all_feedbacks)):
            f = all_feedbacks[r]
            out[g, f] = sizes[f]
            sizes[f] = 0
    return out
