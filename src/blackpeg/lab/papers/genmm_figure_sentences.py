"""Sentences of Merelo-Guervós, Castillo & Rivas (2006), whose player is GenMM, about their figures 4 and 5."""

from __future__ import annotations

from functools import partial
from itertools import combinations, pairwise
from math import hypot
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from ...game import Game
from ..experiment import Series
from ..figures.sweeps import Fit, fit_line, half_of, samples_by_parameter
from ..game_arrays import Average, average_of, averages, measured_columns, read_sample
from ..report.verdicts import Difference, Finding, decide
from ..stats import COVERAGE, Floats, interval
from ..store import Store
from ..study import Sentence, Study

PLAYER, CODES = "merelo2006", "new codes"  # codes are the paper's combinations evaluated
POPULATIONS = f"{PLAYER}(population="  # how the players of figure 4 begin
SIMILAR = 0.02  # averages are taken to be "substantially similar" if they differ by at most this share
SIZES = ("6x6", "6x7", "6x8", "6x9")  # of figure 5
MORE_SIZES = (*SIZES, "6x10", "6x12", "6x15")  # the last three are ours
GAMES = 100  # of each size in the paper
SLOPE, SLOPE_ERROR, START, START_ERROR, RESIDUALS = 1504.22, 189.1, 1519.26, 143.8, 0.0386008  # as printed
REPEATS = 4000  # fits to games drawn from ours
BEYOND_CHANCE = 0.00135  # chance of an average three standard errors above, or below
CRITICAL = 0.05  # chance at which a fit counts as missed


def check_similar_averages(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Checks whether any two populations differ by more than 2 %; intervals cover all pairs together."""
    found = _population_averages(store, study, sentence.measure)
    if len(found) < 2:
        return not_played(sentence)
    pairs = list(combinations(found, 2))
    a, b = max(pairs, key=lambda pair: abs(found[pair[0]][0].average - found[pair[1]][0].average))
    (one, games), (other, _) = found[a], found[b]
    apart = abs(one.average - other.average)
    error = hypot(one.error or 0, other.error or 0)
    low, high = interval(apart, error * games**0.5, games, 1 - (1 - COVERAGE) / len(pairs))
    limit, digits = SIMILAR * min(one.average, other.average), 0 if one.average > 100 else 3
    listed = _list_by_population({size: (it.average, half_of(it, n)) for size, (it, n) in found.items()}, digits)
    text = (
        f"averages {listed}; of any two, {a:g} and {b:g} differ most, similar is taken for within {limit:,.{digits}f}"
    )
    holds = decide(limit - (high or 0), limit - (low or 0))
    difference = f"{apart:,.{digits}f} {sentence.measure} ({max(low or 0, 0):,.{digits}f} to {high:,.{digits}f})"
    return Finding(sentence.where, sentence.says, text, holds, difference)


def check_lower_deviation(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Checks whether deviations fall from population to population: no larger one may have a larger deviation.

    It holds if the last deviation is below the first and none rises, and does not hold if one rises; intervals of the
    differences cover all pairs together.
    """
    found = _population_averages(store, study, sentence.measure)
    if len(found) < 2:
        return not_played(sentence)
    pairs = list(combinations(found, 2))
    z = NormalDist().inv_cdf(1 - (1 - COVERAGE) / len(pairs) / 2)
    differences = {(a, b): _deviation_difference(found[a][0], found[b][0], z) for a, b in pairs}
    rises = [pair for pair, apart in differences.items() if apart.low > 0]
    ends = next(apart for pair, apart in differences.items() if pair == (min(found), max(found)))
    holds = False if rises else True if ends.high < 0 else None
    digits = 0 if next(iter(found.values()))[0].sd > 100 else 3
    sds = {size: (one.sd, 1.96 * (one.sd_error or 0)) for size, (one, _) in found.items()}
    monotone = all(b <= a for (a, _), (b, _) in pairwise(sds.values()))
    text = f"deviations {_list_by_population(sds, digits)}: {'monotone' if monotone else 'not monotone'}"
    if rises:
        (a, b) = max(rises, key=lambda pair: differences[pair].value)
        text += f"; beyond chance it rises from {a:g} to {b:g}, by {differences[a, b]}"
    else:
        text += "; beyond chance it rises nowhere"
    return Finding(sentence.where, sentence.says, f"{text}; beside is the last less the first", holds, str(ends))


def _deviation_difference(one: Average, other: Average, z: float) -> Difference:
    half = z * hypot(one.sd_error or 0, other.sd_error or 0)
    return Difference(other.sd - one.sd, other.sd - one.sd - half, other.sd - one.sd + half)


def _list_by_population(values: dict[float, tuple[float, float]], digits: int) -> str:
    listed = ", ".join(f"{value:,.{digits}f} ± {half:,.{digits}f}" for value, half in values.values())
    return f"{listed} with populations of {', '.join(f'{size:g}' for size in values)}"


def _population_averages(store: Store, study: Study, measure: str) -> dict[float, tuple[Average, int]]:
    names = {one.strategy for one in study.series() if one.game == "6x6" and one.strategy.startswith(POPULATIONS)}
    samples = samples_by_parameter(store, study, "6x6", sorted(names), "population").get(PLAYER, {})
    measured = {size: (averages(one).get(measure), len(one.table)) for size, one in samples.items()}
    return {size: (one, games) for size, (one, games) in measured.items() if one is not None}


class WeightedFit(NamedTuple):
    """A line as gnuplot fits it with each point's deviation: errors are scaled by how far the points are from it."""

    line: Fit
    residuals: float  # the sum of squares of residuals, each divided by the deviation of its point
    mean_square: float  # weighted mean of x², which is the square of start's error over slope's


def fit_as_gnuplot(x: Floats, y: Floats, deviations: Floats) -> WeightedFit:
    """Fits a line to averages, weighted by the deviations of the games they are averages of."""
    fit = fit_line(x, y, deviations)
    residuals = float((((y - fit.start - fit.slope * x) / deviations) ** 2).sum())
    scale = (residuals / (len(x) - 2)) ** 0.5
    line = fit._replace(slope_error=scale * fit.slope_error, start_error=scale * fit.start_error)
    return WeightedFit(line, residuals, (fit.start_error / fit.slope_error) ** 2)


def check_line(
    part: str, printed: float, printed_error: float, store: Store, study: Study, sentence: Sentence, small: bool
) -> Finding:
    """Compares slope or start of the fitted line with the printed one, which an interval can only show to be wrong."""
    columns = _columns(store, SIZES)
    if columns is None:
        return not_played(sentence)
    found = [average_of(values) for values in columns]
    x, means = np.arange(len(SIZES), dtype=float), np.array([one.average for one in found])
    by_errors = fit_line(x, means, np.array([one.error or 0.0 for one in found]))
    ours, error = getattr(by_errors, part), getattr(by_errors, f"{part}_error")
    half = 1.96 * hypot(error, printed_error)
    apart = Difference(ours - printed, ours - printed - half, ours - printed + half)
    weighted = fit_as_gnuplot(x, means, np.array([one.sd for one in found]))
    text = (
        f"ours is {ours:,.0f} ± {1.96 * error:,.0f}, fitted as gnuplot does, each point weighted with its deviation; x "
        f"is the colors above 6: the square of the printed errors' ratio, {(START_ERROR / SLOPE_ERROR) ** 2:.2f}, is "
        f"the weighted mean of x², so that x began below 1 (ours {weighted.mean_square:.2f}). The printed ± is taken "
        "for a standard error"
    )
    holds = None if decide(apart.low, apart.high) is None else False
    return Finding(sentence.where, sentence.says, text, holds, str(apart))


check_slope = partial(check_line, "slope", SLOPE, SLOPE_ERROR)
check_start = partial(check_line, "start", START, START_ERROR)


def check_residuals(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Repeats the paper's fit with a hundred of our games of each size, drawn again and again (bootstrap).

    The printed residuals are contradicted if ours are so large, or so small, as rarely as three standard errors are.
    """
    columns = _columns(store, SIZES)
    if columns is None:
        return not_played(sentence)
    rng, x, repeated = np.random.default_rng(0), np.arange(len(SIZES), dtype=float), []
    for _ in range(REPEATS // 10 if small else REPEATS):
        samples = [rng.choice(values, GAMES) for values in columns]
        means, sds = (np.array([f(one) for one in samples]) for f in (np.mean, partial(np.std, ddof=1)))
        repeated.append(fit_as_gnuplot(x, means, sds).residuals if sds.min() > 0 else 0.0)
    residuals = np.array(repeated)
    low, middle, high = np.quantile(residuals, [0.025, 0.5, 0.975]).tolist()
    above = float((residuals >= RESIDUALS).mean())
    text = (
        f"{len(residuals):,} times {GAMES} games of each size drawn from ours, weighted with deviations: half of them "
        f"leave less than {middle:.4f}, and {above:.1%} leave the printed number or more"
    )
    holds = False if min(above, 1 - above) < BEYOND_CHANCE else None
    difference = f"{middle - RESIDUALS:+.4f} ({low - RESIDUALS:+.4f} to {high - RESIDUALS:+.4f})"
    return Finding(sentence.where, sentence.says, text, holds, difference)


def check_linear_growth(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Fits a line and exponential growth to the new codes of more sizes than the paper's, and tests both by chi²."""
    columns = _columns(store, MORE_SIZES)
    if columns is None:
        return not_played(sentence)
    found = [average_of(values) for values in columns]
    sizes = [Game.parse(game) for game in MORE_SIZES]
    x = np.array([float(game.colors - sizes[0].colors) for game in sizes])
    means, errors = (np.array([value for one in found if (value := getattr(one, key))]) for key in ("average", "error"))
    line, growth = fit_line(x, means, errors), fit_line(x, np.log(means), errors / means)
    fits = (line.start + line.slope * x, np.exp(growth.start + growth.slope * x))
    off_line, off_growth = (float((((fit - means) / errors) ** 2).sum()) for fit in fits)
    far_line, far_growth = (float(abs(fit / means - 1).max()) for fit in fits)
    limit = _chi_square_limit(len(x) - 2)
    power = np.log(means[-1] / means[0]) / np.log(sizes[-1].size / sizes[0].size)
    text = (
        f"from 6 to {sizes[-1].colors} colors they grow {means[-1] / means[0]:.1f} times, the space "
        f"{sizes[-1].size / sizes[0].size:,.0f} times. A line of {line.slope:,.0f} ± {1.96 * line.slope_error:,.0f} a "
        f"color misses a size by at most {far_line:.0%} (chi² {off_line:.1f}, rejected above {limit:.1f}), growth by "
        f"{100 * np.exp(growth.slope) - 100:.0f} % a color by {far_growth:.0%} (chi² {off_growth:.1f}); in the size of "
        f"the space it is a power of some {power:.2f}"
    )
    holds = {(True, False): True, (False, True): False}.get((off_line <= limit, off_growth <= limit))
    return Finding(sentence.where, sentence.says, text, holds)


def _chi_square_limit(freedom: int) -> float:
    """Returns the chi² that a right fit exceeds with a chance of 5 %."""
    from scipy.special import chdtri  # heavy

    return float(chdtri(freedom, CRITICAL))


def _columns(store: Store, games: tuple[str, ...]) -> list[Floats] | None:
    """Returns the new codes of each game at these sizes; None if one was not played, or before these were counted."""
    samples = [read_sample(store, Series(game, PLAYER)) for game in games]
    columns = [measured_columns(one).get(CODES) for one in samples if len(one.table) > 1]
    found = [column for column in columns if column is not None]
    return found if len(found) == len(games) else None


def not_played(sentence: Sentence) -> Finding:
    return Finding(sentence.where, sentence.says, "not played", None)
