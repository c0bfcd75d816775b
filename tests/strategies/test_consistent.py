"""Random candidates, drawn until one fits, and what that costs."""

import numpy as np
import pytest

from blackpeg import BlackpegError, Game, check_strategy, strategy
from blackpeg.errors import Impossible
from blackpeg.position import Position
from blackpeg.strategies.consistent import Random

DRAWS = 4000
POSITION = Position.parse("4x6 1122=1b1w 1344=0b2w 3516=1b0w")


@pytest.mark.parametrize("draw", ["blind", "once"])
def test_contract(draw):
    check_strategy(strategy(f"random(draw='{draw}')"))


@pytest.mark.parametrize(
    ("draw", "expected"), [("blind", lambda n, N: N / n), ("once", lambda n, N: (N + 1) / (n + 1))]
)
def test_every_code_drawn_is_counted_and_each_candidate_is_as_likely(draw, expected):
    """The mean of a geometric distribution, and of the first success without replacement; four standard errors."""
    n, rng, player = POSITION.count, np.random.default_rng(1), Random(draw=draw)
    moves = [player.guess(POSITION, rng) for _ in range(DRAWS)]
    drawn = np.array([move.evaluations for move in moves])
    assert abs(drawn.mean() - expected(n, 1296)) < 4 * drawn.std() / DRAWS**0.5
    assert all(move.evaluations <= move.feedbacks <= 3 * move.evaluations and move.rescored == 0 for move in moves)
    codes, counts = np.unique([move.code for move in moves], axis=0, return_counts=True)
    assert codes.tolist() == POSITION.candidates.tolist()
    assert (abs(counts - DRAWS / n) < 5 * (DRAWS / n) ** 0.5).all()


def test_no_code_is_drawn_twice_in_a_turn():
    """With one candidate left, all 1296 codes are tried at the most; drawn blindly, more than that is likely."""
    last = Position.parse("4x6 1122=2b2w 1212=4b0w")
    draws = {
        d: [Random(draw=d).guess(last, np.random.default_rng(k)).evaluations for k in range(300)]
        for d in ("once", "blind")
    }
    assert max(draws["once"]) <= 1296 < max(draws["blind"])


def test_feedbacks_stop_at_the_first_turn_that_does_not_fit():
    """With one turn a code drawn costs one feedback; the first guess of a game is one code, compared with nothing."""
    one = Random(draw="blind").guess(Position.parse("4x6 1122=1b1w"), np.random.default_rng(1))
    assert one.feedbacks == one.evaluations
    first = Random(draw="blind").guess(Position(Game(4, 6)), np.random.default_rng(1))
    assert (first.evaluations, first.feedbacks) == (1, 0)


def test_candidates_compared_again_are_no_new_codes():
    rng, player, position = np.random.default_rng(1), Random(first="1122"), Position(Game(4, 6))
    for feedback in ("1b1w", "1b0w"):
        position = position.after(player.guess(position, rng), feedback)
    move = player.guess(position, rng)
    assert (position.history[1].evaluations, position.history[1].rescored) == (1296, 0)
    assert move.evaluations == move.rescored == 208  # all that fit the first turn
    assert position.after(move, "0b1w").new_codes == 1296


def test_what_can_t_be_drawn_is_refused():
    with pytest.raises(BlackpegError, match="did you mean blind"):
        Random(draw="blnd")
    assert "at most" in Random(draw="blind").supports(Game(10, 8))
    for draw in ("blind", "once"):
        with pytest.raises(Impossible):
            Random(draw=draw).guess(Position.parse("4x6 1122=4b0w 3344=4b0w"), np.random.default_rng(1))
