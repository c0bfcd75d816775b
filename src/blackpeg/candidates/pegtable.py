"""The candidates counted peg by peg: exact, and then listed or drawn without a dead end.

After some pegs, all that matters is how often each color was used and how many black pegs each turn
still needs; the table holds the number of ways to go on from there. See `kernels.search` for its form.
It is small where few palettes (how often each color occurs) fit the history: 8x12 at every turn.
"""

from __future__ import annotations

from math import factorial, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from ..game import Codes, Game
from ..kernels.search import GUARD, fill_ways, palettes_into, pick_into, search
from .clues import Clue, Clues

Ints = npt.NDArray[np.int64]

PALETTES = 2**18  # palettes at most; more take too many nodes
STEPS = 2**26  # to find them: about a second
NODES = 2**20  # sets of used colors, at about a microsecond and 50 bytes each
ENTRIES = 2**24  # numbers in the table: 128 MiB
SLICE = 2**22  # nodes of a search between two chances to interrupt it


class DoesNotFit(Exception):
    """The table would be larger than its limits."""


class PegTable:
    """The codes that fit the clues, but for the black pegs of those in `rest`.

    `rest` is empty where the whole table fits; else it holds the clues that would have made it too large.
    """

    def __init__(self, game: Game, clues: Clues) -> None:
        self.game = game
        guessed = sorted({color for clue in clues for color in clue.guess})
        self.guessed = np.array(guessed, np.uint8)
        self.others = np.setdiff1d(np.arange(game.colors, dtype=np.uint8), self.guessed)
        label = {color: k for k, color in enumerate(guessed)}
        self.label_of = np.array([label.get(color, len(guessed)) for color in range(game.colors)])
        self._make_nodes(_palettes(game, clues, self.label_of))
        self.clues, self.rest = _affordable(clues, ENTRIES // max(1, len(self.onward)))
        self._make_ways()

    @property
    def total(self) -> int:
        """How many codes there are."""
        return int(self.ways[0, -1]) if len(self.ways) else 0

    def pick(self, ranks: Ints) -> Codes:
        """The codes of these ranks, each from 0 to total - 1."""
        columns = np.empty((self.game.pegs, len(ranks)), np.uint8)
        walk = (self.ways, self.onward, self.choices, self.step, self.row, self.may)
        pick_into(columns, ranks, *walk, self.guessed, self.others, not self.game.repeats)
        return columns.T

    def count(self, limit: int) -> int | None:
        """How many codes also fit `rest`; None where that takes more than `limit` nodes."""
        if not self.rest or self.total == 0:
            return self.total
        found, ended = self._search(np.empty((self.game.pegs, 0), np.uint8), limit)
        return found if ended else None

    def first(self, n: int, limit: int) -> Codes | None:
        """The first `n` codes that also fit `rest`, in lexicographic order; None past `limit` nodes."""
        columns = np.empty((self.game.pegs, n), np.uint8)
        found, ended = self._search(columns, limit) if n and self.total else (0, True)
        return columns[:, :found].T if ended or found == n else None

    def _search(self, columns: Codes, limit: int) -> tuple[int, bool]:
        """Fill `columns`, or count where it has none: how many were found, and whether these are all."""
        pegs = self.game.pegs
        trail = np.zeros((3, pegs + 1), np.int64)
        trail[2, 0] = self.ways.shape[1] - 1
        need, blacks = self._packed_rest()
        used, place = np.zeros(self.game.colors, np.int64), np.zeros(3, np.int64)
        table = (self.ways, self.onward, self.step, self.row, self.may, self.label_of)
        ended = False
        while not ended and place[2] < limit and (columns.shape[1] == 0 or place[1] < columns.shape[1]):
            slice_ = min(SLICE, limit - int(place[2]))
            ended = search(columns, place, trail, need, used, *table, blacks, not self.game.repeats, slice_)
        return int(place[1]), bool(ended)

    def _packed_rest(self) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
        """The black pegs of `rest`, eight turns in a word: those needed, and those each label at a peg gives."""
        pegs, labels = self.row.shape
        size = -(-len(self.rest) // 8) * 8
        need = np.zeros((pegs + 1, size), np.uint8)
        blacks = np.zeros((pegs, labels, size), np.uint8)
        for t, clue in enumerate(self.rest):
            need[0, t] = clue.black
            blacks[np.arange(pegs), self.label_of[list(clue.guess)], t] = 1
        return need.view(np.uint64) | GUARD, blacks.view(np.uint64)

    def _make_nodes(self, palettes: Codes | None) -> None:
        """The nodes of each peg, from the last to the first: what is left of the palettes without one label.

        None instead of palettes: colors may occur as often as they like, and there is one node a peg.
        """
        pegs, others = self.game.pegs, len(self.others)
        labels = len(self.guessed) + 1
        if palettes is None:
            self.first_node = np.arange(pegs + 2)
            self.onward = np.repeat(np.arange(1, pegs + 2, dtype=np.int32)[:, None], labels, axis=1)
            self.onward[:, -1] = np.where(others, self.onward[:, -1], -1)
            self.onward[-1] = -1
            self.choices = np.full(pegs + 1, others)
            return
        often = palettes.max(axis=0, initial=0).astype(np.int64) + 1
        if prod(often.tolist()) >= 2**63 or _weight(palettes, others) >= 2**62:
            raise DoesNotFit
        unit = np.concatenate(([1], np.cumprod(often)[:-1]))
        keys = np.sort(palettes.astype(np.int64) @ unit)
        levels, links = [keys], [np.full((len(keys), labels), -1, np.int32)]
        for _ in range(pegs):
            rows, label = np.nonzero(keys[:, None] // unit % often)
            keys, which = np.unique(keys[rows] - unit[label], return_inverse=True)
            link = np.full((len(keys), labels), -1, np.int32)
            link[which, label] = rows
            levels.append(keys)
            links.append(link)
            if sum(map(len, levels)) > NODES:
                raise DoesNotFit
        levels.reverse()
        links.reverse()
        self.first_node = np.cumsum([0, *map(len, levels)])
        self.onward = np.vstack([np.where(link < 0, -1, link + self.first_node[p + 1]) for p, link in enumerate(links)])
        self.onward = self.onward.astype(np.int32)
        jokers = np.concatenate(levels) // unit[-1] % often[-1]
        self.choices = others - (0 if self.game.repeats else 1) * jokers

    def _make_ways(self) -> None:
        """The table itself. Missing black pegs are one number, with a digit for each turn."""
        pegs, labels = self.game.pegs, self.onward.shape[1]
        base = np.array([clue.black + 1 for clue in self.clues if clue.black is not None], np.int64)
        unit = np.concatenate(([1], np.cumprod(base)[:-1])) if len(base) else base
        width = int(base.prod())
        digits = np.arange(width)[:, None] // unit % base
        self.step, self.row = np.zeros((pegs, labels), np.int64), np.zeros((pegs, labels), np.int64)
        may = [np.ones(width, np.bool_)]
        guesses = self.label_of[np.array([clue.guess for clue in self.clues if clue.black is not None], np.int64)]
        for peg in range(pegs if len(base) else 0):
            for label in set(guesses[:, peg].tolist()):
                hit = guesses[:, peg] == label
                self.step[peg, label], self.row[peg, label] = unit @ hit, len(may)
                may.append((digits >= hit).all(axis=1))
        self.may = np.array(may)
        self.ways = np.zeros((len(self.onward), width), np.int64)
        self.ways[self.first_node[pegs] :, 0] = 1
        fill_ways(self.ways, self.onward, self.choices, self.first_node, self.step, self.row, self.may)


def _palettes(game: Game, clues: Clues, label_of: Ints) -> Codes | None:
    """How often each label may occur, in all ways that fit; None where that is never told and never matters."""
    told = [clue for clue in clues if clue.both is not None]
    if not told and game.repeats:
        if game.size >= 2**62:
            raise DoesNotFit
        return None
    labels = len({color for clue in clues for color in clue.guess}) + 1
    others = game.colors - labels + 1
    most = np.full(labels, game.pegs if game.repeats else 1)
    most[-1] = min(others, game.pegs) if not game.repeats else game.pegs if others else 0
    held = np.zeros((len(told), labels), np.int64)
    for t, clue in enumerate(told):
        held[t] = np.bincount(label_of[list(clue.guess)], minlength=labels)
    out = np.empty((PALETTES, labels), np.uint8)
    found = palettes_into(out, held, np.array([clue.both for clue in told], np.int64), most, game.pegs, STEPS)
    if found < 0:
        raise DoesNotFit
    return out[:found].copy()


def _weight(palettes: Codes, others: int) -> float:
    """About how many codes have one of these palettes, at most: no number in the table is greater."""
    log = np.log([float(factorial(k)) for k in range(int(palettes[:1].sum()) + 1)])
    jokers = palettes[:, -1] * np.log(max(others, 1))
    return float(np.exp(log[-1] - log[palettes].sum(axis=1) + jokers).sum())


def _affordable(clues: Clues, width: int) -> tuple[Clues, Clues]:
    """The clues whose black pegs a table of this width can hold, and the others.

    Many black pegs say much for their digit, and none cost nothing, so these come first.
    """
    inside, outside = [], []
    for clue in sorted(clues, key=lambda clue: (clue.black != 0, -(clue.black or 0))):
        if clue.black is None:
            continue
        if prod(c.black + 1 for c in inside if c.black is not None) * (clue.black + 1) <= width:
            inside.append(clue)
        else:
            outside.append(clue)
    return tuple(inside), tuple(outside)


