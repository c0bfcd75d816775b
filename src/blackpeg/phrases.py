"""How many, in words; nothing heavy is imported for that."""

from __future__ import annotations


def counted(count: int, noun: str) -> str:
    """Such as '1 guess' and '2 guesses'."""
    return f"{number(count)} {noun}{'' if count == 1 else 'es' if noun.endswith('s') else 's'}"


def number(count: int | None) -> str:
    if count is None:
        return "?"
    return f"{count:,}" if count < 10**9 else f"{count:.2e}"


def fitting(count: int | None) -> str:
    """How many codes fit, in words."""
    if count is None:
        return "too many codes fit to count"
    return f"{counted(count, 'code')} {'fits' if count == 1 else 'fit'}"
