"""Codes that fit a history, found by walks at a constant temperature.

The misfit of a code is how many black pegs and how many colors it would have answered too many or too few,
over all turns. A walk swaps two pegs or recolors one, and what that changes is known in a few vector
instructions for all turns together, so a move takes some 30 nanoseconds whatever the size of the space. At a
constant temperature all codes that fit are visited equally often in the long run; since a walk stays near what
it found for long, many short ones from anywhere make the sample.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .jit import compiled
from .random import below, code_into, unit

LANES = 16  # turns at a time
VISITS, FOUND, MOVES, BEST, NOTHING_NEW = range(5)
SEEN_ENOUGH, SEEN_LEAST = 3, 20  # visits for each code that a walk found after which it hardly finds others
STEEPEST = 128


class Clues(NamedTuple):
    """The history, turned so that what one peg does to all turns lies side by side."""

    at: Any  # at[peg, color, turn]: 1 if the guess had the color there
    held: Any  # held[color, turn]: how often
    black: Any
    both: Any  # black and white pegs
    repeats: bool


class Finds(NamedTuple):
    """What was found so far."""

    codes: Any  # different codes that fit, one a row
    slots: Any  # where in `codes` a code is, by its hash; -1: nowhere
    tally: Any  # visits, codes found, moves made, the least misfit, walks in a row that found nothing new
    best: Any  # the code with the least misfit


def clues_of(guesses, answers, colors, repeats, whites):
    """The history as `collect` takes it: guesses, one a row, and their answers."""
    turns, pegs = guesses.shape
    width = max(LANES, -(-turns // LANES) * LANES)
    at, held = np.zeros((pegs, colors, width), np.int8), np.zeros((colors, width), np.int8)
    black, both = np.zeros(width, np.int8), np.zeros(width, np.int8)
    for t in range(turns):
        at[np.arange(pegs), guesses[t], t] = 1
        black[t] = answers[t] // (pegs + 1)
        if whites:
            held[:, t] = np.bincount(guesses[t], minlength=colors)
            both[t] = black[t] + answers[t] % (pegs + 1)
    return Clues(at, held, black, both, repeats)


def finds_of(pegs, most):
    """Room for up to `most` codes."""
    slots = 1 << (4 * most).bit_length()
    tally = np.array([0, 0, 0, 2**62, 0])
    return Finds(np.zeros((most, pegs), np.uint8), np.full(slots, -1, np.int32), tally, np.zeros(pegs, np.uint8))


@compiled
def _see(finds, code):
    """Keep a code that fits, if it is a new one and there is room."""
    pegs, mask = len(code), len(finds.slots) - 1
    hashed = np.uint64(14695981039346656037)
    for p in range(pegs):
        hashed = (hashed ^ np.uint64(code[p])) * np.uint64(1099511628211)
    slot = np.int64((hashed ^ (hashed >> np.uint64(29))) & np.uint64(mask))
    tally = finds.tally
    tally[VISITS] += 1
    while finds.slots[slot] >= 0:
        known, p = finds.codes[finds.slots[slot]], 0
        while p < pegs and known[p] == code[p]:
            p += 1
        if p == pegs:
            return
        slot = (slot + 1) & mask
    if tally[FOUND] < len(finds.codes):
        finds.slots[slot] = tally[FOUND]
        for p in range(pegs):
            finds.codes[tally[FOUND], p] = code[p]
        tally[FOUND] += 1


@compiled
def walk(code, clues, temperature, moves, goal, gap, finds, state):
    """Walk on from `code` until `goal` codes are found, it finds no others, or the moves are made.

    Between two visits that count lie at least `gap` moves, so that they are not near each other.
    """
    at, held, repeats = clues.at, clues.held, clues.repeats
    pegs, colors, width = at.shape
    counts = np.zeros(colors, np.int8)
    black, both = np.zeros(width, np.int8), np.zeros(width, np.int8)  # too many; less than 0: too few
    next_black, next_both = black.copy(), both.copy()
    for p in range(pegs):
        counts[code[p]] += np.int8(1)
    misfit = 0
    for t in range(width):
        for p in range(pegs):
            black[t] += at[p, code[p], t]
        for c in range(colors):
            both[t] += min(held[c, t], counts[c])
        black[t] -= clues.black[t]
        both[t] -= clues.both[t]
        misfit += abs(black[t]) + abs(both[t])
    uphill = np.empty(STEEPEST)
    for d in range(STEEPEST):
        uphill[d] = np.exp(-d / temperature)
    tally, since, idle, before = finds.tally, gap, 0, finds.tally[FOUND]
    for move in range(moves):
        if misfit < tally[BEST]:
            tally[BEST] = misfit
            for p in range(pegs):
                finds.best[p] = code[p]
        if misfit == 0 and since >= gap:
            since = 0
            known = tally[FOUND]
            _see(finds, code)
            idle = idle + 1 if tally[FOUND] == known else 0
            if tally[FOUND] >= goal or idle >= SEEN_ENOUGH * (known - before) + SEEN_LEAST:
                tally[MOVES] += move
                return
        since += 1
        p = below(state, pegs)
        a, new = code[p], 0
        if below(state, 2) == 0 and (repeats or colors > pegs):
            c = below(state, colors)
            if c == a or not (repeats or counts[c] == 0):
                continue
            was, will, had, have = at[p, a], at[p, c], held[a], held[c]
            of_a, of_c = counts[a], counts[c]
            for t in range(width):
                next_black[t] = np.int8(black[t] + np.int8(will[t] - was[t]))
                next_both[t] = np.int8(both[t] + np.int8(np.int8(have[t] > of_c) - np.int8(had[t] >= of_a)))
            for t in range(width):
                new += np.int16(abs(next_black[t])) + np.int16(abs(next_both[t]))
            if new > misfit and (new - misfit >= STEEPEST or unit(state) >= uphill[new - misfit]):
                continue
            code[p] = c
            counts[a] -= np.int8(1)
            counts[c] += np.int8(1)
            for t in range(width):
                black[t] = next_black[t]
                both[t] = next_both[t]
        else:
            q = below(state, pegs)
            c = code[q]
            if c == a:
                continue
            was_p, was_q, will_p, will_q = at[p, a], at[q, c], at[p, c], at[q, a]
            for t in range(width):
                more, less = np.int8(will_p[t] + will_q[t]), np.int8(was_p[t] + was_q[t])
                next_black[t] = np.int8(black[t] + np.int8(more - less))
            for t in range(width):
                new += np.int16(abs(next_black[t])) + np.int16(abs(both[t]))
            if new > misfit and (new - misfit >= STEEPEST or unit(state) >= uphill[new - misfit]):
                continue
            code[p], code[q] = c, a
            for t in range(width):
                black[t] = next_black[t]
        misfit = new
    tally[MOVES] += moves


@compiled
def collect(starts, clues, temperatures, moves, most_moves, gap, share, enough, finds, state):
    """Walk from each of `starts`, then again and again from random codes, for up to `share` codes each.

    In all for `moves`; where it takes longer to find the first code at all, up to `most_moves` and then twice as long
    as that took. No more walks are made when `enough` of them in a row, from anywhere, found nothing new.
    """
    pegs, colors, _ = clues.at.shape
    code, most, tally, k = np.zeros(pegs, np.uint8), len(finds.codes), finds.tally, 0
    while tally[FOUND] < most and tally[NOTHING_NEW] < enough:
        if k < len(starts):
            code[:] = starts[k]
        else:
            code_into(code, colors, clues.repeats, state)
        temperature = temperatures[k % len(temperatures)]
        if tally[FOUND] == 0:
            left = most_moves - tally[MOVES]
            if left <= 0:
                return
            walk(code, clues, temperature, (left + 1) // 2, 1, gap, finds, state)
            moves = max(moves, 2 * tally[MOVES])
        if tally[FOUND]:
            left, known, visits = moves - tally[MOVES], tally[FOUND], tally[VISITS]
            if left <= 0:
                return
            walk(code, clues, temperature, (left + 1) // 2, min(most, known + share), gap, finds, state)
            if tally[FOUND] > known:
                tally[NOTHING_NEW] = 0
            elif k >= len(starts) and tally[VISITS] > visits:
                tally[NOTHING_NEW] += 1
        k += 1
