"""Samples by walks: all candidates of small sets, and nothing else; the nearest code if none is found."""

import numpy as np
import pytest
import reference

from blackpeg import Game, Honest
from blackpeg.errors import Impossible
from blackpeg.evolve import misfit
from blackpeg.evolve.sample_by_walks import sample_by_walks
from blackpeg.players import rng_of
from blackpeg.position import Position


@pytest.mark.parametrize("text", ["4x6 1122=1b1w 1344=0b2w", "4x6-distinct 1234=1b1w", "3x5-black 112=1b"])
def test_a_complete_sample_is_all_candidates(text):
    position = Position.parse(text)
    found = sample_by_walks(position, 2000, 10**6, 10**6, np.zeros((0, position.game.pegs), np.uint8), rng_of(1))
    assert found.complete and found.note == "" and found.moves > 0
    assert {code.tobytes() for code in found.codes.T} == {code.tobytes() for code in position.candidates}


def test_a_full_sample_is_not_complete_and_starts_near_what_is_given():
    position = Position.parse("6x9 112233=1b2w")
    start = position.least()
    found = sample_by_walks(position, 1, 1, 1, start[None], rng_of(1))
    assert found.codes[:, 0].tolist() == start.tolist() and not found.complete


def test_without_a_candidate_the_nearest_code_is_new():
    position = Position.parse("8x12 12345678=2b2w 9abc1234=2b3w 56781234=1b3w")
    found = sample_by_walks(position, 10, 1, 1, np.zeros((0, 8), np.uint8), rng_of(1))
    assert found.codes.shape == (8, 0) and found.note
    assert misfit(found.nearest, position.past_turns) > 0


def test_a_contradiction_is_an_error():
    with pytest.raises(Impossible):
        sample_by_walks(Position.parse("4x6 1111=2b0w 2222=3b0w"), 5, 1000, 1000, np.zeros((0, 4), np.uint8), rng_of(1))


@pytest.mark.parametrize(("pegs", "colors"), [(127, 2), (128, 2), (128, 1)])
def test_walks_count_above_127(pegs, colors):
    """Codes of one color, from a start that is as wrong as can be: whatever is called a candidate is one."""
    game = Game(pegs, colors)
    secret, position = np.full(pegs, colors - 1, np.uint8), Position(game)
    for guess in (np.zeros(pegs, np.uint8), np.arange(pegs, dtype=np.uint8) % colors):
        position = position.after(guess, Honest(secret).answer(position, guess))
    found = sample_by_walks(position, 3, 10**5, 10**6, np.zeros((1, pegs), np.uint8), rng_of(1))
    assert found.codes.shape[1]
    for code in found.codes.T:
        assert reference.misfit_at(position, code.tolist()) == 0
