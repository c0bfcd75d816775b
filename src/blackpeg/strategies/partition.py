"""One step ahead: judge a guess by the parts into which its answers cut the candidates.

These strategies differ in one line: what a part of some size costs, and whether the worst part or all of
them count. They play the guess that costs least; among equals one that may be the secret; among those the
smallest.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from ..game import LISTABLE, Codes, Game
from ..kernels import LARGEST, SUM, Pool, Rule, best_guess, pool_of, tree_of
from ..parts import Cost, Sizes, cost_table, emptiness, missing_bits, size, square
from ..players import Strategy
from ..position import Move, Position
from ..symmetry import peg_permutations
from ..tree import Tree

ANY_CODE = 2**20  # codes up to which every code is tried as a guess: 6x10, not 7x10
BLOCK = 64  # guesses compared side by side


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

    def guess(self, position: Position, rng: np.random.Generator) -> Move:
        history, pool, perms, rule = self._setting(position)
        code, spent = best_guess(position.columns, history, pool, perms, rule)
        return Move(code, evaluations=position.compared, feedbacks=position.compared + spent)

    def tree(self, position: Position, done: npt.NDArray[np.int64] | None = None) -> Tree:
        """The whole tree from here, grown in compiled code; done[0] tells how many candidates are dealt with."""
        done = np.zeros(1, np.int64) if done is None else done
        history, pool, perms, rule = self._setting(position)
        guesses, parents, answers, wins, _ = tree_of(position.columns, history, pool, perms, rule, done)
        return Tree(position, guesses, parents, answers, wins)

    def scores(self, sizes: npt.NDArray[np.int32], game: Game) -> Sizes:
        """How bad guesses with these part sizes are, a row each."""
        costs = cost_table(type(self).cost, game, int(sizes.max(initial=0)))[sizes]
        return costs.max(axis=1) if self.counts == LARGEST else costs.sum(axis=1)

    def _setting(self, position: Position) -> tuple[Codes, Pool, npt.NDArray[np.int64], Rule]:
        game = position.game
        history = np.array([turn.guess for turn in position.history], np.uint8).reshape(-1, game.pegs)
        costs = cost_table(type(self).cost, game, position.count)
        answers = np.array(game.answers, np.int64)
        rule = Rule(self.counts, costs, answers, game.colors, game.repeats, game.whites, not self.candidates_only)
        return history, _pool(game, self.candidates_only), peg_permutations(game), rule


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

    cost = emptiness


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


@lru_cache(maxsize=2)
def _pool(game: Game, candidates_only: bool) -> Pool:
    """Every code of the game, prepared to be guessed; one code stands in where only candidates are."""
    columns = game.columns[:, :1].copy() if candidates_only else game.columns
    pool: Pool = pool_of(columns, game.colors, game.whites, BLOCK)
    return pool
