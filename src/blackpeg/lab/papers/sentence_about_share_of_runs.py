"""Sentences that are true of a share of runs: the share with its interval, against the share that is asked for."""

from __future__ import annotations

from ..report.verdicts import Finding, decide
from ..stats import share_interval
from ..study import Sentence

SMALL = 0.04  # the width of an interval below which per cent have a decimal


def share_finding(sentence: Sentence, found: str, share: float, runs: int, needed: float) -> Finding:
    """Returns the finding on a sentence that must be true of a share of runs, `needed`."""
    low, high = share_interval(share, runs)
    digits = 0 if high - low > SMALL else 1
    value, least, most = (f"{100 * (one - needed):+.{digits}f}" for one in (share, low, high))
    difference = f"{value} % ({least} to {most})"
    return Finding(sentence.where, sentence.says, found, decide(low - needed, high - needed), difference)


def not_played(sentence: Sentence) -> Finding:
    """Returns the finding on a sentence whose games were not played."""
    return Finding(sentence.where, sentence.says, "not played", None)
