"""Figures 3 to 5 of Merelo-Guervós, Castillo & Rivas (2006), whose player is GenMM, redrawn from our games.

Each function also checks what the paper says of its figure.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ...game import Game
from ...strategies import make
from ..experiment import Series, Task
from ..figures.plots import BLUE, COLORS, GRAY, ORANGE, new_figure
from ..game_arrays import Average, Sample, average_of, averages, read_sample
from ..report.verdicts import Finding, join_numbers
from ..stats import COLUMNS, Floats
from ..store import Store
from ..study import Figure, Study
from ..traces import Row, trace


def draw_fitness(path: Path, store: Store, study: Study, figure: Figure, small: bool) -> list[Finding]:
    """Draws the fitness over one game, and checks over many games at which generations a candidate is found."""
    (game,), (name,) = figure.games, figure.strategies
    steps = trace(Task(Series(game, name), figure.seed))
    plays = plays_of(steps)
    best, mean, worst, sizes = (np.array([row[key] for row in steps]) for key in ("best", "mean", "worst", "size"))
    on_line = (mean * sizes).cumsum() / sizes.cumsum()
    with new_figure(path, 8.5, 4.2) as page:
        ax = page.subplots()
        x = range(len(steps))
        ax.fill_between(x, worst, best, color=BLUE, alpha=0.08, linewidth=0)
        style: Any
        for values, label, style in (
            (best, "best", {"color": BLUE, "linestyle": "--"}), (worst, "worst", {"color": BLUE}),
            (mean, "mean of the generation", {"color": ORANGE}),
            (on_line, "on-line: mean of all so far", {"color": GRAY, "linestyle": ":"}),
        ):  # fmt: skip
            ax.plot(x, values, label=label, linewidth=1.4, **style)
        ax.plot(plays, best[plays], "o", color=BLUE, markersize=6, label="a code that fits, played")
        ax.set(xlabel="generations, the first population being 0", ylabel="fitness: minus the misfit")
        ax.set_title(f"{game}, {name}, secret {steps[0]['secret']}")
        ax.locator_params(axis="x", integer=True)
        ax.grid()
        page.legend(loc="outside lower center", ncols=3)
    many = [plays_of(trace(Task(Series(game, name), number)))[-1] for number in range(20 if small else 200)]
    low, middle, high = (int(value) for value in np.quantile(many, [0.05, 0.5, 0.95]))
    spread = f"of {len(many)} games half end by generation {middle}, 90 % between {low} and {high}"
    found = f"here at {join_numbers(plays)}; {spread}"
    return [
        Finding("figure 3", "a code that fits is found at generations 0, 1, 2, 3, 6 and 10", found, low <= 10 <= high)
    ]


def plays_of(rows: list[Row]) -> list[int]:
    """Returns the indices of the generations of a trace that end with a guess; the first guess of a game is fixed."""
    return [k for k, row in enumerate(rows) if row["guess"] is not None]


def new_codes(games: Sample, population: int) -> Average:
    """Returns the average of evaluated codes per game, without those that are evaluated again after each guess.

    The paper's count can't include these: its figure 3 makes 400 codes and then 200 in each generation.
    """
    evaluations = games.table[:, COLUMNS.index("evaluations")]
    return average_of(evaluations - population * np.maximum(0, games.guesses - 2))


def draw_population(path: Path, store: Store, study: Study, figure: Figure, small: bool) -> list[Finding]:
    """Draws guesses and evaluations by size of the population, with standard deviations."""
    (game,), (family,) = figure.games, figure.strategies
    found: dict[int, Sample] = {}
    for series in study.series():
        if series.game == game and series.strategy.partition("(")[0] == family:
            player: Any = make(series.strategy)
            found[player.population or 400] = read_sample(store, series)
    sizes = sorted(found)
    guesses = [averages(found[size])["guesses"] for size in sizes]
    codes = [new_codes(found[size], size) for size in sizes]
    with new_figure(path, 8.5, 6.0) as page:
        axes = page.subplots(2, 1, sharex=True)
        for ax, read, label in zip(axes, (guesses, codes), ("guesses", "new codes evaluated"), strict=True):
            average, sd = ([getattr(one, key) for one in read] for key in ("average", "sd"))
            error = [1.96 * (one.error or 0) for one in read]
            ax.errorbar(
                sizes, average, sd, color=GRAY, capsize=3, linewidth=0, elinewidth=1, label="± standard deviation"
            )
            ax.errorbar(sizes, average, error, color=BLUE, marker="o", elinewidth=3, label="average with 95 % interval")
            ax.set_ylabel(f"{label} a game")
            ax.set_ylim(bottom=0)
            ax.grid()
        axes[0].legend(loc="lower right", ncols=2)
        axes[0].set_title(f"{game}, {family}, {min(len(one.table) for one in found.values()):,} games each")
        axes[1].set_xlabel("population")
    top, bottom = max(guesses, key=lambda r: r.average), min(guesses, key=lambda r: r.average)
    errors_apart = (top.average - bottom.average) / float(np.hypot(top.error or 0, bottom.error or 0))
    small_sd, large_sd = codes[0].sd, codes[-1].sd
    return [
        Finding(
            "figure 4", "averages are substantially similar whatever the population",
            f"guesses from {bottom.average:.3f} to {top.average:.3f}, {errors_apart:.1f} standard errors apart, "
            f"the most of {len(sizes)} populations", errors_apart < 4,
        ),
        Finding(
            "figure 4", "a bigger population means a lower standard deviation of the combinations evaluated",
            f"{small_sd:,.0f} with {sizes[0]} and {large_sd:,.0f} with {sizes[-1]}, of averages of "
            f"{codes[0].average:,.0f} and {codes[-1].average:,.0f}: as a share of these "
            f"{small_sd / codes[0].average:.2f} and {large_sd / codes[-1].average:.2f}", large_sd < small_sd,
        ),
    ]  # fmt: skip


def draw_scaling(path: Path, store: Store, study: Study, figure: Figure, small: bool) -> list[Finding]:
    """Draws guesses and evaluations by number of colors, with the line fitted to the evaluations."""
    (name,) = figure.strategies
    found = {Game.parse(game): read_sample(store, Series(game, name)) for game in figure.games}
    colors = np.array([game.colors for game in found], float)
    guesses = [averages(one)["guesses"] for one in found.values()]
    codes = [new_codes(one, 400) for one in found.values()]
    means, errors = (np.array([getattr(one, key) or 0 for one in codes]) for key in ("average", "error"))
    (slope, start), (slope_error, start_error) = fit_line(colors - colors[0], means, errors)
    line = start + slope * (colors - colors[0])
    growth = np.polyfit(colors, np.log(means), 1)
    space = np.array([float(game.size) for game in found])
    with new_figure(path, 8.5, 6.4) as page:
        axes = page.subplots(2, 1, sharex=True, height_ratios=[2, 3])
        axes[0].errorbar(
            colors, [g.average for g in guesses], [1.96 * (g.error or 0) for g in guesses], color=BLUE, marker="o"
        )
        axes[0].set_ylabel("guesses a game")
        axes[1].errorbar(
            colors, means, 1.96 * errors, color=BLUE, marker="o", linewidth=0, elinewidth=2, label="new codes evaluated"
        )
        axes[1].plot(colors, line, color=ORANGE, label=f"{slope:,.0f} (colors - {colors[0]:.0f}) + {start:,.0f}")
        printed = 1519.26 + 1504.22 * (colors - colors[0])
        axes[1].plot(colors, printed, color=GRAY, linestyle="--", label="the printed line")
        axes[1].plot(colors, space, color=COLORS[2], marker="^", linestyle=":", label="codes in the game")
        axes[1].set(yscale="log", ylabel="codes (log scale)", xlabel="colors")
        axes[1].yaxis.set_major_formatter("{x:,.0f}")
        axes[1].set_xticks(colors)
        axes[1].legend(loc="upper left")
        axes[0].set_title(f"{next(iter(found)).pegs} pegs, {name}, averages with 95 % intervals")
        for ax in axes:
            ax.grid()
    off_line, off_growth = ((np.log(fit) - np.log(means)).std() for fit in (line, np.exp(np.polyval(growth, colors))))
    return [
        Finding(
            "figure 5", f"combinations evaluated are a x + b with {label} = {value} ± {its_error}",
            f"{ours:,.0f} ± {error:,.0f}, x being the colors above {colors[0]:.0f}, codes scored anew left out; were x "
            f"the colors, the printed line would be 10,545 at six, where ours has {means[0]:,.0f}. What was fitted is "
            "not known: squared residuals of 0.0386 in all, as printed, can't be of thousands of combinations",
            bool(abs(ours - value) <= 3 * np.hypot(error, its_error)),
        )
        for label, value, its_error, ours, error in (
            ("a", 1504.22, 189.1, slope, slope_error), ("b", 1519.26, 143.8, start, start_error),
        )
    ] + [
        Finding(
            "figure 5", "combinations evaluated grow only linearly as the space grows exponentially",
            f"from {colors[0]:.0f} to {colors[-1]:.0f} colors they grow {means[-1] / means[0]:.1f} times, the space "
            f"{space[-1] / space[0]:.1f} times; a line misses them by {off_line:.1%}, exponential growth by "
            f"{100 * np.exp(growth[0]) - 100:.0f} % a color by {off_growth:.1%}: four sizes do not tell them apart",
            None,
        )
    ]  # fmt: skip


def fit_line(x: Floats, y: Floats, errors: Floats) -> tuple[Floats, Floats]:
    """Fits a line to points with these standard errors; returns (slope, start) and their standard errors."""
    weights = 1 / np.where(errors > 0, errors, 1.0)
    design = np.stack([x, np.ones_like(x)], axis=1) * weights[:, None]
    covariance = np.linalg.inv(design.T @ design)
    return covariance @ design.T @ (y * weights), np.sqrt(np.diag(covariance))
