"""The candidates, against the definition in plain Python and against closed formulas."""

from math import comb, factorial

import numpy as np
import pytest
from histories import (
    UNEQUAL_PARTS,
    assert_uniform,
    candidates_of,
    codes_of,
    feedback_number,
    parse_history,
    play_guesses,
    positions,
    random_guesses,
    turn,
)
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from reference import feedback

from blackpeg import candidates
from blackpeg.candidates import peg_table, rejection_sampling
from blackpeg.errors import Impossible, TooMany
from blackpeg.game import Game


@pytest.fixture(params=["whole table", "rest searched", "color table", "drawn"])
def method(request, monkeypatch):
    """Make small games go the ways of large ones."""
    if request.param == "rest searched":
        monkeypatch.setattr(peg_table, "ENTRY_LIMITS", (30,))
    if request.param in ("color table", "drawn"):
        monkeypatch.setattr(candidates, "_peg_table", lambda game, clues: None)
    if request.param == "drawn":
        monkeypatch.setattr(candidates, "_color_table", lambda game, clues: None)
    candidates._smallest_source.clear()
    if request.param in ("whole table", "rest searched"):
        candidates._peg_table.clear()
    return request.param


# Against the definition


@settings(max_examples=100, deadline=None, derandomize=True)
@given(positions(), st.integers(0, 2**32), st.data())
def test_questions_against_the_definition(position, seed, data):
    game, history = position
    expected = candidates_of(game, history)
    assume(expected)
    rng = np.random.default_rng(seed)
    assert candidates.count(game, history) == len(expected)
    listed = candidates.listing(game, history)
    assert listed.tolist() == [list(code) for code in expected]
    assert listed.dtype == np.uint8 and listed.T.flags.c_contiguous
    assert tuple(candidates.find(game, history).tolist()) in expected
    drawn = candidates.draw(game, history, 5, rng)
    assert drawn.shape == (5, game.pegs) and {tuple(code) for code in drawn.tolist()} <= set(expected)
    above = data.draw(st.sampled_from(codes_of(game)))
    later = [code for code in expected if code > above] or expected
    assert tuple(candidates.next_candidate(game, history, np.array(above, np.uint8)).tolist()) == later[0]
    assert tuple(candidates.next_candidate(game, history).tolist()) == expected[0]


@pytest.mark.parametrize("game", [Game(4, 5), Game(4, 5, repeats=False), Game(4, 4, whites=False)], ids=str)
def test_every_method_agrees_with_the_definition(game, method):
    rng = np.random.default_rng(5)
    codes = codes_of(game)
    for turns in (1, 2, 3, 4):
        secret, *guesses = (codes[k] for k in rng.integers(0, len(codes), turns + 1))
        history = [turn(guess, feedback_number(game, secret, guess)) for guess in guesses]
        expected = candidates_of(game, history)
        assert tuple(candidates.find(game, history).tolist()) in expected
        assert set(map(tuple, candidates.draw(game, history, 20, rng).tolist())) <= set(expected)
        if method != "drawn":
            assert candidates.count(game, history) == len(expected)
            assert candidates.listing(game, history).tolist() == [list(code) for code in expected]


# Draws are uniform: chi-square with a fixed seed; its mean is the degrees of freedom, its variance twice that


@pytest.mark.parametrize("game, turns", UNEQUAL_PARTS, ids=str)
def test_draws_are_uniform(game, turns, method):
    history = parse_history(game, *turns)
    expected = candidates_of(game, history)
    drawn = candidates.draw(game, history, 40 * len(expected), np.random.default_rng(7))
    assert_uniform(drawn, expected)


def test_draws_of_all_codes():
    game = Game(2, 3, repeats=False)
    drawn = candidates.draw(game, [], 600, np.random.default_rng(1))
    assert_uniform(drawn, codes_of(game))


# Large games: closed formulas, sums over all feedbacks, and draws that fit


def test_without_turns_there_is_every_code():
    assert candidates.count(Game(64, 64), []) == 64**64
    assert candidates.count(Game(40, 64, repeats=False), []) == factorial(64) // factorial(24)
    assert candidates.find(Game(64, 64), []).tolist() == [0] * 64
    assert candidates.next_candidate(Game(20, 20, repeats=False), [], np.arange(20)[::-1]).tolist() == list(range(20))


@pytest.mark.parametrize("black", [0, 1, 5, 63, 64])
def test_one_monochrome_guess(black):
    for game in (Game(64, 64), Game(64, 64, whites=False)):
        assert candidates.count(game, [turn([7] * 64, black * 65)]) == comb(64, black) * 63 ** (64 - black)


def test_many_monochrome_guesses():
    """Colors 1 to 6 occur 2, 0, 5, 1, 3 and 1 times: place them, and fill the rest with the other 58."""
    game, often = Game(64, 64), (2, 0, 5, 1, 3, 1)
    history = [turn([color] * 64, n * 65) for color, n in enumerate(often)]
    expected, free = 1, 64
    for n in often:
        expected, free = expected * comb(free, n), free - n
    assert candidates.count(game, history) == expected * 58**free
    drawn = candidates.draw(game, history, 50, np.random.default_rng(0))
    assert all(np.bincount(code, minlength=64)[:6].tolist() == list(often) for code in drawn)


@pytest.mark.parametrize("pegs, colors, black, white", [(20, 20, 1, 2), (20, 20, 3, 0), (30, 4, 8, 9), (64, 64, 1, 1)])
def test_one_guess_of_two_halves(pegs, colors, black, white):
    """Sum over how many of each half have its own color, and the other's."""
    half, game = pegs // 2, Game(pegs, colors)
    expected = 0
    for own in range(black + 1):
        for other in range(half - own + 1):
            for elsewhere in range(half - (black - own) + 1):
                first, second = own + elsewhere, other + black - own
                if min(first, half) + min(second, half) == black + white:
                    places = comb(half, own) * comb(half - own, other)
                    places *= comb(half, black - own) * comb(half - black + own, elsewhere)
                    expected += places * (colors - 2) ** (pegs - first - second)
    history = [turn([0] * half + [1] * half, black * (pegs + 1) + white)]
    assert candidates.count(game, history) == expected
    drawn = candidates.draw(game, history, 20, np.random.default_rng(0))
    assert {feedback(code.tolist(), history[0][0].tolist()) for code in drawn} == {(black, white)}


@pytest.mark.parametrize(
    "game, guess",
    [(Game(8, 12), "112345aa"), (Game(8, 12, repeats=False), "12345678"), (Game(10, 9), "1122334455")],
    ids=str,
)
def test_the_parts_of_a_guess_add_up_to_all_codes(game, guess):
    sizes = {}
    for number in game.answers:
        try:
            sizes[number] = candidates.count(game, [(game.code(guess), number)])
        except Impossible:
            continue
    assert sum(sizes.values()) == game.size
    largest = max(sizes, key=sizes.get)
    second = game.code(guess)[::-1]
    both = 0
    for number in game.answers:
        try:
            both += candidates.count(game, [(game.code(guess), largest), (second, number)])
        except Impossible:
            continue
    assert both == sizes[largest]


def assert_fit(game, history, drawn):
    """Ten codes and the one that `find` finds give the feedback of every turn."""
    assert drawn.shape == (10, game.pegs)
    for code in [*drawn.tolist(), candidates.find(game, history).tolist()]:
        assert all(feedback_number(game, code, guess.tolist()) == number for guess, number in history)


@pytest.mark.parametrize(
    "name, turns", [("12x12", 3), ("12x12", 8), ("16x16", 5), ("20x20", 3), ("32x32", 2), ("64x64", 1)]
)
def test_draws_of_large_games_fit(name, turns):
    game = Game.parse(name)
    history = play_guesses(game, random_guesses(game, turns))
    drawn = candidates.draw(game, history, 10, np.random.default_rng(0))
    assert_fit(game, history, drawn)


@pytest.mark.parametrize(
    ("name", "turns"), [("20x20", 8), ("32x32", 10), ("64x64", 12), ("128x128", 8), ("40x40-black", 9)]
)
def test_walks_find_and_draw_approximately(name, turns):
    game = Game.parse(name)
    history = play_guesses(game, random_guesses(game, turns))
    drawn = candidates.draw_approximately(game, history, 10, np.random.default_rng(0))
    assert_fit(game, history, drawn)


def test_a_broken_code_of_64_pegs_is_listed():
    game = Game(64, 64)
    secret = np.random.default_rng(2).permutation(64)
    assert candidates.listing(game, [turn(secret, game.solved)]).tolist() == [secret.tolist()]


# What people read


def test_too_many_as_sentences(monkeypatch):
    small = Game(4, 6)
    with pytest.raises(TooMany, match=r"^4x6 has 208 candidates after 1 turn; at most 100 can be listed$"):
        candidates.listing(small, parse_history(small, "1122=1b1w"), limit=100)
    with pytest.raises(
        TooMany, match=r"^8x12 has 429,981,696 candidates after 0 turns; at most 16,777,216 can be listed$"
    ):
        candidates.listing(Game(8, 12), [])
    monkeypatch.setattr(candidates, "MAX_DRAWN_PEGS", 2**16)
    monkeypatch.setattr(candidates, "MAX_DRAWN_STEPS", 2**16)
    monkeypatch.setattr(candidates, "MAX_OPTIONS", 2**16)
    monkeypatch.setattr(rejection_sampling, "MAX_OPTIONS", 2**16)
    game = Game(64, 64)
    history = play_guesses(game, random_guesses(game, 6))
    where = r"^the candidates of 64x64 after 6 turns can't be "
    with pytest.raises(TooMany, match=where + r"counted with 65,536 table entries or 67,108,864 nodes of search$"):
        candidates.count(game, history)
    with pytest.raises(TooMany, match=where + r"drawn as [\d,]+ tries gave 0 of 5$"):
        candidates.draw(game, history, 5, np.random.default_rng(0))
    monkeypatch.setattr(candidates, "find_by_walks", lambda *_: None)
    with pytest.raises(TooMany, match=where + r"found in [\d,]+ tries, nor shown not to exist$"):
        candidates.find(game, history)
    monkeypatch.setattr(candidates, "draw_by_walks", lambda *_: np.zeros((0, 64), np.uint8))
    with pytest.raises(TooMany, match=where + r"found by walks, nor shown not to exist$"):
        candidates.draw_approximately(game, history, 5, np.random.default_rng(0))
    with pytest.raises(TooMany, match=where + "searched in order"):
        candidates.next_candidate(game, history)
