"""How what a game takes depends on a parameter of the strategy, or on the size of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...errors import BlackpegError
from ...game import Game
from ...strategies import make, name_of, parameters_of
from ..experiment import Series
from ..game_arrays import Average, Sample, averages, read_sample
from ..report.verdicts import Finding
from ..stats import Floats, interval
from ..store import Store
from ..study import Figure, Study
from .summary_plots import GRAY, new_figure, styles_of


def draw_parameter(path: Path, store: Store, study: Study, figure: Figure, small: bool) -> list[Finding]:
    """Draws measures by a parameter of strategies, a panel for each measure, with 95 % intervals.

    Strategies that differ in that parameter only are one line; a single line is shown with its standard deviations.
    """
    (game,) = figure.games
    lines = samples_by_parameter(store, study, game, figure.strategies, figure.parameter)
    _require_games(lines, store, study)
    styles = styles_of(lines)
    with new_figure(path, 8.5, 3.0 * len(figure.measures)) as page:
        axes = page.subplots(len(figure.measures), 1, sharex=True, squeeze=False)[:, 0]
        for ax, measure in zip(axes, figure.measures, strict=True):
            for name, found in lines.items():
                points = [(averages(games)[measure], len(games.table)) for games in found.values()]
                means, halves = [one.average for one, _ in points], [half_of(*one) for one in points]
                if len(lines) == 1:
                    sds = [one.sd for one, _ in points]
                    style = {"color": GRAY, "capsize": 3, "linewidth": 0, "elinewidth": 1}
                    below = [min(mean, sd) for mean, sd in zip(means, sds, strict=True)]  # nothing is less than 0
                    ax.errorbar(list(found), means, [below, sds], label="one standard deviation", **style)
                ax.errorbar(list(found), means, halves, elinewidth=3, label=f"{name}, 95 % interval", **styles[name])
            ax.set_ylabel(f"{measure} a game")
            ax.set_ylim(bottom=0)
            ax.yaxis.set_major_formatter("{x:,g}")
            ax.grid()
        axes[0].legend(loc="lower right", ncols=2)
        counts = [len(games.table) for found in lines.values() for games in found.values()]
        count = f"{counts[0]:,}" if len(set(counts)) == 1 else f"{min(counts):,} to {max(counts):,}"
        axes[0].set_title(f"{game}, {count} games each")
        axes[-1].set_xlabel(figure.parameter.replace("_", " "))
    return []


def samples_by_parameter(
    store: Store, study: Study, game: str, names: Sequence[str], parameter: str
) -> dict[str, dict[float, Sample]]:
    """Returns games of strategies by one of their parameters, for each choice of the other parameters."""
    lines: dict[str, dict[float, Sample]] = {}
    for name in names:
        x, games = parameters_of(name)[parameter], read_sample(store, _series_of(study, game, name))
        if len(games.table) > 1:
            lines.setdefault(_without(name, parameter), {})[float(x)] = games
    return {name: dict(sorted(found.items())) for name, found in lines.items()}


def _without(name: str, parameter: str) -> str:
    """Returns the name of a strategy with one parameter left out."""
    made = make(name)
    default = next(field.default for field in fields(type(made)) if field.name == parameter)  # type: ignore[arg-type]
    return name_of(replace(made, **{parameter: default}))  # type: ignore[type-var]


def draw_scaling(path: Path, store: Store, study: Study, figure: Figure, small: bool) -> list[Finding]:
    """Draws measures by the size of the game, with 95 % intervals, and a line fitted to the last measure.

    Sizes are colors if all games have the same pegs, else pegs. Beside the last measure are the codes of each game,
    and the line that a paper prints.
    """
    games = sorted(map(Game.parse, figure.games), key=lambda game: (game.pegs, game.colors))
    axis = "colors" if len({game.pegs for game in games}) == 1 else "pegs"
    sizes = np.array([float(getattr(game, axis)) for game in games])
    styles = styles_of(figure.strategies)
    with new_figure(path, 8.5, 3.2 * len(figure.measures)) as page:
        axes = page.subplots(len(figure.measures), 1, sharex=True, squeeze=False)[:, 0]
        for name in figure.strategies:
            found = {game: read_sample(store, _series_of(study, str(game), name)) for game in games}
            _require_games({game: one for game, one in found.items() if len(one.table) > 1}, store, study, len(games))
            for ax, measure in zip(axes, figure.measures, strict=True):
                points = [(averages(one)[measure], len(one.table)) for one in found.values()]
                means, halves = [one.average for one, _ in points], [half_of(*one) for one in points]
                style = {**styles[name], "linewidth": 0}
                ax.errorbar(sizes, means, halves, elinewidth=2, label=name, **style)
                if ax is axes[-1]:
                    errors = np.array([one.error or 0.0 for one, _ in points])
                    fit = fit_line(sizes - sizes[0], np.array(means), errors)
                    digits = 0 if abs(fit.slope) >= 100 else 3
                    slope, start = (
                        f"{a:,.{digits}f} ± {b:,.{digits}f}"
                        for a, b in ((fit.slope, 1.96 * fit.slope_error), (fit.start, 1.96 * fit.start_error))
                    )
                    label = f"fitted: {slope} a {axis[:-1]}, from {start} at {sizes[0]:.0f}, weighted by errors"
                    line = fit.start + fit.slope * (sizes - sizes[0])
                    ax.plot(sizes, line, color=style["color"], linewidth=1.2, label=label)
        if figure.line is not None:
            printed = figure.line.start + figure.line.slope * (sizes - figure.line.origin)
            axes[-1].plot(sizes, printed, color=GRAY, linestyle="--", label="the printed line")
        axes[-1].plot(
            sizes, [float(g.size) for g in games], color=GRAY, marker="^", linestyle=":", label="all codes of the game"
        )
        for ax, measure in zip(axes, figure.measures, strict=True):
            ax.set_ylabel(f"{measure} a game")
            ax.grid()
        axes[-1].set(yscale="log", xlabel=axis)
        axes[-1].yaxis.set_major_formatter("{x:,.0f}")
        axes[-1].set_xticks(sizes)
        axes[-1].legend(loc="upper left")
        same = f"{games[0].pegs} pegs, " if axis == "colors" else ""
        axes[0].set_title(f"{same}{', '.join(figure.strategies)}, averages with 95 % intervals")
    return []


class Fit(NamedTuple):
    """A line through points, with the standard errors of its parameters."""

    slope: float
    start: float
    slope_error: float
    start_error: float


def fit_line(x: Floats, y: Floats, errors: Floats) -> Fit:
    """Fits a line by least squares, weighted by these standard errors of the points."""
    weights = 1 / np.where(errors > 0, errors, 1.0)
    design = np.stack([x, np.ones_like(x)], axis=1) * weights[:, None]
    covariance = np.linalg.inv(design.T @ design)
    slope, start = covariance @ design.T @ (y * weights)
    return Fit(float(slope), float(start), *map(float, np.sqrt(np.diag(covariance))))


def half_of(found: Average, games: int) -> float:
    """Returns half of the 95 % interval of an average; 0 if it is exact."""
    _, high = interval(found.average, (found.error or 0.0) * games**0.5, games)
    return (high or found.average) - found.average


def _series_of(study: Study, game: str, name: str) -> Series:
    """Returns the first series in which a study plays this strategy at this game."""
    return next(one for one in study.series() if (one.game, one.strategy) == (game, name))


def _require_games(found: Mapping[Any, Any], store: Store, study: Study, least: int = 1) -> None:
    if len(found) < least:
        raise BlackpegError(f"{store.path} lacks games of {study.name} for a figure; 'blackpeg lab run' plays them")
