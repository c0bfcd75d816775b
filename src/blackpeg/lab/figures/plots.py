"""Plots of summaries, as PNG or SVG files.

Equal data make equal bytes. Color never carries a meaning alone: a marker, a line or a label repeats it. Every `draw_`
function takes summaries by the name of their strategy, and writes one file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ...errors import BlackpegError
from ..stats import Summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Annotation
    from matplotlib.transforms import Bbox

Summaries: TypeAlias = Mapping[str, Summary]  # strategy -> its games of one size
Games: TypeAlias = Mapping[str, Summaries]  # game -> its summaries
PrintedAverage: TypeAlias = tuple[str, float, str]  # strategy, the printed number, who printed it
PrintedAverages: TypeAlias = Mapping[str, Sequence[PrintedAverage]]  # game -> its printed averages

STYLE: Any = {
    "font.family": "DejaVu Sans",  # comes with matplotlib
    "font.size": 9,
    "text.parse_math": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
    "grid.color": "#dddddd",
    "legend.frameon": False,
    "legend.fontsize": 8,
    "svg.hashsalt": "blackpeg",
}
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")  # Okabe and Ito (2008)
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "p", "h", "*")
LINES = ("-", "--", "-.", ":")
BLUE, ORANGE, GRAY = COLORS[0], COLORS[1], "#555555"
MAX_BARS = 40  # in a panel; if there are more numbers of guesses, several share a bar
MIN_SPAN = 0.5  # guesses that an axis shows at least, so that small differences look small
NAME_OFFSETS = [(7, 0), (-7, 0), (0, 8), (0, -8), (6, 6), (-6, 6), (6, -6), (-6, -6)]  # of a name from its point
NAME_OFFSETS += [(dx, dy) for dy in (18, -18, 30, -30, 44, -44) for dx in (8, -8, 30, -30)]


def draw_averages(path: str | Path, games: Games, claims: PrintedAverages | None = None, unit: str = "guesses") -> None:
    """Draws averages with 95 % intervals, a panel for each game, the best first; diamonds are printed averages."""
    panels = {
        game: _average_rows(summaries, (claims or {}).get(game, ())) for game, summaries in (games or {"": {}}).items()
    }
    heights = [sum(1 + 0.7 * len(printed) for _, printed in rows) + 0.6 for rows in panels.values()]
    with new_figure(path, 8.5, 0.9 + sum(0.3 * height + 0.55 for height in heights)) as figure:
        axes = figure.subplots(len(panels), 1, squeeze=False, height_ratios=heights)[:, 0]
        legend: dict[str, Any] = {}
        for ax, (game, rows) in zip(axes, panels.items(), strict=True):
            _average_panel(ax, rows, games[game])
            ax.set_title(_title(game, games[game]))
            legend |= {label: handle for handle, label in zip(*ax.get_legend_handles_labels(), strict=True)}
        axes[-1].set_xlabel(f"{unit} a game")
        figure.legend(list(legend.values()), list(legend), loc="outside upper center", ncols=len(legend))


def _average_rows(summaries: Summaries, claims: Sequence[PrintedAverage]) -> list[tuple[str, list[PrintedAverage]]]:
    """Returns strategies, the best first, then those with printed averages only; each with its printed averages."""
    names = dict.fromkeys([*_names_by_average(summaries), *(claim[0] for claim in claims)])
    return [(name, sorted((c for c in claims if c[0] == name), key=lambda c: c[1:])) for name in names]


def _average_panel(ax: Axes, rows: list[tuple[str, list[PrintedAverage]]], summaries: Summaries) -> None:
    ends = [x for s in summaries.values() for x in (s.low, s.average, s.high) if x is not None]
    ends += [value for _, printed in rows for _, value, _ in printed]
    left, right = _span(ends)
    ticks, y = [], 0.0
    for name, printed in rows:
        ticks.append(y)
        ax.axhline(y, color="#eeeeee", linewidth=0.8, zorder=0)
        if name in summaries:
            s = summaries[name]
            kind, marker, color = "average with 95 % interval", "o", BLUE
            if s.failures:
                kind, marker, color = "at least, as some games failed", ">", ORANGE
            elif s.exact:
                kind, marker = "exact, over all secrets", "s"
            if s.low is not None and s.high is not None and not s.exact:
                ax.plot([s.low, s.high], [y, y], color=color, linewidth=1.8, marker="|", markersize=7)
            ax.plot([s.average], [y], linestyle="", marker=marker, color=color, markersize=6, label=kind)
            ax.annotate(_average_text(s), (1.01, y), xycoords=ax.get_yaxis_transform(), va="center", fontsize=8)
            y += 0.7 * bool(printed)
        for k, (_, value, label) in enumerate(printed):
            y += 0.7 * (k > 0)
            ax.plot([value], [y], "D", mfc="white", mec=GRAY, markersize=5, label="printed in a paper")
            side = -7 if value - left > right - value else 7  # with more room
            words = f"{label}: {value:g}" if label else f"{value:g}"
            _write(ax, words, (value, y), (side, 0), fontsize=7.5, color=GRAY)
        y += 1
    ax.set_yticks(ticks, [fill(name, 40) for name, _ in rows])
    ax.tick_params(axis="y", length=0)
    ax.set(xlim=(left, right), ylim=(y - 0.2, -0.8))
    ax.grid(axis="x")


def draw_distributions(path: str | Path, summaries: Summaries, title: str = "", unit: str = "guesses") -> None:
    """Draws the share of games for each number of guesses, a panel for each strategy, with a bar for failures."""
    names = _names_by_average(summaries)
    columns = min(len(names), 2 if len(names) == 4 else 3)
    rows = ceil(len(names) / columns)
    solved = [value for s in summaries.values() for value in s.distribution] or [1]
    first, last = min(solved), max(solved)
    width = ceil((last - first + 1) / MAX_BARS)
    failed = first + (ceil((last - first + 1) / width) + 0.5) * width  # the place of the bar for failures, beyond a gap
    with new_figure(path, max(4.5, 3.1 * columns), 0.9 + 1.75 * rows) as figure:
        axes = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
        for k, name in enumerate(names):
            _distribution_panel(axes.flat[k], summaries[name], first, width, failed)
            axes.flat[k].set_title(fill(name, 36), fontsize=8.5)
            axes.flat[k].tick_params(labelbottom=k >= len(names) - columns)
        for ax in axes.flat[len(names) :]:
            ax.set_axis_off()
        axes[0, 0].locator_params(axis="x", integer=True, nbins=12 if width == 1 else 5)
        labels = {x: f"{x:g}" for x in axes[0, 0].get_xticks() if first <= x <= last}
        if any(s.failures for s in summaries.values()):
            labels = {x: text for x, text in labels.items() if failed - x > (failed - first) / 9} | {failed: "failed"}
        axes[0, 0].set_xticks(list(labels), list(labels.values()))
        axes[0, 0].set_ylim(0, 1.15 * axes[0, 0].get_ylim()[1])
        figure.supxlabel(f"{unit} a game" + (f", {width} to a bar" if width > 1 else ""), fontsize=9)
        figure.supylabel("share of games (%)", fontsize=9)
        figure.suptitle(_title(title, summaries), fontsize=10, x=0.01, ha="left")


def _distribution_panel(ax: Axes, s: Summary, first: int, width: int, failed: float) -> None:
    bars: dict[float, float] = {}
    for value, count in s.distribution.items():
        middle = first + (value - first) // width * width + (width - 1) / 2
        bars[middle] = bars.get(middle, 0) + 100 * count / s.games
    ax.bar(list(bars), list(bars.values()), 0.8 * width, color=BLUE)
    if s.failures:
        bars[failed] = 100 * s.failures / s.games
        ax.bar([failed], [bars[failed]], 0.8 * width, color="white", edgecolor=ORANGE, hatch="////")
    at = min(s.average, failed)  # with failures the average may lie far to the right
    ax.plot([at, at], [0, 1 if at < failed else 0], "k--", linewidth=1, transform=ax.get_xaxis_transform())
    side = 4 if at < (first + failed) / 2 else -4
    _write(ax, _average_text(s), (at, 1), (side, -0.1), fontsize=7.5, xycoords=ax.get_xaxis_transform())
    under = {"facecolor": "white", "edgecolor": "none", "pad": 0.3}
    for x, share in bars.items() if len(bars) <= 12 else ():
        _write(ax, "<1" if share < 0.95 else f"{share:.0f}", (x, share), (0, 2), fontsize=6.5, color=GRAY, bbox=under)


def draw_cumulative(path: str | Path, summaries: Summaries, title: str = "", unit: str = "guesses") -> None:
    """Draws the share of games solved within each number of guesses; the legend is in the order of the averages."""
    last = max((value for s in summaries.values() for value in s.distribution), default=1)
    with new_figure(path, 8.5, max(4.2, 0.9 + 0.28 * len(summaries))) as figure:
        ax = figure.subplots()
        for k, name in enumerate(_names_by_average(summaries)):
            s, total, ys = summaries[name], 0, []
            xs = range(min(s.distribution, default=1) - 1, last + 1)
            for x in xs:
                total += s.distribution.get(x, 0)
                ys.append(100 * total / s.games)
            failed = f"\n({s.failures:,} of {s.games:,} failed)" if s.failures else ""
            style = {**style_of(k), "linestyle": LINES[k % len(LINES)], "markerfacecolor": "white" if k % 2 else None}
            ax.plot(xs, ys, label=fill(name, 34) + failed, markersize=5, markevery=ceil(len(xs) / 25), **style)
        ax.locator_params(axis="x", integer=True, nbins=14 if last < 100 else 8)
        ax.set(ylim=(0, 103), xlabel=unit, ylabel=f"solved within that many {unit} (% of games)")
        ax.set_title(_title(title, summaries))
        ax.grid()
        figure.legend(loc="outside right center", handlelength=3.2)


def draw_guesses_against_seconds(
    path: str | Path, summaries: Summaries, title: str = "", unit: str = "guesses"
) -> None:
    """Draws guesses per game against seconds per game; lower and further left is better."""
    draw_costs(path, {title: summaries}, unit)


def draw_costs(path: str | Path, games: Games, unit: str = "guesses") -> None:
    """Draws guesses per game against seconds per game, a panel for each game."""
    rows = ceil(len(games) / 2)
    width, height = (8.5, 5.2) if len(games) == 1 else (15.0, 5.0 * rows)
    with new_figure(path, width, height) as figure:
        axes = list(figure.subplots(rows, min(2, len(games)), squeeze=False).flat)
        named = [
            (ax, _cost_panel(ax, found, title, unit)) for ax, (title, found) in zip(axes, games.items(), strict=False)
        ]
        for ax in axes[len(games) :]:
            ax.set_axis_off()
        for ax, points in named:
            _name_points(figure, ax, points)


def _cost_panel(ax: Axes, summaries: Summaries, title: str, unit: str) -> dict[str, tuple[float, Summary]]:
    from matplotlib.ticker import EngFormatter, LogLocator  # heavy

    times = {
        name: max(s.seconds, 1e-7)
        for name in _names_by_average(summaries)
        if (s := summaries[name]).seconds is not None
    }
    if not times:
        raise BlackpegError("there are no seconds to plot: games that are read from a tree are not timed")
    rest = ", ".join(
        f"{name} {summaries[name].average:.3f}" for name in _names_by_average(summaries) if name not in times
    )
    ends = []
    for k, (name, x) in enumerate(times.items()):
        s = summaries[name]
        ends += [s.low or s.average, s.high or s.average]
        ax.plot([x, x], ends[-2:], color=style_of(k)["color"])
        ax.plot([x], [s.average], markersize=7, **style_of(k))
    fastest, slowest = min(times.values()), max(times.values())
    room = max(1.5, (slowest / fastest) ** 0.12, (10 * fastest / slowest) ** 0.5)  # a decade at least
    ax.set(xscale="log", xlim=(fastest / room, slowest * room), ylim=_span(ends), title=_title(title, summaries))
    ax.xaxis.set_major_locator(LogLocator(subs=(1,) if slowest > 300 * fastest else (1, 2, 5)))
    ax.minorticks_off()
    ax.xaxis.set_major_formatter(EngFormatter("s"))
    ax.set_xlabel("time a game (log scale)" + (f"\nnot timed: {fill(rest, 100)}" if rest else ""))
    ax.set_ylabel(f"{unit} a game, average and 95 % interval")
    ax.grid()
    return {name: (x, summaries[name]) for name, x in times.items()}


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
        text = fill(name, 45) + (f" (≥, {s.failures:,} failed)" if s.failures else "")
        tried: list[tuple[float, int, Bbox]] = []
        while len(tried) < len(NAME_OFFSETS) and (not tried or tried[-1][0] > 0):
            note = _write(ax, text, (x, s.average), NAME_OFFSETS[len(tried)], fontsize=8)
            box = note.get_window_extent()
            tried.append((_covered_area(box, occupied, frame), len(tried), box))
            note.remove()
        _, best, box = min(tried)
        occupied.append(box)
        dx, dy = NAME_OFFSETS[best]
        line = {"arrowstyle": "-", "color": GRAY, "linewidth": 0.6, "relpos": (dx < 0, 0.5)} if abs(dy) > 8 else None
        _write(ax, text, (x, s.average), (dx, dy), fontsize=8, in_layout=False, arrowprops=line)


def _covered_area(box: Bbox, occupied: Sequence[Bbox], frame: Bbox) -> float:
    """Returns the area of a box that lies over other boxes or outside the frame."""
    left, low, right, high = box.extents
    places = np.array([other.extents for other in (*occupied, frame)]).T
    width, height = np.minimum(places[2], right) - np.maximum(places[0], left), np.minimum(places[3], high)
    *over, within = np.maximum(width, 0) * np.maximum(height - np.maximum(places[1], low), 0)
    return round(float(sum(over) + box.width * box.height - within), 3)


def _write(ax: Axes, text: str, at: tuple[float, float], offset: tuple[float, float], **style: Any) -> Annotation:
    """Writes text at an offset, in points, from a place; the text is aligned by the signs of the offset."""
    across, up = ((points > 0) - (points < 0) for points in offset)
    ha, va = ("center", "left", "right")[across], ("center", "bottom", "top")[up]
    return ax.annotate(text, at, offset, textcoords="offset points", ha=ha, va=va, **style)


def style_of(k: int) -> dict[str, Any]:
    """Returns color, marker and line of the k-th strategy."""
    return {"color": COLORS[k % len(COLORS)], "marker": MARKERS[k % len(MARKERS)], "linewidth": 1.4}


def _names_by_average(summaries: Summaries) -> list[str]:
    if not summaries:
        raise BlackpegError("there are no games to plot")
    return sorted(summaries, key=lambda name: (summaries[name].average, name))


def _span(values: Sequence[float]) -> tuple[float, float]:
    """Returns where an axis begins and ends."""
    low, high = min(values), max(values)
    margin = max(0.08 * (high - low), (MIN_SPAN - (high - low)) / 2)
    return low - margin, high + margin


def _average_text(s: Summary) -> str:
    """Returns an average as text: 4.340 exact; 4.638 ± 0.021; ≥ 5.801 ± 0.030 (3 failed)."""
    half = "" if s.low is None or s.high is None else f" ± {(s.high - s.low) / 2:.3f}"
    failed = f" ({s.failures:,} failed)" if s.failures else ""
    return f"{s.mark} {s.average:.3f}".strip() + (" exact" if s.exact else half) + failed


def _title(title: str, summaries: Summaries) -> str:
    """Returns the title with the number of games."""
    fewest, most = min(s.games for s in summaries.values()), max(s.games for s in summaries.values())
    games = f"{most:,} game{'s' * (most > 1)}" if fewest == most else f"{fewest:,} to {most:,} games"
    return ", ".join(part for part in (title, games + " each" * (len(summaries) > 1)) if part)


@contextmanager
def new_figure(path: str | Path, width: float, height: float) -> Iterator[Figure]:
    """Yields a figure of this size in inches, and writes it to the file at the end of the `with` block."""
    path = Path(path)
    if path.suffix not in (".png", ".svg"):
        raise BlackpegError(f"a figure is a .png or a .svg file, not '{path.name}'")
    try:
        import matplotlib  # heavy
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as error:
        raise BlackpegError("figures need Matplotlib: pip install 'blackpeg[lab]'") from error
    with matplotlib.rc_context():
        matplotlib.rcdefaults()  # not the user's own settings
        matplotlib.rcParams.update(STYLE)
        figure = Figure(figsize=(width, height), dpi=150, layout="constrained")
        FigureCanvasAgg(figure)
        yield figure
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            left_out = ("Software",) if path.suffix == ".png" else ("Creator", "Date")
            figure.savefig(path, metadata=dict.fromkeys(left_out))
        except OSError as error:
            raise BlackpegError(f"{path} can't be written: {error.strerror or error}") from error
