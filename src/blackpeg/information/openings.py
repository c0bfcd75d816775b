"""First guesses: one of each kind that symmetry leaves."""

from __future__ import annotations

from collections.abc import Iterator

from ..game import Game


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
