"""Palettes, against the definition in plain Python."""

import numpy as np
import pytest
from histories import assert_uniform, codes_of, parse_history
from reference import feedback

from blackpeg.candidates import palettes
from blackpeg.candidates.clues import clues_of
from blackpeg.candidates.palettes import Palettes
from blackpeg.game import Game


@pytest.mark.parametrize("unsure", [palettes.UNSURE, 1.0])
@pytest.mark.parametrize("unit", [1, 100])
def test_palette_draws_are_uniform_even_if_rounded(unit, unsure, monkeypatch):
    monkeypatch.setattr(palettes, "UNSURE", unsure)
    game = Game(4, 6)
    source = Palettes(game, clues_of(game, parse_history(game, "1123=1b2w", "2456=0b2w")))
    source.weigh()
    clues = {(0, 0, 1, 2): 3, (1, 3, 4, 5): 2}  # sums of black and white pegs
    expected = [c for c in codes_of(game) if all(sum(feedback(c, guess)) == pegs for guess, pegs in clues.items())]
    assert source.total == len(expected)
    source.unit = unit
    source.units = -(-source.codes // unit)
    source.ends = np.cumsum(source.units.astype(np.int64))
    assert_uniform(source.draw(40 * len(expected), np.random.default_rng(3)), expected)
