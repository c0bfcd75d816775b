"""Exact totals, held against a search in plain Python that tries every guess at every turn."""

from functools import cache

import numpy as np
import pytest
import reference

from blackpeg import Game, Position
from blackpeg.coach.exact_totals import exact_regret, exact_total, exact_total_with, exact_totals


def plain_totals(game: Game, candidates: tuple[tuple[int, ...], ...]) -> list[int]:
    """The least total with each guess, by trying everything."""
    codes = reference.all_codes(game.pegs, game.colors)

    @cache
    def least(left):
        if len(left) <= 2:
            return (0, 1, 3)[len(left)]
        return min(total for guess in codes if (total := with_guess(guess, left)) is not None)

    def with_guess(guess, left):
        parts = {}
        for code in left:
            black, white = reference.feedback(code, guess)
            parts.setdefault((black, white if game.whites else 0), []).append(code)
        if len(parts) == 1 and guess not in left:
            return None  # it tells nothing
        return len(left) + sum(least(tuple(part)) for pegs, part in parts.items() if pegs[0] < game.pegs)

    return [
        len(candidates) + least(candidates) if (total := with_guess(guess, candidates)) is None else total
        for guess in codes
    ]


@pytest.mark.parametrize("text", ["2x3", "2x4 12=0b1w", "3x3 112=1b1w", "3x3-black 112=1b 331=1b"])
def test_every_total_is_the_least(text):
    position = Position.parse(text)
    candidates = tuple(tuple(code) for code in position.candidates.tolist())
    expected = plain_totals(position.game, candidates)
    assert exact_totals(position).tolist() == expected
    assert exact_total(position) == min(expected)
    worst = int(np.argmax(expected))
    difference = (max(expected) - min(expected)) / len(candidates)
    assert exact_regret(position, position.game.codes[worst]) == pytest.approx(difference)


def test_what_takes_long_is_not_told():
    start = Position(Game(5, 8))
    assert exact_total(start) is exact_totals(start) is exact_total_with(start, start.game.codes[0]) is None
    assert exact_regret(start, start.game.codes[0]) is None
    assert exact_total(Position.parse("3x20 123=1b0w")) is None
    assert exact_total(Position.parse("4x6 1122=4b0w")) == 0
