"""Draws averages with intervals, distributions and cumulative shares of solved games, as PNG, SVG or PDF files.

Equal data make equal bytes. Color never carries a meaning alone: a marker, a line or a label repeats it. Every `draw_`
function takes summaries by the name of their strategy, and writes one file. A strategy has the same color and marker in
all figures that get the same `styles`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import blake2b
from math import ceil
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ...errors import BlackpegError
from ...strategies import STRATEGIES
from ..missing_extra import install
from ..stats import Summary
from .slim_svg import slim_svg

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Annotation

Summaries: TypeAlias = Mapping[str, Summary]  # strategy -> its games of one size
Games: TypeAlias = Mapping[str, Summaries]  # game -> its summaries
PrintedAverage: TypeAlias = tuple[str, float, str]  # strategy, the printed number, and how it is written
Styles: TypeAlias = Mapping[str, Mapping[str, Any]]  # strategy -> color, marker and line, as `styles_of` returns them
PrintedAverages: TypeAlias = Mapping[str, Sequence[PrintedAverage]]  # game -> its printed averages

STYLE: Any = {
    "font.family": ["DejaVu Sans", "sans-serif"],  # the first comes with matplotlib
    "font.size": 10,  # that of a figure 816 pixels wide can be read at half its size
    "text.parse_math": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 10.5,
    "grid.color": "#dddddd",
    "legend.frameon": False,
    "legend.fontsize": 9,
    "svg.hashsalt": "blackpeg",
    "svg.fonttype": "none",  # letters, not drawings of them
    "pdf.fonttype": 42,  # letters, not drawings of them
}
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")  # Okabe and Ito (2008)
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "p", "h", "*")
FILLS = ("full", "hollow", "left", "bottom")  # what of a marker is filled
LINES = ("-", "--", "-.", ":")
SHAPES = len(MARKERS) * len(FILLS)  # that are told apart without color
SLOTS = SHAPES * len(COLORS)
BLUE, ORANGE, GRAY = COLORS[0], COLORS[1], "#555555"
# what files say of themselves that would make equal figures unequal
LEFT_OUT = {".png": ("Software",), ".svg": ("Creator", "Date"), ".pdf": ("Creator", "Producer", "CreationDate")}
MAX_BARS = 40  # in a panel; if there are more numbers of guesses, several share a bar
MANY_PANELS = 12  # beyond which panels of distributions are smaller
FAR = 1.25  # times the last number of guesses of most players; what took more shares a bar of its own
PRINTED_WIDTH = 36  # letters in a line of printed averages
NAME_WIDTH, LINE_HEIGHT = 36, 0.68  # of a strategy's name: letters in a line, and the height of a line in rows
ROW = 0.26  # inches
MAX_REACH = 4  # times the span of three quarters of the numbers, up to which an axis of averages reaches
MIN_REACH = 1.5  # guesses from the best that an axis of averages reaches at least, if there are numbers so far away
MIN_SPAN = 0.5  # guesses that an axis shows at least, so that small differences look small
MANY_GUESSES = 100  # from here on averages are written without digits after the point
BEYOND = [(-1, 0), (1, 0), (0.3, 0.5), (1, 0), (0.3, -0.5)]  # an arrow, at the end of an axis: no strategy's marker


def draw_averages(
    path: str | Path, games: Games, claims: PrintedAverages | None = None, unit: str = "guesses",
    styles: Styles | None = None, titles: Mapping[str, str] | None = None,
) -> None:  # fmt: skip
    """Draws averages with 95 % intervals, a panel for each game, the best first; diamonds are printed averages.

    Panels have these titles, or the names of their games.
    """
    styles = styles or styles_of(name for summaries in games.values() for name in summaries)
    panels = {
        game: _average_rows(summaries, (claims or {}).get(game, ())) for game, summaries in (games or {"": {}}).items()
    }
    heights = [_panel_height(rows, games[game]) for game, rows in panels.items()] if games else [1.0]
    with new_figure(path, 8.5, 0.9 + sum(ROW * height + 0.55 for height in heights)) as figure:
        axes = figure.subplots(len(panels), 1, squeeze=False, height_ratios=heights)[:, 0]
        legend: dict[str, Any] = {}
        for ax, (game, rows) in zip(axes, panels.items(), strict=True):
            _average_panel(ax, rows, games[game], styles)
            ax.set_title(title_with_games((titles or {}).get(game, game), games[game]))
            legend |= {label: handle for handle, label in zip(*ax.get_legend_handles_labels(), strict=True)}
        axes[-1].set_xlabel(f"{unit} a game")
        if legend:
            figure.legend(list(legend.values()), list(legend), loc="outside upper center", ncols=len(legend))


def average_rows_height(summaries: Summaries, claims: Sequence[PrintedAverage] = ()) -> float:
    """Returns how many rows high the panel of a game is in `draw_averages`, with its title and axis."""
    return _panel_height(_average_rows(summaries, claims), summaries) + 0.55 / ROW


def _panel_height(rows: list[tuple[str, list[PrintedAverage]]], summaries: Summaries) -> float:
    return sum(_name_height(name) + _printed_height(printed, name in summaries) for name, printed in rows) + 0.6


def _average_rows(summaries: Summaries, claims: Sequence[PrintedAverage]) -> list[tuple[str, list[PrintedAverage]]]:
    """Returns strategies, the best first, then those with printed averages only; each with its printed averages."""
    names = dict.fromkeys([*names_by_average(summaries), *(claim[0] for claim in claims)])
    return [(name, sorted({c for c in claims if c[0] == name}, key=lambda c: c[1:])) for name in names]


def _average_panel(
    ax: Axes, rows: list[tuple[str, list[PrintedAverage]]], summaries: Summaries, styles: Styles
) -> None:
    left, right = _span_of_averages(rows, summaries)
    ax.set_xlim(left, right)
    ticks, y = [], 0.0
    for name, printed in rows:
        room = (_name_height(name) - 1) / 2  # above and below a name of several lines
        y += room
        ticks.append(y)
        ax.axhline(y, color="#eeeeee", linewidth=0.8, zorder=0)
        beside: dict[str, Any] = {"xycoords": ax.get_yaxis_transform(), "va": "center", "fontsize": 9}
        if name in summaries:
            s = summaries[name]
            color = styles[name]["color"]
            if s.low is not None and s.high is not None and not s.exact and s.low < s.high:
                ax.plot([s.low, s.high], [y, y], color=color, linewidth=1.8, marker="|", markersize=7)
                _add_to_legend(ax, "95 % interval", linewidth=1.8, marker="|", markersize=7)
            if s.average > right:
                _point_beyond(ax, right, y, color)
            ax.plot([s.average], [y], markersize=6.5, **{**styles[name], "linestyle": ""})
            ax.annotate(_average_text(s), (1.01, y), **beside)
        height = _printed_height(printed, name in summaries)
        if printed:
            at = y + (0.32 + height / 2) * (name in summaries)
            values = [value for _, value, _ in printed]
            ax.plot(values, [at] * len(values), "d", mfc="white", mec=GRAY, markersize=5.5, label="printed in a paper")
            if max(values) > right:
                _point_beyond(ax, right, at, GRAY)
            ax.annotate(_printed_text(printed), (1.01, at), color=GRAY, **beside)
        y += 1 + room + height
    ax.set_yticks(ticks, [wrap_name(name, NAME_WIDTH) for name, _ in rows])
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(y - 0.2, -0.8)
    if right > 10 * MANY_GUESSES:
        ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.grid(axis="x")


def _span_of_averages(rows: list[tuple[str, list[PrintedAverage]]], summaries: Summaries) -> tuple[float, float]:
    """Returns where the axis of a panel begins and ends: it shows all numbers but those far above the others."""
    middles = [s.average for s in summaries.values()] + [value for _, printed in rows for _, value, _ in printed]
    best = min(middles)
    reach = best + max(MAX_REACH * (sorted(middles)[ceil((len(middles) - 1) * 3 / 4)] - best), MIN_REACH)
    ends = [x for s in summaries.values() if s.average <= reach for x in (s.low, s.average, s.high) if x is not None]
    return axis_span([*ends, *(x for x in middles if x <= reach)])


def _point_beyond(ax: Axes, right: float, y: float, color: str) -> None:
    """Marks at the end of the axis that a number, which stands beside it, lies beyond."""
    inside = right - 0.025 * (right - ax.get_xlim()[0])
    style: dict[str, Any] = {"marker": BEYOND, "markersize": 14, "markerfacecolor": "none", "linestyle": ""}
    ax.plot([inside], [y], color=color, **style)
    _add_to_legend(ax, "beyond the axis", **style)


def _add_to_legend(ax: Axes, label: str, **style: Any) -> None:
    """Adds a gray sample of a marker or line to the legend, once."""
    if label not in {line.get_label() for line in ax.lines}:
        ax.plot([], [], color=GRAY, label=label, **style)


def _printed_text(printed: Sequence[PrintedAverage]) -> str:
    """Returns what is written beside the printed averages of a strategy: printed 6.866, 7.54 (cited)."""
    return fill(
        "printed " + ", ".join(dict.fromkeys(words or f"{value:g}" for _, value, words in printed)), PRINTED_WIDTH
    )


def _name_height(name: str) -> float:
    """Returns the height of a strategy's name beside its row; that of one line is 1."""
    return max(1.0, 0.2 + LINE_HEIGHT * (wrap_name(name, NAME_WIDTH).count("\n") + 1))


def _printed_height(printed: Sequence[PrintedAverage], measured: bool) -> float:
    """Returns the height of printed averages below their strategy's own; a strategy that has none has them instead."""
    lines = _printed_text(printed).count("\n") + measured if printed else 0
    return 0.68 * lines


def wrap_name(name: str, width: int) -> str:
    """Returns the name of a strategy in lines: broken after commas and brackets, and within words only if it must be.

    >>> print(wrap_name("merelo2011(population=1000, enough=200)", 30))
    merelo2011(population=1000,
    enough=200)
    """
    lines = [""]
    for piece in re.split(r"(?<=[ (:])|(?<=[a-z]\.)", name):
        if lines[-1] and len(lines[-1]) + len(piece.rstrip()) > width:
            lines.append("")
        lines[-1] += piece
        while len(lines[-1].rstrip()) > width:
            lines[-1:] = [lines[-1][:width], lines[-1][width:]]
    return "\n".join(line.rstrip() for line in lines)


def draw_distributions(
    path: str | Path, summaries: Summaries, title: str = "", unit: str = "guesses", styles: Styles | None = None
) -> None:
    """Draws the share of games for each number of guesses, a panel for each strategy, with a bar for failures."""
    styles = styles or styles_of(summaries)
    names = names_by_average(summaries)
    many = len(names) > MANY_PANELS
    columns = min(len(names), 2 if len(names) == 4 else 4 if many else 3)
    rows = ceil(len(names) / columns)
    bars = _bars_of(summaries)
    best = summaries[names[0]]
    with new_figure(path, max(4.5, (2.4 if many else 3.1) * columns), 0.9 + (1.25 if many else 1.75) * rows) as figure:
        axes = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
        for k, name in enumerate(names):
            _distribution_panel(
                axes.flat[k], summaries[name], bars, styles[name]["color"], best if k else None, not many
            )
            axes.flat[k].set_title(wrap_name(name, 26 if many else 32), fontsize=9)
            axes.flat[k].tick_params(labelbottom=k >= len(names) - columns)
        for ax in axes.flat[len(names) :]:
            ax.set_axis_off()
        axes[0, 0].locator_params(axis="x", integer=True, nbins=12 if bars.width == 1 and not many else 5)
        labels = {x: f"{x:g}" for x in axes[0, 0].get_xticks() if bars.first <= x <= bars.last}
        ends = (
            {bars.beyond: f">{bars.last}"}
            if any(max(s.distribution, default=0) > bars.last for s in summaries.values())
            else {}
        )
        ends |= {bars.failed: "failed"} if any(s.failures for s in summaries.values()) else {}
        if ends:
            room = (bars.failed - bars.first) / 9
            labels = {x: text for x, text in labels.items() if min(ends) - x > room} | ends
        axes[0, 0].set_xticks(list(labels), list(labels.values()))
        axes[0, 0].set_ylim(0, 1.15 * axes[0, 0].get_ylim()[1])
        figure.supxlabel(f"{unit} a game" + (f", {bars.width} to a bar" if bars.width > 1 else ""), fontsize=10)
        figure.supylabel("share of games (%)", fontsize=10)
        outline = f"; the outline is {names[0]}" if len(names) > 1 else ""
        figure.suptitle(title_with_games(title, summaries) + outline, fontsize=10.5, x=0.01, ha="left")


class Bars(NamedTuple):
    """Where the bars of distributions stand: the first and last number of guesses, and how many share a bar."""

    first: int
    last: int
    width: int
    beyond: float  # the place of the bar for games that took more than `last`
    failed: float  # the place of the bar for failures


def _bars_of(summaries: Summaries) -> Bars:
    """Returns bars that show most players well: what took far more than the games of most shares one bar."""
    counted = [s.distribution for s in summaries.values() if s.distribution] or [{1: 1}]
    first, longest = min(map(min, counted)), max(map(max, counted))
    usual = sorted(map(max, counted))[(len(counted) - 1) * 2 // 3]  # of two thirds of the players
    last = longest if longest <= FAR * usual else ceil(FAR * usual)
    width = ceil((last - first + 1) / MAX_BARS)
    after = first + ceil((last - first + 1) / width) * width
    far = longest > last
    return Bars(first, last, width, after + 0.5 * width, after + (0.5 + 1.5 * far) * width)


def _distribution_panel(ax: Axes, s: Summary, bars_at: Bars, color: str, best: Summary | None, labels: bool) -> None:
    first, last, width, beyond, failed = bars_at

    def shares(of: Summary) -> dict[float, float]:
        found: dict[float, float] = {}
        for value, count in of.distribution.items():
            middle = beyond if value > last else first + (value - first) // width * width + (width - 1) / 2
            found[middle] = found.get(middle, 0) + 100 * count / of.games
        return found

    bars = shares(s)
    far = {beyond: bars.pop(beyond)} if beyond in bars else {}
    ax.bar(list(bars), list(bars.values()), 0.8 * width, color=color)
    if far:
        ax.bar(list(far), list(far.values()), 0.8 * width, color="white", edgecolor=color, hatch="xxxx")
    if s.failures:
        far[failed] = 100 * s.failures / s.games
        ax.bar([failed], [far[failed]], 0.8 * width, color="white", edgecolor=color, hatch="////")
    if best is not None:
        theirs = shares(best)
        xs = [first + (k + 0.5) * width - 0.5 for k in range(-1, ceil((last - first + 1) / width) + 1)]
        ys = [next((y for x, y in theirs.items() if abs(x - at) < width / 2), 0.0) for at in xs]
        ax.step(xs, ys, where="mid", color=GRAY, linewidth=0.8)
    bars |= far
    at = min(s.average, failed)  # with failures the average may lie far to the right
    ax.plot([at, at], [0, 1 if at < failed else 0], "k--", linewidth=1, transform=ax.get_xaxis_transform())
    side = 4 if at < (first + failed) / 2 else -4
    annotate(ax, _average_text(s), (at, 1), (side, -0.1), fontsize=8.5, xycoords=ax.get_xaxis_transform())
    under = {"facecolor": "white", "edgecolor": "none", "pad": 0.3}
    for x, share in bars.items() if labels and len(bars) <= 12 else ():
        annotate(ax, "<1" if share < 0.95 else f"{share:.0f}", (x, share), (0, 2), fontsize=7.5, color=GRAY, bbox=under)


def draw_cumulative(
    path: str | Path, summaries: Summaries, title: str = "", unit: str = "guesses", styles: Styles | None = None
) -> None:
    """Draws the share of games solved within each number of guesses; the legend is in the order of the averages."""
    styles = styles or styles_of(summaries)
    last = max((value for s in summaries.values() for value in s.distribution), default=1)
    with new_figure(path, 8.5, max(4.2, 0.9 + 0.28 * len(summaries))) as figure:
        ax = figure.subplots()
        for name in names_by_average(summaries):
            s, total, ys = summaries[name], 0, []
            xs = range(min(s.distribution, default=1) - 1, last + 1)
            for x in xs:
                total += s.distribution.get(x, 0)
                ys.append(100 * total / s.games)
            failed = f"\n({s.failures:,} of {s.games:,} failed)" if s.failures else ""
            label, every = wrap_name(name, 30) + failed, ceil(len(xs) / 25)
            ax.plot(xs, ys, label=label, markersize=5.5, markevery=every, **styles[name])
        ax.locator_params(axis="x", integer=True, nbins=14 if last < 100 else 8)
        ax.set(ylim=(0, 103), xlabel=unit, ylabel=f"solved within that many {unit} (% of games)")
        ax.set_title(title_with_games(title, summaries))
        ax.grid()
        figure.legend(loc="outside right center", handlelength=3.2)


def annotate(ax: Axes, text: str, at: tuple[float, float], offset: tuple[float, float], **style: Any) -> Annotation:
    """Writes text at an offset, in points, from a place; the text is aligned by the signs of the offset."""
    across, up = ((points > 0) - (points < 0) for points in offset)
    ha, va = ("center", "left", "right")[across], ("center", "bottom", "top")[up]
    return ax.annotate(text, at, offset, textcoords="offset points", ha=ha, va=va, **style)


def styles_of(names: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Returns color, marker and line of each strategy, which are told apart without their color up to 48 strategies.

    They follow from the name: those of the table of contents have places of their own, and the others a place by a hash
    of their name. Where two would share a marker, the later one by name takes the next that is free.
    """
    styles, taken, shapes = dict[str, dict[str, Any]](), set[int](), set[int]()
    for name in sorted(set(names), key=lambda name: (name not in STRATEGIES, name)):
        slot = _preferred_slot(name)
        while slot in taken or (slot % SHAPES in shapes and len(shapes) < SHAPES):
            slot = (slot + 1) % SLOTS
        taken.add(slot)
        shapes.add(slot % SHAPES)
        color, fill_kind = COLORS[slot % len(COLORS)], FILLS[slot // len(MARKERS) % len(FILLS)]
        styles[name] = {
            "color": color, "marker": MARKERS[slot % len(MARKERS)], "markerfacecoloralt": "white",
            "markerfacecolor": "white" if fill_kind == "hollow" else color,
            "fillstyle": "full" if fill_kind == "hollow" else fill_kind,
            "linestyle": LINES[slot % len(LINES)], "linewidth": 1.4,
        }  # fmt: skip
    return styles


def _preferred_slot(name: str) -> int:
    if name in STRATEGIES:
        return list(STRATEGIES).index(name)
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "little") % SLOTS


def names_by_average(summaries: Summaries) -> list[str]:
    if not summaries:
        raise BlackpegError("there are no games to plot")
    return sorted(summaries, key=lambda name: (summaries[name].average, name))


def axis_span(values: Sequence[float]) -> tuple[float, float]:
    """Returns where an axis begins and ends."""
    low, high = min(values), max(values)
    margin = max(0.08 * (high - low), (MIN_SPAN - (high - low)) / 2)
    return low - margin, high + margin


def _average_text(s: Summary) -> str:
    """Returns an average as text: 4.340 exact; 4.638 ± 0.021; ≥ 5.801 ± 0.030 (3 failed); ≥ 5,851 (all 200 failed)."""
    digits = 0 if s.average >= MANY_GUESSES else 3
    half = "" if s.low is None or s.high in (None, s.low) else f" ± {(s.high - s.low) / 2:,.{digits}f}"
    failed = f" ({'all ' * (s.failures == s.games)}{s.failures:,} failed)" if s.failures else ""
    return f"{s.mark} {s.average:,.{digits}f}".strip() + (" exact" if s.exact else half) + failed


def title_with_games(title: str, summaries: Summaries) -> str:
    """Returns the title with the number of games."""
    fewest, most = min(s.games for s in summaries.values()), max(s.games for s in summaries.values())
    games = f"{most:,} game{'s' * (most > 1)}" if fewest == most else f"{fewest:,} to {most:,} games"
    return ", ".join(part for part in (title, games + " each" * (len(summaries) > 1)) if part)


_pdf_beside: ContextVar[bool] = ContextVar("_pdf_beside", default=False)


@contextmanager
def with_pdf_beside() -> Iterator[None]:
    """Every figure that is written within has a PDF of the same name beside it, for LaTeX."""
    before = _pdf_beside.set(True)
    try:
        yield
    finally:
        _pdf_beside.reset(before)


@contextmanager
def new_figure(path: str | Path, width: float, height: float) -> Iterator[Figure]:
    """Yields a figure of this size in inches, and writes it to the file at the end of the `with` block."""
    path = Path(path)
    if path.suffix not in LEFT_OUT:
        raise BlackpegError(f"a figure is a .png, a .svg or a .pdf file, not '{path.name}'")
    try:
        import matplotlib  # heavy
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as error:
        raise BlackpegError(f"figures need Matplotlib: {install('lab')}") from error
    with matplotlib.rc_context():
        matplotlib.rcdefaults()  # not the user's own settings
        matplotlib.rcParams.update(STYLE)
        figure = Figure(figsize=(width, height), dpi=150, layout="constrained")
        FigureCanvasAgg(figure)
        yield figure
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            for one in dict.fromkeys((path, path.with_suffix(".pdf") if _pdf_beside.get() else path)):
                figure.savefig(one, metadata=dict.fromkeys(LEFT_OUT[one.suffix]))
                figure.set_layout_engine("none")  # the layout stays as it is: to find it takes most of the time
                if one.suffix == ".svg":
                    one.write_text(slim_svg(one.read_text(encoding="utf-8")), encoding="utf-8")
        except OSError as error:
            raise BlackpegError(f"{path} can't be written: {error.strerror or error}") from error
