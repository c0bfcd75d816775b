"""What the metaheuristics share: populations, crossover, mutation and selection, under their usual names.

Operators are compiled and work on one code in place, so that a strategy's own compiled loop over its
population is built of them. They allocate nothing and draw only `rng.random()`. A code is a row of colors from
0; where colors may not repeat, use the operators that say `distinct`, and those that only move pegs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .errors import BlackpegError
from .game import Game
from .kernels.feedback import feedback, probes_of, table_of
from .kernels.jit import compiled
from .kernels.simd import answers_into
from .position import NOTHING, Move, Position

Code = npt.NDArray[np.uint8]  # shape (pegs,)
Codes = npt.NDArray[np.uint8]  # shape (n, pegs)
Fitness = npt.NDArray[np.float64]  # more is better

CHECKED = 2**20  # codes of games in which a search that finds no candidate makes sure that there is one


# What a code is judged by


class Past(NamedTuple):
    """The history as compiled loops take it."""

    guesses: Codes
    answers: npt.NDArray[np.int64]
    whites: bool


def past_of(position: Position) -> Past:
    """What was asked and answered so far."""
    shape = position.guesses, position.game.pegs
    guesses = np.array([turn.guess for turn in position.history], np.uint8).reshape(shape)
    return Past(guesses, np.array([turn.feedback for turn in position.history], np.int64), position.game.whites)


@compiled
def misfit(code: Code, past: Past) -> int:
    """How many black and white pegs too many or too few the code would have answered, over all turns; 0: it fits."""
    base, total = len(code) + 1, 0
    for turn in range(len(past.answers)):
        own, real = feedback(code, past.guesses[turn], past.whites), past.answers[turn]
        total += abs(own // base - real // base) + abs(own % base - real % base)
    return total


@compiled
def misfits(codes: Codes, past: Past) -> npt.NDArray[np.int64]:
    """The misfit of each code, all codes side by side: some ten times faster than one by one."""
    out = np.zeros(len(codes), np.int64)
    _add_misfits(out, codes, past, 1)
    return out


@compiled
def weighted_misfits(codes: Codes, past: Past, weight: float) -> Fitness:
    """The same where a black peg too many or too few counts as so many white ones."""
    out = np.zeros(len(codes))
    _add_misfits(out, codes, past, weight)
    return out


@compiled
def _add_misfits(out: npt.NDArray[Any], codes: Codes, past: Past, weight: float) -> None:
    n, pegs = codes.shape
    base, colors = pegs + 1, 1
    for i in range(n):
        for p in range(pegs):
            colors = max(colors, codes[i, p] + 1)
    for t in range(len(past.guesses)):
        for p in range(pegs):
            colors = max(colors, past.guesses[t, p] + 1)
    table, probes = table_of(codes.T, colors), probes_of(past.guesses.T, past.whites)
    told = np.empty(table.shape[1], np.uint16)
    off = np.empty(base * base, out.dtype)  # of each answer, by how much it is not the one given
    for t in range(len(past.answers)):
        real = past.answers[t]
        for black in range(base):
            for white in range(base):
                off[black * base + white] = weight * abs(black - real // base) + abs(white - real % base)
        answers_into(told, table, 0, n, probes, t, pegs if past.whites else base)
        for i in range(n):
            out[i] += off[told[i]]


@compiled
def was_played(code: Code, past: Past) -> bool:
    """Is the code one of the guesses made so far?"""
    for turn in range(len(past.guesses)):
        p = 0
        while p < len(code) and code[p] == past.guesses[turn, p]:
            p += 1
        if p == len(code):
            return True
    return False


def refuse_impossible(position: Position) -> None:
    """Raise `Impossible` where no code fits the history, in games small enough to make sure."""
    if position.game.size <= CHECKED:
        position.columns  # noqa: B018


class Best:
    """The fittest code seen at a turn that was not played before, for when the budget ends."""

    def __init__(self, position: Position) -> None:
        self.position, self.fitness = position, -np.inf
        self._code: Code | None = None
        self._played = {turn.guess.tobytes() for turn in position.history}

    def see(self, codes: Codes, fitness: Fitness) -> None:
        """Look through a generation; of equals the first seen stays."""
        top = int(fitness.argmax())
        if fitness[top] > self.fitness:
            if codes[top].tobytes() in self._played:
                new = (i for i in np.argsort(-fitness, kind="stable") if codes[i].tobytes() not in self._played)
                top = int(next(new, -1))
            if top >= 0 and fitness[top] > self.fitness:
                self._code, self.fitness = codes[top].copy(), float(fitness[top])

    def code(self, rng: np.random.Generator) -> Code:
        """It, or where every code seen was played, another; again a played one only in games that have no other."""
        for _ in range(10_000):
            if self._code is not None and self._code.tobytes() not in self._played:
                break
            self._code = population_of(self.position.game, 1, rng)[0]
        assert self._code is not None
        return self._code

    def move(
        self, found: bool, evaluations: int, rng: np.random.Generator, memory: Mapping[str, Any] = NOTHING
    ) -> Move:  # fmt: skip
        """The move that plays it: a candidate where one was found; else the budget is spent, or nothing fits."""
        if not found:
            refuse_impossible(self.position)
        note = "" if found else "budget spent"
        return Move(self.code(rng), memory, evaluations, evaluations * self.position.guesses, note)


# First guesses


def fixed_first(position: Position, first: str | None) -> Code | None:
    """The first guess that was asked for, where it is time for it."""
    return None if position.history or first is None else position.game.code(first)


def first_refused(game: Game, first: str | None) -> str | None:
    """A sentence if the first guess asked for is no code of the game."""
    if first is not None:
        try:
            game.code(first)
        except BlackpegError as error:
            return f"the first guess does not fit: {error}"
    return None


def first_colors(game: Game) -> Code:
    """1234...: the first colors in turn."""
    return (np.arange(game.pegs) % game.colors).astype(np.uint8)


def first_pairs(game: Game) -> Code:
    """1122...: each of the first colors twice; 1234... where colors may not repeat."""
    return (np.arange(game.pegs) // 2 % game.colors).astype(np.uint8) if game.repeats else first_colors(game)


# Populations


def population_of(game: Game, n: int, rng: np.random.Generator) -> Codes:
    """`n` legal codes, but not more than there are in the game."""
    draw = random_codes if game.repeats else random_distinct_codes
    codes: Codes = draw(min(n, game.size), game.pegs, game.colors, rng)
    return codes


@compiled
def random_codes(n: int, pegs: int, colors: int, rng: np.random.Generator) -> Codes:
    """`n` codes, each peg of any color."""
    codes = np.empty((n, pegs), np.uint8)
    for i in range(n):
        for p in range(pegs):
            codes[i, p] = int(rng.random() * colors)
    return codes


@compiled
def random_distinct_codes(n: int, pegs: int, colors: int, rng: np.random.Generator) -> Codes:
    """`n` codes, each of `pegs` different colors; there must be that many."""
    codes = np.empty((n, pegs), np.uint8)
    deck = np.arange(colors).astype(np.uint8)
    for i in range(n):
        for p in range(pegs):
            other = p + int(rng.random() * (colors - p))
            deck[p], deck[other] = deck[other], deck[p]
            codes[i, p] = deck[p]
    return codes


def different_codes(game: Game, n: int, rng: np.random.Generator) -> Codes:
    """`n` legal codes, no two alike, but not more than there are in the game."""
    n = min(n, game.size)
    if game.size <= 2 * n:
        return rng.permutation(game.codes)[:n]
    codes: Codes = _different_codes(code_set(n, game.pegs), n, game.colors, game.repeats, rng)
    return codes


@compiled
def _different_codes(met: CodeSet, n: int, colors: int, repeats: bool, rng: np.random.Generator) -> Codes:
    code, deck = np.empty(met.codes.shape[1], np.uint8), np.arange(colors).astype(np.uint8)
    while met.held[0] < n:
        random_code(code, deck, repeats, rng)
        add(met, code)
    return met.codes


@compiled
def random_code(code: Code, deck: Code, repeats: bool, rng: np.random.Generator) -> None:
    """Write any legal code; `deck` holds all colors once, in an order that this changes."""
    colors = len(deck)
    for p in range(len(code)):
        other = int(rng.random() * colors) if repeats else p + int(rng.random() * (colors - p))
        if not repeats:
            deck[p], deck[other] = deck[other], deck[p]
        code[p] = deck[p] if not repeats else deck[other]


# Sets of codes


class CodeSet(NamedTuple):
    """Codes in the order in which they were met, no two alike, and a hash table to look them up."""

    codes: Codes  # room for them
    slots: npt.NDArray[np.int64]  # where in `codes`, or -1
    held: npt.NDArray[np.int64]  # one number: how many there are

    def __str__(self) -> str:
        return f"{self.held[0]} codes"


@compiled
def code_set(room: int, pegs: int) -> CodeSet:
    """An empty set with room for so many codes."""
    slots = 4
    while slots < 2 * room:
        slots *= 2
    return CodeSet(np.empty((room, pegs), np.uint8), np.full(slots, -1), np.zeros(1, np.int64))


@compiled
def _slot(met: CodeSet, code: Code) -> int:
    """The slot that holds the code, or the free one where it would go."""
    mask, mixed = np.uint64(len(met.slots) - 1), np.uint64(14695981039346656037)
    for p in range(len(code)):
        mixed = (mixed ^ np.uint64(code[p])) * np.uint64(1099511628211)
    slot = (mixed ^ (mixed >> np.uint64(29))) & mask
    while True:
        where = met.slots[slot]
        if where < 0:
            return int(slot)
        same = True
        for p in range(len(code)):
            same = same and met.codes[where, p] == code[p]
        if same:
            return int(slot)
        slot = (slot + np.uint64(1)) & mask


@compiled
def where_in(met: CodeSet, code: Code) -> int:
    """The number of the code in the set, or -1."""
    return met.slots[_slot(met, code)]


@compiled
def add(met: CodeSet, code: Code) -> bool:
    """Put the code in the set, if there is room; was it new?"""
    slot, n = _slot(met, code), met.held[0]
    if met.slots[slot] >= 0 or n == len(met.codes):
        return False
    met.slots[slot] = n
    met.codes[n] = code
    met.held[0] = n + 1
    return True


@compiled
def clear(met: CodeSet) -> None:
    """Take everything out."""
    met.slots[:] = -1
    met.held[0] = 0


# Crossover: the child is written in place; one pair of parents makes one child


@compiled
def one_point(child: Code, first: Code, second: Code, rng: np.random.Generator) -> None:
    """The child is `first` up to a cut between two pegs, `second` from there on."""
    pegs = len(child)
    cut = 1 + int(rng.random() * (pegs - 1))
    for p in range(pegs):
        child[p] = first[p] if p < cut else second[p]


@compiled
def two_point(child: Code, first: Code, second: Code, rng: np.random.Generator) -> None:
    """The child is `second` between two cuts, `first` elsewhere; a cut is after any peg, also the last."""
    pegs = len(child)
    start, stop = 1 + int(rng.random() * pegs), 1 + int(rng.random() * (pegs - 1))
    if stop >= start:
        stop += 1
    if stop < start:
        start, stop = stop, start
    for p in range(pegs):
        child[p] = second[p] if start <= p < stop else first[p]


@compiled
def central_segment(child: Code, first: Code, second: Code, rng: np.random.Generator) -> None:
    """The child is `first` with a stretch of `second` that touches neither end, where there are three pegs for it."""
    pegs = len(child)
    start, stop = 0, 1
    if pegs > 2:
        start, stop = two_pegs(pegs - 1, rng)
        start += 1
        stop += 1
    for p in range(pegs):
        child[p] = second[p] if start <= p < stop else first[p]


@compiled
def uniform(child: Code, first: Code, second: Code, rng: np.random.Generator) -> None:
    """Each peg of the child is of either parent with the same chance."""
    for p in range(len(child)):
        child[p] = first[p] if rng.random() < 0.5 else second[p]


@compiled
def uniform_difference(child: Code, first: Code, second: Code, rng: np.random.Generator) -> None:
    """The child is `first` with half of the pegs, rounded up, from `second`, drawn from those where these differ.

    At least one such peg stays as in `first`.
    """
    pegs, differ = len(child), 0
    for p in range(pegs):
        child[p] = first[p]
        differ += first[p] != second[p]
    take, luck = min((pegs + 1) // 2, differ - 1), 0.0
    for p in range(pegs):
        if take <= 0:
            break
        if p % 16 == 0:  # one draw is enough for as many pegs: what is left of it is again uniform
            luck = rng.random()
        if first[p] != second[p]:
            luck *= differ
            if luck < take:
                luck /= take
                child[p] = second[p]
                take -= 1
            else:
                luck = (luck - take) / (differ - take)
            differ -= 1


@compiled
def make_distinct(code: Code, colors: int, rng: np.random.Generator) -> None:
    """Give every peg that repeats an earlier one a color that the code does not hold, drawn evenly."""
    held, free = np.uint64(0), colors
    for p in range(len(code)):
        bit = np.uint64(1) << np.uint64(code[p])
        if not held & bit:
            held |= bit
            free -= 1
    seen = np.uint64(0)
    for p in range(len(code)):
        bit = np.uint64(1) << np.uint64(code[p])
        if seen & bit:
            color = _free_color(held, int(rng.random() * free))
            bit = np.uint64(1) << np.uint64(color)
            code[p] = color
            held |= bit
            free -= 1
        seen |= bit


@compiled
def _free_color(held: np.uint64, skip: int) -> int:
    """The color after `skip` others that are not in the set `held`, a bit for each."""
    color = 0
    while True:
        if not held & (np.uint64(1) << np.uint64(color)):
            if skip == 0:
                return color
            skip -= 1
        color += 1


# Mutation: the code is changed in place


@compiled
def point_mutation(code: Code, colors: int, rng: np.random.Generator) -> None:
    """One peg takes another color, any but its own."""
    p = int(rng.random() * len(code))
    if colors > 1:
        code[p] = (code[p] + 1 + int(rng.random() * (colors - 1))) % colors


@compiled
def point_distinct_mutation(code: Code, colors: int, rng: np.random.Generator) -> None:
    """One peg takes any color that the code does not hold; where it holds all, nothing changes."""
    if colors > len(code):
        held = np.uint64(0)
        for color in code:
            held |= np.uint64(1) << np.uint64(color)
        code[int(rng.random() * len(code))] = _free_color(held, int(rng.random() * (colors - len(code))))


@compiled
def circular_mutation(code: Code, colors: int, rng: np.random.Generator) -> None:
    """One peg takes the next color, after the last one the first: Cabana & Túpac's Mastermind mutation."""
    p = int(rng.random() * len(code))
    code[p] = (code[p] + 1) % colors


@compiled
def circular_distinct_mutation(code: Code, colors: int, rng: np.random.Generator) -> None:
    """One peg takes the next color that the code does not hold; where it holds all, nothing changes."""
    p = int(rng.random() * len(code))
    for step in range(1, colors):
        color = (code[p] + step) % colors
        taken = False
        for q in range(len(code)):
            taken = taken or code[q] == color
        if not taken:
            code[p] = color
            return


@compiled
def swap_mutation(code: Code, rng: np.random.Generator) -> None:
    """Two pegs change places: position mutation, or permutation."""
    if len(code) > 1:
        start, stop = two_pegs(len(code), rng)
        code[start], code[stop] = code[stop], code[start]


@compiled
def scramble_mutation(code: Code, rng: np.random.Generator) -> None:
    """A stretch of at least two pegs is shuffled."""
    if len(code) > 1:
        start, stop = two_pegs(len(code), rng)
        for p in range(stop, start, -1):
            other = start + int(rng.random() * (p - start + 1))
            code[p], code[other] = code[other], code[p]


@compiled
def permutation_mutation(code: Code, rng: np.random.Generator) -> None:
    """All pegs are shuffled."""
    for p in range(len(code) - 1, 0, -1):
        other = int(rng.random() * (p + 1))
        code[p], code[other] = code[other], code[p]


@compiled
def subset_mutation(code: Code, rng: np.random.Generator) -> None:
    """Some pegs are shuffled, from two on to all, any of them."""
    pegs = len(code)
    if pegs < 2:
        return
    chosen, take, last = np.uint64(0), 2 + int(rng.random() * (pegs - 1)), -1
    left = take
    for p in range(pegs):
        if rng.random() * (pegs - p) < left:
            chosen |= np.uint64(1) << np.uint64(p)
            left -= 1
    for p in range(pegs):  # each chosen peg changes places with a chosen one up to itself
        if not chosen & (np.uint64(1) << np.uint64(p)):
            continue
        last += 1
        skip = int(rng.random() * (last + 1))
        for q in range(p + 1):
            if chosen & (np.uint64(1) << np.uint64(q)):
                if skip == 0:
                    code[p], code[q] = code[q], code[p]
                    break
                skip -= 1


@compiled
def inversion_mutation(code: Code, rng: np.random.Generator) -> None:
    """A stretch of at least two pegs is turned round."""
    if len(code) > 1:
        start, stop = two_pegs(len(code), rng)
        while start < stop:
            code[start], code[stop] = code[stop], code[start]
            start, stop = start + 1, stop - 1


Rates = tuple[float, float, float]  # of mutation, permutation and inversion


@compiled
def cross_and_mutate(
    child: Code, first: Code, second: Code, rates: Rates, colors: int, repeats: bool, rng: np.random.Generator
) -> None:
    """Berghman's operators in a row: one or two cuts, then a point, a swap and an inversion at their rates."""
    if rng.random() < 0.5:
        one_point(child, first, second, rng)
    else:
        two_point(child, first, second, rng)
    if not repeats:
        make_distinct(child, colors, rng)
    if rng.random() < rates[0]:
        if repeats:
            point_mutation(child, colors, rng)
        else:
            point_distinct_mutation(child, colors, rng)
    if rng.random() < rates[1]:
        swap_mutation(child, rng)
    if rng.random() < rates[2]:
        inversion_mutation(child, rng)


@compiled
def two_pegs(pegs: int, rng: np.random.Generator) -> tuple[int, int]:
    """Two different pegs in order, each pair with the same chance."""
    one, other = int(rng.random() * pegs), int(rng.random() * (pegs - 1))
    if other >= one:
        other += 1
    return min(one, other), max(one, other)


# Selection


@compiled
def roulette(fitness: Fitness, rng: np.random.Generator) -> int:
    """An index with a chance in proportion to its fitness, none below 0; any index where no fitness is above 0."""
    total = 0.0
    for f in fitness:
        if f > 0:
            total += f
    if not total > 0:
        return int(rng.random() * len(fitness))
    spin, last = rng.random() * total, 0
    for i in range(len(fitness)):
        if fitness[i] > 0:
            last = i
            spin -= fitness[i]
            if spin < 0:
                break
    return last


@compiled
def wheel_into(wheel: Fitness, fitness: Fitness) -> None:
    """Sums of fitness up to each index, none below 0, to be spun many times; all alike where none is above 0."""
    total = 0.0
    for i in range(len(fitness)):
        total += max(0.0, fitness[i])
        wheel[i] = total
    if not total > 0:
        for i in range(len(fitness)):
            wheel[i] = i + 1


@compiled
def spin(wheel: Fitness, rng: np.random.Generator) -> int:
    """An index with a chance in proportion to its fitness."""
    return min(np.searchsorted(wheel, rng.random() * wheel[-1], side="right"), len(wheel) - 1)


@compiled
def tournament(fitness: Fitness, entrants: int, rng: np.random.Generator) -> int:
    """The fittest of some indices, each drawn from all; of equals the first drawn."""
    n, best, rest = len(fitness), -1, 0.0
    for i in range(entrants):
        rest = (rng.random() if i % 3 == 0 else rest) * n  # its 53 bits are enough for three indices
        other = int(rest)
        rest -= other
        if best < 0 or fitness[other] > fitness[best]:
            best = other
    return best


@compiled
def roulette_below(fitness: Fitness, most: float, rng: np.random.Generator) -> int:
    """The same draw as `roulette` without adding up, where no fitness is above `most`: draw, and keep by chance."""
    for _ in range(1000 * len(fitness)):
        i = int(rng.random() * len(fitness))
        if rng.random() * most < fitness[i]:
            return i
    return roulette(fitness, rng)


# Replacement


@compiled
def most_similar(code: Code, codes: Codes, among: npt.NDArray[np.int64]) -> int:
    """Crowding: the place in the list `among` of the one of `codes` that has the most pegs in common with `code`."""
    best, most = 0, -1
    for k in range(len(among)):
        other, same = codes[among[k]], 0
        for p in range(len(code)):
            same += code[p] == other[p]
        if same > most:
            best, most = k, same
    return best
