"""Those who hide the code."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np

from .errors import TooMany
from .game import Code, Codes, Feedback, Game
from .kernels import feedback as feedback_of
from .kernels import feedbacks, keep
from .players import rng_of
from .position import Position

SAMPLE = 2000  # candidates by which the adversary judges answers where it can't list them all
MUTANTS = 20_000  # codes near the sample that are tried where no more can be drawn
SEARCHED = 2**48  # codes of games whose candidates may become few enough to list within a game


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
             answer is possible. Where candidates can't be listed the parts are those of a sample. The codes of
             the sample that fit the answer are kept, so that some code always fits what was said; they and codes
             near them are the next sample.
    """

    _kept: dict[Position, Codes] = field(default_factory=dict, repr=False)

    def answer(self, position: Position, guess: Code) -> Feedback:
        game, codes = position.game, self._codes(position)
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
        """The candidates, or a sample of them."""
        rng = rng_of("adversary", position)
        if position.game.size <= SEARCHED:
            with suppress(TooMany):
                return position.candidates
            with suppress(TooMany):
                return position.draw(SAMPLE, rng)
        kept = self._kept.get(position)
        if kept is None:
            return position.draw(1 if position.history else SAMPLE, rng)
        near = mutants(kept[:SAMPLE], MUTANTS, position.game, rng)
        for turn in position.history:
            near = keep(np.array(near.T, order="C"), turn.guess.copy(), turn.feedback, position.game.whites).T
        return np.unique(np.concatenate([kept, near]), axis=0)


def mutants(codes: Codes, n: int, game: Game, rng: np.random.Generator) -> Codes:
    """`n` codes near these: two pegs swapped, a peg recolored, or both."""
    some = codes[rng.integers(len(codes), size=n)]
    rows, (first, second, third) = np.arange(n), rng.integers(game.pegs, size=(3, n))
    swap, recolor = rng.random(n) < 0.7, rng.random(n) < 0.6
    some[rows[swap], first[swap]], some[rows[swap], second[swap]] = (
        some[rows[swap], second[swap]],
        some[rows[swap], first[swap]],
    )
    color = rng.integers(game.colors, size=n, dtype=np.uint8)
    if not game.repeats:
        recolor &= (some != color[:, None]).all(axis=1)
    some[rows[recolor], third[recolor]] = color[recolor]
    return some


def random_secret(game: Game, rng: np.random.Generator) -> Code:
    """A secret drawn uniformly from the game's codes."""
    if game.repeats:
        return rng.integers(game.colors, size=game.pegs, dtype=np.uint8)
    return rng.permutation(game.colors)[: game.pegs].astype(np.uint8)
