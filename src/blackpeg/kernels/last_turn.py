"""The fewest codes that must be left for the last turn, by search in compiled code.

What a set leaves for the last turn is the sum of what the parts of its best guess leave. With few turns left, it
follows from how the codes can be told apart:

turns  what a set of n codes leaves
2      n - 1 if a candidate gives every code a different feedback; n if only another code does
3      n minus the most parts that a guess makes, or more if a part of three codes or more can't be told apart
4      nothing if each part of some guess can be told apart by one more guess

A set that leaves nothing for the last of some turns is found within one turn less, so this search also says whether a
number of turns is enough.

What four turns leave is asked most. So for each pair of codes in such a set it is noted, as bits, which guesses tell
the two apart; a guess tells a part apart if it has a bit in all pairs of the part. And before the parts of a guess are
solved, the most parts that any guess makes of each of them, a lower bound, rules most guesses out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .branch_and_bound import (
    ALLOWED,
    BEST,
    CHOSEN,
    COST,
    COUNT,
    FIRST,
    FLOOR,
    GUESSED,
    KEY,
    MOST,
    NARROWED,
    PART,
    SIZE,
    TRIED,
    TURN_LIMITS,
    WORD_BITS,
    colors_at,
    feedbacks_by_number,
    is_first_of_symmetric,
    see_colors,
    sort_guesses,
    split,
)
from .jit import compiled, inlined, unrefcounted
from .one_step import HALF_WORD
from .simd import (
    LANES,
    WORDS_AT_A_TIME,
    between,
    count_bits,
    have_common_bit,
    lowest_bit,
    note_differences,
    score_guesses,
)
from .transposition_table import (
    GUESS,
    PROVED,
    STOP,
    VALUE,
    Result,
    find,
    read_guess,
    store,
    stored_form,
    stored_guess,
)

NEVER = 2**40  # codes left for the last turn: some can't be found within the turns
MAX_PAIRED_CODES = 64  # codes of a set for whose pairs it is noted which guesses tell them apart
GUESSES_AT_A_TIME = 32 * LANES  # guesses that are scored before it is asked whether one is good enough
MAX_FEEDBACKS = WORD_BITS - 1  # each is a bit of a word, and one more number is the feedback that is never given


class Parts(NamedTuple):
    """A set with four turns left: its pairs, and its parts by the feedback to a guess."""

    words: Any  # words[j * (j - 1) // 2 + i]: the guesses that tell apart the codes at the places i < j, as bits
    pairs: Any  # the pairs of a part, as rows of `words`
    places: Any  # the places of the codes in the set, sorted by feedback
    ends: Any  # ends[f]: where the part of feedback f ends in it
    order: Any  # the feedbacks, that of the largest part first
    floors: Any  # floors[f]: a lower bound on what the part of feedback f leaves
    codes: Any  # the codes of a part


def parts_of(size, feedbacks):
    """Working memory for a game of so many codes and feedbacks."""
    words = -(-size // (LANES * WORDS_AT_A_TIME)) * WORDS_AT_A_TIME
    pairs = MAX_PAIRED_CODES * (MAX_PAIRED_CODES - 1) // 2
    return Parts(
        words=np.zeros((pairs, words), np.uint32),
        pairs=np.zeros(pairs, np.int32),
        places=np.zeros(size, np.int32),
        ends=np.zeros(feedbacks + 1, np.int64),
        order=np.arange(feedbacks),
        floors=np.zeros(feedbacks, np.int64),
        codes=np.zeros(size, np.int64),
    )


@inlined
def floor_of(problem, n, turns):
    """At least so many of n codes are left for the last turn, since no more can be told apart before."""
    return max(np.int64(0), n - problem.bounds.max_codes[min(turns - 1, TURN_LIMITS - 1)])


@compiled
def score_some(problem, scores, codes, start):
    """Write how many parts the guesses from number `start` on make of these codes; return the most."""
    here = min(GUESSES_AT_A_TIME, problem.pool.columns.shape[1] - start)
    out, masks, numbers, none = scores[start:], problem.tables.masks, problem.tables.numbers, problem.feedbacks
    if len(masks) > 1:
        return score_guesses(out, masks, codes, start, here, none, 255, np.uint16(0))
    if none < HALF_WORD:
        return score_guesses(out, numbers, codes, start, here, none, 255, np.uint32(0))
    return score_guesses(out, numbers, codes, start, here, none, 255, np.uint64(0))


@compiled
def most_parts(problem, scores, codes):
    """The most parts that a guess makes of these codes; scores guesses until one tells all codes apart."""
    top = np.int64(0)
    for start in range(0, problem.pool.columns.shape[1], GUESSES_AT_A_TIME):
        top = max(top, score_some(problem, scores, codes, start))
        if top == len(codes):
            break
    return top


@inlined
def first_of_score(scores, size, score):
    """The first guess of this score."""
    for guess in range(size):
        if scores[guess] == score:
            return np.int64(guess)
    return np.int64(-1)


@compiled
def separating_candidate(problem, codes):
    """One of these codes to which all of them give different feedback, or -1."""
    n, numbers = len(codes), problem.tables.numbers
    for k in range(n):
        bits, row = np.uint64(0), numbers[codes[k]]
        for i in range(n):
            bits |= np.uint64(1) << np.uint64(row[codes[i]])
        if np.int64(count_bits(bits)) == n:
            return np.int64(codes[k])
    return np.int64(-1)


@compiled
def left_of_two_turns(problem, buffers, codes):
    """What these codes leave for the second of two turns, and the first guess."""
    n, scores = len(codes), buffers.grid[0]
    if n <= problem.feedbacks:
        guess = separating_candidate(problem, codes)
        if guess >= 0:
            return np.int64(n - 1), guess
        if most_parts(problem, scores, codes) == n:
            return np.int64(n), first_of_score(scores, problem.pool.columns.shape[1], n)
    return np.int64(NEVER), np.int64(-1)


@compiled
def left_of_three_turns(problem, buffers, codes, most):
    """What these codes leave for the last of three turns, and the first guess; or a bound not below `most` and -1.

    A guess that makes p parts leaves n - p codes if each of its parts has a candidate that tells it apart. Where a part
    has none, the guess leaves more.
    """
    n, size, scores = len(codes), problem.pool.columns.shape[1], buffers.scores
    top = most_parts(problem, scores, codes)
    if n - top >= most:
        return np.int64(n - top), np.int64(-1)
    if top == n:
        return np.int64(0), first_of_score(scores, size, n)
    best, chosen = np.int64(most), np.int64(-1)
    for parts in range(top, 1, -1):
        for start in range(0, size, LANES):
            if n - parts >= best:
                break
            equal = between(scores, start, parts - 1, parts + 1)
            while equal and n - parts < best:
                guess = np.int64(start + lowest_bit(equal))
                equal &= equal - np.uint64(1)
                if guess < size and count_mixed_parts(problem, buffers, codes, guess) == 0:
                    best, chosen = np.int64(n - parts), guess
    if n - top + 1 < best:  # a guess that makes more parts may still be better, though it leaves one more at least
        for guess in range(size):
            if n - scores[guess] + 1 < best:
                left = n - scores[guess] + count_mixed_parts(problem, buffers, codes, guess)
                if left < best:
                    left = left_by_two_guesses(problem, buffers, codes, guess)
                    if left < best:
                        best, chosen = np.int64(left), np.int64(guess)
    return best, chosen


@compiled
def count_mixed_parts(problem, buffers, codes, guess):
    """How many parts of a guess have no candidate to which all codes of the part give different feedback."""
    sorted_codes, given, ends = buffers.promising, buffers.feedbacks, buffers.sizes
    feedbacks_by_number(problem, buffers, codes, guess)
    for f in range(problem.feedbacks + 1):
        ends[f] = 0
    for i in range(len(codes)):
        ends[given[i] + 1] += 1
    for f in range(problem.feedbacks):
        ends[f + 1] += ends[f]
    for i in range(len(codes)):
        f = given[i]
        sorted_codes[ends[f]] = codes[i]
        ends[f] += 1
    start, mixed = np.int64(0), np.int64(0)
    for f in range(problem.feedbacks):
        stop = np.int64(ends[f])
        if stop - start > 2 and separating_candidate(problem, sorted_codes[start:stop]) < 0:
            mixed += 1
        start = stop
    return mixed


@compiled
def left_by_two_guesses(problem, buffers, codes, guess):
    """What a guess leaves for the last of three turns."""
    left = np.int64(0)
    feedbacks_by_number(problem, buffers, codes, guess)
    given = buffers.feedbacks[: len(codes)].copy()
    for f in range(problem.feedbacks):
        part = codes[given == f]
        if f != problem.win and len(part) > 0:
            in_part, _ = left_of_two_turns(problem, buffers, part)
            left += in_part
    return left


@compiled
def list_by_parts(search, level):
    """List all guesses for the set of a level, those that make most parts first; their bounds are these numbers."""
    scores, guesses, size = search.scratch.buffers.scores, search.scratch.guesses, search.problem.pool.columns.shape[1]
    frame = search.scratch.levels.frames[level]
    codes = search.scratch.levels.sets[level, frame[FIRST] : frame[FIRST] + frame[SIZE]]
    for start in range(0, size, GUESSES_AT_A_TIME):
        score_some(search.problem, scores, codes, start)
    places = np.zeros(WORD_BITS + 2, np.int64)
    for guess in range(size):
        places[WORD_BITS - scores[guess] + 1] += 1
    for k in range(WORD_BITS + 1):
        places[k + 1] += places[k]
    for guess in range(size):
        at = places[WORD_BITS - scores[guess]]
        guesses.numbers[level, at], guesses.bounds[level, at] = guess, scores[guess]
        places[WORD_BITS - scores[guess]] = at + 1


@inlined
def part_at(parts, f):
    """Where the part of feedback f begins, and where it ends."""
    return parts.ends[f - 1] if f else np.int64(0), parts.ends[f]


@compiled
def sort_by_feedback(search, parts, codes, guess):
    """Sort these codes by their feedback to a guess; return a lower bound on what the parts leave, by their sizes."""
    problem, given, ends, order = search.problem, search.scratch.buffers.feedbacks, parts.ends, parts.order
    feedbacks_by_number(problem, search.scratch.buffers, codes, guess)
    for f in range(problem.feedbacks + 1):
        ends[f] = 0
    for i in range(len(codes)):
        ends[given[i] + 1] += 1
    left = np.int64(0)
    for f in range(problem.feedbacks):
        parts.floors[f] = 0 if f == problem.win else floor_of(problem, ends[f + 1], 3)
        left += parts.floors[f]
        ends[f + 1] += ends[f]
    for i in range(len(codes)):
        f = given[i]
        parts.places[ends[f]] = i
        ends[f] += 1
    for k in range(1, len(order)):
        f, j = order[k], k - 1
        start, stop = part_at(parts, f)
        while j >= 0:
            first, last = part_at(parts, order[j])
            if last - first >= stop - start:
                break
            order[j + 1] = order[j]
            j -= 1
        order[j + 1] = f
    return left


@compiled
def can_be_told_apart(parts, start, stop):
    """Checks whether a guess tells the codes of this part apart, all of them from each other."""
    count = 0
    for b in range(start + 1, stop):
        for a in range(start, b):
            i, j = parts.places[a], parts.places[b]
            parts.pairs[count] = j * (j - 1) // 2 + i
            count += 1
    return have_common_bit(parts.words, parts.pairs, count)


@compiled
def left_by_guess(search, parts, codes, guess, paired, most):
    """What a guess leaves for the last of four turns, if that is less than `most`; else a bound not below it."""
    problem, buffers, floors = search.problem, search.scratch.buffers, parts.floors
    left = sort_by_feedback(search, parts, codes, guess)
    for exactly in (False, True):
        for k in range(problem.feedbacks):
            f = parts.order[k]
            start, stop = part_at(parts, f)
            n, before = stop - start, floors[f]
            if left >= most or n <= 2:
                break
            if exactly and before == 0:  # the first round found that it leaves nothing
                continue
            if not exactly and before == 0 and paired:
                if can_be_told_apart(parts, start, stop):
                    continue
                if left + 1 >= most:
                    return np.int64(most)
            for i in range(n):
                parts.codes[i] = codes[parts.places[start + i]]
            if exactly:
                floors[f], _ = left_of_three_turns(problem, buffers, parts.codes[:n], most - left + before)
            else:
                floors[f] = n - most_parts(problem, buffers.scores, parts.codes[:n])
            left += floors[f] - before
    return left


@compiled
def solve_four_turns(search, parts, level):
    """Find what the set of a level leaves for the last of four turns, if that is less than BEST, and the guess."""
    problem, levels, guesses = search.problem, search.scratch.levels, search.scratch.guesses
    frame, columns = levels.frames[level], problem.pool.columns
    n, size, max_found = frame[SIZE], columns.shape[1], problem.bounds.max_codes[2]
    codes, colors = levels.sets[level, frame[FIRST] : frame[FIRST] + n], colors_at(search, level)
    paired = n <= MAX_PAIRED_CODES
    see_colors(search, level)
    list_by_parts(search, level)
    if paired:
        for j in range(n):
            for i in range(j):
                note_differences(parts.words, j * (j - 1) // 2 + i, problem.tables.numbers, codes[i], codes[j], size)
    for k in range(size):
        if frame[BEST] <= frame[FLOOR] or n - guesses.bounds[level, k] * max_found >= frame[BEST]:
            return
        guess = np.int64(guesses.numbers[level, k])
        if is_first_of_symmetric(columns, guess, level, colors, search.symmetries):
            left = left_by_guess(search, parts, codes, guess, paired, frame[BEST])
            if left < frame[BEST]:
                frame[BEST], frame[CHOSEN] = left, guess


@inlined
def key_of(n, turns):
    """How a set of n codes is searched, as one number."""
    return n * TURN_LIMITS + turns


@compiled
def enter(search, parts, level):
    """What the set of a level leaves, if that is known or quickly found; else -1, and the guesses to try are listed."""
    problem, known, frame = search.problem, search.known, search.scratch.levels.frames[level]
    n, turns, most = frame[SIZE], frame[ALLOWED], frame[MOST]
    if turns < min(n, 2) or n > problem.bounds.max_codes[min(turns, TURN_LIMITS - 1)]:
        return np.int64(NEVER)
    if n <= 2:
        return np.int64(1) if turns == n else np.int64(0)
    codes = search.scratch.levels.sets[level, frame[FIRST] : frame[FIRST] + n]
    floor = floor_of(problem, n, turns)
    if floor >= most:
        return floor
    if turns == 2:
        left, _ = left_of_two_turns(problem, search.scratch.buffers, codes)
        return left
    if turns == 3:
        left, _ = left_of_three_turns(problem, search.scratch.buffers, codes, most)
        return left
    e, _ = find(known, stored_form(search.renaming, problem.pool.columns, codes), key_of(n, turns))
    if e >= 0:
        value = known.entries[e, VALUE]
        if known.entries[e, PROVED] or value >= most:
            return value
        floor = max(floor, value)
    frame[KEY], frame[FLOOR], frame[BEST], frame[CHOSEN], frame[TRIED] = key_of(n, turns), floor, most, -1, 0
    if turns == 4:
        solve_four_turns(search, parts, level)
        return leave(search, level)
    list_guesses(search, level)
    return np.int64(-1)


@compiled
def list_guesses(search, level):
    """List the guesses for the set of a level that could be better, those with small parts first."""
    problem, buffers, guesses = search.problem, search.scratch.buffers, search.scratch.guesses
    frame, colors, sizes = search.scratch.levels.frames[level], colors_at(search, level), search.scratch.buffers.sizes
    n, turns, count = frame[SIZE], frame[ALLOWED], 0
    codes = search.scratch.levels.sets[level, frame[FIRST] : frame[FIRST] + n]
    columns, max_part = problem.pool.columns, problem.bounds.max_codes[min(turns - 1, TURN_LIMITS - 1)]
    see_colors(search, level)
    for guess in range(columns.shape[1]):
        if not is_first_of_symmetric(columns, guess, level, colors, search.symmetries):
            continue
        feedbacks_by_number(problem, buffers, codes, guess)
        for f in range(problem.feedbacks):
            sizes[f] = 0
        for i in range(n):
            sizes[buffers.feedbacks[i]] += 1
        bound, squares, largest = np.int64(0), np.int64(0), np.int64(0)
        for f in range(problem.feedbacks):
            if f != problem.win:
                part = np.int64(sizes[f])
                bound += floor_of(problem, part, turns - 1)
                squares += part * part
                largest = max(largest, part)
        if bound < frame[MOST] and largest < n and largest <= max_part:
            guesses.numbers[level, count], guesses.bounds[level, count] = guess, bound
            guesses.estimates[level, count] = bound * 2.0**32 + squares
            count += 1
    frame[COUNT] = count
    sort_guesses(guesses, level, count)


@inlined
def next_guess(search, level):
    """Start with the next guess that could be better; False if there is none."""
    problem, levels, guesses = search.problem, search.scratch.levels, search.scratch.guesses
    frame, k = levels.frames[level], levels.frames[level, TRIED]
    if k == frame[COUNT] or frame[BEST] <= frame[FLOOR] or guesses.bounds[level, k] >= frame[BEST]:
        return False
    frame[TRIED] += 1
    frame[GUESSED], frame[COST], frame[NARROWED] = guesses.numbers[level, k], guesses.bounds[level, k], 0
    split(problem, search.scratch, level, frame[FIRST], frame[SIZE], frame[GUESSED])
    before = np.int64(0)
    for f in range(problem.feedbacks):
        n = levels.ends[level, f] - before
        before = levels.ends[level, f]
        levels.totals[level, f] = floor_of(problem, n, frame[ALLOWED] - 1)
        levels.entered[level, f] = n <= 2 or f == problem.win  # with four turns or more, two codes leave nothing
    return True


@inlined
def next_part(search, level):
    """Hand the largest part that was not entered yet to the level below; False if there is none."""
    levels = search.scratch.levels
    frame, below, ends = levels.frames[level], levels.frames[level + 1], levels.ends[level]
    which, size, before = -1, np.int64(0), np.int64(0)
    for f in range(search.problem.feedbacks):
        here = ends[f] - before
        if here > size and not levels.entered[level, f]:
            which, size, below[FIRST] = f, here, frame[FIRST] + before
        before = ends[f]
    if which < 0:
        return False
    levels.entered[level, which], frame[PART] = True, which
    below[SIZE], below[ALLOWED] = size, frame[ALLOWED] - 1
    below[MOST] = frame[BEST] - frame[COST] + levels.totals[level, which]
    return True


@compiled
def leave(search, level):
    """Store what was found about the set of a level, and return its value."""
    frame, columns = search.scratch.levels.frames[level], search.problem.pool.columns
    codes = search.scratch.levels.sets[level, frame[FIRST] : frame[FIRST] + frame[SIZE]]
    stored = stored_form(search.renaming, columns, codes)
    result = Result(np.int64(max(frame[MOST], frame[FLOOR])), np.int64(0), np.int64(-1), np.int64(0))
    if frame[CHOSEN] >= 0:
        guess = stored_guess(search.renaming, columns, frame[SIZE], frame[CHOSEN])
        result = Result(frame[BEST], np.int64(1), guess, np.int64(0))
    store(search.known, search.control, stored, frame[KEY], result)
    return result.value


@compiled
def fewest_left(search, parts, n, turns, most):
    """What the n codes of level 0 leave for the last of some turns, if that is less than `most`; else a bound."""
    search, parts = unrefcounted(search), unrefcounted(parts)
    level, levels = 0, search.scratch.levels
    frame = levels.frames[0]
    frame[FIRST], frame[SIZE], frame[ALLOWED], frame[MOST] = 0, n, turns, most
    value = enter(search, parts, 0)
    while not search.control[STOP]:
        if value >= 0:  # done with this level
            if level == 0:
                return value
            level -= 1
            frame = levels.frames[level]
            frame[COST] += value - levels.totals[level, frame[PART]]
        elif not next_guess(search, level):
            value = leave(search, level)
            continue
        frame = levels.frames[level]
        if frame[COST] >= frame[BEST]:
            value = np.int64(-1)
        elif next_part(search, level):
            level += 1
            value = enter(search, parts, level)
        else:
            frame[BEST], frame[CHOSEN], value = frame[COST], frame[GUESSED], np.int64(-1)
    return np.int64(NEVER)


@compiled
def guess_of(search, codes, turns):
    """The guess of a solved set, by number; -1 if it is no longer in the transposition table."""
    search = unrefcounted(search)
    n, problem = len(codes), search.problem
    if n <= 2:
        return np.int64(codes[0])
    if turns == 2:
        _, guess = left_of_two_turns(problem, search.scratch.buffers, codes)
        return guess
    if turns == 3:
        _, guess = left_of_three_turns(problem, search.scratch.buffers, codes, NEVER)
        return guess
    e, _ = find(search.known, stored_form(search.renaming, problem.pool.columns, codes), key_of(n, turns))
    if e >= 0 and search.known.entries[e, PROVED]:
        return np.int64(read_guess(search.renaming, n, search.known.entries[e, GUESS]))
    return np.int64(-1)
