"""How many, in words; nothing heavy is imported for that."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .position import Position


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


def counts(end: Position) -> list[int | None]:
    """How many candidates there were at the beginning and after each turn; a broken code leaves one.

    Few turns can be counted, or many, so this goes on from both ends until it can't be told.
    """
    line = end.line
    along: list[int | None] = [None] * len(line)
    for order in (range(len(line)), range(len(line) - 1, -1, -1)):
        for turn in order:
            along[turn] = 1 if line[turn].solved else line[turn].left
            if along[turn] is None:
                break
    return along


def left(position: Position) -> int | None:
    """How many candidates there are; not tried where it could not be told a turn before."""
    before = position.parent
    known = "left" in vars(position) or before is None or left(before) is not None
    return position.left if known else None
