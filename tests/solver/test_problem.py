"""A game as the compiled searches need it."""

import pytest
from reference import all_codes, feedback_number

from blackpeg import Game
from blackpeg.solver.problem import counts_last_turn, given_feedbacks, problem_of


@pytest.mark.parametrize(
    "text", ["2x2", "3x2", "5x2", "6x2", "3x5", "4x3", "3x3-distinct", "4x4-distinct", "4x5-distinct", "3x4-black",
             "4x4-distinct-black", "1x3", "3x1"]
)  # fmt: skip
def test_feedbacks_that_are_given(text):
    game = Game.parse(text)
    codes = all_codes(game.pegs, game.colors, game.repeats)
    numbers = {feedback_number(secret, guess, game.whites) for secret in codes for guess in codes}
    assert given_feedbacks(game) == sorted(numbers)
    assert numbers <= set(game.answers)


def test_two_colors_and_no_repeats_leave_few_feedbacks():
    """Of two colors, an even number of white pegs; of seven colors on seven pegs, seven pegs in all."""
    assert len(given_feedbacks(Game(12, 2))) == sum(pegs // 2 + 1 for pegs in range(13))
    assert len(given_feedbacks(Game(7, 7, repeats=False))) == 7  # six black pegs are never given
    assert counts_last_turn(Game(12, 2))
    assert problem_of(Game(12, 2)).feedbacks == 49
