"""Which guesses are alike: renaming pegs and colors so that the history stays as it is.

A renaming is a permutation of pegs with a map of colors; it is kept as long as every guess of the history
is renamed to itself. Colors that were never guessed may be renamed freely, and so may colors that no
candidate contains; with repeats allowed all of those are even the same. Of guesses that are alike
only the least, in lexicographic order, needs to be tried.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .jit import compact, compiled

FREE = np.uint8(255)
PLAIN, UNTRIED, ABSENT = 0, 1, 2  # kinds of colors


class Renamings(NamedTuple):
    """What is left of the renamings after each depth of guesses."""

    perms: Any  # permutations of the pegs
    alive: Any  # alive[depth]: how many are left
    which: Any  # which[depth, k]: the permutation of the k-th
    maps: Any  # maps[depth, k]: its color map, FREE where not fixed
    tried: Any  # tried[depth, color]: was it guessed?


def renamings(perms, colors, depths):
    """All renamings at depth 0, and room for the depths below."""
    alike = Renamings(
        perms,
        np.zeros(depths, np.int64),
        np.zeros((depths, len(perms)), np.int32),
        np.full((depths, len(perms), colors), FREE, np.uint8),
        np.zeros((depths, colors), np.bool_),
    )
    alike.alive[0] = len(perms)
    alike.which[0] = np.arange(len(perms))
    return alike


@compiled
def narrow(alike, guess, depth):
    """Renamings after one more guess: from level `depth` to `depth + 1`."""
    pegs, colors = len(guess), alike.maps.shape[2]
    for c in range(colors):
        alike.tried[depth + 1, c] = alike.tried[depth, c]
    for p in range(pegs):
        alike.tried[depth + 1, guess[p]] = True
    left = 0
    for k in range(alike.alive[depth]):
        perm = alike.which[depth, k]
        image = alike.maps[depth + 1, left]
        for c in range(colors):
            image[c] = alike.maps[depth, k, c]
        good = True
        for q in range(pegs):
            source, target = guess[alike.perms[perm, q]], guess[q]
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
            alike.which[depth + 1, left] = perm
            left += 1
    alike.alive[depth + 1] = left


@compiled
def in_order(columns, which, pegs, kinds, repeats):
    """Are the free colors of the code's first pegs the least ones, in order of appearance?"""
    seen = np.uint64(0)
    for p in range(pegs):
        color = columns[p, which]
        if kinds[color] == PLAIN or seen >> np.uint64(color) & np.uint64(1):
            continue
        for c in range(color):
            if kinds[c] == kinds[color] and (
                not seen >> np.uint64(c) & np.uint64(1) or (repeats and kinds[c] == ABSENT)
            ):
                return False
        seen |= np.uint64(1) << np.uint64(color)
    return True


@compiled
def sort_colors(kinds, palette):
    """palette[kind]: the colors of that kind, in order."""
    count = np.zeros(3, np.int64)
    for c in range(len(kinds)):
        palette[kinds[c], count[kinds[c]]] = c
        count[kinds[c]] += 1


@compiled
def is_least(columns, which, depth, kinds, palette, names, repeats, alike):
    """Is no renaming of the code smaller than the code itself?"""
    pegs = len(columns)
    for k in range(alike.alive[depth]):
        perm = alike.which[depth, k]
        for p in range(pegs):
            names[columns[p, which]] = FREE
        untried, absent = 0, 0  # how many of these colors are renamed already
        for q in range(pegs):
            source = columns[alike.perms[perm, q], which]
            kind = kinds[source]
            if kind == PLAIN:
                image = alike.maps[depth, k, source]
            elif names[source] != FREE:
                image = names[source]
            elif kind == UNTRIED:
                image = names[source] = palette[UNTRIED, untried]
                untried += 1
            else:
                image = names[source] = palette[ABSENT, 0 if repeats else absent]
                absent += 1
            own = columns[q, which]
            if image < own:
                return False
            if image > own:
                break
    return True


def least_of(columns, candidates, history, perms, colors, repeats):
    """Which of the codes of `columns` are the least of those alike, given candidates and past guesses."""
    columns, history = compact(columns), compact(history)
    alike = renamings(perms, colors, len(history) + 1)
    for depth in range(len(history)):
        narrow(alike, history[depth], depth)
    kinds = np.full(colors, ABSENT)
    present = np.unique(candidates)
    kinds[present] = np.where(alike.tried[len(history), present], PLAIN, UNTRIED)
    least = np.zeros(columns.shape[1], np.bool_)
    palette, names = np.zeros((3, colors), np.uint8), np.zeros(colors, np.uint8)
    sort_colors(kinds, palette)
    _mark_least(least, columns, len(history), kinds, palette, names, repeats, alike)
    return least


@compiled
def _mark_least(least, columns, depth, kinds, palette, names, repeats, alike):
    for i in range(len(least)):
        least[i] = in_order(columns, i, len(columns), kinds, repeats) and is_least(
            columns, i, depth, kinds, palette, names, repeats, alike
        )
