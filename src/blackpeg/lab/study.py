"""Studies: what to play, and the numbers that papers print about it. study_toml.py reads them from TOML files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from ..errors import BlackpegError, nearest
from ..game import Game
from ..strategies import make, name_of
from .experiment import (
    ALL_SECRETS,
    KINDS_OF_SECRETS,
    LISTED_SECRETS,
    UNIFORM_SECRETS,
    Experiment,
    Series,
    check_series,
)  # fmt: skip

MEASURES = ("guesses", "known", "queries", "generations", "evaluations", "feedbacks", "seconds")
REPORTED_MEASURES = tuple(
    measure for measure in MEASURES if measure != "queries"
)  # a strategy's queries are its guesses
CLAIM_MEASURES = (*MEASURES, "max", "first stage", "second stage")  # max needs all secrets
MAX_GAMES = 10_000_000  # of a strategy at a game
MAX_SEED = 2**63 - 1  # the largest integer of SQLite


@dataclass(frozen=True)
class Claim:
    """A number printed in a paper.

    >>> Claim("4x6", "minimax", 4.478, where="often printed")
    Claim(game='4x6', strategy='minimax', value=4.478, ...)
    """

    game: str
    strategy: str
    value: float
    measure: str = "guesses"
    deviation: float | None = None  # the standard deviation printed with it
    games: int | None = None  # how many games it is an average of
    where: str = ""  # paper, table, page
    doubt: str = ""  # why the printed number may be wrong, if we know
    secrets: str = ""  # of the experiment it is about, if several play this strategy at this game
    digits: int | None = None  # printed after the point; None: as many as Python writes
    deviation_digits: int | None = None


@dataclass(frozen=True)
class Figure:
    """A figure of a study; `draw` is a name of papers/named_figures.py."""

    draw: str
    caption: str = ""
    games: tuple[str, ...] = ()  # that it shows; empty: all
    strategies: tuple[str, ...] = ()
    seed: int = 0


@dataclass(frozen=True)
class Study:
    """Experiments, and the claims that they check.

    >>> study = Study("mine", "Two rules at 4x6", (Experiment("4x6", ("entropy", "minimax"), secrets="all"),))
    >>> [series.strategy for series in study.series()]
    ['entropy', 'minimax']
    """

    name: str
    title: str
    experiments: tuple[Experiment, ...]
    claims: tuple[Claim, ...] = ()
    about: str = ""
    measures: tuple[str, ...] = REPORTED_MEASURES  # the columns of a report
    figures: tuple[Figure, ...] = ()  # besides those that every study has
    minutes: float = 0.0  # that it takes on one core; 0: not known

    def series(self) -> list[Series]:
        """Returns every series that the study plays, once."""
        return list(dict.fromkeys(series for experiment in self.experiments for series in experiment.series()))

    def game_counts(self) -> dict[Series, int]:
        """Returns how many games of each series the study asks for: their numbers are less than this.

        All secrets are asked for `count` times each, though a strategy without chance plays them once.
        """
        counts: dict[Series, int] = {}
        for one in self.experiments:
            for series in one.series():
                rounds = Game.parse(series.game).size if series.secrets == ALL_SECRETS else 1
                counts[series] = max(counts.get(series, 0), len(one.codes) or rounds * one.count)
        return counts

    def matching(self, claim: Claim) -> list[tuple[Experiment, Series]]:
        """Returns the experiments and series that play the games of a claim."""
        return [
            (experiment, series)
            for experiment in self.experiments
            for series in experiment.series()
            if (series.game, series.strategy) == (claim.game, claim.strategy)
            and claim.secrets in ("", series.secrets)
        ]  # fmt: skip


def with_count(study: Study, count: int | None) -> Study:
    """Returns the study with this number of games for each strategy, or itself if there is none."""
    if count is None:
        return study
    return replace(study, experiments=tuple(replace(one, count=count) for one in study.experiments))


def resolve_study(study: Study, where: str = "") -> Study:
    """Returns the study with all names as the store writes them; raises an error if something in it can't be played."""
    where = where or study.name
    if not study.experiments:
        raise BlackpegError(f"{where} has no experiments; one begins with [[experiments]]")
    for measure in study.measures:
        require_one_of(measure, MEASURES, f"{where}, measures")
    experiments = tuple(
        resolve_experiment(one, f"{where}, experiments {k}") for k, one in enumerate(study.experiments, 1)
    )
    claims = []
    for k, claim in enumerate(study.claims, 1):
        at = f"{where}, claims {k}"
        require_one_of(claim.measure, CLAIM_MEASURES, f"{at}, measure")
        require_one_of(claim.secrets or UNIFORM_SECRETS, KINDS_OF_SECRETS, f"{at}, secrets")
        with errors_at(f"{at}, game"):
            game = str(Game.parse(str(claim.game)))
        with errors_at(f"{at}, strategy"):
            claims.append(replace(claim, game=game, strategy=_stored_name(claim.strategy)))
    study = replace(study, experiments=experiments, claims=tuple(claims))
    claims = []
    for k, claim in enumerate(study.claims, 1):
        kinds = list(dict.fromkeys(series.secrets for _, series in study.matching(claim)))
        if not kinds:
            near = nearest(f"{claim.strategy} at {claim.game}", (f"{s.strategy} at {s.game}" for s in study.series()))
            of = f" with {claim.secrets} secrets" if claim.secrets else ""
            raise BlackpegError(f"{where}, claims {k}: no experiment plays {claim.strategy} at {claim.game}{of}{near}")
        if len(kinds) > 1:
            raise BlackpegError(
                f"{where}, claims {k}: several experiments play {claim.strategy} at {claim.game}; "
                f"say which with secrets = {' or '.join(repr(kind) for kind in kinds)}"
            )
        claims.append(replace(claim, secrets=kinds[0]))
    return replace(study, claims=tuple(claims))


def resolve_experiment(experiment: Experiment, where: str = "") -> Experiment:
    """Returns the experiment with all names as the store writes them; raises an error if its games can't be played."""
    at = f"{where}, " if where else ""
    require_whole_number(experiment.count, f"{at}count", 1, MAX_GAMES)
    require_whole_number(experiment.seed, f"{at}seed", 0, MAX_SEED)
    with errors_at(where and f"{at}games"):
        games = tuple(dict.fromkeys(str(Game.parse(str(game))) for game in experiment.games))
    with errors_at(where and f"{at}strategies"):
        names = tuple(dict.fromkeys(map(_stored_name, experiment.strategies)))
    codes = list(experiment.codes)
    with errors_at(where and f"{at}secrets"):
        if (experiment.secrets == LISTED_SECRETS) != bool(codes):
            raise BlackpegError(
                f"secrets '{experiment.secrets}' with {len(codes)} codes; only secrets '{LISTED_SECRETS}' have codes"
            )
        for game in map(Game.parse, games):
            codes = [game.show(game.code(code)) for code in codes]
    resolved = replace(experiment, games=games, strategies=names, codes=tuple(codes))
    for series in resolved.series():
        with errors_at(f"{at}{series.strategy} at {series.game}"):
            check_series(series)
    return resolved


def _stored_name(strategy: Any) -> str:
    """Returns the name of a strategy, given as text or itself, as the store writes it."""
    return name_of(make(strategy) if isinstance(strategy, str) else strategy)


@contextmanager
def errors_at(where: str) -> Iterator[None]:
    """Puts the place before every error that is raised within."""
    try:
        yield
    except BlackpegError as error:
        raise BlackpegError(f"{where}: {error}" if where else str(error)) from error


def require_one_of(word: str, choices: tuple[str, ...], where: str) -> None:
    """Raises an error if a word is not one of the choices."""
    if word not in choices:
        raise BlackpegError(f"{where}: no '{word}'{nearest(word, choices)} (there are {', '.join(choices)})")


def require_whole_number(value: Any, where: str, low: int, high: int) -> None:
    """Raises an error if a value is not a whole number from low to high."""
    if type(value) is not int or not low <= value <= high:
        raise BlackpegError(f"{where}: {show_value(value)} is not a whole number from {low} to {high:,}")


def show_value(value: Any) -> str:
    """Returns a value as a TOML file has it."""
    return str(value) if isinstance(value, Decimal) else repr(value)
