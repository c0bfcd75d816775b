"""Honest and adversarial answers, against the definition."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackpeg import Adversary, Game, Honest, Position, play, strategy
from blackpeg.codemakers import mutants, random_secret


def pegs(secret, guess):
    black = sum(s == g for s, g in zip(secret, guess, strict=True))
    return black, sum((Counter(secret) & Counter(guess)).values()) - black


@given(st.data())
@settings(deadline=None, max_examples=60)
def test_adversary_answers_with_the_largest_part(data):
    game = data.draw(st.sampled_from([Game(3, 4), Game(4, 3), Game(3, 4, repeats=False), Game(2, 5)]))
    codes = [tuple(code) for code in game.codes.tolist()]
    position, left = Position(game), codes
    for _ in range(3):
        guess = data.draw(st.sampled_from(codes))
        parts = Counter(pegs(code, guess) for code in left)
        others = {told: size for told, size in parts.items() if told != (game.pegs, 0)} or parts
        largest = max(others.values())
        best = min(told for told, size in others.items() if size == largest)  # fewest black, then fewest white
        feedback = Adversary().answer(position, np.array(guess, np.uint8))
        assert game.pegs_of(feedback) == best
        position = position.after(np.array(guess), feedback)
        left = [code for code in left if pegs(code, guess) == best]
        if position.solved:
            break


@pytest.mark.parametrize("text", ["8x12", "12x16", "20x20", "64x64", "10x40-distinct", "16x16-black"])
def test_beyond_listing_some_code_always_fits_what_the_adversary_said(text):
    game, rng, maker = Game.parse(text), np.random.default_rng(3), Adversary()
    position = Position(game)
    for _ in range(8):
        guess = random_secret(game, rng)
        position = position.after(guess, maker.answer(position, guess))
        assert not position.solved
        witness = maker.witness(position)
        assert all(game.pegs_of(turn.feedback) == told(witness, turn.guess, game) for turn in position.history)


def told(secret, guess, game):
    black, white = pegs(secret.tolist(), guess.tolist())
    return black, white if game.whites else 0


def test_mutants_are_codes():
    for game in (Game(6, 4), Game(6, 9, repeats=False), Game(5, 5, repeats=False)):
        rng = np.random.default_rng(1)
        codes = np.array([random_secret(game, rng) for _ in range(20)])
        for code in mutants(codes, 500, game, rng):
            game.check(code)


def test_the_adversary_is_broken_at_8x12():
    end = play(Game(8, 12), strategy("random"), Adversary(), seed=1, limit=40)
    assert end.solved


def test_honest():
    game = Game(4, 6)
    assert game.show_feedback(Honest(game.code("6543")).answer(Position(game), game.code("3456"))) == "0b4w"
    black = Game(4, 6, whites=False)
    assert black.show_feedback(Honest(black.code("6543")).answer(Position(black), black.code("6456"))) == "1b"
