"""What a guess is worth: its answers cut the candidates into parts, and the sizes of these tell.

Costs of parts are exact integers, so that guesses that are equally good compare equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import ceil, log2
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import TooMany
from ..game import LISTABLE, Code, Codes, Game
from ..kernels import least_of, part_sizes
from ..players import Strategy, rng_of
from ..position import Position
from .symmetry import peg_permutations

Sizes: TypeAlias = npt.NDArray[np.int64]
Cost: TypeAlias = Callable[[Sizes, Game], Sizes]

PAIRS = 2_000_000_000  # guesses times candidates that are compared for a ranking: about a second
SAMPLE = 2000  # candidates to judge by where they can't be listed
ROWS = 4096  # guesses judged at a time


def size(sizes: Sizes, game: Game) -> Sizes:
    """A part costs its size."""
    return sizes


def square(sizes: Sizes, game: Game) -> Sizes:
    """A part of n costs n²; divided by the number of candidates that is the expected size."""
    return sizes**2


def missing_bits(sizes: Sizes, game: Game) -> Sizes:
    """A part of n costs n log n; divided by the number of candidates these are the bits still missing."""
    return sizes * logarithms(int(sizes.max(initial=1)), game.size)[sizes]


def emptiness(sizes: Sizes, game: Game) -> Sizes:
    """A part costs -1, an empty one nothing."""
    return -np.sign(sizes)


def logarithms(largest: int, size: int) -> Sizes:
    """log2 of 0, 1, 2 … as integers that add up exactly: log 6 = log 2 + log 3, to the last bit.

    Scaled so that n log n of a whole game of this size, as far as it can be listed, still fits in 62 bits.
    """
    size = min(size, LISTABLE)
    scale = 2.0 ** (61 - ceil(log2(size * max(1.0, log2(size)) + 1)))
    logs = np.zeros(largest + 1, np.int64)
    composite = np.zeros(largest + 1, np.bool_)
    for prime in range(2, largest + 1):
        if composite[prime]:
            continue
        composite[prime * prime :: prime] = True
        power = prime
        while power <= largest:
            logs[power::power] += round(log2(prime) * scale)
            power *= prime
    return logs


def cost_table(cost: Cost, game: Game, largest: int) -> Sizes:
    """table[size], up to the next power of two, so that few tables serve a whole game."""
    return _cost_table(cost, game, 1 << max(1, largest).bit_length())


@lru_cache(maxsize=16)
def _cost_table(cost: Cost, game: Game, length: int) -> Sizes:
    return cost(np.arange(length, dtype=np.int64), game)


class Worth(NamedTuple):
    """What is to be expected of a guess."""

    guess: Code
    bits: float  # information, on average
    parts: int  # different answers
    largest: int  # candidates left in the worst case
    expected_size: float  # candidates left on average
    candidate: bool  # may it be the secret?


def ranking(position: Position, strategy: Strategy, top: int, own: Code) -> list[Worth]:
    """The best guesses, best first: by the strategy's own score where it has one, else by bits.

    Of guesses that are alike only the smallest is named. Every code is tried where that takes about a
    second, else the candidates, else a sample of them; `own`, the strategy's guess, always. Where not even
    a sample can be had, nothing is ranked.
    """
    try:
        judges = judges_of(position)
    except TooMany:
        return []
    guesses = np.vstack([own[None], _guesses(position, judges, getattr(strategy, "candidates_only", False))])
    game = position.game
    columns = np.array(judges.T, order="C")
    rows: dict[bytes, tuple[int, bool, bytes, Worth]] = {}
    for first in range(0, len(guesses), ROWS):
        some = guesses[first : first + ROWS]
        sizes = part_sizes(np.array(some.T, order="C"), columns, game.colors, game.whites)
        scores = strategy.scores(sizes, game) if hasattr(strategy, "scores") else scores_by(missing_bits, sizes, game)
        fits = sizes[:, game.solved] > 0
        fits[0] |= first == 0 and position.fits(own)  # which may not be in the sample
        for k in np.lexsort((~fits, scores))[: top + 1]:  # one more, since `own` may be there twice
            code = some[k].tobytes()
            rows[code] = (int(scores[k]), not fits[k], code, worth(some[k], sizes[k], bool(fits[k])))
    return [row[3] for row in sorted(rows.values(), key=lambda row: row[:3])[:top]]


def judges_of(position: Position) -> Codes:
    """The candidates, or a sample of them where they can't be listed."""
    try:
        return position.candidates
    except TooMany:
        return position.draw(SAMPLE, rng_of("judges", position))


def _guesses(position: Position, judges: Codes, candidates_only: bool) -> Codes:
    """What to rank: all codes, the candidates, or some of them; of a whole set only the least of those alike."""
    game, most = position.game, PAIRS // len(judges)
    history = np.array([turn.guess for turn in position.history], np.uint8).reshape(-1, game.pegs)
    whole = [game.codes] if position.listable and not candidates_only else []
    whole += [judges] if len(judges) == position.count_or_none else []
    for codes in whole:
        if len(codes) > 50 * most:
            continue
        columns, mine = np.array(codes.T, order="C"), np.array(judges.T, order="C")
        codes = codes[least_of(columns, mine, history, peg_permutations(game), game.colors, game.repeats)]
        if len(codes) <= most:
            return codes
    return judges[:: -(-len(judges) // max(1, most))]


def scores_by(cost: Cost, sizes: npt.NDArray[np.int32], game: Game) -> Sizes:
    """The summed cost of the parts of each guess, a row each."""
    scores: Sizes = cost_table(cost, game, int(sizes.max(initial=0)))[sizes].sum(axis=1)
    return scores


def worth(guess: Code, sizes: npt.NDArray[np.int32], candidate: bool) -> Worth:
    """What a guess is worth whose parts have these sizes."""
    parts = sizes[sizes > 0].astype(np.float64)
    n = parts.sum()
    bits = float((parts / n * np.log2(n / parts)).sum())
    return Worth(guess, bits, len(parts), int(parts.max()), float((parts**2).sum() / n), candidate)


def openings(game: Game, most: int | None = None) -> Iterator[list[int]]:
    """One first guess of every kind: how many pegs have the first color, the second and so on; `most` at most."""

    def kinds(pegs: int, most: int, colors: int) -> Iterator[list[int]]:
        if pegs == 0:
            yield []
        elif colors and colors * most >= pegs:
            for count in range(min(pegs, most), 0, -1):
                yield from ([count, *rest] for rest in kinds(pegs - count, count, colors - 1))

    for counts in kinds(game.pegs, (most or game.pegs) if game.repeats else 1, game.colors):
        yield [color for color, count in enumerate(counts) for _ in range(count)]
