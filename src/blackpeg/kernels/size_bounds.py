"""Lower bounds on the total guesses for any n codes of a set, by how many codes can share a feedback.

No guess has larger parts among some codes of a set than among all of them. So the part sizes of all guesses for a set
bound what any of its subsets needs: those for the whole game hold everywhere, those for what is left after a guess or
two are stronger there. With two colors, say, a first guess tells how many pegs have each color, and then no guess has
more than half of the feedbacks.
"""

from __future__ import annotations

import numpy as np

from .jit import compiled

MAX_SPLITS = 16  # ways to split a set that are told apart
NEVER = 2**40  # guesses: so many codes can't be told apart


@compiled
def note_split(splits, count, sizes, win):
    """Add the part sizes of a guess to the first `count` rows, unless a row covers them; return the new count.

    Rows begin with the largest part; the code that wins is left out. A row covers another one if no part of it is
    smaller. If there are too many rows, the last one takes the larger parts of both, which covers both.
    """
    feedbacks = splits.shape[1]
    row = splits[count]
    parts = 0
    for f in range(feedbacks):
        size = sizes[f]
        if size and f != win:
            k = parts
            while k and row[k - 1] < size:
                row[k] = row[k - 1]
                k -= 1
            row[k] = size
            parts += 1
    for k in range(parts, feedbacks):
        row[k] = 0
    j = 0
    while j < count:
        other, covers, covered = splits[j], True, True
        for k in range(feedbacks):
            if other[k] < row[k]:
                covers = False
            elif other[k] > row[k]:
                covered = False
            if not (covers or covered):
                break
        if covers:
            if j:
                for k in range(feedbacks):  # it will cover the next ones, too
                    splits[0, k], other[k] = other[k], splits[0, k]
            return count
        if covered:
            count -= 1
            for k in range(feedbacks):
                other[k] = splits[count, k]
            for k in range(feedbacks):
                splits[count, k] = splits[count + 1, k]
            row = splits[count]
        else:
            j += 1
    if count < MAX_SPLITS:
        return count + 1
    for k in range(feedbacks):
        splits[count - 1, k] = max(splits[count - 1, k], row[k])
    return count


@compiled
def least_totals(capacity, size):
    """The bounds `least` of a game: see `least_totals_into`."""
    least = np.zeros(size + 1, np.int64)
    least_totals_into(least, capacity, size)
    return least


@compiled
def least_totals_into(least, capacity, size):
    """Write into least[n] a lower bound on the total guesses for any n codes, for n up to `size`.

    Each row of `capacity` is a kind of guess with the sizes of its parts among all codes. Codes go, one at a time, to
    the part where one more adds least. That is the best way to share them out if what one more code adds never
    decreases. In large games it does at some sizes; then what codes add is sorted, which makes no part cost more.
    """
    adds = np.zeros(size + 2, np.int64)
    least[0], least[1] = 0, 1
    adds[1] = 1  # adds[n]: what the n-th code adds to a part
    kinds, parts = capacity.shape
    held = np.zeros((kinds, parts), np.int64)
    sums = np.zeros(kinds, np.int64)
    shared, largest = 0, 0  # codes shared out by every kind of guess; the most that a part holds
    for n in range(2, size + 1):
        while shared < n - 1:
            shared += 1
            for k in range(kinds):
                to, least_added = -1, np.int64(NEVER)
                for r in range(parts):
                    if held[k, r] < capacity[k, r] and adds[held[k, r] + 1] < least_added:
                        to, least_added = r, adds[held[k, r] + 1]
                if to < 0:
                    sums[k] = NEVER
                else:
                    held[k, to] += 1
                    sums[k] += least_added
                    largest = max(largest, held[k, to])
        least[n] = NEVER
        for k in range(kinds):
            least[n] = min(least[n], n + sums[k])
        at, added = n, least[n] - least[n - 1]
        while adds[at - 1] > added:
            adds[at] = adds[at - 1]
            at -= 1
        adds[at] = added
        if at < n and at <= largest:  # what was shared out by the order before is shared out again
            shared, largest = 0, 0
            held[:] = 0
            sums[:] = 0
