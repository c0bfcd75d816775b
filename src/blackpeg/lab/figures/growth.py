"""How guesses and seconds grow with the size of the game."""

from __future__ import annotations

from math import log
from pathlib import Path

import numpy as np

from ...game import Game
from ..experiment import Series
from ..game_arrays import averages, read_sample
from ..report.verdicts import Finding
from ..store import Store
from ..study import Figure, Study
from .plots import GRAY, new_figure, style_of

MIN_FITTED_PEGS = 7  # growth is fitted from here on, as smaller games are read from trees or end too soon


def draw_growth(path: Path, store: Store, study: Study, figure: Figure, small: bool) -> list[Finding]:
    """Draws guesses and seconds by pegs, in games with as many colors, with growth a * pegs^b fitted from 7 pegs on."""
    games = sorted({game for one in study.experiments for game in one.games}, key=lambda name: Game.parse(name).pegs)
    names = list(dict.fromkeys(name for one in study.experiments for name in one.strategies))
    findings = []
    with new_figure(path, 8.5, 8) as page:
        axes = page.subplots(2, 1, sharex=True)
        for k, name in enumerate(names):
            for ax, measure in zip(axes, ("guesses", "seconds"), strict=True):
                points = []
                for game in games:
                    found = read_sample(store, Series(game, name))
                    if len(found.table):
                        value = averages(found)[measure]
                        points.append((Game.parse(game).pegs, value.average, 1.96 * (value.error or 0)))
                if not points:
                    continue
                pegs, means, errors = np.array(points).T
                style = {**style_of(k), "linewidth": 0}
                ax.errorbar(pegs, means, errors, label=name, elinewidth=1.5, **style)
                large = pegs >= MIN_FITTED_PEGS
                if large.sum() < 4:
                    continue
                power, start = np.polyfit(np.log(pegs[large]), np.log(means[large]), 1)
                ax.plot(pegs[large], np.exp(start) * pegs[large] ** power, "--", color=style["color"], linewidth=1)
                words = (
                    f"grow as {np.exp(start):.3g} × pegs^{power:.2f} from {pegs[large][0]:.0f} to {pegs[-1]:.0f} pegs"
                )
                findings.append(Finding("figure", f"{measure} of {name}", words, None))
        bounds = [(game.pegs, log(game.size) / log(len(game.answers))) for game in map(Game.parse, games)]
        axes[0].plot(*zip(*bounds, strict=True), ":", color=GRAY, label="log(codes) / log(answers)")
        for ax, label in zip(axes, ("guesses a game", "seconds a game"), strict=True):
            ax.set(xscale="log", yscale="log", ylabel=label)
            ax.grid()
        axes[1].set_xlabel("pegs, and as many colors")
        ticks = [Game.parse(game).pegs for game in games]
        axes[1].set_xticks(ticks, [str(tick) for tick in ticks])
        axes[1].minorticks_off()
        for ax in axes:
            ax.yaxis.set_major_formatter("{x:g}")
        axes[0].legend(loc="upper left")
    return findings
