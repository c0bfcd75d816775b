"""What can go wrong, each with one sentence a person can act on."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class BlackpegError(ValueError):
    """Something was asked that can't be done; the message says what and what there is."""


class Impossible(BlackpegError):
    """No code fits the history. `turns` are those at fault, where they could be found."""

    def __init__(self, message: str, turns: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        self.turns = turns

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.turns)


class TooMany(BlackpegError):
    """More codes or more work than the stated limit."""


class Unsupported(BlackpegError):
    """A strategy that can't play this game."""


class HasChance(BlackpegError):
    """A strategy drew a random number where none may be drawn."""


def nearest(word: str, choices: Iterable[str]) -> str:
    """' did you mean x?', or nothing where no choice is near."""
    close = get_close_matches(word, list(choices), n=1, cutoff=0.6)
    return f"; did you mean {close[0]}?" if close else ""
