"""Shows as workers tell them: what small and large games have to show, and what ends them."""

import base64
from itertools import islice

import numpy as np
import pytest
from reference import feedback

from blackpeg import BlackpegError, Game
from blackpeg.strategies import make
from blackpeg.web.shows import show
from blackpeg.web.shows.budget import Budget, OutOfBudget


def test_a_show_ends_with_the_secret():
    game = Game(4, 6)
    rows = list(show.show_game(game, make("entropy"), game.code("6543"), 1))
    *turns, end = rows
    assert {row["type"] for row in turns} == {"turn"} and end["type"] == "end"
    assert end["solved"] and end["guesses"] == len(turns) and turns[-1]["guess"] == "6543"
    assert [row["candidates"] for row in turns][1:] == [row["left"] for row in turns][:-1]
    assert all(row["posterior"]["sample"] is None for row in turns)


def test_generations_are_shown_of_games_with_a_board():
    game = Game(4, 6)
    rows = list(show.show_game(game, make("merelo2006"), game.code("6543"), 1))
    assert {row["type"] for row in rows} == {"generation", "turn", "end"}


def test_a_game_of_many_pegs_is_told_by_turns():
    game = Game(40, 40)
    secret = np.arange(40, dtype=np.uint8)
    rows = list(islice(show.show_game(game, make("needle"), secret, 1), 3))
    assert [(row["type"], row["turn"]) for row in rows] == [("turn", 1), ("turn", 2), ("turn", 3)]
    for row in rows:
        guess = [int(color) - 1 for color in row["guess"].split(",")]
        black, white = feedback(range(40), guess)
        assert row["feedback"] == f"{black}b{white}w"
        assert row["candidates"] is None and row["left"] is None  # nobody counts them
        assert len(base64.b64decode(row["posterior"]["matrix"])) == 40 * 40
    assert rows[0]["posterior"]["sample"] is None and rows[1]["posterior"]["sample"] == 600


def test_the_audience_does_not_change_the_game():
    game, secret = Game(20, 20), np.arange(20, dtype=np.uint8)
    rows = [row["guess"] for row in islice(show.show_game(game, make("chen1996"), secret, 3), 4)]
    again = [row["guess"] for row in islice(show.show_game(game, make("chen1996"), secret, 3), 4)]
    assert rows == again


def test_a_show_that_takes_too_long_ends_with_a_sentence(monkeypatch):
    ticks = iter(range(0, 1000, 4))
    monkeypatch.setattr(show, "budget_of", lambda *_: Budget(5, 30, lambda: next(ticks)))
    rows = show.show_game(Game(20, 20), make("chen1996"), np.arange(20, dtype=np.uint8), 1)
    with pytest.raises(OutOfBudget, match="the show took more than 30 seconds of computation"):
        list(rows)


def test_a_strategy_that_cannot_play_so_many_pegs_is_refused():
    with pytest.raises(BlackpegError, match="this strategy tries at most"):
        next(iter(show.show_game(Game(64, 64), make("minimax"), np.arange(64, dtype=np.uint8), 1)))
