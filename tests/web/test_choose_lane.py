"""Which lane computes what, by the size of the game and what is asked."""

import pytest

from blackpeg import Game, Position
from blackpeg.web.choose_lane import (
    choose_codemaker_lane,
    choose_hint_lane,
    choose_lane,
    choose_review_lane,
    choose_watch_lane,
)


def test_an_adversary_answers_in_the_lane_of_moves_up_to_5x8():
    for game in ("4x6", "4x10", "5x8", "6x6"):
        assert choose_codemaker_lane(Game.parse(game), "adversary") == "moves"
    assert choose_codemaker_lane(Game(6, 9), "adversary") == "heavy"
    assert choose_codemaker_lane(Game(4, 6), "adversary(perfect=True)") == "heavy"  # looks ahead


def test_hints_have_a_lane_of_their_own():
    assert {choose_hint_lane(Position.parse(game)) for game in ("4x6", "4x10", "5x8")} == {"hints"}
    assert {choose_hint_lane(Position.parse(game)) for game in ("6x9", "8x12")} == {"long hints"}
    assert choose_hint_lane(Position(Game(12, 16))) == "heavy"
    assert choose_hint_lane(Position.parse("5x8" + 199 * " 11223=1b1w")) == "hints"
    assert choose_hint_lane(Position.parse("8x12" + 199 * " 11223344=1b1w")) == "heavy"


@pytest.mark.parametrize(("turns", "lane"), [(8, "light"), (60, "heavy")])
def test_long_reviews_do_not_stop_short_ones(turns, lane):
    assert choose_review_lane(Game(8, 3), turns) == lane
    assert choose_lane(Game(8, 3)) == "light"  # as was any review


def test_shows_of_large_games_have_a_lane_of_their_own():
    assert {choose_watch_lane(Game.parse(game)) for game in ("4x6", "5x8", "8x12")} == {"heavy"}
    assert {choose_watch_lane(Game.parse(game)) for game in ("12x16", "20x20", "64x64")} == {"shows"}
