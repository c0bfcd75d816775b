"""What the codebreaker knows, against the definition in plain Python."""

import pickle
import subprocess
import sys

import numpy as np
import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import feedback_number

from blackpeg import BlackpegError, Game, Impossible, Move, Position
from blackpeg.errors import TooMany

GAMES = [Game.parse(text) for text in ("1x1", "2x3", "3x4", "4x3", "3x4-distinct", "3x4-black", "3x5-distinct-black")]


def all_codes(game):
    return reference.all_codes(game.pegs, game.colors, game.repeats)


@st.composite
def histories(draw):
    """A game, a secret, and guesses that it answered."""
    game = draw(st.sampled_from(GAMES))
    codes = all_codes(game)
    secret, *guesses = draw(st.lists(st.sampled_from(codes), min_size=1, max_size=5))
    return game, secret, guesses


def position_after(game, secret, guesses):
    position = Position(game)
    for guess in guesses:
        position = position.after(np.array(guess), feedback_number(secret, guess, game.whites))
    return position


@given(histories())
@settings(deadline=None, max_examples=150)
def test_candidates_are_the_codes_that_fit_every_turn(history):
    game, secret, guesses = history
    position = position_after(game, secret, guesses)
    fit = [
        code
        for code in all_codes(game)
        if all(feedback_number(code, g, game.whites) == feedback_number(secret, g, game.whites) for g in guesses)
    ]
    assert list(map(tuple, position.candidates.tolist())) == fit
    assert position.count == position.count_or_none == len(fit)
    assert secret in fit
    assert position.fits(np.array(secret))
    cold = Position.parse(str(position))
    assert np.array_equal(cold.candidates, position.candidates)
    drawn = position.draw(20, np.random.default_rng(1))
    assert drawn.shape == (20, game.pegs)
    assert {tuple(code) for code in drawn.tolist()} <= set(fit)


@given(histories())
@settings(deadline=None, max_examples=60)
def test_text_repr_pickle_and_equality(history):
    position = position_after(*history)
    assert Position.parse(str(position)) == position
    assert eval(repr(position), {"Position": Position}) == position
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert hash(again) == hash(position)
    assert again.parent is None
    assert again.line == position.line


@given(histories(), st.integers(0, 80))
@settings(deadline=None, max_examples=60)
def test_least_and_the_next_after_a_code(history, pick):
    game, secret, guesses = history
    position = position_after(game, secret, guesses)
    fit = sorted(map(tuple, position.candidates.tolist()))
    codes = all_codes(game)
    above = codes[pick % len(codes)]
    assert tuple(position.least().tolist()) == fit[0]
    later = [code for code in fit if code > above]
    assert tuple(position.least(above=np.array(above, np.uint8)).tolist()) == (later or fit)[0]


def test_turns_and_solved():
    position = Position(Game(4, 6))
    assert (position.turn, position.solved, position.count) == (1, False, 1296)
    position = position.after("1122", "1b1w").after("1314", "4b0w")
    assert (position.turn, position.solved, position.guesses) == (3, True, 2)


def test_costs_add_up():
    position = Position(Game(4, 6))
    position = position.after(Move(np.array([0, 0, 1, 1]), evaluations=3, feedbacks=5, note="budget spent"), 1, 0.25)
    position = position.after(Move(np.array([0, 1, 2, 3]), evaluations=4, feedbacks=6), 2, 0.5)
    assert (position.guesses, position.queries, position.evaluations, position.feedbacks) == (2, 2, 7, 11)
    assert position.seconds == 0.75
    assert position.history[0].note == "budget spent"


def test_memory_is_read_only_branches_do_not_share_it_and_a_new_game_has_none():
    start = Position(Game(4, 6))
    assert dict(start.memory) == {}
    one = start.after(Move(start.game.code("1122"), memory={"population": 1}), 1)
    two = start.after(Move(start.game.code("1122"), memory={"population": 2}), 1)
    assert (one.memory["population"], two.memory["population"]) == (1, 2)
    with pytest.raises(TypeError):
        one.memory["population"] = 3
    assert pickle.loads(pickle.dumps(one)).memory == {"population": 1}
    assert dict(one.after("1234", 0).memory) == {}


def test_nothing_of_a_position_can_be_written_to():
    position = Position(Game(4, 6)).after("1122", "1b1w")
    for codes in (position.candidates, position.game.codes, position.history[0].guess):
        with pytest.raises(ValueError, match="read-only"):
            codes[0] = 1


def test_known_is_the_turn_after_which_one_candidate_is_left():
    position = Position.parse("4x6 1122=0b0w 3345=1b2w 3454=0b3w 4535=1b2w")
    assert (position.count, position.known) == (1, 4)
    assert Position.parse("4x6 1122=0b0w").known is None
    assert Position.parse("4x6 1122=4b0w").known == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("4x6 1122", "'1122' is not a turn; it is written GUESS=FEEDBACK"),
        ("4x6 112=1b1w", "'112' is not a code of 4x6: it has 3 pegs, not 4"),
        ("4x6 1127=1b1w", "no color '7', only 1 to 6"),
        ("4x6 1122=5b0w", "more than 4 pegs"),
        ("4x6 1122=3b1w", "cannot occur"),
        ("4x6 1122=x", "'x' is not feedback of 4x6; it is written 2b1w"),
    ],
)
def test_bad_histories(text, sentence):
    with pytest.raises(BlackpegError) as error:
        Position.parse(text)
    assert sentence in str(error.value)


def test_a_guess_that_is_no_code_is_refused():
    position = Position(Game(4, 6))
    for code in (np.array([0, 0, 0]), np.array([0, 0, 0, 6]), np.array([0, 0, 0, -1]), np.array([0.5] * 4)):
        with pytest.raises(BlackpegError, match="code of 4x6"):
            position.after(code, 0)
    with pytest.raises(BlackpegError, match="is not feedback of 4x6"):
        position.after("1122", 16)  # 3 black, 1 white


def test_impossible_names_the_smallest_set_of_turns():
    position = Position.parse("4x6 1234=0b1w 1122=4b0w 5566=0b0w 1111=0b0w")
    with pytest.raises(Impossible) as error:
        _ = position.candidates
    assert error.value.turns in ((1, 2), (2, 4))
    with pytest.raises(Impossible):
        _ = position.count
    with pytest.raises(Impossible):
        position.draw(1, np.random.default_rng(1))
    assert pickle.loads(pickle.dumps(error.value)).turns == error.value.turns


def test_beyond_listing_counting_and_drawing_still_answer():
    start = Position(Game(64, 64))
    assert start.count == 64**64
    with pytest.raises(TooMany, match="64x64"):
        _ = start.candidates
    monochrome = start.after(np.zeros(64, np.uint8), 0)
    assert monochrome.count == 63**64
    assert (monochrome.draw(50, np.random.default_rng(1)) != 0).all()


def test_8x12_stays_under_2_gib_at_every_turn():
    """430 million codes: whole games, asking for candidates, counts and draws at every turn."""
    script = """
import resource, numpy as np
from blackpeg import Adversary, Game, Honest, Position
from blackpeg.codemakers import random_secret
from blackpeg.errors import TooMany
rng = np.random.default_rng(5)
game = Game(8, 12)
for maker in (Honest(random_secret(game, rng)), Adversary()):
    position = Position(game)
    while not position.solved:
        guess = position.draw(1, rng)[0]
        position = position.after(guess, maker.answer(position, guess))
        count = position.count
        try:
            assert len(position.candidates) == count
        except TooMany:
            assert count > 2**24
        assert position.fits(position.draw(3, rng)[2])
    print(position.guesses, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in out.splitlines()]
    assert len(rows) == 2
    assert all(int(kilobytes) < 2 * 1024**2 for _, kilobytes in rows)


# Games that are given up


def test_a_game_of_a_thousand_guesses_is_a_position_like_any_other():
    game = Game(3, 4)
    position = Position(game)
    for _ in range(1000):  # the same guess again and again tells nothing new
        position = position.after("112", "1b0w")
    fit = [code for code in all_codes(game) if reference.feedback(code, (0, 0, 1)) == (1, 0)]
    for one in (position, pickle.loads(pickle.dumps(position))):
        assert [tuple(code) for code in one.candidates.tolist()] == fit
        assert (one.count, one.quick_count, one.known, one.compared > 0) == (len(fit), len(fit), None, one is position)
    last = Position(game)
    for _ in range(1000):
        last = last.after("112", "1b0w")
    assert last.quick_count == len(fit)  # asked first, so nothing is counted before


@pytest.mark.parametrize("useless", [0, 1, 18, 19, 20, 21, 22, 60])
def test_known_is_the_first_turn_after_which_one_code_fits(useless):
    game, secret = Game(3, 4), (2, 0, 1)
    guesses = [(0, 0, 1), (2, 2, 0), (2, 0, 3), (2, 0, 2)] + [(3, 3, 3)] * useless
    codes, expected = all_codes(game), None
    for turn, guess in enumerate(guesses, 1):
        codes = [code for code in codes if reference.feedback(code, guess) == reference.feedback(secret, guess)]
        expected = turn if expected is None and len(codes) == 1 else expected
    assert expected is not None
    assert position_after(game, secret, guesses).known == expected
    assert position_after(game, secret, [*guesses, secret]).known == expected
