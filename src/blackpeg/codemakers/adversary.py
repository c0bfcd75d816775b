"""A codemaker who hides no secret: the dynamic game of Bestavros & Belal."""

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
from .look_ahead import farthest_answer, hardest_answer

SAMPLE = 2000  # candidates by which the adversary judges answers where it can't list them all
MUTANTS = 20_000  # codes near the sample that are tried where no more can be drawn
MAX_DRAWN_GAME = 2**48  # codes of games whose candidates may become few enough to list within a game
MAX_STEPS = 5  # answers that an adversary looks ahead
MAX_PERFECT_GAME = 5000  # codes of games that it plays perfectly, within seconds
MAX_PERFECT_BLACK_GAME = 256  # the same where only black pegs are told, which needs more guesses


@dataclass(frozen=True, eq=False)
class Adversary:
    """Hides no secret: gives the feedback that leaves most candidates, or looks further ahead.

    Source   Bestavros & Belal (1986), "MasterMind, a game of diagnosis strategies": dynamic MasterMind.
    Choices  Looking `steps` answers ahead it gives the feedback after which the codebreaker's best guesses still
             leave the largest part; of equal ones that of one step less, and so on down to the largest part now,
             then the one with fewest black, then fewest white pegs. Where comparing all guesses takes more than
             about a second, the guesses are candidates and parts are those of a sample. The perfect one, up to
             5,000 codes, gives the feedback after which most guesses are needed, the best strategy played; of
             equal ones the largest part. "Solved" only where no other answer is possible. Where candidates can't
             be listed the parts are those of a sample. The codes of the sample that fit the answer are kept, so
             that some code always fits what was said; they and codes near them are the next sample.
    """

    steps: int = 1  # answers it looks ahead
    perfect: bool = False  # to the end
    _kept: dict[Position, Codes] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if not 1 <= self.steps <= MAX_STEPS:
            raise BlackpegError(f"adversary(steps={self.steps}): it looks between 1 and {MAX_STEPS} answers ahead")
        if self.perfect and self.steps > 1:
            raise BlackpegError("the perfect adversary looks ahead to the end; leave out its steps")

    def supports(self, game: Game) -> str | None:
        """None, or a sentence that says why it can't answer in this game."""
        most = MAX_PERFECT_GAME if game.whites else MAX_PERFECT_BLACK_GAME
        most = min(most, MAX_PERFECT_GAME // 2) if game.pegs > 5 else most
        if not self.perfect or (game.size <= most and game.pegs <= 7 and game.colors <= 10):
            return None
        return (
            f"the perfect adversary searches {game} for too long; it plays games of up to {most:,} codes, 7 pegs and "
            f"10 colors"
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
        told = int(sizes.argmax())
        if told != game.solved and np.count_nonzero(sizes) > 1:
            if self.perfect:
                told = hardest_answer(position, guess, columns, sizes)
            elif self.steps > 1:
                told = farthest_answer(position, guess, columns, sizes, self.steps)
        self._kept.clear()
        self._kept[position.after(guess, told)] = keep(columns, guess, told, game.whites).T
        return told

    def witness(self, position: Position) -> Code:
        """A code that fits all that was said up to this position."""
        return self._codes(position)[0]

    def _codes(self, position: Position) -> Codes:
        """The candidates, or a sample of them."""
        rng = rng_of("adversary", position)
        if position.game.size <= MAX_DRAWN_GAME:
            with suppress(TooMany):
                return position.candidates
            with suppress(TooMany):
                return position.draw(SAMPLE, rng)
        kept = self._kept.get(position)
        if kept is None:
            return position.draw(1 if position.history else SAMPLE, rng)
        near = mutants(kept[:SAMPLE], MUTANTS, position.game, rng)
        for turn in position.history:
            near = keep(near.T, turn.guess, turn.feedback, position.game.whites).T
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


NAMED = re.compile(r"adversary(?:\((?:steps\s*=\s*(\d{1,9})|perfect\s*=\s*(True|False))?\))?")


def adversary(text: str) -> Adversary:
    """Make an adversary from its name.

    >>> adversary("adversary(steps=2)").steps, adversary("adversary(perfect=True)").perfect
    (2, True)
    """
    match = NAMED.fullmatch(text.strip())
    if match is None:
        names = ("honest", "adversary", "adversary(steps=2)", "adversary(perfect=True)")
        raise BlackpegError(f"no codemaker '{text}'{nearest(text, names)} (there are {', '.join(names)})")
    return Adversary(steps=int(match[1] or 1), perfect=match[2] == "True")
