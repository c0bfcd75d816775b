"""A codemaker who hides one secret and tells the truth about it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..errors import BlackpegError
from ..game import Code, Feedback, Game
from ..kernels import feedback as feedback_of
from ..position import Position


@dataclass(frozen=True, eq=False)
class Honest:
    """Hides one secret and tells the truth about it.

    >>> game = Game(4, 6)
    >>> game.show_feedback(Honest(game.code("6543")).answer(Position(game), game.code("5566")))
    '1b1w'
    """

    secret: Code

    def __post_init__(self) -> None:
        if not isinstance(self.secret, np.ndarray):
            raise BlackpegError(f"a secret is a code, such as Game(4, 6).code('6543'), not {self.secret!r}")

    def answer(self, position: Position, guess: Code) -> Feedback:
        game, secret = position.game, self.secret
        if not position.history or len(secret) != game.pegs:  # the full check once a game
            game.check(secret)
        return feedback_of(secret, guess, game.whites)


def random_secret(game: Game, rng: np.random.Generator) -> Code:
    """A secret drawn uniformly from the game's codes."""
    if game.repeats:
        return rng.integers(game.colors, size=game.pegs, dtype=np.uint8)
    return rng.permutation(game.colors)[: game.pegs].astype(np.uint8)
