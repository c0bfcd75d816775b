"""Growth by size: the fit is that of games whose growth is known."""

from pathlib import Path

import numpy as np
import pytest
import scipy.stats
from lab.stored_games import add_games

from blackpeg.lab import Experiment, Study
from blackpeg.lab.experiment import Series
from blackpeg.lab.figures.growth import Point, bar_ends, draw_growth, fit_power
from blackpeg.lab.store import Store
from blackpeg.lab.study import Figure


def test_guesses_that_double_with_the_pegs_grow_with_power_one(store: Store, tmp_path: Path) -> None:
    pegs = (7, 8, 10, 12, 14)
    for n in pegs:
        add_games(store, Series(f"{n}x{n}", "random"), 2 * n, 2 * n, 2 * n)
    study = Study("mine", "Mine", (Experiment(tuple(f"{n}x{n}" for n in pegs), ("random",), 3),))
    guesses, seconds = draw_growth(tmp_path / "growth.svg", store, study, Figure("growth"), False)
    assert guesses.says == "guesses of random"
    assert guesses.found == (
        "grow as 2 × pegs^(1.00 ± 0.00) from 7 to 14 pegs, fitted to the logarithms of 5 sizes with at least 3 games "
        "each, weighted by their games"
    )
    assert seconds.says == "medians of seconds of random" and seconds.found.startswith("grow as 0.5 × pegs^(")
    assert (tmp_path / "growth.svg").exists()


def points(pegs: list[int], games: list[int], values: list[float], scatter: float = 0.0) -> list[Point]:
    return [Point(n, g, v, None, None, scatter) for n, g, v in zip(pegs, games, values, strict=True)]


def test_a_fit_of_equal_games_is_the_regression_of_another_program() -> None:
    pegs, values = [7, 8, 10, 12, 16, 20], [7.3, 8.1, 9.2, 11.9, 15.1, 21.5]
    fit = fit_power(points(pegs, [10] * 6, values))
    theirs = scipy.stats.linregress(np.log(pegs), np.log(values))
    assert fit is not None
    assert (fit.power, fit.factor) == pytest.approx((theirs.slope, np.exp(theirs.intercept)))
    assert fit.half == pytest.approx(scipy.stats.t.ppf(0.975, 4) * theirs.stderr)
    assert (fit.first, fit.last, fit.sizes) == (7, 20, 6)


def test_sizes_with_more_games_weigh_more() -> None:
    pegs, games, values = [7, 8, 10, 12, 16], [30, 30, 30, 10, 3], [7.0, 8.2, 10.1, 11.5, 30.0]
    fit = fit_power(points(pegs, games, values))
    theirs = np.polyfit(np.log(pegs), np.log(values), 1, w=np.sqrt(games))
    assert fit is not None and fit.power == pytest.approx(theirs[0])


def test_games_that_scatter_widen_the_interval_of_points_on_a_line() -> None:
    pegs, games = [7, 8, 10, 12, 16], [10] * 5
    x = np.log(pegs)
    fit = fit_power(points(pegs, games, [2.0 * n for n in pegs], scatter=0.1))
    error = 0.1 / np.sqrt(10 * ((x - x.mean()) ** 2).sum())  # of a slope, if every point has the error 0.1 / √10
    assert fit is not None and fit.half == pytest.approx(scipy.stats.t.ppf(0.975, 3) * error)


def test_single_games_and_small_sizes_are_not_fitted() -> None:
    """The exponent 1.37 of needle came from two single games at 50 and 64 pegs."""
    line = points([7, 8, 10, 12], [30] * 4, [7.0, 8.0, 10.0, 12.0])
    fit = fit_power([*points([4, 5], [30, 30], [90.0, 90.0]), *line, *points([50, 64], [1, 1], [500.0, 900.0])])
    assert fit is not None and fit.power == pytest.approx(1.0) and (fit.first, fit.last) == (7, 12)
    assert fit_power(line[:3]) is None


def test_intervals_stay_above_zero_as_a_log_scale_needs() -> None:
    assert bar_ends(Point(8, 3, 10.0, 8.0, 12.0, 0.0)) == (8.0, 12.0)
    assert bar_ends(Point(8, 2, 10.0, -5.0, 25.0, 0.0)) == (4.0, 25.0)  # 10 / 4 = 25 / 10
    assert bar_ends(Point(8, 1, 10.0, None, None, 0.0)) == (10.0, 10.0)
