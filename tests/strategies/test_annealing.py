"""annealing: a candidate at any size, and the nearest code if none is found."""

import pytest

from blackpeg import Game, Honest, play
from blackpeg.codemakers import random_secret
from blackpeg.errors import BlackpegError
from blackpeg.players import rng_of
from blackpeg.position import Position
from blackpeg.strategies.annealing import Annealing


@pytest.mark.parametrize("name", ["4x6", "5x5-distinct", "8x10-black", "16x16"])
def test_every_guess_is_a_candidate(name):
    game = Game.parse(name)
    end = play(game, Annealing(), Honest(random_secret(game, rng_of("annealing", name))), seed=1)
    assert end.solved
    assert all(position.fits(turn.guess) for position, turn in zip(end.line, end.history, strict=False))


def test_if_no_candidate_is_found_the_turn_says_so():
    position = Position.parse("8x12 12345678=2b2w 9abc1234=2b3w 56781234=1b3w")
    move = Annealing(moves=1).guess(position, rng_of(1))
    assert move.note == "no code was found that fits"
    assert not any((turn.guess == move.code).all() for turn in position.history)


def test_at_least_one_move():
    with pytest.raises(BlackpegError):
        Annealing(moves=0)
