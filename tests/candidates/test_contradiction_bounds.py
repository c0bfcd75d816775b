"""Bounds never refuse what a code fits, and see simple contradictions at any size."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import feedback_number

from blackpeg import Game, Position
from blackpeg.candidates.clues import clues_of
from blackpeg.candidates.contradiction_bounds import is_contradictory
from blackpeg.errors import Impossible


@st.composite
def histories(draw, honest):
    """A game and some turns; with a secret behind them, or with feedback that is made up."""
    colors = draw(st.integers(1, 5))
    repeats = draw(st.booleans()) or colors < 2
    pegs = draw(st.integers(1, 4 if repeats else colors))
    game = Game(pegs, colors, repeats, draw(st.booleans()))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    codes = [rng.choice(colors, pegs, replace=repeats).astype(np.uint8) for _ in range(5)]
    turns = [(code, feedback_number(codes[0].tolist(), code.tolist(), game.whites)) for code in codes[1:]]
    if not honest:
        turns = [(code, int(rng.choice(game.answers))) for code, _ in turns]
    return game, turns[: draw(st.integers(0, 4))]


@settings(deadline=None, max_examples=200)
@given(histories(honest=True))
def test_a_history_that_a_code_fits_is_never_refused(case):
    game, turns = case
    assert not is_contradictory(game, clues_of(game, turns))


@settings(deadline=None, max_examples=300)
@given(histories(honest=False))
def test_what_is_refused_has_no_candidate(case):
    game, turns = case
    if is_contradictory(game, clues_of(game, turns)):
        for code in game.codes.tolist():
            assert any(feedback_number(code, guess.tolist(), game.whites) != number for guess, number in turns)


def halves(pegs, first, second):
    return np.repeat(np.array([first, second], np.uint8), pegs // 2)


@pytest.mark.parametrize("pegs", [32, 64, 128])
def test_contradictions_of_many_pegs_are_named(pegs):
    """More pegs of two colors than there are; two guesses nearly equal, with different feedback; sums of colors."""
    start = Position(Game(pegs, pegs))
    one, two = np.zeros(pegs, np.uint8), np.ones(pegs, np.uint8)
    similar = one.copy()
    similar[0] = 5
    half = (pegs // 2) * (pegs + 1)
    for turns, wrong in [
        ([(one, f"{pegs - 1}b0w"), (two, "2b0w")], (1, 2)),
        ([(halves(pegs, 7, 8), "1b3w"), (one, "9b0w"), (similar, "3b2w")], (2, 3)),
        ([(one, half), (two, half), (halves(pegs, 2, 3), "1b0w")], (1, 2, 3)),
    ]:
        position = start
        for guess, feedback in turns:
            position = position.after(guess, feedback)
        for question in (
            lambda position=position: position.count,
            lambda position=position: position.draw_approximately(1, np.random.default_rng(1)),
        ):
            with pytest.raises(Impossible) as caught:
                question()
            assert caught.value.turns == wrong
