"""Compiled loops against the definitions they compile, written here in plain Python."""

import math
import os
import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import permutations, product

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackpeg.game import Game
from blackpeg.information.part_sizes import cost_table, minus_one, missing_bits, size, square
from blackpeg.information.symmetry import peg_permutations
from blackpeg.kernels import (
    LARGEST,
    SUM,
    Rule,
    best_guess,
    feedback,
    feedbacks,
    keep,
    part_sizes,
    pool_of,
    tree_of,
    turns_of,
)
from blackpeg.kernels.simd import LANES, answers_into, ones

some = settings(deadline=None, max_examples=50)
few = settings(deadline=None, max_examples=15)


def told(secret, guess, whites):
    """The definition of feedback."""
    black = sum(a == b for a, b in zip(secret, guess, strict=True))
    both = (Counter(secret) & Counter(guess)).total()
    return black * (len(guess) + 1) + (both - black if whites else 0)


def as_columns(codes):
    return np.ascontiguousarray(np.array(codes, np.uint8).T)


def as_code(code):
    return np.array(code, np.uint8)


@st.composite
def sizes_of_games(draw):
    """Pegs and colors up to 64; often few colors, so that codes have much in common."""
    return draw(st.integers(1, 64)), draw(st.one_of(st.integers(1, 4), st.integers(1, 64)))


@st.composite
def codes(draw, pegs, colors, n):
    """Random codes, and among them equal ones."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    rows = rng.integers(colors, size=(n, pegs))
    rows[rng.random(n) < 0.1] = rows[0]
    return rows.tolist()


# Feedback

whites_or_not = st.booleans()
numbers = st.sampled_from([*range(1, 70), 2047, 2048, 2049, 4099])


@some
@given(st.data(), sizes_of_games(), whites_or_not)
def test_feedback_of_two_codes(data, game, whites):
    secret, guess = data.draw(codes(*game, 2))
    assert feedback(as_code(secret), as_code(guess), whites) == told(secret, guess, whites)


@some
@given(st.data(), sizes_of_games(), whites_or_not)
def test_feedback_does_not_care_who_hides_and_who_asks(data, game, whites):
    a, b = map(as_code, data.draw(codes(*game, 2)))
    assert feedback(a, b, whites) == feedback(b, a, whites)


@some
@given(st.data(), sizes_of_games(), whites_or_not)
def test_renaming_colors_or_pegs_in_both_codes_changes_nothing(data, game, whites):
    pegs, colors = game
    a, b = map(as_code, data.draw(codes(pegs, colors, 2)))
    names, order = as_code(data.draw(st.permutations(range(colors)))), data.draw(st.permutations(range(pegs)))
    assert feedback(names[a], names[b], whites) == feedback(a, b, whites)
    assert feedback(a[order], b[order], whites) == feedback(a, b, whites)


@some
@given(st.data(), sizes_of_games(), whites_or_not)
def test_all_black_means_equal_and_one_less_has_no_white(data, game, whites):
    pegs, colors = game
    a, b = map(as_code, data.draw(codes(pegs, colors, 2)))
    near = a.copy()
    near[data.draw(st.integers(0, pegs - 1))] = data.draw(st.integers(0, colors - 1))
    for other in (a, b, near):
        answer = feedback(a, other, whites)
        assert (answer == pegs * (pegs + 1)) == (a.tolist() == other.tolist())
        assert divmod(answer, pegs + 1) != (pegs - 1, 1)


@some
@given(st.data(), sizes_of_games(), numbers, whites_or_not)
def test_feedbacks_of_many_codes(data, game, n, whites):
    secrets = data.draw(codes(*game, n))
    answers = feedbacks(as_columns(secrets), as_code(secrets[0]), whites)
    assert answers.tolist() == [told(secret, secrets[0], whites) for secret in secrets]


@some
@given(st.data(), sizes_of_games(), numbers, whites_or_not)
def test_keep_leaves_the_codes_with_that_answer_in_order(data, game, n, whites):
    secrets = data.draw(codes(*game, n))
    guess, *_ = data.draw(codes(*game, 1))
    answer = told(data.draw(st.sampled_from(secrets)), guess, whites)
    kept = keep(as_columns(secrets), as_code(guess), answer, whites)
    assert kept.T.tolist() == [secret for secret in secrets if told(secret, guess, whites) == answer]
    assert kept.flags.c_contiguous


def test_keep_of_an_answer_that_nobody_gives_is_empty():
    assert keep(as_columns([[0, 1], [1, 1]]), as_code([2, 2]), 6, True).shape == (2, 0)


@some
@given(st.data(), sizes_of_games(), numbers, st.integers(1, 5), whites_or_not)
def test_part_sizes(data, game, n, m, whites):
    pegs, colors = game
    secrets, guesses = data.draw(codes(pegs, colors, n)), data.draw(codes(pegs, colors, m))
    sizes = part_sizes(as_columns(guesses), as_columns(secrets), colors, whites)
    assert sizes.shape == (m, (pegs + 1) ** 2)
    assert sizes.sum(axis=1).tolist() == [n] * m
    for guess, row in zip(guesses, sizes.tolist(), strict=True):
        counted = Counter(told(secret, guess, whites) for secret in secrets)
        assert {f: k for f, k in enumerate(row) if k} == counted


# The vector loop


@numba.njit
def vectorized(out, table, first, count, probes, which, weight):
    answers_into(out, table, first, count, probes, which, weight)


def table_and_probes(secrets, guesses, colors, whites):
    """The layouts that `answers_into` describes: a column a code, a row a probe."""
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


@pytest.mark.parametrize("answer, most_pegs", [(np.uint8, 15), (np.uint16, 64)])
@pytest.mark.parametrize("loop", [vectorized, answers_into], ids=["vectors", "definition"])
@few
@given(st.data(), whites_or_not)
def test_answers_into(loop, answer, most_pegs, data, whites):
    pegs = data.draw(st.one_of(st.integers(1, most_pegs), st.just(most_pegs)))
    colors = data.draw(st.integers(1, 64))
    first, count = data.draw(st.integers(0, 40)), data.draw(st.integers(0, 100))
    whole = -(-count // LANES) * LANES
    secrets = data.draw(codes(pegs, colors, first + whole + 1))
    guesses = [*data.draw(codes(pegs, colors, 3)), secrets[first]]
    table, probes = table_and_probes(secrets, guesses, colors, whites)
    which = data.draw(st.integers(0, 3))
    out = np.full(whole + 7, 77, answer)
    loop(out, table, first, count, probes, which, pegs if whites else pegs + 1)
    asked = [told(secret, guesses[which], whites) for secret in secrets[first : first + count]]
    assert out[:count].tolist() == asked
    assert out[whole:].tolist() == [77] * 7  # nothing is written past whole lanes


@numba.njit
def compiled_ones(word):
    return ones(word)


@some
@given(st.integers(0, 2**64 - 1))
def test_ones_counts_the_bits_that_are_set(word):
    assert ones(word) == compiled_ones(np.uint64(word)) == bin(word).count("1")


# Following a tree


@some
@given(st.data(), st.integers(1, 4), st.integers(1, 4), whites_or_not)
def test_turns_of_follows_the_answers(data, pegs, colors, whites):
    guesses = data.draw(codes(pegs, colors, data.draw(st.integers(1, 12))))
    secrets = data.draw(codes(pegs, colors, 20))
    wins = data.draw(st.lists(st.booleans(), min_size=len(guesses), max_size=len(guesses)))
    below = {}  # (node, answer) -> node
    parents, led = [-1], [-1]
    for node in range(1, len(guesses)):
        parent = data.draw(st.integers(0, node - 1))
        answers = [*(told(secret, guesses[parent], whites) for secret in secrets), *range(100)]
        answer = next(f for f in answers if (parent, f) not in below)
        below[parent, answer] = node
        parents.append(parent)
        led.append(answer)

    def left(node):
        """How many codes are found at a node or below."""
        return wins[node] + sum(left(lower) for (upper, _), lower in below.items() if upper == node)

    def followed(secret):
        """The turn at which the secret is found, and the one after which only one code was left."""
        node, turn, known = 0, 1, None
        while guesses[node] != secret:
            node = below.get((node, told(secret, guesses[node], whites)))
            if node is None:
                return 0, 0
            known = known or (turn if left(node) == 1 else None)
            turn += 1
        return turn, known or turn

    tree = np.array(guesses, np.uint8), np.array(parents, np.int32), np.array(led, np.int32), np.array(wins)
    turns, known = turns_of(np.array(secrets, np.uint8), *tree, whites)
    assert list(zip(turns.tolist(), known.tolist(), strict=True)) == [followed(secret) for secret in secrets]


# The best guess, by trying every guess against every candidate: no symmetry, no bounds

SCORES = {  # of part sizes; less is better
    "minimax": max,
    "expected_size": lambda parts: sum(n * n for n in parts) / sum(parts),
    "entropy": lambda parts: sum(n / sum(parts) * math.log2(n) for n in parts),
    "most_parts": lambda parts: -len(parts),
}
RULES = {
    "minimax": (LARGEST, size),
    "expected_size": (SUM, square),
    "entropy": (SUM, missing_bits),
    "most_parts": (SUM, minus_one),
}
CHOICES = list(product(RULES, (True, False)))  # a rule, and whether any code may be guessed
SAME = 1e-9  # scores closer than this are equal


@cache
def all_codes(game):
    colors = range(game.colors)
    every = product(colors, repeat=game.pegs) if game.repeats else permutations(colors, game.pegs)
    return np.array(list(every), np.uint8)


def answers_of(secrets, guesses, game):
    """answers[g, s]: the definition for whole arrays."""
    black = sum((guesses[:, None, p] == secrets[:, p]).astype(np.int16) for p in range(game.pegs))
    if not game.whites:
        return black * (game.pegs + 1)
    both = np.zeros_like(black)
    for color in range(game.colors):
        asked, held = ((codes == color).sum(axis=1, dtype=np.int16) for codes in (guesses, secrets))
        both += np.minimum(asked[:, None], held)
    return black * (game.pegs + 1) + both - black


@cache
def all_answers(game):
    return answers_of(all_codes(game), all_codes(game), game)


def parts_of(answers):
    """The sizes of the parts that each guess makes, a row each."""
    return [tuple(sorted(filter(None, np.bincount(row).tolist()))) for row in answers]


def best_of(parts, guesses, candidates, name):
    """The number of the best guess: least score, then a candidate, then the smallest."""
    known = {sizes: SCORES[name](sizes) for sizes in set(parts)}
    scores = np.array([known[sizes] for sizes in parts])
    tied = guesses[scores <= scores.min() + SAME]
    fitting = tied[np.isin(tied, candidates)]
    return int(fitting[0] if len(fitting) else tied[0])


def best_by_definition(game, candidates, name, any_code):
    guesses = np.arange(len(all_codes(game))) if any_code else candidates
    parts = parts_of(all_answers(game)[np.ix_(guesses, candidates)])
    return best_of(parts, guesses, candidates, name)


def tree_by_definition(game, candidates, name, any_code):
    """The rows of the tree in preorder: guess, parent, the answer that led here, may it win?"""
    rows, todo = [], [(candidates, -1, -1)]
    while todo:
        some, parent, led = todo.pop()
        guess = best_by_definition(game, some, name, any_code)
        answers = all_answers(game)[guess, some]
        rows.append((all_codes(game)[guess].tolist(), parent, led, guess in some))
        below = [(some[answers == f], len(rows) - 1, int(f)) for f in np.unique(answers) if f != game.solved]
        todo += reversed(below)
    return rows


def setting(game, history, n, name, any_code, block=64):
    """What `best_guess` and `tree_of` take besides the candidates."""
    kind, cost = RULES[name]
    answers = np.array(game.answers, np.int64)
    rule = Rule(kind, cost_table(cost, game, n), answers, game.colors, game.repeats, game.whites, any_code)
    pool = pool_of(as_columns(all_codes(game)), game.colors, game.whites, block)
    return np.array(history, np.uint8).reshape(-1, game.pegs), pool, peg_permutations(game), rule


@st.composite
def histories(draw, game, most):
    """Any guesses, sensible or not, answered for one secret: the guesses, and the candidates left."""
    numbers = st.integers(0, len(all_codes(game)) - 1)
    secret, guesses = draw(numbers), draw(st.lists(numbers, max_size=most))
    answers = all_answers(game)[guesses]
    return all_codes(game)[guesses], np.flatnonzero((answers == answers[:, secret, None]).all(axis=0))


SMALL = [
    "1x1", "1x5", "2x3", "3x2", "3x3", "3x4", "4x3", "4x4", "2x8", "5x2", "5x3", "7x2", "8x2",
    "3x3-black", "2x6-black", "3x5-black", "4x3-black", "6x2-black",
    "1x4-distinct", "3x4-distinct", "4x4-distinct", "3x5-distinct", "4x5-distinct", "2x9-distinct",
    "3x4-distinct-black", "3x5-distinct-black", "4x4-distinct-black", "4x5-distinct-black",
]  # fmt: skip
MANY_PEGS = ["9x2", "9x2-black", "10x2", "10x2-black"]  # pegs keep their places; answers are no bits of a word


@pytest.mark.parametrize("text", [*SMALL, *MANY_PEGS])
@settings(deadline=None, max_examples=30)
@given(st.data(), st.sampled_from(CHOICES), st.sampled_from([1, 5, 64]))
def test_best_guess_is_the_one_the_definition_gives(text, data, choice, block):
    game = Game.parse(text)
    history, candidates = data.draw(histories(game, 4))
    columns = as_columns(all_codes(game)[candidates])
    code, _ = best_guess(columns, *setting(game, history, len(candidates), *choice, block))
    assert code.tolist() == all_codes(game)[best_by_definition(game, candidates, *choice)].tolist()


def test_best_guess_for_more_candidates_than_are_compared_at_a_time():
    game = Game(12, 2)
    every = np.arange(4096)
    parts = parts_of(all_answers(game))
    for name, any_code in CHOICES:
        code, _ = best_guess(as_columns(all_codes(game)), *setting(game, [], 4096, name, any_code))
        assert code.tolist() == all_codes(game)[best_of(parts, every, every, name)].tolist()


@pytest.mark.parametrize(
    "text, guesses, secret",
    [
        # answers 64 apart would share a bit of a word, and the guess with most parts would be missed
        ("10x2", ["2121212221"], "2111112121"),
        ("10x2", ["2222121211"], "2112111211"),
        ("10x2", ["2111222122"], "2221222222"),
        ("9x3", ["332123232", "133122132"], "223323133"),
        # answers up to 16 * 17 need more than a byte
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
    answers = answers_of(every, history, game)
    candidates = np.flatnonzero((answers == answers_of(game.code(secret)[None], history, game)).all(axis=0))
    left = every[candidates]
    parts = parts_of(answers_of(left, every, game))
    for name, any_code in CHOICES:
        code, _ = best_guess(as_columns(left), *setting(game, history, len(left), name, any_code))
        tried, numbers = (parts, np.arange(len(every))) if any_code else ([parts[k] for k in candidates], candidates)
        assert code.tolist() == every[best_of(tried, numbers, candidates, name)].tolist()


# The whole tree


@pytest.mark.parametrize("text", [*SMALL, "9x2"])
@settings(deadline=None, max_examples=4)
@given(st.data(), st.sampled_from(CHOICES))
def test_tree_is_the_one_the_definition_gives(text, data, choice):
    game = Game.parse(text)
    history, candidates = data.draw(histories(game, 1))
    columns, done = as_columns(all_codes(game)[candidates]), np.zeros(1, np.int64)
    before = columns.copy()
    guesses, parents, led, wins, _ = tree_of(columns, *setting(game, history, len(candidates), *choice), done)
    rows = zip(guesses.tolist(), parents.tolist(), led.tolist(), wins.tolist(), strict=True)
    assert list(rows) == tree_by_definition(game, candidates, *choice)
    assert done[0] == len(candidates)
    assert (columns == before).all()


DEEP = """
import numpy as np
from blackpeg.game import Game
from blackpeg.strategies import strategy
from blackpeg.tree import Tree
tree = Tree.of(strategy("maxmin"), Game(2, 64, whites=False))
print(tree.codes, tree.max >= 65, tree.replay() == tree.histogram)
"""


def run(program, **environment):
    """What a program prints in a process of its own, which may crash."""
    return subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )


def test_trees_may_be_deeper_than_64_guesses():
    # Without white pegs 62 answers of 0b leave two colors for each peg, and four codes take three guesses more.
    done = run(DEEP)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["4096", "True", "True"]


def test_the_same_code_runs_without_compiling():
    program = """if True:
        from blackpeg.game import Game
        from blackpeg.strategies import strategy
        from blackpeg.tree import Tree
        print(Tree.of(strategy("most_parts"), Game(3, 3)))
    """
    plain, compiled = run(program, NUMBA_DISABLE_JIT="1"), run(program)
    assert plain.returncode == 0, plain.stderr
    assert plain.stdout == compiled.stdout != ""
