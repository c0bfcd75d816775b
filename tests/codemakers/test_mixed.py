"""The codemaker that draws its secret as is hardest."""

from collections import Counter

import pytest

from blackpeg import BlackpegError, Game, Mixed, Position, Unsupported, play, strategy
from blackpeg.solver.weighted_search import class_name


def test_it_keeps_its_secret():
    game, maker = Game(4, 6), Mixed(seed=3)
    end = play(game, strategy("optimal"), maker)
    assert end.solved
    assert game.show(end.history[-1].guess) == game.show(maker.secret(game))
    assert game.show(Mixed(seed=3).secret(game)) == game.show(maker.secret(game))
    guess = game.code("1122")
    assert maker.answer(Position(game), guess) == maker.answer(Position(game).after("3456", "1b0w"), guess)


def test_without_a_seed_secrets_differ():
    assert len({Game(4, 6).show(Mixed().secret(Game(4, 6))) for _ in range(20)}) > 5


def test_codes_of_one_color_are_not_hidden():
    """Wiener: at 4x6 each of the other 1290 codes is as likely. 720 of them have two pegs of one color: 55.8 %."""
    game = Game(4, 6)
    drawn = Counter(class_name(Mixed(seed=seed).secret(game)) for seed in range(2000))
    assert drawn["4"] == 0
    assert drawn["211"] / 2000 == pytest.approx(720 / 1290, abs=0.035)  # three standard errors


@pytest.mark.parametrize("name", ["4x10-distinct", "8x12-distinct", "4x6-black", "9x9-distinct-black"])
def test_where_all_codes_are_equivalent_any_may_be_hidden(name):
    game = Game.parse(name)
    assert Mixed().supports(game) is None
    game.check(Mixed(seed=1).secret(game))


def test_games_that_are_not_solved_are_refused():
    with pytest.raises(Unsupported, match="which secrets of 8x12 are best to hide"):
        play(Game(8, 12), strategy("random"), Mixed(seed=1), seed=1)
    with pytest.raises(BlackpegError, match="a seed is a whole number"):
        Mixed(seed=-1)
