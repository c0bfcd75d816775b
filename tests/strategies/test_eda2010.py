"""Estimation of distribution, with both fitnesses."""

from math import log

import numpy as np
import pytest
from reference import misfit_at

from blackpeg import BlackpegError, Game, Honest, play
from blackpeg.errors import Impossible
from blackpeg.evolve import random_population
from blackpeg.position import Position
from blackpeg.strategies.eda2010 import EDA2010, Objective, evaluate, resample

POSITION = Position.parse("4x6 1231=1b1w 4455=0b1w")


def objective_of(position, entropy):
    past = position.past_turns
    return Objective(past, np.bincount(past.guesses.ravel(), minlength=position.game.colors), entropy)


def test_first_guesses():
    for text, orig, half in (
        ("4x6", "1231", "1122"),
        ("5x8", "12341", "11223"),
        ("4x6-distinct", "1234", "1234"),
        ("1x1", "1", "1"),
    ):
        game = Game.parse(text)
        for first, expected in (("orig", orig), ("half", half)):
            assert game.show(EDA2010(first=first).guess(Position(game), np.random.default_rng(1)).code) == expected


def test_fitness_by_definition():
    """1 / (1 + misfit), and the entropy of the letters of the code and of all guesses over 1 + misfit."""
    game = POSITION.game
    codes = game.codes[::50].copy()
    for entropy in (False, True):
        fitness, found = evaluate(codes, objective_of(POSITION, entropy))
        assert found == sum(POSITION.fits(code) for code in codes)
        for code, value in zip(codes, fitness, strict=True):
            letters = game.show(code) + "12314455"
            shares = [letters.count(letter) / 12 for letter in set(letters)]
            expected = -sum(share * log(share) for share in shares) if entropy else 1
            assert value == pytest.approx(expected / (1 + misfit_at(POSITION, code)))


def test_colors_are_drawn_as_the_better_half_has_them():
    game, rng = Game(2, 4), np.random.default_rng(2)
    position = Position.parse("2x4 11=0b0w")
    codes = np.repeat(np.array([[1, 2], [1, 3], [3, 3], [0, 0]], np.uint8), [5000, 5000, 10000, 20000], axis=0)
    fitness = np.repeat([1.0, 0.0], 20000)
    after, _, _ = resample(codes, fitness, 20000, 0.05, True, objective_of(position, False), rng)
    assert {tuple(code) for code in after[:20000]} == {(1, 2), (1, 3), (3, 3)}
    drawn = after[20000:]
    for peg, weights in enumerate(([0.05, 0.5, 0.05, 0.5], [0.05, 0.05, 0.25, 0.75])):  # none kept: 0.05
        for color, weight in enumerate(weights):
            chance = weight / sum(weights)
            assert abs((drawn[:, peg] == color).mean() - chance) < 5 * (chance * (1 - chance) / 20000) ** 0.5
    assert game.size == 16


def test_plays_the_fittest_that_fits_and_counts():
    position = Position.parse("5x8 12341=1b1w 34451=1b1w 16678=1b1w")
    for fitness in ("compress", "orig"):
        player = EDA2010(fitness=fitness)
        steps = list(player.generations(position, np.random.default_rng(3)))
        move = player.guess(position, np.random.default_rng(3))
        assert position.fits(move.code) and move.note == "" and len(steps) <= 15
        assert move.evaluations == 200 + 100 * (len(steps) - 1) and move.feedbacks == 3 * move.evaluations
        last = steps[-1]
        assert (last.population[last.fitness.argmax()] == move.code).all()
        later = position.after(move, "1b1w")
        assert (next(player.generations(later, np.random.default_rng(4))).population == last.population).all()


def test_reset_and_budget():
    position = Position.parse("10x8 1234567812=1b1w 2345678123=1b1w 8765432187=1b1w 1122334455=1b1w")
    player = EDA2010(population=10, reset=3, limit=7)
    move = player.guess(position, np.random.default_rng(5))
    assert (move.note, move.evaluations) == ("budget spent", 10 + 5 + 5 + 10 + 5 + 5 + 10)
    with pytest.raises(Impossible):
        EDA2010(limit=5).guess(Position.parse("4x6 1122=4b0w 3344=4b0w"), np.random.default_rng(1))


@pytest.mark.parametrize("text", ["4x6-distinct 1234=1b1w", "4x4-distinct 1234=1b3w", "4x6-black 1122=1b0w"])
def test_codes_stay_legal(text):
    position = Position.parse(text)
    codes = random_population(position.game, 60, np.random.default_rng(1))
    objective, repeats = objective_of(position, True), position.game.repeats
    fitness, _ = evaluate(codes, objective)
    after, _, _ = resample(codes, fitness, len(codes) // 2, 0.05, repeats, objective, np.random.default_rng(2))
    for code in after:
        position.game.check(code)


def test_parameters():
    for wrong in ({"population": 0}, {"replacement": 1.0}, {"least": -0.1}, {"limit": 0}):
        with pytest.raises(BlackpegError):
            EDA2010(**wrong)
    assert EDA2010(fitness="naive").supports(Game(4, 6)) is not None
    assert EDA2010(first="all").supports(Game(4, 6)) is not None


def test_average_is_the_authors():
    """4x6: their stored games average 4.571 with the entropy; sd 0.88, 400 games, four standard errors."""
    game = Game(4, 6)
    played = [play(game, EDA2010(), Honest(game.codes[3 * k]), seed=k).guesses for k in range(400)]
    assert abs(np.mean(played) - 4.571) < 4 * 0.88 / 400**0.5
