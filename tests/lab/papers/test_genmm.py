"""What GenMM's sentences about its figures compute, against values computed by hand."""

from __future__ import annotations

import pytest
from lab.stored_games import add_games

from blackpeg.lab import Experiment, Study
from blackpeg.lab.experiment import Series
from blackpeg.lab.papers.genmm import (
    SIZES,
    check_linear_growth,
    check_lower_deviation,
    check_similar_averages,
    check_slope,
    check_start,
)
from blackpeg.lab.store import Store
from blackpeg.lab.study import Sentence
from blackpeg.lab.study_toml import load_study

SAID = Sentence("figure 4", "it is so", check="genmm_linear")


def population_study(store: Store, small: list[int], large: list[int]) -> Study:
    names = ("merelo2006(population=1)", "merelo2006(population=2)")
    for name, guesses in zip(names, (small, large), strict=True):
        add_games(store, Series("6x6", name), *guesses)
    return Study("mine", "Mine", (Experiment("6x6", (*names, "merelo2006")),))


@pytest.mark.parametrize("shift, holds", [(0, True), (1, False)])
def test_averages_are_similar_within_two_percent(store: Store, shift: int, holds: bool) -> None:
    study = population_study(store, [5, 6] * 500, [5 + shift, 6 + shift] * 500)
    assert check_similar_averages(store, study, SAID, small=False).holds is holds


@pytest.mark.parametrize("large, holds", [([5, 5, 5, 6] * 100, True), ([2, 9, 5, 5] * 100, False)])
def test_the_deviation_of_the_last_population_less_that_of_the_first_decides(
    store: Store, large: list[int], holds: bool
) -> None:
    """Deviations of guesses are 1.5, then 0.43 or 2.5; new codes are ten times the guesses."""
    study = population_study(store, [4, 7] * 200, large)
    assert check_lower_deviation(store, study, SAID, small=False).holds is holds


def test_a_fitted_line_contradicts_the_printed_one_or_decides_nothing(store: Store) -> None:
    for k, game in enumerate(SIZES):
        add_games(store, Series(game, "merelo2006"), 6, 6, 6, new_codes=1519 + 1504 * k)
    study = load_study("genmm_figures")
    for check in (check_slope, check_start):
        found = check(store, study, SAID, small=False)
        assert found.holds is None and found.difference.startswith("0 less"), "a printed number can't be proved right"
    assert "grow 4.0 times, the space 11.4 times" in check_linear_growth(store, study, SAID, small=False).found


def test_what_was_not_played_decides_nothing(store: Store) -> None:
    study = load_study("genmm_figures")
    for check in (check_similar_averages, check_lower_deviation, check_slope, check_start, check_linear_growth):
        assert check(store, study, SAID, small=False)[2:4] == ("not played", None)
