"""A one-step rule for many candidates, an exact search for few: what strategies with a searched end share."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from .game import Codes, Game
from .kernels import SUM, Pool, Rule, best_guess, pool_of
from .parts import Cost, cost_table
from .position import Move, Position
from .solver import DEEPEST, Solved, solver_of
from .symmetry import peg_permutations

Numbers: TypeAlias = npt.NDArray[np.int64]

SEARCHED = 2**16  # codes of games whose sets can be searched
FEW = 64  # candidates that are searched within a second or so
BLOCK = 64  # guesses compared side by side


def refuse(game: Game, threshold: int) -> str | None:
    """A sentence where the end can't be searched."""
    if not 1 <= threshold <= FEW:
        return f"a threshold of {threshold}: the search takes between 1 and {FEW} candidates"
    if game.size > SEARCHED or game.pegs > 7:
        return f"{game} has {game.size:,} codes; the end is searched in games of up to {SEARCHED:,} and 7 pegs"
    return None


def rule_guess(position: Position, cost: Cost) -> Move:
    """The guess whose parts cost least in all; of equal ones a candidate, then the smallest."""
    game = position.game
    history = np.array([turn.guess for turn in position.history], np.uint8).reshape(-1, game.pegs)
    answers = np.array(game.answers, np.int64)
    rule = Rule(
        SUM, cost_table(cost, game, position.count), answers, game.colors, game.repeats, game.whites, any_code=True
    )
    code, spent = best_guess(position.columns, history, _pool(game), peg_permutations(game), rule)
    return Move(code, evaluations=position.compared, feedbacks=position.compared + spent)


def end_game(position: Position) -> Move:
    """The first guess of a tree with the least total for the candidates."""
    candidates, compared = position.candidates, position.compared
    code = candidates[0] if len(candidates) <= 2 else position.game.codes[end_tree(position).guesses[0]]
    return Move(code, evaluations=compared, feedbacks=compared)


def end_tree(position: Position) -> Solved:
    """A tree with the least total for the candidates, and that total."""
    game, candidates = position.game, position.candidates
    numbers = np.searchsorted(_keys(game), _key(game, candidates))
    history = [turn.guess for turn in position.history]
    return solver_of(str(game), ()).solve(numbers, history, min(DEEPEST, len(candidates)))


def _key(game: Game, codes: Codes) -> Numbers:
    """Codes as numbers in lexicographic order."""
    keys: Numbers = codes.astype(np.int64) @ (game.colors ** np.arange(game.pegs - 1, -1, -1, dtype=np.int64))
    return keys


@lru_cache(maxsize=2)
def _keys(game: Game) -> Numbers:
    return _key(game, game.codes)


@lru_cache(maxsize=2)
def _pool(game: Game) -> Pool:
    """Every code of the game, prepared to be guessed."""
    pool: Pool = pool_of(game.columns, game.colors, game.whites, BLOCK)
    return pool
