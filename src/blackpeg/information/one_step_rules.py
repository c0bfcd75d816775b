"""The one-step rules of strategies, solver and adversary, as functions: each takes the guess whose parts cost least.

A rule says what a part of some size costs, and whether the costs of all parts are added or only the largest part
counts. Among guesses of equal cost a candidate comes first, then the first in lexicographic order.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..game import Code, Codes, Game
from ..kernels import LARGEST, SUM, Pool, Rule, best_guess, pool_of, tree_of
from ..position import Move, Position
from ..tree import Tree
from .part_scores import Cost, Sizes, cost_table, missing_bits, square
from .peg_permutations import peg_permutations

POOL_BLOCK = 64  # codes of the pool that are compared side by side


class OneStepRule(NamedTuple):
    """How a guess is judged by its parts."""

    cost: Cost  # what a part of some size costs: growing and convex
    over: int = SUM  # SUM: the costs of all parts are added; LARGEST: only the largest counts
    candidates_only: bool = False  # guess only codes that may be the secret

    def scores(self, sizes: npt.NDArray[np.int32], game: Game) -> Sizes:
        """The cost of each guess, given the sizes of its parts as a row; less is better."""
        costs = cost_table(self.cost, game, int(sizes.max(initial=0)))[sizes]
        scores: Sizes = costs.max(axis=1) if self.over == LARGEST else costs.sum(axis=1)
        return scores


ENTROPY = OneStepRule(missing_bits)
EXPECTED_SIZE = OneStepRule(square)


class Setting(NamedTuple):
    """What compiled searches need to know of a position besides its candidates."""

    history: Codes  # the guesses so far
    pool: Pool  # every code that may be guessed
    permutations: npt.NDArray[np.int64]  # of the pegs
    rule: Rule


def setting_of(position: Position, rule: OneStepRule, largest: int | None = None, guess: Code | None = None) -> Setting:
    """The setting of a position; with `guess`, of the positions after that guess.

    `largest` is the size of the largest set that can occur, if not the number of candidates.
    """
    game = position.game
    history = position.past_turns.guesses
    if guess is not None:
        history = np.vstack([history, guess])
    costs = cost_table(rule.cost, game, position.count if largest is None else largest)
    answers = np.array(game.answers, np.int64)
    compiled = Rule(rule.over, costs, answers, game.colors, game.repeats, game.whites, not rule.candidates_only)
    return Setting(history, pool_of_guesses(game, rule.candidates_only), peg_permutations(game), compiled)


@lru_cache(maxsize=4)
def pool_of_guesses(game: Game, candidates_only: bool = False) -> Pool:
    """Every code of the game, as compiled searches need guesses; one unused code if only candidates are guessed."""
    columns = np.arange(game.pegs, dtype=np.uint8)[:, None] % game.colors if candidates_only else game.columns
    pool: Pool = pool_of(columns, game.colors, game.whites, POOL_BLOCK)
    return pool


def one_step_guess(position: Position, rule: OneStepRule) -> Move:
    """The best guess by a rule, with the number of feedbacks that were computed."""
    code, feedbacks = best_guess(position.columns, *setting_of(position, rule))
    compared, again = position.compared, position.compared_again
    return Move(code, evaluations=compared, feedbacks=compared + feedbacks, rescored=again)


def one_step_tree(position: Position, rule: OneStepRule, done: npt.NDArray[np.int64] | None = None) -> Tree:
    """The whole tree from a position; another thread can read its progress, in candidates, from done[0]."""
    done = np.zeros(1, np.int64) if done is None else done
    guesses, parents, answers, wins, _ = tree_of(position.columns, *setting_of(position, rule), done)
    return Tree(position, guesses, parents, answers, wins)
