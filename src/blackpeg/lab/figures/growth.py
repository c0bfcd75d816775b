"""How guesses and seconds grow with the size of the game, with a power of the size fitted to them."""

from __future__ import annotations

from math import log, log2, pi, sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ...game import Game
from ..experiment import Series
from ..game_arrays import Sample, read_sample
from ..report.verdicts import Finding
from ..stats import COLUMNS, Floats, interval, median_interval, student_quantile
from ..store import Store
from ..study import Figure, Study
from .study_figures import study_styles
from .summary_plots import GRAY, new_figure

MIN_FITTED_PEGS = 7  # growth is fitted from here on, as smaller games are read from trees or end too soon
MIN_FITTED_GAMES = 3  # that a size needs to be fitted: a single game may be twice as long as another
MIN_FITTED_SIZES = 4


class Point(NamedTuple):
    """What one size of game took: an average of guesses, or a median of seconds."""

    pegs: int
    games: int
    value: float
    low: float | None  # 95 % interval
    high: float | None
    scatter: float  # relative standard error that one game would have


class PowerLaw(NamedTuple):
    """value = factor * pegs^power, fitted to the logarithms of points."""

    factor: float
    power: float
    half: float  # of the 95 % interval of the power
    first: int  # the fewest and most pegs that were fitted
    last: int
    sizes: int

    @property
    def formula(self) -> str:
        return f"pegs^{self.power:.2f} ± {self.half:.2f}, {self.first} to {self.last} pegs"

    @property
    def sentence(self) -> str:
        return (
            f"grow as {self.factor:.3g} × pegs^({self.power:.2f} ± {self.half:.2f}) from {self.first} to {self.last} "
            f"pegs, fitted to the logarithms of {self.sizes} sizes with at least {MIN_FITTED_GAMES} games each, "
            "weighted by their games"
        )


def fit_power(points: list[Point]) -> PowerLaw | None:
    """Fits a power of the pegs to the points that have enough pegs and games; None if they are too few.

    A point's weight is its number of games. The interval is Student's; the variance of one game is the larger one of
    what games scatter at one size and what points scatter around the line, so that a bend of the line widens it.
    """
    fitted = [one for one in points if one.pegs >= MIN_FITTED_PEGS and one.games >= MIN_FITTED_GAMES]
    if len(fitted) < MIN_FITTED_SIZES:
        return None
    x, y = (np.log([getattr(one, key) for one in fitted]) for key in ("pegs", "value"))
    games, scatter = (np.array([getattr(one, key) for one in fitted], float) for key in ("games", "scatter"))
    center = np.average(x, weights=games)
    spread = float((games * (x - center) ** 2).sum())
    power = float((games * (x - center) * y).sum()) / spread
    start = float(np.average(y, weights=games)) - power * center
    freedom = len(fitted) - 2
    around_line = float((games * (y - start - power * x) ** 2).sum()) / freedom
    within_sizes = float(np.average(scatter**2, weights=games - 1))
    half = student_quantile(freedom) * sqrt(max(around_line, within_sizes) / spread)
    return PowerLaw(float(np.exp(start)), power, half, fitted[0].pegs, fitted[-1].pegs, len(fitted))


def measure_points(samples: dict[int, Sample], measure: str) -> list[Point]:
    """Returns a point for each number of pegs: averages of guesses, or medians of seconds where games were timed."""
    points = []
    for pegs, sample in samples.items():
        values: Floats = sample.table[:, COLUMNS.index(measure)]
        games = len(values)
        if not games or np.isnan(values).any():
            continue
        mean, sd = float(values.mean()), float(values.std(ddof=1)) if games > 1 else 0.0
        if measure == "seconds":  # a median has √(π/2) times the standard error of an average
            middle, ends, factor = float(np.median(values)), median_interval(values), sqrt(pi / 2)
        else:
            middle, ends, factor = mean, interval(mean, sd, games), 1.0
        points.append(Point(pegs, games, middle, *ends, factor * sd / mean if mean else 0.0))
    return points


def bar_ends(point: Point) -> tuple[float, float]:
    """Returns the ends of the interval of a point as a log scale can show them.

    If the lower end is 0 or less, which few games of an average can give, it lies as far below on the log scale as the
    upper end lies above.
    """
    low, high = point.low, point.high
    if low is None or high is None:
        return point.value, point.value
    return (low if low > 0 else point.value**2 / high), high


def information_bound(game: Game) -> float:
    """Returns what any strategy needs at least on average, about: as if every feedback were as likely as any other."""
    return log(game.size) / log(len(game.answers))


def chvatal_bound(pegs: int) -> float:
    """Returns the guesses that suffice for every secret of as many colors as pegs.

    The formula is Chvátal's (1983, Combinatorica 3) as later papers cite it; we did not read his.

    >>> chvatal_bound(64)
    1024.0
    """
    return 2 * pegs * log2(pegs) + 4 * pegs


def draw_growth(path: Path, store: Store, study: Study, figure: Figure, small: bool) -> list[Finding]:
    """Draws guesses and seconds by pegs, in games with as many colors, with growth a * pegs^b fitted from 7 pegs on."""
    games = sorted({game for one in study.experiments for game in one.games}, key=lambda name: Game.parse(name).pegs)
    names = list(dict.fromkeys(name for one in study.experiments for name in one.strategies))
    findings, styles, rings = [], study_styles(study), False
    with new_figure(path, 8.5, 9) as page:
        axes = page.subplots(2, 1, sharex=True)
        for name in names:
            samples = {Game.parse(game).pegs: read_sample(store, Series(game, name)) for game in games}
            for ax, measure in zip(axes, ("guesses", "seconds"), strict=True):
                points = measure_points(samples, measure)
                if not points:
                    continue
                fit, style = fit_power(points), {**styles[name], "linestyle": ""}
                label = name + (f": {fit.formula}" if fit else "")
                several = [one for one in points if one.games > 1]
                single = [one for one in points if one.games == 1]
                ends = np.array([bar_ends(one) for one in several]).reshape(-1, 2)
                pegs, values = ([getattr(one, key) for one in several] for key in ("pegs", "value"))
                errors = np.maximum(np.stack([values - ends[:, 0], ends[:, 1] - values]), 0)
                ax.errorbar(pegs, values, errors, label=label, elinewidth=1.5, **style)
                if single:
                    alone = {**style, "markerfacecolor": "none", "markersize": 10, "marker": "o"}
                    ax.plot([one.pegs for one in single], [one.value for one in single], **alone)
                    ax.plot([one.pegs for one in single], [one.value for one in single], **style)
                    rings = True
                if fit:
                    x = np.array([fit.first, fit.last], float)
                    ax.plot(x, fit.factor * x**fit.power, "--", color=style["color"], linewidth=1)
                    what = "medians of seconds" if measure == "seconds" else measure
                    findings.append(Finding("figure", f"{what} of {name}", fit.sentence, None))
        sizes = [Game.parse(game) for game in games]
        for label, line, bounds in (
            ("log(codes) / log(answers): no strategy needs fewer", ":", [information_bound(game) for game in sizes]),
            ("Chvátal 1983: 2n log₂ n + 4n always suffice", "-.", [chvatal_bound(game.pegs) for game in sizes]),
        ):
            axes[0].plot([game.pegs for game in sizes], bounds, line, color=GRAY, label=label)
        if rings:
            for ax in axes:
                ax.plot([], [], "o", mfc="none", mec=GRAY, markersize=10, label="a ring: a single game")
        for ax, label in zip(axes, ("guesses a game: average", "seconds a game: median"), strict=True):
            ax.set(xscale="log", yscale="log", ylabel=f"{label}, 95 % interval")
            ax.grid()
            ax.legend(loc="upper left", fontsize=9)
        axes[1].set_xlabel("pegs, and as many colors")
        ticks = [Game.parse(game).pegs for game in games]
        axes[1].set_xticks(ticks, [str(tick) for tick in ticks])
        axes[1].minorticks_off()
        for ax in axes:
            ax.yaxis.set_major_formatter("{x:g}")
    return findings
