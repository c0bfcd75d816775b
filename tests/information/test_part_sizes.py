"""What guesses are worth, against plain arithmetic over part sizes counted one by one."""

import math
from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackpeg.game import Game
from blackpeg.information.part_sizes import (
    cost_table,
    emptiness,
    judges_of,
    logarithms,
    missing_bits,
    ranking,
    scores_by,
    size,
    square,
    worth,
)
from blackpeg.position import Position
from blackpeg.strategies import strategy

some = settings(deadline=None, max_examples=60)
GAME = Game(4, 6)
EVERY = 10**6  # more guesses than there are


def told(secret, guess):
    black = sum(a == b for a, b in zip(secret, guess, strict=True))
    return black, (Counter(secret) & Counter(guess)).total() - black


def bits_of(parts):
    n = sum(parts)
    return -sum(k / n * math.log2(k / n) for k in parts)


# Costs of parts

sizes_of_parts = st.lists(st.integers(0, 1296), min_size=1, max_size=14)


@some
@given(sizes_of_parts)
def test_costs_are_what_they_say(sizes):
    row = np.array(sizes)
    assert size(row, GAME).tolist() == sizes
    assert square(row, GAME).tolist() == [n * n for n in sizes]
    assert emptiness(row, GAME).tolist() == [-1 if n else 0 for n in sizes]


@some
@given(sizes_of_parts)
def test_missing_bits_is_n_log_n_in_one_unit(sizes):
    costs = missing_bits(np.array([2, *sizes]), GAME)
    unit = costs[0] / 2  # a part of two costs two bits
    plain = [n * math.log2(n) if n else 0 for n in sizes]
    assert (costs[1:] / unit).tolist() == pytest.approx(plain, rel=1e-12, abs=1e-12)
    assert costs.dtype == np.int64 and costs.min() >= 0


@some
@given(st.integers(1, 60), st.integers(1, 60), st.sampled_from([3600, 2**24, 6**4]))
def test_logarithms_add_up_exactly(a, b, size):
    logs = logarithms(3600, size)
    assert logs[a * b] == logs[a] + logs[b]
    assert (a < b) == (logs[a] < logs[b])


@pytest.mark.parametrize(
    "one, other",
    [
        ([4, 1, 1, 1, 1], [2, 2, 2, 2]),  # 4 log 4 = 8 log 2
        ([6, 1, 1, 1, 1, 1, 1], [3, 3, 2, 2, 2]),  # 6 log 6 = 6 log 3 + 6 log 2
        ([12, *[1] * 12], [4, 4, 4, 3, 3, 3, 3]),  # 12 log 12 = 12 log 4 + 12 log 3
        ([15, *[1] * 15], [5, 5, 5, 3, 3, 3, 3, 3]),
        ([210, *[1] * 630], [*[2] * 105, *[3] * 70, *[5] * 42, *[7] * 30]),
    ],
)
def test_guesses_that_tell_equally_much_compare_equal(one, other):
    assert sum(one) == sum(other)
    assert bits_of(one) == pytest.approx(bits_of(other), abs=1e-12)
    first, second = (missing_bits(np.array(parts), GAME).sum() for parts in (one, other))
    assert first == second


@pytest.mark.parametrize("text", ["1x1", "1x2", "1x3", "4x6", "5x8", "20x2"])
@pytest.mark.parametrize("cost", [size, square, missing_bits])
def test_costs_of_a_whole_game_do_not_overflow(cost, text):
    game = Game.parse(text)
    costs = cost(np.array(sorted({0, 1, game.size // 2, game.size})), game)
    assert costs.dtype == np.int64
    assert costs[0] == 0 and (np.diff(costs) >= 0).all()


@some
@given(st.integers(0, 1296), st.sampled_from([size, square, missing_bits, emptiness]))
def test_cost_tables_reach_far_enough(largest, cost):
    every = np.arange(largest + 1)
    assert cost_table(cost, GAME, largest)[: largest + 1].tolist() == cost(every, GAME).tolist()


@some
@given(st.lists(st.lists(st.integers(0, 90), min_size=5, max_size=5), min_size=1, max_size=6))
def test_scores_are_sums_of_costs_a_row_each(rows):
    scores = scores_by(square, np.array(rows, np.int32), GAME)
    assert scores.tolist() == [sum(n * n for n in row) for row in rows]


# The worth of one guess


@some
@given(st.lists(st.integers(0, 300), min_size=21, max_size=21).filter(any))
def test_worth_by_plain_arithmetic(sizes):
    found = worth(GAME.code("1122"), np.array(sizes, np.int32), bool(sizes[GAME.solved]))
    parts = [n for n in sizes if n]
    assert found.guess.tolist() == [0, 0, 1, 1]
    assert found.bits == pytest.approx(bits_of(parts), abs=1e-12)
    assert found.parts == len(parts)
    assert found.largest == max(parts)
    assert found.expected_size == pytest.approx(sum(n * n for n in parts) / sum(parts))
    assert found.candidate == (sizes[20] > 0)


def test_worth_of_the_famous_first_guess():
    sizes = np.zeros(25, np.int32)  # Knuth (1977): the parts of 1122
    for pegs, n in {"0,0": 256, "0,1": 256, "1,0": 256, "0,2": 96, "1,1": 208, "2,0": 114}.items():
        sizes[GAME.feedback(pegs)] = n
    for pegs, n in {"0,3": 16, "1,2": 36, "2,1": 32, "3,0": 20, "0,4": 1, "2,2": 4, "4,0": 1}.items():
        sizes[GAME.feedback(pegs)] = n
    found = worth(GAME.code("1122"), sizes, True)
    assert (found.parts, found.largest, found.candidate) == (13, 256, True)
    assert found.expected_size == pytest.approx(204.54, abs=0.01)  # 265082 / 1296
    assert found.bits == pytest.approx(2.885, abs=0.001)


# Rankings

POSITIONS = ["4x6", "4x6 1122=1b1w", "4x6 1122=0b0w", "4x6 1234=0b2w 3516=0b3w", "4x6 1111=1b0w 1222=1b1w 3145=1b1w"]
PARTITIONS = ["minimax", "expected_size", "entropy", "most_parts", "maxmin", "maxent"]
SCORES = {
    "minimax": max,
    "maxmin": max,
    "expected_size": lambda parts: sum(n * n for n in parts),
    "most_parts": lambda parts: -len(parts),
}


def score_of(name, parts):
    """What the strategy makes small; bits for those that have no score of their own."""
    return round(SCORES[name](parts) if name in SCORES else -bits_of(parts), 9)


def candidates_of(position):
    """By the definition, from the text of the position."""
    turns = [(turn.guess.tolist(), position.game.pegs_of(turn.feedback)) for turn in position.history]
    every = product(range(6), repeat=4)
    return [code for code in every if all(told(code, guess) == answer for guess, answer in turns)]


def ranked(position, name, top, own=None):
    player = strategy(name)
    own = player.guess(position, np.random.default_rng(0)).code if own is None else position.game.code(own)
    return ranking(position, player, top, own)


@pytest.mark.parametrize("text", POSITIONS)
@pytest.mark.parametrize("name", [*PARTITIONS, "random", "lexicographic", "plus"])
def test_rankings_are_in_order_and_their_numbers_right(text, name):
    position = Position.parse(text)
    candidates, keys = candidates_of(position), []
    for row in ranked(position, name, 40):
        guess = tuple(row.guess.tolist())
        parts = Counter(told(secret, guess) for secret in candidates).values()
        assert row.bits == pytest.approx(bits_of(parts), abs=1e-9)
        assert (row.parts, row.largest) == (len(parts), max(parts))
        assert row.expected_size == pytest.approx(sum(n * n for n in parts) / len(candidates))
        assert row.candidate == (guess in candidates)
        keys.append((score_of(name, parts), not row.candidate, guess))
    assert keys == sorted(set(keys))


@pytest.mark.parametrize("text", POSITIONS)
@pytest.mark.parametrize("name", PARTITIONS)
def test_the_first_entry_is_the_guess_of_a_one_step_strategy(text, name):
    position = Position.parse(text)
    own = strategy(name).guess(position, np.random.default_rng(0)).code
    assert [row.guess.tolist() for row in ranked(position, name, 1)] == [own.tolist()]
    assert ranked(position, name, 7)[0].guess.tolist() == own.tolist()


@pytest.mark.parametrize("text", POSITIONS[2:])
def test_no_score_is_missing_from_a_full_ranking(text):
    position = Position.parse(text)
    candidates = candidates_of(position)
    every = {
        guess: tuple(sorted(Counter(told(secret, guess) for secret in candidates).values()))
        for guess in product(range(6), repeat=4)
    }
    for name in ("minimax", "expected_size", "entropy", "most_parts"):
        there_are = {(score_of(name, parts), guess in candidates) for guess, parts in every.items()}
        rows = ranked(position, name, EVERY)
        listed = {(score_of(name, every[tuple(row.guess.tolist())]), row.candidate) for row in rows}
        assert listed == there_are


@pytest.mark.parametrize("text", POSITIONS)
@pytest.mark.parametrize(
    "name, own", [("minimax", None), ("maxent", None), ("random", "6543"), ("lexicographic", "1112")]
)
def test_a_shorter_ranking_is_the_beginning_of_a_longer_one(text, name, own):
    position = Position.parse(text)
    full = [position.game.show(row.guess) for row in ranked(position, name, EVERY, own)]
    place = full.index(own) if own else 0  # where the strategy's own guess stands
    assert len(set(full)) == len(full)
    for top in {1, 2, 3, 10, max(1, place), place + 1, place + 2, len(full), len(full) + 1}:
        assert [position.game.show(row.guess) for row in ranked(position, name, top, own)] == full[:top]


@pytest.mark.parametrize("name", ["maxmin", "maxent", "entropy(candidates_only=True)"])
def test_those_who_guess_candidates_only_rank_candidates_only(name):
    rows = ranked(Position.parse("4x6 1122=0b0w"), name, EVERY)
    assert rows and all(row.candidate for row in rows)


def test_a_position_with_one_candidate_left():
    first, *others = ranked(Position.parse("2x3 11=1b0w 12=1b0w"), "entropy", EVERY)
    assert first.guess.tolist() == [0, 2]
    assert first[1:] == (0.0, 1, 1, 1.0, True)
    assert not any(row.candidate for row in others)


@pytest.mark.parametrize(
    "text", ["8x12", "10x20-distinct", "12x12-black", "20x20", "8x12 11223344=1b2w", "10x10 1122334455=2b3w"]
)
def test_where_candidates_can_not_be_listed_a_sample_is_ranked(text):
    position = Position.parse(text)
    own = strategy("random").guess(position, np.random.default_rng(0)).code
    rows = ranked(position, "random", EVERY)
    bits = [row.bits for row in rows]
    assert bits == pytest.approx(sorted(bits, reverse=True), abs=1e-9) and bits[-1] > 0
    assert bits[0] <= math.log2(len(position.game.answers))
    assert all(row.candidate for row in rows)  # both the sample and the strategy's own guess
    assert own.tobytes() in {row.guess.tobytes() for row in rows}
    assert [row.guess.tolist() for row in ranked(position, "random", 5)] == [row.guess.tolist() for row in rows[:5]]
    assert len(rows) > 1000


def test_judges_are_the_candidates_or_a_sample_of_them():
    position = Position.parse("4x6 1234=0b2w 3516=0b3w")
    assert [tuple(code) for code in judges_of(position).tolist()] == candidates_of(position)
    large = Position.parse("8x12")
    assert judges_of(large).shape == (2000, 8)
    assert judges_of(large).tolist() == judges_of(large).tolist()
