"""Feedback, filtering and part sizes against the definitions in plain Python."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_codes import codes, game_sizes, whites_or_not
from reference import feedback_number

from blackpeg.kernels import feedback, feedbacks, keep, part_sizes
from blackpeg.kernels.feedback import feedback_table

some = settings(deadline=None, max_examples=50)
set_sizes = st.sampled_from([*range(1, 70), 2047, 2048, 2049, 4099])


def columns_of(codes):
    return np.array(codes, np.uint8).T


def code_of(code):
    return np.array(code, np.uint8)


@some
@given(st.data(), game_sizes(), whites_or_not)
def test_feedback_of_two_codes(data, game, whites):
    secret, guess = data.draw(codes(*game, 2))
    assert feedback(code_of(secret), code_of(guess), whites) == feedback_number(secret, guess, whites)


@some
@given(st.data(), game_sizes(), whites_or_not)
def test_feedback_does_not_care_who_hides_and_who_asks(data, game, whites):
    a, b = map(code_of, data.draw(codes(*game, 2)))
    assert feedback(a, b, whites) == feedback(b, a, whites)


@some
@given(st.data(), game_sizes(), whites_or_not)
def test_renaming_colors_or_pegs_in_both_codes_changes_nothing(data, game, whites):
    pegs, colors = game
    a, b = map(code_of, data.draw(codes(pegs, colors, 2)))
    names, order = code_of(data.draw(st.permutations(range(colors)))), data.draw(st.permutations(range(pegs)))
    assert feedback(names[a], names[b], whites) == feedback(a, b, whites)
    assert feedback(a[order], b[order], whites) == feedback(a, b, whites)


@some
@given(st.data(), game_sizes(), whites_or_not)
def test_all_black_means_equal_and_one_less_has_no_white(data, game, whites):
    pegs, colors = game
    a, b = map(code_of, data.draw(codes(pegs, colors, 2)))
    near = a.copy()
    near[data.draw(st.integers(0, pegs - 1))] = data.draw(st.integers(0, colors - 1))
    for other in (a, b, near):
        number = feedback(a, other, whites)
        assert (number == pegs * (pegs + 1)) == (a.tolist() == other.tolist())
        assert divmod(number, pegs + 1) != (pegs - 1, 1)


@some
@given(st.data(), game_sizes(), set_sizes, whites_or_not)
def test_feedbacks_of_many_codes(data, game, n, whites):
    secrets = data.draw(codes(*game, n))
    numbers = feedbacks(columns_of(secrets), code_of(secrets[0]), whites)
    assert numbers.tolist() == [feedback_number(secret, secrets[0], whites) for secret in secrets]


@some
@given(st.data(), game_sizes(), set_sizes, whites_or_not)
def test_keep_leaves_the_codes_with_that_feedback_in_order(data, game, n, whites):
    secrets = data.draw(codes(*game, n))
    guess, *_ = data.draw(codes(*game, 1))
    wanted = feedback_number(data.draw(st.sampled_from(secrets)), guess, whites)
    kept = keep(columns_of(secrets), code_of(guess), wanted, whites)
    assert kept.T.tolist() == [secret for secret in secrets if feedback_number(secret, guess, whites) == wanted]
    assert kept.flags.c_contiguous


@pytest.mark.parametrize(("pegs", "colors"), [(100, 100), (128, 128), (128, 1), (128, 2), (3, 128)])
@pytest.mark.parametrize("whites", [True, False])
def test_counts_above_127(pegs, colors, whites):
    """Random codes, codes of one color and codes that are nearly equal: as many pegs as there can be are counted."""
    rng = np.random.default_rng(pegs * colors)
    rows = rng.integers(colors, size=(70, pegs))
    rows[:10], rows[10:20] = colors - 1, rows[20]
    rows[15:20, :3] = 0
    rows = rows.tolist()
    for guess in (rows[0], rows[10], rows[16], rows[30]):
        wanted = [feedback_number(secret, guess, whites) for secret in rows]
        assert [feedback(code_of(secret), code_of(guess), whites) for secret in rows] == wanted
        assert feedbacks(columns_of(rows), code_of(guess), whites).tolist() == wanted
        kept = keep(columns_of(rows), code_of(guess), wanted[16], whites)
        assert kept.T.tolist() == [row for row, number in zip(rows, wanted, strict=True) if number == wanted[16]]
        sizes = part_sizes(code_of(guess)[:, None], columns_of(rows), colors, whites)[0]
        assert {f: k for f, k in enumerate(sizes.tolist()) if k} == Counter(wanted)


def test_keep_of_a_feedback_that_nobody_gives_is_empty():
    assert keep(columns_of([[0, 1], [1, 1]]), code_of([2, 2]), 6, True).shape == (2, 0)


@some
@given(st.data(), game_sizes(), set_sizes, st.integers(1, 5), whites_or_not)
def test_part_sizes(data, game, n, m, whites):
    pegs, colors = game
    secrets, guesses = data.draw(codes(pegs, colors, n)), data.draw(codes(pegs, colors, m))
    sizes = part_sizes(columns_of(guesses), columns_of(secrets), colors, whites)
    assert sizes.shape == (m, (pegs + 1) ** 2)
    assert sizes.sum(axis=1).tolist() == [n] * m
    for guess, row in zip(guesses, sizes.tolist(), strict=True):
        counted = Counter(feedback_number(secret, guess, whites) for secret in secrets)
        assert {f: k for f, k in enumerate(row) if k} == counted


@some
@given(st.data(), game_sizes(), st.integers(1, 70), whites_or_not)
def test_any_memory_layout_gives_the_same(data, game, n, whites):
    """Codes that are read-only, contiguous by pegs or by codes, or every other row of a larger array."""
    rows = np.array(data.draw(codes(*game, n)), np.uint8)
    frozen = np.ascontiguousarray(rows.T)
    frozen.flags.writeable = False
    layouts = [np.ascontiguousarray(rows.T), frozen, rows.T, np.repeat(rows, 2, axis=0)[::2].T]
    for columns in layouts:
        guess = columns[:, -1]
        assert feedbacks(columns, guess, whites).tolist() == [feedback(row, guess, whites) for row in rows]
        assert (rows[-1] == keep(columns, guess, game[0] * (game[0] + 1), whites).T).all()
        sizes = part_sizes(columns, columns, game[1], whites)
        assert (sizes == part_sizes(layouts[0], layouts[0], game[1], whites)).all()


def test_a_feedback_table_holds_every_pair_of_codes():
    every = columns_of(list(product(range(3), repeat=3)))
    numbers = np.arange(16, dtype=np.uint8)[::-1].copy()  # feedback f gets the number 15 - f
    table = feedback_table(every, numbers, True)
    for k, guess in enumerate(every.T.tolist()):
        assert table[k].tolist() == [15 - feedback_number(secret, guess) for secret in every.T.tolist()]
