"""The figures of a study, from a store; players' guesses and searches' queries are never in one of them."""

from __future__ import annotations

from pathlib import Path

from ...errors import BlackpegError
from ...oracle import OracleSearch
from ...strategies import make
from ..report.report import groups, sample
from ..stats import Summary
from ..store import Store
from ..study import Study
from . import plots


def draw(store: Store, study: Study, folder: Path, form: str) -> list[Path]:
    """Draw what the store holds of a study; the files that were written."""
    kinds = {search: summaries_of(store, study, search) for search in (False, True)}
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
            plots.averages(files[-1], games, {} if search else claims, unit)
        for game, summaries in games.items():
            for name, drawn in (("distributions", plots.distributions), ("cumulative", plots.cumulative)):
                files.append(folder / f"{study.name}-{game}-{name}{end}")
                drawn(files[-1], summaries, game, unit)
            if any(found.seconds is not None for found in summaries.values()):
                files.append(folder / f"{study.name}-{game}-seconds{end}")
                plots.guesses_against_seconds(files[-1], summaries, game, unit)
    return files


def summaries_of(store: Store, study: Study, search: bool) -> tuple[dict[str, dict[str, Summary]], plots.Claims]:
    """What the store holds of the players of a study, or of its searches: summaries and printed guesses by game."""
    parts = groups(study)
    games: dict[str, dict[str, Summary]] = {}
    claims: dict[str, list[plots.Claim]] = {}
    for number, part in enumerate(parts, 1):
        (name,) = part.games
        if sum(other.games == part.games for other in parts) > 1:  # at the same game, with other secrets
            name += f"-{number}-{part.secrets}"
        own = [one for one in part.series() if isinstance(make(one.strategy), OracleSearch) == search]
        samples = {one.strategy: sample(store, one, part.codes) for one in own}
        found = {strategy: one.summary for strategy, one in samples.items() if len(one.table)}
        if found:
            games[name] = found
            about = [c for c in study.claims if c.measure == "guesses" and c.game in part.games and c.strategy in found]
            about = [c for c in about if c.secrets in ("", part.secrets)]
            claims[name] = [(claim.strategy, claim.value, claim.where) for claim in about]
    return games, claims
