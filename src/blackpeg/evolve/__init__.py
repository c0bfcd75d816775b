"""What the metaheuristics share: populations, crossover, mutation and selection, under their usual names.

Operators are compiled and work on one code in place, so that a strategy's own compiled loop over its
population is built of them. They allocate nothing and draw only `rng.random()`. A code is a row of colors from
0; where colors may not repeat, use the operators that say `distinct`, and those that only move pegs.

judging      the history as compiled loops take it; how far a code is from it; the best code seen
populations  first guesses, random codes
operators    crossover and mutation
selection    who becomes a parent, who is replaced
sets         sets of codes
"""

from .code_sets import CodeSet, add, clear, code_set, where_in
from .fitness import CHECKED, Best, Past, misfit, misfits, past_of, refuse_impossible, was_played, weighted_misfits
from .operators import (
    Rates,
    central_segment,
    circular_distinct_mutation,
    circular_mutation,
    cross_and_mutate,
    inversion_mutation,
    make_distinct,
    one_point,
    permutation_mutation,
    point_distinct_mutation,
    point_mutation,
    scramble_mutation,
    subset_mutation,
    swap_mutation,
    two_pegs,
    two_point,
    uniform,
    uniform_difference,
)
from .populations import (
    different_codes,
    first_colors,
    first_pairs,
    first_refused,
    fixed_first,
    population_of,
    random_code,
    random_codes,
    random_distinct_codes,
)
from .selection import Fitness, most_similar, roulette, roulette_below, spin, tournament, wheel_into

__all__ = [
    "Past", "past_of", "misfit", "misfits", "weighted_misfits", "was_played", "refuse_impossible", "Best", "CHECKED",
    "one_point", "two_point", "central_segment", "uniform", "uniform_difference", "make_distinct",
    "point_mutation", "point_distinct_mutation", "circular_mutation", "circular_distinct_mutation", "swap_mutation",
    "scramble_mutation", "permutation_mutation", "subset_mutation", "inversion_mutation", "cross_and_mutate", "Rates",
    "two_pegs", "fixed_first", "first_refused", "first_colors", "first_pairs", "population_of", "random_codes",
    "random_distinct_codes", "different_codes", "random_code", "Fitness", "roulette", "roulette_below", "wheel_into",
    "spin", "tournament", "most_similar", "CodeSet", "code_set", "where_in", "add", "clear",
]  # fmt: skip
