"""What GenMM's sentences about its figures compute, against values computed by hand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from lab.stored_games import add_games
from scipy.optimize import curve_fit

from blackpeg.lab import Experiment, Study
from blackpeg.lab.experiment import Record, Series, Task
from blackpeg.lab.papers.genmm_figure_sentences import (
    MORE_SIZES,
    check_linear_growth,
    check_lower_deviation,
    check_residuals,
    check_similar_averages,
    check_slope,
    check_start,
    fit_as_gnuplot,
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


CODES = Sentence("figure 4", "it is so", check="genmm_lower_deviation", measure="new codes")


@pytest.mark.parametrize(
    "large, holds", [([5, 5, 5, 6] * 100, True), ([2, 9, 5, 5] * 100, False), ([4, 7] * 200, None)]
)
@pytest.mark.parametrize("sentence", [SAID, CODES])
def test_a_deviation_that_rises_beyond_chance_contradicts(
    store: Store, large: list[int], holds: bool | None, sentence: Sentence
) -> None:
    """Deviations of guesses are 1.5, then 0.43, 2.5 or 1.5; new codes are ten times the guesses."""
    study = population_study(store, [4, 7] * 200, large)
    found = check_lower_deviation(store, study, sentence, small=False)
    assert found.holds is holds and ("not monotone" in found.found) == (holds is False)


def test_the_fit_is_that_of_scipy_with_errors_scaled_as_gnuplot_does() -> None:
    rng = np.random.default_rng(0)
    x, y, sds = np.arange(4.0), rng.normal(2000, 500, 4), rng.uniform(100, 900, 4)
    (slope, start), covariance = curve_fit(lambda x, a, b: a * x + b, x, y, sigma=sds)
    found = fit_as_gnuplot(x, y, sds)
    assert found.line == pytest.approx((slope, start, *np.sqrt(np.diag(covariance))), rel=1e-5)
    assert found.residuals == pytest.approx((((y - slope * x - start) / sds) ** 2).sum())
    assert found.mean_square == pytest.approx((x**2 / sds**2).sum() / (1 / sds**2).sum())


def test_the_errors_that_gnuplot_printed_tell_where_x_began() -> None:
    """With one to four as x, the weighted mean of x² is at least 1, whatever the deviations; 0.58 was printed."""
    for sds in ([1.0, 1e3, 1e3, 1e3], [1e3, 1.0, 1.0, 1.0]):
        y = np.array([3.0, 4.0, 6.0, 9.0])
        assert fit_as_gnuplot(np.arange(1.0, 5.0), y, np.array(sds)).mean_square >= 1
    assert (143.8 / 189.1) ** 2 < 0.58


def add_codes(store: Store, codes: Callable[[int], list[int]]) -> None:
    for game in MORE_SIZES:
        for number, value in enumerate(codes(int(game[2:]))):
            record = Record(
                Task(Series(game, "merelo2006"), number), "", True, 6, 6, value, value, 5, 0.1, "", "", value
            )
            store.add([record], "d", "w")


def test_a_fitted_line_contradicts_the_printed_one_or_decides_nothing(store: Store) -> None:
    add_codes(store, lambda colors: [1519 + 1504 * (colors - 6) + k for k in (-9, 9)])
    for check in (check_slope, check_start):
        found = check(store, load_study("genmm"), SAID, small=False)
        assert found.holds is None and "0 less (" in found.difference, "a printed number can't be proved right"


@pytest.mark.parametrize(
    "codes, holds", [(lambda n: 500 * n, True), (lambda n: 100 * 1.5**n, False), (lambda n: 9 * n * n, None)]
)
def test_growth_is_a_line_or_exponential_by_chi_square(
    store: Store, codes: Callable[[int], float], holds: bool | None
) -> None:
    add_codes(store, lambda colors: [round(codes(colors)) + k for k in (-9, 9)])
    assert check_linear_growth(store, load_study("genmm"), SAID, small=False).holds is holds


@pytest.mark.parametrize("bend, holds", [(0, None), (400, False)])
def test_residuals_are_compared_with_those_of_as_many_games_again(store: Store, bend: int, holds: bool | None) -> None:
    """On a line, a hundred times the residuals are chi² with 2 degrees of freedom: exp(-3.86 / 2) = 14.5 % are larger.

    With deviations of 100, a second size that is 400 above the line leaves 11.2, and none is as low as 0.0386.
    """
    add_codes(store, lambda n: [2000 + 100 * n + bend * (n == 7) + k for k in (-100, 100)])
    found = check_residuals(store, load_study("genmm"), SAID, small=False)
    share = float(found.found.partition(", and ")[2].partition("%")[0])
    assert found.holds is holds and share == pytest.approx(100 if bend else 14.5, abs=2)


def test_what_was_not_played_decides_nothing(store: Store) -> None:
    study = load_study("genmm")
    checks = (
        check_similar_averages,
        check_lower_deviation,
        check_slope,
        check_start,
        check_residuals,
        check_linear_growth,
    )
    for check in checks:
        assert check(store, study, SAID, small=False)[2:4] == ("not played", None)
