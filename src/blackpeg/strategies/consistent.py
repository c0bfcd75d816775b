"""Consistent play: every guess is a candidate. The strategies differ in which candidate they play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from ..errors import BlackpegError, nearest
from ..game import LISTABLE, Codes, Game
from ..information.first_guesses import first_guess_error, fixed_first_guess
from ..kernels.feedback import feedback
from ..kernels.jit import compiled
from ..phrases import count_phrase
from ..players import Strategy
from ..position import Move, PastTurns, Position

DRAWS = LISTED, BLIND, ONCE = ("listed", "blind", "once")


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
             "Mastermind", thesis, NCSU, who draws random codes until one is consistent: the same player. Strobl's
             calculator does so too, as Merelo-Guervós, Castillo & Rivas (2006) tell: "Random search randomly generates
             combinations, and plays the first that is found consistent".
    Names    random consistent play; random search; `draw="blind"` is the calculator.
    Choices  The guesses have the same distribution whatever `draw` is, only their cost differs. "listed" draws one of
             the listed candidates. "blind" draws codes, the same ones again too ("no memory of combinations already
             evaluated is used"), until one fits. "once" draws no code twice in a turn, as the cost that the paper
             states, half the space for each guess, would need: with one candidate left "once" compares half of the
             codes on average, and "blind" as many as there are. A code is compared with the turns in order, up to the
             first that it does not fit. The first guess is drawn too, and counts as one code.
    Known    4x6: 4.638 (Swaszek); from a first guess without repeats 4.66, and 5x8 5.88 (Rosu) (study swaszek1999).
             With n of N codes left "blind" compares N / n codes on average, and "once" (N + 1) / (n + 1).
    """

    draw: str = LISTED  # or "blind", "once"

    def __post_init__(self) -> None:
        if self.draw not in DRAWS:
            raise BlackpegError(
                f"random has no draw '{self.draw}'{nearest(self.draw, DRAWS)} (there are {', '.join(DRAWS)})"
            )

    def supports(self, game: Game) -> str | None:
        if self.draw != LISTED and game.size > LISTABLE:
            codes = count_phrase(game.size, "code")
            return f"{game} has {codes}; drawing until one fits takes games of at most {LISTABLE:,}"
        return super().supports(game)

    def guess(self, position: Position, rng: np.random.Generator) -> Move:
        if opening := self.opening(position):
            return opening
        if self.draw != LISTED:
            return draw_until_one_fits(position, self.draw == ONCE, rng)
        spent, again = position.compared, position.compared_again
        return Move(position.draw(1, rng)[0], evaluations=spent, feedbacks=spent, rescored=again)


def draw_until_one_fits(position: Position, once: bool, rng: np.random.Generator) -> Move:
    """Plays the first of random codes that is a candidate, and counts every code drawn; `once`: none is drawn twice."""
    codes, past, evaluations, feedbacks = position.game.codes, position.past_turns, 0, 0
    order = np.arange(len(codes) if once else 0)
    while True:
        code, drawn, compared = _draw_codes(codes, order, past, rng)
        evaluations, feedbacks = evaluations + drawn, feedbacks + compared
        if code >= 0:
            return Move(codes[code], evaluations=evaluations, feedbacks=feedbacks)
        position.columns  # noqa: B018  raises Impossible if no code fits


@compiled
def _draw_codes(
    codes: Codes, order: npt.NDArray[np.int64], past: PastTurns, rng: np.random.Generator
) -> tuple[int, int, int]:  # fmt: skip
    """Draws codes until one fits, at most as many as there are: its number, or -1, codes drawn, feedbacks computed.

    With an `order` of all numbers, which is shuffled while it is read, no code is drawn twice.
    """
    n, pegs, compared = len(codes), codes.shape[1], 0
    code = np.empty(pegs, np.uint8)
    for k in range(n):
        if len(order):
            other = k + int(rng.random() * (n - k))
            number, order[other] = order[other], order[k]
        else:
            number = int(rng.random() * n)
        for p in range(pegs):
            code[p] = codes[number, p]
        turn = 0
        while turn < len(past.feedbacks):
            compared += 1
            if feedback(code, past.guesses[turn], past.whites) != past.feedbacks[turn]:
                break
            turn += 1
        if turn == len(past.feedbacks):
            return number, k + 1, compared
    return -1, n, compared


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
            return (
                f"{game} has {count_phrase(game.size, 'code')}; the order last_peg takes games of at most {LISTABLE:,}"
            )
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
        return Move(code, evaluations=spent, feedbacks=spent, rescored=position.compared_again)


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
        spent, again = position.compared, position.compared_again
        if not position.history:
            return Move(position.draw(1, rng)[0])
        code = position.least(above=position.history[-1].guess)
        return Move(code, evaluations=spent, feedbacks=spent, rescored=again)
