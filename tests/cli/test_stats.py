"""`blackpeg stats`: nothing played, and one game."""

from __future__ import annotations

from cli.commands import KEYS, Terminal, output


def test_stats_of_a_game_that_was_not_played() -> None:
    assert output("stats") == "No game is over yet; 'blackpeg play' begins one.\n"
    game = Terminal("play", "2x2", NO_COLOR="1")
    game.until("guess 1> ")
    game.type("11", "guess 2> ", KEYS)
    game.give_up()
    game.press("\r")
    assert output("stats", "5x5") == "No game of 5x5 is over yet; 'blackpeg play 5x5' begins one.\n"
    assert "2x2  1 game" in output("stats")
