"""The oracle answers codes of its game, and nothing else."""

import numpy as np
import pytest
from reference import feedback as by_definition

from blackpeg import BlackpegError, Game, Oracle

GAME = Game(4, 6)


def test_black_and_white_pegs_by_definition():
    oracle, codes = Oracle(GAME, GAME.code("1123")), GAME.codes[::7]
    black, white = oracle.black_and_white(codes)
    pairs = [by_definition(GAME.code("1123"), code) for code in codes]
    assert list(zip(black.tolist(), white.tolist(), strict=True)) == pairs
    assert oracle.queries == len(codes)
    assert oracle.solved == ((4, 0) in pairs)


@pytest.mark.parametrize(
    ("codes", "sentence"),
    [
        (np.zeros((3, 1), np.uint8), "codes of 4 pegs, one a row, not 3 x 1 numbers"),
        (np.zeros((1, 600), np.uint8), "codes of 4 pegs, one a row, not 1 x 600 numbers"),
        (np.zeros((2, 2, 4), np.uint8), "codes of 4 pegs, one a row, not 2 x 2 x 4 numbers"),
        (np.zeros((0,), np.uint8), "codes of 4 pegs"),
        (3, "codes of 4 pegs"),
        ([[0, 1], [0]], "these differ in length"),
        (np.array([[0, 1, 2, 255]], np.uint8), "colors from 0 to 5, not 255"),
        (np.array([[0, 1, 2, 6]]), "colors from 0 to 5, not 6"),
        (np.array([[0, 1, 2, -1]]), "colors from 0 to 5, not -1"),
        (np.array([[0, 1, 2, 256]]), "colors from 0 to 5, not 256"),
        (np.array([[0.7, 1, 2, 3]]), "whole numbers from 0, not as float64"),
        (np.array([[True, False, True, False]]), "whole numbers from 0, not as bool"),
        ([["1", "2", "3", "4"]], "whole numbers from 0"),
    ],
)
def test_what_is_no_code_is_refused_and_not_counted(codes, sentence):
    oracle = Oracle(GAME, GAME.code("1111"))
    with pytest.raises(BlackpegError) as error:
        oracle(codes)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)
    assert (oracle.queries, oracle.solved) == (0, False)


def test_codes_in_any_memory_layout_are_answered_alike():
    codes = GAME.codes[5:300:3]
    expected = Oracle(GAME, GAME.code("1234"))(np.array(codes))
    for same in (codes, codes.astype(np.int64), codes.tolist(), np.asfortranarray(codes)):
        assert (Oracle(GAME, GAME.code("1234"))(same) == expected).all()
    oracle = Oracle(GAME, GAME.code("1234"))
    assert len(oracle(codes[:0])) == 0 == oracle.queries
    assert len(oracle(codes[0])) == 1 == oracle.queries
