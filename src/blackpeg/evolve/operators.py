"""Crossover writes a child of two parents, mutation changes one code in place.

All draw from `rng.random()` and allocate nothing, so that compiled loops over a population can call them.

In Mastermind all pegs have the same colors. Where each gene has an alphabet of its own (Cabana & Túpac, definition 2),
crossover fits as it is, since a gene stays at its place; a mutation of color is given the gene alone, as a slice, and
the size of its alphabet. Operators that move pegs do not fit.

>>> rng, sizes = np.random.default_rng(1), [2, 3, 8]  # three genes, of 2, 3 and 8 values
>>> child = np.empty(3, np.uint8)
>>> one_point_crossover(child, np.array([0, 0, 0], np.uint8), np.array([1, 2, 7], np.uint8), rng)
>>> for gene, size in enumerate(sizes):
...     circular_mutation(child[gene : gene + 1], size, rng)
>>> child  # it was 0, 0, 7: each gene has the next value of its alphabet, the last one begins again
array([1, 1, 0], dtype=uint8)
"""

from __future__ import annotations

import numpy as np

from ..game import Code
from ..kernels.jit import compiled, inlined
from ..kernels.symmetry import has_bit

# Crossover: `child` is overwritten


@compiled
def one_point_crossover(child: Code, first: Code, second: Code, rng: np.random.Generator) -> None:
    """The child is `first` up to a random cut between two pegs, and `second` from there on.

    >>> child = np.zeros(4, np.uint8)
    >>> one_point_crossover(child, np.full(4, 1, np.uint8), np.full(4, 2, np.uint8), np.random.default_rng(1))
    >>> child
    array([1, 1, 2, 2], dtype=uint8)
    """
    pegs = len(child)
    cut = 1 + int(rng.random() * (pegs - 1))
    for p in range(pegs):
        child[p] = first[p] if p < cut else second[p]


@compiled
def two_point_crossover(child: Code, first: Code, second: Code, rng: np.random.Generator) -> None:
    """The child is `second` between two different cuts and `first` elsewhere; a cut is after any peg, even the last.

    >>> first, second, child = np.zeros(6, np.uint8), np.ones(6, np.uint8), np.empty(6, np.uint8)
    >>> two_point_crossover(child, first, second, np.random.default_rng(1))
    >>> child
    array([0, 0, 0, 0, 1, 1], dtype=uint8)
    """
    pegs = len(child)
    start, stop = 1 + int(rng.random() * pegs), 1 + int(rng.random() * (pegs - 1))
    if stop >= start:
        stop += 1
    if stop < start:
        start, stop = stop, start
    for p in range(pegs):
        child[p] = second[p] if start <= p < stop else first[p]


@compiled
def central_segment_crossover(child: Code, first: Code, second: Code, rng: np.random.Generator) -> None:
    """The child is `first` with a segment of `second` that touches neither end.

    With one or two pegs, where no such segment exists, it takes its first peg from `second`.

    >>> first, second, child = np.zeros(6, np.uint8), np.ones(6, np.uint8), np.empty(6, np.uint8)
    >>> central_segment_crossover(child, first, second, np.random.default_rng(1))
    >>> child
    array([0, 0, 0, 1, 1, 0], dtype=uint8)
    """
    pegs = len(child)
    start, stop = 0, 1
    if pegs > 2:
        start, stop = draw_two_pegs(pegs - 1, rng)
        start += 1
        stop += 1
    for p in range(pegs):
        child[p] = second[p] if start <= p < stop else first[p]


@compiled
def uniform_crossover(child: Code, first: Code, second: Code, rng: np.random.Generator) -> None:
    """Each peg of the child is from either parent with probability 1/2.

    >>> first, second, child = np.zeros(6, np.uint8), np.ones(6, np.uint8), np.empty(6, np.uint8)
    >>> uniform_crossover(child, first, second, np.random.default_rng(1))
    >>> child
    array([1, 1, 0, 1, 0, 0], dtype=uint8)
    """
    for p in range(len(child)):
        child[p] = first[p] if rng.random() < 0.5 else second[p]


@compiled
def uniform_difference_crossover(child: Code, first: Code, second: Code, rng: np.random.Generator) -> None:
    """The child is `first` with up to half of its pegs, rounded up, from `second`, only where the parents differ.

    At least one of the pegs where they differ stays as in `first`.

    >>> first, second, child = np.zeros(6, np.uint8), np.ones(6, np.uint8), np.empty(6, np.uint8)
    >>> uniform_difference_crossover(child, first, second, np.random.default_rng(1))
    >>> child
    array([0, 1, 1, 1, 0, 0], dtype=uint8)
    """
    pegs, differ = len(child), 0
    for p in range(pegs):
        child[p] = first[p]
        differ += first[p] != second[p]
    take, luck = min((pegs + 1) // 2, differ - 1), 0.0
    for p in range(pegs):
        if take <= 0:
            break
        if p % 16 == 0:  # one draw is enough for 16 pegs: what remains of it is uniform again
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
    """Gives every peg that repeats an earlier color a random color that the code does not have.

    >>> code = np.array([2, 2, 5], np.uint8)
    >>> make_distinct(code, 6, np.random.default_rng(1))
    >>> code
    array([2, 3, 5], dtype=uint8)
    """
    free = colors
    for p in range(len(code)):
        free -= not _holds(code[:p], code[p])
    for p in range(len(code)):
        if _holds(code[:p], code[p]):
            code[p] = _free_color(code, int(rng.random() * free))
            free -= 1


@inlined
def _holds(code: Code, color: int) -> bool:
    """Checks whether a code has a color."""
    found = False
    for p in range(len(code)):
        found |= code[p] == color
    return found


@compiled
def _free_color(code: Code, skip: int) -> int:
    """Returns color number `skip`, from 0, of those that the code does not have."""
    color = 0
    while True:
        if not _holds(code, color):
            if skip == 0:
                return color
            skip -= 1
        color += 1


# Mutation: `code` is changed in place


@compiled
def point_mutation(code: Code, colors: int, rng: np.random.Generator) -> None:
    """A random peg takes a random other color.

    >>> code = np.zeros(4, np.uint8)
    >>> point_mutation(code, 6, np.random.default_rng(1))
    >>> code
    array([0, 0, 5, 0], dtype=uint8)
    """
    p = int(rng.random() * len(code))
    if colors > 1:
        code[p] = (code[p] + 1 + int(rng.random() * (colors - 1))) % colors


@compiled
def point_distinct_mutation(code: Code, colors: int, rng: np.random.Generator) -> None:
    """A random peg takes a random color that the code does not have; if it has all colors, nothing changes.

    >>> code = np.array([0, 1, 2, 3, 4, 5], np.uint8)
    >>> point_distinct_mutation(code, 9, np.random.default_rng(1))
    >>> code
    array([0, 1, 2, 3, 4, 7], dtype=uint8)
    """
    if colors > len(code):
        code[int(rng.random() * len(code))] = _free_color(code, int(rng.random() * (colors - len(code))))


@compiled
def circular_mutation(code: Code, colors: int, rng: np.random.Generator) -> None:
    """A random peg takes the next color, the first after the last: Cabana & Túpac's Mastermind mutation.

    >>> code = np.array([0, 1, 2, 3, 4, 5], np.uint8)
    >>> circular_mutation(code, 6, np.random.default_rng(1))
    >>> code
    array([0, 1, 2, 4, 4, 5], dtype=uint8)
    """
    p = int(rng.random() * len(code))
    code[p] = (code[p] + 1) % colors


@compiled
def circular_distinct_mutation(code: Code, colors: int, rng: np.random.Generator) -> None:
    """A random peg takes the next color that the code does not have; if it has all colors, nothing changes.

    >>> code = np.array([0, 1, 2, 3, 4, 5], np.uint8)
    >>> circular_distinct_mutation(code, 9, np.random.default_rng(1))
    >>> code
    array([0, 1, 2, 6, 4, 5], dtype=uint8)
    """
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
    """Two random pegs are exchanged; papers also call this position mutation or permutation.

    >>> code = np.array([0, 1, 2, 3, 4, 5], np.uint8)
    >>> swap_mutation(code, np.random.default_rng(1))
    >>> code
    array([0, 1, 2, 5, 4, 3], dtype=uint8)
    """
    if len(code) > 1:
        start, stop = draw_two_pegs(len(code), rng)
        code[start], code[stop] = code[stop], code[start]


@compiled
def scramble_mutation(code: Code, rng: np.random.Generator) -> None:
    """A random segment of at least two pegs is shuffled.

    >>> code = np.array([0, 1, 2, 3, 4, 5], np.uint8)
    >>> scramble_mutation(code, np.random.default_rng(1))
    >>> code
    array([0, 1, 2, 5, 4, 3], dtype=uint8)
    """
    if len(code) > 1:
        start, stop = draw_two_pegs(len(code), rng)
        for p in range(stop, start, -1):
            other = start + int(rng.random() * (p - start + 1))
            code[p], code[other] = code[other], code[p]


@compiled
def permutation_mutation(code: Code, rng: np.random.Generator) -> None:
    """All pegs are shuffled.

    >>> code = np.array([0, 1, 2, 3, 4, 5], np.uint8)
    >>> permutation_mutation(code, np.random.default_rng(1))
    >>> code
    array([1, 5, 2, 0, 4, 3], dtype=uint8)
    """
    for p in range(len(code) - 1, 0, -1):
        other = int(rng.random() * (p + 1))
        code[p], code[other] = code[other], code[p]


@compiled
def subset_mutation(code: Code, rng: np.random.Generator) -> None:
    """A random subset of at least two pegs is shuffled.

    >>> code = np.array([0, 1, 2, 3, 4, 5], np.uint8)
    >>> subset_mutation(code, np.random.default_rng(1))
    >>> code
    array([0, 4, 2, 3, 1, 5], dtype=uint8)
    """
    pegs = len(code)
    if pegs < 2:
        return
    chosen, chosen_above_63 = np.uint64(0), np.uint64(0)  # pegs as bits
    left, last = 2 + int(rng.random() * (pegs - 1)), -1
    for p in range(pegs):
        if rng.random() * (pegs - p) < left:
            if p < 64:
                chosen |= np.uint64(1) << np.uint64(p)
            else:
                chosen_above_63 |= np.uint64(1) << np.uint64(p - 64)
            left -= 1
    for p in range(pegs):  # each chosen peg changes places with a chosen one up to itself
        if not has_bit(chosen, chosen_above_63, p):
            continue
        last += 1
        skip = int(rng.random() * (last + 1))
        for q in range(p + 1):
            if has_bit(chosen, chosen_above_63, q):
                if skip == 0:
                    code[p], code[q] = code[q], code[p]
                    break
                skip -= 1


@compiled
def inversion_mutation(code: Code, rng: np.random.Generator) -> None:
    """A random segment of at least two pegs is reversed.

    >>> code = np.array([0, 1, 2, 3, 4, 5], np.uint8)
    >>> inversion_mutation(code, np.random.default_rng(1))
    >>> code
    array([0, 1, 2, 5, 4, 3], dtype=uint8)
    """
    if len(code) > 1:
        start, stop = draw_two_pegs(len(code), rng)
        while start < stop:
            code[start], code[stop] = code[stop], code[start]
            start, stop = start + 1, stop - 1


MutationRates = tuple[float, float, float]  # of point mutation, swap and inversion


@inlined
def one_or_two_point_crossover(child: Code, first: Code, second: Code, rng: np.random.Generator) -> None:
    """Crossover at one point or at two, with probability 1/2 each.

    >>> first, second, child = np.zeros(6, np.uint8), np.ones(6, np.uint8), np.empty(6, np.uint8)
    >>> one_or_two_point_crossover(child, first, second, np.random.default_rng(1))
    >>> child
    array([0, 1, 1, 1, 1, 1], dtype=uint8)
    """
    if rng.random() < 0.5:
        one_point_crossover(child, first, second, rng)
    else:
        two_point_crossover(child, first, second, rng)


@inlined
def mutate_at_rates(child: Code, rates: MutationRates, colors: int, repeats: bool, rng: np.random.Generator) -> None:
    """Point mutation, swap and inversion, each at its rate; before them a child that may not is rid of repeats.

    >>> code = np.array([0, 1, 2, 2], np.uint8)
    >>> mutate_at_rates(code, (0.0, 0.0, 0.0), 4, False, np.random.default_rng(1))
    >>> code
    array([0, 1, 2, 3], dtype=uint8)
    """
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
def draw_two_pegs(pegs: int, rng: np.random.Generator) -> tuple[int, int]:
    """Returns two different random pegs, the smaller first; every pair has the same probability.

    >>> draw_two_pegs(6, np.random.default_rng(1))
    (3, 5)
    """
    one, other = int(rng.random() * pegs), int(rng.random() * (pegs - 1))
    if other >= one:
        other += 1
    return min(one, other), max(one, other)


@compiled
def cross_and_mutate(
    child: Code, first: Code, second: Code, rates: MutationRates, colors: int, repeats: bool, rng: np.random.Generator
) -> None:
    """Makes a child as Berghman et al. (2009) do: crossover at one or two points, then mutations at their rates.

    These are point mutation, swap and inversion. If colors may not repeat (`repeats=False`), the child has none twice.

    >>> first, second, child = np.zeros(6, np.uint8), np.ones(6, np.uint8), np.empty(6, np.uint8)
    >>> cross_and_mutate(child, first, second, (1.0, 0.0, 0.0), 6, True, np.random.default_rng(1))
    >>> child
    array([0, 4, 1, 1, 1, 1], dtype=uint8)
    """
    one_or_two_point_crossover(child, first, second, rng)
    mutate_at_rates(child, rates, colors, repeats, rng)


@compiled
def cross_and_mutate_both(
    child: Code, other: Code, first: Code, second: Code, rates: MutationRates, colors: int, repeats: bool,
    rng: np.random.Generator,
) -> None:  # fmt: skip
    """Makes two children in the same way, by one crossover: at each peg, one takes after each parent.

    >>> first, second, child, other = np.zeros(6, np.uint8), np.ones(6, np.uint8), *np.empty((2, 6), np.uint8)
    >>> cross_and_mutate_both(child, other, first, second, (0.0, 0.0, 0.0), 6, True, np.random.default_rng(1))
    >>> child, other
    (array([0, 1, 1, 1, 1, 1], dtype=uint8), array([1, 0, 0, 0, 0, 0], dtype=uint8))
    """
    one_or_two_point_crossover(child, first, second, rng)
    for p in range(len(child)):
        other[p] = first[p] ^ second[p] ^ child[p]
    mutate_at_rates(child, rates, colors, repeats, rng)
    mutate_at_rates(other, rates, colors, repeats, rng)
