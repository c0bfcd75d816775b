"""A codemaker who draws the secret with the probabilities that are hardest for the best codebreaker."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

import numpy as np

from ..errors import BlackpegError, Unsupported
from ..game import Code, Feedback, Game
from ..kernels import feedback as feedback_of
from ..players import rng_of
from ..position import Position
from ..solver.mixed_secrets import mixture_of
from ..solver.weighted_search import class_name
from .honest import random_secret


@dataclass(frozen=True)
class Mixed:
    """Hides one secret, drawn so that the best codebreaker needs as many guesses as possible on average.

    Source   Wiener (1995), in the newsgroup sci.math, for 4x6: the 1290 codes that are not of one color, each as
             likely, force 5600/1290 = 4.341 guesses.
    Choices  The probabilities of the classes of codes are those of docs/exact.md. If colors may not repeat, or white
             pegs are not told, all codes are equivalent and each is as likely. Without a seed every codemaker hides a
             code of its own; it keeps to it.

    >>> from blackpeg import Game, play, strategy
    >>> play(Game(4, 6), strategy("optimal"), Mixed(seed=1)).solved
    True
    """

    seed: int | None = None  # the same seed hides the same code of a game

    def __post_init__(self) -> None:
        if self.seed is None:
            object.__setattr__(self, "seed", secrets.randbelow(2**31))
        elif isinstance(self.seed, bool) or not isinstance(self.seed, int) or self.seed < 0:
            raise BlackpegError(f"mixed(seed={self.seed!r}): a seed is a whole number from 0 on")

    def supports(self, game: Game) -> str | None:
        """None if it can play this game, else a sentence why not."""
        if not game.repeats or not game.whites or mixture_of(game) is not None:
            return None
        return f"nobody knows which secrets of {game} are best to hide; docs/exact.md lists the games that are solved"

    def secret(self, game: Game) -> Code:
        """The code that it hides."""
        why = self.supports(game)
        if why:
            raise Unsupported(why)
        rng, mixture = rng_of("mixed", self.seed, game), mixture_of(game)
        if mixture is None:
            return random_secret(game, rng)
        shares = np.array(mixture.probabilities)
        chosen = mixture.classes[rng.choice(len(shares), p=shares / shares.sum())]
        while class_name(code := random_secret(game, rng)) != chosen:
            pass  # within its class every code is as likely
        return code

    def answer(self, position: Position, guess: Code) -> Feedback:
        return feedback_of(self.secret(position.game), guess, position.game.whites)
