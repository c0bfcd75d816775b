"""Sets under new names of pegs and colors: nothing but names changes, and symmetric sets are stored alike."""

import numpy as np
import pytest
import reference

from blackpeg import Game
from blackpeg.kernels.transposition_table import read_guess, renaming_of, stored_form, stored_guess

GAMES = ["3x7", "4x6", "6x2", "10x2", "4x7-distinct", "3x7-black", "5x3-black", "4x6-distinct-black"]


def digits(number, game):
    """The colors that a stored number stands for."""
    return [int(number) // game.colors**p % game.colors for p in reversed(range(game.pegs))]


def rename(game, codes, rng):
    """The same codes with pegs and colors in another order, as the rules allow it, by number."""
    columns = game.columns[rng.permutation(game.pegs)]
    own_maps = game.repeats and not game.whites
    maps = [rng.permutation(game.colors) for _ in range(game.pegs)] if own_maps else [rng.permutation(game.colors)] * 12
    numbers = {tuple(code): k for k, code in enumerate(game.codes.tolist())}
    images = np.array([maps[p][columns[p, codes]] for p in range(game.pegs)]).T.tolist()
    return np.sort([numbers[tuple(code)] for code in images])


@pytest.mark.parametrize("text", GAMES)
def test_renaming_keeps_every_feedback(text):
    """Between the codes of a set, and between a guess and the set, which is all that its total depends on."""
    game, rng = Game.parse(text), np.random.default_rng(1)
    renaming = renaming_of(game.columns, game.colors, game.repeats, game.whites, 8, 50)
    for n in (8, 9, 20, 50):
        codes = np.sort(rng.choice(game.size, n, replace=False)).astype(np.uint16)
        guesses = rng.choice(game.size, 5)
        stored = stored_form(renaming, game.columns, codes).copy()
        for guess in guesses:
            number = stored_guess(renaming, game.columns, n, guess)
            assert read_guess(renaming, n, number) == guess
            before = [reference.feedback(game.codes[k].tolist(), game.codes[guess].tolist()) for k in codes]
            after = [reference.feedback(digits(k, game), digits(number, game)) for k in stored]
            if not game.whites:
                before, after = [black for black, _ in before], [black for black, _ in after]
            assert sorted(before) == sorted(after)


@pytest.mark.parametrize("text", GAMES)
def test_symmetric_sets_are_stored_alike(text):
    """As far as no two pegs or colors of the set look alike; here at least three of four sets chosen at random."""
    game, rng = Game.parse(text), np.random.default_rng(2)
    renaming = renaming_of(game.columns, game.colors, game.repeats, game.whites, 8, 50)
    alike = 0
    for _ in range(40):
        codes = np.sort(rng.choice(game.size, 30, replace=False))
        other = rename(game, codes, rng)
        stored = stored_form(renaming, game.columns, codes.astype(np.uint16)).copy()
        alike += stored.tolist() == stored_form(renaming, game.columns, other.astype(np.uint16)).tolist()
    assert alike >= 30


def test_two_colors_as_frequent_in_every_code_are_like_black_pegs_only():
    """Then codes are stored alike if each peg has other names for its colors, and every distance stays as it is."""
    game, rng = Game(8, 2), np.random.default_rng(3)
    renaming = renaming_of(game.columns, game.colors, game.repeats, game.whites, 8, 80)
    codes = np.flatnonzero(game.codes.sum(axis=1) == 4)
    some = np.sort(rng.choice(codes, 30, replace=False))
    swapped = game.codes[some] ^ np.array([1, 1, 0, 0, 0, 0, 0, 0], np.uint8)
    other = np.sort(swapped[swapped.sum(axis=1) == 4] @ (2 ** np.arange(8)[::-1]))
    whole = np.sort(np.intersect1d(some, other ^ 0b11000000))  # those that keep their four of each color
    first = stored_form(renaming, game.columns, whole.astype(np.uint16)).copy()
    second = stored_form(renaming, game.columns, np.sort(whole ^ 0b11000000).astype(np.uint16)).copy()
    assert len(whole) >= 8
    assert first.tolist() == second.tolist()
    assert (first >= game.size).all()  # never taken for a set of other codes
    distances = [[int(a ^ b).bit_count() for a in whole] for b in whole]
    stored = [[int(a ^ b).bit_count() for a in first] for b in first]
    assert sorted(map(sorted, distances)) == sorted(map(sorted, stored))
    mixed = np.array([0, *codes[:9]], np.uint16)
    assert (stored_form(renaming, game.columns, mixed) < game.size).all()


def test_small_sets_keep_their_names():
    game = Game(4, 6)
    renaming = renaming_of(game.columns, game.colors, True, True, 8, 50)
    codes = np.array([3, 5, 700], np.uint16)
    assert stored_form(renaming, game.columns, codes).tolist() == [3, 5, 700]
    assert stored_guess(renaming, game.columns, 3, 44) == read_guess(renaming, 3, 44) == 44
