"""Sentences that are true of a share of runs: the share with its interval, against the share that is asked for."""

from __future__ import annotations

from math import sqrt

from ..report.verdicts import Finding, decide
from ..study import Sentence


def share_finding(sentence: Sentence, found: str, share: float, runs: int, needed: float) -> Finding:
    """Returns the finding on a sentence that must be true of a share of runs, `needed`."""
    low, high = share_interval(share, runs)
    difference = f"{100 * (share - needed):+.0f} % ({100 * (low - needed):+.0f} to {100 * (high - needed):+.0f})"
    return Finding(sentence.where, sentence.says, found, decide(low - needed, high - needed), difference)


def share_interval(share: float, runs: int) -> tuple[float, float]:
    """Returns the 95 % interval of a share, Wilson's.

    >>> [round(end, 3) for end in share_interval(0.5, 100)]
    [0.404, 0.596]
    """
    z = 1.959964
    middle = (share + z * z / (2 * runs)) / (1 + z * z / runs)
    half = z * sqrt(share * (1 - share) / runs + z * z / (4 * runs * runs)) / (1 + z * z / runs)
    return middle - half, middle + half


def not_played(sentence: Sentence) -> Finding:
    """Returns the finding on a sentence whose games were not played."""
    return Finding(sentence.where, sentence.says, "not played", None)
