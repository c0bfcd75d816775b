"""How a guess divides the candidates, in the numbers that people see: parts, largest part, expected size, bits."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..game import Code


class GuessValue(NamedTuple):
    """How a guess divides the candidates, or a sample of them: parts, largest part, expected size, entropy in bits."""

    guess: Code
    bits: float  # expected information: the entropy of the feedback
    error: float  # standard error of the bits; 0 if all candidates were counted
    parts: int  # different feedbacks
    largest: int  # size of the largest part
    expected_size: float  # expected size of the part that holds the secret
    candidate: bool  # whether the guess may be the secret


def guess_value(guess: Code, sizes: npt.NDArray[np.int32], candidate: bool, sampled: bool = False) -> GuessValue:
    """The value of a guess whose parts have these sizes, in all candidates or in a sample of them."""
    parts = sizes[sizes > 0].astype(np.float64)
    n = parts.sum()
    shares, information = parts / n, np.log2(n / parts)
    bits = float((shares * information).sum())
    variance = max(0.0, float((shares * information**2).sum()) - bits**2) if sampled else 0.0
    return GuessValue(
        guess, bits, sqrt(variance / n), len(parts), int(parts.max()), float((parts**2).sum() / n), candidate
    )
