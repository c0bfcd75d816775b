"""Studies in TOML.

title = "Classic strategies at 4x6"
claims_of = ["knuth1977"]           # other studies, whose claims about what is played here come after its own
minutes = 2                         # that it takes one core

[[experiments]]
games = ["4x6"]
strategies = ["entropy", "random"]
secrets = "uniform"                 # or "distinct", "all", "adversary", or a file with one code a line
count = 500                         # games of each; with "all", games a secret where chance plays
seed = 0

[[claims]]
strategy = "entropy"
game = "4x6"
value = 4.415                       # or, of several games, values = {4x6 = 4.415, 4x7 = 4.739}
measure = "guesses"
where = "table 1"

[[figures]]
draw = "scaling"                    # a name in figures.py
caption = "Figure 5"
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from ..errors import BlackpegError, nearest
from ..game import Game
from .experiment import ADVERSARIES, ALL, DISTINCT, KINDS, LIST, UNIFORM, Experiment
from .study import LARGEST_SEED, USUAL, Claim, Figure, Study, checked_study, named, shown, whole

FOLDER = Path(__file__).with_name("papers")
KEYS = ("title", "about", "minutes", "measures", "experiments", "claims_of", "claims", "figures")


def built_in() -> dict[str, Path]:
    """The studies that come with the package, by name."""
    return {path.stem: path for path in sorted(FOLDER.glob("*.toml"))}


def load(name: str, within: tuple[Path, ...] = ()) -> Study:
    """A study by its name or its file; `within` are those that take its claims."""
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
    if path in within:
        raise BlackpegError(f"{path} takes its own claims")
    return read(content, path, within)


def read(content: Mapping[str, Any], path: Path, within: tuple[Path, ...] = ()) -> Study:
    """A study from what a TOML file holds; errors name the file and the key."""
    where = str(path)
    _only(content, KEYS, where)
    experiments = [_experiment(table, path, at) for table, at in _tables(content, "experiments", where)]
    claims = [claim for table, at in _tables(content, "claims", where) for claim in _claims(table, at)]
    figures = [_figure(table, at) for table, at in _tables(content, "figures", where)]
    measures = _words(content.get("measures", list(USUAL)), f"{where}, measures", "guesses")
    title, about = (_text(content.get(key, ""), f"{where}, {key}") for key in ("title", "about"))
    minutes = content.get("minutes", 0)
    if isinstance(minutes, bool) or not isinstance(minutes, int | Decimal):
        raise BlackpegError(f"{where}, minutes: {shown(minutes)} is not a number")
    study = Study(
        path.stem, title or path.stem, tuple(experiments), tuple(claims), about.strip(), tuple(measures),
        tuple(figures), float(minutes),
    )  # fmt: skip
    others = _words(content["claims_of"], f"{where}, claims_of", "classics") if "claims_of" in content else []
    for name in others:
        with named(f"{where}, claims_of"):
            other = load(str(path.parent / name) if name.endswith(".toml") else name, (*within, path))
        taken = [replace(one, secrets=one.secrets if one.secrets not in (UNIFORM, ALL) else "") for one in other.claims]
        there = {(one.game, one.strategy, one.measure, one.value) for one in study.claims}
        new = (c for c in taken if _held(c, study) and (c.game, c.strategy, c.measure, c.value) not in there)
        study = replace(study, claims=(*study.claims, *new))
    return checked_study(study, where)


def _held(claim: Claim, study: Study) -> bool:
    """Do the study's games tell about the claim? The most guesses are told by all secrets only."""
    played = {series.secrets for _, series in study.matching(claim)}
    return bool(played) and (claim.measure != "max" or played == {ALL})


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
            with named(f"{path}, line {number}"):
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
        with named(f"{where}, games"):
            for game in games:
                Game.parse(game)
        with named(f"{where}, secrets"):
            codes = secrets_in(path.parent / secrets, games)
        if "count" in table:
            raise BlackpegError(f"{where}, count: a file with secrets is played once; leave out the count")
        secrets = LIST
    return Experiment(tuple(games), tuple(names), table.get("count", 100), secrets, table.get("seed", 0), codes)


def _claims(table: Mapping[str, Any], where: str) -> list[Claim]:
    """A claim, or one of each game where it has `values`."""
    if "values" not in table:
        return [_claim(table, where)]
    values = table["values"]
    if not isinstance(values, dict) or not values or "value" in table or "game" in table:
        raise BlackpegError(f"{where}, values: they are written {{4x6 = 4.34, 5x8 = 5.44}}, instead of game and value")
    same = {key: value for key, value in table.items() if key != "values"}
    return [_claim({**same, "game": game, "value": value}, f"{where}, {game}") for game, value in values.items()]


def _claim(table: Mapping[str, Any], where: str) -> Claim:
    _only(table, [field.name for field in fields(Claim) if not field.name.endswith("digits")], where)
    for field in fields(Claim):
        if field.default is MISSING and field.name not in table:
            raise BlackpegError(f"{where}: a claim needs a {field.name}")
    texts: dict[str, Any] = dict(table)
    for key, value in table.items():
        if key in ("value", "deviation"):
            if isinstance(value, bool) or not isinstance(value, int | Decimal):
                raise BlackpegError(f"{where}, {key}: {shown(value)} is not a number")
            texts[key] = float(value)
        elif key == "games":
            whole(value, f"{where}, {key}", 1, 10**12)
        else:
            texts[key] = " ".join(_text(value, f"{where}, {key}").split())
    spread = _digits(table["deviation"]) if "deviation" in table else None
    return Claim(**texts, digits=_digits(table["value"]), deviation_digits=spread)


def _digits(printed: int | Decimal) -> int:
    """How many come after the point: 4.50 has two, 4.5 has one."""
    exponent = Decimal(printed).as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def _figure(table: Mapping[str, Any], where: str) -> Figure:
    _only(table, [field.name for field in fields(Figure)], where)
    games, names = (
        tuple(_words(table[key], f"{where}, {key}", such_as)) if key in table else ()
        for key, such_as in (("games", "4x6"), ("strategies", "random"))
    )
    whole(table.get("seed", 0), f"{where}, seed", 0, LARGEST_SEED)
    draw, caption = (_text(table.get(key, ""), f"{where}, {key}") for key in ("draw", "caption"))
    return Figure(draw, " ".join(caption.split()), games, names, table.get("seed", 0))


def _only(table: Mapping[str, Any], keys: Iterable[str], where: str) -> None:
    keys = list(keys)
    for key in table:
        if key not in keys:
            raise BlackpegError(f"{where}: no key '{key}'{nearest(key, keys)} (there are {', '.join(keys)})")


def _tables(content: Mapping[str, Any], key: str, where: str) -> list[tuple[Mapping[str, Any], str]]:
    tables = content.get(key, [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise BlackpegError(f"{where}: {key} is written as [[{key}]]")
    return [(table, f"{where}, {key} {k}") for k, table in enumerate(tables, 1)]


def _words(value: Any, where: str, such_as: str) -> list[str]:
    if not isinstance(value, list) or not value or not all(isinstance(word, str) for word in value):
        said = "is missing" if value is None else f"{shown(value)} is not a list of words"
        raise BlackpegError(f'{where}: {said}; it is written ["{such_as}"]')
    return value


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise BlackpegError(f"{where}: {shown(value)} is not text; it goes in quotes")
    return value
