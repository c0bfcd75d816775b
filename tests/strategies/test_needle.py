"""needle: what it samples is all that fits and fairly so, what it plays is legal, and it is as good as it says."""

from itertools import pairwise

import numpy as np
import pytest

from blackpeg import Adversary, Game, Honest, Position, play
from blackpeg.codemakers import random_secret
from blackpeg.errors import BlackpegError, Impossible
from blackpeg.information.first_guesses import openings
from blackpeg.kernels import feedbacks
from blackpeg.kernels.evolve_guess import PartCosts, Population, evolve, sample_table
from blackpeg.kernels.random import random_state
from blackpeg.players import rng_of
from blackpeg.strategies import needle
from blackpeg.strategies.needle import Needle, first_guess


def after_random_guesses(name, turns, seed=0):
    """A position after guesses that were drawn blindly, and its secret."""
    game, rng = Game.parse(name), rng_of("needle", name, seed)
    secret, position = random_secret(game, rng), Position(Game.parse(name))
    for _ in range(turns):
        guess = random_secret(game, rng)
        position = position.after(guess, Honest(secret).answer(position, guess))
    return position, secret


@pytest.fixture
def walking(monkeypatch):
    """Nothing is listed, and no tree is followed."""
    monkeypatch.setattr(needle, "MAX_LISTED_CODES", 0)
    monkeypatch.setattr(needle, "look_up_guess", lambda *_: None)


@pytest.mark.parametrize(
    ("name", "turns"), [("4x6", 3), ("5x8", 4), ("4x10-distinct", 3), ("5x5-distinct", 2), ("5x6-black", 4), ("3x2", 1)]
)
def test_walks_find_every_candidate_and_nothing_else(walking, name, turns):
    position, _ = after_random_guesses(name, turns)
    known = Needle()._know_candidates(position, rng_of(1))
    assert known.complete
    assert {code.tobytes() for code in known.codes.T} == {code.tobytes() for code in position.candidates}


def squares(codes, position):
    """How other guesses are answered by a sample beside how by all candidates: 1, if it were drawn independently."""
    found, n, told, kinds = codes.shape[1], position.count, 0.0, 0
    for seed in range(10):
        guess = random_secret(position.game, rng_of("another", seed))
        real = np.bincount(feedbacks(position.columns, guess, True), minlength=49) * found / n
        seen = np.bincount(feedbacks(codes, guess, True), minlength=49)
        often = real >= 5
        told += ((seen - real)[often] ** 2 / real[often]).sum()
        kinds += often.sum()
    return told / kinds


def test_a_sample_is_fair(walking):
    """Within what chance explains; walks are a little less fair than that."""
    position, _ = after_random_guesses("6x9", 1)
    codes = Needle()._know_candidates(position, rng_of(1)).codes
    assert position.count > 5 * codes.shape[1] == 5 * needle.SAMPLE_SIZE
    assert squares(codes, position) < 2


def test_so_is_one_that_begins_with_what_is_left_of_the_last(walking):
    position, secret = after_random_guesses("6x9", 1)
    move = Needle().guess(position, rng_of(1))
    assert move.memory["near"].shape == (needle.SAMPLE_SIZE, 6)
    position = position.after(move, Honest(secret).answer(position, move.code))
    codes = Needle()._know_candidates(position, rng_of(1)).codes
    assert position.count > codes.shape[1] == needle.SAMPLE_SIZE
    assert squares(codes, position) < 2


@pytest.mark.parametrize("worth", [0.0, 0.4, 1.0])
def test_white_pegs_count_for_less(worth):
    """Costs as NumPy adds them up: those of all parts, and of all that have as many black pegs."""
    game, rng = Game.parse("5x7"), rng_of("worth")
    columns, cost = game.columns[:, ::9], needle.missing_information(2000)
    guesses = np.array([random_secret(game, rng) for _ in range(20)])
    population, sample = Population(np.zeros((20, 5), np.uint8), np.zeros(20)), sample_table(columns, 7, True, True)
    costs = PartCosts(needle._losing_feedbacks(game), cost, worth)
    assert evolve(population, 0, guesses, 0, sample, costs, random_state(rng)) == 20
    for code, score in zip(*population, strict=True):
        told = feedbacks(columns, code, True)
        told = told[told != game.solved]
        parts, by_black = (cost[np.bincount(kinds)].sum() for kinds in (told, told // 6))
        assert score == pytest.approx(worth * parts + (1 - worth) * by_black)


@pytest.mark.parametrize("name", ["8x12", "10x10", "7x12-distinct", "8x8-distinct", "8x10-black", "12x3", "16x16"])
def test_it_breaks_codes_that_can_not_be_listed(name):
    game = Game.parse(name)
    end = play(game, Needle(effort=300), Honest(random_secret(game, rng_of("needle", name))), seed=1)
    assert end.solved
    played = [turn.guess.tobytes() for turn in end.history]
    assert len(set(played)) == len(played)


def test_without_tree_and_walks_it_is_between_one_step_and_the_best(monkeypatch):
    """Between the proved optimum, 5625, and one step by entropy, 5722, over all codes of 4x6."""
    monkeypatch.setattr(needle, "look_up_guess", lambda *_: None)
    game = Game(4, 6)
    total = sum(play(game, Needle(effort=500), Honest(code), seed=1).guesses for code in game.codes)
    assert 5625 <= total < 5722


@pytest.mark.parametrize(("name", "worst"), [("4x6", 5), ("4x7", 6)])
def test_the_greedy_adversary_gains_at_most_one_guess_on_the_exact_worst_case(name, worst):
    for seed in range(3):
        assert play(Game.parse(name), Needle(), Adversary(), seed).guesses <= worst + 1


@pytest.mark.parametrize("name", ["4x6", "7x10", "8x12", "12x12-black"])
def test_a_contradiction_is_recognized(name):
    position = Position(Game.parse(name))
    first = position.game.code("1" * position.game.pegs)
    other = position.game.code("2" * position.game.pegs)
    both = (position.game.pegs - 1) * (position.game.pegs + 1)
    position = position.after(first, both).after(other, both)
    with pytest.raises(Impossible):
        Needle(effort=20).guess(position, rng_of(1))


@pytest.mark.parametrize("name", ["64x64", "128x128", "64x64-black"])
def test_a_contradiction_of_many_pegs_is_recognized(name):
    game = Game.parse(name)
    position = Position(game).after(np.zeros(game.pegs, np.uint8), (game.pegs - 1) * (game.pegs + 1))
    position = position.after(np.ones(game.pegs, np.uint8), 3 * (game.pegs + 1))
    with pytest.raises(Impossible, match="turns 1 and 2 contradict each other"):
        Needle(effort=10).guess(position, rng_of(1))


@pytest.mark.parametrize("name", ["12x12", "8x12-distinct", "14x14-distinct", "10x10-black", "20x4"])
def test_soft_chains_break_codes(monkeypatch, name):
    """In games small enough for a test; the same seed plays the same game, and no guess is made twice."""
    monkeypatch.setattr(needle, "MAX_WALKED_CODES", 0)
    game = Game.parse(name)
    ends = [play(game, Needle(effort=100), Honest(random_secret(game, rng_of("soft", name))), 1) for _ in range(2)]
    assert ends[0].solved and str(ends[0]) == str(ends[1])
    played = [turn.guess.tobytes() for turn in ends[0].history]
    assert len(set(played)) == len(played)
    assert ends[0].parent.memory["chains"].codes.shape[1] == game.pegs
    likely = needle.posterior_by_turn(ends[0])
    assert [matrix.shape for matrix in likely] == [(game.pegs, game.colors)] * ends[0].guesses
    assert all(matrix.sum(axis=1) == pytest.approx(1) for matrix in likely)
    secret = ends[0].history[-1].guess
    right = [matrix[np.arange(game.pegs), secret].mean() for matrix in likely]
    assert right[0] < 3 / game.colors and right[-1] > right[0] + 0.2


def test_where_walks_find_nothing_soft_chains_go_on(monkeypatch):
    """Also cold, from a history without their memory."""
    position, secret = after_random_guesses("20x20", 12)
    monkeypatch.setattr(needle, "MOVES_PER_PEG", 0)
    monkeypatch.setattr(needle, "MOVES_TO_FIND_ANY", 0)
    move = Needle(effort=50).guess(position, rng_of(1))
    assert set(move.memory) == {"chains"}
    position.game.check(move.code)
    position = position.after(move, Honest(secret).answer(position, move.code))
    again = Needle(effort=50).guess(position, rng_of(2))
    assert again.evaluations < move.evaluations  # it goes on from these chains


def test_where_nothing_is_found_it_says_so_and_plays_something_new():
    position, _ = after_random_guesses("48x48", 60)
    move = Needle(effort=10).guess(position, rng_of(1))
    assert move.note == "no code was found that fits"
    assert not any((turn.guess == move.code).all() for turn in position.history)
    position.game.check(move.code)


@pytest.mark.parametrize("name", ["5x8", "5x9", "6x6-black", "4x10-distinct"])
def test_the_first_guess_is_of_the_kind_of_most_entropy(name):
    """Over all codes, where it draws some of them."""
    game, bits = Game.parse(name), {}
    for code in openings(game):
        share = np.bincount(feedbacks(game.columns, np.array(code, np.uint8), game.whites)) / game.size
        bits[tuple(code)] = -(share[share > 0] * np.log2(share[share > 0])).sum()
    assert bits[tuple(first_guess(game).tolist())] == pytest.approx(max(bits.values()), abs=0.005)


def test_time_may_be_given_instead_of_effort():
    position, _ = after_random_guesses("8x12", 2)
    move = Needle(seconds=0.05).guess(position, rng_of(1))
    position.game.check(move.code)
    assert move.evaluations > 0


def test_no_time_at_all_still_gives_a_legal_guess():
    position, _ = after_random_guesses("8x12-distinct", 3)
    position.game.check(Needle(seconds=1e-9).guess(position, rng_of(1)).code)


def test_generations_are_seen():
    position, _ = after_random_guesses("6x9", 2)
    seen = list(Needle().generations(position, rng_of(1)))
    assert [generation.number for generation in seen] == list(range(1, needle.GENERATIONS + 2))
    assert all(before.best <= after.best for before, after in pairwise(seen))


@pytest.mark.parametrize("wrong", [{"effort": 1}, {"seconds": -1.0}, {"seconds": float("nan")}])
def test_a_parameter_that_makes_no_sense_is_refused(wrong):
    with pytest.raises(BlackpegError):
        Needle(**wrong)
