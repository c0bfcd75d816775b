"""Which guesses are symmetric: renaming pegs and colors so that the history stays as it is.

A symmetry is a permutation of the pegs with a map of the colors that renames every guess of the history to itself.
Colors that were never guessed may be renamed freely, and so may colors that no candidate contains; with repeats allowed
the latter are even interchangeable within one code. Of symmetric guesses only the least in lexicographic order, their
representative, needs to be tried.

If white pegs are not told and colors may repeat, each peg may have a color map of its own. Then color c at peg p counts
as color `stride` * p + c, where the stride is the number of colors. If all pegs share one map, the stride is 0.

Permutations are listed for up to 8 pegs. With more pegs the list holds the identity alone, and `keeps_order_of_twins`
leaves out most symmetric guesses without a list: pegs on which all guesses of the history agree are interchangeable,
so the colors of a representative do not decrease from one of them to the next.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .jit import compact, compiled, inlined

FREE = np.uint8(255)  # a color whose image is not fixed
PLAIN, UNTRIED, ABSENT = 0, 1, 2  # kinds of colors: guessed before; never guessed; in no candidate


class Symmetries(NamedTuple):
    """The symmetries that remain after each number of guesses, the depth."""

    permutations: Any  # of the pegs
    remaining: Any  # remaining[depth]: how many symmetries there are
    which: Any  # which[depth, k]: the permutation of the k-th
    maps: Any  # maps[depth, k]: its color map, FREE where it is not fixed
    tried: Any  # tried[depth, color]: was the color guessed?
    twins: Any  # twins[depth, peg]: the next peg to the left with the same color in every guess, -1 if there is none;
    # kept only where the list of permutations holds nothing but the identity
    stride: int  # the number of colors if each peg has a map of its own, else 0


class Colors(NamedTuple):
    """The colors as seen by one set of candidates."""

    kinds: Any  # kinds[color]: PLAIN, UNTRIED or ABSENT
    palette: Any  # palette[kind]: the colors of that kind, in order; those of peg p from the place `stride` * p on
    names: Any  # working memory: what the free colors of a code are renamed to
    repeats: bool
    stride: int  # as in `Symmetries`


@compiled
def symmetries_of(permutations, colors, depths, stride=0):
    """All symmetries at depth 0, and space for the depths below; with a stride `colors` are those of all pegs."""
    n = len(permutations)
    symmetries = Symmetries(
        permutations,
        np.zeros(depths, np.int64),
        np.zeros((depths, n), np.int32),
        np.full((depths, n, colors), FREE, np.uint8),
        np.zeros((depths, colors), np.bool_),
        np.zeros((depths, permutations.shape[1]), np.int64),
        stride,
    )
    for p in range(permutations.shape[1]):
        symmetries.twins[0, p] = p - 1
    symmetries.remaining[0] = n
    for k in range(n):
        symmetries.which[0, k] = k
    return symmetries


@compiled
def colors_of(colors, repeats, stride=0):
    """Space for the kinds of so many colors; `colors` are those of all pegs if there is a stride."""
    kinds, names = np.zeros(colors, np.int64), np.zeros(colors, np.uint8)
    return Colors(kinds, np.zeros((3, colors), np.uint8), names, repeats, stride)


@compiled
def narrow(symmetries, guess, depth):
    """Find the symmetries of depth + 1: those of `depth` that rename this guess to itself."""
    pegs, colors, stride = len(guess), symmetries.maps.shape[2], symmetries.stride
    for c in range(colors):
        symmetries.tried[depth + 1, c] = symmetries.tried[depth, c]
    for p in range(pegs):
        symmetries.tried[depth + 1, stride * p + guess[p]] = True
    if len(symmetries.permutations) == 1:
        for p in range(pegs):
            twin = symmetries.twins[depth, p]
            while twin >= 0 and guess[twin] != guess[p]:
                twin = symmetries.twins[depth, twin]
            symmetries.twins[depth + 1, p] = twin
    remaining = 0
    for k in range(symmetries.remaining[depth]):
        permutation = symmetries.which[depth, k]
        image = symmetries.maps[depth + 1, remaining]
        for c in range(colors):
            image[c] = symmetries.maps[depth, k, c]
        good = True
        for q in range(pegs):
            p = symmetries.permutations[permutation, q]
            source, target = stride * p + guess[p], stride * q + guess[q]
            if image[source] == FREE:
                for c in range(colors):
                    if image[c] == target:
                        good = False
                image[source] = target
            elif image[source] != target:
                good = False
            if not good:
                break
        if good:
            symmetries.which[depth + 1, remaining] = permutation
            remaining += 1
    symmetries.remaining[depth + 1] = remaining


@compiled
def narrow_by_history(symmetries, history):
    """Narrow the symmetries of depth 0 by each guess of a history, one a row."""
    for depth in range(len(history)):
        narrow(symmetries, history[depth], depth)


@compiled
def in_order(columns, which, pegs, kinds, repeats, stride=0):
    """Checks whether the free colors of a code's first pegs are the least ones, in order of appearance."""
    seen, seen_above_63 = np.uint64(0), np.uint64(0)  # colors as bits
    for p in range(pegs):
        color = columns[p, which]
        kind = kinds[stride * p + color]
        if kind == PLAIN or (stride == 0 and has_bit(seen, seen_above_63, color)):
            continue
        for c in range(color):
            if kinds[stride * p + c] == kind and (
                stride > 0 or not has_bit(seen, seen_above_63, c) or (repeats and kind == ABSENT)
            ):
                return False
        if color < 64:
            seen |= np.uint64(1) << np.uint64(color)
        else:
            seen_above_63 |= np.uint64(1) << np.uint64(color - 64)
    return True


@inlined
def has_bit(low, high, color):
    """Checks whether a color is in a set of up to 128, the first 64 of them in `low`."""
    word = low if color < 64 else high
    return word >> np.uint64(color & 63) & np.uint64(1) != 0


@compiled
def fill_palette(colors):
    """Fill the palette from the kinds of the colors."""
    own = colors.stride or len(colors.kinds)  # colors of one peg, or of all
    for first in range(0, len(colors.kinds), own):
        plain, untried, absent = first, first, first
        for c in range(first, first + own):
            kind = colors.kinds[c]
            if kind == PLAIN:
                colors.palette[PLAIN, plain] = c
                plain += 1
            elif kind == UNTRIED:
                colors.palette[UNTRIED, untried] = c
                untried += 1
            else:
                colors.palette[ABSENT, absent] = c
                absent += 1


@compiled
def is_least(columns, which, depth, colors, symmetries):
    """Checks whether no symmetry renames the code to a smaller one."""
    pegs, stride = len(columns), colors.stride
    kinds, palette, names = colors.kinds, colors.palette, colors.names
    for k in range(symmetries.remaining[depth]):
        permutation = symmetries.which[depth, k]
        for p in range(pegs):
            names[stride * p + columns[p, which]] = FREE
        untried, absent = 0, 0  # how many colors of these kinds are renamed already
        for q in range(pegs):
            p = symmetries.permutations[permutation, q]
            source = stride * p + columns[p, which]
            kind = kinds[source]
            if stride:  # every peg has names of its own
                untried = absent = stride * q
            if kind == PLAIN:
                image = symmetries.maps[depth, k, source]
            elif names[source] != FREE:
                image = names[source]
            elif kind == UNTRIED:
                image = names[source] = palette[UNTRIED, untried]
                untried += 1
            else:
                image = names[source] = palette[ABSENT, stride * q if colors.repeats else absent]
                absent += 1
            own = stride * q + columns[q, which]
            if image < own:
                return False
            if image > own:
                break
    return True


@compiled
def keeps_order_of_twins(columns, which, depth, symmetries):
    """Checks whether the code's colors do not decrease along pegs on which all guesses of the history agree."""
    for p in range(1, len(columns)):
        twin = symmetries.twins[depth, p]
        if twin >= 0 and columns[p, which] < columns[twin, which]:
            return False
    return True


@inlined
def is_representative(columns, which, depth, colors, symmetries):
    """Checks whether the code is the least of its symmetric ones."""
    return in_order(columns, which, len(columns), colors.kinds, colors.repeats, colors.stride) and (
        symmetries.remaining[depth] <= 1 or is_least(columns, which, depth, colors, symmetries)
    )


def representatives(columns, candidates, history, permutations, colors, repeats, stride=0):
    """Which codes of `columns` are the least of their symmetric ones, given the candidates and the guesses so far."""
    columns, depth = compact(columns), len(history)
    pegs = len(columns)
    names = colors * pegs if stride else colors
    symmetries = symmetries_of(permutations, names, depth + 1, stride)
    narrow_by_history(symmetries, compact(history))
    own = colors_of(names, repeats, stride)
    present = np.unique(candidates + stride * np.arange(pegs)[:, None])
    own.kinds[:] = ABSENT
    own.kinds[present] = np.where(symmetries.tried[depth, present], PLAIN, UNTRIED)
    fill_palette(own)
    least = np.zeros(columns.shape[1], np.bool_)
    _mark_representatives(least, columns, depth, own, symmetries)
    return least


@compiled
def _mark_representatives(least, columns, depth, colors, symmetries):
    for i in range(len(least)):
        least[i] = is_representative(columns, i, depth, colors, symmetries)
