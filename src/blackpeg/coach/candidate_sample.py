"""The candidates of a position, or a sample of them, by which guesses are compared."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import TooMany
from ..game import Code, Codes
from ..information.guess_value import GuessValue, guess_value
from ..kernels import part_sizes
from ..phrases import count_text
from ..players import rng_of
from ..position import Position

Sizes: TypeAlias = npt.NDArray[np.int32]

MAX_COMPARED_CANDIDATES = 2**20  # up to which a review compares a guess with all candidates
SAMPLE_CANDIDATES = 20_000  # in the sample of a review, if there are more
SMALL_SAMPLE_CANDIDATES = 2_000  # the same if candidates can't be counted, as they take long to draw then
SELECTION_CANDIDATES = 1_000  # in a second sample, by which the best guess is selected
SAMPLE_GUESSES = 1_000  # in a third sample, of candidates that are tried as guesses
RANKING_SAMPLE_CANDIDATES = 2_000  # in the sample of a ranking, which compares many guesses with each


@dataclass(frozen=True)
class CandidateSample:
    """All candidates of a position, or a random sample of them, which give every guess a value."""

    position: Position
    codes: Codes
    size: int | None = None  # of the sample; None if these are all candidates
    selection_codes: Codes | None = None  # another sample to select the best guess by: its bits are not overestimated
    guesses: Codes | None = None  # another sample of candidates to try as guesses

    @classmethod
    def for_review(cls, position: Position, seed: int = 0) -> CandidateSample:
        """All candidates if that is possible, else samples. Raises `TooMany` if not even these can be drawn."""
        count = position.quick_count
        if count is not None and count <= (MAX_COMPARED_CANDIDATES if position.listable else SAMPLE_CANDIDATES):
            return cls(position, position.candidates)
        size = SAMPLE_CANDIDATES if count is not None else SMALL_SAMPLE_CANDIDATES
        codes = position.draw(size + SELECTION_CANDIDATES + SAMPLE_GUESSES, rng_of("judges", seed, position))
        selection_codes, guesses = np.split(codes[size:], [SELECTION_CANDIDATES])
        return cls(position, codes[:size], size, selection_codes, guesses)

    @classmethod
    def for_review_if_quick(cls, position: Position, seed: int = 0) -> CandidateSample | None:
        """The same, or None if finding the candidates takes long."""
        with suppress(TooMany):
            return None if position.quick_count is None else cls.for_review(position, seed)
        return None

    @classmethod
    def for_ranking(cls, position: Position) -> CandidateSample:
        """All candidates if they can be listed, else a small sample. Raises `TooMany` if it can't be drawn.

        Limits and seeds differ from those of reviews, so that the numbers of earlier rankings and reviews stay.
        """
        try:
            return cls(position, position.candidates)
        except TooMany:
            codes = position.draw(RANKING_SAMPLE_CANDIDATES, rng_of("judges", position))
            return cls(position, codes, RANKING_SAMPLE_CANDIDATES)

    def part_sizes(self, guess: Code) -> Sizes:
        """How many of the codes give each feedback to a guess."""
        game = self.position.game
        sizes: Sizes = part_sizes(guess.reshape(-1, 1), self.codes.T, game.colors, game.whites)[0]
        return sizes

    def value(self, guess: Code) -> GuessValue:
        """How a guess divides these codes."""
        return guess_value(guess, self.part_sizes(guess), self.position.fits(guess), self.size is not None)

    def expected_size(self, value: GuessValue) -> float | None:
        """Candidates left on average after a guess, scaled from a sample to all; None if these can't be counted."""
        count = self.position.quick_count
        return None if count is None else value.expected_size * count / len(self.codes)

    def __str__(self) -> str:
        if self.size is not None:
            return f"a sample of {self.size:,} candidates"
        return "the one candidate" if len(self.codes) == 1 else f"the {count_text(len(self.codes))} candidates"
