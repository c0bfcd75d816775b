"""Soft chains: samples near the truth, the same with the same seed, cold from any history."""

import pytest
from reference import history_of, misfit

from blackpeg import Game, Honest, Position
from blackpeg.codemakers import random_secret
from blackpeg.evolve import soft_chains
from blackpeg.evolve.soft_chains import peg_probabilities, random_chains, sample_by_chains
from blackpeg.players import rng_of


def after_random_guesses(name, turns, colors=None):
    """A position after guesses of the first colors, and its secret."""
    game, rng = Game.parse(name), rng_of("chains", name)
    secret, position = random_secret(game, rng), Position(game)
    for _ in range(turns):
        guess = random_secret(game if colors is None else Game(game.pegs, colors), rng)
        position = position.after(guess, Honest(secret).answer(position, guess))
    return position, secret


def test_after_enough_turns_the_secret_is_found_cold():
    position, secret = after_random_guesses("10x10", 24)
    sample = sample_by_chains(position, None, 4_000_000, rng_of(1))
    assert sample.fitting.tolist() == [secret.tolist()] and sample.colors_known
    assert misfit(sample.fitting[0].tolist(), history_of(position)) == 0


def test_peg_probabilities_are_those_of_all_candidates():
    """Chains at 6x9, where all candidates can be listed, and chance explains what is between them."""
    position, _ = after_random_guesses("6x9", 4)
    sample = sample_by_chains(position, None, 4_000_000, rng_of(1))
    exact = peg_probabilities(position.candidates, 9)
    assert abs(peg_probabilities(sample.codes, 9) - exact).max() < 0.1
    assert exact.sum(axis=1) == pytest.approx(1)


def test_the_same_seed_gives_the_same_chains_and_leaves_those_of_the_turn_before_alone():
    position, _ = after_random_guesses("36x36", 3, colors=18)
    first = sample_by_chains(position, None, 100_000, rng_of(1))
    kept = [first.chains.codes.copy(), first.chains.counts.copy()]
    one, two = (sample_by_chains(position, first.chains, 100_000, rng_of(2)) for _ in range(2))
    assert (one.codes == two.codes).all() and (one.chains.counts == two.chains.counts).all()
    assert (first.chains.codes == kept[0]).all() and (first.chains.counts == kept[1]).all()
    assert one.chains.open_colors == 18 and not one.colors_known and one.moves > 100_000
    assert sum(part.nbytes for part in one.chains[:2]) == 36 * (soft_chains.CODES + soft_chains.COUNTS)


def test_colors_of_any_history_are_open():
    position, _ = after_random_guesses("36x36", 2)
    assert random_chains(position, rng_of(1)).open_colors == max(int(t.guess.max()) for t in position.history) + 1
    assert random_chains(Position(Game(36, 36)), rng_of(1)).open_colors == 18
    assert random_chains(Position(Game(36, 36, whites=False)), rng_of(1)).open_colors == 36
