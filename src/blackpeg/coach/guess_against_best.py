"""A guess compared with the best guess at its position: the best of all codes if there is time, else of samples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from ..errors import TooMany, Unsupported
from ..game import Code, Codes, Game
from ..information.first_guesses import openings
from ..information.guess_value import GuessValue
from ..information.part_scores import GUESSES_PER_BATCH, missing_bits, total_costs
from ..kernels import part_sizes
from ..players import rng_of
from ..position import Position
from ..strategies import default
from ..strategies.one_step import Entropy
from .candidate_sample import SAMPLE_GUESSES, CandidateSample
from .strategy_guess import strategy_guess

MAX_CODE_PAIRS = 1_000_000_000  # pairs of a code and a candidate compared to find the best code: within a second
MAX_CANDIDATE_PAIRS = MAX_CODE_PAIRS // 4  # the same for pairs of candidates, to find the best candidate
MAX_OPENING_PEGS = 20  # up to which every first guess is tried: few of them differ in more than names of colors
TOLERANCE = 1e-9  # differences of bits, or of expected guesses, that may come from rounding


@dataclass(frozen=True)
class GuessComparison:
    """The value of a guess, beside those of the best guesses at the same position."""

    sample: CandidateSample
    own: GuessValue
    best: GuessValue  # of all guesses that were tried
    best_candidate: GuessValue  # of those that may be the secret
    tried: str  # which guesses: "all codes", "all candidates" or "some candidates"

    @property
    def reason(self) -> str:
        """A sentence that compares the best guess with this one."""
        own, best, sample = self.own, self.best, self.sample
        if sample.position.quick_count == 1:
            return "the only code that fits" + ("" if own.candidate else "; yours does not")
        if best.guess.tobytes() == own.guess.tobytes():
            return "no guess tells more" if self.tried == "all codes" else f"of {self.tried} none tells more"
        difference = best.bits - own.bits
        if difference <= TOLERANCE:
            return "tells as much, and may be the secret"
        if difference < 2 * sqrt(best.error**2 + own.error**2):
            return f"tells no more than yours, as far as {sample} show"
        if best.parts > own.parts:
            return f"splits {sample} {best.parts} ways; yours {own.parts}"
        best_size, own_size = (sample.expected_size(value) or 0 for value in (best, own))
        if best_size < own_size and f"{best_size:,.1f}" != f"{own_size:,.1f}":
            return f"leaves {best_size:,.1f} candidates on average; yours {own_size:,.1f}"
        return f"tells {best.bits:.3f} bits on average; yours {own.bits:.3f}"


def compare_with_best(position: Position, guess: Code | None = None, seed: int = 0) -> GuessComparison:
    """Compares a guess with the best guesses at a position; without a guess, the best one with itself.

    Raises `TooMany` if not even a sample of the candidates can be drawn.
    """
    sample = CandidateSample.for_review(position, seed)
    tried, guesses = _find_best_guesses(sample, seed)
    values = [sample.value(code) for code in guesses]
    own = None if guess is None else sample.value(guess)
    values += [] if own is None else [own]
    best, best_candidate = _best(values, own), _best([value for value in values if value.candidate], own)
    return GuessComparison(sample, own or best, best, best_candidate, tried)


def _find_best_guesses(sample: CandidateSample, seed: int) -> tuple[str, list[Code]]:
    """Which guesses were tried, and a few of them, among which are the best guess and the best candidate."""
    position = sample.position
    game, count = position.game, position.quick_count or 0
    selection_codes = sample.codes if sample.selection_codes is None else sample.selection_codes
    if not position.history and (game.pegs <= MAX_OPENING_PEGS or not game.repeats):
        return "all codes", [_most_bits(np.array(list(openings(game)), np.uint8), selection_codes, game)]
    if sample.size is None and Entropy().supports(game) is None and game.size * count <= MAX_CODE_PAIRS:
        players = Entropy(), Entropy(candidates_only=True)
        return "all codes", [player.guess(position, rng_of()).code for player in players]
    try_all = sample.size is None and count * count <= MAX_CANDIDATE_PAIRS
    guesses = sample.guesses
    if guesses is None:
        guesses = sample.codes if try_all else sample.codes[:: -(-count // SAMPLE_GUESSES)]
    best = _most_bits(guesses, selection_codes, game)
    return "all candidates" if try_all else "some candidates", [best, *_default_guess(position, seed)]


def _default_guess(position: Position, seed: int) -> Iterator[Code]:
    """The guess of the default strategy, if it has one."""
    with suppress(TooMany, Unsupported):
        yield strategy_guess(default(position.game), position, seed)


def _most_bits(guesses: Codes, candidates: Codes, game: Game) -> Code:
    """The guess of most bits, the first of equals."""
    scores = list[npt.NDArray[np.int64]]()
    for first in range(0, len(guesses), GUESSES_PER_BATCH):
        batch = guesses[first : first + GUESSES_PER_BATCH].T
        scores.append(total_costs(missing_bits, part_sizes(batch, candidates.T, game.colors, game.whites), game))
    best: Code = guesses[int(np.concatenate(scores).argmin())]
    return best


def _best(values: Sequence[GuessValue], own: GuessValue | None) -> GuessValue:
    """The value of most bits; among equals a candidate, then the guess that was played."""
    return max(values, key=lambda value: (round(value.bits, 9), value.candidate, value is own))
