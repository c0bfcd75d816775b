"""Rankings of guesses, against part sizes counted one by one."""

import math

import numpy as np
import pytest
import reference

from blackpeg.coach.candidate_sample import CandidateSample
from blackpeg.coach.ranking import rank_guesses
from blackpeg.position import Position
from blackpeg.strategies import strategy

EVERY = 10**6  # more guesses than there are
ALL_CODES = reference.all_codes(4, 6)


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
    return round(SCORES[name](parts) if name in SCORES else -reference.bits(parts), 9)


def candidates_of(position):
    return [code for code in ALL_CODES if reference.misfit(code, reference.history_of(position)) == 0]


def ranked(position, name, top, own=None):
    player = strategy(name)
    own = player.guess(position, np.random.default_rng(0)).code if own is None else position.game.code(own)
    return rank_guesses(CandidateSample.for_ranking(position), player, top, own)


@pytest.mark.parametrize("text", POSITIONS)
@pytest.mark.parametrize("name", [*PARTITIONS, "random", "lexicographic", "plus"])
def test_rankings_are_in_order_and_their_numbers_right(text, name):
    position = Position.parse(text)
    candidates, keys = candidates_of(position), []
    for row in ranked(position, name, 40):
        guess = tuple(row.guess.tolist())
        parts = reference.sizes_of_parts(guess, candidates)
        assert row.bits == pytest.approx(reference.bits(parts), abs=1e-9)
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
    every = {guess: tuple(sorted(reference.sizes_of_parts(guess, candidates))) for guess in ALL_CODES}
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
    assert first[1:] == (0.0, 0.0, 1, 1, 1.0, True)
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
