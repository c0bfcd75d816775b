"""Curves of evolution: fitness and diversity by generations or evaluations, averaged over many games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from math import ceil
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...errors import BlackpegError
from ..report.verdicts import Finding
from ..stats import Floats, interval
from ..store import Store
from ..study import Figure, Study
from ..traces import Row, TracedSeries, series_to_trace, trace_tasks
from .summary_plots import BLUE, COLORS, GRAY, LINES, ORANGE, new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BY = ("generations", "evaluations")  # what a curve can be drawn over: columns of a trace
MAX_POINTS = 300  # of a curve
MAX_MARKED_POINTS = 40  # up to which each generation has a marker
MAX_COLUMNS = 4  # of a figure; more are wrapped
SHARE_GOING_ON = 0.05  # a curve ends where a smaller share of the games goes on
GAMES_OF_A_FIGURE, GAMES_OF_A_SMALL_FIGURE = 100, 10
LABELS = {"generations": "generations of the game", "evaluations": "codes evaluated in the game"}

Trace = Sequence[Row]


class Curve(NamedTuple):
    """The average of a measure over games at each point, and its 95 % interval."""

    at: Floats  # generations or evaluations
    average: Floats
    low: Floats
    high: Floats


def curve_points(traces: Sequence[Trace], by: str = "generations") -> Floats:
    """Returns the points at which curves are averaged.

    These are the places of all generations, or some of them if they are many. They begin where every game has a
    generation, and end where fewer than a twentieth of the games go on.
    """
    first = max(trace[0][by] for trace in traces)
    ends = sorted(trace[-1][by] for trace in traces)
    last = max(first, ends[len(ends) - 1 - int(SHARE_GOING_ON * len(ends))])
    points = np.unique([row[by] for trace in traces for row in trace if first <= row[by] <= last])
    return points[np.linspace(0, len(points) - 1, min(MAX_POINTS, len(points))).round().astype(int)].astype(float)


def average_curve(traces: Sequence[Trace], measure: str, by: str = "generations") -> Curve:
    """Averages a column of the traces of several games at each point of `curve_points`.

    The value of a game at a point is that of its last generation up to there, so it changes in steps. A game that has
    ended keeps its last value: every point is an average over all games. Intervals are Student's, point by point.

    >>> def trace(*best):
    ...     return [{"generations": k, "best": value} for k, value in enumerate(best, 1)]
    >>> average_curve([trace(-4, -2, 0), trace(-2, 0)], "best").average.tolist()
    [-3.0, -1.0, 0.0]
    """
    points = curve_points(traces, by)
    table = np.empty((len(traces), len(points)))
    for row, trace in zip(table, traces, strict=True):
        places = np.array([generation[by] for generation in trace])
        values = np.array([generation[measure] for generation in trace], float)
        row[:] = values[np.searchsorted(places, points, side="right") - 1]
    average = table.mean(axis=0)
    if len(traces) < 2:
        return Curve(points, average, average, average)
    low, high = interval(0.0, 1.0, len(traces))
    assert low is not None and high is not None
    sd = table.std(axis=0, ddof=1)
    return Curve(points, average, average + low * sd, average + high * sd)


def share_going_on(traces: Sequence[Trace], by: str = "generations") -> Floats:
    """Returns, for each point of `curve_points`, the share of games that have a generation there or later."""
    ends = np.array([trace[-1][by] for trace in traces])
    return np.array([(ends >= point).mean() for point in curve_points(traces, by)])


def draw_curves(path: str | Path, traces: Iterable[Trace], by: str = "generations") -> None:
    """Draws fitness, and below it diversity and the share of games that go on, from the traces of many games.

    There is a column for each game and method, since the fitness of two methods can't be compared. A strategy by itself
    shows best, mean and worst fitness; several, which differ in their parameters, their best.
    """
    columns: dict[tuple[str, str], dict[str, list[Trace]]] = {}
    for trace in traces:
        if trace and trace[0][by] is not None:
            method = trace[0]["strategy"].partition("(")[0]
            columns.setdefault((trace[0]["game"], method), {}).setdefault(trace[0]["strategy"], []).append(trace)
    if not columns:
        raise BlackpegError(f"there are no {by} to draw: no game has any")
    across, down = min(MAX_COLUMNS, len(columns)), ceil(len(columns) / MAX_COLUMNS)
    with new_figure(path, max(5.0, 3.6 * across + 0.6), 5.4 * down + 0.3) as page:
        axes = page.subplots(2 * down, across, squeeze=False, height_ratios=[3, 2] * down)
        for place, ((game, method), players) in enumerate(columns.items()):
            row, column = divmod(place, across)
            top, bottom = axes[2 * row, column], axes[2 * row + 1, column]
            top.sharex(bottom)
            top.tick_params(labelbottom=False)
            top.set_title(f"{game}, {method}, {_games_text(players)}", fontsize=9.5)
            _draw_fitness(top, players, by)
            _draw_shares(bottom, players, by)
            bottom.set(ylim=(0, 103), xlabel=LABELS[by])
            bottom.xaxis.set_major_formatter("{x:,.0f}")
            bottom.locator_params(axis="x", integer=True, nbins=6)
            if column == 0:
                top.set_ylabel("fitness, average and 95 % interval")
                bottom.set_ylabel("%")
            for ax in (top, bottom):
                ax.grid()
        for ax in axes[2 * down - 2 :, len(columns) - across * (down - 1) :].flat:
            ax.set_axis_off()
        if all(len(players) == 1 for players in columns.values()):  # they all have the same legend
            handles, labels = (
                a + b for a, b in zip(*(ax.get_legend_handles_labels() for ax in axes[:2, 0]), strict=True)
            )
            page.legend(handles, labels, loc="outside lower center", ncols=len(labels))
        else:
            for ax in (ax for ax in axes.flat if ax.has_data()):
                ax.legend(loc="best", fontsize=8)


def _games_text(players: Mapping[str, Sequence[Trace]]) -> str:
    fewest, most = min(map(len, players.values())), max(map(len, players.values()))
    games = f"{most:,} game{'s' * (most > 1)}" if fewest == most else f"{fewest:,} to {most:,} games"
    return games + " each" * (len(players) > 1)


def _draw_fitness(ax: Axes, players: Mapping[str, Sequence[Trace]], by: str) -> None:
    if len(players) == 1:
        (traces,) = players.values()
        for measure, color, line in (("best", BLUE, "-"), ("mean", ORANGE, "--"), ("worst", GRAY, "-.")):
            _draw_curve(ax, average_curve(traces, measure, by), by, f"{measure} fitness", color, line)
        return
    for k, (name, traces) in enumerate(players.items()):
        label = fill(name.partition("(")[2].removesuffix(")") or "defaults", 30)
        _draw_curve(ax, average_curve(traces, "best", by), by, f"best, {label}", *_style(k))


def _draw_shares(ax: Axes, players: Mapping[str, Sequence[Trace]], by: str) -> None:
    for k, traces in enumerate(players.values()):
        alone = len(players) == 1
        color, line = (COLORS[2], "-") if alone else _style(k)
        found = average_curve(traces, "diversity", by)
        shares = Curve(found.at, *(100 * np.clip(values, 0, 1) for values in found[1:]))
        _draw_curve(ax, shares, by, "different codes" if not k else "", color, line)
        going = 100 * share_going_on(traces, by)
        label = "games that go on" if not k else ""
        _draw_curve(ax, Curve(found.at, going, going, going), by, label, COLORS[3] if alone else color, ":")


def _draw_curve(ax: Axes, curve: Curve, by: str, label: str, color: str, line: str) -> None:
    """Draws a line from generation to generation, or steps at evaluations, with its interval."""
    steps: dict[str, Any] = {"step": "post"} if by == "evaluations" else {}
    ax.fill_between(curve.at, curve.low, curve.high, color=color, alpha=0.2, linewidth=0, **steps)
    style: dict[str, Any] = {"drawstyle": "steps-post"} if by == "evaluations" else {}
    if by == "generations" and len(curve.at) <= MAX_MARKED_POINTS:
        style |= {"marker": "o", "markersize": 3}
    ax.plot(curve.at, curve.average, color=color, label=label, linestyle=line, linewidth=1.4, **style)


def _style(k: int) -> tuple[str, str]:
    return COLORS[k % len(COLORS)], LINES[k % len(LINES)]


def draw_study_curves(
    path: Path, store: Store, study: Study, figure: Figure, small: bool, by: str = "generations"
) -> list[Finding]:
    """Draws the curves of a study's first games: of the games and strategies that its figure names, or of all."""
    games = GAMES_OF_A_SMALL_FIGURE if small else GAMES_OF_A_FIGURE
    found: list[TracedSeries] = series_to_trace(study, figure.strategies, games)[0]
    chosen = [one for one in found if not figure.games or one.series.game in figure.games]
    draw_curves(path, (trace for one in chosen for trace in trace_tasks(one.tasks())), by)
    return []


draw_curves_of_generations = partial(draw_study_curves, by="generations")
draw_curves_of_evaluations = partial(draw_study_curves, by="evaluations")
