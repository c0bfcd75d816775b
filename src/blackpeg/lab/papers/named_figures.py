"""The figures that a study can name in `[[figures]]`.

Each draws one file, from a store or from runs of its own, and returns what it found; `small` makes fewer runs.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ..figures import plots
from ..figures.curves import draw_curves_of_evaluations, draw_curves_of_generations
from ..figures.growth import draw_growth
from ..figures.study_figures import study_summaries
from ..report.verdicts import Finding
from ..store import Store
from ..study import Figure, Study
from .cabana_tupac import draw_curves
from .cunha_silva import draw_generations, draw_matrix
from .genmm import draw_fitness, draw_population, draw_scaling

MAX_OF_BEST = 1.25  # guesses, as a multiple of the best average, up to which `costs` shows a player


def draw_costs(path: Path, store: Store, study: Study, figure: Figure, small: bool) -> list[Finding]:
    """Draws guesses against seconds of the players near the best, a panel for each game."""
    found, _ = study_summaries(store, study, search=False)
    plots.draw_costs(path, {game: near_best(found[game]) for game in figure.games or found})
    return []


def near_best(summaries: plots.Summaries) -> plots.Summaries:
    """Returns the players that need at most a quarter more guesses than the best, so that a figure can show them."""
    best = min(one.average for one in summaries.values())
    return {name: one for name, one in summaries.items() if one.average <= MAX_OF_BEST * best}


def draw_distributions(path: Path, store: Store, study: Study, figure: Figure, small: bool) -> list[Finding]:
    """Draws how many guesses the games of every player took, at one game."""
    (game,) = figure.games
    plots.draw_distributions(path, study_summaries(store, study, search=False)[0][game], game)
    return []


FIGURES: dict[str, Callable[[Path, Store, Study, Figure, bool], list[Finding]]] = {
    "costs": draw_costs, "distributions": draw_distributions,
    "fitness": draw_fitness, "population": draw_population, "scaling": draw_scaling, "curves": draw_curves,
    "matrix": draw_matrix, "generations": draw_generations, "growth": draw_growth,
    "curves-of-generations": draw_curves_of_generations, "curves-of-evaluations": draw_curves_of_evaluations,
}  # fmt: skip
