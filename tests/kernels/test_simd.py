"""The vector loop against its definition in plain Python."""

from collections import Counter

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_codes import codes, whites_or_not
from reference import feedback_number

from blackpeg.kernels.simd import (
    LANES,
    WORDS_AT_A_TIME,
    between,
    count_bits,
    count_values_into,
    have_common_bit,
    lowest_bit,
    note_differences,
    probe_feedbacks_into,
    score_guesses,
)


@numba.njit
def vectorized(out, table, first, count, probes, which, weight):
    probe_feedbacks_into(out, table, first, count, probes, which, weight)


def table_and_probes(secrets, guesses, colors, whites):
    """The layouts that `probe_feedbacks_into` describes: a column a code, a row a probe."""
    pegs = len(secrets[0])
    table = [[secret[p] for secret in secrets] for p in range(pegs)]
    table += [[secret.count(c) for secret in secrets] for c in range(colors)]
    probes = np.zeros((len(guesses), 3 * pegs + 1), np.uint8)
    for row, guess in zip(probes, guesses, strict=True):
        hues = sorted(set(guess)) if whites else []
        row[0] = len(hues)
        row[1 : 1 + pegs] = guess
        row[1 + pegs : 1 + pegs + len(hues)] = hues
        row[1 + 2 * pegs : 1 + 2 * pegs + len(hues)] = [guess.count(hue) for hue in hues]
    return np.array(table, np.uint8), probes


@pytest.mark.parametrize("number, max_pegs", [(np.uint8, 15), (np.uint16, 64)])
@pytest.mark.parametrize("loop", [vectorized, probe_feedbacks_into], ids=["vectors", "definition"])
@settings(deadline=None, max_examples=15)
@given(st.data(), whites_or_not)
def test_probe_feedbacks_into(loop, number, max_pegs, data, whites):
    pegs = data.draw(st.one_of(st.integers(1, max_pegs), st.just(max_pegs)))
    colors = data.draw(st.integers(1, 64))
    first = data.draw(st.integers(0, 40))
    count = data.draw(st.one_of(st.integers(0, 100), st.sampled_from([128, 129, 300])))
    whole = -(-count // LANES) * LANES
    secrets = data.draw(codes(pegs, colors, first + whole + 1))
    guesses = [*data.draw(codes(pegs, colors, 3)), secrets[first]]
    table, probes = table_and_probes(secrets, guesses, colors, whites)
    which = data.draw(st.integers(0, 3))
    out = np.full(whole + 7, 77, number)
    loop(out, table, first, count, probes, which, pegs if whites else pegs + 1)
    expected = [feedback_number(secret, guesses[which], whites) for secret in secrets[first : first + count]]
    assert out[:count].tolist() == expected
    assert out[whole:].tolist() == [77] * 7  # nothing is written past whole lanes


@numba.njit
def compiled_count_bits(word):
    return count_bits(word)


@settings(deadline=None, max_examples=50)
@given(st.integers(0, 2**64 - 1))
def test_count_bits(word):
    assert count_bits(word) == compiled_count_bits(np.uint64(word)) == bin(word).count("1")


@numba.njit
def compiled_count_values_into(sizes, given, count, values):
    count_values_into(sizes, given, count, values)


@pytest.mark.parametrize("number", [np.int32, np.int64])
@pytest.mark.parametrize("loop", [compiled_count_values_into, count_values_into], ids=["vectors", "definition"])
@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**32 - 1), st.integers(0, 255 * LANES), st.lists(st.integers(0, 255), max_size=40, unique=True))
def test_count_values_into(loop, number, seed, count, values):
    rng = np.random.default_rng(seed)
    kinds = rng.integers(1, 257)  # few kinds occur often
    whole = -(-count // LANES) * LANES
    given_bytes = rng.integers(0, kinds, whole + 5).astype(np.uint8)
    sizes = rng.integers(0, 1000, 256).astype(number)
    found = Counter(given_bytes[:whole].tolist())
    expected = [size + found[value] * (value in values) for value, size in enumerate(sizes.tolist())]
    loop(sizes, given_bytes, count, np.array(values, np.int64))
    assert sizes.tolist() == expected


@numba.njit
def compiled_score_guesses(scores, table, codes, first, count, win, below, word):
    return score_guesses(scores, table, codes, first, count, win, below, word)


@pytest.mark.parametrize("number, word", [(np.uint8, np.uint32), (np.uint8, np.uint64), (np.uint16, np.uint16)])
@pytest.mark.parametrize("loop", [compiled_score_guesses, score_guesses], ids=["vectors", "definition"])
@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**32 - 1), st.integers(1, 100), st.integers(1, 70), st.integers(0, 34))
def test_score_guesses(loop, number, word, seed, size, n, below):
    rng, feedbacks = np.random.default_rng(seed), np.iinfo(word).bits
    win = int(rng.integers(feedbacks))
    kinds = rng.integers(1, feedbacks + 1)  # few kinds of feedback make few parts
    given_feedbacks = rng.integers(0, kinds, (size, size))
    memory = np.full(size * size + LANES, 1, number)
    table = memory[: size * size].reshape(size, size)
    table[:] = given_feedbacks if number == np.uint8 else 1 << given_feedbacks
    codes = rng.integers(0, size, n).astype(np.uint16)
    first = int(rng.integers(size))
    count = int(rng.integers(size - first + 1))
    whole = -(-count // LANES) * LANES
    scores = np.full(whole + 7, 77, np.uint8)
    top = loop(scores, table, codes, first, count, win, below, word(0))
    expected = []
    for guess in range(first, first + count):
        parts = {int(given_feedbacks[code, guess]) for code in codes}
        expected.append(len(parts) + (win in parts) if len(parts) > 1 else 0)
    assert scores[:count].tolist() == expected
    assert scores[count:].tolist() == [0] * (whole - count) + [77] * 7
    assert top == max((score for score in expected if score < below), default=0)


@numba.njit
def compiled_between(scores, first, above, below):
    return between(scores, first, above, below)


@pytest.mark.parametrize("loop", [compiled_between, between], ids=["vectors", "definition"])
@settings(deadline=None, max_examples=30)
@given(st.lists(st.integers(0, 40), min_size=LANES + 5, max_size=LANES + 5), st.integers(0, 41), st.integers(0, 128))
def test_between(loop, scores, above, below):
    bits = int(loop(np.array(scores, np.uint8), 5, above, below))
    assert [k for k in range(LANES) if bits >> k & 1] == [k for k in range(LANES) if above < scores[5 + k] < below]


@numba.njit
def compiled_lowest_bit(word):
    return lowest_bit(word)


@settings(deadline=None, max_examples=50)
@given(st.integers(0, 63), st.integers(0, 2**64 - 1))
def test_lowest_bit(place, higher):
    word = (higher << (place + 1) | 1 << place) % 2**64
    assert lowest_bit(word) == compiled_lowest_bit(np.uint64(word)) == place


@numba.njit
def differences_noted(words, row, table, first, second, count):
    note_differences(words, row, table, first, second, count)


@pytest.mark.parametrize("loop", [differences_noted, note_differences], ids=["vectors", "definition"])
@pytest.mark.parametrize("count", [1, 31, 32, 33, 100, 128])
def test_note_differences(loop, count):
    table = np.random.default_rng(count).integers(3, size=(4, 160)).astype(np.uint8)
    words = np.full((3, 6), 7, np.uint32)
    loop(words, 1, table, 3, 0, count)
    bits = [word >> j & 1 for word in words[1].tolist() for j in range(LANES)]
    assert bits[:count] == (table[3, :count] != table[0, :count]).tolist()
    whole = -(-count // LANES)
    assert not any(bits[count : whole * LANES])
    assert words[1, whole:].tolist() == [7] * (6 - whole)
    assert (words[[0, 2]] == 7).all()


@numba.njit
def common_bit(words, rows, count):
    return have_common_bit(words, rows, count)


@pytest.mark.parametrize("loop", [common_bit, have_common_bit], ids=["vectors", "definition"])
@settings(deadline=None, max_examples=40)
@given(st.data())
def test_have_common_bit(loop, data):
    length = data.draw(st.integers(1, 3)) * WORDS_AT_A_TIME
    bits = st.frozensets(st.integers(0, length * LANES - 1), max_size=3)
    base = data.draw(bits)
    every = [base | data.draw(bits) if data.draw(st.booleans()) else data.draw(bits) for _ in range(4)]
    words = np.array([[sum(1 << b % LANES for b in own if b // LANES == k) for k in range(length)] for own in every])
    rows = np.array(data.draw(st.permutations(range(4))), np.int32)
    count = data.draw(st.integers(1, 4))
    assert loop(words.astype(np.uint32), rows, count) == bool(frozenset.intersection(*(every[r] for r in rows[:count])))
