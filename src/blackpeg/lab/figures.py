"""The figures of a study, from a store."""

from __future__ import annotations

from pathlib import Path

from ..errors import BlackpegError
from . import plots
from .report import groups, sample
from .stats import Summary
from .store import Store
from .study import Study


def draw(store: Store, study: Study, folder: Path, form: str) -> list[Path]:
    """Draw what the store holds of a study; the files that were written."""
    parts = groups(study)
    games: dict[str, dict[str, Summary]] = {}
    claims: dict[str, list[plots.Claim]] = {}
    searches = set[bool]()
    for number, part in enumerate(parts, 1):
        (name,) = part.games
        if sum(other.games == part.games for other in parts) > 1:  # at the same game, with other secrets
            name += f"-{number}-{part.secrets}"
        found = {one.strategy: sample(store, one, part.codes) for one in part.series()}
        found = {strategy: one for strategy, one in found.items() if len(one.table)}
        if found:
            games[name] = {strategy: one.summary for strategy, one in found.items()}
            searches |= {one.generations is not None for one in found.values()}
            about = [c for c in study.claims if c.measure == "guesses" and c.game in part.games and c.strategy in found]
            about = [c for c in about if c.secrets in ("", part.secrets)]
            claims[name] = [(claim.strategy, claim.value, claim.where) for claim in about]
    if not games:
        raise BlackpegError(f"{store.path} holds no games of {study.name}; 'blackpeg lab run' plays them")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BlackpegError(f"{folder} can't be a folder for figures: {error.strerror}") from error
    unit = "guesses or queries" if len(searches) > 1 else "queries" if True in searches else "guesses"
    files = [folder / f"{study.name}-averages.{form}"]
    plots.averages(files[0], games, claims, unit)
    for game, summaries in games.items():
        for name, drawn in (("distributions", plots.distributions), ("cumulative", plots.cumulative)):
            files.append(folder / f"{study.name}-{game}-{name}.{form}")
            drawn(files[-1], summaries, game, unit)
        if any(found.seconds is not None for found in summaries.values()):
            files.append(folder / f"{study.name}-{game}-seconds.{form}")
            plots.guesses_against_seconds(files[-1], summaries, game, unit)
    return files
