"""Counts in words. This module imports nothing heavy."""

from __future__ import annotations


def count_phrase(count: int, noun: str) -> str:
    """A count with its noun, such as '1 guess' and '2 guesses'."""
    return f"{count_text(count)} {noun}{'' if count == 1 else 'es' if noun.endswith('s') else 's'}"


def count_text(count: int | None) -> str:
    """A count with commas, such as '1,296', or '?' for an unknown one."""
    if count is None:
        return "?"
    return f"{count:,}" if count < 10**9 else f"{count:.2e}"


def fit_phrase(count: int | None) -> str:
    """How many codes fit, such as '256 codes fit'."""
    if count is None:
        return "too many codes fit to count"
    return f"{count_phrase(count, 'code')} {'fits' if count == 1 else 'fit'}"
