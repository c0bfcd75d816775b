"""A guess beside the best there is at a position: exact where that is soon found, else by samples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import TooMany, Unsupported
from ..game import Code, Codes, Game
from ..information.openings import openings
from ..information.part_sizes import GUESSES_PER_BATCH, missing_bits, total_costs, worth
from ..kernels import part_sizes
from ..phrases import count_text
from ..players import rng_of
from ..position import Move, Position
from ..strategies import default, name_of
from ..strategies.one_step import Entropy

Sizes: TypeAlias = npt.NDArray[np.int32]

PAIRS = 1_000_000_000  # guesses times candidates that may be compared to find the best guess: within a second
LISTED = 2**20  # candidates up to which all of them judge
JUDGES = 20_000  # of a sample, where not all do
FEWER_JUDGES = 2_000  # where candidates can't be counted and take long to draw
CHOOSERS = 1_000  # of another sample, by which the best is chosen
TRIED = 1_000  # candidates that are tried as guesses, where not all are
OPENING_PEGS = 20  # up to which every first guess is tried: there are few kinds
CLOSE = 1e-9  # bits that are no difference


class Value(NamedTuple):
    """What is to be expected of a guess."""

    guess: Code
    bits: float
    error: float  # standard error of the bits; 0 where they are exact
    parts: int  # different answers, as far as they were seen
    expected_size: float | None  # candidates left on average; None where these can't be counted
    candidate: bool  # may it be the secret?


@dataclass(frozen=True)
class Judges:
    """The candidates of a position, or a sample of them, that tell what guesses are worth."""

    position: Position
    codes: Codes
    sample: int | None = None  # how many there are, where these are not all
    others: Codes | None = None  # of another sample, to choose a guess by and from: its worth is then not flattered

    @classmethod
    def of(cls, position: Position, seed: int = 0) -> Judges:
        """All where that is possible; `TooMany` where not even a sample can be had."""
        n = position.quick_count
        if n is not None and (n <= LISTED if position.listable else n <= JUDGES):
            return cls(position, position.candidates)
        some = JUDGES if n is not None else FEWER_JUDGES
        codes = position.draw(some + CHOOSERS + TRIED, rng_of("judges", seed, position))
        return cls(position, codes[:some], some, codes[some:])

    @classmethod
    def soon(cls, position: Position, seed: int = 0) -> Judges | None:
        """The same, and None where finding them takes long."""
        with suppress(TooMany):
            return None if position.quick_count is None else cls.of(position, seed)
        return None

    @cached_property
    def columns(self) -> Codes:
        return self.codes.T

    def heard(self, guess: Code) -> Sizes:
        """How many of them give each answer to a guess."""
        game = self.position.game
        sizes: Sizes = part_sizes(guess.reshape(-1, 1), self.columns, game.colors, game.whites)[0]
        return sizes

    def value(self, guess: Code) -> Value:
        """What a guess is worth."""
        sizes, fit, n = self.heard(guess), self.position.quick_count, len(self.codes)
        found = worth(guess, sizes, self.position.fits(guess))
        shares = sizes[sizes > 0] / n
        spread = max(0.0, float((shares * np.log2(shares) ** 2).sum()) - found.bits**2)
        error = 0.0 if self.sample is None else sqrt(spread / n)
        size = None if fit is None else found.expected_size * fit / n
        return Value(guess, found.bits, error, found.parts, size, found.candidate)

    def __str__(self) -> str:
        if self.sample is not None:
            return f"a sample of {self.sample:,} candidates"
        return "the one candidate" if len(self.codes) == 1 else f"the {count_text(len(self.codes))} candidates"


@dataclass(frozen=True)
class Appraisal:
    """A guess, and the best ones there were."""

    judges: Judges
    own: Value
    best: Value  # of all guesses that were tried
    best_candidate: Value  # of those that may be the secret
    tried: str  # which guesses: "all codes", "all candidates" or "some candidates"

    @property
    def reason(self) -> str:
        """One sentence on the best guess beside the own one."""
        own, best = self.own, self.best
        if self.judges.position.quick_count == 1:
            return "the only code that fits" + ("" if own.candidate else "; yours does not")
        if best.guess.tobytes() == own.guess.tobytes():
            return "no guess tells more" if self.tried == "all codes" else f"of {self.tried} none tells more"
        more = best.bits - own.bits
        if more <= CLOSE:
            return "tells as much, and may be the secret"
        if more < 2 * sqrt(best.error**2 + own.error**2):
            return f"tells no more than yours, as far as {self.judges} show"
        if best.parts > own.parts:
            return f"splits {self.judges} {best.parts} ways; yours {own.parts}"
        sizes = [f"{value.expected_size or 0:,.1f}" for value in (best, own)]
        if (best.expected_size or 0) < (own.expected_size or 0) and sizes[0] != sizes[1]:
            return f"leaves {sizes[0]} candidates on average; yours {sizes[1]}"
        return f"tells {best.bits:.3f} bits on average; yours {own.bits:.3f}"


def appraise(position: Position, own: Code | None = None, seed: int = 0) -> Appraisal:
    """What a guess is worth beside the best, which it is itself if none is given.

    Raises `TooMany` where not even a sample of the candidates can be had.
    """
    judges = Judges.of(position, seed)
    tried, codes = _contenders(judges, seed)
    values = [judges.value(code) for code in codes]
    mine = None if own is None else judges.value(own)
    values += [] if mine is None else [mine]
    best, candidate = _best(values, mine), _best([value for value in values if value.candidate], mine)
    return Appraisal(judges, mine or best, best, candidate, tried)


def _contenders(judges: Judges, seed: int) -> tuple[str, list[Code]]:
    """Which guesses were tried, and those among which the best and the best candidate are."""
    position, others = judges.position, judges.others
    game, n = position.game, position.quick_count or 0
    choosers = judges.codes if others is None else others[:CHOOSERS]
    if not position.history and (game.pegs <= OPENING_PEGS or not game.repeats):
        return "all codes", [_most_telling(np.array(list(openings(game)), np.uint8), choosers, game)]
    if others is None and Entropy().supports(game) is None and game.size * n <= PAIRS:
        players = Entropy(), Entropy(candidates_only=True)
        return "all codes", [player.guess(position, rng_of()).code for player in players]
    whole = others is None and n * n <= PAIRS // 4
    spread = judges.codes[:: 1 if whole else -(-n // TRIED)] if others is None else others[CHOOSERS:]
    best = _most_telling(spread, choosers, game)
    return "all candidates" if whole else "some candidates", [best, *_played(position, seed)]


def _played(position: Position, seed: int) -> Iterator[Code]:
    """What the default strategy plays here, if it can."""
    player = default(position.game)
    with suppress(TooMany, Unsupported):
        move = player.guess(position, rng_of(seed, position.game, name_of(player), position))
        yield position.game.check(Move.of(move).code)


def _most_telling(guesses: Codes, judges: Codes, game: Game) -> Code:
    """The guess of most bits; the first of equal ones."""
    scores = list[npt.NDArray[np.int64]]()
    for first in range(0, len(guesses), GUESSES_PER_BATCH):
        some = guesses[first : first + GUESSES_PER_BATCH].T
        scores.append(total_costs(missing_bits, part_sizes(some, judges.T, game.colors, game.whites), game))
    best: Code = guesses[int(np.concatenate(scores).argmin())]
    return best


def _best(values: Sequence[Value], own: Value | None) -> Value:
    """The one of most bits; of equal ones a candidate, and the one that was played."""
    return max(values, key=lambda value: (round(value.bits, 9), value.candidate, value is own))
