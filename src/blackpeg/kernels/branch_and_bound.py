"""Branch and bound over guesses, in compiled code: the least total of guesses for a set of candidates.

A set is a stretch of code numbers in sets[level]; splitting it by a guess writes its parts, in order of
answer, to the same stretch of the level below. A guess is worth trying only if its bound, the size of the
set and the least that parts of such sizes can need, is below the best found; its parts are then solved,
smallest first, each within what is left of that. Where guesses are limited, parts are solved without the limit
first. Sets are remembered under their very codes, so that no two are ever taken for one another.

With widths, only the guesses that look best are tried at each level: then the total is an upper bound.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .feedback import feedback, sizes_into, table_into
from .jit import compiled, inlined
from .simd import LANES, answers_into, ones
from .symmetry import ABSENT, PLAIN, UNTRIED, Renamings, in_order, is_least, narrow, sort_colors
from .transposition_table import DEPTH, GUESS, PROVED, STOP, VALUE, Memory, find, remember
from .unrefcounted import borrowed

NEVER = 2**40  # more guesses than any set needs
PLENTY = NEVER // 2  # to stay below this is no limit
BITS = 64  # answers that bits of a number can stand for
FEW = 64  # up to so many candidates, guesses are compared side by side instead of candidates
LEFT = 128  # more guesses than a search allows
LOOSE = 40  # so many guesses are no limit: where sets need that many, a search is too large anyway


class Problem(NamedTuple):
    """A game as the search sees it."""

    columns: Any  # every code
    heard: Any  # heard[code, guess]: the answer; one number where all would be too many
    masks: Any  # masks[code, guess]: the answer as one of 16 bits; one number where there are more answers
    table: Any  # every code as the table that `answers_into` reads
    probes: Any
    blocks: Any  # where codes begin that share their first pegs, and the end
    prefix: int  # how many pegs those are
    least: Any  # least[n]: fewer guesses no n codes need
    room: Any  # room[left]: more codes can't be told apart in so many guesses
    guessed: Any  # guessed[n]: what n codes usually need, to try what looks best first
    answers: int  # numbers that answers have
    win: int
    colors: int
    repeats: bool
    whites: bool
    widths: Any  # guesses to try at each level


class Scratch(NamedTuple):
    """Room to work in, made once; a row for each level."""

    sets: Any
    guesses: Any
    bounds: Any
    keys: Any
    sizes: Any
    ends: Any
    kinds: Any
    palette: Any
    names: Any
    frames: Any  # where the search stands at each level
    totals: Any  # what each part needs, as far as it is known
    dealt: Any  # parts that were handed to the level below
    told: Any  # bits of the answers to each guess
    brief: Any  # the same where 16 bits are enough
    scores: Any  # the parts that they make, and one more where the guess may win
    grid: Any  # what few codes answer to a block of guesses
    heard: Any
    bytes: Any
    columns: Any
    table: Any
    four: Any
    code: Any


@compiled
def ask(problem, scratch, codes, guess):
    """heard[:n]: what each of these codes answers to a guess, both by number."""
    out = scratch.heard
    if len(problem.heard) > 1:
        row = problem.heard[guess]
        for i in range(len(codes)):
            out[i] = row[codes[i]]
        return
    columns, own, other = problem.columns, scratch.code[0], scratch.code[1]
    for p in range(len(columns)):
        other[p] = columns[p, guess]
    for i in range(len(codes)):
        for p in range(len(columns)):
            own[p] = columns[p, codes[i]]
        out[i] = feedback(own, other, problem.whites)


@compiled
def split(problem, scratch, level, first, n, guess):
    """Sort a set by answer into the level below; ends[level, a] is where the codes that answer `a` end."""
    codes, below, ends = scratch.sets[level], scratch.sets[level + 1], scratch.ends[level]
    ask(problem, scratch, codes[first : first + n], guess)
    heard, answers = scratch.heard, problem.answers
    for a in range(answers + 1):
        ends[a] = 0
    for i in range(n):
        ends[heard[i] + 1] += 1
    for a in range(answers):
        ends[a + 1] += ends[a]
    for i in range(n):
        answer = heard[i]
        below[first + ends[answer]] = codes[first + i]
        ends[answer] += 1


@inlined
def bound_of(problem, sizes, n):
    """The bound of a guess, what it is thought to need, and its largest part that is no win."""
    bound, thought, largest = n, 0.0, 0
    for a in range(problem.answers):
        size = sizes[a]
        if size and a != problem.win:
            bound += problem.least[size]
            thought += problem.guessed[size]
            largest = max(largest, size)
    return bound, thought, largest


@compiled
def easy(problem, scratch, codes, left):
    """A candidate that tells all others apart, or all but two: no other guess can be better.

    The total, the guess and the greatest number of guesses; a total of 0 where there is no such candidate.
    """
    n, best, found = len(codes), 0, -1
    heard = scratch.heard
    for a in range(n):
        told = np.uint64(0)
        if len(problem.masks) > 1:
            row = problem.masks[codes[a]]
            for i in range(n):
                told |= np.uint64(row[codes[i]])
        else:
            ask(problem, scratch, codes, codes[a])
            for i in range(n):
                told |= np.uint64(1) << np.uint64(heard[i])
        parts = np.int64(ones(told))
        if parts > best:
            best, found = parts, np.int64(codes[a])
            if parts == n:
                return 2 * n - 1, found, 2
    if best == n - 1 and left >= 3:
        return 2 * n, found, 3
    return 0, found, 0


FRAME = 17  # numbers in a frame
FIRST, SIZE, ALLOWED, MOST, FLOOR, KEY, COUNT, TRIED = range(8)
BEST, CHOSEN, LONGEST, GUESSED, COST, DEEPEST, PART, LOWEST, RELAXED = range(8, FRAME)


@compiled
def enter(problem, scratch, memory, alike, watch, level):
    """Begin with the set of a level: its value where that is known already, else 0 and the guesses to try."""
    frame = scratch.frames[level]
    first, n, left, most = frame[FIRST], frame[SIZE], frame[ALLOWED], frame[MOST]
    if n > problem.room[min(left, LEFT - 1)]:
        return np.int64(NEVER)
    floor = problem.least[n]
    if floor >= most:
        return floor
    codes = scratch.sets[level, first : first + n]
    if floor == 2 * n - 1 and problem.answers <= BITS:
        total, _, deepest = easy(problem, scratch, codes, left)
        if total:
            frame[LONGEST] = deepest
            return np.int64(total)
        floor = np.int64(2 * n)
        if floor >= most:
            return floor
    wide = min(problem.widths[level], 63)
    limits = 1 if left >= min(n, LOOSE) else 2  # no set needs more guesses than it has codes
    for k in range(limits):
        shape = (n * LEFT + (left if k else 0)) * 64 + wide
        e, _ = find(memory, codes, shape)
        if e >= 0:
            value = memory.entries[e, VALUE]
            if value >= most or (memory.entries[e, PROVED] and memory.entries[e, DEPTH] <= left):
                frame[LONGEST] = memory.entries[e, DEPTH]
                return value
            floor = max(floor, value)
        frame[KEY] = shape
    frame[FLOOR], frame[BEST], frame[CHOSEN], frame[TRIED] = floor, most, -1, 0
    frame[LOWEST] = LEFT
    scan(problem, scratch, alike, level)
    return np.int64(0)


@inlined
def canonical(problem, scratch, alike, level, guess):
    """Is this the least of the guesses that are alike?"""
    columns, kinds, repeats = problem.columns, scratch.kinds[level], problem.repeats
    return in_order(columns, guess, len(columns), kinds, repeats) and (
        alike.alive[level] == 1
        or is_least(columns, guess, level, kinds, scratch.palette[level], scratch.names, repeats, alike)
    )


@inlined
def next_guess(problem, scratch, alike, level):
    """Take up the guess that looks best of those that can be better; False where there is none."""
    frame = scratch.frames[level]
    if frame[TRIED] == problem.widths[level] or frame[BEST] <= frame[FLOOR]:
        return False
    bounds, keys, best = scratch.bounds[level], scratch.keys[level], frame[BEST]
    while True:
        pick, key = -1, np.inf
        for j in range(frame[COUNT]):
            if keys[j] < key and bounds[j] < best:
                pick, key = j, keys[j]
        if pick < 0:
            if 3 * frame[SIZE] - frame[LOWEST] + 1 >= best:  # nor can one that makes fewer parts
                return False
            scan(problem, scratch, alike, level)
            continue
        keys[pick] = np.inf
        guess = np.int64(scratch.guesses[level, pick])
        if problem.least[frame[SIZE]] != 2 * frame[SIZE] - 1 or canonical(problem, scratch, alike, level, guess):
            break
    frame[TRIED] += 1
    frame[GUESSED], frame[COST], frame[DEEPEST] = guess, bounds[pick], 2
    frame[RELAXED] = frame[ALLOWED] < min(frame[SIZE], LOOSE) and best < PLENTY
    split(problem, scratch, level, frame[FIRST], frame[SIZE], guess)
    before, ends, totals, dealt = np.int64(0), scratch.ends[level], scratch.totals[level], scratch.dealt[level]
    for a in range(problem.answers):
        totals[a], dealt[a] = problem.least[ends[a] - before], False
        before = ends[a]
    for p in range(len(problem.columns)):
        scratch.code[2, p] = problem.columns[p, guess]
    narrow(alike, scratch.code[2], level)
    return True


@inlined
def next_part(problem, scratch, level):
    """Hand the smallest part that is not dealt with to the level below; False where there is none.

    Parts of one or two codes need what their bound says. Where there is no total to stay below, the largest part is
    the first, since it is the first that can't be told apart in time. Where there is one, and guesses are few, parts
    are solved without that limit first: most guesses are too dear even so.
    """
    frame, ends = scratch.frames[level], scratch.ends[level]
    downwards = frame[BEST] >= PLENTY
    which, size, dealt = -1, 0 if downwards else NEVER, scratch.dealt[level]
    before = np.int64(0)
    for a in range(problem.answers):
        here = ends[a] - before
        before = ends[a]
        if here > 2 and (here > size if downwards else here < size) and not dealt[a]:
            which, size = a, here
        elif here == 2:
            frame[DEEPEST] = max(frame[DEEPEST], 3)
    if which < 0:
        return False
    dealt[which], frame[PART] = True, which
    below = scratch.frames[level + 1]
    below[FIRST] = frame[FIRST] + (ends[which - 1] if which else 0)
    below[SIZE], below[ALLOWED] = size, (len(scratch.frames) - level - 3 if frame[RELAXED] else frame[ALLOWED] - 1)
    below[MOST] = frame[BEST] - frame[COST] + scratch.totals[level, which]
    return True


@compiled
def leave(scratch, memory, watch, level):
    """Remember what was found about the set of a level, and return it."""
    frame = scratch.frames[level]
    codes = scratch.sets[level, frame[FIRST] : frame[FIRST] + frame[SIZE]]
    if frame[CHOSEN] >= 0:
        remember(memory, watch, codes, frame[KEY], frame[BEST], 1, frame[CHOSEN], frame[LONGEST])
        return frame[BEST]
    floor = NEVER if frame[MOST] >= PLENTY else max(frame[MOST], frame[FLOOR])
    remember(memory, watch, codes, frame[KEY], floor, 0, -1, 0)
    return floor


@compiled
def solve(problem, scratch, memory, alike, watch, base):
    """The least total for the set of level `base`, if it is less than its MOST; else a bound not below that.

    A depth-first search with its own stack: frames[level] holds what a recursive call would.
    """
    level, top = base, scratch.frames
    value = enter(problem, scratch, memory, alike, watch, level)
    while not watch[STOP]:
        if value == 0:  # at work on this level
            value = np.int64(-1) if next_guess(problem, scratch, alike, level) else leave(scratch, memory, watch, level)
            continue
        if value > 0:  # done with this level
            if level == base:
                return value
            level -= 1
            frame = top[level]
            frame[COST] += value - scratch.totals[level, frame[PART]]
            scratch.totals[level, frame[PART]] = value
            frame[DEEPEST] = max(frame[DEEPEST], 1 + top[level + 1][LONGEST])
        frame = top[level]  # in the middle of a guess
        if frame[COST] >= frame[BEST]:
            value = 0
        elif next_part(problem, scratch, level):
            level += 1
            value = enter(problem, scratch, memory, alike, watch, level)
        elif frame[RELAXED] and frame[DEEPEST] > frame[ALLOWED]:  # cheap enough, but too long: now within the limit
            frame[RELAXED], frame[DEEPEST], value = 0, 2, np.int64(-1)
            scratch.dealt[level] = False
        else:
            frame[BEST], frame[CHOSEN], frame[LONGEST] = frame[COST], frame[GUESSED], frame[DEEPEST]
            value = 0
    return np.int64(NEVER)


@compiled
def search(problem, scratch, memory, alike, watch, base, first, n, left, most):
    """Solve a set of a level: its total, or a bound not below `most`, and the greatest number of guesses."""
    if n <= 2:
        return (np.int64(2 * n - 1), n) if n <= left else (np.int64(NEVER), 0)
    b, q, s, m, a = borrowed, problem, scratch, memory, alike
    uncounted = Problem(
        b(q.columns), b(q.heard), b(q.masks), b(q.table), b(q.probes), b(q.blocks), q.prefix, b(q.least), b(q.room),
        b(q.guessed), q.answers, q.win, q.colors, q.repeats, q.whites, b(q.widths),
    )  # fmt: skip
    desk = Scratch(
        b(s.sets), b(s.guesses), b(s.bounds), b(s.keys), b(s.sizes), b(s.ends), b(s.kinds), b(s.palette), b(s.names),
        b(s.frames), b(s.totals), b(s.dealt), b(s.told), b(s.brief), b(s.scores), b(s.grid), b(s.heard), b(s.bytes),
        b(s.columns), b(s.table), b(s.four), b(s.code),
    )  # fmt: skip
    known = Memory(b(m.slots), b(m.entries), b(m.codes))
    same = Renamings(b(a.perms), b(a.alive), b(a.which), b(a.maps), b(a.tried))
    frame = desk.frames[base]
    frame[FIRST], frame[SIZE], frame[ALLOWED], frame[MOST], frame[LONGEST] = first, n, left, most, 0
    return solve(uncounted, desk, known, same, b(watch), base), frame[LONGEST]


@compiled
def guess_of(problem, scratch, memory, level, first, n, left):
    """The guess of a solved set, by number; -1 where it was forgotten."""
    codes = scratch.sets[level, first : first + n]
    if n <= 2:
        return np.int64(codes[0])
    if problem.least[n] == 2 * n - 1 and problem.answers <= BITS:
        total, guess, _ = easy(problem, scratch, codes, left)
        if total:
            return guess
    wide = min(problem.widths[level], 63)
    for limit in (0, left):
        e, _ = find(memory, codes, (n * LEFT + limit) * 64 + wide)
        if e >= 0 and memory.entries[e, PROVED] and memory.entries[e, DEPTH] <= left:
            return memory.entries[e, GUESS]
    return np.int64(-1)


@compiled
def tree_into(problem, scratch, memory, alike, watch, n, left, rows):
    """Write down the search's choices for the set of level 0, a node a row; how many nodes.

    A row holds guess, parent, answer that led there, whether the guess may win, and depth. What the search has
    forgotten is searched again.
    """
    levels, firsts, counts = np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64), np.full(n + 1, n)
    above, led = np.full(n + 1, -1), np.full(n + 1, -1)
    waiting, nodes = 1, 0
    while waiting:
        waiting -= 1
        level, first, count = levels[waiting], firsts[waiting], counts[waiting]
        guess = guess_of(problem, scratch, memory, level, first, count, left - level)
        if guess < 0:
            search(problem, scratch, memory, alike, watch, level, first, count, left - level, NEVER)
            guess = guess_of(problem, scratch, memory, level, first, count, left - level)
            if guess < 0:
                return 0
        split(problem, scratch, level, first, count, guess)
        for p in range(len(problem.columns)):
            scratch.code[2, p] = problem.columns[p, guess]
        narrow(alike, scratch.code[2], level)
        row = rows[nodes]
        row[0], row[1], row[2], row[3], row[4] = guess, above[waiting], led[waiting], 0, level + 1
        ends = scratch.ends[level]
        for a in range(problem.answers - 1, -1, -1):
            start = ends[a - 1] if a else 0
            if ends[a] == start:
                continue
            if a == problem.win:
                row[3] = 1
                continue
            levels[waiting], firsts[waiting], counts[waiting] = level + 1, first + start, ends[a] - start
            above[waiting], led[waiting] = nodes, a
            waiting += 1
        nodes += 1
    return nodes


@compiled
def scan(problem, scratch, alike, level):
    """Write down guesses whose bound is below the best, with bound and what they are thought to need.

    Where there are few codes, those that make most parts of them, less than LOWEST: once the best of these is known,
    hardly any guess that makes fewer parts can be better.
    """
    frame = scratch.frames[level]
    first, n, left, most = frame[FIRST], frame[SIZE], frame[ALLOWED], frame[BEST]
    columns, win, answers = problem.columns, problem.win, problem.answers
    pegs = len(columns)
    codes, kinds, palette = scratch.sets[level], scratch.kinds[level], scratch.palette[level]
    guesses, bounds, keys, sizes = scratch.guesses[level], scratch.bounds[level], scratch.keys[level], scratch.sizes
    told, brief, grid, heard = scratch.told, scratch.brief, scratch.grid, scratch.heard
    masked, repeats = len(problem.masks) > 1, problem.repeats
    kinds[:] = ABSENT
    for i in range(first, first + n):
        for p in range(pegs):
            color = columns[p, codes[i]]
            kinds[color] = PLAIN if alike.tried[level, color] else UNTRIED
    sort_colors(kinds, palette)
    tabled, few = len(problem.heard) > 1, n <= FEW and answers <= BITS
    weight, room, count = pegs if problem.whites else pegs + 1, problem.room[left - 1], 0
    small = few and problem.least[n] == 2 * n - 1
    need = max(0, 3 * n - most)  # parts and a win together must be more than this
    stepwise, scores = few and tabled and problem.widths[level] > len(guesses), scratch.scores
    ceiling, frame[LOWEST] = frame[LOWEST], -NEVER
    if not few and not tabled:
        width = (n + LANES - 1) // LANES * LANES
        table = scratch.table[: (pegs + problem.colors) * width].reshape(pegs + problem.colors, width)
        for p in range(pegs):
            for i in range(n):
                scratch.columns[p, i] = columns[p, codes[first + i]]
        table_into(table, scratch.columns, np.int64(0), n)
    else:
        table = scratch.table[:0].reshape(0, 1)
    blocks = problem.blocks
    for b in range(len(blocks) - 1):
        start, stop = blocks[b], blocks[b + 1]
        if not in_order(columns, start, problem.prefix, kinds, repeats):
            continue
        here = stop - start
        if few and masked:
            for g in range(here):
                brief[g] = 0
            for i in range(first, first + n):
                bit = problem.masks[codes[i], start:stop]
                for g in range(here):
                    brief[g] |= bit[g]
        elif few:
            for g in range(here):
                told[g] = 0
            for i in range(n):
                if tabled:
                    row = problem.heard[codes[first + i], start:stop]
                else:
                    row = grid[i]
                    answers_into(row, problem.table, start, here, problem.probes, codes[first + i], weight)
                for g in range(here):
                    told[g] |= np.uint64(1) << np.uint64(row[g])
        if few:
            top = np.int64(0)
            for g in range(here):
                bits = np.uint64(brief[g]) if masked else told[g]
                parts = np.int64(ones(bits))
                score = parts + np.int64(bits >> np.uint64(win) & np.uint64(1)) if parts > 1 else np.int64(0)
                scores[g] = score
                if top < score < ceiling:
                    top = score
            if stepwise and top > need:
                need, frame[LOWEST] = top - 1, top
        for g in range(here):
            guess = start + g
            if few and not need < scores[g] < ceiling:
                continue
            if small and room >= n:
                guesses[count], bounds[count] = guess, 3 * n - scores[g]
                keys[count] = bounds[count]
                count += 1
                continue
            if not small and not canonical(problem, scratch, alike, level, guess):
                continue
            for a in range(answers):
                sizes[a] = 0
            if few and not tabled:
                for i in range(n):
                    sizes[grid[i, g]] += 1
            elif tabled:
                ask(problem, scratch, codes[first : first + n], guess)
                for i in range(n):
                    sizes[heard[i]] += 1
            else:
                four = scratch.four
                sizes_into(four, scratch.bytes, table, n, problem.probes, guess, weight)
                for a in range(answers):
                    sizes[a] = four[4 * a] + four[4 * a + 1] + four[4 * a + 2] + four[4 * a + 3]
                    four[4 * a] = four[4 * a + 1] = four[4 * a + 2] = four[4 * a + 3] = 0
            bound, thought, largest = bound_of(problem, sizes, n)
            if bound < most and largest < n and largest <= room:
                guesses[count], bounds[count], keys[count] = guess, bound, thought
                count += 1
    frame[COUNT] = count


@compiled
def least_totals(capacity, size):
    """least[n]: a bound on the total of any n codes, since no guess has larger parts than it has among all codes.

    Each row of `capacity` is a kind of guess with the sizes of its parts. Codes go, one at a time, to the part
    where one more adds least: the best way to share them, as long as what one more adds never gets less, up to the
    size of the largest part.
    """
    least = np.zeros(size + 1, np.int64)
    least[1] = 1
    kinds, parts = capacity.shape
    held = np.zeros((kinds, parts), np.int64)
    sums = np.zeros(kinds, np.int64)
    for n in range(2, size + 1):
        least[n] = NEVER
        for k in range(kinds):
            to, adds = -1, np.int64(NEVER)
            for r in range(parts):
                if held[k, r] < capacity[k, r] and least[held[k, r] + 1] - least[held[k, r]] < adds:
                    to, adds = r, least[held[k, r] + 1] - least[held[k, r]]
            if to < 0:
                sums[k] = NEVER
                continue
            held[k, to] += 1
            sums[k] += adds
            least[n] = min(least[n], n + sums[k])
    return least
