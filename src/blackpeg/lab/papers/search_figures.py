"""The figures of the two papers whose searches ask the secret, redrawn from our runs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from ...evolve import random_codes
from ...game import Game
from ...oracle import Oracle, OracleSearch
from ...players import rng_of
from ...strategies import make
from ..experiment import Series, Task, secret_of, seed_of
from ..figures.plots import BLUE, COLORS, GRAY, MARKERS, ORANGE, new_figure
from ..report.samples import averages, read_sample
from ..report.verdicts import Finding, join_numbers
from ..stats import interval
from ..store import Store
from ..study import Figure, Study
from .cabana_tupac import STATEMENTS, Curves, compute_curves

# Cabana & Túpac

MUTATIONS = {9: "all mutations", 10: "shuffling", 11: "swapping", 12: "next color", 13: "all mutations"}


def draw_curves(path: Path, store: Store, study: Study, figure: Figure, small: bool) -> list[Finding]:
    """Best-so-far, off-line and on-line curves of each of the paper's settings, and what it says of them."""
    secrets, runs = (2, 3) if small else (10, 20)
    panels = list(dict.fromkeys((one.figure, one.game, one.search) for one in STATEMENTS))
    made: dict[tuple[int, float], Curves] = {}
    for number, text, search in panels:
        game = Game.parse(text)
        codes = random_codes(secrets, game.pegs, game.colors, True, rng_of(figure.seed, game, "secrets"))
        for crossover in (1.0, 0.0):
            setting = replace(search, crossover=crossover)
            made[number, crossover] = compute_curves(game, setting, codes, runs, figure.seed)
    with new_figure(path, 9.5, 6.0) as page:
        axes = page.subplots(2, 3).flat
        for ax, (number, text, _) in zip(axes, panels, strict=False):
            told, most = made[number, 1.0], {"4x6": 14, "5x8": 20}[text]
            x = np.arange(1, len(told.best_so_far) + 1)
            for values, label, how in (
                (told.best_so_far, "best so far", {"color": BLUE}), (told.off_line, "off-line", {"color": ORANGE}),
                (told.on_line, "on-line", {"color": COLORS[2]}),
                (made[number, 0.0].best_so_far, "best so far without crossover", {"color": BLUE, "linestyle": "--"}),
            ):  # fmt: skip
                ax.plot(x, values, label=label, linewidth=1.4, **how)
            ax.axhline(most, color=GRAY, linewidth=0.8, linestyle=":")
            ax.set(ylim=(0, most * 1.08), xlim=(0, len(x)), title=f"figure {number}, {text}, {MUTATIONS[number]}")
            ax.title.set_fontsize(9)
            ax.locator_params(axis="y", integer=True)
            ax.grid()
        axes[5].set_axis_off()
        handles, labels = axes[0].get_legend_handles_labels()
        axes[5].legend(handles, labels, loc="center left")
        page.supxlabel("generations, of 40 queries to the secret each", fontsize=9)
        page.supylabel("score", fontsize=9)
    found = []
    for one in STATEMENTS:
        share, without = (float(one.is_true(made[one.figure, rate].final).mean()) for rate in (1.0, 0.0))
        words = (
            f"true of {share:.0%} of {secrets * runs} runs, {one.needed:.0%} asked for; "
            f"without crossover of {without:.0%}"
        )
        found.append(Finding(f"figure {one.figure}", f"{one.game} {one.says}", words, share >= one.needed))
    return found


# Cunha & da Silva


def draw_matrix(path: Path, store: Store, study: Study, figure: Figure, small: bool) -> list[Finding]:
    """The reward matrix, generation by generation."""
    (text,), (name,) = figure.games, figure.strategies
    game, search, task = Game.parse(text), make(name), Task(Series(text, name, "distinct"), figure.seed)
    assert isinstance(search, OracleSearch)
    secret = secret_of(task)
    steps = search.generations(game, Oracle(game, secret), np.random.default_rng(seed_of(task)))
    seen = [step for step in steps if step.state is not None]
    tables = [np.zeros((game.colors, game.pegs)), *(np.array(step.state, float) for step in seen)][:6]
    limit = max(1.0, max(float(np.abs(table).max()) for table in tables))
    with new_figure(path, 1.2 + 1.75 * len(tables), 3.9) as page:
        axes = page.subplots(1, len(tables), sharey=True, squeeze=False)[0]
        for k, (ax, table) in enumerate(zip(axes, tables, strict=True)):
            shown = ax.imshow(table, cmap="PuOr_r", vmin=-limit, vmax=limit, aspect="auto")
            ax.plot(range(game.pegs), secret, "o", mfc="none", mec="black", markersize=9)
            ax.set_title("before" if k == 0 else f"generation {seen[k - 1].number}", fontsize=8.5)
            ax.set_xticks(range(game.pegs), [str(p + 1) for p in range(game.pegs)])
            ax.set_yticks(
                range(game.colors), [game.show(np.full(game.pegs, c, np.uint8))[0] for c in range(game.colors)]
            )
        axes[0].set_ylabel("color")
        page.supxlabel("peg", fontsize=9)
        page.colorbar(shown, ax=list(axes), label="reward", shrink=0.9)
    top = [game.show(table.argmax(axis=0).astype(np.uint8)) for table in tables[1:]]
    right = [int((table.argmax(axis=0) == secret).sum()) for table in tables[1:]]
    rewarded = f"most rewarded at each peg: {', then '.join(top)}: {join_numbers(right)} pegs right"
    words = f"secret {game.show(secret)}; {rewarded}"
    return [
        Finding(
            "figures 1 and 2", "the matrix learns where colors belong", words, right[-1] > right[0] if right else None
        )
    ]


def draw_generations(path: Path, store: Store, study: Study, figure: Figure, small: bool) -> list[Finding]:
    """Generations of each replacement at each size, beside what was printed, and the queries they are."""
    series = [one for one in study.series() if one.secrets == "distinct"]
    names = [name for name in dict.fromkeys(one.strategy for one in series) if name.startswith("cunha_silva")]
    games = list(dict.fromkeys(one.game for one in series))
    printed = {(c.strategy, c.game): c.value for c in study.claims if c.measure == "guesses"}
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
            theirs = [
                (x + 0.18 * (k - 1.5), printed[name, game]) for x, game in enumerate(games) if (name, game) in printed
            ]
            left.plot(*zip(*theirs, strict=True), MARKERS[k], mfc="none", mec=color, markersize=9, alpha=0.7)
        left.plot([], [], "o", mfc="none", mec=GRAY, markersize=9, label="printed")
        left.set_xticks(range(len(games)), games, rotation=45)
        left.set_ylabel("generations a run, with 95 % intervals")
        left.legend(loc="upper left")
        for k, name in enumerate(("cunha_silva", "random")):
            there = [(x, averages(found[name, game])) for x, game in enumerate(games) if (name, game) in found]
            points = [(x, read["queries"].average) for x, read in there if "queries" in read]
            how = {"color": COLORS[3 - 3 * k], "marker": MARKERS[3 - 3 * k]}
            right.plot(*zip(*points, strict=True), label=name, **how)
        right.set(yscale="log", ylabel="queries to the secret (log scale)", ylim=(1, None), title="what it costs")
        right.yaxis.set_major_formatter("{x:,.0f}")
        left.set_title("secrets without repeats")
        right.set_xticks(range(len(games)), games, rotation=45)
        right.legend(loc="center right")
        for ax in (left, right):
            ax.grid()
    return []
