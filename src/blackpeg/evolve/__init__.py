"""The toolbox of metaheuristics: populations, crossover, mutation, selection and fitness, under their usual names.

A code is a NumPy row of colors from 0, of type uint8. Operators are compiled, work on one code in place, allocate
nothing and draw only from `rng.random()`: call them from Python, or from your own compiled loop over a population. If
colors may not repeat, use the operators with `distinct` in their name and those that only move pegs.

fitness           misfit of one code or many, the best code that was not played
first_population  random codes
operators         crossover and mutation
selection         roulette, tournament, crowding
code_sets         sets of codes for compiled loops

Not loaded with this page: `sample_by_walks`, a sample of candidates by random walks; `soft_chains`, codes that nearly
fit, where no candidate is found, and how probable they make each color at each peg; `known_colors`, what the history
settles about colors; `candidate_parts` and `gather_candidates`, the method of Merelo and others; `kalisker_score` and
`reward_matrix`, of Kalisker & Camens and of Cunha & da Silva.
"""

from ..position import PastTurns
from .code_sets import CodeSet, add_code, clear_codes, empty_code_set, index_of
from .first_population import draw_code, random_codes, random_population, unique_random_codes
from .fitness import BestUnplayed, misfit, misfits, refuse_impossible, rules_broken, was_played, weighted_misfits
from .operators import (
    MutationRates,
    central_segment_crossover,
    circular_distinct_mutation,
    circular_mutation,
    cross_and_mutate,
    cross_and_mutate_both,
    draw_two_pegs,
    inversion_mutation,
    make_distinct,
    mutate_at_rates,
    one_or_two_point_crossover,
    one_point_crossover,
    permutation_mutation,
    point_distinct_mutation,
    point_mutation,
    scramble_mutation,
    subset_mutation,
    swap_mutation,
    two_point_crossover,
    uniform_crossover,
    uniform_difference_crossover,
)
from .selection import Fitness, fill_wheel, most_similar, roulette, roulette_by_rejection, spin_wheel, tournament

__all__ = [
    "PastTurns", "misfit", "misfits", "weighted_misfits", "rules_broken", "was_played", "refuse_impossible",
    "BestUnplayed", "random_population", "unique_random_codes", "random_codes", "draw_code",
    "one_point_crossover", "two_point_crossover", "central_segment_crossover", "uniform_crossover",
    "uniform_difference_crossover", "make_distinct",
    "point_mutation", "point_distinct_mutation", "circular_mutation", "circular_distinct_mutation", "swap_mutation",
    "scramble_mutation", "permutation_mutation", "subset_mutation", "inversion_mutation",
    "cross_and_mutate", "cross_and_mutate_both", "one_or_two_point_crossover", "mutate_at_rates", "MutationRates",
    "draw_two_pegs",
    "Fitness", "roulette", "roulette_by_rejection", "fill_wheel", "spin_wheel", "tournament", "most_similar",
    "CodeSet", "empty_code_set", "index_of", "add_code", "clear_codes",
]  # fmt: skip
