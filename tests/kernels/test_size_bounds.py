"""Lower bounds by the sizes of parts, against the definitions."""

from __future__ import annotations

import numpy as np
import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st

from blackpeg import Game
from blackpeg.kernels.size_bounds import MAX_SPLITS, least_totals, note_split

FEEDBACKS, WIN = 5, 4


def note_all(every):
    """The rows that are kept of these part sizes."""
    splits, count = np.full((MAX_SPLITS + 1, len(every[0])), 99), 0
    for sizes in every:
        count = note_split(splits, count, np.array(sizes), WIN)
    return splits[:count].tolist()


def row_of(sizes):
    """Part sizes without the win, the largest first."""
    return [*sorted((n for f, n in enumerate(sizes) if f != WIN), reverse=True), 0]


def covers(row, other):
    return all(n >= m for n, m in zip(row, other, strict=True))


SIZES = st.lists(st.integers(0, 6), min_size=FEEDBACKS, max_size=FEEDBACKS)


@settings(deadline=None)
@given(st.lists(SIZES, min_size=1, max_size=MAX_SPLITS))
def test_a_row_is_kept_unless_another_one_covers_it(every):
    rows = {tuple(row_of(sizes)) for sizes in every}
    needed = {row for row in rows if not any(covers(other, row) for other in rows - {row})}
    kept = note_all(every)
    assert len(kept) == len(needed)
    assert set(map(tuple, kept)) == needed


@settings(deadline=None)
@given(st.lists(SIZES, min_size=2 * MAX_SPLITS, max_size=6 * MAX_SPLITS))
def test_every_row_is_covered_even_if_there_are_too_many(every):
    kept = note_all(every)
    assert len(kept) <= MAX_SPLITS
    assert all(any(covers(row, row_of(sizes)) for row in kept) for sizes in every)


@pytest.mark.parametrize(("text", "first"), [("5x2", "11122"), ("3x4", "112"), ("3x4-black", "112"), ("4x3", "1123")])
@settings(deadline=None, max_examples=10)
@given(st.data())
def test_no_subset_needs_less(text, first, data):
    """Bounds for what is left after a first guess, against the best strategy for any of these codes."""
    game = Game.parse(text)
    codes = reference.all_codes(game.pegs, game.colors, game.repeats)
    parts = {}
    for code in codes:
        given_feedback = reference.feedback(code, tuple(game.code(first).tolist()), game.whites)
        parts.setdefault(given_feedback, []).append(code)
    part = max(parts.values(), key=len)
    splits, count = np.zeros((MAX_SPLITS + 1, game.solved + 1), np.int64), 0
    for guess in codes:
        answers = reference.feedback_numbers(np.array([guess]), np.array(part), game.whites)[0]
        count = note_split(splits, count, np.bincount(answers, minlength=game.solved + 1), game.solved)
    least = least_totals(splits[:count].copy(), len(part))
    some = data.draw(st.lists(st.sampled_from(part), min_size=1, max_size=7, unique=True))
    total, _ = reference.best_strategy(codes, some, 20, game.whites)
    assert least[len(some)] <= total
    assert least[len(some)] >= 2 * len(some) - 1
