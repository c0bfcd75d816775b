"""Temporel & Kovacs's hill climbing."""

import numpy as np
import pytest

from blackpeg import BlackpegError, Game, Honest, play
from blackpeg.errors import Impossible
from blackpeg.position import Position
from blackpeg.strategies.hill2003 import Favorite, Hill2003, derive_codes, favorite_guess, possible_colors

LATE = Position.parse("5x8 11223=1b1w 34451=1b1w 16678=1b1w")


def test_the_favorite_has_most_pegs_then_most_black_then_is_the_latest():
    for text, expected in (
        ("4x6 1122=1b1w 3344=0b1w", "1122"),
        ("4x6 1122=1b1w 1344=0b3w", "1344"),
        ("4x6 1122=1b1w 1344=2b0w 5566=0b2w", "1344"),
        ("4x6 1122=1b1w 1344=1b1w", "1344"),
    ):
        position = Position.parse(text)
        assert position.game.show(favorite_guess(position).guess) == expected


def test_colors_that_are_out():
    def possible(text):
        position = Position.parse(text)
        return (possible_colors(position, position.history[-1].guess) + 1).tolist()

    assert possible("4x6 1122=0b0w 3345=1b1w") == [3, 4, 5, 6]
    assert possible("4x6-distinct 1234=1b1w") == [5, 6]
    assert possible("4x6-black 1122=0b0w") == [1, 2, 3, 4, 5, 6], "without white pegs colors are not out"


@pytest.mark.parametrize(
    "text",
    [
        "5x8 12345=2b1w",
        "4x6 1123=1b2w",
        "4x6 1122=0b2w",
        "5x5 11223=1b4w",
        "5x8 12345=0b0w",
        "5x8-distinct 12345=1b2w",
        "5x8-black 12345=3b0w",
    ],
)
def test_derived_codes_keep_move_and_replace(text):
    """If it were the secret, a derived code gives the favorite its feedback, and all such codes can be derived."""
    position = Position.parse(text)
    game, turn = position.game, position.history[0]
    black, white = game.pegs_of(turn.feedback)
    impossible = position.after(turn.guess, game.solved).past_turns  # nothing fits, so none ends the batch
    favorite = Favorite(turn.guess, black, white, possible_colors(position, turn.guess))
    codes, _ = derive_codes(favorite, 20_000, game.colors, game.repeats, impossible, np.random.default_rng(1))
    fitting = {game.check(code).tobytes() for code in codes if position.fits(code)}
    assert all(code.tobytes() in fitting for code in codes)
    if position.count < 1000:
        assert len(fitting) == position.count


def test_plays_what_fits_and_counts_what_it_looked_at():
    for seed in range(10):
        steps = list(Hill2003().generations(LATE, np.random.default_rng(seed)))
        move = Hill2003().guess(LATE, np.random.default_rng(seed))
        assert LATE.fits(move.code) and move.note == ""
        assert (steps[-1].population[-1] == move.code).all() and steps[-1].found == 1
        assert sum(len(step.population) for step in steps) == move.evaluations == move.feedbacks // 3
        assert all(len(step.population) == 200 for step in steps[:-1])


def test_budget_and_impossible():
    large = Position.parse("8x12 12345678=2b2w 9abc1234=2b3w 56781234=1b3w")
    move = Hill2003(limit=3).guess(large, np.random.default_rng(1))
    assert (move.note, move.evaluations, move.feedbacks) == ("budget spent", 3, 9)
    with pytest.raises(Impossible):
        Hill2003(limit=50).guess(Position.parse("4x6 1122=4b0w 3344=4b0w"), np.random.default_rng(1))
    with pytest.raises(BlackpegError):
        Hill2003(limit=0)
    assert "does not fit" in Hill2003(first="1177").supports(Game(4, 6))


def test_average_is_near_that_of_first_candidates():
    """4x6 from 1122: 4.636 for random candidates, sd 0.88; 400 games, four standard errors and the bias we found."""
    game = Game(4, 6)
    ends = [play(game, Hill2003(first="1122"), Honest(game.codes[3 * k]), seed=k) for k in range(400)]
    assert abs(np.mean([end.guesses for end in ends]) - 4.636) < 4 * 0.88 / 400**0.5 + 0.05
    assert np.mean([end.evaluations for end in ends]) < 200, "far fewer codes than the 1296 that there are"
