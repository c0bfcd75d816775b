"""The best guess at a position, against brute force."""

from __future__ import annotations

import pytest
import reference

from blackpeg import Game, Position
from blackpeg.coach.guess_against_best import compare_with_best


def test_the_best_first_guess() -> None:
    codes = reference.all_texts(4, 6)
    best = compare_with_best(Position(Game(4, 6)))
    most = max(
        reference.bits(reference.sizes_of_parts(code, codes)) for code in ("1111", "1112", "1122", "1123", "1234")
    )
    assert best.best.bits == best.own.bits == pytest.approx(most)
    assert best.tried == "all codes"


def test_a_guess_is_compared_with_the_best_of_all_codes() -> None:
    position = Position.parse("4x6 1122=0b1w 3344=1b1w")
    codes = reference.all_texts(4, 6)
    fit = [code for code in codes if position.fits(position.game.code(code))]
    found = compare_with_best(position, position.game.code("1122"))
    values = {code: reference.bits(reference.sizes_of_parts(code, fit)) for code in codes}
    assert found.own.bits == values["1122"] == 0
    assert found.best.bits == pytest.approx(max(values.values()))
    assert found.best_candidate.bits == pytest.approx(max(values[code] for code in fit))
    assert found.best_candidate.candidate
    assert found.tried == "all codes"
    assert found.reason == f"splits the {len(fit)} candidates {found.best.parts} ways; yours 1"
