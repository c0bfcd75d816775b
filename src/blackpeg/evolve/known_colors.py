"""What is known for sure without search: colors that are absent, and all the colors when only their order is open."""

from __future__ import annotations

from collections import Counter
from math import factorial, prod
from typing import NamedTuple

import numpy as np

from ..game import Code, Codes
from ..kernels.jit import compiled
from ..position import Position
from . import misfits, past_of

ARRANGED = 50_000  # orders of known colors that are listed: all of eight pegs


class Names(NamedTuple):
    """Colors renamed so that those that may be in the secret come first."""

    alive: Code
    real: Code  # the color that a number stands for
    label: Code  # the number that a color has

    def of(self, codes: Codes) -> Codes:
        """Codes in real colors."""
        return codes if len(self.alive) == len(self.real) else self.real[codes]


def names_of(position: Position, drop: bool = True) -> Names:
    """All colors, without those that are absent as some answer of no pegs tells; raises where too few are left."""
    game, absent = position.game, set[int]()
    if drop and game.whites:
        for turn in position.history:
            if turn.feedback == 0:
                absent |= set(turn.guess.tolist())
    alive = [color for color in range(game.colors) if color not in absent]
    if len(alive) < (1 if game.repeats else game.pegs):
        raise position.contradiction()
    real = np.array([*alive, *sorted(absent)], np.uint8)
    label = np.empty_like(real)
    label[real] = np.arange(len(real))
    return Names(real[: len(alive)], real, label)


class Arrangements(NamedTuple):
    """The codes of the right colors that fit the history."""

    codes: Codes
    listed: int  # how many codes have those colors


def arrangements(position: Position) -> Arrangements | None:
    """The orders of a guess whose colors are all right that fit; None where there is no such, or too many."""
    game = position.game
    for turn in position.history if game.whites else ():
        if sum(game.pegs_of(turn.feedback)) < game.pegs:
            continue
        n = factorial(game.pegs) // prod(map(factorial, Counter(turn.guess.tolist()).values()))
        if n > ARRANGED:
            return None
        codes = orders(np.sort(turn.guess), n)
        fit = codes[misfits(codes, past_of(position)) == 0]
        if len(fit) == 0:
            raise position.contradiction()
        return Arrangements(fit, n)
    return None


@compiled
def orders(colors: Code, n: int) -> Codes:
    """The `n` orders of the colors, which come sorted, each once and in lexicographic order."""
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
