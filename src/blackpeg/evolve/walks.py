"""Codes that fit, found by walking where nothing can be listed: see `kernels/anneal.py`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..game import Code, Codes
from ..kernels.misfit_walk import FOUND, MOVES, NOTHING_NEW, clues_of, collect, finds_of
from ..kernels.random import chance_of, mutate
from ..position import Position
from .fitness import misfits, past_of, was_played

TEMPERATURES = np.array([0.5, 0.45, 0.55, 0.5])  # of the walks, one after another
GAP = 4  # moves a peg between two codes that a walk finds, so that they are not too much alike
WALKS = 32  # between which a sample is shared out, at least
AGAIN = 10  # walks in a row that find nothing new, after which there is hardly anything new


class Walked(NamedTuple):
    """What walks found."""

    codes: Codes  # different codes that fit, as columns
    whole: bool  # did walks from anywhere come to these so often that there are hardly others?
    nearest: Code  # a code with the least misfit that was not played yet
    moves: int  # codes compared with the history

    @property
    def note(self) -> str:
        """For the record of whoever plays this."""
        return "" if self.codes.shape[1] else "no code was found that fits"


def walked(
    position: Position, sample: int, moves: int, most_moves: int, near: Codes, rng: np.random.Generator
) -> Walked:
    """Up to `sample` codes that fit, in about `moves`; if none fits by then, up to `most_moves` for the first.

    The first walks begin with those of the codes `near` that fit, or else come nearest, the others anywhere. Where
    nothing is found and it can be proved that nothing fits, that is an error.
    """
    game, past = position.game, past_of(position)
    clues = clues_of(past.guesses, past.answers, game.colors, game.repeats, game.whites)
    finds, chance = finds_of(game.pegs, sample), chance_of(rng)
    near = near.reshape(-1, game.pegs)
    if len(near):
        apart = misfits(near, past)
        near = near[np.argsort(apart, kind="stable")[: max(WALKS, np.count_nonzero(apart == 0))]]
    share = -(-sample // max(WALKS, len(near)))
    collect(near, clues, TEMPERATURES, moves, max(1, most_moves), GAP * game.pegs, share, AGAIN, finds, chance)
    found = int(finds.tally[FOUND])
    if not found:
        position.count_or_none  # noqa: B018  raises Impossible where that can be proved
    whole = 0 < found < sample and finds.tally[NOTHING_NEW] >= AGAIN
    nearest = finds.best.copy()
    while game.size > position.guesses and was_played(nearest, past):
        mutate(nearest, game.colors, game.repeats, chance)
    return Walked(np.ascontiguousarray(finds.codes[:found].T), bool(whole), nearest, int(finds.tally[MOVES]))
