"""First guesses: the one that a user fixed, the usual 1234... and 1122..., and those that no symmetry makes equal."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..errors import BlackpegError
from ..game import Code, Game
from ..position import Position


def first_guess_error(game: Game, first: str | None) -> str | None:
    """Returns a sentence if the fixed first guess is no code of the game, else None.

    >>> first_guess_error(Game(4, 6), "1122") is None
    True
    """
    if first is not None:
        try:
            game.code(first)
        except BlackpegError as error:
            return f"the first guess does not fit: {error}"
    return None


def fixed_first_guess(position: Position, first: str | None) -> Code | None:
    """Returns the fixed first guess if there is one and no guess was made yet, else None."""
    return None if position.history or first is None else position.game.code(first)


def first_guess_1234(game: Game) -> Code:
    """Returns the guess 1234...: the colors in order, again from the first if there are more pegs than colors.

    >>> Game(5, 3).show(first_guess_1234(Game(5, 3)))
    '12312'
    """
    return (np.arange(game.pegs) % game.colors).astype(np.uint8)


def first_guess_half_colors(game: Game) -> Code:
    """Returns the first half of the colors in order, again and again; 1234... if colors may not repeat.

    >>> Game(5, 8).show(first_guess_half_colors(Game(5, 8)))
    '12341'
    """
    return first_guess_1234(Game(game.pegs, max(1, game.colors // 2)) if game.repeats else game)


def first_guess_1122(game: Game) -> Code:
    """Returns the guess 1122...: each color in order twice; 1234... if colors may not repeat.

    >>> Game(5, 8).show(first_guess_1122(Game(5, 8)))
    '11223'
    """
    return (np.arange(game.pegs) // 2 % game.colors).astype(np.uint8) if game.repeats else first_guess_1234(game)


def openings(game: Game, max_repeats: int | None = None) -> Iterator[list[int]]:
    """One first guess of every kind: a kind says how many pegs have the first color, the second color and so on.

    With `max_repeats`, no color is on more pegs than that.

    >>> list(openings(Game(3, 4)))
    [[0, 0, 0], [0, 0, 1], [0, 1, 2]]
    """
    for counts in _color_counts(game.pegs, (max_repeats or game.pegs) if game.repeats else 1, game.colors):
        yield [color for color, count in enumerate(counts) for _ in range(count)]


def _color_counts(pegs: int, largest: int, colors: int) -> Iterator[list[int]]:
    """Every way to write `pegs` as a sum of at most `colors` counts, none above `largest`, in descending order."""
    if pegs == 0:
        yield []
    elif colors and colors * largest >= pegs:
        for count in range(min(pegs, largest), 0, -1):
            yield from ([count, *rest] for rest in _color_counts(pegs - count, count, colors - 1))
