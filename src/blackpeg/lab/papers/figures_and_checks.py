"""The figures that a study can name in `[[figures]]`, and the checks that it can name in `[[sentences]]`.

A file is imported only when its figure is drawn, so that studies are read fast.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

MANY = 1000  # no limit


class FigureKind(NamedTuple):
    """A kind of figure: the function that draws it, and what its table must say."""

    where: str  # module:function within blackpeg.lab
    games: tuple[int, int] = (0, 0)  # how many it names, from the least to the most
    strategies: tuple[int, int] = (0, 0)
    keys: tuple[str, ...] = ()  # other keys that it takes
    traced: str = ""  # it plays games of its own: "Evolving" or "OracleSearch" is what its strategy must be

    @property
    def all_keys(self) -> tuple[str, ...]:
        """The keys that its table may have."""
        counts = {"games": self.games, "strategies": self.strategies}
        return ("draw", "caption", *(key for key, (_, most) in counts.items() if most), *self.keys)


FIGURES = {
    "costs": FigureKind("figures.study_figures:draw_costs", games=(0, MANY)),
    "distributions": FigureKind("figures.study_figures:draw_distributions", games=(1, 1)),
    "growth": FigureKind("figures.growth:draw_growth"),
    "parameter": FigureKind("figures.sweeps:draw_parameter", (1, 1), (1, MANY), ("parameter", "measures")),
    "population": FigureKind("figures.sweeps:draw_parameter", (1, 1), (1, MANY), ("measures",)),
    "scaling": FigureKind("figures.sweeps:draw_scaling", (2, MANY), (1, MANY), ("measures", "line")),
    "fitness": FigureKind("figures.one_game_fitness:draw_fitness", (1, 1), (1, 1), ("seed",), traced="Evolving"),
    "curves-of-generations": FigureKind("figures.evolution_curves:draw_curves_of_generations", (0, MANY), (0, MANY)),
    "curves-of-evaluations": FigureKind("figures.evolution_curves:draw_curves_of_evaluations", (0, MANY), (0, MANY)),
    "matrix": FigureKind("papers.cunha_silva_figures:draw_matrix", (1, 1), (1, 4), ("seed",), traced="OracleSearch"),
    "generations": FigureKind("papers.cunha_silva_figures:draw_generations"),
    "curves": FigureKind("papers.cabana_tupac:draw_curves", keys=("seed",)),
}

CHECKS = {
    "genmm_part_of_space": "papers.genmm_sentences:check_part_of_space",
    "genmm_fifteen_guesses": "papers.genmm_sentences:check_fifteen_guesses",
    "genmm_fixed_amount": "papers.genmm_sentences:check_fixed_amount",
    "genmm_terabyte": "papers.genmm_sentences:check_terabyte",
    "genmm_random_search": "papers.genmm_sentences:check_random_search",
    "genmm_no_improvement": "papers.genmm_sentences:check_no_improvement",
    "genmm_hypermutation": "papers.genmm_sentences:check_hypermutation",
    "genmm_information": "papers.genmm_sentences:check_information",
    "genmm_average_rises": "papers.genmm_sentences:check_average_rises",
    "genmm_on_line_rises": "papers.genmm_sentences:check_on_line_rises",
    "genmm_like_random": "papers.genmm_sentences:check_like_random",
    "genmm_below_optimum": "papers.genmm_sentences:check_below_optimum",
    "genmm_like_bestavros": "papers.genmm_sentences:check_like_bestavros",
    "genmm_like_bento": "papers.genmm_sentences:check_like_bento",
    "genmm_as_well_as_optimal": "papers.genmm_sentences:check_as_well_as_optimal",
    "genmm_similar_averages": "papers.genmm_figure_sentences:check_similar_averages",
    "genmm_lower_deviation": "papers.genmm_figure_sentences:check_lower_deviation",
    "genmm_slope": "papers.genmm_figure_sentences:check_slope",
    "genmm_start": "papers.genmm_figure_sentences:check_start",
    "genmm_residuals": "papers.genmm_figure_sentences:check_residuals",
    "genmm_linear": "papers.genmm_figure_sentences:check_linear_growth",
    "cabana_tupac_9": "papers.cabana_tupac:check_figure_9",
    "cabana_tupac_10": "papers.cabana_tupac:check_figure_10",
    "cabana_tupac_11": "papers.cabana_tupac:check_figure_11",
    "cabana_tupac_12_passes": "papers.cabana_tupac:check_figure_12_passes",
    "cabana_tupac_12_rarely": "papers.cabana_tupac:check_figure_12_rarely",
    "cabana_tupac_13": "papers.cabana_tupac:check_figure_13",
    "cabana_tupac_attempts_queries": "papers.cabana_tupac:check_attempts_queries",
    "cabana_tupac_attempts_generations": "papers.cabana_tupac:check_attempts_generations",
    "cabana_tupac_attempts_legal": "papers.cabana_tupac:check_attempts_legal",
    "cabana_tupac_comparable_queries": "papers.cabana_tupac:check_comparable_queries",
    "cabana_tupac_comparable_legal": "papers.cabana_tupac:check_comparable_legal",
    "cabana_tupac_larger": "papers.cabana_tupac:check_larger",
    "cunha_silva_lead_grows": "papers.cunha_silva_sentences:check_lead_grows",
    "cunha_silva_first_stage_finds": "papers.cunha_silva_sentences:check_first_stage_finds",
    "cunha_silva_first_stage_grows": "papers.cunha_silva_sentences:check_first_stage_grows",
    "cunha_silva_none_7x10": "papers.cunha_silva_sentences:check_none_solved_7x10",
    "cunha_silva_none_8x12": "papers.cunha_silva_sentences:check_none_solved_8x12",
    "cunha_silva_some_7x10": "papers.cunha_silva_sentences:check_some_unsolved_7x10",
    "cunha_silva_some_8x12": "papers.cunha_silva_sentences:check_some_unsolved_8x12",
    "cunha_silva_below_literature": "papers.cunha_silva_sentences:check_below_literature",
    "cunha_silva_surpasses": "papers.cunha_silva_sentences:check_surpasses",
    "cunha_silva_surpasses_named": "papers.cunha_silva_sentences:check_surpasses_named",
    "cunha_silva_diversity": "papers.cunha_silva_sentences:check_diversity",
}


def load_function(where: str) -> Callable[..., Any]:
    """Returns a function of blackpeg.lab, given as module:function."""
    module, _, name = where.partition(":")
    function: Callable[..., Any] = getattr(import_module(f"..{module}", __package__), name)
    return function
