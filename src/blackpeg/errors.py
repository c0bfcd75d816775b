"""Errors, each with one sentence that a person can act on."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class BlackpegError(ValueError):
    """A request that can't be met; the message says what was wrong and what there is.

    >>> import blackpeg
    >>> blackpeg.strategy("entrpy")
    Traceback (most recent call last):
    ...
    blackpeg.errors.BlackpegError: no strategy 'entrpy'; did you mean entropy? ...
    """


class Impossible(BlackpegError):
    """No code fits the history; `turns` are the numbers of the turns that contradict each other, if they were found.

    >>> from blackpeg import Position
    >>> try:
    ...     Position.parse("4x6 1111=4b0w 2222=4b0w").candidates
    ... except Impossible as error:
    ...     error.turns
    (1, 2)
    """

    def __init__(self, message: str, turns: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        self.turns = turns

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.turns)


class TooMany(BlackpegError):
    """More codes, or more work, than the stated limit.

    >>> from blackpeg import Game
    >>> Game(12, 12).codes
    Traceback (most recent call last):
    ...
    blackpeg.errors.TooMany: 12x12 has 8,916,100,448,256 codes; at most 16,777,216 can be listed
    """


class Unsupported(BlackpegError):
    """A strategy or codemaker that can't play this game.

    >>> import blackpeg
    >>> blackpeg.play("12x12", "entropy", "111111111111")
    Traceback (most recent call last):
    ...
    blackpeg.errors.Unsupported: 12x12 has 8.9 trillion codes, and this strategy tries at most 1,048,576
    """


class HasChance(BlackpegError):
    """A strategy drew a random number where a strategy without chance is needed."""


class NeverSolves(BlackpegError):
    """A strategy gave up some secret where one that finds every secret is needed."""


def nearest(word: str, choices: Iterable[str]) -> str:
    """Returns '; did you mean x?' for the choice most like the word, or an empty text if none is alike."""
    close = get_close_matches(word, list(choices), n=1, cutoff=0.6)
    return f"; did you mean {close[0]}?" if close else ""
