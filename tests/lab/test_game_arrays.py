"""Samples: the stored games of a series."""

from __future__ import annotations

from lab.stored_games import add_games

from blackpeg.lab.experiment import Series
from blackpeg.lab.game_arrays import averages, read_sample, summary_of
from blackpeg.lab.store import Store
from blackpeg.lab.study import MEASURES


def test_a_tree_that_is_not_complete_is_not_exact(store: Store) -> None:
    add_games(store, Series("1x3", "entropy", "all"), 1, 2, note="tree")
    assert not read_sample(store, Series("1x3", "entropy", "all")).exact


def test_a_sample_holds_the_games_of_a_series_below_a_number(store: Store) -> None:
    add_games(store, Series("4x6", "random"), 4, -9, 6)
    found = read_sample(store, Series("4x6", "random"), below=2)
    assert (found.numbers.tolist(), found.guesses.tolist()) == ([0, 1], [4, 9])
    assert (found.exact, found.stages, found.generations) == (False, None, None)
    assert summary_of(store, Series("4x6", "random")).games == 3
    assert summary_of(store, Series("4x7", "random")).games == 0


def test_stages_of_searches_are_read_from_text(store: Store) -> None:
    add_games(store, Series("4x6", "cunha_silva"), 300, 450, stages="1+2")
    found = read_sample(store, Series("4x6", "cunha_silva"))
    assert found.stages is not None and found.generations is not None
    assert (found.stages.tolist(), found.generations.tolist()) == ([[1, 2], [1, 2]], [3, 3])


def test_new_codes_are_a_measure_if_all_games_recorded_them(store: Store) -> None:
    add_games(store, Series("4x6", "merelo2006"), 4, 6, new_codes=30)
    add_games(store, Series("4x6", "random"), 4, 6, new_codes=None)
    found = averages(read_sample(store, Series("4x6", "merelo2006")))
    assert (found["new codes"].average, found["evaluations"].average) == (30, 50)
    assert "new codes" not in averages(read_sample(store, Series("4x6", "random")))
    assert "new codes" in MEASURES
