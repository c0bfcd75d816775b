"""A guess beside the best there is at a position: exact where that is soon found, else by samples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import sqrt
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from .errors import TooMany, Unsupported
from .game import Code, Codes, Game
from .kernels import part_sizes
from .parts import ROWS, missing_bits, scores_by, worth
from .players import rng_of
from .position import Move, Position
from .strategies import default, name_of
from .strategies.partition import Entropy
from .wording import counted, number

Sizes: TypeAlias = npt.NDArray[np.int32]

PAIRS = 1_000_000_000  # guesses times candidates that may be compared to find the best guess: within a second
LISTED = 2**20  # candidates up to which all of them judge
JUDGES = 20_000  # of a sample, where not all do
CHOOSERS = 2_000  # of another sample, by which the best is chosen: what it is worth is then not flattered
TRIED = 2_000  # candidates that are tried as guesses, where not all are
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


class Appraisal(NamedTuple):
    """A guess, and the best ones there were."""

    own: Value
    best: Value  # of all guesses that were tried
    best_candidate: Value  # of those that may be the secret
    tried: str  # which guesses: "all codes", "all candidates" or "some candidates"
    candidates: int | None
    sample: int | None  # how many candidates judged, where not all did
    heard: Sizes  # how many of those that judged give each answer to the own guess

    @property
    def reason(self) -> str:
        """One sentence on the best guess beside the own one."""
        own, best = self.own, self.best
        if self.candidates == 1:
            return "the only code that fits" + ("" if own.candidate else "; yours does not")
        if best.guess.tobytes() == own.guess.tobytes():
            return "no guess tells more" if self.tried == "all codes" else f"of {self.tried} none tells more"
        more = best.bits - own.bits
        if more <= CLOSE:
            return "tells as much, and may be the secret"
        if more < 2 * sqrt(best.error**2 + own.error**2):
            return f"tells no more than yours, as far as {self.judges} show"
        if best.parts > own.parts:
            return f"{self.splits(best)}; yours {own.parts}"
        sizes = [f"{value.expected_size or 0:,.1f}" for value in (best, own)]
        if (best.expected_size or 0) < (own.expected_size or 0) and sizes[0] != sizes[1]:
            return f"leaves {sizes[0]} of {self.judges} on average; yours {sizes[1]}"
        return f"tells {best.bits:.3f} bits on average; yours {own.bits:.3f}"

    def splits(self, value: Value) -> str:
        return f"splits {self.judges} {counted(value.parts, 'way')}"

    @property
    def judges(self) -> str:
        if self.sample is not None:
            return f"a sample of {self.sample:,} candidates"
        return "the one candidate" if self.candidates == 1 else f"the {number(self.candidates)} candidates"


def appraise(position: Position, own: Code | None = None, seed: int = 0) -> Appraisal:
    """What a guess is worth beside the best, which it is itself if none is given.

    Raises `TooMany` where not even a sample of the candidates can be had.
    """
    left = position.left
    listed = left is not None and (left <= LISTED if position.listable else left <= JUDGES)
    judges = position.candidates if listed else _drawn(position, JUDGES, rng_of("judges", seed, position))
    choosers = judges if listed else _drawn(position, CHOOSERS, rng_of("choosers", seed, position))
    tried, codes = _contenders(position, listed, choosers, seed)
    columns = np.array(judges.T, order="C")
    sizes = _sizes([*codes, *([] if own is None else [own])], columns, position.game)
    values = [_value(position, code, row, listed) for code, row in sizes]
    mine = None if own is None else values[-1]
    best, candidate = _best(values, mine), _best([value for value in values if value.candidate], mine)
    return Appraisal(
        own=mine or best,
        best=best,
        best_candidate=candidate,
        tried=tried,
        candidates=left,
        sample=None if listed else len(judges),
        heard=sizes[-1 if mine else values.index(best)][1],
    )


def _contenders(position: Position, listed: bool, choosers: Codes, seed: int) -> tuple[str, list[Code]]:
    """Which guesses were tried, and those among which the best and the best candidate are."""
    game, left = position.game, position.left or 0
    if not position.history and (game.pegs <= OPENING_PEGS or not game.repeats):
        best = _most_telling(np.array(list(openings(game)), np.uint8), choosers, game)
        return "all codes", [best]
    if listed and position.listable and game.size * left <= PAIRS:
        players = Entropy(), Entropy(candidates_only=True)
        return "all codes", [player.guess(position, rng_of()).code for player in players]
    whole = listed and left * left <= PAIRS
    guesses = position.candidates if whole else _drawn(position, TRIED, rng_of("tried", seed, position))
    candidate = _most_telling(guesses, choosers, game)
    return "all candidates" if whole else "some candidates", [candidate, *_played(position, seed)]


def openings(game: Game) -> Iterator[list[int]]:
    """One first guess of every kind: how many pegs have the first color, how many the second and so on."""

    def kinds(pegs: int, most: int, colors: int) -> Iterator[list[int]]:
        if pegs == 0:
            yield []
        elif colors:
            for count in range(min(pegs, most), 0, -1):
                yield from ([count, *rest] for rest in kinds(pegs - count, count, colors - 1))

    for counts in kinds(game.pegs, game.pegs if game.repeats else 1, game.colors):
        yield [color for color, count in enumerate(counts) for _ in range(count)]


def _played(position: Position, seed: int) -> Iterator[Code]:
    """What the default strategy plays here, if it can."""
    player = default(position.game)
    with suppress(TooMany, Unsupported):
        move = player.guess(position, rng_of(seed, position.game, name_of(player), position))
        yield position.game.check(move.code if isinstance(move, Move) else move)


def _most_telling(guesses: Codes, judges: Codes, game: Game) -> Code:
    """The guess of most bits; the first of equal ones."""
    columns, scores = np.array(judges.T, order="C"), list[npt.NDArray[np.int64]]()
    for first in range(0, len(guesses), ROWS):
        some = np.array(guesses[first : first + ROWS].T, order="C")
        scores.append(scores_by(missing_bits, part_sizes(some, columns, game.colors, game.whites), game))
    best: Code = guesses[int(np.concatenate(scores).argmin())]
    return best


def _sizes(codes: list[Code], columns: Codes, game: Game) -> list[tuple[Code, Sizes]]:
    """How many of the candidates give each answer to each guess."""
    guesses = np.array(np.array(codes, np.uint8).T, order="C")
    return list(zip(codes, part_sizes(guesses, columns, game.colors, game.whites), strict=True))


def _value(position: Position, guess: Code, sizes: Sizes, exact: bool) -> Value:
    fits, left = position.fits(guess), position.left
    found = worth(guess, sizes, fits)
    n = int(sizes.sum())
    shares = sizes[sizes > 0] / n
    spread = max(0.0, float((shares * np.log2(shares) ** 2).sum()) - found.bits**2)
    size = None if left is None else found.expected_size * left / n
    return Value(guess, found.bits, 0.0 if exact else sqrt(spread / n), found.parts, size, fits)


def _best(values: Sequence[Value], own: Value | None) -> Value:
    """The one of most bits; of equal ones a candidate, and the one that was played."""
    return max(values, key=lambda value: (round(value.bits, 9), value.candidate, value is own))


def _drawn(position: Position, n: int, rng: np.random.Generator) -> Codes:
    """A sample, a smaller one where that is all that can be had."""
    try:
        return position.draw(n, rng)
    except TooMany:
        return position.draw(n // 20, rng)
