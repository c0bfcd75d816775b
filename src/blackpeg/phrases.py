"""Counts in words. This module imports nothing heavy."""

from __future__ import annotations


def count_phrase(count: int, noun: str) -> str:
    """A count with its noun, such as '1 guess' and '2 guesses'."""
    return f"{count_text(count)} {noun}{'' if count == 1 else 'es' if noun.endswith('s') else 's'}"


SCALES = {"quintillion": 10**18, "quadrillion": 10**15, "trillion": 10**12, "billion": 10**9}


def count_text(count: int | None) -> str:
    """A count with commas, such as '1,296', from a billion on in words, such as '4.5 trillion'; '?' if unknown."""
    if count is None:
        return "?"
    if count >= 10**21:
        return f"{count:.2e}"
    for word, size in SCALES.items():
        if round(count / size, 1) >= 1:
            return f"{count / size:.1f} {word}"
    return f"{count:,}"


def fit_phrase(count: int | None) -> str:
    """How many codes fit, such as '256 codes fit'."""
    if count is None:
        return "too many codes fit to count"
    return f"{count_phrase(count, 'code')} {'fits' if count == 1 else 'fit'}"
