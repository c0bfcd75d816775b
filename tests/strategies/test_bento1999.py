"""Bento's one generation a guess."""

import numpy as np
import pytest
from reference import history_of, misfit

from blackpeg import BlackpegError, Game, Honest, play
from blackpeg.errors import Impossible
from blackpeg.position import Position
from blackpeg.strategies.bento1999 import Bento1999

POSITION = Position.parse("5x8 11223=1b1w 34451=1b1w")


@pytest.mark.parametrize("rules", ["last", "all"])
def test_the_best_of_one_generation_is_played(rules):
    player = Bento1999(rules=rules)
    (step,) = player.generations(POSITION, np.random.default_rng(1))
    move = player.guess(POSITION, np.random.default_rng(1))
    turns = history_of(POSITION)[-1:] if rules == "last" else history_of(POSITION)
    assert len(step.population) == 150
    assert step.fitness.tolist() == [-misfit(code, turns) for code in step.population]
    assert -misfit(move.code, turns) == step.best
    assert (move.evaluations, move.feedbacks) == (300, 300 * len(turns))
    assert POSITION.fits(move.code) == (move.note == "")


def test_the_population_goes_on_and_no_guess_is_repeated():
    game = Game(4, 6)
    for k in range(30):
        end = play(game, Bento1999(), Honest(game.codes[40 * k]), seed=k)
        assert end.solved and len({turn.guess.tobytes() for turn in end.history}) == end.guesses
        assert end.evaluations == 300 * (end.guesses - 1)


def test_all_alike_always_change():
    """Where all codes are the same, every child has a peg changed."""
    code = POSITION.game.code("55555")
    alike = Position(POSITION.game, POSITION.history, {"population": np.tile(code, (150, 1))})
    (step,) = Bento1999(mutation=0.0).generations(alike, np.random.default_rng(2))
    changed = (step.population != code).sum(axis=1)
    assert changed.min() >= 0 and (changed == 1).mean() > 0.95  # 149 of 150 are repetitions: the chance is 0.993


def test_impossible_and_wrong():
    with pytest.raises(Impossible):
        Bento1999().guess(Position.parse("4x6 1122=4b0w 3344=4b0w"), np.random.default_rng(1))
    for wrong in ({"population": 0}, {"crossover": 1.5}, {"mutation": -0.1}, {"entrants": 0}):
        with pytest.raises(BlackpegError):
            Bento1999(**wrong)
    assert Bento1999(rules="some").supports(Game(4, 6)) is not None
    assert Game(4, 6).show(Bento1999(first="1123").guess(Position(Game(4, 6)), np.random.default_rng(1)).code) == "1123"
