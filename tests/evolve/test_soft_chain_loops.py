"""Walks of codes and color counts: misfits by definition, legal codes, and recoloring that changes little."""

import numpy as np
import pytest
from reference import feedback, history_of

from blackpeg import Game, Honest, Position
from blackpeg.codemakers import random_secret
from blackpeg.evolve import soft_chain_loops
from blackpeg.evolve.soft_chain_loops import color_counts, recolor_code
from blackpeg.evolve.soft_chains import random_chains
from blackpeg.kernels.random import random_state
from blackpeg.players import rng_of


def after_random_guesses(name, turns):
    game, rng = Game.parse(name), rng_of("chains", name)
    secret, position = random_secret(game, rng), Position(game)
    for _ in range(turns):
        guess = random_secret(game, rng)
        position = position.after(guess, Honest(secret).answer(position, guess))
    return position


@pytest.mark.parametrize("name", ["5x6", "5x6-black", "4x8-distinct", "20x20", "100x100", "128x2", "128x128"])
def test_chains_know_their_misfits(name):
    """The misfit counts black pegs, and black and white pegs together, at every turn; codes and counts stay legal."""
    position = after_random_guesses(name, 5)
    game = position.game
    clues = soft_chain_loops.chain_clues(position.past_turns, game)
    chains, state, misfits = random_chains(position, rng_of(1)), random_state(rng_of(2)), np.zeros(7, np.int64)
    codes, counts = chains.codes[:7], chains.counts[:7]
    soft_chain_loops.walk_codes(codes, misfits, clues, 0.7, 300, 0.5, state)
    for code, own in zip(codes, misfits, strict=True):
        game.check(code)
        off = 0
        for guess, (black, white) in history_of(position):
            own_black, own_white = feedback(code.tolist(), guess, game.whites)
            off += abs(own_black - black) + abs(own_black + own_white - black - white) * game.whites
        assert own == off
    if game.whites:
        soft_chain_loops.walk_counts(counts, misfits, clues, 0.7, 300, state)
        assert (counts.sum(axis=1) == game.pegs).all() and (game.repeats or counts.max() == 1)
        for count, own in zip(counts, misfits, strict=True):
            code = np.repeat(np.arange(game.colors), count)
            sums = [(sum(feedback(code.tolist(), guess)), sum(pegs)) for guess, pegs in history_of(position)]
            assert own == sum(abs(mine - real) for mine, real in sums)
        assert soft_chain_loops.count_misfits(counts, clues).tolist() == misfits.tolist()


def test_a_code_is_recolored_at_as_few_pegs_as_possible():
    rng, state = rng_of("recolor"), random_state(rng_of(3))
    for _ in range(50):
        code, target = rng.integers(0, 9, (2, 12)).astype(np.uint8)
        wanted = color_counts(target[None], 9)[0].astype(np.int64)
        joined, before = np.append(wanted[:5], wanted[5:].sum()), code.copy()
        have = np.bincount(np.minimum(code, 5), minlength=6)
        recolor_code(code, joined, 9, state)
        assert np.bincount(np.minimum(code, 5), minlength=6).tolist() == joined.tolist()
        assert (code != before).sum() == np.maximum(have - joined, 0).sum() and code.max() < 9
