"""Branch and bound over guesses, in compiled code: the least total of guesses for a set of candidates.

A set is a stretch of code numbers in sets[level]; splitting it by a guess writes its parts, in order of feedback, to
the same stretch of the level below. A guess is tried only if its bound is below the best total found: the size of the
set, plus a lower bound on the total of each part. Its parts are then solved, smallest first, each within what the best
total leaves for it. With a limit on the number of guesses, parts are solved without the limit first. Solved sets are
stored with all their codes, so that no two are ever confused.

With widths, only the most promising guesses are tried, by level and by the size of a set; then the total is an upper
bound.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .feedback import BLOCK_CODES, counters_of, feedback, sizes_into, table_into
from .jit import compiled, inlined, unrefcounted
from .one_step import HALF_WORD, MAX_GRID_ROWS, Pool, list_between
from .simd import (
    LANES,
    count_bits,
    probe_feedbacks_into,
    score_guesses,
)
from .size_bounds import MAX_SPLITS, least_totals_into, note_split
from .symmetry import (
    ABSENT,
    PLAIN,
    UNTRIED,
    Colors,
    Symmetries,
    fill_palette,
    in_order,
    is_representative,
    keeps_order_of_twins,
    narrow,
)
from .transposition_table import (
    DEPTH,
    GUESS,
    PROVED,
    STOP,
    VALUE,
    Renaming,
    Result,
    TranspositionTable,
    find,
    read_guess,
    store,
    stored_form,
    stored_guess,
)

INFINITE_TOTAL = 2**40  # guesses, more than any set needs in total: it can't be solved within the limit
UNLIMITED_TOTAL = INFINITE_TOTAL // 2  # guesses; a limit on the total from here on is none
UNLIMITED_TURNS = 40  # guesses; a limit from here on is taken for none: sets that need so many can't be searched anyway
TURN_LIMITS = 128  # limits on the number of guesses that a search can have: from 0 to 127
MAX_LOOKED_INTO = 40  # codes of a part whose bound is raised before any part is solved
MAX_PICKED_UNSORTED = 4  # guesses of a set that are picked one by one before the rest is sorted
WORD_BITS = 64  # feedbacks up to which each is a bit of a word
WIN_OF_8_PEGS = 72  # the number of this feedback without a table; that of no other has more than 6 bits, and none is 17

FRAME_FIELDS = 20  # numbers in a frame
# of the set of a level: where it begins, its size, the guesses allowed, the total to stay below, a lower bound on its
# total, its key in the transposition table, the guesses listed, and those tried
FIRST, SIZE, ALLOWED, MOST, FLOOR, KEY, COUNT, TRIED = range(8)
# the best total so far, its guess and its greatest number of guesses; the guess being tried, its total as far as known
# and its greatest number of guesses; the part handed down; the fewest parts listed; are parts solved without limit? are
# the symmetries of the level below those after this guess? how many of the listed guesses were picked? which row of
# `Levels.least` holds for subsets of the set
BEST, CHOSEN, LONGEST, GUESSED, COST, DEEPEST, PART, LOWEST, RELAXED, NARROWED, PICKED, BOUNDED = range(8, FRAME_FIELDS)


class FeedbackTables(NamedTuple):
    """The feedback of every code to every guess, if the game is small enough; else arrays of shape (1, 1)."""

    numbers: Any  # numbers[guess, code]: the feedback, numbered without gaps
    masks: Any  # masks[guess, code]: the same as one of 16 bits, if the game has no more feedbacks


class Bounds(NamedTuple):
    """What sets of n codes need."""

    least: Any  # least[n]: a lower bound on the total guesses for any n codes
    max_codes: Any  # max_codes[turns]: an upper bound on the codes that can be told apart within so many guesses
    estimate: Any  # estimate[n]: a guess at the total for n codes, by which the most promising guess is tried first


class Problem(NamedTuple):
    """A game as the search sees it."""

    pool: Pool  # every code
    tables: FeedbackTables
    bounds: Bounds
    feedbacks: int  # how many feedback numbers there are
    possible: Any  # those that can occur, if feedbacks are not in a table
    fit_word: bool  # can each be a bit of a word?
    win: int  # the number of the feedback that solves
    colors: int
    repeats: bool
    whites: bool
    stride: int  # see `Symmetries`
    widths: Any  # widths[level]: how many guesses are tried at least
    size_widths: Any  # size_widths[n]: how many guesses are tried at least for a set of n codes


class Levels(NamedTuple):
    """Where the search stands, a row for each level."""

    sets: Any  # code numbers
    ends: Any  # ends[level, f]: where the part of feedback f ends
    frames: Any  # what a recursive call would hold
    totals: Any  # totals[level, f]: what the part of feedback f needs, as far as it is known
    least: Any  # least[level + 1]: as `Bounds.least`, for subsets of the set of a level; least[0]: for all sets
    entered: Any  # entered[level, f]: was the part handed to the level below?
    kinds: Any  # kinds[level]: see `Colors`
    palette: Any  # palette[level]: see `Colors`


class Guesses(NamedTuple):
    """The guesses to be tried, a row for each level."""

    numbers: Any
    bounds: Any  # lower bounds on the total
    estimates: Any  # of the total; infinite once the guess was tried


class Buffers(NamedTuple):
    """Working memory of a single step."""

    names: Any  # see `Colors`
    sizes: Any  # part sizes of a guess, for `sizes_into`
    bits: Any  # the feedbacks to each guess of a block, as bits of 64
    scores: Any  # the parts that each guess of a block makes, and one more if the guess may win
    promising: Any  # the guesses of a block whose scores are high enough
    grid: Any  # grid[i, g]: the feedback of code i to guess g of a block
    feedbacks: Any  # of a set to one guess
    splits: Any  # the part sizes of a set by different guesses, the largest first
    block: Any  # feedbacks of a block of codes
    columns: Any  # a set
    table: Any  # of a set, for `probe_feedbacks_into`
    code: Any  # three codes


class Scratch(NamedTuple):
    """All working memory, allocated once."""

    levels: Levels
    guesses: Guesses
    buffers: Buffers


class Search(NamedTuple):
    """A search for trees with the least total."""

    problem: Problem
    scratch: Scratch
    known: TranspositionTable
    renaming: Renaming
    symmetries: Symmetries
    control: Any  # see `transposition_table`


def code_numbers(size):
    """The type of the numbers of so many codes: the smallest, because it is the fastest."""
    return np.uint16 if size <= 2**16 else np.uint32


def scratch_of(problem, levels):
    """Working memory for a search of so many levels."""
    pegs, size = problem.pool.columns.shape
    block = int(np.diff(problem.pool.blocks).max()) + LANES
    color_names = problem.colors * (pegs if problem.stride else 1)
    return Scratch(
        Levels(
            sets=np.zeros((levels, size), code_numbers(size)),
            ends=np.zeros((levels, problem.feedbacks + 1), np.int64),
            frames=np.zeros((levels, FRAME_FIELDS), np.int64),
            totals=np.zeros((levels, problem.feedbacks), np.int64),
            least=np.vstack([problem.bounds.least, np.zeros((levels, size + 1), np.int64)]),
            entered=np.zeros((levels, problem.feedbacks), np.bool_),
            kinds=np.zeros((levels, color_names), np.int64),
            palette=np.zeros((levels, 3, color_names), np.uint8),
        ),
        Guesses(
            numbers=np.zeros((levels, size), np.int32),
            bounds=np.zeros((levels, size), np.int64),
            estimates=np.zeros((levels, size), np.float64),
        ),
        Buffers(
            names=np.zeros(color_names, np.uint8),
            sizes=counters_of(pegs),
            bits=np.zeros(block, np.uint64),
            scores=np.zeros(block + LANES, np.uint8),
            promising=np.zeros(block, np.int32),
            grid=np.zeros((MAX_GRID_ROWS, block), np.uint8),
            feedbacks=np.zeros(max(block, size), np.uint8),
            splits=np.zeros((MAX_SPLITS + 1, problem.feedbacks), np.int64),
            block=np.zeros(BLOCK_CODES, np.uint8),
            columns=np.zeros((pegs, size), np.uint8),
            table=np.zeros((pegs + problem.colors) * (size + 2 * LANES), np.uint8),
            code=np.zeros((3, pegs), np.uint8),
        ),
    )


@compiled
def feedbacks_by_number(problem, buffers, codes, guess):
    """Write the feedback numbers of these codes to a guess, all by number, into the buffer."""
    out = buffers.feedbacks
    if len(problem.tables.numbers) > 1:
        row = problem.tables.numbers[guess]
        for i in range(len(codes)):
            out[i] = row[codes[i]]
        return
    columns, code = problem.pool.columns, buffers.code
    own, other = code[0], code[1]
    for p in range(len(columns)):
        other[p] = columns[p, guess]
    for i in range(len(codes)):
        for p in range(len(columns)):
            own[p] = columns[p, codes[i]]
        out[i] = feedback(own, other, problem.whites)


@compiled
def split(problem, scratch, level, first, n, guess):
    """Sort a set by feedback into the level below; ends[level, f] is where the codes of feedback f end."""
    levels, given, feedbacks = scratch.levels, scratch.buffers.feedbacks, problem.feedbacks
    codes, below, ends = levels.sets[level], levels.sets[level + 1], levels.ends[level]
    feedbacks_by_number(problem, scratch.buffers, codes[first : first + n], guess)
    for f in range(feedbacks + 1):
        ends[f] = 0
    for i in range(n):
        ends[given[i] + 1] += 1
    for f in range(feedbacks):
        ends[f + 1] += ends[f]
    for i in range(n):
        f = given[i]
        below[first + ends[f]] = codes[first + i]
        ends[f] += 1


@inlined
def bound_of(problem, least, sizes, n):
    """The lower bound of a guess, its estimated total, and its largest part that is no win."""
    bound, estimate, largest = n, 0.0, 0
    for f in range(problem.feedbacks):
        size = sizes[f]
        if size and f != problem.win:
            bound += least[size]
            estimate += problem.bounds.estimate[size]
            largest = max(largest, size)
    return bound, estimate, largest


@inlined
def bit_of(number):
    """The bit of a feedback number."""
    number = np.uint64(number)
    return np.uint64(1) << (number - np.uint64(WIN_OF_8_PEGS - 17) * (number >> np.uint64(6)))


@compiled
def separating_candidate(problem, buffers, codes, left):
    """A candidate to which all others give different feedback, or all but two: no other guess can be better.

    Returns the total, the guess and the greatest number of guesses; a total of 0 if there is no such candidate.
    """
    n, found, masks, numbers = len(codes), np.int64(-1), problem.tables.masks, problem.tables.numbers
    masked, tabled, given = len(masks) > 1, len(numbers) > 1, buffers.feedbacks
    for k in range(n):
        guess, seen, same = np.int64(codes[k]), np.uint64(0), 0
        if not tabled:
            feedbacks_by_number(problem, buffers, codes, guess)
        for i in range(n):  # most candidates fail after a few codes
            if masked:
                bit = np.uint64(masks[guess, codes[i]])
            elif tabled:
                bit = bit_of(numbers[guess, codes[i]])
            else:
                bit = bit_of(given[i])
            if seen & bit:
                same += 1
                if same == 2:
                    break
            seen |= bit
        if same == 0:
            return 2 * n - 1, guess, 2
        if same == 1 and found < 0:
            found = guess
    if found >= 0 and left >= 3:
        return 2 * n, found, 3
    return 0, found, 0


@compiled
def enter(search, level):
    """Begin with the set of a level: its value if that is known already, else 0 and the guesses to try."""
    problem, known = search.problem, search.known
    frame = search.scratch.levels.frames[level]
    first, n, left, most = frame[FIRST], frame[SIZE], frame[ALLOWED], frame[MOST]
    if n > problem.bounds.max_codes[min(left, TURN_LIMITS - 1)]:
        return np.int64(INFINITE_TOTAL)
    floor = search.scratch.levels.least[frame[BOUNDED], n]
    if floor >= most:
        return floor
    codes = search.scratch.levels.sets[level, first : first + n]
    if floor == 2 * n - 1 and problem.fit_word:
        total, _, deepest = separating_candidate(problem, search.scratch.buffers, codes, left)
        if total:
            frame[LONGEST] = deepest
            return np.int64(total)
        floor = np.int64(2 * n)
        if floor >= most:
            return floor
    limits = 1 if left >= min(n, UNLIMITED_TURNS) else 2  # no set needs more guesses than it has codes
    stored = stored_form(search.renaming, problem.pool.columns, codes)
    for k in range(limits):
        key = key_of(problem, level, n, left if k else 0)
        e, _ = find(known, stored, key)
        if e >= 0:
            value = known.entries[e, VALUE]
            if value >= most or (known.entries[e, PROVED] and known.entries[e, DEPTH] <= left):
                frame[LONGEST] = known.entries[e, DEPTH]
                return value
            floor = max(floor, value)
        frame[KEY] = key
    frame[FLOOR], frame[BEST], frame[CHOSEN], frame[TRIED] = floor, most, -1, 0
    frame[LOWEST] = TURN_LIMITS
    scan(search, level)
    return np.int64(0)


@inlined
def width_of(problem, level, n):
    """How many guesses are tried for a set of n codes at a level."""
    return max(problem.widths[level], problem.size_widths[n])


@inlined
def key_of(problem, level, n, limit):
    """How a set of n codes is searched, as one number: its size, the limit of guesses (0: none) and the width."""
    return (n * TURN_LIMITS + limit) * 64 + min(width_of(problem, level, n), 63)


@inlined
def colors_at(search, level):
    """The colors as the set of a level sees them."""
    levels, problem = search.scratch.levels, search.problem
    return Colors(
        levels.kinds[level], levels.palette[level], search.scratch.buffers.names, problem.repeats, problem.stride
    )


@inlined
def see_colors(search, level):
    """Find the symmetries and the kinds of colors of the set of a level."""
    problem, frame, codes = search.problem, search.scratch.levels.frames[level], search.scratch.levels.sets[level]
    columns, colors = problem.pool.columns, colors_at(search, level)
    if level:
        narrow_to_guess(search, level - 1)
    colors.kinds[:] = ABSENT
    for i in range(frame[FIRST], frame[FIRST] + frame[SIZE]):
        for p in range(len(columns)):
            color = problem.stride * p + columns[p, codes[i]]
            colors.kinds[color] = PLAIN if search.symmetries.tried[level, color] else UNTRIED
    fill_palette(colors)


@inlined
def is_first_of_symmetric(columns, guess, level, colors, symmetries):
    """Checks whether a guess is tried: of symmetric ones only the first is, as far as symmetries are known."""
    return is_representative(columns, guess, level, colors, symmetries) and (
        len(symmetries.permutations) > 1 or keeps_order_of_twins(columns, guess, level, symmetries)
    )


@compiled
def sort_guesses(guesses, level, count):
    """Put the listed guesses of a level in order of their estimates; among equals the first stays first."""
    order = np.argsort(guesses.estimates[level, :count], kind="mergesort")
    guesses.numbers[level, :count] = guesses.numbers[level, :count][order]
    guesses.bounds[level, :count] = guesses.bounds[level, :count][order]
    guesses.estimates[level, :count] = guesses.estimates[level, :count][order]


@inlined
def next_guess(search, level):
    """Start with the most promising guess of those that can be better; False if there is none."""
    problem, levels, guesses = search.problem, search.scratch.levels, search.scratch.guesses
    frame = levels.frames[level]
    least = levels.least[frame[BOUNDED]]
    if frame[TRIED] == width_of(problem, level, frame[SIZE]) or frame[BEST] <= frame[FLOOR]:
        return False
    bounds, estimates, best = guesses.bounds[level], guesses.estimates[level], frame[BEST]
    columns = problem.pool.columns
    while True:
        if frame[PICKED] == MAX_PICKED_UNSORTED:
            sort_guesses(guesses, level, frame[COUNT])
        pick, lowest = -1, np.inf
        for j in range(max(0, frame[PICKED] - MAX_PICKED_UNSORTED), frame[COUNT]):
            if estimates[j] < lowest and bounds[j] < best:
                pick, lowest = j, estimates[j]
                if frame[PICKED] >= MAX_PICKED_UNSORTED:
                    break
        frame[PICKED] += 1
        if pick < 0:
            if 3 * frame[SIZE] - frame[LOWEST] + 1 >= best:  # nor can one that makes fewer parts
                return False
            scan(search, level)
            continue
        estimates[pick] = np.inf
        guess = np.int64(guesses.numbers[level, pick])
        if least[frame[SIZE]] != 2 * frame[SIZE] - 1 or is_first_of_symmetric(
            columns, guess, level, colors_at(search, level), search.symmetries
        ):
            break
    frame[TRIED] += 1
    frame[GUESSED], frame[COST], frame[DEEPEST] = guess, frame[SIZE], 2
    frame[RELAXED] = frame[ALLOWED] < min(frame[SIZE], UNLIMITED_TURNS) and best < UNLIMITED_TOTAL
    split(problem, search.scratch, level, frame[FIRST], frame[SIZE], guess)
    before, ends, totals, entered = np.int64(0), levels.ends[level], levels.totals[level], levels.entered[level]
    for f in range(problem.feedbacks):
        if f != problem.win:
            totals[f], entered[f] = least[ends[f] - before], False
            frame[COST] += totals[f]
        before = ends[f]
    frame[NARROWED] = 0
    raise_bounds(search, level)
    return True


@inlined
def hand_down(search, level, f):
    """Make the part of feedback f the set of the level below, with what the best total leaves for it."""
    levels = search.scratch.levels
    frame, below, ends = levels.frames[level], levels.frames[level + 1], levels.ends[level]
    start = ends[f - 1] if f else 0
    below[FIRST], below[SIZE] = frame[FIRST] + start, ends[f] - start
    below[BOUNDED] = frame[BOUNDED]
    below[ALLOWED] = len(levels.frames) - level - 3 if frame[RELAXED] else frame[ALLOWED] - 1
    below[MOST] = frame[BEST] - frame[COST] + levels.totals[level, f]


@inlined
def bound_after_next_guess(search, level):
    """A lower bound on the total of the set of a level, by the bounds of the guesses that were just listed for it."""
    frame, bounds = search.scratch.levels.frames[level], search.scratch.guesses.bounds[level]
    value = min(frame[MOST], 3 * frame[SIZE] - frame[LOWEST] + 1)  # of the guesses that were not listed
    for j in range(frame[COUNT]):
        value = min(value, bounds[j])
    return value


@compiled
def raise_bounds(search, level):
    """Raise the bounds of the small parts of a guess by looking one guess ahead, until that rules the guess out.

    This is much cheaper than to solve them, one after the other.
    """
    levels = search.scratch.levels
    frame, ends, totals, entered = levels.frames[level], levels.ends[level], levels.totals[level], levels.entered[level]
    if frame[BEST] >= UNLIMITED_TOTAL:
        return
    below, before = levels.frames[level + 1], np.int64(0)
    for f in range(search.problem.feedbacks):
        n = ends[f] - before
        before = ends[f]
        if not 2 < n <= MAX_LOOKED_INTO:
            continue
        if frame[COST] >= frame[BEST]:
            return
        hand_down(search, level, f)
        value = enter(search, level + 1)
        if value > 0:
            entered[f] = True
            frame[DEEPEST] = max(frame[DEEPEST], 1 + below[LONGEST])
        else:
            value = max(bound_after_next_guess(search, level + 1), totals[f])
        frame[COST] += value - totals[f]
        totals[f] = value


@compiled
def narrow_to_guess(search, level):
    """Find the symmetries of the level below, unless that was done: those that rename the guess of a level to itself.

    It is put off until they are needed, since most guesses are ruled out before.
    """
    frame, columns = search.scratch.levels.frames[level], search.problem.pool.columns
    if not frame[NARROWED]:
        code = search.scratch.buffers.code[2]
        for p in range(len(columns)):
            code[p] = columns[p, frame[GUESSED]]
        narrow(search.symmetries, code, level)
        frame[NARROWED] = 1


@inlined
def next_part(search, level):
    """Hand the smallest part that was not entered yet to the level below; False if there is none.

    Parts of one or two codes need what their bound says. Without a limit on the total the largest part comes first,
    since it is the most likely to need too many guesses. With a limit on both, parts are solved without the limit on
    guesses first: most guesses are too expensive even so.
    """
    levels = search.scratch.levels
    frame, ends, entered = levels.frames[level], levels.ends[level], levels.entered[level]
    largest_first = frame[BEST] >= UNLIMITED_TOTAL
    which, size = -1, 0 if largest_first else INFINITE_TOTAL
    before = np.int64(0)
    for f in range(search.problem.feedbacks):
        here = ends[f] - before
        before = ends[f]
        if here > 2 and (here > size if largest_first else here < size) and not entered[f]:
            which, size = f, here
        elif here == 2:
            frame[DEEPEST] = max(frame[DEEPEST], 3)
    if which < 0:
        return False
    entered[which], frame[PART] = True, which
    hand_down(search, level, which)
    return True


@compiled
def leave(search, level):
    """Store what was found about the set of a level, and return its value."""
    frame = search.scratch.levels.frames[level]
    codes, columns = (
        search.scratch.levels.sets[level, frame[FIRST] : frame[FIRST] + frame[SIZE]],
        search.problem.pool.columns,
    )
    stored = stored_form(search.renaming, columns, codes)
    if frame[CHOSEN] >= 0:
        guess = stored_guess(search.renaming, columns, frame[SIZE], frame[CHOSEN])
        result = Result(frame[BEST], np.int64(1), guess, frame[LONGEST])
    else:
        floor = INFINITE_TOTAL if frame[MOST] >= UNLIMITED_TOTAL else max(frame[MOST], frame[FLOOR])
        result = Result(np.int64(floor), np.int64(0), np.int64(-1), np.int64(0))
    store(search.known, search.control, stored, frame[KEY], result)
    return result.value


@compiled
def solve(search, base):
    """The least total for the set of level `base`, if it is less than its MOST; else a bound not below that.

    A depth-first search with its own stack: frames[level] holds what a recursive call would.
    """
    level, levels, control = base, search.scratch.levels, search.control
    top, totals, entered = levels.frames, levels.totals, levels.entered
    value = enter(search, level)
    while not control[STOP]:
        if value == 0:  # at work on this level
            value = np.int64(-1) if next_guess(search, level) else leave(search, level)
            continue
        if value > 0:  # done with this level
            if level == base:
                return value
            level -= 1
            frame = top[level]
            frame[COST] += value - totals[level, frame[PART]]
            totals[level, frame[PART]] = value
            frame[DEEPEST] = max(frame[DEEPEST], 1 + top[level + 1][LONGEST])
        frame = top[level]  # in the middle of a guess
        if frame[COST] >= frame[BEST]:
            value = 0
        elif next_part(search, level):
            level += 1
            value = enter(search, level)
        elif frame[RELAXED] and frame[DEEPEST] > frame[ALLOWED]:  # the total is good, but not the depth: solve again
            frame[RELAXED], frame[DEEPEST], value = 0, 2, np.int64(-1)
            entered[level] = False
        else:
            frame[BEST], frame[CHOSEN], frame[LONGEST] = frame[COST], frame[GUESSED], frame[DEEPEST]
            value = 0
    return np.int64(INFINITE_TOTAL)


@compiled
def solve_set(search, level, first, n, left, most):
    """Solve a set of a level: its total, or a bound not below `most`, and the greatest number of guesses."""
    if n <= 2:
        return (np.int64(2 * n - 1), n) if n <= left else (np.int64(INFINITE_TOTAL), 0)
    search = unrefcounted(search)
    frame = search.scratch.levels.frames[level]
    frame[FIRST], frame[SIZE], frame[ALLOWED], frame[MOST], frame[LONGEST] = first, n, left, most, 0
    frame[BOUNDED] = 0
    if level:
        search.scratch.levels.frames[level - 1, NARROWED] = 1  # by the caller
    return solve(search, level), frame[LONGEST]


@compiled
def guess_of(search, level, first, n, left):
    """The guess of a solved set, by number; -1 if it is no longer in the transposition table."""
    problem, known = search.problem, search.known
    codes = search.scratch.levels.sets[level, first : first + n]
    if n <= 2:
        return np.int64(codes[0])
    if problem.bounds.least[n] == 2 * n - 1 and problem.fit_word:
        total, guess, _ = separating_candidate(search.problem, search.scratch.buffers, codes, left)
        if total:
            return guess
    stored = stored_form(search.renaming, problem.pool.columns, codes)
    for limit in (0, left):
        e, _ = find(known, stored, key_of(problem, level, n, limit))
        if e >= 0 and known.entries[e, PROVED] and known.entries[e, DEPTH] <= left:
            return read_guess(search.renaming, n, known.entries[e, GUESS])
    return np.int64(-1)


@compiled
def tree_into(rows, search, n, left):
    """Write down the tree of the set of level 0, once it is solved, a node a row; return how many nodes it has.

    A row holds guess, parent, the feedback that leads to the node, whether the guess may win, and depth. Sets that are
    no longer in the transposition table are searched again.
    """
    search = unrefcounted(search)
    columns, code, win = search.problem.pool.columns, search.scratch.buffers.code[2], search.problem.win
    levels, firsts, counts = np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64), np.full(n + 1, n)
    parents, leading = np.full(n + 1, -1), np.full(n + 1, -1)
    waiting, nodes = 1, 0
    while waiting:
        waiting -= 1
        level, first, count = levels[waiting], firsts[waiting], counts[waiting]
        guess = guess_of(search, level, first, count, left - level)
        if guess < 0:
            solve_set(search, level, first, count, left - level, INFINITE_TOTAL)
            guess = guess_of(search, level, first, count, left - level)
            if guess < 0:
                return 0
        split(search.problem, search.scratch, level, first, count, guess)
        for p in range(len(columns)):
            code[p] = columns[p, guess]
        narrow(search.symmetries, code, level)
        row = rows[nodes]
        row[0], row[1], row[2], row[3], row[4] = guess, parents[waiting], leading[waiting], 0, level + 1
        ends = search.scratch.levels.ends[level]
        for f in range(search.problem.feedbacks - 1, -1, -1):
            start = ends[f - 1] if f else 0
            if ends[f] == start:
                continue
            if f == win:
                row[3] = 1
                continue
            levels[waiting], firsts[waiting], counts[waiting] = level + 1, first + start, ends[f] - start
            parents[waiting], leading[waiting] = nodes, f
            waiting += 1
        nodes += 1
    return nodes


@compiled
def bounds_after_guess(search, guess):
    """Lower bounds on the totals of the parts of a first guess, by feedback number, by looking one more guess ahead."""
    search = unrefcounted(search)
    levels, problem = search.scratch.levels, search.problem
    frame, ends, n = levels.frames[0], levels.ends[0], problem.pool.columns.shape[1]
    for k in range(n):
        levels.sets[0, k] = k
    split(problem, search.scratch, 0, 0, n, guess)
    frame[FIRST], frame[GUESSED], frame[NARROWED], frame[RELAXED] = 0, guess, 0, 1
    frame[BEST], frame[COST], frame[BOUNDED], levels.totals[0] = INFINITE_TOTAL, 0, 0, 0
    bounds = np.zeros(problem.feedbacks, np.int64)
    for f in range(problem.feedbacks):
        size = ends[f] - (ends[f - 1] if f else 0)
        if size <= 2:
            bounds[f] = max(0, 2 * size - 1)
            continue
        hand_down(search, 0, f)
        value = enter(search, 1)
        bounds[f] = value if value > 0 else bound_after_next_guess(search, 1)
    return bounds


@compiled
def best_tree_into(rows, search, n, turns, below):
    """Find the best tree for the set of level 0 and write it down: its total, and how many nodes it has.

    If no tree within these turns has a total smaller than `below`, there are no nodes, and the total is a lower bound.
    """
    total, _ = solve_set(search, 0, 0, n, turns, below)
    if search.control[STOP] or total >= below or total >= INFINITE_TOTAL:
        return total, np.int64(0)
    return total, np.int64(tree_into(rows, search, n, turns))


@compiled
def scan(search, level):
    """List the guesses whose bound is below the best total, with bound and estimated total.

    For few codes it lists only those that make the most parts below LOWEST: once the best of these is known, hardly
    any guess that makes fewer parts can be better.
    """
    problem, buffers, symmetries = search.problem, search.scratch.buffers, search.symmetries
    frame, colors = search.scratch.levels.frames[level], colors_at(search, level)
    first, n, left, most = frame[FIRST], frame[SIZE], frame[ALLOWED], frame[BEST]
    columns, win, feedbacks = problem.pool.columns, problem.win, problem.feedbacks
    pegs, codes, kinds = len(columns), search.scratch.levels.sets[level], colors.kinds
    guesses, bounds = search.scratch.guesses.numbers[level], search.scratch.guesses.bounds[level]
    estimates, sizes, scores = search.scratch.guesses.estimates[level], buffers.sizes, buffers.scores
    all_bits, promising, grid, given = buffers.bits, buffers.promising, buffers.grid, buffers.feedbacks
    numbers, masks, least = problem.tables.numbers, problem.tables.masks, search.scratch.levels.least[frame[BOUNDED]]
    blocks, prefix, pool_table, pool_probes = (
        problem.pool.blocks,
        problem.pool.prefix,
        problem.pool.table,
        problem.pool.probes,
    )
    see_colors(search, level)
    masked, tabled, by_bits = len(masks) > 1, len(numbers) > 1, n <= MAX_GRID_ROWS and problem.fit_word
    win_bit = bit_of(win)
    weight, max_part, count = pegs if problem.whites else pegs + 1, problem.bounds.max_codes[left - 1], 0
    small = by_bits and least[n] == 2 * n - 1
    need = max(0, 3 * n - most)  # parts and a win together must be more than this
    stepwise = by_bits and tabled and width_of(problem, level, n) > len(guesses)
    ceiling, frame[LOWEST] = frame[LOWEST], -INFINITE_TOTAL
    splitting, splits = not by_bits and width_of(problem, level, n) > len(guesses), 0
    if not by_bits and not tabled:
        width = (n + LANES - 1) // LANES * LANES
        table = buffers.table[: (pegs + problem.colors) * width].reshape(pegs + problem.colors, width)
        for p in range(pegs):
            for i in range(n):
                buffers.columns[p, i] = columns[p, codes[first + i]]
        table_into(table, buffers.columns, np.int64(0), n)
    else:
        table = buffers.table[:0].reshape(0, 1)
    for b in range(len(blocks) - 1):
        start, stop = blocks[b], blocks[b + 1]
        if not in_order(columns, start, prefix, kinds, problem.repeats, problem.stride):
            continue
        here = stop - start
        listed = here
        if by_bits and masked:
            top = score_guesses(scores, masks, codes[first : first + n], start, here, win, ceiling, np.uint16(0))
        elif by_bits and tabled and feedbacks <= HALF_WORD:
            top = score_guesses(scores, numbers, codes[first : first + n], start, here, win, ceiling, np.uint32(0))
        elif by_bits:
            for g in range(here):
                all_bits[g] = 0
            for i in range(n):
                if tabled:
                    row = numbers[codes[first + i], start:stop]
                else:
                    row = grid[i]
                    probe_feedbacks_into(row, pool_table, start, here, pool_probes, codes[first + i], weight)
                for g in range(here):
                    all_bits[g] |= bit_of(row[g])
            top = np.int64(0)
            for g in range(here):
                parts = np.int64(count_bits(all_bits[g]))
                score = parts + np.int64(all_bits[g] & win_bit != 0) if parts > 1 else np.int64(0)
                scores[g] = score
                if top < score < ceiling:
                    top = score
            for g in range(here, here + LANES):
                scores[g] = 0
        if by_bits:
            if stepwise and top > need:
                need, frame[LOWEST] = top - 1, top
            listed = list_between(promising, scores, here, need, ceiling)
        for k in range(listed):
            g = np.int64(promising[k]) if by_bits else k
            guess = start + g
            if small and max_part >= n:
                guesses[count], bounds[count] = guess, 3 * n - scores[g]
                estimates[count] = bounds[count]
                count += 1
                continue
            if not small and not is_first_of_symmetric(columns, guess, level, colors, symmetries):
                continue
            for f in range(feedbacks):
                sizes[f] = 0
            if by_bits and not tabled:
                for i in range(n):
                    sizes[grid[i, g]] += 1
            elif tabled:
                feedbacks_by_number(problem, buffers, codes[first : first + n], guess)
                for i in range(n):
                    sizes[given[i]] += 1
            else:
                sizes_into(sizes, buffers.block, table, n, pool_probes, guess, weight, problem.possible)
            if splitting:
                splits = note_split(buffers.splits, splits, sizes, win)
            bound, estimate, largest = bound_of(problem, least, sizes, n)
            if bound < most and largest < n and largest <= max_part:
                guesses[count], bounds[count], estimates[count] = guess, bound, estimate
                count += 1
    frame[COUNT], frame[PICKED] = count, 0
    if splitting:
        own = search.scratch.levels.least[level + 1]
        least_totals_into(own, buffers.splits[:splits], n)
        for k in range(n + 1):
            own[k] = max(own[k], least[k])
        frame[BOUNDED] = level + 1
