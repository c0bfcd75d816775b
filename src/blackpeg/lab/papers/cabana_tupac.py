"""Figures 9 to 13 of Cabana & Túpac, redrawn from our runs of their search, and the sentences of their text, checked.

Their paper prints averaged curves of the best score by generation, and sentences about them, but no numbers. Crossover
is said to be applied always with the first setting (figure 9). Figures 10 to 12 apply "only" one mutation, which is
read literally here: without crossover. Of figure 13 the text says neither; the algorithm as described crosses.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...evolve import Fitness, random_codes
from ...evolve.kalisker_score import feedback_score
from ...game import Codes, Game
from ...oracle import Oracle
from ...players import rng_of
from ...strategies.cabana_tupac import CabanaTupac
from ..experiment import Series
from ..figures.summary_plots import COLORS, GRAY, LINES, new_figure
from ..game_arrays import Sample, average_of, averages, read_sample
from ..report.check_paper_sentences import paired_values
from ..report.verdicts import Difference, Finding, decide
from ..stats import COVERAGE, Floats, interval
from ..store import Store
from ..study import Figure, Sentence, Study
from .sentence_about_share_of_runs import not_played, share_finding

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
    halves: tuple[Fitness, Fitness, Fitness]  # half of the 95 % intervals of the three curves


def compute_curves(game: Game, search: CabanaTupac, secrets: Codes, runs: int = 1, seed: int = 0) -> Curves:
    """Averages over `runs` at each secret; every run takes all its generations, even after it met the secret."""
    best, mean = [], []
    for secret in secrets:
        for run in range(runs):
            rng = rng_of(seed, game, search, game.show(secret), run)
            steps = list(replace(search, stop=False).generations(game, Oracle(game, secret), rng))
            best.append([step.fitness.max() for step in steps])
            mean.append([step.fitness.mean() for step in steps])
    bests, means, t = np.array(best), np.array(mean), np.arange(1, search.limit + 1)
    curves = bests, bests.cumsum(axis=1) / t, means.cumsum(axis=1) / t
    _, student = interval(0.0, len(bests) ** 0.5, len(bests))
    one, two, three = ((student or 0.0) * values.std(axis=0, ddof=1) / len(bests) ** 0.5 for values in curves)
    best_so_far, off_line, on_line = (values.mean(axis=0) for values in curves)
    return Curves(best_so_far, off_line, on_line, bests[:, -1], (one, two, three))


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
    secrets: int = 200, runs: int = 1, crossover: float | None = None, seed: int = 0
) -> list[CheckedStatement]:  # fmt: skip
    """Checks every statement over runs at random secrets, with this crossover or, if None, with that of the text."""
    checked = []
    for one in STATEMENTS:
        curves = curves_of_statements(secrets, runs, one.crossover if crossover is None else crossover, seed)
        checked.append(CheckedStatement(one, float(one.is_true(curves[one].final).mean())))
    return checked


def check_statement(one: Statement, store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Checks a statement by the share of runs of which it is true, with the literal crossover and with the other."""
    secrets, runs = _numbers(small)
    share, other = (
        float(one.is_true(curves_of_statements(secrets, runs, crossover, 0)[one].final).mean())
        for crossover in (one.crossover, 1 - one.crossover)
    )
    words = ("without crossover", "with crossover always")
    said, else_said = words[int(one.crossover)], words[1 - int(one.crossover)]
    text = (
        f"{said} true of {share:.1%} of {secrets * runs} runs, asked for is {one.needed:.0%}; {else_said} {other:.1%}"
    )
    return share_finding(sentence, text, share, secrets * runs, one.needed)


check_figure_9, check_figure_10, check_figure_11, check_figure_12_passes, check_figure_12_rarely, check_figure_13 = (
    partial(check_statement, one) for one in STATEMENTS
)


def _numbers(small: bool) -> tuple[int, int]:
    """Returns how many secrets there are, and how many runs at each."""
    return (6, 1) if small else (200, 1)


# Claims in words, from the stored games of the study

GAMES = ("4x6", "5x8")  # of the paper
SEARCH, LEGAL, RANDOM = "cabana_tupac", "cabana_tupac_legal", "random"
MOST_ATTEMPTS = 15  # section I: "es común que t_max = 15"
COMPARABLE = 0.1  # results are taken to be comparable if they are at most so much worse, as a share
LARGER_GAMES = ("6x9", "8x12", "10x15")


def check_attempts(name: str, measure: str, store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Checks whether nearly all runs solve the game within 15 attempts, at the paper's two sizes."""
    samples = {game: _read(store, game, name) for game in GAMES}
    if not all(len(one.table) > 1 for one in samples.values()):
        return not_played(sentence)
    shares, texts = {}, []
    for game, one in samples.items():
        values = one.generations if measure == "generations" else one.guesses
        assert values is not None
        shares[game] = float(((values <= MOST_ATTEMPTS) & (one.table[:, 0] != 0)).mean())
        texts.append(f"{shares[game]:.1%} at {game}, where the average is {values.mean():,.1f}")
    game = min(shares, key=lambda one: shares[one])
    text = f"runs of {name} that end within {MOST_ATTEMPTS} {measure}: {' and '.join(texts)}; "
    text += f"asked for is {ALMOST_ALWAYS:.0%} at both"
    return share_finding(sentence, text, shares[game], len(samples[game].table), ALMOST_ALWAYS)


check_attempts_queries = partial(check_attempts, SEARCH, "queries")
check_attempts_generations = partial(check_attempts, SEARCH, "generations")
check_attempts_legal = partial(check_attempts, LEGAL, "guesses")


def check_comparable(
    name: str, rivals: tuple[str, ...], store: Store, study: Study, sentence: Sentence, small: bool
) -> Finding:
    """Checks on the same secrets whether a search or player needs at most a tenth more than its rivals."""
    found = []
    for game in GAMES:
        ours = _read(store, game, name)
        for rival in rivals:
            theirs = _read(store, game, rival)
            values = paired_values(ours, theirs, "queries")
            if len(values) < 2:
                return not_played(sentence)
            apart, average = _difference(values, len(GAMES) * len(rivals)), averages(theirs)["queries"].average
            found.append((apart, COMPARABLE * average, f"{apart} than {rival} at {game}"))
    worst, limit, _ = max(found, key=lambda one: one[0].value / one[1])
    verdicts = [decide(limit - apart.high, limit - apart.low) for apart, limit, _ in found]
    holds = True if all(verdicts) else False if False in verdicts else None
    text = f"{name} needs {', '.join(words for _, _, words in found)}; comparable is taken for at most 10 % more"
    return Finding(
        sentence.where, sentence.says, text, holds, f"{worst}, the worst of {len(found)}; allowed {limit:.2f}"
    )


check_comparable_queries = partial(check_comparable, SEARCH, (RANDOM,))
check_comparable_legal = partial(check_comparable, LEGAL, (RANDOM, "entropy"))


def check_larger(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Checks whether most runs of the paper's setting solve games with much larger spaces."""
    samples = {game: _read(store, game, SEARCH) for game in LARGER_GAMES}
    if not all(len(one.table) > 1 for one in samples.values()):
        return not_played(sentence)
    shares = {game: float((one.table[:, 0] != 0).mean()) for game, one in samples.items()}
    base = Game.parse(GAMES[-1]).size
    parts = [
        f"{share:.0%} at {game} ({Game.parse(game).size / base:,.0f} times the codes of 5x8)"
        for game, share in shares.items()
    ]
    game = min(shares, key=lambda one: shares[one])
    text = f"runs that meet the secret within 150 generations: {', '.join(parts)}; asked for is {MOSTLY:.0%} at each"
    return share_finding(sentence, text, shares[game], len(samples[game].table), MOSTLY)


def _read(store: Store, game: str, name: str) -> Sample:
    return read_sample(store, Series(game, name))


def _difference(values: Floats, comparisons: int) -> Difference:
    """Returns the mean of paired differences; all intervals together cover 95 %."""
    found, games = average_of(values), len(values)
    low, high = interval(found.average, (found.error or 0.0) * games**0.5, games, 1 - (1 - COVERAGE) / comparisons)
    return Difference(found.average, low or 0.0, high or 0.0)


# The figures

TITLES = {  # of the paper's figures, translated
    9: "all mutations", 10: "scramble mutation only", 11: "position mutation only",
    12: "Mastermind mutation only", 13: "all mutations",
}  # fmt: skip


def draw_curves(path: Path, store: Store, study: Study, figure: Figure, small: bool) -> list[Finding]:
    """Draws the three curves of each setting in the literal reading, and the best so far in the other reading."""
    secrets, runs = _numbers(small)
    readings = [curves_of_statements(secrets, runs, crossover, figure.seed) for crossover in (0.0, 1.0)]
    panels = {one.figure: one for one in reversed(STATEMENTS)}
    with new_figure(path, 9.5, 6.4) as page:
        axes = page.subplots(2, 3).flat
        for ax, number in zip(axes, sorted(panels), strict=False):
            one = panels[number]
            curves, other = readings[int(one.crossover)][one], readings[1 - int(one.crossover)][one]
            top_score = feedback_score(Game.parse(one.game).pegs, 0)
            x = np.arange(1, len(curves.best_so_far) + 1)
            drawn = zip(curves[:3], curves.halves, ("best so far", "off-line", "on-line"), COLORS, LINES, strict=False)
            for values, half, label, color, line in drawn:
                ax.plot(x, values, line, label=label, linewidth=1.5, color=color)
                ax.fill_between(x, values - half, values + half, color=color, alpha=0.2, linewidth=0)
            ax.plot(x, other.best_so_far, ":", label="best so far, other reading", linewidth=1.3, color=GRAY)
            ax.axhline(top_score, color=GRAY, linewidth=0.8)
            how = "with crossover" if one.crossover else "without crossover"
            ax.set(ylim=(0, top_score * 1.08), xlim=(0, len(x)))
            ax.set_title(f"figure {number}, {one.game}, {how}\n{TITLES[number]}", fontsize=9.5)
            ax.locator_params(axis="y", integer=True)
            ax.grid()
        axes[5].set_axis_off()
        handles, labels = axes[0].get_legend_handles_labels()
        axes[5].legend(handles, labels, loc="center left", title="bands: 95 % intervals")
        page.supxlabel("generations, of 40 queries to the secret each", fontsize=10)
        page.supylabel("score", fontsize=10)
    return []
