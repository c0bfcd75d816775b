"""The figure of costs: guesses against the time that a game takes, with the name of each strategy beside its point."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from math import ceil
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np

from ...errors import BlackpegError
from ..stats import Summary
from .summary_plots import (
    GRAY,
    Games,
    Styles,
    Summaries,
    annotate,
    axis_span,
    names_by_average,
    new_figure,
    styles_of,
    title_with_games,
    wrap_name,
)  # fmt: skip

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.transforms import Bbox

OURS = "needle"  # the strategy that has a ring around its marker
MAX_NAMED = 12
UNDER = {"facecolor": "white", "edgecolor": "none", "pad": 0.4, "alpha": 0.8}  # a name, so that no line strikes it out
NAME_OFFSETS = [(7, 0), (-7, 0), (0, 8), (0, -8), (6, 6), (-6, 6), (6, -6), (-6, -6)]  # of a name from its point
NAME_OFFSETS += [(dx, dy) for dy in (18, -18, 30, -30, 44, -44) for dx in (8, -8, 30, -30)]


def draw_guesses_against_seconds(
    path: str | Path, summaries: Summaries, title: str = "", unit: str = "guesses", styles: Styles | None = None
) -> None:
    """Draws guesses per game against the median of its seconds; lower and further left is better."""
    draw_costs(path, {title: summaries}, unit, styles)


def draw_costs(path: str | Path, games: Games, unit: str = "guesses", styles: Styles | None = None) -> None:
    """Draws guesses per game against the median of its seconds, a panel for each game.

    A dotted line joins those that nobody beats in both; at most a dozen strategies have names and markers of their own.
    """
    styles = styles or styles_of(name for summaries in games.values() for name in summaries)
    shown = choose_named(games)
    rows = ceil(len(games) / 2)
    width, height = (8.5, 5.2) if len(games) == 1 else (12.0, 4.8 * rows)
    with new_figure(path, width, height) as figure:
        axes = list(figure.subplots(rows, min(2, len(games)), squeeze=False).flat)
        named = [
            (ax, _cost_panel(ax, found, title, unit, styles, shown))
            for ax, (title, found) in zip(axes, games.items(), strict=False)
        ]
        for ax in axes[len(games) :]:
            ax.set_axis_off()
        for ax, points in named:
            _name_points(figure, ax, points)


def pareto_front(points: Mapping[str, tuple[float, float]]) -> list[str]:
    """Returns the names that no other beats in both coordinates, by the first of them."""
    front = list[str]()
    for name in sorted(points, key=lambda name: points[name]):
        if not front or points[name][1] < points[front[-1]][1]:
            front.append(name)
    return front


def choose_named(games: Games) -> list[str]:
    """Returns the strategies that a figure names, the same in all panels and at most a dozen.

    Our own comes first, then those that nobody beats in guesses and time, then those that occur in most panels.
    """
    fronts, panels, ranks = Counter[str](), Counter[str](), Counter[str]()
    for summaries in games.values():
        timed = {n: (s.median_seconds, s.average) for n, s in summaries.items() if s.median_seconds is not None}
        fronts.update(pareto_front(timed))
        panels.update(list(timed))
        ranks.update({name: k for k, name in enumerate(names_by_average(summaries)) if name in timed})
    order = sorted(panels, key=lambda n: (n != OURS, -fronts[n], -panels[n], ranks[n] / panels[n], n))
    return order[:MAX_NAMED]


def _cost_panel(
    ax: Axes, summaries: Summaries, title: str, unit: str, styles: Styles, shown: Collection[str]
) -> dict[str, tuple[float, Summary]]:
    from matplotlib.ticker import EngFormatter, LogLocator  # heavy

    times = {
        name: max(s.median_seconds, 1e-7)
        for name in names_by_average(summaries)
        if (s := summaries[name]).median_seconds is not None
    }
    if not times:
        raise BlackpegError("there are no seconds to plot: games that are read from a tree are not timed")
    rest = ", ".join(
        f"{name} {summaries[name].average:.3f}" for name in names_by_average(summaries) if name not in times
    )
    ends = []
    for name, x in times.items():
        s = summaries[name]
        ends += [s.low or s.average, s.high or s.average]
        if name not in shown:
            ax.plot([x], [s.average], ".", color="#aaaaaa", markersize=5, zorder=1)
            continue
        ax.plot([x, x], ends[-2:], color=styles[name]["color"])
        if name == OURS:
            ax.plot([x], [s.average], "o", mfc="none", mec="black", markersize=15)
        ax.plot([x], [s.average], markersize=7.5, **styles[name])
    front = pareto_front({name: (x, summaries[name].average) for name, x in times.items()})
    if len(front) > 1:
        line = [(times[name], summaries[name].average) for name in front]
        ax.plot(*zip(*line, strict=True), color=GRAY, linewidth=1, linestyle=":", drawstyle="steps-post", zorder=1)
    fastest, slowest = min(times.values()), max(times.values())
    room = max(1.5, (slowest / fastest) ** 0.12, (10 * fastest / slowest) ** 0.5)  # a decade at least
    ax.set(
        xscale="log",
        xlim=(fastest / room, slowest * room),
        ylim=axis_span(ends),
        title=title_with_games(title, summaries),
    )
    ax.xaxis.set_major_locator(LogLocator(subs=(1,) if slowest > 300 * fastest else (1, 2, 5)))
    ax.minorticks_off()
    ax.xaxis.set_major_formatter(EngFormatter("s"))
    others = len(times.keys() - set(shown))
    notes = [f"gray: {others} others, who stand in the table"] if others else []
    notes += ["dotted line: nobody is both faster and better"] if len(front) > 1 else []
    notes += [f"not timed: {fill(rest, 100)}"] if rest else []
    ax.set_xlabel("\n".join(["median time of a game (log scale)", *notes]))  # in one line they would leave the canvas
    ax.set_ylabel(f"{unit} a game, average and 95 % interval")
    ax.grid()
    return {name: (x, summaries[name]) for name, x in times.items() if name in shown}


def _name_points(figure: Figure, ax: Axes, points: Mapping[str, tuple[float, Summary]]) -> None:
    """Writes each name near its point, where it covers least of points, intervals and other names."""
    from matplotlib.transforms import Bbox  # heavy

    figure.draw_without_rendering()  # settles the layout
    scale, frame, occupied = figure.dpi / 72, ax.get_window_extent(), []
    for x, s in points.values():
        occupied.append(Bbox(ax.transData.transform([(x, s.average)] * 2)).padded(4.5 * scale))
        occupied.append(Bbox(ax.transData.transform([(x, s.low or s.average), (x, s.high or s.average)])).padded(scale))
    for name, (x, s) in sorted(
        points.items(), key=lambda point: len(point[0])
    ):  # short names first: they find room between points
        text = wrap_name(name, 34) + (f" (≥, {s.failures:,} failed)" if s.failures else "")
        tried: list[tuple[float, int, Bbox]] = []
        offsets = [(1.6 * dx, 1.6 * dy) for dx, dy in NAME_OFFSETS] if name == OURS else NAME_OFFSETS  # beside its ring
        while len(tried) < len(offsets) and (not tried or tried[-1][0] > 0):
            note = annotate(ax, text, (x, s.average), offsets[len(tried)], fontsize=9)
            box = note.get_window_extent()
            tried.append((_covered_area(box, occupied, frame), len(tried), box))
            note.remove()
        _, best, box = min(tried)
        occupied.append(box)
        dx, dy = offsets[best]
        line = {"arrowstyle": "-", "color": GRAY, "linewidth": 0.6, "relpos": (dx < 0, 0.5)} if abs(dy) > 13 else None
        annotate(ax, text, (x, s.average), (dx, dy), fontsize=9, in_layout=False, arrowprops=line, bbox=UNDER)


def _covered_area(box: Bbox, occupied: Sequence[Bbox], frame: Bbox) -> float:
    """Returns the area of a box that lies over other boxes or outside the frame."""
    left, low, right, high = box.extents
    places = np.array([other.extents for other in (*occupied, frame)]).T
    width, height = np.minimum(places[2], right) - np.maximum(places[0], left), np.minimum(places[3], high)
    *over, within = np.maximum(width, 0) * np.maximum(height - np.maximum(places[1], low), 0)
    return round(float(sum(over) + box.width * box.height - within), 3)
