"""Crossover and mutation against their definitions: codes stay legal, probabilities are as stated."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import assert_frequencies

from blackpeg import Game, evolve

DRAWS = 4000


@st.composite
def cases(draw, distinct=False):
    """A code, how many colors there are, and a generator."""
    pegs = draw(st.integers(1, 9))
    colors = draw(st.integers(pegs if distinct else 1, 64))
    code = draw(st.lists(st.integers(0, colors - 1), min_size=pegs, max_size=pegs, unique=distinct))
    return np.array(code, np.uint8), colors, np.random.default_rng(draw(st.integers(0, 2**32)))


def test_128_colors_are_kept_apart():
    rng = np.random.default_rng(5)
    for colors, pegs in ((128, 128), (128, 100), (100, 3)):
        code = rng.integers(colors, size=pegs).astype(np.uint8)
        before = code.copy()
        evolve.make_distinct(code, colors, rng)
        assert len(set(code.tolist())) == pegs and code.max() < colors
        first = [code_before not in before[:p] for p, code_before in enumerate(before)]
        assert (code[first] == before[first]).all()
        changed = code.copy()
        evolve.point_distinct_mutation(changed, colors, rng)
        assert len(set(changed.tolist())) == pegs and (changed != code).sum() == (colors > pegs)
        evolve.subset_mutation(changed, rng)
        assert len(set(changed.tolist())) == pegs


@pytest.mark.parametrize("cross", [evolve.one_point_crossover, evolve.two_point_crossover])
@settings(deadline=None)  # the first call compiles
@given(case=cases())
def test_a_child_takes_each_peg_from_a_parent_in_one_stretch(cross, case):
    code, _, rng = case
    other, child = np.array(code + 64, np.uint8), np.empty_like(code)  # every peg tells whose it is
    cross(child, code, other, rng)
    mine = "".join("a" if c < 64 else "b" for c in child.tolist())
    assert (child % 64 == code).all()
    assert mine == "a" or (mine.startswith("a") and "b" in mine)
    assert "ba" not in mine if cross is evolve.one_point_crossover else mine.count("ab") <= 1


def test_cuts_are_evenly_spread():
    rng, child = np.random.default_rng(2), np.empty(4, np.uint8)
    first, second = np.zeros(4, np.uint8), np.ones(4, np.uint8)

    def children(cross):
        counts = Counter()
        for _ in range(DRAWS):
            cross(child, first, second, rng)
            counts["".join(map(str, child))] += 1
        return counts

    assert_frequencies(children(evolve.one_point_crossover), dict.fromkeys(("0111", "0011", "0001"), 1 / 3), DRAWS)
    stretches = ("0100", "0010", "0001", "0110", "0011", "0111")
    assert_frequencies(children(evolve.two_point_crossover), dict.fromkeys(stretches, 1 / 6), DRAWS)


def test_central_segment_touches_neither_end():
    rng, counts = np.random.default_rng(11), Counter()
    for _ in range(DRAWS):
        child = np.empty(4, np.uint8)
        evolve.central_segment_crossover(child, np.zeros(4, np.uint8), np.ones(4, np.uint8), rng)
        counts["".join(map(str, child))] += 1
    assert_frequencies(counts, dict.fromkeys(("0100", "0010", "0110"), 1 / 3), DRAWS)
    two = np.empty(2, np.uint8)
    evolve.central_segment_crossover(two, np.zeros(2, np.uint8), np.ones(2, np.uint8), rng)
    assert sorted(two.tolist()) == [0, 1], "too short for a center: one peg of each parent"


def test_uniform_takes_each_peg_of_either_parent():
    rng, counts = np.random.default_rng(12), Counter()
    for _ in range(DRAWS):
        child = np.empty(3, np.uint8)
        evolve.uniform_crossover(child, np.zeros(3, np.uint8), np.ones(3, np.uint8), rng)
        counts[tuple(child.tolist())] += 1
    assert_frequencies(counts, {(a, b, c): 1 / 8 for a in (0, 1) for b in (0, 1) for c in (0, 1)}, DRAWS)


def test_uniform_difference_takes_half_of_the_pegs_that_differ():
    def children(first, second):
        rng, counts, child = np.random.default_rng(2), Counter(), np.empty(len(first), np.uint8)
        for _ in range(DRAWS):
            evolve.uniform_difference_crossover(child, np.array(first, np.uint8), np.array(second, np.uint8), rng)
            counts["".join(map(str, child))] += 1
        return counts

    threes = [f"{n:05b}" for n in range(32) if f"{n:05b}".count("1") == 3]
    assert_frequencies(children([0] * 5, [1] * 5), dict.fromkeys(threes, 1 / 10), DRAWS)
    assert_frequencies(
        children([0, 0, 0, 5], [1, 1, 0, 5]), {"1005": 1 / 2, "0105": 1 / 2}, DRAWS
    )  # one difference stays
    assert set(children([0, 2, 3], [1, 2, 3])) == {"023"}


@settings(deadline=None)  # the first call compiles
@given(cases())
def test_make_distinct_changes_repeats_alone(case):
    code, colors, rng = case
    if colors < len(code):
        return
    made = code.copy()
    evolve.make_distinct(made, colors, rng)
    assert len(set(made.tolist())) == len(made) and (made < colors).all()
    first = [c not in code[:p] for p, c in enumerate(code)]
    assert (made[first] == code[first]).all()


def test_make_distinct_draws_evenly():
    rng, counts = np.random.default_rng(3), Counter()
    for _ in range(DRAWS):
        code = np.array([1, 1], np.uint8)
        evolve.make_distinct(code, 5, rng)
        counts[tuple(code.tolist())] += 1
    assert_frequencies(counts, {(1, c): 1 / 4 for c in (0, 2, 3, 4)}, DRAWS)


@settings(deadline=None)  # the first call compiles
@given(cases())
def test_point_and_circular_mutation_change_one_peg(case):
    code, colors, rng = case
    point, circular = code.copy(), code.copy()
    evolve.point_mutation(point, colors, rng)
    evolve.circular_mutation(circular, colors, rng)
    assert (point != code).sum() == (circular != code).sum() == (colors > 1)
    assert (point < colors).all()
    changed = circular != code
    assert (circular[changed] == (code[changed].astype(int) + 1) % colors).all()


@settings(deadline=None)  # the first call compiles
@given(cases(distinct=True))
def test_circular_distinct_mutation_takes_the_next_free_color(case):
    code, colors, rng = case
    made = code.copy()
    evolve.circular_distinct_mutation(made, colors, rng)
    changed = np.flatnonzero(made != code)
    assert len(changed) == (colors > len(code))
    for p in changed:
        free = [c for c in range(colors) if c not in code]
        assert made[p] == min(free, key=lambda c: (c - int(code[p])) % colors)


def test_point_mutation_takes_any_other_color():
    rng, counts = np.random.default_rng(5), Counter()
    for _ in range(DRAWS):
        code = np.array([2], np.uint8)
        evolve.point_mutation(code, 4, rng)
        counts[int(code[0])] += 1
    assert_frequencies(counts, {0: 1 / 3, 1: 1 / 3, 3: 1 / 3}, DRAWS)


def test_point_distinct_mutation_takes_any_free_color():
    rng, counts = np.random.default_rng(13), Counter()
    for _ in range(DRAWS):
        code = np.array([0, 3], np.uint8)
        evolve.point_distinct_mutation(code, 5, rng)
        counts[tuple(code.tolist())] += 1
    assert_frequencies(counts, {(a, 3): 1 / 6 for a in (1, 2, 4)} | {(0, b): 1 / 6 for b in (1, 2, 4)}, DRAWS)
    full = np.array([1, 0], np.uint8)
    evolve.point_distinct_mutation(full, 2, rng)
    assert full.tolist() == [1, 0]


@pytest.mark.parametrize("mutate", [evolve.swap_mutation, evolve.scramble_mutation, evolve.inversion_mutation])
@settings(deadline=None)  # the first call compiles
@given(case=cases(distinct=True))
def test_moving_pegs_keeps_the_colors(mutate, case):
    code, _, rng = case
    made = code.copy()
    mutate(made, rng)
    assert sorted(made) == sorted(code)
    changed = np.flatnonzero(made != code)
    if mutate is evolve.swap_mutation:
        assert len(changed) == 2 or len(code) == 1
    if mutate is evolve.inversion_mutation and len(code) > 1:
        a, b = changed[0], changed[-1] + 1
        assert made[a:b].tolist() == code[a:b][::-1].tolist()


def test_chances_of_moving_pegs():
    def made(mutate, n=DRAWS):
        rng, counts = np.random.default_rng(4), Counter()
        for _ in range(n):
            code = np.array([0, 1, 2], np.uint8)
            mutate(code, rng)
            counts["".join(map(str, code))] += 1
        return counts

    assert_frequencies(made(evolve.swap_mutation), {"102": 1 / 3, "021": 1 / 3, "210": 1 / 3}, DRAWS)
    assert_frequencies(made(evolve.inversion_mutation), {"102": 1 / 3, "021": 1 / 3, "210": 1 / 3}, DRAWS)
    # stretches 01, 12 and 012, each a third: two orders of two pegs, six of three
    third = {"012": 1 / 6 + 1 / 6 + 1 / 18, "102": 1 / 6 + 1 / 18, "021": 1 / 6 + 1 / 18}
    assert_frequencies(made(evolve.scramble_mutation), third | dict.fromkeys(("120", "201", "210"), 1 / 18), DRAWS)


def test_chances_of_permutations():
    def made(mutate):
        rng, counts = np.random.default_rng(4), Counter()
        for _ in range(DRAWS):
            code = np.array([0, 1, 2], np.uint8)
            mutate(code, rng)
            counts["".join(map(str, code))] += 1
        return counts

    orders = ("012", "021", "102", "120", "201", "210")
    assert_frequencies(made(evolve.permutation_mutation), dict.fromkeys(orders, 1 / 6), DRAWS)
    # half the time two pegs, each pair a third and exchanged half the time; half the time all three
    swap, turn = 1 / 12 + 1 / 12, 1 / 12
    expected = {"012": 1 / 4 + 1 / 12, "102": swap, "021": swap, "210": swap, "120": turn, "201": turn}
    assert_frequencies(made(evolve.subset_mutation), expected, DRAWS)


@pytest.mark.parametrize("repeats", [True, False])
def test_berghmans_operators_keep_codes_legal(repeats):
    game, rng = Game(5, 7, repeats=repeats), np.random.default_rng(8)
    codes, child = evolve.unique_random_codes(game, 50, rng), np.empty(5, np.uint8)
    for one, two in pairwise(codes):
        evolve.cross_and_mutate(child, one, two, (0.5, 0.5, 0.5), 7, repeats, rng)
        game.check(child)


def test_one_crossover_makes_two_children_that_complete_each_other():
    rng, counts = np.random.default_rng(4), Counter()
    first, second, child, other = np.zeros(4, np.uint8), np.ones(4, np.uint8), *np.empty((2, 4), np.uint8)
    for _ in range(DRAWS):
        evolve.cross_and_mutate_both(child, other, first, second, (0.0, 0.0, 0.0), 6, True, rng)
        assert (child + other == 1).all()
        counts["".join(map(str, child))] += 1
    one_point = dict.fromkeys(("0111", "0011", "0001"), 1 / 6)
    two_points = ("0100", "0110", "0111", "0010", "0011", "0001")  # between two of four cuts, one after the last peg
    expected = Counter(one_point) + Counter(dict.fromkeys(two_points, 1 / 12))
    assert_frequencies(counts, expected, DRAWS)
