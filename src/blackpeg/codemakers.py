"""Those who hide the code."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from .errors import TooMany
from .game import Code, Codes, Feedback, Game
from .kernels import feedback as feedback_of
from .kernels import feedbacks, keep
from .players import rng_of
from .position import Position

SAMPLE = 2000  # candidates by which the adversary judges answers where it can't list them all


@dataclass(frozen=True, eq=False)
class Honest:
    """Hides one secret and tells the truth about it."""

    secret: Code

    def answer(self, position: Position, guess: Code) -> Feedback:
        return int(feedback_of(self.secret.copy(), guess.copy(), position.game.whites))


@dataclass(frozen=True, eq=False)
class Adversary:
    """Hides no secret: gives the feedback that leaves most candidates.

    Source   Bestavros & Belal (1986), "MasterMind, a game of diagnosis strategies": dynamic MasterMind.
    Choices  Of equal parts the one with fewest black, then fewest white pegs. "Solved" only where no other
             answer is possible. Where candidates can't be listed the parts are those of a sample, and of the
             sample the codes that fit are kept, so that some code always fits what was said.
    """

    _kept: dict[Position, Codes] = field(default_factory=dict, repr=False)

    def answer(self, position: Position, guess: Code) -> Feedback:
        game = position.game
        codes = self._codes(position)
        columns = np.array(codes.T, order="C")
        sizes = np.bincount(feedbacks(columns, guess.copy(), game.whites), minlength=game.solved + 1)
        if sizes[game.solved] < len(codes):
            sizes[game.solved] = 0
        told = int(sizes.argmax())
        self._kept.clear()
        self._kept[position.after(guess, told)] = keep(columns, guess.copy(), told, game.whites).T
        return told

    def witness(self, position: Position) -> Code:
        """A code that fits all that was said up to this position."""
        return self._codes(position)[0]

    def _codes(self, position: Position) -> Codes:
        """All candidates, or those kept from before and as many fresh ones as can be drawn."""
        try:
            return position.candidates
        except TooMany:
            pass
        kept = self._kept.get(position)
        try:
            fresh = position.draw(SAMPLE, rng_of("adversary", position))
        except TooMany:
            if kept is None:
                raise
            return kept
        return fresh if kept is None else np.concatenate([kept, fresh])


def random_secret(game: Game, rng: np.random.Generator) -> Code:
    """A secret drawn uniformly from the game's codes."""
    if game.repeats:
        return rng.integers(game.colors, size=game.pegs, dtype=np.uint8)
    return rng.permutation(game.colors)[: game.pegs].astype(np.uint8)
