"""Sets of codes, wheels, and the operators of the players that gather candidates, against their definitions."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackpeg import Game, evolve
from blackpeg.evolve import PastTurns

DRAWS = 4000


def near(counts, expected, total):
    """Is each count within five standard errors of its chance?"""
    assert set(counts) == set(expected)
    for key, chance in expected.items():
        assert abs(counts[key] - total * chance) <= 5 * (total * chance * (1 - chance)) ** 0.5, key


def answer(secret, guess, whites):
    black = sum(a == b for a, b in zip(secret, guess, strict=True))
    both = sum(min(secret.count(c), guess.count(c)) for c in set(guess))
    return black, both - black if whites else 0


@st.composite
def histories(draw):
    pegs, colors = draw(st.integers(1, 9)), draw(st.integers(1, 64))
    code = st.lists(st.integers(0, colors - 1), min_size=pegs, max_size=pegs)
    return pegs, draw(st.lists(code, max_size=40)), draw(st.lists(code, max_size=4)), draw(code), draw(st.booleans())


@settings(deadline=None)  # the first call compiles
@given(histories())
def test_misfits_are_the_pegs_too_many_or_too_few(case):
    pegs, codes, guesses, secret, whites = case
    told = [answer(secret, guess, whites) for guess in guesses]
    answers = np.array([black * (pegs + 1) + white for black, white in told], np.int64)
    past = PastTurns(np.array(guesses, np.uint8).reshape(-1, pegs), answers, whites)
    array = np.array(codes, np.uint8).reshape(-1, pegs)
    for weight, got in ((1, evolve.misfits(array, past)), (2.5, evolve.weighted_misfits(array, past, 2.5))):
        expected = []
        for code in codes:
            own = [answer(code, guess, whites) for guess in guesses]
            off = [weight * abs(a - b) + abs(c - d) for (a, c), (b, d) in zip(own, told, strict=True)]
            expected.append(sum(off))
        assert got.tolist() == expected


@settings(deadline=None)  # the first call compiles
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2)), max_size=60), st.integers(1, 30))
def test_a_set_of_codes_is_a_set(codes, room):
    met, own = evolve.empty_code_set(room, 3), []
    for code in codes:
        new = code not in own and len(own) < room
        assert evolve.add_code(met, np.array(code, np.uint8)) == new
        own += [code] * new
    assert [tuple(code) for code in met.codes[: met.size[0]].tolist()] == own
    for code in codes:
        where = evolve.index_of(met, np.array(code, np.uint8))
        assert where == (own.index(code) if code in own else -1)
    evolve.clear_codes(met)
    assert met.size[0] == 0 and all(evolve.index_of(met, np.array(code, np.uint8)) == -1 for code in codes)


@pytest.mark.parametrize("text", ["1x1", "2x3", "4x6", "4x6-distinct", "8x12", "64x64"])
@pytest.mark.parametrize("n", [1, 9, 200])
def test_different_codes_are_legal_and_different(text, n):
    game = Game.parse(text)
    codes = evolve.unique_random_codes(game, n, np.random.default_rng(1))
    assert len(codes) == min(n, game.size) == len({game.check(code).tobytes() for code in codes})


def test_uniform_difference_takes_half_of_the_pegs_that_differ():
    def children(first, second):
        rng, counts, child = np.random.default_rng(2), Counter(), np.empty(len(first), np.uint8)
        for _ in range(DRAWS):
            evolve.uniform_difference_crossover(child, np.array(first, np.uint8), np.array(second, np.uint8), rng)
            counts["".join(map(str, child))] += 1
        return counts

    threes = [f"{n:05b}" for n in range(32) if f"{n:05b}".count("1") == 3]
    near(children([0] * 5, [1] * 5), dict.fromkeys(threes, 1 / 10), DRAWS)
    near(children([0, 0, 0, 5], [1, 1, 0, 5]), {"1005": 1 / 2, "0105": 1 / 2}, DRAWS)  # one difference stays
    assert set(children([0, 2, 3], [1, 2, 3])) == {"023"}


def test_chances_of_permutations():
    def made(mutate):
        rng, counts = np.random.default_rng(4), Counter()
        for _ in range(DRAWS):
            code = np.array([0, 1, 2], np.uint8)
            mutate(code, rng)
            counts["".join(map(str, code))] += 1
        return counts

    near(made(evolve.permutation_mutation), dict.fromkeys(("012", "021", "102", "120", "201", "210"), 1 / 6), DRAWS)
    # half the time two pegs, each pair a third and exchanged half the time; half the time all three
    swap, turn = 1 / 12 + 1 / 12, 1 / 12
    expected = {"012": 1 / 4 + 1 / 12, "102": swap, "021": swap, "210": swap, "120": turn, "201": turn}
    near(made(evolve.subset_mutation), expected, DRAWS)


def test_a_wheel_stops_in_proportion():
    def stops(fitness):
        rng, wheel = np.random.default_rng(6), np.empty(len(fitness))
        evolve.fill_wheel(wheel, np.array(fitness))
        return Counter(evolve.spin_wheel(wheel, rng) for _ in range(DRAWS))

    near(stops([1.0, 0.0, 3.0, 4.0]), {0: 1 / 8, 2: 3 / 8, 3: 4 / 8}, DRAWS)
    near(stops([0.0, -1.0]), {0: 1 / 2, 1: 1 / 2}, DRAWS)


def test_large_tournaments_are_won_by_the_fittest_entrant():
    rng = np.random.default_rng(7)
    wins = Counter(evolve.tournament(np.array([0.0, 1.0]), 7, rng) for _ in range(DRAWS))
    near(wins, {0: 1 / 128, 1: 127 / 128}, DRAWS)


@pytest.mark.parametrize("repeats", [True, False])
def test_berghmans_operators_keep_codes_legal(repeats):
    game, rng = Game(5, 7, repeats=repeats), np.random.default_rng(8)
    codes, child = evolve.unique_random_codes(game, 50, rng), np.empty(5, np.uint8)
    for one, two in pairwise(codes):
        evolve.cross_and_mutate(child, one, two, (0.5, 0.5, 0.5), 7, repeats, rng)
        game.check(child)
