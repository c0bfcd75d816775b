"""What to play and what was printed about it: studies, in TOML (see reading.py) or in Python."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from ..errors import BlackpegError, nearest
from ..game import Game
from ..strategies import make, name_of
from .experiment import KINDS, LIST, UNIFORM, Experiment, Series, check, len_of

MEASURES = ("guesses", "known", "queries", "generations", "evaluations", "feedbacks", "seconds")
USUAL = tuple(measure for measure in MEASURES if measure != "queries")  # a strategy's queries are its guesses
CLAIMED = (*MEASURES, "max", "first stage", "second stage")  # what a claim may be about; max of all secrets only
MOST_GAMES = 10_000_000  # of a strategy
LARGEST_SEED = 2**63 - 1  # that a store holds


@dataclass(frozen=True)
class Claim:
    """A number printed in a paper."""

    game: str
    strategy: str
    value: float
    measure: str = "guesses"
    deviation: float | None = None  # the standard deviation printed with it
    games: int | None = None  # how many games it is an average of
    where: str = ""  # paper, table, page
    doubt: str = ""  # why it can't be what it says, where that is known
    secrets: str = ""  # of the experiment it is about, where several play this
    digits: int | None = None  # after the point, as printed; else as Python writes the value
    deviation_digits: int | None = None


@dataclass(frozen=True)
class Figure:
    """Something to draw of a study, by one of the names in figures.py."""

    draw: str
    caption: str = ""
    games: tuple[str, ...] = ()  # of which; empty: all
    strategies: tuple[str, ...] = ()
    seed: int = 0


@dataclass(frozen=True)
class Study:
    """Experiments, and the claims they are held against."""

    name: str
    title: str
    experiments: tuple[Experiment, ...]
    claims: tuple[Claim, ...] = ()
    about: str = ""
    measures: tuple[str, ...] = USUAL  # what a report shows
    figures: tuple[Figure, ...] = ()  # besides the usual ones
    minutes: float = 0.0  # that it takes one core, as far as is known

    def series(self) -> list[Series]:
        return list(dict.fromkeys(series for experiment in self.experiments for series in experiment.series()))

    def asked(self) -> dict[Series, int]:
        """How many games of each series it asks for."""
        asked: dict[Series, int] = {}
        for one in self.experiments:
            for series in one.series():
                asked[series] = max(asked.get(series, 0), len_of(series, one.count, one.codes))
        return asked

    def matching(self, claim: Claim) -> list[tuple[Experiment, Series]]:
        """What plays the games that a claim is about."""
        return [
            (experiment, series)
            for experiment in self.experiments
            for series in experiment.series()
            if (series.game, series.strategy) == (claim.game, claim.strategy)
            and claim.secrets in ("", series.secrets)
        ]  # fmt: skip


def checked_study(study: Study, where: str = "") -> Study:
    """The same with names as they are stored; an error where something in it can't be played or means nothing."""
    where = where or study.name
    if not study.experiments:
        raise BlackpegError(f"{where} has no experiments; one begins with [[experiments]]")
    for measure in study.measures:
        among(measure, MEASURES, f"{where}, measures")
    experiments = tuple(checked(one, f"{where}, experiments {k}") for k, one in enumerate(study.experiments, 1))
    claims = []
    for k, claim in enumerate(study.claims, 1):
        at = f"{where}, claims {k}"
        among(claim.measure, CLAIMED, f"{at}, measure")
        among(claim.secrets or UNIFORM, KINDS, f"{at}, secrets")
        with named(f"{at}, game"):
            game = str(Game.parse(str(claim.game)))
        with named(f"{at}, strategy"):
            claims.append(replace(claim, game=game, strategy=_name(claim.strategy)))
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


def checked(experiment: Experiment, where: str = "") -> Experiment:
    """The same with names as they are stored; an error where its games can't be played."""
    at = f"{where}, " if where else ""
    for key, most in (("count", MOST_GAMES), ("seed", LARGEST_SEED)):
        whole(getattr(experiment, key), f"{at}{key}", 1 if key == "count" else 0, most)
    with named(where and f"{at}games"):
        games = tuple(dict.fromkeys(str(Game.parse(str(game))) for game in experiment.games))
    with named(where and f"{at}strategies"):
        names = tuple(dict.fromkeys(map(_name, experiment.strategies)))
    codes = list(experiment.codes)
    with named(where and f"{at}secrets"):
        if (experiment.secrets == LIST) != bool(codes):
            raise BlackpegError(f"secrets '{experiment.secrets}' with {len(codes)} codes; codes go with '{LIST}'")
        for game in map(Game.parse, games):
            codes = [game.show(game.code(code)) for code in codes]
    made = replace(experiment, games=games, strategies=names, codes=tuple(codes))
    for series in made.series():
        with named(f"{at}{series.strategy} at {series.game}"):
            check(series)
    return made


def _name(text: Any) -> str:
    return name_of(make(text) if isinstance(text, str) else text)


@contextmanager
def named(where: str) -> Iterator[None]:
    """Say where, before what was wrong."""
    try:
        yield
    except BlackpegError as error:
        raise BlackpegError(f"{where}: {error}" if where else str(error)) from error


def among(word: str, choices: tuple[str, ...], where: str) -> None:
    if word not in choices:
        raise BlackpegError(f"{where}: no '{word}'{nearest(word, choices)} (there are {', '.join(choices)})")


def whole(value: Any, where: str, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise BlackpegError(f"{where}: {shown(value)} is not a whole number from {least} to {most:,}")


def shown(value: Any) -> str:
    return str(value) if isinstance(value, Decimal) else repr(value)
