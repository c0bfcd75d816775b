"""Operators against their definitions; what they make stays legal, and chances are as stated."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackpeg import evolve
from blackpeg.position import Position

DRAWS = 4000


@st.composite
def cases(draw, distinct=False):
    """A code, how many colors there are, and a generator."""
    pegs = draw(st.integers(1, 9))
    colors = draw(st.integers(pegs if distinct else 1, 64))
    code = draw(st.lists(st.integers(0, colors - 1), min_size=pegs, max_size=pegs, unique=distinct))
    return np.array(code, np.uint8), colors, np.random.default_rng(draw(st.integers(0, 2**32)))


def near(counts, expected, total):
    """Is each count within five standard errors of its chance?"""
    assert set(counts) == set(expected)
    for key, chance in expected.items():
        assert abs(counts[key] - total * chance) <= 5 * (total * chance * (1 - chance)) ** 0.5, key


# Populations


@settings(deadline=None)  # the first call compiles
@given(st.integers(0, 20), st.integers(1, 9), st.integers(1, 64), st.integers(0, 2**32))
def test_random_codes_are_legal(n, pegs, colors, seed):
    codes = evolve.random_codes(n, pegs, colors, True, np.random.default_rng(seed))
    assert codes.shape == (n, pegs) and codes.dtype == np.uint8 and (codes < colors).all()
    if colors >= pegs:
        codes = evolve.random_codes(n, pegs, colors, False, np.random.default_rng(seed))
        assert codes.shape == (n, pegs) and (codes < colors).all()
        assert all(len(set(code)) == pegs for code in codes.tolist())


def test_random_codes_are_uniform():
    rng = np.random.default_rng(1)
    near(Counter(map(tuple, evolve.random_codes(DRAWS, 2, 3, True, rng).tolist())),
         {(a, b): 1 / 9 for a in range(3) for b in range(3)}, DRAWS)  # fmt: skip
    near(Counter(map(tuple, evolve.random_codes(DRAWS, 2, 4, False, rng).tolist())),
         {(a, b): 1 / 12 for a in range(4) for b in range(4) if a != b}, DRAWS)  # fmt: skip


# Crossover


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

    near(children(evolve.one_point_crossover), dict.fromkeys(("0111", "0011", "0001"), 1 / 3), DRAWS)
    stretches = ("0100", "0010", "0001", "0110", "0011", "0111")
    near(children(evolve.two_point_crossover), dict.fromkeys(stretches, 1 / 6), DRAWS)


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
    near(counts, {(1, c): 1 / 4 for c in (0, 2, 3, 4)}, DRAWS)


# Mutation


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

    near(made(evolve.swap_mutation), {"102": 1 / 3, "021": 1 / 3, "210": 1 / 3}, DRAWS)
    near(made(evolve.inversion_mutation), {"102": 1 / 3, "021": 1 / 3, "210": 1 / 3}, DRAWS)
    # stretches 01, 12 and 012, each a third: two orders of two pegs, six of three
    third = {"012": 1 / 6 + 1 / 6 + 1 / 18, "102": 1 / 6 + 1 / 18, "021": 1 / 6 + 1 / 18}
    near(made(evolve.scramble_mutation), third | dict.fromkeys(("120", "201", "210"), 1 / 18), DRAWS)


def test_point_mutation_takes_any_other_color():
    rng, counts = np.random.default_rng(5), Counter()
    for _ in range(DRAWS):
        code = np.array([2], np.uint8)
        evolve.point_mutation(code, 4, rng)
        counts[int(code[0])] += 1
    near(counts, {0: 1 / 3, 1: 1 / 3, 3: 1 / 3}, DRAWS)


# Selection


def drawn(select, *args):
    rng = np.random.default_rng(6)
    return Counter(select(*args, rng) for _ in range(DRAWS))


def test_roulette_is_proportional():
    near(drawn(evolve.roulette, np.array([1.0, 0.0, 3.0, 4.0])), {0: 1 / 8, 2: 3 / 8, 3: 4 / 8}, DRAWS)


@pytest.mark.parametrize("fitness", [[0.0, 0.0, 0.0], [-1.0, -2.0, 0.0], [np.nan, -1.0, 0.0]])
def test_roulette_without_a_fit_individual_takes_any(fitness):
    near(drawn(evolve.roulette, np.array(fitness)), {0: 1 / 3, 1: 1 / 3, 2: 1 / 3}, DRAWS)


def test_roulette_never_takes_the_unfit_beside_the_fit():
    near(drawn(evolve.roulette, np.array([-5.0, 1.0, 1.0, -5.0])), {1: 1 / 2, 2: 1 / 2}, DRAWS)


def test_tournament_is_won_by_the_fittest_entrant():
    near(drawn(evolve.tournament, np.array([3.0, 1.0, 2.0]), 2), {0: 5 / 9, 2: 3 / 9, 1: 1 / 9}, DRAWS)
    near(drawn(evolve.tournament, np.array([3.0, 1.0, 2.0]), 1), {0: 1 / 3, 1: 1 / 3, 2: 1 / 3}, DRAWS)


# What the older players use


def test_central_segment_touches_neither_end():
    rng, counts = np.random.default_rng(11), Counter()
    for _ in range(DRAWS):
        child = np.empty(4, np.uint8)
        evolve.central_segment_crossover(child, np.zeros(4, np.uint8), np.ones(4, np.uint8), rng)
        counts["".join(map(str, child))] += 1
    near(counts, dict.fromkeys(("0100", "0010", "0110"), 1 / 3), DRAWS)
    two = np.empty(2, np.uint8)
    evolve.central_segment_crossover(two, np.zeros(2, np.uint8), np.ones(2, np.uint8), rng)
    assert sorted(two.tolist()) == [0, 1], "too short for a center: one peg of each parent"


def test_uniform_takes_each_peg_of_either_parent():
    rng, counts = np.random.default_rng(12), Counter()
    for _ in range(DRAWS):
        child = np.empty(3, np.uint8)
        evolve.uniform_crossover(child, np.zeros(3, np.uint8), np.ones(3, np.uint8), rng)
        counts[tuple(child.tolist())] += 1
    near(counts, {(a, b, c): 1 / 8 for a in (0, 1) for b in (0, 1) for c in (0, 1)}, DRAWS)


def test_point_distinct_mutation_takes_any_free_color():
    rng, counts = np.random.default_rng(13), Counter()
    for _ in range(DRAWS):
        code = np.array([0, 3], np.uint8)
        evolve.point_distinct_mutation(code, 5, rng)
        counts[tuple(code.tolist())] += 1
    near(counts, {(a, 3): 1 / 6 for a in (1, 2, 4)} | {(0, b): 1 / 6 for b in (1, 2, 4)}, DRAWS)
    full = np.array([1, 0], np.uint8)
    evolve.point_distinct_mutation(full, 2, rng)
    assert full.tolist() == [1, 0]


def test_roulette_below_is_proportional():
    rng = np.random.default_rng(14)
    fitness = np.array([1.0, 0.0, 3.0, 4.0])
    counts = Counter(evolve.roulette_by_rejection(fitness, 10.0, rng) for _ in range(DRAWS))
    near(counts, {0: 1 / 8, 2: 3 / 8, 3: 4 / 8}, DRAWS)
    assert evolve.roulette_by_rejection(np.zeros(3), 10.0, rng) in (0, 1, 2)


def test_most_similar_by_hand():
    codes = np.array([[1, 2, 3], [1, 2, 4], [5, 5, 5], [1, 5, 4]], np.uint8)
    assert evolve.most_similar(np.array([1, 2, 4], np.uint8), codes, np.array([0, 2, 3])) == 0  # two pegs, the first
    assert evolve.most_similar(np.array([5, 5, 4], np.uint8), codes, np.array([0, 1, 3, 2])) == 2


def test_the_best_was_not_played():
    position, rng = Position.parse("2x2 11=1b0w 12=1b0w"), np.random.default_rng(15)
    best = evolve.BestUnplayed(position)
    best.see(np.array([[0, 0], [1, 0], [0, 1]], np.uint8), np.array([5.0, 1.0, 2.0]))
    best.see(np.array([[1, 1]], np.uint8), np.array([1.0]))
    assert best.code(rng).tolist() == [1, 0], "11 and 12 were played, and of equals the first seen stays"
    nothing = evolve.BestUnplayed(position)
    nothing.see(np.array([[0, 0]], np.uint8), np.array([5.0]))
    assert nothing.code(rng).tolist() in ([1, 0], [1, 1])
    over = evolve.BestUnplayed(Position.parse("1x1 1=0b0w"))
    assert over.code(rng).tolist() == [0], "there is no other"
