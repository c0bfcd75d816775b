"""Candidates of games of any size by random walks over misfit: one is found, or some are drawn, but only approximately.

Walks at a constant temperature visit all codes that fit equally often in the long run, but no run is long: what they
find is neither exactly uniform nor independent (see `kernels/misfit_walk.py`). That they find nothing proves nothing.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..game import Code, Codes, Game
from ..kernels.misfit_walk import FOUND, Finds, Schedule, clues_of, collect, finds_of
from ..kernels.random import random_state
from .clues import History

TEMPERATURES = np.array([0.5, 0.45, 0.55, 0.5])  # walks take these in turn
MOVES_BETWEEN_FINDS = 4  # moves per peg between two codes that a walk keeps, so that they are not too similar
MIN_WALKS = 32  # walks that share a sample, at least
MAX_FRUITLESS_WALKS = 10  # random restarts without a new code after which the sample is assumed to be complete
MAX_MOVES = 30_000_000  # to find the first code, and then as many for the others: about a second each


def collect_by_walks(
    game: Game,
    guesses: Codes,
    feedbacks: npt.NDArray[np.int64],
    n: int,
    moves: tuple[int, int],
    starts: Codes,
    state: object,
) -> Finds:
    """Returns what walks find: up to `n` codes in about moves[0] moves, up to moves[1] to find the first one.

    The first walks start from the codes of `starts`, one a row, the others from random codes.
    """
    clues = clues_of(guesses, feedbacks, game.colors, game.repeats, game.whites)
    finds = finds_of(game.pegs, n)
    each, gap = -(-n // max(MIN_WALKS, len(starts))), MOVES_BETWEEN_FINDS * game.pegs
    schedule = Schedule(TEMPERATURES, moves[0], max(1, moves[1]), gap, each, MAX_FRUITLESS_WALKS)
    collect(starts, clues, schedule, finds, state)
    return finds


def draw_by_walks(game: Game, history: History, n: int, rng: np.random.Generator, max_moves: int = MAX_MOVES) -> Codes:
    """Returns `n` candidates, one a row, about as likely as any others; fewer, or none, if no more are found in time.

    If fewer than `n` are found that differ, these are drawn from again.
    """
    guesses = np.array([guess for guess, _ in history], np.uint8).reshape(-1, game.pegs)
    feedbacks = np.array([feedback for _, feedback in history], np.int64)
    nowhere = np.zeros((0, game.pegs), np.uint8)
    finds = collect_by_walks(game, guesses, feedbacks, n, (max_moves, max_moves), nowhere, random_state(rng))
    found: Codes = finds.codes[: int(finds.tally[FOUND])]
    return found[rng.permutation(n) % len(found)] if len(found) else found


def find_by_walks(game: Game, history: History, max_moves: int = MAX_MOVES) -> Code | None:
    """Returns a code that fits the history; None if none is found in time, which proves nothing."""
    found = draw_by_walks(game, history, 1, np.random.default_rng(0), max_moves)
    return found[0] if len(found) else None
