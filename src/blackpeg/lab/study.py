"""What to play and what was printed about it: studies, in TOML or in Python.

title = "Classic strategies at 4x6"

[[experiments]]
games = ["4x6"]
strategies = ["entropy", "random"]
secrets = "uniform"                 # or "distinct", "all", "adversary", or a file with one code a line
count = 500                         # games of each; with "all", games a secret where chance plays
seed = 0

[[claims]]
game = "4x6"
strategy = "entropy"
measure = "guesses"
value = 4.415
where = "table 1"
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, fields, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from ..errors import BlackpegError, nearest
from ..game import Game
from ..strategies import name_of, strategy
from .experiment import ADVERSARIES, ALL, DISTINCT, KINDS, LIST, UNIFORM, Experiment, Series, check

FOLDER = Path(__file__).with_name("papers")
MEASURES = ("guesses", "known", "queries", "generations", "evaluations", "feedbacks", "seconds")
USUAL = tuple(measure for measure in MEASURES if measure != "queries")  # a strategy's queries are its guesses
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


@dataclass(frozen=True)
class Study:
    """Experiments, and the claims they are held against."""

    name: str
    title: str
    experiments: tuple[Experiment, ...]
    claims: tuple[Claim, ...] = ()
    about: str = ""
    measures: tuple[str, ...] = USUAL  # what a report shows

    def series(self) -> list[Series]:
        return list(dict.fromkeys(series for experiment in self.experiments for series in experiment.series()))

    def matching(self, claim: Claim) -> list[tuple[Experiment, Series]]:
        """What plays the games that a claim is about."""
        return [
            (experiment, series)
            for experiment in self.experiments
            for series in experiment.series()
            if (series.game, series.strategy) == (claim.game, claim.strategy)
            and claim.secrets in ("", series.secrets)
        ]  # fmt: skip


def built_in() -> dict[str, Path]:
    """The studies that come with the package, by name."""
    return {path.stem: path for path in sorted(FOLDER.glob("*.toml"))}


def load(name: str) -> Study:
    """A study by its name or its file."""
    there = built_in()
    path = Path(name) if name.endswith(".toml") or "/" in name else there.get(name)
    if path is None:
        near = f"; did you mean {name}.toml?" if Path(f"{name}.toml").exists() else nearest(name, there)
        raise BlackpegError(f"no study '{name}'{near} (there are {', '.join(there)}, or a .toml file)")
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8-sig"), parse_float=Decimal)
    except OSError as error:
        raise BlackpegError(f"{path} can't be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BlackpegError(f"{path} is not TOML: {error}") from error
    return read(content, path)


def read(content: Mapping[str, Any], path: Path) -> Study:
    """A study from what a TOML file holds; errors name the file and the key."""
    where = str(path)
    _only(content, ("title", "about", "measures", "experiments", "claims"), where)
    experiments = [_experiment(table, path, at) for table, at in _tables(content, "experiments", where)]
    claims = [_claim(table, at) for table, at in _tables(content, "claims", where)]
    measures = _words(content.get("measures", list(USUAL)), f"{where}, measures", "guesses")
    title, about = (_text(content.get(key, ""), f"{where}, {key}") for key in ("title", "about"))
    study = Study(path.stem, title or path.stem, tuple(experiments), tuple(claims), about.strip(), tuple(measures))
    return checked_study(study, where)


def checked_study(study: Study, where: str = "") -> Study:
    """The same with names as they are stored; an error where something in it can't be played or means nothing."""
    where = where or study.name
    if not study.experiments:
        raise BlackpegError(f"{where} has no experiments; one begins with [[experiments]]")
    for measure in study.measures:
        _among(measure, MEASURES, f"{where}, measures")
    experiments = tuple(checked(one, f"{where}, experiments {k}") for k, one in enumerate(study.experiments, 1))
    claims = []
    for k, claim in enumerate(study.claims, 1):
        at = f"{where}, claims {k}"
        _among(claim.measure, MEASURES, f"{at}, measure")
        _among(claim.secrets or UNIFORM, KINDS, f"{at}, secrets")
        with _named(f"{at}, game"):
            game = str(Game.parse(str(claim.game)))
        with _named(f"{at}, strategy"):
            claims.append(replace(claim, game=game, strategy=_name(claim.strategy)))
    study = replace(study, experiments=experiments, claims=tuple(claims))
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
    return study


def checked(experiment: Experiment, where: str = "") -> Experiment:
    """The same with names as they are stored; an error where its games can't be played."""
    at = f"{where}, " if where else ""
    for key, most in (("count", MOST_GAMES), ("seed", LARGEST_SEED)):
        _whole(getattr(experiment, key), f"{at}{key}", 1 if key == "count" else 0, most)
    with _named(where and f"{at}games"):
        games = tuple(dict.fromkeys(str(Game.parse(str(game))) for game in experiment.games))
    with _named(where and f"{at}strategies"):
        names = tuple(dict.fromkeys(map(_name, experiment.strategies)))
    codes = list(experiment.codes)
    with _named(where and f"{at}secrets"):
        if (experiment.secrets == LIST) != bool(codes):
            raise BlackpegError(f"secrets '{experiment.secrets}' with {len(codes)} codes; codes go with '{LIST}'")
        for game in map(Game.parse, games):
            codes = [game.show(game.code(code)) for code in codes]
    made = replace(experiment, games=games, strategies=names, codes=tuple(codes))
    for series in made.series():
        with _named(f"{at}{series.strategy} at {series.game}"):
            check(series)
    return made


def _name(text: Any) -> str:
    return name_of(strategy(text) if isinstance(text, str) else text)


def secrets_in(path: Path, games: Iterable[str]) -> tuple[str, ...]:
    """The secrets of a file, one code a line, which must be codes of every game."""
    if not path.exists():
        kinds = [kind for kind in KINDS if kind != LIST and "(" not in kind]
        near = nearest(path.name, kinds)
        raise BlackpegError(f"secrets '{path.name}' is neither {', '.join(kinds)} nor a file ({path}){near}")
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BlackpegError(f"{path} can't be read: {getattr(error, 'strerror', None) or error}") from error
    codes = []
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        for game in map(Game.parse, games) if text else ():
            with _named(f"{path}, line {number}"):
                game.code(text)
        codes += [text] if text else []
    if not codes:
        raise BlackpegError(f"{path} holds no codes; it has one a line")
    return tuple(codes)


def _experiment(table: Mapping[str, Any], path: Path, where: str) -> Experiment:
    _only(table, ("games", "strategies", "secrets", "count", "seed"), where)
    games = _words(table.get("games"), f"{where}, games", "4x6")
    names = _words(table.get("strategies"), f"{where}, strategies", "entropy")
    secrets, codes = _text(table.get("secrets", UNIFORM), f"{where}, secrets"), tuple[str, ...]()
    if secrets not in (UNIFORM, DISTINCT, ALL, *ADVERSARIES):
        with _named(f"{where}, games"):
            for game in games:
                Game.parse(game)
        with _named(f"{where}, secrets"):
            codes = secrets_in(path.parent / secrets, games)
        if "count" in table:
            raise BlackpegError(f"{where}, count: a file with secrets is played once; leave out the count")
        secrets = LIST
    return Experiment(tuple(games), tuple(names), table.get("count", 100), secrets, table.get("seed", 0), codes)


def _claim(table: Mapping[str, Any], where: str) -> Claim:
    _only(table, [field.name for field in fields(Claim) if field.name != "digits"], where)
    for field in fields(Claim):
        if field.default is MISSING and field.name not in table:
            raise BlackpegError(f"{where}: a claim needs a {field.name}")
    values: dict[str, Any] = dict(table)
    for key, value in table.items():
        if key in ("value", "deviation"):
            if isinstance(value, bool) or not isinstance(value, int | Decimal):
                raise BlackpegError(f"{where}, {key}: {_shown(value)} is not a number")
            values[key] = float(value)
        elif key == "games":
            _whole(value, f"{where}, {key}", 1, 10**12)
        else:
            _text(value, f"{where}, {key}")
    exponent = Decimal(table["value"]).as_tuple().exponent  # 4.50 has two digits, 4.5 has one
    return Claim(**values, digits=max(0, -exponent) if isinstance(exponent, int) else 0)


@contextmanager
def _named(where: str) -> Iterator[None]:
    """Say where, before what was wrong."""
    try:
        yield
    except BlackpegError as error:
        raise BlackpegError(f"{where}: {error}" if where else str(error)) from error


def _only(table: Mapping[str, Any], keys: Iterable[str], where: str) -> None:
    keys = list(keys)
    for key in table:
        if key not in keys:
            raise BlackpegError(f"{where}: no key '{key}'{nearest(key, keys)} (there are {', '.join(keys)})")


def _among(word: str, choices: tuple[str, ...], where: str) -> None:
    if word not in choices:
        raise BlackpegError(f"{where}: no '{word}'{nearest(word, choices)} (there are {', '.join(choices)})")


def _tables(content: Mapping[str, Any], key: str, where: str) -> list[tuple[Mapping[str, Any], str]]:
    tables = content.get(key, [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise BlackpegError(f"{where}: {key} is written as [[{key}]]")
    return [(table, f"{where}, {key} {k}") for k, table in enumerate(tables, 1)]


def _words(value: Any, where: str, such_as: str) -> list[str]:
    if not isinstance(value, list) or not value or not all(isinstance(word, str) for word in value):
        said = "is missing" if value is None else f"{_shown(value)} is not a list of words"
        raise BlackpegError(f'{where}: {said}; it is written ["{such_as}"]')
    return value


def _whole(value: Any, where: str, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise BlackpegError(f"{where}: {_shown(value)} is not a whole number from {least} to {most:,}")


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise BlackpegError(f"{where}: {_shown(value)} is not text; it goes in quotes")
    return value


def _shown(value: Any) -> str:
    return str(value) if isinstance(value, Decimal) else repr(value)
