"""Hints, against brute force."""

from __future__ import annotations

import pytest
import reference

from blackpeg import Impossible, Position
from blackpeg.coach.hints import contradicted_turns, hints


def test_hints_in_steps() -> None:
    position = Position.parse("4x6 1122=0b1w 3344=1b1w 5555=0b0w")
    game = position.game
    wrong = game.code("1111")
    assert contradicted_turns(position, wrong) == (1, 2)
    first, second, third = hints(position, wrong)
    assert first.turns == (1, 2)
    assert first.text == "1111 does not fit turn 1, which would have been 2b0w, not 0b1w; nor turn 2"
    fit = [code for code in reference.all_texts(4, 6) if position.fits(game.code(code))]
    assert second.candidates == len(fit)
    assert second.text == f"{len(fit)} codes fit"
    assert third.guess is not None
    ways = len(reference.sizes_of_parts(game.show(third.guess), fit))
    assert third.text == f"try {game.show(third.guess)}, which splits the {len(fit)} candidates {ways} ways"
    assert next(hints(position, game.code(fit[0]))).text == f"{fit[0]} fits every turn"
    assert [hint.step for hint in hints(position)] == ["candidates", "guess"]
    with pytest.raises(Impossible):
        list(hints(Position.parse("4x6 1111=0b0w 1222=4b0w")))


def test_a_good_guess_that_fits() -> None:
    position = Position.parse("4x6 1122=2b0w")  # where a code that does not fit tells more
    game = position.game
    free, fitting = ([*hints(position, candidates_only=only)][-1] for only in (False, True))
    assert free.guess is not None and not position.fits(free.guess)
    assert fitting.guess is not None and position.fits(fitting.guess)
    fit = [code for code in reference.all_texts(4, 6) if position.fits(game.code(code))]
    ways = [len(reference.sizes_of_parts(code, fit)) for code in fit]
    assert fitting.text.startswith(f"try {game.show(fitting.guess)}, which splits the {len(fit)} candidates")
    assert len(reference.sizes_of_parts(game.show(fitting.guess), fit)) >= sorted(ways)[len(ways) // 2]
