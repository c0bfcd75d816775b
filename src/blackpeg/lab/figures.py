"""The figures of a study, from a store."""

from __future__ import annotations

from pathlib import Path

from ..errors import BlackpegError
from . import plots
from .report import sample
from .stats import Summary
from .store import Store
from .study import Study


def draw(store: Store, study: Study, folder: Path, form: str) -> list[Path]:
    """Draw what the store holds of a study; the files that were written."""
    games: dict[str, dict[str, Summary]] = {}
    for experiment in study.experiments:
        for series in experiment.series():
            found = sample(store, series, experiment.codes).summary
            if found.games:
                games.setdefault(series.game, {}).setdefault(series.strategy, found)
    if not games:
        raise BlackpegError(f"{store.path} holds no games of {study.name}; 'blackpeg lab run' plays them")
    claims = {
        game: [(c.strategy, c.value, c.where) for c in study.claims if c.game == game and c.measure == "guesses"]
        for game in games
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BlackpegError(f"{folder} can't be a folder for figures: {error.strerror}") from error
    files = [folder / f"{study.name}-averages.{form}"]
    plots.averages(files[0], games, claims)
    for game, summaries in games.items():
        for name, drawn in (("distributions", plots.distributions), ("cumulative", plots.cumulative)):
            files.append(folder / f"{study.name}-{game}-{name}.{form}")
            drawn(files[-1], summaries, game)
        if any(found.seconds is not None for found in summaries.values()):
            files.append(folder / f"{study.name}-{game}-seconds.{form}")
            plots.guesses_against_seconds(files[-1], summaries, game)
    return files
