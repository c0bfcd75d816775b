"""Crossover and mutation, on one code in place."""

from __future__ import annotations

import numpy as np

from ..game import Code
from ..kernels.jit import compiled

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
