"""Knuth's minimax, expected size, entropy, most parts, MaxMin and MaxEnt: strategies that look one step ahead.

They differ in what a part of some size costs, and in whether all parts count or only the largest. All of them play the
guess with the least cost; among equal guesses a candidate, then the first in order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from ..game import LISTABLE, Game
from ..information.one_step_rules import OneStepRule, one_step_guess, one_step_tree
from ..information.part_scores import Cost, Sizes, minus_one, missing_bits, size, square
from ..kernels import LARGEST, SUM
from ..phrases import count_phrase
from ..players import Strategy
from ..position import Move, Position
from ..tree import Tree

MAX_GUESSABLE_CODES = 2**20  # games up to this size can try every code as a guess: 6x10, not 7x10


@dataclass(frozen=True)
class Partition(Strategy):
    """What the strategies below share: the guess with the least cost of its parts."""

    candidates_only: bool = False  # guess candidates only, instead of any code

    cost: ClassVar[Cost]  # the cost of a part by its size: increasing and convex
    over: ClassVar[int] = SUM  # SUM adds the costs of all parts, LARGEST takes that of the largest part

    def supports(self, game: Game) -> str | None:
        max_codes = LISTABLE if self.candidates_only else MAX_GUESSABLE_CODES
        if game.size <= max_codes:
            return None
        hint = "" if self.candidates_only or game.size > LISTABLE else "; candidates_only=True plays it"
        return f"{game} has {count_phrase(game.size, 'code')}, and this strategy tries at most {max_codes:,}{hint}"

    @property
    def rule(self) -> OneStepRule:
        return OneStepRule(type(self).cost, self.over, self.candidates_only)

    def guess(self, position: Position, rng: np.random.Generator) -> Move:
        return one_step_guess(position, self.rule)

    def tree(self, position: Position, done: npt.NDArray[np.int64] | None = None) -> Tree:
        """Returns the whole tree from this position; `done[0]`, if given, counts the candidates finished so far."""
        return one_step_tree(position, self.rule, done)

    def scores(self, sizes: npt.NDArray[np.int32], game: Game) -> Sizes:
        """Returns the cost of each guess, given the sizes of its parts in a row."""
        return self.rule.scores(sizes, game)


class Minimax(Partition):
    """Keep the largest part small.

    Source   Knuth (1977), "The computer as Master Mind", J. Recreational Mathematics 9(1), 1-6.
    Names    minimax; worst case; the five-guess algorithm.
    Choices  None: among equals a candidate, then the first in order, as in the paper.
    Known    4x6: 5801 guesses over all secrets, 4.476, at most 5. The 4.478 often printed for Knuth is neither what
             the rule gives nor what his printed tree gives (study knuth1977).
    """

    cost = size
    over = LARGEST


class ExpectedSize(Partition):
    """Keep the expected size of the part that holds the secret small.

    Source   Irving (1978-79), "Towards an optimum Mastermind strategy", J. Recreational Mathematics 11(2).
    Names    expected size; minimum average.
    Choices  The rule alone decides every guess. Irving finished small sets by exhaustive search: `irving1979`.
    Known    4x6: 5696 guesses over all secrets, 4.395, at most 6 (study irving1979).
    """

    cost = square


class Entropy(Partition):
    """Learn as many bits as possible, on average.

    Source   Neuwirth (1982), "Some strategies for Mastermind", Zeitschrift für Operations Research 26.
    Names    entropy; maximum information.
    Choices  The rule alone decides every guess. The tree known as Neuwirth's finishes small sets better:
             `neuwirth1982`.
    Known    4x6: 5722 guesses over all secrets, 4.415, at most 6 (study neuwirth1982).
    """

    cost = missing_bits


class MostParts(Partition):
    """Divide the candidates into as many parts as possible.

    Source   Kooi (2005), "Yet another Mastermind strategy", ICGA Journal 28(1), 13-20.
    Names    most parts.
    Choices  None.
    Known    4x6: 5668 guesses over all secrets, 4.373, at most 6 (study kooi2005). Worse than entropy in larger games.
    """

    cost = minus_one


@dataclass(frozen=True)
class MaxMin(Minimax):
    """Learn as many bits as possible in the worst case, guessing candidates only.

    Source   Bestavros & Belal (1986), "MasterMind, a game of diagnosis strategies".
    Names    MaxMin: it maximizes the minimum of information.
    Choices  Among equals the first in order; the paper does not say.
    Known    4x6: 3.864 until the code is known, which is how the paper counts, and 4.497 until it is played (study
             bestavros_belal).
    """

    candidates_only: bool = True


@dataclass(frozen=True)
class MaxEnt(Entropy):
    """Learn as many bits as possible on average, guessing candidates only.

    Source   Bestavros & Belal (1986), "MasterMind, a game of diagnosis strategies".
    Names    MaxEnt: it maximizes the entropy.
    Choices  Among equals the first in order; the paper does not say.
    Known    4x6: 3.829 until the code is known, which is how the paper counts, and 4.465 until it is played (study
             bestavros_belal).
    """

    candidates_only: bool = True
