"""Games and histories for tests: random ones, from text, and played against a random secret."""

from collections import Counter

import numpy as np
from hypothesis import strategies as st
from reference import all_codes, feedback

from blackpeg.game import Game


def codes_of(game):
    return all_codes(game.pegs, game.colors, game.repeats)


def feedback_number(game, secret, guess):
    """The feedback as the package encodes it."""
    black, white = feedback(tuple(secret), tuple(guess), game.whites)
    return black * (game.pegs + 1) + white


def candidates_of(game, history):
    """The definition: every code that would have given these feedbacks."""
    return [code for code in codes_of(game) if all(feedback_number(game, code, g.tolist()) == f for g, f in history)]


def turn(guess, feedback):
    return np.array(guess, np.uint8), feedback


def parse_history(game, *turns):
    """A history from text such as '1122=1b1w'."""
    pairs = (text.split("=") for text in turns)
    return [(game.code(guess), game.feedback(pegs)) for guess, pegs in pairs]


def play_guesses(game, guesses, seed=0):
    """The history of these guesses against a random secret."""
    rng = np.random.default_rng(seed)
    secret = rng.permutation(game.colors)[: game.pegs] if not game.repeats else rng.integers(0, game.colors, game.pegs)
    return [turn(guess, feedback_number(game, secret.tolist(), list(map(int, guess)))) for guess in guesses]


def random_guesses(game, n, seed=1):
    return np.random.default_rng(seed).integers(0, game.colors, (n, game.pegs))


@st.composite
def games(draw):
    """Small games of every kind."""
    colors = draw(st.integers(1, 5))
    repeats = draw(st.booleans())
    pegs = draw(st.integers(1, 4 if repeats else min(colors, 4)))
    return Game(pegs, colors, repeats, whites=draw(st.booleans()))


@st.composite
def positions(draw):
    """A game and a history, most with a secret that fits, some with a wrong feedback."""
    game = draw(games())
    codes = codes_of(game)
    secret = draw(st.sampled_from(codes))
    guesses = draw(st.lists(st.sampled_from(codes), max_size=6))
    history = [turn(guess, feedback_number(game, secret, guess)) for guess in guesses]
    if history and draw(st.booleans()):
        k = draw(st.integers(0, len(history) - 1))
        history[k] = (history[k][0], draw(st.sampled_from(game.answers)))
    return game, history


# Positions whose codes are not equally easy to draw

UNEQUAL_PARTS = [
    (Game(4, 6), ("1122=1b1w",)),
    (Game(5, 5), ("11223=1b2w", "24513=1b3w")),
    (Game(4, 6, repeats=False), ("1234=1b1w", "2561=1b1w")),
    (Game(4, 4, whites=False), ("1123=1b", "2143=2b")),
]


def assert_uniform(drawn, expected):
    """Chi-square, to be used with a fixed seed; its mean is the degrees of freedom, its variance twice that."""
    times = Counter(map(tuple, drawn.tolist()))
    each = len(drawn) / len(expected)
    assert set(times) <= set(expected)
    statistic = sum((times[code] - each) ** 2 / each for code in expected)
    freedom = len(expected) - 1
    assert abs(statistic - freedom) < 4 * (2 * freedom) ** 0.5
