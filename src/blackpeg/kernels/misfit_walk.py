"""Finding codes that fit a history by walks over misfit at a constant temperature.

The misfit of a code is by how many black pegs and by how many pegs of the right color, black or white, its feedback is
off, over all turns. A walk swaps two pegs or recolors one. How that changes the misfit is computed in a few vector
instructions for all turns together, so a move takes some 30 nanoseconds whatever the number of codes. At a constant
temperature all codes that fit are visited equally often in the long run; since a walk stays near a code that fits for
long, the sample is made by many short walks from random codes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .jit import compiled
from .random import draw_below, draw_unit, random_code_into

LANES = 16  # turns at a time
MAX_PEGS_IN_BYTES = 127  # pegs up to which counts of pegs and their differences are signed bytes
VISITS, FOUND, MOVES, BEST, NOTHING_NEW = range(5)  # fields of `tally`
VISITS_PER_CODE, EXTRA_VISITS = 3, 20  # visits without a new code, after which a walk hardly finds another
MAX_RISE = 128  # misfit; moves that add as much are never made


class Clues(NamedTuple):
    """The history, stored so that what one peg changes at all turns lies side by side."""

    at: Any  # at[peg, color, turn]: 1 if the guess had the color at that peg
    held: Any  # held[color, turn]: how often the guess had the color
    black: Any  # black[turn]
    both: Any  # both[turn]: black and white pegs together
    repeats: bool


class Finds(NamedTuple):
    """What was found so far."""

    codes: Any  # different codes that fit, one a row
    slots: Any  # slots[hash]: the row of a code, or -1
    tally: Any  # visits, codes found, moves made, the least misfit, walks in a row that found nothing new
    best: Any  # the code with the least misfit


class Leg(NamedTuple):
    """How long a walk goes on."""

    temperature: float
    moves: int  # at most
    goal: int  # codes found in all, after which it ends
    gap: int  # moves between two visits that count, so that the codes are not near each other


class Schedule(NamedTuple):
    """How many walks are made, and how long they are."""

    temperatures: Any  # of the walks, one after another
    moves: int  # in all, if a code is found
    max_moves: int  # in all, until the first code is found
    gap: int  # moves between two visits that count
    share: int  # codes that one walk may add
    patience: int  # walks in a row from random codes that find nothing new, after which no more are made


def clues_of(guesses, feedbacks, colors, repeats, whites):
    """The history as `collect` takes it, from guesses, one a row, and their feedbacks."""
    turns, pegs = guesses.shape
    width = max(LANES, -(-turns // LANES) * LANES)
    number = np.int8 if pegs <= MAX_PEGS_IN_BYTES else np.int16
    at, held = np.zeros((pegs, colors, width), number), np.zeros((colors, width), number)
    black, both = np.zeros(width, number), np.zeros(width, number)
    for t in range(turns):
        at[np.arange(pegs), guesses[t], t] = 1
        black[t] = feedbacks[t] // (pegs + 1)
        if whites:
            held[:, t] = np.bincount(guesses[t], minlength=colors)
            both[t] = black[t] + feedbacks[t] % (pegs + 1)
    return Clues(at, held, black, both, repeats)


def finds_of(pegs, max_codes):
    """Space for up to `max_codes` codes."""
    slots = 1 << (4 * max_codes).bit_length()
    tally = np.array([0, 0, 0, 2**62, 0])
    return Finds(np.zeros((max_codes, pegs), np.uint8), np.full(slots, -1, np.int32), tally, np.zeros(pegs, np.uint8))


@compiled
def _visit(finds, code):
    """Count a visit to a code that fits, and keep the code if it is new and there is space."""
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
def walk(code, clues, leg, finds, state):
    """Walk on from `code` until the goal of codes is found, visits bring nothing new, or the moves are made."""
    temperature, moves, goal, gap = leg.temperature, leg.moves, leg.goal, leg.gap
    at, held, repeats = clues.at, clues.held, clues.repeats
    pegs, colors, width = at.shape
    number = held.dtype.type
    counts = np.zeros(colors, held.dtype)
    black, both = np.zeros(width, held.dtype), np.zeros(width, held.dtype)  # how much too large the code's feedback is
    next_black, next_both = black.copy(), both.copy()
    for p in range(pegs):
        counts[code[p]] += number(1)
    misfit = 0
    for t in range(width):
        for p in range(pegs):
            black[t] += at[p, code[p], t]
        for c in range(colors):
            both[t] += min(held[c, t], counts[c])
        black[t] -= clues.black[t]
        both[t] -= clues.both[t]
        misfit += abs(black[t]) + abs(both[t])
    uphill = np.empty(MAX_RISE)
    for d in range(MAX_RISE):
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
            _visit(finds, code)
            idle = idle + 1 if tally[FOUND] == known else 0
            if tally[FOUND] >= goal or idle >= VISITS_PER_CODE * (known - before) + EXTRA_VISITS:
                tally[MOVES] += move
                return
        since += 1
        p = draw_below(state, pegs)
        a, new = code[p], 0
        if draw_below(state, 2) == 0 and (repeats or colors > pegs):
            c = draw_below(state, colors)
            if c == a or not (repeats or counts[c] == 0):
                continue
            was, will, had, have = at[p, a], at[p, c], held[a], held[c]
            of_a, of_c = counts[a], counts[c]
            for t in range(width):
                next_black[t] = number(black[t] + number(will[t] - was[t]))
                next_both[t] = number(both[t] + number(number(have[t] > of_c) - number(had[t] >= of_a)))
            for t in range(width):
                new += np.int16(abs(next_black[t])) + np.int16(abs(next_both[t]))
            if new > misfit and (new - misfit >= MAX_RISE or draw_unit(state) >= uphill[new - misfit]):
                continue
            code[p] = c
            counts[a] -= number(1)
            counts[c] += number(1)
            for t in range(width):
                black[t] = next_black[t]
                both[t] = next_both[t]
        else:
            q = draw_below(state, pegs)
            c = code[q]
            if c == a:
                continue
            was_p, was_q, will_p, will_q = at[p, a], at[q, c], at[p, c], at[q, a]
            for t in range(width):
                more, less = number(will_p[t] + will_q[t]), number(was_p[t] + was_q[t])
                next_black[t] = number(black[t] + number(more - less))
            for t in range(width):
                new += np.int16(abs(next_black[t])) + np.int16(abs(both[t]))
            if new > misfit and (new - misfit >= MAX_RISE or draw_unit(state) >= uphill[new - misfit]):
                continue
            code[p], code[q] = c, a
            for t in range(width):
                black[t] = next_black[t]
        misfit = new
    tally[MOVES] += moves


@compiled
def collect(starts, clues, schedule, finds, state):
    """Walk from each of `starts`, then again and again from random codes, as the schedule says.

    If it takes more than the scheduled moves to find the first code, twice as many as that took are made in all.
    """
    pegs, colors, _ = clues.at.shape
    temperatures, moves, gap = schedule.temperatures, schedule.moves, schedule.gap
    code, max_codes, tally, k = np.zeros(pegs, np.uint8), len(finds.codes), finds.tally, 0
    while tally[FOUND] < max_codes and tally[NOTHING_NEW] < schedule.patience:
        if k < len(starts):
            code[:] = starts[k]
        else:
            random_code_into(code, colors, clues.repeats, state)
        temperature = temperatures[k % len(temperatures)]
        if tally[FOUND] == 0:
            left = schedule.max_moves - tally[MOVES]
            if left <= 0:
                return
            walk(code, clues, Leg(temperature, (left + 1) // 2, np.int64(1), gap), finds, state)
            moves = max(moves, 2 * tally[MOVES])
        if tally[FOUND]:
            left, known, visits = moves - tally[MOVES], tally[FOUND], tally[VISITS]
            if left <= 0:
                return
            goal = min(max_codes, known + schedule.share)
            walk(code, clues, Leg(temperature, (left + 1) // 2, goal, gap), finds, state)
            if tally[FOUND] > known:
                tally[NOTHING_NEW] = 0
            elif k >= len(starts) and tally[VISITS] > visits:
                tally[NOTHING_NEW] += 1
        k += 1
