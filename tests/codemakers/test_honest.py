"""The honest codemaker."""

import pytest

from blackpeg import BlackpegError, Game, Honest, Position, play, strategy


def test_honest():
    game = Game(4, 6)
    assert game.show_feedback(Honest(game.code("6543")).answer(Position(game), game.code("3456"))) == "0b4w"
    black = Game(4, 6, whites=False)
    assert black.show_feedback(Honest(black.code("6543")).answer(Position(black), black.code("6456"))) == "1b"


@pytest.mark.parametrize("text", ["5x8", "3x6", "4x5", "4x4-black"])
def test_a_secret_of_another_game_is_refused(text):
    game = Game.parse(text)
    with pytest.raises(BlackpegError, match=f"code of {text}"):
        play(game, strategy("random"), Honest(Game(4, 6).code("6543")), seed=1)


def test_a_secret_of_the_wrong_size_is_refused_at_any_turn():
    position = Position.parse("5x8 11223=0b0w")
    with pytest.raises(BlackpegError, match="a code of 5x8 is an array of 5 whole numbers"):
        Honest(Game(4, 6).code("6543")).answer(position, position.game.code("44556"))


def test_a_secret_that_repeats_a_color_is_refused_where_none_may():
    with pytest.raises(BlackpegError, match="1122 repeats a color"):
        play(Game(4, 6, repeats=False), strategy("random"), Honest(Game(4, 6).code("1122")), seed=1)


def test_a_secret_is_no_text():
    with pytest.raises(BlackpegError, match=r"a secret is a code, such as .* not '6543'"):
        Honest("6543")
