"""A codemaker without a fixed secret, who answers so that the game goes on: dynamic MasterMind."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np

from ..errors import BlackpegError, TooMany, Unsupported, nearest
from ..game import Code, Codes, Feedback, Game
from ..kernels import feedbacks, keep
from ..players import rng_of
from ..position import Position
from .adversary_lookahead import hardest_feedback, most_lasting_feedback

SAMPLE = 2000  # candidates that stand for all of them if they can't be listed
MUTANTS = 20_000  # codes near the sample that are tried if no more candidates can be drawn
MAX_DRAWN_CODES = 2**48  # codes of the largest game whose candidates may become few enough to be listed
MAX_STEPS = 5  # feedbacks that an adversary looks ahead
MAX_PERFECT_CODES = 5000  # codes of the largest game that is played perfectly, within seconds
MAX_PERFECT_BLACK_CODES = 256  # the same for games without white pegs, which take more guesses


@dataclass(frozen=True, eq=False)
class Adversary:
    """Has no fixed secret: it gives the feedback that leaves most candidates, or looks further ahead.

    Source   Bestavros & Belal (1986), "MasterMind, a game of diagnosis strategies": dynamic MasterMind.
    Choices  Looking `steps` feedbacks ahead, it gives the one after which the codebreaker's best guesses still leave
             the largest part. Ties go to the larger part one step earlier, and so on down to the largest part now; then
             to fewer black, then fewer white pegs. If comparing all guesses takes more than about a second, it expects
             the codebreaker to guess candidates and compares a sample. The perfect adversary, for up to 5,000 codes,
             gives the feedback after which the best strategy needs most guesses, and among those the largest part. A
             guess is the secret only if no other feedback is possible. If candidates can't be listed, a sample stands
             for them. Codes of the sample that fit the feedback are kept, so that some code always fits the history;
             they and codes near them are the next sample.

    >>> game = Game(4, 6)
    >>> game.show_feedback(Adversary().answer(Position(game), game.code("1122")))
    '0b0w'
    """

    steps: int = 1  # feedbacks that it looks ahead
    perfect: bool = False  # looks ahead to the end of the game
    _samples: dict[Position, Codes] = field(default_factory=dict, repr=False)  # of the latest position

    def __post_init__(self) -> None:
        if not 1 <= self.steps <= MAX_STEPS:
            raise BlackpegError(f"adversary(steps={self.steps}): it looks between 1 and {MAX_STEPS} answers ahead")
        if self.perfect and self.steps > 1:
            raise BlackpegError("the perfect adversary looks ahead to the end; leave out its steps")

    def supports(self, game: Game) -> str | None:
        """None if it can play this game, else a sentence why not."""
        max_codes = MAX_PERFECT_CODES if game.whites else MAX_PERFECT_BLACK_CODES
        max_codes = min(max_codes, MAX_PERFECT_CODES // 2) if game.pegs > 5 else max_codes
        if not self.perfect or (game.size <= max_codes and game.pegs <= 7 and game.colors <= 10):
            return None
        return (
            f"the perfect adversary searches {game} for too long; it plays games of up to {max_codes:,} codes, "
            f"7 pegs and 10 colors"
        )

    def answer(self, position: Position, guess: Code) -> Feedback:
        game = position.game
        why = self.supports(game)
        if why:
            raise Unsupported(why)
        codes = self._codes(position)
        columns = codes.T
        sizes = np.bincount(feedbacks(columns, guess, game.whites), minlength=game.solved + 1)
        if sizes[game.solved] < len(codes):
            sizes[game.solved] = 0
        feedback = int(sizes.argmax())
        if feedback != game.solved and np.count_nonzero(sizes) > 1:
            if self.perfect:
                feedback = hardest_feedback(position, guess, columns, sizes)
            elif self.steps > 1:
                feedback = most_lasting_feedback(position, guess, columns, sizes, self.steps)
        self._samples.clear()
        self._samples[position.after(guess, feedback)] = keep(columns, guess, feedback, game.whites).T
        return feedback

    def witness(self, position: Position) -> Code:
        """A code that fits the whole history of this position."""
        return self._codes(position)[0]

    def _codes(self, position: Position) -> Codes:
        """The candidates, or a sample of them."""
        rng = rng_of("adversary", position)
        if position.game.size <= MAX_DRAWN_CODES:
            with suppress(TooMany):
                return position.candidates
            with suppress(TooMany):
                return position.draw(SAMPLE, rng)
        sample = self._samples.get(position)
        if sample is None:
            return position.draw(1 if position.history else SAMPLE, rng)
        near = mutants(sample[:SAMPLE], MUTANTS, position.game, rng)
        for turn in position.history:
            near = keep(near.T, turn.guess, turn.feedback, position.game.whites).T
        return np.unique(np.concatenate([sample, near]), axis=0)


def mutants(codes: Codes, n: int, game: Game, rng: np.random.Generator) -> Codes:
    """`n` random codes near these: two pegs swapped, a peg recolored, or both."""
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


NAME = re.compile(r"adversary(?:\((?:steps\s*=\s*(\d{1,9})|perfect\s*=\s*(True|False))?\))?")


def adversary(text: str) -> Adversary:
    """The adversary of this name.

    >>> adversary("adversary(steps=2)").steps, adversary("adversary(perfect=True)").perfect
    (2, True)
    """
    match = NAME.fullmatch(text.strip())
    if match is None:
        names = ("honest", "adversary", "adversary(steps=2)", "adversary(perfect=True)")
        raise BlackpegError(f"no codemaker '{text}'{nearest(text, names)} (there are {', '.join(names)})")
    return Adversary(steps=int(match[1] or 1), perfect=match[2] == "True")
