"""Figures 9 to 13 of Cabana & Túpac, redrawn from our runs of their search, and their sentences about them, checked.

Their paper prints averaged curves of the best score by generation, and sentences about them, but no numbers. Crossover
is said to be applied always with the first setting (figure 9). Figures 10 to 12 apply "only" one mutation, which is
read literally here: without crossover. Of figure 13 the text says neither; the algorithm as described crosses.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...evolve import Fitness, random_codes
from ...evolve.kalisker_score import feedback_score
from ...game import Codes, Game
from ...oracle import Oracle
from ...players import rng_of
from ...strategies.cabana_tupac import CabanaTupac
from ..figures.plots import BLUE, COLORS, GRAY, ORANGE, new_figure
from ..report.verdicts import Finding, decide
from ..store import Store
from ..study import Figure, Sentence, Study

# The share of runs that the paper's words stand for: "casi siempre"; "rara vez", of the others; "tiende", "la mayoría".
ALMOST_ALWAYS, ALL_BUT_RARELY, MOSTLY = 0.95, 0.9, 0.5

SOLVED_4, SOLVED_5 = feedback_score(4, 0), feedback_score(5, 0)  # 14 and 20: the scores of the secret itself


class Statement(NamedTuple):
    """A sentence of the paper about a figure."""

    figure: int
    game: str
    search: CabanaTupac
    crossover: float  # of the literal reading
    says: str
    needed: float  # the share of runs of which it must be true
    is_true: Callable[[Fitness], npt.NDArray[np.bool_]]  # for each run, from its best score


STATEMENTS = (
    Statement(9, "4x6", CabanaTupac(), 1.0, "almost always reaches 14", ALMOST_ALWAYS, lambda best: best == SOLVED_4),
    Statement(10, "5x8", CabanaTupac(scramble=1.0), 0.0, "tends not to pass 14", MOSTLY, lambda best: best <= 14),
    Statement(11, "5x8", CabanaTupac(position=1.0), 0.0, "tends not to pass 15", MOSTLY, lambda best: best <= 15),
    Statement(12, "5x8", CabanaTupac(mastermind=1.0), 0.0, "tends to pass 16", MOSTLY, lambda best: best > 16),
    Statement(12, "5x8", CabanaTupac(mastermind=1.0), 0.0, "rarely reaches 20", ALL_BUT_RARELY,
              lambda best: best < SOLVED_5),
    Statement(13, "5x8", CabanaTupac(), 1.0, "mostly reaches 20", MOSTLY, lambda best: best == SOLVED_5),
)  # fmt: skip


class Curves(NamedTuple):
    """The paper's three curves, averaged over runs: a value for each generation."""

    best_so_far: Fitness  # the best score of each generation
    off_line: Fitness  # the mean of the best scores up to each generation
    on_line: Fitness  # the mean of all scores up to each generation
    final: Fitness  # not averaged: the best score of each run


def compute_curves(game: Game, search: CabanaTupac, secrets: Codes, runs: int = 20, seed: int = 0) -> Curves:
    """Averages over `runs` at each secret; every run takes all its generations, even after it met the secret."""
    best, mean = [], []
    for secret in secrets:
        for run in range(runs):
            rng = rng_of(seed, game, search, game.show(secret), run)
            steps = list(replace(search, stop=False).generations(game, Oracle(game, secret), rng))
            best.append([step.fitness.max() for step in steps])
            mean.append([step.fitness.mean() for step in steps])
    bests, means, t = np.array(best), np.array(mean), np.arange(1, search.limit + 1)
    off_line, on_line = bests.cumsum(axis=1) / t, means.cumsum(axis=1) / t
    return Curves(bests.mean(axis=0), off_line.mean(axis=0), on_line.mean(axis=0), bests[:, -1])


@cache  # for the figure and the sentences
def curves_of_statements(secrets: int, runs: int, crossover: float, seed: int) -> dict[Statement, Curves]:
    """Computes the curves of each statement's search with this crossover, over runs at some random secrets."""
    computed = dict[tuple[str, CabanaTupac], Curves]()
    for one in STATEMENTS:
        if (one.game, one.search) not in computed:
            game = Game.parse(one.game)
            codes = random_codes(secrets, game.pegs, game.colors, True, rng_of(seed, game, "secrets"))
            search = replace(one.search, crossover=crossover)
            computed[one.game, one.search] = compute_curves(game, search, codes, runs, seed)
    return {one: computed[one.game, one.search] for one in STATEMENTS}


class CheckedStatement(NamedTuple):
    """A statement and the share of our runs of which it is true."""

    statement: Statement
    share: float

    @property
    def holds(self) -> bool:
        return self.share >= self.statement.needed


def check_statements(
    secrets: int = 10, runs: int = 20, crossover: float = 1.0, seed: int = 0
) -> list[CheckedStatement]:  # fmt: skip
    """Checks every statement over `runs` runs at each of some random secrets."""
    curves = curves_of_statements(secrets, runs, crossover, seed)
    return [CheckedStatement(one, float(one.is_true(curves[one].final).mean())) for one in STATEMENTS]


def check_statement(one: Statement, store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Checks a statement by the share of runs of which it is true, with the literal crossover and with the other."""
    secrets, runs = _numbers(small)
    shares = {
        crossover: float(one.is_true(curves_of_statements(secrets, runs, crossover, 0)[one].final).mean())
        for crossover in (one.crossover, 1 - one.crossover)
    }
    share, other = shares.values()
    low, high = share_interval(share, secrets * runs)
    words = ("without crossover", "with crossover always")
    said, else_said = words[int(one.crossover)], words[1 - int(one.crossover)]
    text = (
        f"{said} true of {share:.0%} of {secrets * runs} runs, asked for is {one.needed:.0%}; {else_said} {other:.0%}"
    )
    difference = (
        f"{100 * (share - one.needed):+.0f} % ({100 * (low - one.needed):+.0f} to {100 * (high - one.needed):+.0f})"
    )
    return Finding(sentence.where, sentence.says, text, decide(low - one.needed, high - one.needed), difference)


def share_interval(share: float, runs: int) -> tuple[float, float]:
    """Returns the 95 % interval of a share, Wilson's.

    >>> [round(end, 3) for end in share_interval(0.5, 100)]
    [0.404, 0.596]
    """
    z = 1.959964
    middle = (share + z * z / (2 * runs)) / (1 + z * z / runs)
    half = z * sqrt(share * (1 - share) / runs + z * z / (4 * runs * runs)) / (1 + z * z / runs)
    return middle - half, middle + half


check_figure_9, check_figure_10, check_figure_11, check_figure_12_passes, check_figure_12_rarely, check_figure_13 = (
    partial(check_statement, one) for one in STATEMENTS
)


def _numbers(small: bool) -> tuple[int, int]:
    """Returns how many secrets there are, and how many runs at each."""
    return (2, 3) if small else (10, 20)


MUTATIONS = {9: "all mutations", 10: "shuffling", 11: "swapping", 12: "next color", 13: "all mutations"}


def draw_curves(path: Path, store: Store, study: Study, figure: Figure, small: bool) -> list[Finding]:
    """Draws the three curves of each of the paper's settings, with and without crossover."""
    secrets, runs = _numbers(small)
    crossed, uncrossed = (curves_of_statements(secrets, runs, crossover, figure.seed) for crossover in (1.0, 0.0))
    panels = {one.figure: one for one in reversed(STATEMENTS)}
    with new_figure(path, 9.5, 6.0) as page:
        axes = page.subplots(2, 3).flat
        for ax, number in zip(axes, sorted(panels), strict=False):
            one = panels[number]
            curves, top_score = crossed[one], {"4x6": 14, "5x8": 20}[one.game]
            x = np.arange(1, len(curves.best_so_far) + 1)
            style: Any
            for values, label, style in (
                (curves.best_so_far, "best so far", {"color": BLUE}), (curves.off_line, "off-line", {"color": ORANGE}),
                (curves.on_line, "on-line", {"color": COLORS[2]}),
                (uncrossed[one].best_so_far, "best so far without crossover", {"color": BLUE, "linestyle": "--"}),
            ):  # fmt: skip
                ax.plot(x, values, label=label, linewidth=1.4, **style)
            ax.axhline(top_score, color=GRAY, linewidth=0.8, linestyle=":")
            title = f"figure {number}, {one.game}, {MUTATIONS[number]}"
            ax.set(ylim=(0, top_score * 1.08), xlim=(0, len(x)), title=title)
            ax.title.set_fontsize(9)
            ax.locator_params(axis="y", integer=True)
            ax.grid()
        axes[5].set_axis_off()
        handles, labels = axes[0].get_legend_handles_labels()
        axes[5].legend(handles, labels, loc="center left")
        page.supxlabel("generations, of 40 queries to the secret each", fontsize=9)
        page.supylabel("score", fontsize=9)
    return []
