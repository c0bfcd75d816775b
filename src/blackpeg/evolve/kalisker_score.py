"""The score of Kalisker & Camens (2003), as Cabana & Túpac print it: one number for black and white pegs."""

from __future__ import annotations

import numpy as np

from ..game import Code, Codes, Game
from ..kernels.feedback import feedback
from ..kernels.jit import compiled
from ..position import PastTurns
from .selection import Fitness


def feedback_score(black: int, white: int) -> int:
    """Returns S = (2B + W) + (1 + 2 + ... + (B + W - 1)). No two feedbacks of a game have the same score.

    >>> feedback_score(4, 0), feedback_score(5, 0), feedback_score(0, 5), feedback_score(2, 2)
    (14, 20, 15, 12)
    """
    return 2 * black + white + sum(range(1, black + white))


def score_table(game: Game) -> Fitness:
    """Returns the score of each feedback; the last one, of the winning feedback, is the largest."""
    table = np.zeros(game.solved + 1)
    for pegs in game.answers:
        table[pegs] = feedback_score(*game.pegs_of(pegs))
    return table


@compiled
def score_agreement(code: Code, past: PastTurns, table: Fitness) -> float:
    """Returns the sum over past turns of S_max - |S(feedback of the code) - S(real feedback)|; 0 if it was played.

    Since scores tell feedbacks apart, exactly the candidates reach S_max for every turn.
    """
    solved, total = len(table) - 1, 0.0
    for turn in range(len(past.feedbacks)):
        own = feedback(code, past.guesses[turn], past.whites)
        if own == solved:
            return 0.0
        total += table[solved] - abs(table[own] - table[past.feedbacks[turn]])
    return total


@compiled
def score_agreements(codes: Codes, past: PastTurns, table: Fitness) -> Fitness:
    """Returns the score agreement of each code."""
    fitness = np.empty(len(codes))
    for i in range(len(codes)):
        fitness[i] = score_agreement(codes[i], past, table)
    return fitness
