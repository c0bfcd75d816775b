"""How saved games begin, and which of them are the same puzzle."""

from __future__ import annotations

from dataclasses import replace

from blackpeg import Game
from blackpeg.puzzles.daily import LEVELS, today
from blackpeg.puzzles.saved_game import LOST, OPEN, SOLVED, SavedGame, daily_game, new_game, sealed_game
from blackpeg.puzzles.sealed_codes import seal
from blackpeg.puzzles.statistics import FinishedGame


def test_kinds_of_games() -> None:
    game = Game(4, 6)
    texts = [seal(game, game.code(code)) for code in ("1234", "1234", "1235")]
    one, same, other = (sealed_game(text).kind for text in texts)
    assert one == same != other
    assert new_game(game, "honest", 1).kind == new_game(game, "honest", 2).kind
    assert new_game(game, "adversary", 1).kind != new_game(game, "honest", 1).kind
    assert new_game(game, "adversary", 1).secret is None
    assert new_game(game, "adversary", 1).commitment is None
    assert [str(daily_game(level).game) for level in LEVELS] == list(LEVELS.values())
    assert daily_game("medium").day == today()
    assert daily_game("medium").kind != new_game(game, "honest", 1).kind


def test_the_same_secret_is_committed_to_with_another_nonce() -> None:
    game = Game(4, 6)
    one, other = new_game(game, "honest", 1), new_game(game, "honest", 1)
    assert one.secret is not None and other.secret is not None
    assert one.secret.tolist() == other.secret.tolist()
    assert one.commitment is not None and other.commitment is not None
    assert one.commitment.nonce != other.commitment.nonce
    assert one.commitment.holds_for(game, one.secret)
    assert not one.commitment._replace(digest="0" * 64).holds_for(game, one.secret)


def test_the_last_guess_allowed_wins_or_loses() -> None:
    own = replace(new_game(Game(4, 6), "honest", 1), limit=2)
    first = own.after(own.position.after("1122", "0b1w"))
    states = [first.after(first.position.after("3456", feedback)).state for feedback in ("4b0w", "3b0w")]
    assert [first.state, *states] == [OPEN, SOLVED, LOST]
    endless = replace(first, limit=None)
    assert endless.after(first.position.after("3456", "3b0w")).state == OPEN


def test_what_statistics_are_told() -> None:
    own = new_game(Game(4, 6), "honest", 1)
    assert own.state == OPEN
    over = SavedGame(own.position.after("1122", "0b1w").after("3456", "4b0w"), state=SOLVED)
    assert over.finished == FinishedGame(Game(4, 6), True, 2)
