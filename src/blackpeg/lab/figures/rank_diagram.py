"""The diagram of average ranks, after Demšar (2006), with bars that join strategies that can't be told apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import BlackpegError
from .summary_plots import GRAY, Styles, new_figure, styles_of, wrap_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROW, LINE, BAR_ROW = 0.24, 0.155, 0.1  # inches that a label, each further line of it and a bar take
NAME_WIDTH = 32  # letters in a line of a name


def draw_ranks(
    path: str | Path,
    ranks: Mapping[str, float],
    groups: Sequence[Sequence[str]],
    title: str = "",
    unit: str = "guesses",
    styles: Styles | None = None,
) -> None:
    """Draws each strategy at its average rank, the best at the left; a bar joins the strategies of each group."""
    if len(ranks) < 2:
        raise BlackpegError("a diagram of ranks needs two strategies that met the same secrets")
    styles, names = styles or styles_of(ranks), sorted(ranks, key=lambda name: (ranks[name], name))
    spans = [(min(ranks[name] for name in group), max(ranks[name] for name in group)) for group in groups]
    levels = _stack_bars(spans, 0.01 * (max(ranks.values()) - min(ranks.values())))
    half = ceil(len(names) / 2)
    bars = BAR_ROW * (max(levels, default=-1) + 1) + 0.16
    places = _place_labels(names[:half]) | _place_labels(names[half:][::-1])  # from above in inches, on either side
    height = max(y + _label_height(name) / 2 for name, y in places.items())
    with new_figure(path, 8.5, 0.75 + bars + height) as figure:
        ax = figure.subplots()
        first, last = floor(min(ranks.values())), ceil(max(ranks.values()))
        ax.set(xlim=(first, last), ylim=(-bars - height, 0))  # the unit of y is an inch
        ax.spines[["left", "bottom"]].set_visible(False)
        ax.spines["top"].set_visible(True)
        ax.xaxis.tick_top()
        ax.xaxis.set_label_position("top")
        ax.locator_params(axis="x", integer=True, nbins=20)
        joined = "; a thick bar joins those that can't be told apart" if groups else ""
        ax.set_xlabel(f"average rank: 1 needs the fewest {unit}{joined}")
        ax.set_yticks([])
        for (start, end), level in zip(spans, levels, strict=True):
            y, margin = -0.1 - BAR_ROW * level, 0.003 * (last - first)
            ax.plot([start - margin, end + margin], [y, y], color="black", linewidth=3.2, solid_capstyle="butt")
        for k, name in enumerate(names):
            _draw_strategy(ax, name, ranks[name], -bars - places[name], k < half, styles)
        if title:
            figure.suptitle(title, fontsize=10.5, x=0.01, ha="left")


def _label_height(name: str) -> float:
    return ROW + LINE * wrap_name(name, NAME_WIDTH).count("\n")


def _place_labels(names: Sequence[str]) -> dict[str, float]:
    """Returns how far the middle of each label lies below the first one's upper end."""
    places, top = dict[str, float](), 0.0
    for name in names:
        places[name] = top + _label_height(name) / 2
        top += _label_height(name)
    return places


def _draw_strategy(ax: Axes, name: str, rank: float, y: float, left: bool, styles: Styles) -> None:
    """Draws a marker on the axis, a line down and to the side, and the name at its end."""
    edge, side = (0.0, -1) if left else (1.0, 1)
    style, across = {**styles[name], "linestyle": ""}, ax.get_yaxis_transform()
    ax.plot([rank, rank], [0, y], color=GRAY, linewidth=0.6, zorder=1)
    start = (rank - ax.get_xlim()[0]) / (ax.get_xlim()[1] - ax.get_xlim()[0])
    ax.plot([start, edge], [y, y], color=GRAY, linewidth=0.6, zorder=1, transform=across, clip_on=False)
    ax.plot([rank], [0], markersize=6, clip_on=False, zorder=3, **style)
    ax.plot([edge], [y], markersize=6, clip_on=False, zorder=3, transform=across, **style)
    shown, align = wrap_name(name, NAME_WIDTH), "right" if left else "left"
    text = f"{shown}  {rank:.2f}" if left else f"{rank:.2f}  {shown}"
    ax.annotate(
        text, (edge, y), (8 * side, 0), xycoords=across, textcoords="offset points", fontsize=9.5, va="center",
        ha=align, multialignment=align,
    )  # fmt: skip


def _stack_bars(spans: Sequence[tuple[float, float]], gap: float) -> list[int]:
    """Returns a level for each bar, from 0, so that no two on one level touch."""
    ends, levels = list[float](), list[int]()
    for start, end in spans:
        level = next((k for k, last in enumerate(ends) if last + gap < start), len(ends))
        ends[level : level + 1] = [end]
        levels.append(level)
    return levels
