"""The color table, against the definition in plain Python."""

import numpy as np
import pytest
from histories import UNEQUAL_PARTS, assert_uniform, candidates_of, codes_of, parse_history, positions
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import feedback

from blackpeg.candidates import color_table
from blackpeg.candidates.clues import Clue, clues_of
from blackpeg.candidates.color_table import ColorTable


@settings(max_examples=100, deadline=None, derandomize=True)
@given(positions(), st.data())
def test_color_table_with_clues_left_out(position, data):
    game, history = position
    clues = [
        Clue(c.guess, data.draw(st.sampled_from([c.black, None])), data.draw(st.sampled_from([c.both, None])))
        for c in clues_of(game, history)
    ]
    expected = {
        code
        for code in codes_of(game)
        if all(b in (None, feedback(code, g)[0]) and s in (None, sum(feedback(code, g))) for g, b, s in clues)
    }
    table = ColorTable(game, tuple(clues))
    assert table.total == len(expected)
    if expected:
        assert {tuple(code) for code in table.draw(10, np.random.default_rng(0)).tolist()} <= expected


@pytest.mark.parametrize("game, turns", UNEQUAL_PARTS, ids=str)
def test_color_table_draws_are_uniform_where_only_exact_numbers_decide(game, turns, monkeypatch):
    monkeypatch.setattr(color_table, "UNSURE", 1.0)
    history = parse_history(game, *turns)
    expected = candidates_of(game, history)
    table = ColorTable(game, clues_of(game, history))
    assert_uniform(table.draw(40 * len(expected), np.random.default_rng(11)), expected)
