"""Consistent play: every guess is a candidate. The strategies differ in which candidate they play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from ..game import LISTABLE, Game
from ..information.openings import first_guess_error, fixed_first_guess
from ..players import Strategy
from ..position import Move, Position


@dataclass(frozen=True)
class Consistent(Strategy):
    """What the strategies below share: a first guess that may be given."""

    first: str | None = None  # the first guess, if it is given

    def supports(self, game: Game) -> str | None:
        return first_guess_error(game, self.first)

    def opening(self, position: Position) -> Move | None:
        code = fixed_first_guess(position, self.first)
        return None if code is None else Move(code)


@dataclass(frozen=True)
class Random(Consistent):
    """Play a random candidate, each with the same chance.

    Source   Swaszek (1999-2000), "The Mastermind novice", J. Recreational Mathematics 30(3), and Rosu (1999),
             "Mastermind", thesis, NCSU, who draws random codes until one is consistent: the same player.
    Names    random consistent play.
    Choices  One of the candidates is drawn directly, instead of drawing codes until one is consistent.
    Known    4x6: 4.638 (Swaszek); from a first guess without repeats 4.66, and 5x8 5.88 (Rosu) (study swaszek1999).
    """

    def guess(self, position: Position, rng: np.random.Generator) -> Move:
        spent = position.compared
        return self.opening(position) or Move(position.draw(1, rng)[0], evaluations=spent, feedbacks=spent)


@dataclass(frozen=True)
class Lexicographic(Consistent):
    """Play the first candidate in a fixed order of all codes.

    Source   Shapiro (1983), "Playing Mastermind logically", SIGART Newsletter 85.
    Names    logical play; sequential.
    Choices  The order is a parameter, since descriptions differ: by the first peg, then the second and so on; by the
             last peg first; or a random order.
    Known    4x6: 7471 guesses over all secrets, at most 9; from 1122 6508, at most 8 (study classics).
    """

    order: Literal["first_peg", "last_peg", "random"] = "first_peg"

    def supports(self, game: Game) -> str | None:
        if self.order not in ("first_peg", "last_peg", "random"):
            return f"no order '{self.order}'; there are first_peg, last_peg and random"
        if self.order == "last_peg" and game.size > LISTABLE:
            return f"{game} has {game.size:,} codes; the order last_peg takes games of at most {LISTABLE:,}"
        return super().supports(game)

    def guess(self, position: Position, rng: np.random.Generator) -> Move:
        spent = position.compared
        if opening := self.opening(position):
            return opening
        if self.order == "random":  # the first candidate of a random order is a random candidate
            code = position.draw(1, rng)[0]
        elif self.order == "last_peg":
            code = position.candidates[np.lexsort(tuple(position.columns))[0]]
        else:
            code = position.least()
        return Move(code, evaluations=spent, feedbacks=spent)


@dataclass(frozen=True)
class NextHigher(Consistent):
    """Read codes as numbers and play the next larger candidate, from a random start.

    Source   Swaszek (1999-2000), "The Mastermind novice", J. Recreational Mathematics 30(3).
    Names    next higher.
    Choices  After the largest number comes the smallest. The start is random unless `first` is given.
    Known    4x6: 4.758 on average over starts and secrets (study swaszek1999).
    """

    def guess(self, position: Position, rng: np.random.Generator) -> Move:
        if opening := self.opening(position):
            return opening
        spent = position.compared
        if not position.history:
            return Move(position.draw(1, rng)[0])
        return Move(position.least(above=position.history[-1].guess), evaluations=spent, feedbacks=spent)
