"""The candidates that guesses are compared by, or samples of them."""

from __future__ import annotations

import numpy as np
import reference

from blackpeg import Game, Position
from blackpeg.coach.candidate_sample import CandidateSample


def test_the_standard_error_is_that_of_repeated_samples() -> None:
    game = Game(8, 12)
    guess = game.code("11223345")
    values = [CandidateSample.for_review(Position(game), seed).value(guess) for seed in range(40)]
    spread = float(np.std([value.bits for value in values], ddof=1))
    assert values[0].error * 0.7 < spread < values[0].error * 1.4  # the spread itself varies by 11 %
    size = CandidateSample.for_review(Position(game)).expected_size(values[0])
    assert size is not None
    assert 0 < size < game.size


def test_a_ranking_takes_the_candidates_or_a_sample_of_them() -> None:
    position = Position.parse("4x6 1234=0b2w 3516=0b3w")
    candidates = [code for code in reference.all_codes(4, 6) if position.fits(np.array(code, np.uint8))]
    sample = CandidateSample.for_ranking(position)
    assert [tuple(code) for code in sample.codes.tolist()] == candidates
    assert sample.size is None
    large, again = (CandidateSample.for_ranking(Position.parse("8x12")) for _ in range(2))
    assert large.codes.shape == (2000, 8)
    assert large.size == 2000
    assert large.codes.tolist() == again.codes.tolist()


def test_samples_in_words() -> None:
    texts = "4x6 1122=0b0w", "2x3 11=1b0w 12=1b0w", "8x12"
    samples = [CandidateSample.for_review(Position.parse(text)) for text in texts]
    words = ["the 256 candidates", "the one candidate", "a sample of 20,000 candidates"]
    assert list(map(str, samples)) == words
