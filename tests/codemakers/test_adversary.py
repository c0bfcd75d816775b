"""The adversary, against the definition of dynamic MasterMind and published worst cases."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import feedback, history_of, misfit

from blackpeg import Adversary, BlackpegError, Game, Position, play, strategy
from blackpeg.codemakers import adversary, random_secret
from blackpeg.codemakers.adversary import mutants


@given(st.data())
@settings(deadline=None, max_examples=60)
def test_adversary_answers_with_the_largest_part(data):
    game = data.draw(st.sampled_from([Game(3, 4), Game(4, 3), Game(3, 4, repeats=False), Game(2, 5)]))
    codes = [tuple(code) for code in game.codes.tolist()]
    position, left = Position(game), codes
    for _ in range(3):
        guess = data.draw(st.sampled_from(codes))
        parts = Counter(feedback(code, guess) for code in left)
        others = {pegs: size for pegs, size in parts.items() if pegs != (game.pegs, 0)} or parts
        largest = max(others.values())
        best = min(pegs for pegs, size in others.items() if size == largest)  # fewest black, then fewest white
        answer = Adversary().answer(position, np.array(guess, np.uint8))
        assert game.pegs_of(answer) == best
        position = position.after(np.array(guess), answer)
        left = [code for code in left if feedback(code, guess) == best]
        if position.solved:
            break


@pytest.mark.parametrize("steps", [1, 2])
@pytest.mark.parametrize("text", ["8x12", "12x16", "20x20", "64x64", "10x40-distinct", "16x16-black"])
def test_beyond_listing_some_code_always_fits_what_the_adversary_said(text, steps):
    game, rng, maker = Game.parse(text), np.random.default_rng(3), Adversary(steps=steps)
    position = Position(game)
    for _ in range(8):
        guess = random_secret(game, rng)
        position = position.after(guess, maker.answer(position, guess))
        assert not position.solved
        witness = maker.witness(position)
        assert misfit(tuple(witness.tolist()), history_of(position), game.whites) == 0


@pytest.mark.parametrize("name", ["adversary(steps=2)", "adversary(steps=3)", "adversary(perfect=True)"])
@pytest.mark.parametrize("text", ["1x1", "1x9", "2x3", "3x4", "4x4-black", "3x5-distinct-black", "4x5-distinct", "4x6"])
def test_some_code_fits_all_that_was_said(text, name):
    game, rng, maker = Game.parse(text), np.random.default_rng(4), adversary(name)
    position = Position(game)
    while not position.solved and position.guesses < 30:
        before = position.count
        guess = random_secret(game, rng)
        position = position.after(guess, maker.answer(position, guess))
        assert position.count >= 1  # which raises where no code fits
        assert not position.solved or before == 1


@given(st.data())
@settings(deadline=None, max_examples=30)
def test_two_steps_ahead_by_the_definition(data):
    game = data.draw(st.sampled_from([Game(2, 4), Game(3, 3), Game(3, 4, repeats=False)]))
    codes = [tuple(code) for code in game.codes.tolist()]
    guess = data.draw(st.sampled_from(codes))
    parts = {}
    for code in codes:
        parts.setdefault(feedback(code, guess), []).append(code)
    parts.pop((game.pegs, 0))

    def worth(answer):
        left = min(max(Counter(a for c in parts[answer] if (a := feedback(c, g)) != (game.pegs, 0)).values(), default=0)
                   for g in codes)  # fmt: skip
        return left, len(parts[answer]), -answer[0], -answer[1]

    answer = Adversary(steps=2).answer(Position(game), np.array(guess, np.uint8))
    assert game.pegs_of(answer) == max(parts, key=worth)


@pytest.mark.parametrize("name", ["minimax", "entropy", "expected_size", "most_parts", "lookahead", "lexicographic"])
def test_nobody_breaks_the_perfect_adversary_at_4x6_in_fewer_than_five(name):
    end = play(Game(4, 6), strategy(name), Adversary(perfect=True))
    assert end.solved
    assert end.guesses >= 5


def test_the_best_worst_case_breaks_the_perfect_adversary_in_five():
    assert play(Game(4, 6), strategy("optimal(objective='worst')"), Adversary(perfect=True)).guesses == 5


@pytest.mark.parametrize(
    ("text", "least"), [("3x6", 5), ("4x5", 5), ("4x7", 6), ("3x8", 6)]
)  # worst cases as published
def test_the_perfect_adversary_forces_the_worst_case(text, least):
    for name in ("minimax", "entropy"):
        assert play(Game.parse(text), strategy(name), Adversary(perfect=True)).guesses >= least


def test_what_no_adversary_can_is_refused():
    for make in (lambda: Adversary(steps=0), lambda: Adversary(steps=2, perfect=True), lambda: adversary("honst")):
        with pytest.raises(BlackpegError):
            make()
    with pytest.raises(BlackpegError, match="too long"):
        Adversary(perfect=True).answer(Position(Game(5, 8)), Game(5, 8).codes[0])


def test_mutants_are_codes():
    for game in (Game(6, 4), Game(6, 9, repeats=False), Game(5, 5, repeats=False)):
        rng = np.random.default_rng(1)
        codes = np.array([random_secret(game, rng) for _ in range(20)])
        for code in mutants(codes, 500, game, rng):
            game.check(code)


def test_the_adversary_is_broken_at_8x12():
    end = play(Game(8, 12), strategy("random"), Adversary(), seed=1, limit=40)
    assert end.solved
