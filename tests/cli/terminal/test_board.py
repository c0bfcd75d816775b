"""Boards of codes that are longer than a line: they fit the screen, and are read back as they are."""

import re

import numpy as np
import pytest
from rich.text import Text

from blackpeg import Game, Position
from blackpeg.cli.terminal.board import LONG_CODE_INDENT, BoardStyle, board
from blackpeg.cli.terminal.screen import Screen


def style_of(game, columns, monkeypatch):
    """The style for a terminal of this width."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(Screen, "is_terminal", True)
    return BoardStyle.of(game)


@pytest.mark.parametrize("columns", [40, 80, 200])
@pytest.mark.parametrize("text", ["40x40", "64x64", "100x9", "128x128"])
def test_a_long_code_fits_the_screen_and_is_read_back(text, columns, monkeypatch):
    game = Game.parse(text)
    code = (np.arange(game.pegs) * 7 % game.colors).astype(np.uint8)
    style = style_of(game, columns, monkeypatch)
    if not style.long:
        assert (text, columns) in [("40x40", 200), ("100x9", 200)]
        return
    lines = style.lines(code, LONG_CODE_INDENT).plain.split("\n")
    assert max(map(len, lines)) <= columns and all(line.startswith(" " * LONG_CODE_INDENT) for line in lines)
    assert {len(line) for line in lines[:-1]} in (set(), {len(lines[0])})  # columns of pegs
    words = [word for line in lines for word in (line.split() if game.colors > 35 else line.strip())]
    assert (game.code(",".join(words)) == code).all()


def test_the_board_of_a_large_game_fits_80_columns(monkeypatch):
    game = Game(40, 40)
    guess = ",".join(str(color) for color in range(1, 41))
    position = Position(game).after(guess, "3b20w").after(",".join(["2"] * 40), "1b0w")
    lines = board(style_of(game, 80, monkeypatch), position, [10, 5, None]).plain.split("\n")
    assert max(map(len, lines)) <= 80
    assert [line.split() for line in lines if re.match(r"\d", line)] == [
        ["1", "3b20w", "10", "→", "5"], ["2", "1b0w", "5", "→", "?"],
    ]  # fmt: skip
    assert " ".join(" ".join(lines[2:4]).split()) == guess.replace(",", " ")


def test_small_games_look_as_they_did(monkeypatch):
    style = style_of(Game(4, 6), 80, monkeypatch)
    assert not style.long and isinstance(board(style, Position(Game(4, 6)).after("1122", "1b1w")), Text)
