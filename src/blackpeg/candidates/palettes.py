"""Palettes: how often each color occurs in a code. The sums of black and white pegs depend on nothing else.

Colors that were never guessed are interchangeable. A palette counts them together, as its last number; their pegs are
jokers.
"""

from __future__ import annotations

from math import factorial, perm

import numpy as np
import numpy.typing as npt

from ..game import Codes, Game
from ..kernels.peg_table_loops import PaletteClues, PaletteStack, palettes_into
from .clues import Clues, TableTooLarge
from .weighted_choice import UNSURE, exact_choice

MAX_PALETTES = 2**18  # more would need too large tables
MAX_STEPS = 2**25  # of the search for palettes: about half a second
JOKER = 255  # a peg whose color is yet to be drawn


class Palettes:
    """All palettes that fit the clues, and the codes that have one of them."""

    def __init__(self, game: Game, clues: Clues) -> None:
        self.game = game
        guessed = sorted({color for clue in clues for color in clue.guess})
        self.guessed = np.array(guessed, np.uint8)
        self.others = np.setdiff1d(np.arange(game.colors, dtype=np.uint8), self.guessed)
        label = {color: k for k, color in enumerate(guessed)}
        self.label_of = np.array([label.get(color, len(guessed)) for color in range(game.colors)])
        self.restricted = not game.repeats or any(clue.both is not None for clue in clues)
        self.counts = self._find(clues)

    def _find(self, clues: Clues) -> Codes:
        """The palettes, a row each; none if the clues do not restrict them."""
        sums = [(list(clue.guess), clue.both) for clue in clues if clue.both is not None]
        pegs, labels, others = self.game.pegs, len(self.guessed) + 1, len(self.others)
        max_count = np.full(labels, pegs if self.game.repeats else 1)
        max_count[-1] = min(others, pegs) if not self.game.repeats else pegs if others else 0
        guess_counts = np.zeros((len(sums), labels), np.int64)
        for t, (guess, _) in enumerate(sums):
            guess_counts[t] = np.bincount(self.label_of[guess], minlength=labels)
        max_pegs, max_sums = np.zeros(labels + 1, np.int64), np.zeros((labels + 1, len(sums)), np.int64)
        max_pegs[:-1] = np.cumsum(max_count[::-1])[::-1]  # of this label and all later ones
        max_sums[:-1] = np.cumsum(np.minimum(guess_counts, max_count).T[::-1], axis=0)[::-1]
        taken, left, need = np.zeros(labels, np.int64), np.zeros_like(max_pegs), np.zeros_like(max_sums)
        left[0], need[0] = pegs, [both for _, both in sums]
        if not self.restricted:
            return np.empty((0, labels), np.uint8)
        out = np.empty((MAX_PALETTES, labels), np.uint8)
        known = PaletteClues(guess_counts, max_count, max_pegs, max_sums)
        found = palettes_into(out, PaletteStack(taken, left, need), known, MAX_STEPS)
        if found < 0:
            raise TableTooLarge
        return out[:found].copy()

    def weigh(self) -> None:
        """Counts the codes of each palette, which drawing needs."""
        factorials = np.array([factorial(k) for k in range(self.game.pegs + 1)], object)
        jokers = range(self.game.pegs + 1)
        others = len(self.others)
        color = np.array([others**k if self.game.repeats else perm(others, k) for k in jokers], object)
        self.codes = factorials[-1] // factorials[self.counts].prod(axis=1) * color[self.counts[:, -1]]
        self.total = int(self.codes.sum())
        self.unit = (self.total >> 61) + 1
        self.units = -(-self.codes // self.unit)  # rounded up to fit in 64 bits; `_accept` corrects for it
        self.ends = np.cumsum(self.units.astype(np.int64))

    def draw(self, n: int, rng: np.random.Generator) -> Codes:
        """`n` codes, drawn independently, each exactly as likely as any other."""
        which = np.empty(0, np.int64)
        while len(which) < n:
            more = np.searchsorted(self.ends, rng.integers(0, self.ends[-1], n - len(which)), side="right")
            which = np.concatenate((which, more[self._accept(more, rng)]))
        labels = np.tile(np.arange(self.counts.shape[1]), n)
        codes = np.repeat(np.append(self.guessed, JOKER)[labels], self.counts[which].ravel()).reshape(n, -1)
        codes = rng.permuted(codes, axis=1)
        rows, pegs = np.nonzero(codes == JOKER)
        if self.game.repeats:
            codes[rows, pegs] = self.others[rng.integers(0, max(len(self.others), 1), len(rows))]
        else:
            shuffled = rng.permuted(np.tile(self.others, (n, 1)), axis=1)
            codes[rows, pegs] = shuffled[rows, (np.cumsum(codes == JOKER, axis=1) - 1)[rows, pegs]]
        return codes

    def _accept(self, which: npt.NDArray[np.int64], rng: np.random.Generator) -> npt.NDArray[np.bool_]:
        """Which drawn palettes to keep, so that rounding up makes none more likely."""
        if self.unit == 1:
            return np.ones(len(which), np.bool_)
        part, whole = self.codes[which], self.units[which] * self.unit
        chance, share = rng.random(len(which)), (part / whole).astype(np.float64)
        keep = chance < share
        for k in np.nonzero(abs(chance - share) < UNSURE)[0]:
            keep[k] = exact_choice([part[k], whole[k] - part[k]], float(chance[k]), rng) == 0
        return keep
