"""A table that counts and uniformly draws candidates color by color: for codes that are too long for a peg table.

`color_table_plan` says how colors are placed, step by step. `ways` counts the codes that each state leads to. To draw a
code, each step is chosen in proportion to these numbers, so that every candidate is exactly equally likely.
"""

from __future__ import annotations

from math import perm

import numpy as np
import numpy.typing as npt

from ..game import Codes, Game
from .clues import Clues, TableTooLarge
from .color_table_plan import POOL, ColorPlan, Exact, Ints, numbers_up_to
from .weighted_choice import UNSURE, exact_choice

MAX_OPTIONS = 2**23  # of all steps together, at about 0.15 microseconds and 30 bytes each
CODES_PER_BATCH = 2**12  # drawn at a time: few enough that rounding errors of summed shares stay below UNSURE
NO_COLOR = 255  # in the queue of promised pegs


class ColorTable(ColorPlan):
    """The codes that fit the clues. A clue may lack its black pegs, or its sum of black and white pegs."""

    def __init__(self, game: Game, clues: Clues, max_options: int = MAX_OPTIONS) -> None:
        super().__init__(game, clues)
        self._make_ways(max_options)
        self.total = int(self.ways[0][0])  # how many codes there are

    def _make_ways(self, max_options: int) -> None:
        """Finds the states step by step, then counts the codes that each leads to, from the last step back."""
        pool = sum(size for size, (first, _) in zip(self.size, self.class_span, strict=True) if first < 0)
        states = np.array([self._needs(0) + pool * self.pool.one])
        self.links: list[
            tuple[Ints, Ints, Exact]
        ] = []  # where the options of a state begin; the state after each option; in how many ways
        sizes = [1]
        for step in self.steps:
            count, after, ways = step.options(states)
            max_options -= len(after)
            if max_options < 0:
                raise TableTooLarge
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
        """`n` codes, drawn independently and exactly uniformly."""
        codes = [self._draw(min(CODES_PER_BATCH, n - done), rng) for done in range(0, n, CODES_PER_BATCH)]
        return np.concatenate(codes) if codes else np.empty((0, self.game.pegs), np.uint8)

    def _draw(self, n: int, rng: np.random.Generator) -> Codes:
        """Takes every step for all codes at once: chooses how many pegs it fills, then which ones."""
        codes = np.zeros((n, self.game.pegs), np.uint8)
        free = np.ones(codes.shape, np.bool_)
        owed = np.full(codes.shape, NO_COLOR)
        states = np.zeros(n, np.int64)
        for i, step in enumerate(self.steps):
            amount, states = self._choose_options(i, states, rng)
            if step.kind == "close" or not (amount.any() or step.kind == "rest"):
                continue
            if step.kind == "lend":
                empty = owed == NO_COLOR
                owed[empty & (np.cumsum(empty, axis=1) <= amount[:, None])] = step.color
                continue
            group = np.array(self._pool_pegs(step.color) if step.group == POOL else self.members[step.group])
            if step.kind == "rest":
                rows, pegs = np.nonzero(free[:, group])
                colors = np.setdiff1d(np.arange(self.game.colors), self.classes[step.group])
                new = colors[rng.integers(0, max(len(colors), 1), len(rows))]
            else:
                rows, pegs = _choose_places(free[:, group], amount, rng)
                new = np.full(len(rows), step.color)
            if step.kind == "open":
                _, paid = _choose_places(owed != NO_COLOR, amount, rng)
                new = owed[rows, paid]
                owed[rows, paid] = NO_COLOR
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

    def _pool_pegs(self, color: int) -> list[int]:
        """The pegs of the classes that are closed when this color comes."""
        now = self.order.index(color)
        spans = zip(self.members, self.class_span, strict=True)
        return [peg for pegs, (_, last) in spans if last < now for peg in pegs]

    def _choose_options(self, i: int, states: Ints, rng: np.random.Generator) -> tuple[Ints, Ints]:
        """Takes step i for many codes: how many pegs each fills, and the states after.

        An option is chosen in proportion to the codes that it leads to. The options of a state divide the range from 0
        to 1, and a random number falls into one of them. Rounded borders decide, except close to one, where exact
        integers do.
        """
        first, after, ways = self.links[i]
        seen, which = np.unique(states, return_inverse=True)
        count, of, n = numbers_up_to(first[seen + 1] - first[seen] - 1)
        start = np.cumsum(count) - count
        option = first[seen][of] + n
        share = ways[option].astype(np.float64) * self.ways[i + 1][after[option]].astype(np.float64)
        border = np.cumsum(
            share / self.ways[i][seen].astype(np.float64)[of]
        )  # the borders of seen[k] go from k to k + 1
        chance = rng.random(len(states))
        chosen = np.searchsorted(border, which + chance)
        unsure = np.searchsorted(border, which + chance - UNSURE) != np.searchsorted(border, which + chance + UNSURE)
        for k in np.nonzero(unsure)[0]:
            own = slice(start[which[k]], start[which[k]] + count[which[k]])
            parts = ways[option[own]].astype(object) * self.ways[i + 1][after[option[own]]].astype(object)
            chosen[k] = start[which[k]] + exact_choice(parts.tolist(), float(chance[k]), rng)
        return n[chosen], after[option[chosen]]


def _choose_places(there: npt.NDArray[np.bool_], amount: Ints, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """Chooses `amount` of the places that are there in each row, at random and in random order: rows and places."""
    order = rng.permuted(np.tile(np.arange(there.shape[1]), (len(there), 1)), axis=1)
    there = np.take_along_axis(there, order, axis=1)
    rows, k = np.nonzero(there & (np.cumsum(there, axis=1) <= amount[:, None]))
    return rows, order[rows, k]
