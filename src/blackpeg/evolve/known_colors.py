"""Colors that the history settles: those that are absent, or every color if only the order of the pegs is unknown."""

from __future__ import annotations

from collections import Counter
from math import factorial, prod
from typing import NamedTuple

import numpy as np

from ..game import Code, Codes
from ..kernels.jit import compiled
from ..position import Position
from .fitness import misfits

MAX_LISTED_ORDERS = 50_000  # orders of known colors that are listed: enough for eight pegs


class ColorLabels(NamedTuple):
    """Colors relabeled so that those known to be absent come last: the others make a smaller game."""

    colors: Code  # colors[label]
    labels: Code  # labels[color]
    present: int  # how many colors are not known to be absent; these have the labels below

    def real_codes(self, codes: Codes) -> Codes:
        """Returns codes in the colors of the game, from codes in labels."""
        return codes if self.present == len(self.colors) else self.colors[codes]


def label_colors(position: Position, drop_absent: bool = True) -> ColorLabels:
    """Labels the colors; those of a guess without any peg are absent. Raises `Impossible` if too few are left.

    >>> label_colors(Position.parse("4x6 1133=0b0w")).colors
    array([1, 3, 4, 5, 0, 2], dtype=uint8)
    """
    game, absent = position.game, set[int]()
    if drop_absent and game.whites:
        for turn in position.history:
            if turn.feedback == 0:
                absent |= set(turn.guess.tolist())
    present = [color for color in range(game.colors) if color not in absent]
    if len(present) < (1 if game.repeats else game.pegs):
        raise position.contradiction()
    colors = np.array([*present, *sorted(absent)], np.uint8)
    labels = np.empty_like(colors)
    labels[colors] = np.arange(len(colors))
    return ColorLabels(colors, labels, len(present))


class Arrangements(NamedTuple):
    """The candidates when the colors of the secret are known."""

    codes: Codes
    listed: int  # codes of these colors that were compared with the history


def list_arrangements(position: Position) -> Arrangements | None:
    """Returns the candidates if the colors are known: some guess has black and white pegs for all of its pegs.

    None if there is no such guess or its colors have too many orders to list.
    """
    game = position.game
    for turn in position.history if game.whites else ():
        if sum(game.pegs_of(turn.feedback)) < game.pegs:
            continue
        n = factorial(game.pegs) // prod(map(factorial, Counter(turn.guess.tolist()).values()))
        if n > MAX_LISTED_ORDERS:
            return None
        codes = list_orders(np.sort(turn.guess), n)
        fit = codes[misfits(codes, position.past_turns) == 0]
        if len(fit) == 0:
            raise position.contradiction()
        return Arrangements(fit, n)
    return None


@compiled
def list_orders(colors: Code, n: int) -> Codes:
    """Returns all `n` different orders of `colors`, which must be sorted, in lexicographic order.

    >>> list_orders(np.array([0, 1, 1], np.uint8), 3).tolist()
    [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    """
    rows = np.empty((n, len(colors)), np.uint8)
    rows[0] = colors
    for i in range(1, n):
        row = rows[i]
        row[:] = rows[i - 1]
        rise = len(row) - 2
        while row[rise] >= row[rise + 1]:
            rise -= 1
        larger = len(row) - 1
        while row[larger] <= row[rise]:
            larger -= 1
        row[rise], row[larger] = row[larger], row[rise]
        start, stop = rise + 1, len(row) - 1
        while start < stop:
            row[start], row[stop] = row[stop], row[start]
            start, stop = start + 1, stop - 1
    return rows
