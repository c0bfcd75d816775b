"""A sample of candidates by random walks over misfit, for games too large to list (see `kernels/misfit_walk.py`)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..candidates.walks import MAX_FRUITLESS_WALKS, MIN_WALKS, collect_by_walks
from ..game import Code, Codes
from ..kernels.misfit_walk import FOUND, MOVES, NOTHING_NEW
from ..kernels.random import mutate, random_state
from ..position import Position
from .fitness import misfits, was_played

NOTHING_FITS = "no code was found that fits"  # the note of a move


class Sample(NamedTuple):
    """What the walks found."""

    codes: Codes  # different candidates, as columns
    complete: bool  # are these probably all? (ten random restarts found no other)
    nearest: Code  # the code with the least misfit that was not played yet
    moves: int  # moves made, each of which compares one code with the history

    @property
    def note(self) -> str:
        """The note of a move that is based on this sample."""
        return "" if self.codes.shape[1] else NOTHING_FITS


def sample_by_walks(
    position: Position, n: int, moves: int, max_moves: int, starts: Codes, rng: np.random.Generator
) -> Sample:
    """Returns up to `n` candidates found in about `moves` moves; up to `max_moves` to find the first one.

    The first walks start from the codes of `starts` that fit, or else have the least misfit, the others from random
    codes. Raises `Impossible` if nothing is found and it can be proved that nothing fits.
    """
    game, past = position.game, position.past_turns
    state = random_state(rng)
    starts = starts.reshape(-1, game.pegs)
    if len(starts):
        misfit = misfits(starts, past)
        starts = starts[np.argsort(misfit, kind="stable")[: max(MIN_WALKS, np.count_nonzero(misfit == 0))]]
    finds = collect_by_walks(game, past.guesses, past.feedbacks, n, (moves, max_moves), starts, state)
    found = int(finds.tally[FOUND])
    if not found:
        position.count_or_none  # noqa: B018  raises Impossible if that can be proved
    complete = 0 < found < n and finds.tally[NOTHING_NEW] >= MAX_FRUITLESS_WALKS
    nearest = finds.best.copy()
    while game.size > position.guesses and was_played(nearest, past):
        mutate(nearest, game.colors, game.repeats, state)
    return Sample(finds.codes[:found].T, bool(complete), nearest, int(finds.tally[MOVES]))
