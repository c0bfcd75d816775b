"""Compiled loops over arrays of codes; all that knows how codes are packed.

The functions of this face take codes as they are: read-only, transposed, or slices of larger arrays. A set of codes has
the shape (pegs, n), a code a column. Feedback is one number, black * (pegs + 1) + white. Compiled functions of other
rooms call the compiled functions of the modules inside.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from . import feedback as _compiled
from . import follow_tree as _replay
from .jit import compact, compile_seconds, compiled, left_out_of_times, watch_compiling
from .one_step import LARGEST, SUM, Pool, Rule, best_guess, pool_of, tree_of
from .symmetry import representatives

Bytes = npt.NDArray[np.uint8]


def feedback(secret: Bytes, guess: Bytes, whites: bool) -> int:
    """The feedback to `guess` when `secret` is hidden."""
    return _compiled.feedback(secret.copy(), guess.copy(), whites)


def feedbacks(columns: Bytes, guess: Bytes, whites: bool) -> npt.NDArray[np.uint16]:
    """The feedback that each code would give to `guess` if it were the secret."""
    return _compiled.feedbacks(compact(columns), guess.copy(), whites)


def keep(columns: Bytes, guess: Bytes, feedback: int, whites: bool) -> Bytes:
    """The columns of the codes that give this feedback to `guess`."""
    return _compiled.keep(compact(columns), guess.copy(), feedback, whites)


def part_sizes(guesses: Bytes, candidates: Bytes, colors: int, whites: bool) -> npt.NDArray[np.int32]:
    """sizes[g, f]: how many candidates give feedback f to guess g."""
    block = _compiled.feedback_block(len(guesses))
    return _compiled.part_sizes_by_block(compact(guesses), compact(candidates), colors, whites, block)


def turns_of(
    secrets: Bytes,
    guesses: Bytes,
    parents: npt.NDArray[np.int32],
    feedbacks: npt.NDArray[np.int32],
    wins: npt.NDArray[np.bool_],
    whites: bool,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """How many guesses a tree needs for each secret, one a row, and after how many it is known; 0: never found."""
    return _replay.turns_of(compact(secrets), compact(guesses), parents, feedbacks, wins, whites)


__all__ = [
    "compile_seconds", "compiled", "left_out_of_times", "feedback", "feedbacks", "keep", "part_sizes",
    "LARGEST", "SUM", "Pool", "Rule", "best_guess", "pool_of", "tree_of", "representatives", "turns_of",
    "watch_compiling",
]  # fmt: skip
