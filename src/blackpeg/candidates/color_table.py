"""The candidates counted color by color, in exact integers: for codes too long to be counted peg by peg.

The steps are in `colorplan`. `ways` counts the codes that each state leads to, and at each step a code
is drawn in proportion to these numbers, so that it is exactly uniform among all that fit.
"""

from __future__ import annotations

from math import perm

import numpy as np
import numpy.typing as npt

from ..game import Codes, Game
from .clues import Clues, DoesNotFit
from .color_plan import POOL, ColorPlan, Exact, Ints, up_to
from .weighted_choice import UNSURE, exact_choice

WORK = 2**23  # options at most, at about 0.15 microseconds and 30 bytes each
BATCH = 2**12  # codes drawn at a time; rounding errors in sums of BATCH * (pegs + 1) shares stay below UNSURE
NOBODY = 255  # no color is owed


class ColorTable(ColorPlan):
    """The codes that fit the clues. A clue's black pegs, or black and white together, may be left out."""

    def __init__(self, game: Game, clues: Clues, work: int = WORK) -> None:
        super().__init__(game, clues)
        self._make_ways(work)
        self.total = int(self.ways[0][0])  # how many codes there are

    def _make_ways(self, work: int) -> None:
        """Find the states step by step, then count backward what each leads to."""
        pool = sum(size for size, (first, _) in zip(self.size, self.class_span, strict=True) if first < 0)
        states = np.array([self._needs(0) + pool * self.pool.one])
        self.links: list[tuple[Ints, Ints, Exact]] = []  # where a state's options begin; the states after; ways
        sizes = [1]
        for step in self.steps:
            count, after, ways = step.options(states)
            work -= len(after)
            if work < 0:
                raise DoesNotFit
            states, index = np.unique(after, return_inverse=True)
            self.links.append((np.concatenate(([0], np.cumsum(count))), index.astype(np.int32), ways))
            sizes.append(len(states))
        others, left = len(self.others), self.pool.of(states).tolist()
        last = [others**n if self.game.repeats else perm(others, n) for n in left]
        self.ways: list[Exact] = [np.array(last, self.dtype)]
        for (first, after, ways), size in zip(self.links[::-1], sizes[-2::-1], strict=True):
            here = np.zeros(size, self.dtype)
            some = first[:-1] < first[1:]
            if len(after):
                here[some] = np.add.reduceat(ways * self.ways[-1][after], first[:-1][some])
            self.ways.append(here)
        self.ways.reverse()

    def draw(self, n: int, rng: np.random.Generator) -> Codes:
        """`n` codes, drawn independently, each exactly as likely as any other."""
        codes = [self._draw(min(BATCH, n - done), rng) for done in range(0, n, BATCH)]
        return np.concatenate(codes) if codes else np.empty((0, self.game.pegs), np.uint8)

    def _draw(self, n: int, rng: np.random.Generator) -> Codes:
        """Decide step by step how many pegs, for all codes at once, and let chance say which."""
        codes = np.zeros((n, self.game.pegs), np.uint8)
        free = np.ones(codes.shape, np.bool_)
        owed = np.full(codes.shape, NOBODY)
        states = np.zeros(n, np.int64)
        for i, step in enumerate(self.steps):
            amount, states = self._decide(i, states, rng)
            if step.kind == "close" or not (amount.any() or step.kind == "rest"):
                continue
            if step.kind == "lend":
                empty = owed == NOBODY
                owed[empty & (np.cumsum(empty, axis=1) <= amount[:, None])] = step.color
                continue
            group = np.array(self._pool_at(step.color) if step.group == POOL else self.members[step.group])
            if step.kind == "rest":
                rows, pegs = np.nonzero(free[:, group])
                colors = np.setdiff1d(np.arange(self.game.colors), self.classes[step.group])
                new = colors[rng.integers(0, max(len(colors), 1), len(rows))]
            else:
                rows, pegs = _take(free[:, group], amount, rng)
                new = np.full(len(rows), step.color)
            if step.kind == "open":
                _, paid = _take(owed != NOBODY, amount, rng)
                new = owed[rows, paid]
                owed[rows, paid] = NOBODY
            codes[rows, group[pegs]] = new
            free[rows, group[pegs]] = False
        rows, pegs = np.nonzero(free)
        others = np.array(self.others, np.int64)
        if self.game.repeats:
            codes[rows, pegs] = others[rng.integers(0, max(len(others), 1), len(rows))]
        else:
            shuffled = rng.permuted(np.tile(others, (n, 1)), axis=1)
            codes[rows, pegs] = shuffled[rows, (np.cumsum(free, axis=1) - 1)[rows, pegs]]
        return codes

    def _pool_at(self, color: int) -> list[int]:
        """The pegs of the classes that are closed when this color comes."""
        now = self.order.index(color)
        spans = zip(self.members, self.class_span, strict=True)
        return [peg for pegs, (_, last) in spans if last < now for peg in pegs]

    def _decide(self, i: int, states: Ints, rng: np.random.Generator) -> tuple[Ints, Ints]:
        """Step i for many codes: how many pegs, in proportion to the ways to go on, and the states after.

        A code's chance is a number from 0 to 1, and its options divide that range. Rounded numbers tell
        which, except near a border, where exact ones do.
        """
        first, after, ways = self.links[i]
        seen, which = np.unique(states, return_inverse=True)
        count, of, n = up_to(first[seen + 1] - first[seen] - 1)
        start = np.cumsum(count) - count
        option = first[seen][of] + n
        share = ways[option].astype(np.float64) * self.ways[i + 1][after[option]].astype(np.float64)
        border = np.cumsum(share / self.ways[i][seen].astype(np.float64)[of])  # those of seen[k] from k to k + 1
        chance = rng.random(len(states))
        chosen = np.searchsorted(border, which + chance)
        unsure = np.searchsorted(border, which + chance - UNSURE) != np.searchsorted(border, which + chance + UNSURE)
        for k in np.nonzero(unsure)[0]:
            own = slice(start[which[k]], start[which[k]] + count[which[k]])
            parts = ways[option[own]].astype(object) * self.ways[i + 1][after[option[own]]].astype(object)
            chosen[k] = start[which[k]] + exact_choice(parts.tolist(), float(chance[k]), rng)
        return n[chosen], after[option[chosen]]


def _take(there: npt.NDArray[np.bool_], amount: Ints, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """In each row, `amount` of the places that are there, at random and in random order: rows and places."""
    order = rng.permuted(np.tile(np.arange(there.shape[1]), (len(there), 1)), axis=1)
    there = np.take_along_axis(there, order, axis=1)
    rows, k = np.nonzero(there & (np.cumsum(there, axis=1) <= amount[:, None]))
    return rows, order[rows, k]
