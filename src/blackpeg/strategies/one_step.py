"""One step ahead: judge a guess by the parts into which its answers cut the candidates.

These strategies differ in one line: what a part of some size costs, and whether the worst part or all of
them count. They play the guess that costs least; among equals one that may be the secret; among those the
smallest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from ..game import LISTABLE, Game
from ..information.one_step import OneStepRule, one_step_guess, one_step_tree
from ..information.part_sizes import Cost, Sizes, minus_one, missing_bits, size, square
from ..kernels import LARGEST, SUM
from ..players import Strategy
from ..position import Move, Position
from ..tree import Tree

ANY_CODE = 2**20  # codes up to which every code is tried as a guess: 6x10, not 7x10


@dataclass(frozen=True)
class Partition(Strategy):
    candidates_only: bool = False  # guess only codes that may be the secret

    cost: ClassVar[Cost]  # what a part of some size costs: growing and convex
    counts: ClassVar[int] = SUM  # over all parts, or the LARGEST only

    def supports(self, game: Game) -> str | None:
        most = LISTABLE if self.candidates_only else ANY_CODE
        if game.size <= most:
            return None
        other = "" if self.candidates_only or game.size > LISTABLE else "; candidates_only=True plays it"
        return f"{game} has {game.size:,} codes, and this strategy tries at most {most:,}{other}"

    @property
    def rule(self) -> OneStepRule:
        return OneStepRule(type(self).cost, self.counts, self.candidates_only)

    def guess(self, position: Position, rng: np.random.Generator) -> Move:
        return one_step_guess(position, self.rule)

    def tree(self, position: Position, done: npt.NDArray[np.int64] | None = None) -> Tree:
        """The whole tree from here, grown in compiled code; done[0] tells how many candidates are dealt with."""
        return one_step_tree(position, self.rule, done)

    def scores(self, sizes: npt.NDArray[np.int32], game: Game) -> Sizes:
        """How bad guesses with these part sizes are, a row each."""
        return self.rule.scores(sizes, game)


class Minimax(Partition):
    """Keep the largest part small.

    Source   Knuth (1977), "The computer as Master Mind", J. Recreational Mathematics 9(1), 1-6.
    Names    minimax; worst case; the five-guess algorithm.
    Choices  None: among equals a candidate, then the first in order, as in the paper.
    Known    4x6: 5801 guesses over all secrets, at most 5. The 4.478 often printed is not what the rule or
             Knuth's own tree gives (4.476).
    """

    cost = size
    counts = LARGEST


class ExpectedSize(Partition):
    """Keep the part that the secret is in small, on average.

    Source   Irving (1978-79), "Towards an optimum Mastermind strategy", J. Recreational Mathematics 11(2).
    Names    expected size; minimum average.
    Choices  The rule alone, for every set; Irving finished small sets by exhaustive search.
    Known    4x6: 5696 guesses, at most 6. The 4.369 printed for Irving needs that exhaustive search.
    """

    cost = square


class Entropy(Partition):
    """Learn as many bits as possible, on average.

    Source   Neuwirth (1982), "Some strategies for Mastermind", Zeitschrift für Operations Research 26.
    Names    entropy; maximum information.
    Choices  The rule alone, for every set; the tree known as Neuwirth's (4.369) finishes small sets better.
    Known    4x6: 5722 guesses, at most 6.
    """

    cost = missing_bits


class MostParts(Partition):
    """Have as many different answers as possible.

    Source   Kooi (2005), "Yet another Mastermind strategy", ICGA Journal 28(1), 13-20.
    Choices  None.
    Known    4x6: 5668 guesses, at most 6. Worse than entropy at larger sizes.
    """

    cost = minus_one


@dataclass(frozen=True)
class MaxMin(Minimax):
    """Gain most information in the worst case, guessing candidates only.

    Source   Bestavros & Belal (1986), "MasterMind, a game of diagnosis strategies".
    Choices  Among equals the smallest; the paper is silent.
    Known    4x6: 3.86 counted until the code is known, as the paper counts, 4.50 until it is played.
    """

    candidates_only: bool = True


@dataclass(frozen=True)
class MaxEnt(Entropy):
    """Gain most information on average, guessing candidates only.

    Source   Bestavros & Belal (1986), "MasterMind, a game of diagnosis strategies".
    Choices  Among equals the smallest; the paper is silent.
    Known    4x6: 3.83 counted until the code is known, as the paper counts, 4.47 until it is played.
    """

    candidates_only: bool = True
