"""First guesses: fixed ones that fit or not, and the usual ones."""

from blackpeg import Game
from blackpeg.information.first_guesses import (
    first_guess_1122,
    first_guess_1234,
    first_guess_error,
    fixed_first_guess,
    openings,
)
from blackpeg.position import Position


def test_usual_first_guesses():
    for text, colors, pairs in (("4x6", "1234", "1122"), ("5x2", "12121", "11221"), ("3x5-distinct", "123", "123")):
        game = Game.parse(text)
        assert (game.show(first_guess_1234(game)), game.show(first_guess_1122(game))) == (colors, pairs)


def test_a_first_guess_that_is_no_code_of_the_game_is_refused():
    assert "does not fit" in (first_guess_error(Game(4, 6), "7777") or "")
    assert first_guess_error(Game(4, 6), "1111") is first_guess_error(Game(4, 6), None) is None


def test_a_fixed_first_guess_is_played_first_only():
    start = Position(Game(4, 6))
    assert fixed_first_guess(start, None) is None
    assert start.game.show(fixed_first_guess(start, "1122")) == "1122"
    assert fixed_first_guess(start.after("1122", "1b0w"), "1122") is None


def test_one_opening_of_each_kind():
    assert list(openings(Game(4, 6))) == [[0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 1], [0, 0, 1, 2], [0, 1, 2, 3]]
    assert list(openings(Game(4, 2))) == [[0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 1]]
    assert list(openings(Game(3, 5, repeats=False))) == [[0, 1, 2]]
    assert len(list(openings(Game(20, 64)))) == 627  # partitions of 20
