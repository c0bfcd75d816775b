"""Figures of Cunha & da Silva, redrawn from our runs of their search."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ...game import Code, Game
from ...oracle import Oracle, OracleSearch
from ...strategies import make, parameters_of
from ..experiment import DISTINCT_SECRETS, UNIFORM_SECRETS, Series, Task, secret_of, seed_of
from ..figures.summary_plots import COLORS, GRAY, MARKERS, new_figure
from ..game_arrays import Average, averages, read_sample
from ..report.verdicts import Finding
from ..stats import Floats
from ..store import Store
from ..study import Figure, Study

LABELS = {"gen": "Gen", "gen_plus": "GenPlus", "reward_matrix": "Matriz de Recompensa",
          "reward_matrix_plus": "Matriz de Recompensa Plus"}  # fmt: skip
TITLES = {UNIFORM_SECRETS: "uniform secrets, as the text has them",
          DISTINCT_SECRETS: "secrets without repeats, our hypothesis"}  # fmt: skip
MOST_MATRICES = 6  # that a row shows
VISIBLE = 0.02  # of the largest reward: cells below minus that are marked with a minus, so that color is not alone


def draw_matrix(path: Path, store: Store, study: Study, figure: Figure, small: bool) -> list[Finding]:
    """Draws the reward matrix of one search of each strategy, generation by generation, a row for each strategy."""
    (text,) = figure.games
    game = Game.parse(text)
    runs = [empty_and_learned(game, name, figure.seed) for name in figure.strategies]
    columns = max(len(tables) for _, tables in runs)
    with new_figure(path, 1.4 + 1.6 * columns, 0.9 + 2.9 * len(runs)) as page:
        rows = page.subplots(len(runs), columns, sharey=True, squeeze=False)
        for (secret, tables), axes, name in zip(runs, rows, figure.strategies, strict=True):
            limit = max(1.0, max(float(np.abs(table).max()) for table in tables))
            for k, ax in enumerate(axes):
                if k >= len(tables):
                    ax.set_axis_off()
                    continue
                image = ax.imshow(tables[k], cmap="PuOr_r", vmin=-limit, vmax=limit, aspect="auto")
                ax.plot(range(game.pegs), secret, "o", mfc="none", mec="black", markersize=9)
                y, x = np.nonzero(tables[k] < -VISIBLE * limit)
                ax.plot(x, y, "_", color=GRAY, markersize=5, markeredgewidth=0.8)
                ax.set_title("before" if k == 0 else f"after {k} generation{'s' * (k > 1)}", fontsize=9.5)
                ax.set_xticks(range(game.pegs), [f"#{p + 1}" for p in range(game.pegs)], fontsize=9)
                ax.set_yticks(
                    range(game.colors), [game.show(np.full(game.pegs, c, np.uint8))[0] for c in range(game.colors)]
                )
            axes[0].set_ylabel(f"{LABELS.get(variant(name), name)}\n\ncolor")
            page.colorbar(image, ax=list(axes), label="reward", shrink=0.9)
        page.supxlabel("peg; rings: the secret; dashes: below zero", fontsize=10)
    return []


def empty_and_learned(game: Game, name: str, number: int) -> tuple[Code, list[Floats]]:
    """Returns a secret, and the matrices of the first generations of the second stage of a run, with the empty one."""
    search, task = make(name), Task(Series(str(game), name, DISTINCT_SECRETS), number)
    assert isinstance(search, OracleSearch)
    secret = secret_of(task)
    steps = search.generations(game, Oracle(game, secret), np.random.default_rng(seed_of(task)))
    learned = [np.array(step.state, float) for step in steps if step.state is not None]
    return secret, [np.zeros((game.colors, game.pegs)), *learned][:MOST_MATRICES]


def variant(name: str) -> str:
    """Returns the replacement of a search, such as reward_matrix."""
    return str(parameters_of(name)["replacement"])


def draw_generations(path: Path, store: Store, study: Study, figure: Figure, small: bool) -> list[Finding]:
    """Draws the generations of each variant at each scenario beside the printed ones, and what they cost in queries."""
    claimed = [one for one in study.claims if one.measure == "guesses"]
    names, games = (list(dict.fromkeys(getattr(one, key) for one in study.claims)) for key in ("strategy", "game"))
    with new_figure(path, 9.5, 7.6) as page:
        panels = page.subplots(2, 2, width_ratios=[3, 2], sharex=True)
        for (left, right), kind in zip(panels, (UNIFORM_SECRETS, DISTINCT_SECRETS), strict=True):
            found = {(name, game): averages(read_sample(store, Series(game, name, kind)))
                     for name in (*names, "random") for game in games}  # fmt: skip
            for k, name in enumerate(names):
                at = {game: x + 0.18 * (k - 1.5) for x, game in enumerate(games)}
                points = [(at[game], *_with_half(found[name, game]["generations"]))
                          for game in games if "generations" in found[name, game]]  # fmt: skip
                style: Any = {"color": COLORS[k], "marker": MARKERS[k], "label": LABELS.get(variant(name), name)}
                if points:
                    left.errorbar(*zip(*points, strict=True), linewidth=0, elinewidth=1.4, markersize=5, **style)
                printed = [(at[c.game], c.value) for c in claimed if (c.strategy, c.secrets) == (name, kind)]
                if printed:
                    left.plot(
                        *zip(*printed, strict=True), MARKERS[k], mfc="none", mec=COLORS[k], markersize=9, alpha=0.7
                    )
            left.plot([], [], "o", mfc="none", mec=GRAY, markersize=9, label="printed")
            left.set(ylabel="generations a run", title=TITLES[kind])
            for k, name in enumerate((names[-1], "random")):
                costs = [(x, found[name, game]["queries"].average) for x, game in enumerate(games)
                         if "queries" in found[name, game]]  # fmt: skip
                if costs:
                    style = {"color": COLORS[3 - 3 * k], "marker": MARKERS[3 - 3 * k], "label": ("Plus", "random")[k]}
                    right.plot(*zip(*costs, strict=True), **style)
            right.set(yscale="log", ylabel="queries to the secret", ylim=(1, None), title="what it costs")
            right.yaxis.set_major_formatter("{x:,.0f}")
            for ax in (left, right):
                ax.set_xticks(range(len(games)), games, rotation=45)
                ax.grid()
        panels[0][0].legend(loc="upper left")
        panels[0][1].legend(loc="center right")
    return []


def _with_half(found: Average) -> tuple[float, float]:
    """Returns an average and half of its 95 % interval."""
    return found.average, 1.96 * (found.error or 0.0)
