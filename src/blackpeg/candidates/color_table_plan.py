"""The plan of a color table: in which order colors are placed, what a state holds, and what each step may do.

Two pegs are interchangeable if every guess has one color on both; such pegs form a *class*. Colors that were never
guessed are interchangeable too; they fill the pegs that remain at the end. The guessed colors are placed one after the
other. What matters of the colors placed so far is this:

  - for each *open* class (some of the colors guessed there are placed, some are not): how many of its pegs are free;
  - the *pool*: the free pegs of closed classes, whose guessed colors are all placed. Any later color may go there;
  - the *debt*: how many pegs of classes that are not open yet were promised to placed colors. It is not said which
    pegs, and the debt is paid when a class opens. (Promises form a queue. A new one may enter it anywhere, and the head
    is paid first: so each way to fill the pegs comes from exactly one queue.)
  - for each turn whose colors are not all placed: how many black pegs, and how many pegs in all, it still needs.

A state packs these numbers into one integer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from math import comb, exp, log
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..game import MAX_PEGS_AND_COLORS, Game
from .clues import Clues, TableTooLarge

Ints = npt.NDArray[np.int64]
Exact = npt.NDArray[Any]  # Python integers, or int64 if that is large enough
Options = tuple[Ints, Ints, Exact]  # how many options each state has; for each option the state after, and the ways

MAX_STEP_OPTIONS = 2**21  # of one step: computing them takes less than 200 MiB
POOL = -1  # stands for the pool in place of the number of a class


class Field(NamedTuple):
    """The bits of a state that hold one number."""

    shift: int
    bits: int

    def of(self, states: Ints) -> Ints:
        """The number that each state holds here."""
        return states >> self.shift & ((1 << self.bits) - 1)

    @property
    def one(self) -> int:
        """What to add to a state to increase the number by 1."""
        return 1 << self.shift


class Step(NamedTuple):
    """One step of the plan, with its options in each state.

    A step decides how many pegs of an `open`ing class pay debts, on how many pegs to `put` a color, or how many to
    promise (`lend`) to it. To `close` a color and to fill the `rest` of a class leaves nothing to decide.
    """

    kind: str
    color: int
    group: int  # the class
    options: Callable[[Ints], Options]


class ColorPlan:
    """The steps that place the colors of the clues, and the fields of a state."""

    def __init__(self, game: Game, clues: Clues) -> None:
        self.game, self.clues = game, clues
        self.dtype = np.dtype(np.int64 if game.size < 2**63 else object)  # no number exceeds the number of codes
        self.choose = np.array([[comb(n, k) for k in range(game.pegs + 1)] for n in range(game.pegs + 1)])
        columns = [tuple(clue.guess[p] for clue in clues if clue.black is not None) for p in range(game.pegs)]
        self.classes = sorted(set(columns))
        self.members = [[p for p in range(game.pegs) if columns[p] == column] for column in self.classes]
        self.size = [len(pegs) for pegs in self.members]
        self.held = [Counter(clue.guess) for clue in clues]
        self.order = self._good_order(sorted(set().union(*self.held)))
        self.others = [color for color in range(game.colors) if color not in set(self.order)]
        by_class = game.repeats and bool(clues) and all(c.both is None and c.black is not None for c in clues)
        self.class_span = [(k, k) if by_class else self._span(column) for k, column in enumerate(self.classes)]
        self.clue_span = [(0, len(self.classes)) if by_class else self._span(clue.guess) for clue in clues]
        self._lay_out_fields()
        self.steps = list(self._steps_by_class() if by_class else self._steps_by_color())

    # The order of the colors, and the fields of a state

    def _good_order(self, colors: list[int]) -> list[int]:
        """The colors in an order that needs few states: greedily, each time the color that leaves least open."""
        classes = [(set(column), log(size + 1)) for column, size in zip(self.classes, self.size, strict=True)]
        turns = [(set(c.guess), log(((c.black or 0) + 1) * ((c.both or 0) + 1))) for c in self.clues]

        def left_open(parts: list[tuple[set[int], float]], placed: set[int]) -> float:
            return sum(cost for held, cost in parts if held & placed and not held <= placed)

        def greedy(worth: float) -> tuple[float, list[int]]:
            order: list[int] = []
            states = 0.0
            while len(order) < len(colors):
                costs = {}
                for color in set(colors).difference(order):
                    placed = {*order, color}
                    costs[color] = left_open(classes, placed) + worth * left_open(turns, placed), color
                order.append(min(costs, key=costs.__getitem__))
                states += exp(min(600.0, left_open(classes, set(order)) + left_open(turns, set(order))))
            return states, order

        return min(greedy(worth) for worth in (0.0, 0.3, 1.0))[1]

    def _span(self, colors: Iterable[int]) -> tuple[int, int]:
        """The places in the order of the first and the last of these colors."""
        when = [self.order.index(color) for color in set(colors)]
        return min(when, default=-1), max(when, default=-1)

    def _lay_out_fields(self) -> None:
        """Gives each number its bits; numbers that are never needed together may share bits."""
        taken: list[tuple[tuple[int, int], Field]] = []

        def field(span: tuple[int, int], most: int) -> Field:
            clash = [f for (first, last), f in taken if first <= span[1] and span[0] <= last]
            bits = most.bit_length()
            starts = [0, *(f.shift + f.bits for f in clash)]
            fits = (s for s in starts if all(s + bits <= f.shift or f.shift + f.bits <= s for f in clash))
            new = Field(min(fits), bits)
            if new.shift + bits > 63:
                raise TableTooLarge
            taken.append((span, new))
            return new

        pegs = self.game.pegs
        self.count, self.pool, self.debt = (field((-1, 2 * MAX_PEGS_AND_COLORS), pegs) for _ in range(3))
        self.free = [field(span, size) for span, size in zip(self.class_span, self.size, strict=True)]
        clues = list(zip(self.clue_span, self.clues, strict=True))
        self.black = [field(span, clue.black or 0) for span, clue in clues]
        self.both = [field(span, clue.both or 0) for span, clue in clues]

    def _needs(self, i: int) -> int:
        """What to add to a state when turns begin whose first color is the i-th: the pegs that they need."""
        parts = zip(self.clues, self.clue_span, self.black, self.both, strict=True)
        return sum((c.black or 0) * b.one + (c.both or 0) * s.one for c, (first, _), b, s in parts if first == i)

    # The steps

    def _steps_by_color(self) -> Iterator[Step]:
        classes = range(len(self.classes))
        for i, color in enumerate(self.order):
            for k in classes:
                if self.class_span[k][0] == i:
                    yield Step("open", color, k, self._opening(k))
            for k in classes:
                if self.class_span[k][0] <= i <= self.class_span[k][1]:
                    yield Step("put", color, k, self._putting(color, k))
            if any(last < i for _, last in self.class_span):
                yield Step("put", color, POOL, self._putting(color, POOL))
            if any(first > i for first, _ in self.class_span):
                yield Step("lend", color, POOL, self._lending(i, color))
            yield Step("close", color, POOL, self._closing(i, color))

    def _steps_by_class(self) -> Iterator[Step]:
        """If only black pegs are known and colors may repeat, each class is filled by itself."""
        for k, column in enumerate(self.classes):
            yield Step("open", 0, k, self._opening(k))
            for color in sorted(set(column)):
                yield Step("put", color, k, self._putting(color, k))
            yield Step("rest", 0, k, self._filling(k))

    def _opening(self, k: int) -> Callable[[Ints], Options]:
        """Pays some of the debt with pegs of class k; its other pegs are free."""
        size, free, debt = self.size[k], self.free[k], self.debt

        def options(states: Ints) -> Options:
            count, of, n = numbers_up_to(np.minimum(debt.of(states), size))
            return count, states[of] + size * free.one - n * (debt.one + free.one), self.choose[size, n]

        return options

    def _putting(self, color: int, k: int) -> Callable[[Ints], Options]:
        """Puts the color on some free pegs of class k; these are black in turns that guessed the color there."""
        free = self.pool if k == POOL else self.free[k]
        fields = [black for black, clue in zip(self.black, self.clues, strict=True) if clue.black is not None]
        column = () if k == POOL else self.classes[k]
        hits = [black for black, own in zip(fields, column, strict=False) if own == color]
        change = -free.one - sum(hit.one for hit in hits)

        def options(states: Ints) -> Options:
            most = np.minimum(self._more_of(color, states), free.of(states))
            for hit in hits:
                most = np.minimum(most, hit.of(states))
            count, of, n = numbers_up_to(most)
            after = states[of] + n * change + self._counted(color, states[of], n)
            return count, after, self.choose[free.of(states)[of], n]

        return options

    def _lending(self, i: int, color: int) -> Callable[[Ints], Options]:
        """Promises the color some pegs of classes that open later."""
        closed = self._closed_pegs(i)

        def options(states: Ints) -> Options:
            owed = self.debt.of(states)
            count, of, n = numbers_up_to(np.minimum(self._more_of(color, states), closed - owed))
            after = states[of] + n * self.debt.one + self._counted(color, states[of], n)
            return count, after, self.choose[owed[of] + n, n]

        return options

    def _closing(self, i: int, color: int) -> Callable[[Ints], Options]:
        """All pegs of this color are placed: updates what turns need, closes classes, drops states without a code."""
        coming, closed_pegs, placed = len(self.order) - i - 1, self._closed_pegs(i), set(self.order[: i + 1])
        groups = list(zip(self.classes, self.free, self.class_span, strict=True))
        closing = [free for _, free, (_, last) in groups if last == i]
        opened = [(column, free) for column, free, (first, last) in groups if first <= i < last]
        black_turns = [t for t, clue in enumerate(self.clues) if clue.black is not None]  # the turns of a column
        begun = [t for t, (first, last) in enumerate(self.clue_span) if first <= i <= last]
        places = {t: [free for column, free in opened if column[k] not in placed] for k, t in enumerate(black_turns)}
        worth = [sum(n for own, n in held.items() if own not in placed) for held in self.held]

        def options(states: Ints) -> Options:
            count = self.count.of(states)
            after = states - count * self.count.one
            for clue, held, both in zip(self.clues, self.held, self.both, strict=True):
                if clue.both is not None:
                    after = after - np.minimum(count, held[color]) * both.one
            for free in closing:
                after = after + free.of(after) * (self.pool.one - free.one)
            owed = self.debt.of(after)
            left = closed_pegs - owed + self.pool.of(after) + _sum(after, (free for _, free in opened))
            alive = owed <= closed_pegs
            if not self.game.repeats:
                alive &= left <= coming + len(self.others)
            elif not coming and not self.others:
                alive &= left == 0
            for t in begun:
                missing, needed = self.black[t].of(after), self.both[t].of(after)
                if t in places:
                    alive &= missing <= closed_pegs + _sum(after, places[t])
                if self.clues[t].both is not None:
                    alive &= (missing <= needed) & (needed <= np.minimum(left, worth[t]))
            after = after[alive] + self._needs(i + 1)
            return alive.astype(np.int64), after, np.ones(len(after), np.int64)

        return options

    def _filling(self, k: int) -> Callable[[Ints], Options]:
        """Fills the free pegs of class k with colors that were not guessed there."""
        free, others = self.free[k], self.game.colors - len(set(self.classes[k]))
        power = np.array([others**n for n in range(self.size[k] + 1)], self.dtype)
        left = sum(self.size[k + 1 :])

        def options(states: Ints) -> Options:
            alive = np.ones(len(states), np.bool_)
            for black in self.black:
                alive &= black.of(states) <= left
            n = free.of(states)
            return alive.astype(np.int64), (states - n * free.one)[alive], power[n[alive]]

        return options

    def _closed_pegs(self, i: int) -> int:
        """The pegs of classes that open after the i-th color."""
        return sum(size for size, (first, _) in zip(self.size, self.class_span, strict=True) if first > i)

    def _more_of(self, color: int, states: Ints) -> Ints:
        """How many more pegs of this color the turns allow."""
        count = self.count.of(states)
        most = np.full(len(states), self.game.pegs) if self.game.repeats else 1 - count
        for clue, held, both in zip(self.clues, self.held, self.both, strict=True):
            if clue.both is not None and held[color]:
                need = both.of(states)
                most = np.where(need < held[color], np.minimum(most, need - count), most)
        return most

    def _counted(self, color: int, states: Ints, n: Ints) -> Ints:
        """What to add to states when n more pegs get this color; above what any guess holds, counts are the same."""
        most = (held[color] for clue, held in zip(self.clues, self.held, strict=True) if clue.both is not None)
        enough = max(most, default=0) if self.game.repeats else 1
        count = self.count.of(states)
        return (np.minimum(count + n, enough) - count) * self.count.one


def _sum(states: Ints, fields: Iterable[Field]) -> Ints:
    return sum((field.of(states) for field in fields), np.zeros_like(states))


def numbers_up_to(most: Ints) -> tuple[Ints, Ints, Ints]:
    """Lists the numbers from 0 to `most` for each state: how many there are, the state of each, and the number."""
    count = np.maximum(most + 1, 0)
    if count.sum() > MAX_STEP_OPTIONS:
        raise TableTooLarge
    of = np.repeat(np.arange(len(most)), count)
    return count, of, np.arange(len(of)) - np.repeat(np.cumsum(count) - count, count)
