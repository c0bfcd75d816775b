"""The peg table: whole, searched, and beside the color table."""

import numpy as np
import pytest
from histories import play_guesses

from blackpeg.candidates import peg_table
from blackpeg.candidates.clues import clues_of
from blackpeg.candidates.color_table import ColorTable
from blackpeg.candidates.peg_table import PegTable
from blackpeg.game import Game


@pytest.mark.parametrize("game", [Game(8, 12), Game(8, 12, repeats=False), Game(8, 12, whites=False)], ids=str)
def test_tables_and_search_agree_on_8x12(game, monkeypatch):
    rng = np.random.default_rng(9)
    guesses = [rng.permutation(12)[:8] for _ in range(5)]
    for turns in (3, 4) if game.whites else (4, 5):
        clues = clues_of(game, play_guesses(game, guesses[:turns], seed=turns))
        whole = PegTable(game, clues)
        with monkeypatch.context() as patch:
            patch.setattr(peg_table, "ENTRY_LIMITS", (1,))
            patch.setattr(peg_table, "QUICK_NODES", 0)
            searched = PegTable(game, clues)
        assert not whole.rest and searched.rest
        assert whole.total == ColorTable(game, clues).total == searched.count(2**26)
        listed = searched.first(whole.total, 2**26)
        assert np.array_equal(listed, whole.first(whole.total, 2**26))
        assert (np.diff([int.from_bytes(code.tobytes(), "big") for code in listed]) > 0).all()
