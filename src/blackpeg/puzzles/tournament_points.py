"""Points: what a game costs the codebreaker in a tournament. The fewest points win."""

from __future__ import annotations

from ..players import check_limit

TOURNAMENT_LIMIT = 15  # guesses


def points(solved: bool, guesses: int, limit: int = TOURNAMENT_LIMIT) -> int:
    """One point for each guess, and one more than the limit if the code was not broken within it.

    Source   Merelo-Guervós, Castillo & Rivas (2006), "Finding a needle in a haystack using hints and evolutionary
             computation: the case of evolutionary MasterMind", section 1: the codebreaker is allowed a maximum of
             guesses, "15, for instance", and if he finds the code within it "he scores as many points as guesses. In a
             tournament, the winner is the one that has accumulated the least guesses or points." Cabana & Túpac:
             "Es común que t_max = 15".
    Choices  The paper gives no points for a code that is not found. As in the rules of the board game, where the
             codemaker has a point for each guess and an extra one if the last row fails, it costs limit + 1. A game
             that was given up, or that was broken only after the limit, costs the same.

    >>> points(True, 5), points(False, 15), points(True, 11, limit=10)
    (5, 16, 11)
    """
    return guesses if solved and guesses <= check_limit(limit) else limit + 1
