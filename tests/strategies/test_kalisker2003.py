"""Kalisker & Camens's steady state."""

import numpy as np
import pytest

from blackpeg import BlackpegError, Game, Honest, play
from blackpeg.errors import Impossible
from blackpeg.evolve.kalisker_score import score_agreements, score_table
from blackpeg.position import Position
from blackpeg.strategies.kalisker2003 import Kalisker2003, Problem, breed

POSITION = Position.parse("4x6 1122=1b1w 3344=0b1w")
PROBLEM = Problem(POSITION.past_turns, 6, True, score_table(POSITION.game))


def test_fitness_by_hand():
    # S: 1b1w 4, 0b1w 1, 4b0w 14, 1b2w 7, 0b0w 0; 14 - |difference|, summed
    by_hand = {"1122": 0, "3344": 0, "1213": (14 - 3) + 14, "5555": (14 - 4) + (14 - 1), "1516": 14 + (14 - 1)}
    codes = np.array([POSITION.game.code(text) for text in by_hand])
    assert score_agreements(codes, PROBLEM.past, PROBLEM.score_of).tolist() == list(by_hand.values())


def test_exactly_the_candidates_reach_the_most():
    codes = POSITION.game.codes.copy()
    fitness = score_agreements(codes, PROBLEM.past, PROBLEM.score_of)
    assert {tuple(code) for code in codes[fitness == 28]} == {tuple(code) for code in POSITION.candidates}


def test_a_birth_replaces_the_worst():
    codes = np.array([POSITION.game.code(text) for text in ("1122", "5555", "5556", "6665", "5566")])
    fitness = score_agreements(codes, PROBLEM.past, PROBLEM.score_of)
    after, new_fitness, born = breed(codes, fitness, 1, 1.0, PROBLEM, np.random.default_rng(1))
    assert born == 1 and (after[1:] == codes[1:]).all() and (after[0] != codes[0]).any(), "1122 was played: the worst"
    assert new_fitness.tolist() == score_agreements(after, PROBLEM.past, PROBLEM.score_of).tolist()


def test_budget_and_counts():
    position = Position.parse("8x12 12345678=2b2w 9abc1234=2b3w 56781234=1b3w")
    player = Kalisker2003(population=30, births=10)
    steps = list(player.generations(position, np.random.default_rng(2)))
    move = player.guess(position, np.random.default_rng(2))
    assert (move.note, move.evaluations, move.feedbacks) == ("budget spent", 30 + 80, 3 * 110)
    assert len(steps) == 1 + 3  # 30, 30 and 20 births
    assert [len(step.population) for step in steps] == [30] * 4


def test_plays_what_fits():
    for seed in range(10):
        move = Kalisker2003().guess(POSITION, np.random.default_rng(seed))
        assert POSITION.fits(move.code) == (move.note == "")
    with pytest.raises(Impossible):
        Kalisker2003(births=1).guess(Position.parse("4x6 1122=4b0w 3344=4b0w"), np.random.default_rng(1))


def test_parameters():
    for wrong in ({"population": -1}, {"births": -1}, {"mutation": 2.0}):
        with pytest.raises(BlackpegError):
            Kalisker2003(**wrong)
    assert "does not fit" in Kalisker2003(first="1177").supports(Game(4, 6))


def test_average_is_near_the_published():
    """4x6 4.75 in the paper; sd 0.95, 300 games, four standard errors."""
    game = Game(4, 6)
    played = [play(game, Kalisker2003(), Honest(game.codes[4 * k]), seed=k).guesses for k in range(300)]
    assert abs(np.mean(played) - 4.75) < 4 * 0.95 / 300**0.5
