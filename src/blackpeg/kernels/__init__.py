"""Compiled loops over arrays of codes; all that knows how codes are packed.

Sets of codes go in as columns, shape (pegs, n), contiguous and writable: one type, compiled once.
"""

from .feedback import feedback, feedbacks, keep, part_sizes
from .jit import compile_seconds, compiled
from .one_step import LARGEST, SUM, Pool, Rule, best_guess, pool_of, tree_of
from .replay import turns_of
from .symmetry import least_of

__all__ = [
    "compile_seconds", "compiled", "feedback", "feedbacks", "keep", "part_sizes",
    "LARGEST", "SUM", "Pool", "Rule", "best_guess", "pool_of", "tree_of", "least_of", "turns_of",
]  # fmt: skip
