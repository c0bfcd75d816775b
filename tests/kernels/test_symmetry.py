"""Which guesses are equivalent, against all permutations of pegs and colors tried one by one."""

from functools import cache
from itertools import permutations, product

import numpy as np
import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st

from blackpeg.game import Game
from blackpeg.information.peg_permutations import peg_permutations
from blackpeg.kernels import representatives
from blackpeg.kernels.symmetry import keeps_order_of_twins, narrow_by_history, symmetries_of


@cache
def all_codes(game):
    return np.array(reference.all_codes(game.pegs, game.colors, game.repeats), np.uint8)


@cache
def all_feedbacks(game):
    return reference.feedback_numbers(all_codes(game), all_codes(game), game.whites)


@cache
def renamings(game, own_maps=False):
    """Every order of the pegs with every map of the colors, of all pegs or of each, and where it takes every code."""
    codes, weights = all_codes(game), game.colors ** np.arange(game.pegs)[::-1]
    numbers = {int(number): k for k, number in enumerate(codes @ weights)}
    orders = permutations(range(game.pegs)) if game.pegs <= 8 else [range(game.pegs)]
    maps, pegs = [np.array(names) for names in permutations(range(game.colors))], range(game.pegs)
    by_peg = list(product(maps, repeat=game.pegs) if own_maps else ([names] * game.pegs for names in maps))
    images = [
        sum(names[q][codes[:, order[q]]] * weights[q] for q in pegs) for order in map(list, orders) for names in by_peg
    ]
    return np.array([[numbers[int(number)] for number in image] for image in images])


def classes(game, history, candidates):
    """For each guess the smallest one equivalent to it: by permutations that keep the history, and by absent colors."""
    taken = renamings(game)
    taken = taken[(taken[:, history] == history).all(axis=1)]  # the history stays as it is, guess by guess
    least = taken.min(axis=0)
    absent = sorted(set(range(game.colors)) - set(all_codes(game)[candidates].ravel().tolist()))

    def alike(code):
        seen = dict.fromkeys(color for color in code if color in absent)
        names = dict.fromkeys(seen, -1) if game.repeats else {color: -1 - k for k, color in enumerate(seen)}
        return tuple(names.get(color, color) for color in code)

    return join_orbits(least, map(alike, all_codes(game).tolist()))


def join_orbits(least, labels):
    """For each code the smallest one of its orbit, where orbits of codes with equal labels are one."""
    labels = list(labels)
    while True:
        groups = {}
        for label, own in zip(labels, least.tolist(), strict=True):
            groups.setdefault(label, set()).add(own)
        joined = least.copy()
        for owns in groups.values():
            for own in owns:
                joined[least == own] = np.minimum(joined[least == own], min(owns))
        if (joined == least).all():
            return least
        least = joined


GAMES = [
    "1x4", "2x3", "2x5", "3x2", "3x3", "3x4", "4x3", "4x4", "5x2", "5x3", "3x5", "4x5",
    "2x4-black", "3x4-black", "4x3-black",
    "1x4-distinct", "2x5-distinct", "3x4-distinct", "3x5-distinct", "4x4-distinct", "4x5-distinct",
    "2x5-distinct-black", "3x5-distinct-black", "4x5-distinct-black",
    "9x2",
]  # fmt: skip


@st.composite
def histories(draw, game):
    """Any guesses with the feedbacks of one secret: the guesses, and the candidates left."""
    numbers = st.integers(0, len(all_codes(game)) - 1)
    secret, history = draw(numbers), draw(st.lists(numbers, max_size=4))
    answers = all_feedbacks(game)[history]
    return history, np.flatnonzero((answers == answers[:, secret, None]).all(axis=0))


def kept_of(game, history, candidates):
    """The numbers of the guesses that `representatives` keeps of all codes."""
    every, left = all_codes(game).T, all_codes(game)[candidates].T
    guesses = all_codes(game)[history].reshape(-1, game.pegs)
    least = representatives(every, left, guesses, peg_permutations(game), game.colors, game.repeats)
    return np.flatnonzero(least)


@pytest.mark.parametrize("text", GAMES)
@settings(deadline=None, max_examples=25)
@given(st.data())
def test_of_guesses_alike_exactly_the_least_is_kept(text, data):
    game = Game.parse(text)
    history, candidates = data.draw(histories(game))
    kept = kept_of(game, history, candidates)
    assert kept.tolist() == np.unique(classes(game, history, candidates)).tolist()


@pytest.mark.parametrize("text", ["2x3-black", "2x4-black", "3x3-black", "5x2-black"])
@settings(deadline=None, max_examples=25)
@given(st.data())
def test_if_each_peg_has_its_own_color_map_exactly_the_least_is_kept(text, data):
    """Against every order of the pegs with every map of the colors of each peg; absent colors of a peg are alike."""
    game = Game.parse(text)
    history, candidates = data.draw(histories(game))
    every, left = all_codes(game).T, all_codes(game)[candidates].T
    guesses = all_codes(game)[history].reshape(-1, game.pegs)
    kept = representatives(every, left, guesses, peg_permutations(game), game.colors, True, game.colors)
    taken = renamings(game, own_maps=True)
    least = taken[(taken[:, history] == history).all(axis=1)].min(axis=0)
    present = [set(peg.tolist()) for peg in left]
    labels = [tuple(c if c in own else -1 for c, own in zip(code, present, strict=True)) for code in every.T.tolist()]
    assert np.flatnonzero(kept).tolist() == np.unique(join_orbits(least, labels)).tolist()


@pytest.mark.parametrize("text", ["3x3", "4x3", "5x2", "4x4-distinct"])
@settings(deadline=None, max_examples=25)
@given(st.data())
def test_order_of_twins_keeps_the_least_of_codes_that_permuting_pegs_makes_equal(text, data):
    """Against every permutation of pegs that leaves each guess of the history as it is."""
    game = Game.parse(text)
    history, _ = data.draw(histories(game))
    codes, weights = all_codes(game), game.colors ** np.arange(game.pegs)[::-1]
    orders = [list(order) for order in permutations(range(game.pegs))]
    orders = [order for order in orders if (codes[history][:, order] == codes[history]).all()]
    least = np.min([codes[:, order] @ weights for order in orders], axis=0)
    symmetries = symmetries_of(np.arange(game.pegs).reshape(1, -1), game.colors, 6)
    narrow_by_history(symmetries, codes[history].reshape(-1, game.pegs))
    columns = np.ascontiguousarray(codes.T)
    kept = [keeps_order_of_twins(columns, k, len(history), symmetries) for k in range(len(codes))]
    assert kept == (least == codes @ weights).tolist()


@pytest.mark.parametrize("text", GAMES)
@settings(deadline=None, max_examples=25)
@given(st.data())
def test_every_guess_dropped_has_a_smaller_one_kept_with_the_same_parts(text, data):
    game = Game.parse(text)
    history, candidates = data.draw(histories(game))
    kept = set(kept_of(game, history, candidates).tolist())
    first = {}  # the smallest guess kept with these part sizes
    for guess, answers in enumerate(all_feedbacks(game)[:, candidates]):
        sizes = tuple(np.bincount(answers, minlength=game.solved + 1).tolist())
        if guess in kept:
            first.setdefault(sizes, guess)
        else:
            assert first[sizes] < guess


@pytest.mark.parametrize(
    "text, kept",
    [
        ("4x6", ["1111", "1112", "1122", "1123", "1234"]),
        ("4x10-distinct", ["1234"]),
        ("3x3-black", ["111", "112", "123"]),
        ("5x2", ["11111", "11112", "11122"]),
        ("9x1", ["111111111"]),
    ],
)
def test_first_guesses_known_to_differ(text, kept):
    game = Game.parse(text)
    every = list(range(len(all_codes(game))))
    assert [game.show(all_codes(game)[k]) for k in kept_of(game, [], every)] == kept
