"""Can every code of a set be broken within so many guesses? By search, in compiled code."""

from __future__ import annotations

import numpy as np

from .jit import compiled
from .lookahead import Plan, room_of, shortlist, split
from .one_step import choose, desk_of
from .symmetry import narrow, renamings

DEEPEST = 64  # guesses that a search goes down
FIRST, COUNT, GUESS, HELD = range(4)  # of a set being searched
ASK, TRY, NEXT = range(3)  # a set; the next guess in it; the next part of that guess


def within(columns, history, pool, perms, rule, left):
    """Are `left` guesses enough for these candidates after these guesses? Guesses of small parts come first."""
    pegs, n = columns.shape
    left = min(left, DEEPEST)
    most = [0, 1]
    while len(most) <= left:
        most.append(min(1 + (len(rule.answers) - 1) * most[-1], 2**40))
    plan = Plan(left, pool.columns.shape[1], False, 1, False, np.array([most], np.int64))
    alike = renamings(perms, rule.colors, len(history) + left + 2)
    desk, room = desk_of(pegs, n, rule, pool), room_of(pegs, n, plan)
    done = np.zeros((left + 1, (pegs + 1) * (pegs + 1)), np.bool_)
    return bool(_within(columns.copy(), history, pool, rule, alike, desk, room, plan, done))


@compiled
def _within(columns, history, pool, rule, alike, desk, room, plan, done):
    pegs, n = columns.shape
    for depth in range(len(history)):
        narrow(alike, history[depth], depth)
    depth, most, frames, solved = len(history), plan.least[0], room.frames, pegs * (pegs + 1)
    room.sets[0] = columns
    frames[0, FIRST], frames[0, COUNT] = 0, n
    row, doing, result = 0, ASK, False
    while True:
        frame, left = frames[row], plan.steps - row
        first, count = frame[FIRST], frame[COUNT]
        if doing == ASK:
            sets = room.sets[row]
            asked = True
            if count == 1:
                result = left > 0
            elif left < 2 or count > most[left]:
                result = False
            elif count == 2:
                result = True
            elif left == 2:
                choose(sets, first, count, depth + row, pool, rule, alike, desk)
                result = tells_apart(sets, first, count, desk.code, rule.whites, room, row + 1)
            else:
                asked = False
            if not asked:
                frame[HELD] = shortlist(sets, first, count, depth + row, pool, rule, alike, desk, room, row, plan.width)
                frame[GUESS] = -1
                doing = TRY
                continue
            if row == 0:
                return result
            row -= 1
            doing = NEXT if result else TRY
        elif doing == TRY:
            frame[GUESS] += 1
            if frame[GUESS] == frame[HELD]:
                result = False
                if row == 0:
                    return result
                row -= 1
                continue  # the guess above has failed: try the next there
            code = room.codes[row, frame[GUESS]]
            split(room.sets[row], first, count, code, rule.whites, room, row + 1)
            ends, largest = room.ends[row + 1], 0
            for f in range(solved):
                largest = max(largest, ends[f + 1] - ends[f])
                done[row, f] = ends[f + 1] - ends[f] == 0
            if largest <= most[left - 1] and largest < count:
                narrow(alike, code, depth + row)
                doing = NEXT
        else:
            ends, largest, which = room.ends[row + 1], 0, -1
            for f in range(solved):
                if not done[row, f] and ends[f + 1] - ends[f] > largest:
                    largest, which = ends[f + 1] - ends[f], f
            if which < 0:
                result = True
                if row == 0:
                    return result
                row -= 1
                continue  # the guess is good for this set: the next part of the guess above
            done[row, which] = True
            frames[row + 1, FIRST], frames[row + 1, COUNT] = ends[which], largest
            row += 1
            doing = ASK


@compiled
def tells_apart(columns, first, n, code, whites, room, row):
    """Does every code of the set answer differently to this guess?"""
    split(columns, first, n, code, whites, room, row)
    ends = room.ends[row]
    largest = 0
    for f in range(len(ends) - 1):
        largest = max(largest, ends[f + 1] - ends[f])
    return largest < 2
