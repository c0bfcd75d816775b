"""A history as clues: for each turn the black pegs, and the sum of black and white pegs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from ..game import Code, Feedback, Game

History: TypeAlias = Sequence[tuple[Code, Feedback]]


class Clue(NamedTuple):
    """A guess with its black pegs and its sum of black and white pegs; None if a number is unknown or left out."""

    guess: tuple[int, ...]
    black: int | None
    both: int | None


Clues: TypeAlias = tuple[Clue, ...]


class TableTooLarge(Exception):
    """A table would be larger than its limits."""


def clues_of(game: Game, history: History) -> Clues:
    """The clues of a history; a turn that was played twice with the same feedback counts once.

    >>> from blackpeg.game import Game
    >>> game = Game(4, 6)
    >>> clues_of(game, [(game.code("1122"), game.feedback("1b2w"))])
    (Clue(guess=(0, 0, 1, 1), black=1, both=3),)
    """
    clues = []
    for guess, feedback in history:
        black, white = game.pegs_of(feedback)
        clues.append(Clue(tuple(int(color) for color in guess), black, black + white if game.whites else None))
    return tuple(dict.fromkeys(clues))
