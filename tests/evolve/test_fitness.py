"""Misfit by its definition, and the best code that was not played."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import feedback

from blackpeg import Honest, evolve
from blackpeg.evolve import PastTurns
from blackpeg.position import Position


@st.composite
def histories(draw):
    pegs, colors = draw(st.integers(1, 9)), draw(st.integers(1, 64))
    code = st.lists(st.integers(0, colors - 1), min_size=pegs, max_size=pegs)
    return pegs, draw(st.lists(code, max_size=40)), draw(st.lists(code, max_size=4)), draw(code), draw(st.booleans())


@settings(deadline=None)  # the first call compiles
@given(histories())
def test_misfits_are_the_pegs_too_many_or_too_few(case):
    pegs, codes, guesses, secret, whites = case
    feedbacks = [feedback(secret, guess, whites) for guess in guesses]
    answers = np.array([black * (pegs + 1) + white for black, white in feedbacks], np.int64)
    past = PastTurns(np.array(guesses, np.uint8).reshape(-1, pegs), answers, whites)
    array = np.array(codes, np.uint8).reshape(-1, pegs)
    for weight, got in ((1, evolve.misfits(array, past)), (2.5, evolve.weighted_misfits(array, past, 2.5))):
        expected = []
        for code in codes:
            own = [feedback(code, guess, whites) for guess in guesses]
            off = [weight * abs(a - b) + abs(c - d) for (a, c), (b, d) in zip(own, feedbacks, strict=True)]
            expected.append(sum(off))
        assert got.tolist() == expected


def test_the_best_was_not_played():
    position, rng = Position.parse("2x2 11=1b0w 12=1b0w"), np.random.default_rng(15)
    best = evolve.BestUnplayed(position)
    best.see(np.array([[0, 0], [1, 0], [0, 1]], np.uint8), np.array([5.0, 1.0, 2.0]))
    best.see(np.array([[1, 1]], np.uint8), np.array([1.0]))
    assert best.code(rng).tolist() == [1, 0], "11 and 12 were played, and of equals the first seen stays"
    nothing = evolve.BestUnplayed(position)
    nothing.see(np.array([[0, 0]], np.uint8), np.array([5.0]))
    assert nothing.code(rng).tolist() in ([1, 0], [1, 1])
    over = evolve.BestUnplayed(Position.parse("1x1 1=0b0w"))
    assert over.code(rng).tolist() == [0], "there is no other"


def test_rules_broken_counts_turns():
    position = Position.parse("4x6 1122=1b1w 1344=0b2w")
    codes = position.game.codes[::7].copy()
    expected = [
        sum(Honest(code).answer(position, turn.guess) != turn.feedback for turn in position.history) for code in codes
    ]
    assert evolve.rules_broken(codes, position.past_turns).tolist() == expected and set(expected) == {0, 1, 2}
