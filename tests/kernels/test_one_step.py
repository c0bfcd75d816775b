"""The best guess one step ahead and the whole tree, by trying every guess: no symmetry, no bounds."""

from functools import cache
from itertools import product

import numpy as np
import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import feedback_numbers

from blackpeg import Tree, strategy
from blackpeg.game import Game
from blackpeg.information.part_scores import cost_table, minus_one, missing_bits, size, square
from blackpeg.information.peg_permutations import peg_permutations
from blackpeg.kernels import LARGEST, SUM, Rule, best_guess, pool_of, tree_of

RULES = {
    "minimax": (LARGEST, size),
    "expected_size": (SUM, square),
    "entropy": (SUM, missing_bits),
    "most_parts": (SUM, minus_one),
}
CHOICES = list(product(RULES, (True, False)))  # a rule, and whether any code may be guessed
SAME = 1e-7  # costs closer than this are equal


@cache
def all_codes(game):
    return np.array(reference.all_codes(game.pegs, game.colors, game.repeats), np.uint8)


@cache
def all_feedbacks(game):
    return feedback_numbers(all_codes(game), all_codes(game), game.whites).astype(np.int16)


def sizes_of(feedbacks):
    """The sizes of the parts that each guess makes, a row each."""
    kinds = int(feedbacks.max()) + 1
    labels = np.arange(len(feedbacks))[:, None] * kinds + feedbacks
    return np.bincount(labels.ravel(), minlength=kinds * len(feedbacks)).reshape(-1, kinds)


def best_of(sizes, guesses, candidates, name):
    """The number of the best guess: least cost, then a candidate, then the smallest."""
    costs = reference.COSTS[name](sizes)
    tied = guesses[costs <= costs.min() + SAME]
    fitting = tied[np.isin(tied, candidates)]
    return int(fitting[0] if len(fitting) else tied[0])


def best_by_definition(game, candidates, name, any_code):
    guesses = np.arange(len(all_codes(game))) if any_code else candidates
    sizes = sizes_of(all_feedbacks(game)[np.ix_(guesses, candidates)])
    return best_of(sizes, guesses, candidates, name)


def tree_by_definition(game, candidates, name, any_code):
    """The rows of the tree in preorder: guess, parent, the feedback that leads to the node, may it win?"""
    rows, todo = [], [(candidates, -1, -1)]
    while todo:
        some, parent, leading = todo.pop()
        guess = best_by_definition(game, some, name, any_code)
        numbers = all_feedbacks(game)[guess, some]
        rows.append((all_codes(game)[guess].tolist(), parent, leading, guess in some))
        below = [(some[numbers == f], len(rows) - 1, int(f)) for f in np.unique(numbers) if f != game.solved]
        todo += reversed(below)
    return rows


def setting(game, history, n, name, any_code, block=64):
    """What `best_guess` and `tree_of` take besides the candidates."""
    kind, cost = RULES[name]
    feedbacks = np.array(game.answers, np.int64)
    rule = Rule(kind, cost_table(cost, game, n), feedbacks, game.colors, game.repeats, game.whites, any_code)
    pool = pool_of(all_codes(game).T, game.colors, game.whites, block)
    return np.array(history, np.uint8).reshape(-1, game.pegs), pool, peg_permutations(game), rule


@st.composite
def histories(draw, game, most):
    """Any guesses, sensible or not, with the feedback of one secret: the guesses, and the candidates left."""
    numbers = st.integers(0, len(all_codes(game)) - 1)
    secret, guesses = draw(numbers), draw(st.lists(numbers, max_size=most))
    own = all_feedbacks(game)[guesses]
    return all_codes(game)[guesses], np.flatnonzero((own == own[:, secret, None]).all(axis=0))


SMALL = [
    "1x1", "1x5", "2x3", "3x2", "3x3", "3x4", "4x3", "4x4", "2x8", "5x2", "5x3", "7x2", "8x2",
    "3x3-black", "2x6-black", "3x5-black", "4x3-black", "6x2-black",
    "1x4-distinct", "3x4-distinct", "4x4-distinct", "3x5-distinct", "4x5-distinct", "2x9-distinct",
    "3x4-distinct-black", "3x5-distinct-black", "4x4-distinct-black", "4x5-distinct-black",
]  # fmt: skip
MANY_PEGS = ["9x2", "9x2-black", "10x2", "10x2-black"]  # pegs keep their places; feedbacks are no bits of a word


@pytest.mark.parametrize("text", [*SMALL, *MANY_PEGS])
@settings(deadline=None, max_examples=30)
@given(st.data(), st.sampled_from(CHOICES), st.sampled_from([1, 5, 64]))
def test_best_guess_is_the_one_the_definition_gives(text, data, choice, block):
    game = Game.parse(text)
    history, candidates = data.draw(histories(game, 4))
    columns = all_codes(game)[candidates].T
    code, _ = best_guess(columns, *setting(game, history, len(candidates), *choice, block))
    assert code.tolist() == all_codes(game)[best_by_definition(game, candidates, *choice)].tolist()


def test_best_guess_for_more_candidates_than_are_compared_at_a_time():
    game = Game(12, 2)
    every = np.arange(4096)
    sizes = sizes_of(all_feedbacks(game))
    for name, any_code in CHOICES:
        code, _ = best_guess(all_codes(game).T, *setting(game, [], 4096, name, any_code))
        assert code.tolist() == all_codes(game)[best_of(sizes, every, every, name)].tolist()


@pytest.mark.parametrize(
    "text, guesses, secret",
    [
        # feedbacks 64 apart would share a bit of a word, and the guess with most parts would be missed
        ("10x2", ["2121212221"], "2111112121"),
        ("10x2", ["2222121211"], "2112111211"),
        ("10x2", ["2111222122"], "2221222222"),
        ("9x3", ["332123232", "133122132"], "223323133"),
        # feedbacks up to 16 * 17 need more than a byte
        ("16x2", ["2221211112112212", "1212121121122212", "2121122112211211", "1112221211211222"], "2211211212121221"),
        (
            "16x2-black",
            ["2221211112112212", "1212121121122212", "2121122112211211", "1112221211211222"],
            "2211211212121221",
        ),
        ("16x2-black", ["1111111111111112", "1111111111111122", "1111111111111212"], "1111111111111111"),
    ],
)
def test_best_guess_with_many_pegs(text, guesses, secret):
    game = Game.parse(text)
    every, history = all_codes(game), np.array([game.code(guess) for guess in guesses])
    own = feedback_numbers(history, every, game.whites)
    candidates = np.flatnonzero((own == feedback_numbers(history, game.code(secret)[None], game.whites)).all(axis=0))
    left = every[candidates]
    sizes = sizes_of(feedback_numbers(every, left, game.whites))
    for name, any_code in CHOICES:
        code, _ = best_guess(left.T, *setting(game, history, len(left), name, any_code))
        tried, numbers = (sizes, np.arange(len(every))) if any_code else (sizes[candidates], candidates)
        assert code.tolist() == every[best_of(tried, numbers, candidates, name)].tolist()


@pytest.mark.parametrize("text", [*SMALL, "9x2"])
@settings(deadline=None, max_examples=4)
@given(st.data(), st.sampled_from(CHOICES))
def test_tree_is_the_one_the_definition_gives(text, data, choice):
    game = Game.parse(text)
    history, candidates = data.draw(histories(game, 1))
    columns, done = all_codes(game)[candidates].T, np.zeros(1, np.int64)
    before = columns.copy()
    guesses, parents, leading, wins, _ = tree_of(columns, *setting(game, history, len(candidates), *choice), done)
    rows = zip(guesses.tolist(), parents.tolist(), leading.tolist(), wins.tolist(), strict=True)
    assert list(rows) == tree_by_definition(game, candidates, *choice)
    assert done[0] == len(candidates)
    assert (columns == before).all()


def test_trees_may_be_deeper_than_64_guesses():
    # Without white pegs 62 feedbacks of 0b leave two colors for each peg, and four codes take three guesses more.
    tree = Tree.of(strategy("maxmin"), Game(2, 64, whites=False))
    assert tree.codes == 4096
    assert tree.max >= 65
    assert tree.replay() == tree.histogram
