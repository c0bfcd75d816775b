"""Bernier's genetic algorithm and annealer."""

from itertools import pairwise

import numpy as np
import pytest

from blackpeg import BlackpegError, Game, Honest, play
from blackpeg.errors import Impossible
from blackpeg.position import Position
from blackpeg.strategies.bernier1996 import Bernier1996GA, Bernier1996SA, candidate_fitness, evaluate

LATE = Position.parse("5x8 11223=1b1w 34451=1b1w 16678=1b1w")


def test_fitness_by_hand():
    position = Position.parse("4x6 1122=1b1w 3344=0b1w")
    codes = np.array([position.game.code(text) for text in ("1122", "1213", "5555", "1516")])
    # if 1122 were the secret, the feedbacks would be 4b0w, 0b0w: one black of the first right, no rule met
    # 1213: 1b2w (one black right) and 0b1w: 1 + 4
    # 5555: 0b0w, 0b0w: nothing; 1516: 1b1w met, 1 + 4, and 0b0w
    assert evaluate(codes, position.past_turns).tolist() == [1, 5, 0, 5]
    assert candidate_fitness(position) == 4 + 1 + 4 + 0


def test_exactly_the_candidates_reach_the_most():
    fitness = evaluate(LATE.game.codes.copy(), LATE.past_turns)
    best = LATE.game.codes[fitness == candidate_fitness(LATE)]
    assert {tuple(code) for code in best} == {tuple(code) for code in LATE.candidates}
    assert fitness.max() == candidate_fitness(LATE)


def test_the_genetic_algorithm_plays_what_fits_and_counts():
    player = Bernier1996GA()
    steps = list(player.generations(LATE, np.random.default_rng(1)))
    move = player.guess(LATE, np.random.default_rng(1))
    assert LATE.fits(move.code) and move.note == "" and len(steps) <= 15
    assert move.evaluations == 500 + 499 * (len(steps) - 1) and move.feedbacks == 3 * move.evaluations
    best = [step.best for step in steps]
    assert best == sorted(best), "the fittest is kept"


def test_the_genetic_algorithm_begins_anew_and_gives_up():
    position = Position.parse("10x8 1234567812=1b1w 2345678123=1b1w 8765432187=1b1w 1122334455=1b1w")
    player = Bernier1996GA(population=2, crossover=1.0, mutation=0.0, transposition=0.0, stagnation=3, limit=6)
    codes = [step.population for step in player.generations(position, np.random.default_rng(2))]
    move = player.guess(position, np.random.default_rng(2))
    assert len(codes) == 6 and move.note == "budget spent"
    with pytest.raises(Impossible):
        Bernier1996GA(limit=5).guess(Position.parse("4x6 1122=4b0w 3344=4b0w"), np.random.default_rng(1))


def test_the_annealer_stops_at_a_candidate_or_after_its_moves():
    for seed in range(20):
        steps = list(Bernier1996SA().generations(LATE, np.random.default_rng(seed)))
        move = Bernier1996SA().guess(LATE, np.random.default_rng(seed))
        assert sum(len(step.population) for step in steps) == move.evaluations <= 2001
        assert len(steps[0].population) == 1 and all(len(step.population) == 50 for step in steps[1:-1])
        assert LATE.fits(move.code) == (move.note == "") == bool(steps[-1].found)
        for before, after in pairwise(steps[1:]):  # each try is a move away from some state
            assert ((after.population[0] != before.population).sum(axis=1) <= 4).any()


def test_the_annealer_never_repeats_a_guess():
    game = Game(6, 6)
    for k in range(15):
        end = play(game, Bernier1996SA(limit=300), Honest(game.codes[3000 * k]), seed=k)
        assert len({turn.guess.tobytes() for turn in end.history}) == end.guesses and end.solved


@pytest.mark.parametrize("text", ["4x6-distinct 1234=1b1w", "4x4-distinct 1234=1b3w", "4x6-black 1122=1b0w"])
@pytest.mark.parametrize("player", [Bernier1996GA(), Bernier1996SA()])
def test_codes_stay_legal(text, player):
    position = Position.parse(text)
    for step in player.generations(position, np.random.default_rng(1)):
        for code in step.population:
            position.game.check(code)


def test_parameters():
    with pytest.raises(BlackpegError):
        Bernier1996GA(population=0)
    with pytest.raises(BlackpegError):
        Bernier1996GA(mutation=-1.0)
    with pytest.raises(BlackpegError):
        Bernier1996SA(cooling=1.5)
    for player in (Bernier1996GA(first="1177"), Bernier1996SA(first="1177")):
        assert "does not fit" in player.supports(Game(4, 6))
    for player in (Bernier1996GA(first="1123"), Bernier1996SA(first="1123")):
        assert Game(4, 6).show(player.guess(Position(Game(4, 6)), np.random.default_rng(1)).code) == "1123"


def test_average_is_that_of_first_candidates():
    """4x6 from 1122: 4.636 by exact play of random candidates, sd 0.88; 300 games, four standard errors."""
    game = Game(4, 6)
    played = [play(game, Bernier1996GA(first="1122"), Honest(game.codes[4 * k]), seed=k).guesses for k in range(300)]
    assert abs(np.mean(played) - 4.636) < 4 * 0.88 / 300**0.5
