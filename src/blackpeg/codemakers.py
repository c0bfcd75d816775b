"""Those who hide the code."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from .errors import BlackpegError, TooMany, Unsupported, nearest
from .game import Code, Codes, Feedback, Game
from .kernels import LARGEST, SUM, Pool, Rule, feedbacks, keep, pool_of
from .kernels import feedback as feedback_of
from .kernels.lookahead import least_costs, plan_of
from .kernels.worst import within
from .players import rng_of
from .position import Position
from .symmetry import peg_permutations

Sizes: TypeAlias = npt.NDArray[np.int64]

SAMPLE = 2000  # candidates by which the adversary judges answers where it can't list them all
MUTANTS = 20_000  # codes near the sample that are tried where no more can be drawn
SEARCHED = 2**48  # codes of games whose candidates may become few enough to list within a game
MOST_STEPS = 5  # answers that an adversary looks ahead
WIDTH = 10  # guesses of the codebreaker that it looks into, after the first of those
PAIRS = 1_000_000_000  # feedbacks that it may compute for an answer: about a second
SOLVABLE = 5000  # codes of games that it plays perfectly, within seconds
SOLVABLE_BLACK = 256  # of games that tell only black pegs, which need more guesses
REMEMBERED = 100_000  # sets of which it remembers how many guesses they need
BLOCK = 64  # guesses compared side by side

_solved: dict[tuple[str, int, bytes], bool] = {}  # are so many guesses enough?


@dataclass(frozen=True, eq=False)
class Honest:
    """Hides one secret and tells the truth about it."""

    secret: Code

    def __post_init__(self) -> None:
        if not isinstance(self.secret, np.ndarray):
            raise BlackpegError(f"a secret is a code, such as Game(4, 6).code('6543'), not {self.secret!r}")

    def answer(self, position: Position, guess: Code) -> Feedback:
        game, secret = position.game, self.secret
        if not position.history or len(secret) != game.pegs:  # all of it once a game
            game.check(secret)
        return int(feedback_of(secret.copy(), guess.copy(), game.whites))


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
        if not 1 <= self.steps <= MOST_STEPS:
            raise BlackpegError(f"adversary(steps={self.steps}): it looks between 1 and {MOST_STEPS} answers ahead")
        if self.perfect and self.steps > 1:
            raise BlackpegError("the perfect adversary looks ahead to the end; leave out its steps")

    def supports(self, game: Game) -> str | None:
        """None, or a sentence that says why it can't answer in this game."""
        most = SOLVABLE if game.whites else SOLVABLE_BLACK
        most = min(most, SOLVABLE // 2) if game.pegs > 5 else most
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
        columns = np.array(codes.T, order="C")
        sizes = np.bincount(feedbacks(columns, guess.copy(), game.whites), minlength=game.solved + 1)
        if sizes[game.solved] < len(codes):
            sizes[game.solved] = 0
        told = int(sizes.argmax())
        if told != game.solved and np.count_nonzero(sizes) > 1:
            if self.perfect:
                told = _hardest(position, guess, columns, sizes)
            elif self.steps > 1:
                told = _farthest(position, guess, columns, sizes, self.steps)
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


def _farthest(position: Position, guess: Code, columns: Codes, sizes: Sizes, steps: int) -> Feedback:
    """The answer that leaves most after some more guesses."""
    game, wide = position.game, WIDTH ** max(0, steps - 2)
    any_code = game.size * len(columns[0]) * wide <= PAIRS
    if not any_code and len(columns[0]) ** 2 * wide > PAIRS // 4:
        rng = rng_of("adversary", "judges", position, position.game.show(guess))
        some = int((PAIRS / 4 / wide) ** 0.5)
        columns = np.array(columns[:, np.sort(rng.choice(len(columns[0]), some, replace=False))], order="C")
    history, rule = _setting(position, guess, any_code, np.arange(len(columns[0]) + 1, dtype=np.int64), LARGEST)
    pool, perms = _pool(game, any_code), peg_permutations(game)

    def worth(told: int) -> tuple[int, ...]:
        part = keep(columns, guess.copy(), told, game.whites)
        n = len(part[0])
        if n == 0:  # not in the sample
            return (-1,)
        plan = plan_of(rule, steps - 1, min(WIDTH, game.size), True, 0, n)
        return *(int(cost) for cost in least_costs(part, history, pool, perms, rule, plan)[:0:-1]), int(sizes[told])

    return max(np.flatnonzero(sizes).tolist(), key=lambda told: (worth(told), -told))


def _hardest(position: Position, guess: Code, columns: Codes, sizes: Sizes) -> Feedback:
    """The answer after which most guesses are needed, the best strategy played; of equal ones the largest part."""
    game, most, hardest = position.game, 0, -1
    history, rule = _setting(position, guess, True, np.arange(game.size + 1, dtype=np.int64) ** 2, SUM)
    for told in sorted(np.flatnonzero(sizes).tolist(), key=lambda told: (-sizes[told], told)):
        part = keep(columns, guess.copy(), told, game.whites)
        while not _within(game, part, history, rule, most):
            most, hardest = most + 1, told
    return hardest


def _within(game: Game, part: Codes, history: Codes, rule: Rule, left: int) -> bool:
    """Are so many guesses enough for these codes? Remembered."""
    key = (str(game), left, part.tobytes())
    if key not in _solved:
        if len(_solved) >= REMEMBERED:
            _solved.clear()
        _solved[key] = within(part, history, _pool(game, True), peg_permutations(game), rule, left)
    return _solved[key]


def _setting(position: Position, guess: Code, any_code: bool, cost: Sizes, kind: int) -> tuple[Codes, Rule]:
    """The guesses up to this one, and the rule, as kernels take them."""
    game = position.game
    history = np.array([*(turn.guess for turn in position.history), guess], np.uint8).reshape(-1, game.pegs)
    answers = np.array(game.answers, np.int64)
    return history, Rule(kind, cost, answers, game.colors, game.repeats, game.whites, any_code)


@lru_cache(maxsize=4)
def _pool(game: Game, any_code: bool) -> Pool:
    """Every code that the codebreaker may guess; one stands in where only candidates are."""
    columns = game.columns if any_code else np.arange(game.pegs, dtype=np.uint8)[:, None] % game.colors
    pool: Pool = pool_of(columns, game.colors, game.whites, BLOCK)
    return pool


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
