"""The posterior of a show, against the definition and against what a strategy remembers."""

import base64

import numpy as np
import pytest
from reference import all_codes, feedback, history_of

from blackpeg import Game, Position
from blackpeg.web.shows.posterior import PosteriorByTurn


def decode(row, game):
    """The bytes as probabilities, pegs by colors."""
    content = np.frombuffer(base64.b64decode(row["matrix"]), np.uint8)
    return content.reshape(game.pegs, game.colors) / 255


@pytest.mark.parametrize(
    "turns", ["4x6 1122=1b1w", "4x6 1122=1b1w 1344=0b2w", "3x5-distinct 123=1b1w", "4x4-black 1122=2b"]
)
def test_small_games_are_exact(turns):
    position = Position.parse(turns)
    game, history = position.game, history_of(position)
    codes = [
        code
        for code in all_codes(game.pegs, game.colors, game.repeats)
        if all(feedback(code, guess, game.whites) == told for guess, told in history)
    ]
    expected = [
        [sum(code[peg] == color for code in codes) / len(codes) for color in range(game.colors)]
        for peg in range(game.pegs)
    ]
    row = PosteriorByTurn(0).describe(position, {})
    assert row["sample"] is None
    assert abs(decode(row, game) - expected).max() <= 0.5 / 255 + 1e-9


def test_nothing_is_known_before_the_first_guess():
    for game in (Game(4, 6), Game(64, 64), Game(20, 30, repeats=False)):
        row = PosteriorByTurn(0).describe(Position(game), {})
        assert row["sample"] is None
        assert abs(decode(row, game) - 1 / game.colors).max() <= 0.5 / 255


def test_what_a_strategy_remembers_is_told():
    game = Game(12, 16)
    position = Position(game).after("1" * 12, "0b0w")
    codes = np.full((4, 12), 3, np.uint8)
    codes[:3, 0] = 7
    row = PosteriorByTurn(0).describe(position, {"near": codes})
    assert row["sample"] == 4
    assert decode(row, game)[0, [3, 7]].round(2).tolist() == [0.25, 0.75]
    assert (decode(row, game)[1:, 3] == 1).all()
    assert PosteriorByTurn(0).describe(position, {}) is None  # which would cost time


def test_a_large_game_is_estimated():
    game = Game(20, 20)
    position = Position(game).after("1" * 20, "0b0w").after("2" * 10 + "3" * 10, "10b0w")
    row = PosteriorByTurn(0).describe(position, {})
    matrix = decode(row, game)
    assert row["sample"] == 500
    assert (matrix[:, 0] == 0).all()  # no peg has the color 1
    ones = matrix[:10, 1].sum() + matrix[10:, 2].sum()
    assert ones == pytest.approx(10, abs=0.3)  # ten of these are right
