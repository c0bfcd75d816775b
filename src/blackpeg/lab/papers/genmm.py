"""Sentences of Merelo-Guervós, Castillo & Rivas (2006), whose player is GenMM, about their figures 4 and 5."""

from __future__ import annotations

from functools import partial
from itertools import combinations, pairwise
from math import hypot

import numpy as np

from ...game import Game
from ..experiment import Series
from ..figures.sweeps import Fit, fit_line, samples_by_parameter
from ..game_arrays import Sample, averages, read_sample
from ..report.verdicts import Difference, Finding, decide
from ..stats import COVERAGE, Floats, interval
from ..store import Store
from ..study import Sentence, Study

PLAYER = "merelo2006"
SIMILAR = 0.02  # averages are taken to be "substantially similar" if they differ by at most this share
SIZES = ("6x6", "6x7", "6x8", "6x9")  # of figure 5
SLOPE, SLOPE_ERROR, START, START_ERROR = 1504.22, 189.1, 1519.26, 143.8  # the line that the paper prints


def check_similar_averages(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Checks whether any two populations differ by more than 2 % in guesses; intervals cover all pairs together."""
    found = {x: (averages(one)["guesses"], len(one.table)) for x, one in _populations(store, study).items()}
    if len(found) < 2:
        return _not_played(sentence)
    pairs = list(combinations(found, 2))
    a, b = max(pairs, key=lambda pair: abs(found[pair[0]][0].average - found[pair[1]][0].average))
    (one, games), (other, _) = found[a], found[b]
    apart = abs(one.average - other.average)
    error = hypot(one.error or 0, other.error or 0)
    low, high = interval(apart, error * games**0.5, games, 1 - (1 - COVERAGE) / len(pairs))
    limit = SIMILAR * min(one.average, other.average)
    text = (
        f"the largest difference of {len(found)} populations, {a:g} and {b:g}; similar is taken for within {limit:.2f}"
    )
    holds = decide(limit - (high or 0), limit - (low or 0))
    return Finding(
        sentence.where, sentence.says, text, holds, f"{apart:.3f} guesses ({max(low or 0, 0):.3f} to {high:.3f})"
    )


def check_lower_deviation(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Checks whether the deviation of new codes falls from the smallest to the largest population."""
    measured = {size: averages(one) for size, one in _populations(store, study).items()}
    found = {size: one["new codes"] for size, one in measured.items() if "new codes" in one}
    if len(found) < 2:
        return _not_played(sentence)
    first, *_, last = found.values()
    error = 1.96 * hypot(first.sd_error or 0, last.sd_error or 0)
    apart = Difference(last.sd - first.sd, last.sd - first.sd - error, last.sd - first.sd + error)
    sds = [one.sd for one in found.values()]
    falls = all(b <= a for a, b in pairwise(sds))
    text = f"deviations {', '.join(f'{sd:,.0f}' for sd in sds)} with {', '.join(f'{size:g}' for size in found)}, "
    text += f"{'falling' if falls else 'not falling'} all the way; the last less the first decides"
    return Finding(sentence.where, sentence.says, text, decide(-apart.high, -apart.low), str(apart))


def check_line(
    part: str, printed: float, printed_error: float, store: Store, study: Study, sentence: Sentence, small: bool
) -> Finding:
    """Compares slope or start of the fitted line with the printed one, which an interval can only show to be wrong."""
    found = _fit(store)
    if found is None:
        return _not_played(sentence)
    ours, error = getattr(found[0], part), getattr(found[0], f"{part}_error")
    half = 1.96 * hypot(error, printed_error)
    apart = Difference(ours - printed, ours - printed - half, ours - printed + half)
    text = f"ours is {ours:,.0f} ± {1.96 * error:,.0f}, of codes not scored before, x being the colors above 6, "
    text += "weighted by standard errors; the printed ± is taken for a standard error"
    holds = None if decide(apart.low, apart.high) is None else False
    return Finding(sentence.where, sentence.says, text, holds, str(apart))


check_slope = partial(check_line, "slope", SLOPE, SLOPE_ERROR)
check_start = partial(check_line, "start", START, START_ERROR)


def check_linear_growth(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Compares how well a line and exponential growth fit the new codes of four sizes."""
    found = _fit(store)
    if found is None:
        return _not_played(sentence)
    fit, x, means = found
    growth = np.polyfit(x, np.log(means), 1)
    fits = (fit.start + fit.slope * x, np.exp(np.polyval(growth, x)))
    off_line, off_growth = (float((np.log(one) - np.log(means)).std()) for one in fits)
    space = Game.parse(SIZES[-1]).size / Game.parse(SIZES[0]).size
    text = f"from 6 to 9 colors they grow {means[-1] / means[0]:.1f} times, the space {space:.1f} times; a line misses "
    text += f"them by {off_line:.1%}, growth by {100 * np.exp(growth[0]) - 100:.0f} % a color by {off_growth:.1%}"
    return Finding(sentence.where, sentence.says, f"{text}: four sizes do not tell them apart", None)


def _populations(store: Store, study: Study) -> dict[float, Sample]:
    names = {one.strategy for one in study.series() if one.game == "6x6" and one.strategy != PLAYER}
    return samples_by_parameter(store, study, "6x6", sorted(names), "population").get(PLAYER, {})


def _fit(store: Store) -> tuple[Fit, Floats, Floats] | None:
    """Returns the line through the new codes of figure 5, with its points; None if a size was not played."""
    samples = [read_sample(store, Series(game, PLAYER)) for game in SIZES]
    if min(len(one.table) for one in samples) < 2:
        return None
    found = [average for one in samples if (average := averages(one).get("new codes"))]
    if len(found) < len(samples):  # some were played before new codes were counted
        return None
    x, means = np.arange(len(SIZES), dtype=float), np.array([one.average for one in found])
    return fit_line(x, means, np.array([one.error or 0.0 for one in found])), x, means


def _not_played(sentence: Sentence) -> Finding:
    return Finding(sentence.where, sentence.says, "not played", None)
