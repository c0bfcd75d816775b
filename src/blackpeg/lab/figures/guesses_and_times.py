"""Figures of all players of a study: guesses against seconds, and distributions of guesses."""

from __future__ import annotations

from pathlib import Path

from ..report.verdicts import Finding
from ..store import Store
from ..study import Figure, Study
from . import costs, summary_plots
from .study_figures import study_styles, study_summaries

MAX_OF_BEST = 1.25  # guesses, as a multiple of the best average, up to which `costs` shows a player


def draw_costs(path: Path, store: Store, study: Study, figure: Figure, small: bool) -> list[Finding]:
    """Draws guesses against seconds of the players near the best, a panel for each game."""
    found, _ = study_summaries(store, study, search=False)
    shown = {game: near_best(found[game]) for game in figure.games or found}
    costs.draw_costs(path, shown, styles=study_styles(study))
    return []


def near_best(summaries: summary_plots.Summaries) -> summary_plots.Summaries:
    """Returns the players that need at most a quarter more guesses than the best, so that a figure can show them."""
    best = min(one.average for one in summaries.values())
    return {name: one for name, one in summaries.items() if one.average <= MAX_OF_BEST * best}


def draw_distributions(path: Path, store: Store, study: Study, figure: Figure, small: bool) -> list[Finding]:
    """Draws how many guesses the games of every player took, at one game."""
    (game,) = figure.games
    summaries, styles = study_summaries(store, study, search=False)[0][game], study_styles(study)
    summary_plots.draw_distributions(path, summaries, game, styles=styles)
    return []
