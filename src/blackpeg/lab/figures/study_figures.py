"""The figures of a study: those that every study gets, and those of kind `costs` and `distributions` in its TOML file.

Guesses of players and queries of oracle searches are never in the same figure.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from ...errors import BlackpegError
from ...game import Game
from ...oracle import OracleSearch
from ...strategies import make
from ..experiment import Experiment
from ..game_arrays import read_sample
from ..report.report_json import group_experiments, title_of_group
from ..report.verdicts import Finding, digits_of, mark_of
from ..stats import Summary
from ..store import Store
from ..study import Claim, Figure, Study
from . import guesses_against_time, summary_plots

MAX_OF_BEST = 1.25  # guesses, as a multiple of the best average, up to which `draw_costs` shows a player


def draw_study(store: Store, study: Study, folder: Path, form: str) -> list[Path]:
    """Draws the stored games that a study asks for into a folder, and returns the files."""
    store, styles = store.limited_to(study.game_counts()), study_styles(study)
    kinds = {search: study_summaries(store, study, search) for search in (False, True)}
    if not any(games for games, _ in kinds.values()):
        raise BlackpegError(f"{store.path} holds no games of {study.name}; 'blackpeg lab run' plays them")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BlackpegError(f"{folder} can't be a folder for figures: {error.strerror}") from error
    files = []
    for search, (games, claims) in kinds.items():
        unit, end = ("queries", f"-queries.{form}") if search else ("guesses", f".{form}")
        if games:
            files.append(folder / f"{study.name}-averages{end}")
            summary_plots.draw_averages(files[-1], games, {} if search else claims, unit, styles, panel_titles(study))
        for game, summaries in games.items():
            for name, draw in (
                ("distributions", summary_plots.draw_distributions),
                ("cumulative", summary_plots.draw_cumulative),
            ):
                files.append(folder / f"{study.name}-{game}-{name}{end}")
                draw(files[-1], summaries, game, unit, styles)
            if any(found.seconds is not None for found in summaries.values()):
                files.append(folder / f"{study.name}-{game}-seconds{end}")
                guesses_against_time.draw_guesses_against_seconds(files[-1], summaries, game, unit, styles)
    return files


def study_styles(study: Study) -> summary_plots.Styles:
    """Returns color and marker of every strategy of a study, the same in all its figures."""
    return summary_plots.styles_of(series.strategy for series in study.series())


def study_summaries(
    store: Store, study: Study, search: bool
) -> tuple[dict[str, dict[str, Summary]], summary_plots.PrintedAverages]:
    """Returns summaries and printed averages by game, of the players of a study or of its oracle searches.

    Games are in the order of their size. If a study has several kinds of secrets at a game, its name is followed by
    those: `panel_titles` has plainer ones.
    """
    games: dict[str, dict[str, Summary]] = {}
    claims: dict[str, list[summary_plots.PrintedAverage]] = {}
    for name, group in sorted(_named_groups(study).items(), key=lambda one: _size_of(one[1])):
        own = [one for one in group.series() if isinstance(make(one.strategy), OracleSearch) == search]
        samples = {one.strategy: read_sample(store, one, group.codes) for one in own}
        found = {strategy: one.summary for strategy, one in samples.items() if len(one.table)}
        if found:
            games[name] = found
            about = [
                c for c in study.claims if c.measure == "guesses" and c.game in group.games and c.strategy in found
            ]
            about = [c for c in about if c.secrets in ("", group.secrets)]
            claims[name] = [(one.strategy, one.value, _words_of(one)) for one in about]
    return games, claims


def _named_groups(study: Study) -> dict[str, Experiment]:
    """Returns the groups of a study by names for files: 4x6, or 4x6-2-uniform if there are other secrets at 4x6."""
    groups = group_experiments(study)
    several = Counter(group.games for group in groups)
    return {
        group.games[0] + (f"-{number}-{group.secrets}" if several[group.games] > 1 else ""): group
        for number, group in enumerate(groups, 1)
    }


def _size_of(group: Experiment) -> tuple[int, int]:
    game = Game.parse(group.games[0])
    return game.pegs, game.colors


def panel_titles(study: Study) -> dict[str, str]:
    """Returns the titles of panels for the names of games that `study_summaries` returns."""
    return {
        name: name if name == group.games[0] else title_of_group(group.games[0], group.secrets)
        for name, group in _named_groups(study).items()
    }


def _words_of(claim: Claim) -> str:
    """Returns a printed number with its digits, and how it is known if we did not read it in its paper."""
    return f"{claim.value:.{digits_of(claim)}f}{mark_of(claim.source)}"


def draw_costs(path: Path, store: Store, study: Study, figure: Figure, small: bool) -> list[Finding]:
    """Draws guesses against seconds of the players near the best, a panel for each game."""
    found, _ = study_summaries(store, study, search=False)
    shown = {game: near_best(found[game]) for game in figure.games or found}
    guesses_against_time.draw_costs(path, shown, styles=study_styles(study))
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
