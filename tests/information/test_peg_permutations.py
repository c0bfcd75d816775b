"""The permutations of pegs by which guesses may be equivalent."""

from itertools import permutations

import pytest

from blackpeg.game import Game
from blackpeg.information.peg_permutations import MAX_PERMUTED_PEGS, peg_permutations


@pytest.mark.parametrize("pegs", range(1, 8))
def test_peg_permutations_are_all_the_identity_first(pegs):
    rows = peg_permutations(Game(pegs, 2)).tolist()
    assert sorted(map(tuple, rows)) == list(permutations(range(pegs)))
    assert rows[0] == list(range(pegs))


@pytest.mark.parametrize("pegs", [9, 12, 64])
def test_many_pegs_keep_their_places(pegs):
    assert pegs > MAX_PERMUTED_PEGS
    assert peg_permutations(Game(pegs, 2)).tolist() == [list(range(pegs))]
