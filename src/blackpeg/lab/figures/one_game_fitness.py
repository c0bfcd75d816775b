"""How the fitness of a population moves in one game of a player that evolves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ..experiment import Series, Task
from ..report.verdicts import Finding
from ..store import Store
from ..study import Figure, Study
from ..traces import trace
from .summary_plots import BLUE, GRAY, ORANGE, new_figure


def draw_fitness(path: Path, store: Store, study: Study, figure: Figure, small: bool) -> list[Finding]:
    """Draws best, mean, worst and on-line fitness over one game, whose number is the seed, and where it plays codes."""
    (game,), (name,) = figure.games, figure.strategies
    steps = trace(Task(Series(game, name), figure.seed))
    plays = [k for k, row in enumerate(steps) if row["guess"] is not None]
    best, mean, worst, scored, scored_mean = (
        np.array([row[key] for row in steps]) for key in ("best", "mean", "worst", "scored", "scored_mean")
    )
    on_line = (scored_mean * scored).cumsum() / scored.cumsum()
    with new_figure(path, 8.5, 4.2) as page:
        ax = page.subplots()
        x = range(len(steps))
        ax.fill_between(x, worst, best, color=BLUE, alpha=0.08, linewidth=0)
        style: Any
        for values, label, style in (
            (best, "best", {"color": BLUE, "linestyle": "--"}), (worst, "worst", {"color": BLUE}),
            (mean, "mean of the generation", {"color": ORANGE}),
            (on_line, "on-line: mean of all codes scored so far", {"color": GRAY, "linestyle": ":"}),
        ):  # fmt: skip
            ax.plot(x, values, label=label, linewidth=1.4, **style)
        ax.plot(plays, best[plays], "o", color=BLUE, markersize=6, label="a code is played")
        ax.set(xlabel="generations, the first population being 0", ylabel="fitness")
        ax.set_title(f"{game}, {name}, secret {steps[0]['secret']}")
        ax.locator_params(axis="x", integer=True)
        ax.grid()
        page.legend(loc="outside lower center", ncols=3)
    return []
