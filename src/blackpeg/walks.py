"""Codes that fit, found by walking where nothing can be listed: see `kernels/anneal.py`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .game import Code, Codes
from .kernels.anneal import FOUND, MOVES, SEEN_ENOUGH, VISITS, clues_of, collect, finds_of
from .kernels.chance import chance_of, mutate
from .position import Position

TEMPERATURES = np.array([0.5, 0.45, 0.55, 0.5] * 2)  # of the walks, one after another
GAP = 4  # moves a peg between two codes that a walk finds, so that they are not too much alike


class Walked(NamedTuple):
    """What walks found."""

    codes: Codes  # different codes that fit, as columns
    whole: bool  # were all of them seen so often that there are hardly others?
    nearest: Code  # a code with the least misfit that was not played yet
    moves: int  # codes compared with the history


def walked(
    position: Position, sample: int, moves: int, most_moves: int, near: Codes, rng: np.random.Generator
) -> Walked:
    """Up to `sample` codes that fit, in about `moves`; if none fits by then, up to `most_moves` for the first.

    Half of the walks begin with the codes `near`, as far as there are any, the others anywhere.
    """
    game, turns = position.game, position.guesses
    guesses = np.array([turn.guess for turn in position.history], np.uint8).reshape(turns, game.pegs)
    black, white = np.divmod(np.array([turn.feedback for turn in position.history], np.int64), game.pegs + 1)
    both = black + white if game.whites else np.full(turns, -1)
    clues = clues_of(guesses, black, both, game.colors, game.repeats)
    finds, chance = finds_of(game.pegs, sample), chance_of(rng)
    near = near[: len(TEMPERATURES) // 2].reshape(-1, game.pegs)
    collect(near, clues, TEMPERATURES, moves, most_moves, GAP * game.pegs, finds, chance)
    found = int(finds.tally[FOUND])
    whole = 0 < found < sample and finds.tally[VISITS] >= SEEN_ENOUGH * found
    nearest = finds.best.copy()
    while game.size > turns and (guesses == nearest).all(axis=1).any():
        mutate(nearest, game.colors, game.repeats, chance)
    return Walked(np.ascontiguousarray(finds.codes[:found].T), bool(whole), nearest, int(finds.tally[MOVES]))
