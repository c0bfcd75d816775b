"""Figures of Cunha & da Silva, redrawn from our runs of their search."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ...game import Game
from ...oracle import Oracle, OracleSearch
from ...strategies import make
from ..experiment import DISTINCT_SECRETS, Series, Task, secret_of, seed_of
from ..figures.plots import COLORS, GRAY, MARKERS, new_figure
from ..game_arrays import averages, read_sample
from ..report.verdicts import Finding
from ..stats import interval
from ..store import Store
from ..study import Figure, Study


def draw_matrix(path: Path, store: Store, study: Study, figure: Figure, small: bool) -> list[Finding]:
    """Draws the reward matrix of one search, generation by generation."""
    (text,), (name,) = figure.games, figure.strategies
    game, search, task = Game.parse(text), make(name), Task(Series(text, name, DISTINCT_SECRETS), figure.seed)
    assert isinstance(search, OracleSearch)
    secret = secret_of(task)
    steps = search.generations(game, Oracle(game, secret), np.random.default_rng(seed_of(task)))
    learned = [step for step in steps if step.state is not None]
    tables = [np.zeros((game.colors, game.pegs)), *(np.array(step.state, float) for step in learned)][:6]
    limit = max(1.0, max(float(np.abs(table).max()) for table in tables))
    with new_figure(path, 1.2 + 1.75 * len(tables), 3.9) as page:
        axes = page.subplots(1, len(tables), sharey=True, squeeze=False)[0]
        for k, (ax, table) in enumerate(zip(axes, tables, strict=True)):
            image = ax.imshow(table, cmap="PuOr_r", vmin=-limit, vmax=limit, aspect="auto")
            ax.plot(range(game.pegs), secret, "o", mfc="none", mec="black", markersize=9)
            ax.set_title("before" if k == 0 else f"generation {learned[k - 1].number}", fontsize=8.5)
            ax.set_xticks(range(game.pegs), [str(p + 1) for p in range(game.pegs)])
            ax.set_yticks(
                range(game.colors), [game.show(np.full(game.pegs, c, np.uint8))[0] for c in range(game.colors)]
            )
        axes[0].set_ylabel("color")
        page.supxlabel("peg", fontsize=9)
        page.colorbar(image, ax=list(axes), label="reward", shrink=0.9)
    return []


def draw_generations(path: Path, store: Store, study: Study, figure: Figure, small: bool) -> list[Finding]:
    """Draws the generations of each replacement at each size, beside the printed ones, and the queries they cost."""
    series = [one for one in study.series() if one.secrets == DISTINCT_SECRETS]
    names = [name for name in dict.fromkeys(one.strategy for one in series) if name.startswith("cunha_silva")]
    games = list(dict.fromkeys(one.game for one in series))
    printed = {
        (c.strategy, c.game): c.value for c in study.claims if c.measure == "guesses" and c.secrets == DISTINCT_SECRETS
    }
    found = {(one.strategy, one.game): read_sample(store, one) for one in series}
    with new_figure(path, 9.5, 4.6) as page:
        left, right = page.subplots(1, 2, width_ratios=[3, 2])
        for k, name in enumerate(names):
            xs, ys, ends = [], [], []
            for x, game in enumerate(games):
                values = found[name, game].generations
                if values is not None and len(values) > 1:
                    low, high = interval(float(values.mean()), float(values.std(ddof=1)), len(values))
                    xs.append(x + 0.18 * (k - 1.5))
                    ys.append(float(values.mean()))
                    ends.append((high or 0) - float(values.mean()) if low is not None else 0)
            color, label = (
                COLORS[k],
                {"cunha_silva": "reward_matrix_plus"}.get(name, name.split("'")[1] if "'" in name else name),
            )
            left.errorbar(
                xs, ys, ends, color=color, marker=MARKERS[k], linewidth=0, elinewidth=1.4, label=label, markersize=5
            )
            printed_points = [
                (x + 0.18 * (k - 1.5), printed[name, game]) for x, game in enumerate(games) if (name, game) in printed
            ]
            left.plot(*zip(*printed_points, strict=True), MARKERS[k], mfc="none", mec=color, markersize=9, alpha=0.7)
        left.plot([], [], "o", mfc="none", mec=GRAY, markersize=9, label="printed")
        left.set_xticks(range(len(games)), games, rotation=45)
        left.set_ylabel("generations a run, with 95 % intervals")
        left.legend(loc="upper left")
        for k, name in enumerate(("cunha_silva", "random")):
            costs = [(x, averages(found[name, game])) for x, game in enumerate(games) if (name, game) in found]
            points = [(x, cost["queries"].average) for x, cost in costs if "queries" in cost]
            style = {"color": COLORS[3 - 3 * k], "marker": MARKERS[3 - 3 * k]}
            right.plot(*zip(*points, strict=True), label=name, **style)
        right.set(yscale="log", ylabel="queries to the secret (log scale)", ylim=(1, None), title="what it costs")
        right.yaxis.set_major_formatter("{x:,.0f}")
        left.set_title("secrets without repeats")
        right.set_xticks(range(len(games)), games, rotation=45)
        right.legend(loc="center right")
        for ax in (left, right):
            ax.grid()
    return []
