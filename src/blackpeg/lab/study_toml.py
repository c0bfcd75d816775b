"""Reads studies from TOML files, and checks every key and value.

title = "Classic strategies at 4x6"
claims_of = ["knuth1977"]           # other studies: their claims about what is played here are checked too
minutes = 2                         # that it takes on one core

[[experiments]]
games = ["4x6"]
strategies = ["entropy", "random"]  # "merelo2006(population=[50, 100])" is one strategy for each population
secrets = "uniform"                 # or "distinct", "all", "adversary", or a file with one code a line
count = 500                         # games of each strategy; with "all" and chance, games of each secret
seed = 0

[[claims]]
strategy = "entropy"
game = "4x6"
value = 4.415                       # or, for several games, values = {4x6 = 4.415, 4x7 = 4.739}
measure = "guesses"
where = "table 1"
source = "read"                     # how we know it: a word of study.SOURCES

[[sentences]]                       # what a paper says, or what you think yourself
where = "section 3"
says = "Entropy needs fewer guesses than a random candidate."
better = "entropy"
than = ["random"]                   # or check = "...", a name of papers/figures_and_checks.py

[[readings]]                        # a table with a row for each strategy, several readings of a paper
title = "Which opening?"
games = ["4x6"]
strategies = ["random", "random(first='1123')"]
printed = {4x6 = 4.66}

[[figures]]
draw = "distributions"              # a name of papers/figures_and_checks.py
caption = "Figure 5"
games = ["4x6"]
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from ..errors import BlackpegError, nearest
from ..game import Game
from .experiment import (
    ADVERSARIES,
    ALL_SECRETS,
    DISTINCT_SECRETS,
    KINDS_OF_SECRETS,
    LISTED_SECRETS,
    UNIFORM_SECRETS,
    Experiment,
)
from .papers.figures_and_checks import FIGURES
from .study import (
    MAX_SEED,
    REPORTED_MEASURES,
    Claim,
    Figure,
    Line,
    Readings,
    Sentence,
    Study,
    errors_at,
    require_whole_number,
    resolve_study,
    show_value,
)

MAX_STUDY_BYTES = 10_000_000
MAX_SECRETS_BYTES = 200_000_000  # ten million codes of some twenty pegs
MAX_BITS = 1000  # of whole numbers; keys have limits of their own
STUDIES_FOLDER = Path(__file__).with_name("papers")
KEYS = (
    "title",
    "about",
    "minutes",
    "measures",
    "experiments",
    "claims_of",
    "claims",
    "sentences",
    "readings",
    "figures",
)


def built_in_studies() -> dict[str, Path]:
    """Returns the files of the studies that come with the package, by name."""
    return {path.stem: path for path in sorted(STUDIES_FOLDER.glob("*.toml"))}


def load_study(name: str, within: tuple[Path, ...] = ()) -> Study:
    """Reads a study by its name or its file; a built-in study wins over a file of the same name.

    `within` are the files whose `claims_of` led here.
    """
    built_in = built_in_studies()
    path = Path(name) if name.endswith(".toml") or "/" in name else built_in.get(name)
    if path is None:
        path = (within[-1].parent if within else Path()) / f"{name}.toml"
        if not _exists(path):
            near = nearest(name, built_in)
            raise BlackpegError(f"no study '{name}'{near} (there are {', '.join(built_in)}, or a .toml file)")
    try:
        content = tomllib.loads(_read_text(path, MAX_STUDY_BYTES), parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise BlackpegError(f"{path} is not TOML: {error}") from error
    except RecursionError as error:
        raise BlackpegError(f"{path} is nested too deeply") from error
    except ValueError as error:
        if isinstance(error, BlackpegError):
            raise
        raise BlackpegError(f"{path} has a number of more than {sys.get_int_max_str_digits():,} digits") from error
    _refuse_large_numbers(content, path)
    if path.resolve() in (one.resolve() for one in within):
        raise BlackpegError(f"{path} refers back to itself")
    study = parse_study(content, path, within)
    return study if path == built_in.get(name) else replace(study, file=str(path))


def _exists(path: Path) -> bool:
    """Checks whether there is something at a path; no text that a person can write is an error."""
    try:
        return path.exists()
    except (OSError, ValueError):  # a name that is too long, or has a NUL
        return False


def _read_text(path: Path, max_bytes: int) -> str:
    """Returns the text of a file; refuses pipes and devices, which may never end, and what is too long."""
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise BlackpegError(f"{path} can't be read: it is not a regular file")
        with path.open("rb") as file:
            content = file.read(max_bytes + 1)
    except OSError as error:
        raise BlackpegError(f"{path} can't be read: {error.strerror}") from error
    except ValueError as error:
        if isinstance(error, BlackpegError):
            raise
        raise BlackpegError(f"{str(path)!r} can't be read: it is no name of a file") from error
    if len(content) > max_bytes:
        raise BlackpegError(f"{path} can't be read: it has more than {max_bytes:,} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BlackpegError(f"{path} is not text in UTF-8") from error


def _refuse_large_numbers(content: Mapping[str, Any], path: Path) -> None:
    """Raises an error if a whole number is so large that Python does not write it."""
    todo: list[tuple[str, Any]] = list(content.items())
    while todo:
        key, value = todo.pop()
        if isinstance(value, dict):
            todo += value.items()
        elif isinstance(value, list):
            todo += ((key, one) for one in value)
        elif isinstance(value, int) and value.bit_length() > MAX_BITS:
            raise BlackpegError(f"{path}, {key}: a number of more than {MAX_BITS} bits")


def parse_study(content: Mapping[str, Any], path: Path, within: tuple[Path, ...] = ()) -> Study:
    """Returns the study that a TOML file describes; errors name the file and the key."""
    where = str(path)
    _check_keys(content, KEYS, where)
    experiments = [_experiment(table, path, at) for table, at in _tables(content, "experiments", where)]
    claims = [claim for table, at in _tables(content, "claims", where) for claim in _claims(table, at)]
    figures = [_figure(table, at) for table, at in _tables(content, "figures", where)]
    sentences = [_sentence(table, at) for table, at in _tables(content, "sentences", where)]
    readings = [_readings(table, at) for table, at in _tables(content, "readings", where)]
    measures = _string_list(content.get("measures", list(REPORTED_MEASURES)), f"{where}, measures", "guesses")
    title, about = (_string(content.get(key, ""), f"{where}, {key}") for key in ("title", "about"))
    minutes = content.get("minutes", 0)
    _require_number(minutes, f"{where}, minutes")
    study = Study(
        path.stem, title or path.stem, tuple(experiments), tuple(claims), about.strip(), tuple(measures),
        tuple(figures), float(minutes), tuple(sentences), tuple(readings),
    )  # fmt: skip
    others = _string_list(content["claims_of"], f"{where}, claims_of", "classics") if "claims_of" in content else []
    for name in others:
        with errors_at(f"{where}, claims_of"):
            other = load_study(str(path.parent / name) if name.endswith(".toml") else name, (*within, path))
        either = (UNIFORM_SECRETS, ALL_SECRETS)  # a claim about one of them is checked by the other too
        claims_there = [replace(one, secrets="") if one.secrets in either else one for one in other.claims]
        there = {(one.game, one.strategy, one.measure, one.value) for one in study.claims}
        new = (
            c
            for c in claims_there
            if _is_checked_by(study, c) and (c.game, c.strategy, c.measure, c.value) not in there
        )
        study = replace(study, claims=(*study.claims, *new))
    return resolve_study(study, where)


def _is_checked_by(study: Study, claim: Claim) -> bool:
    """Checks whether the study plays the games of a claim; the maximum of guesses needs all secrets."""
    played = {series.secrets for _, series in study.matching(claim)}
    return bool(played) and (claim.measure != "max" or played == {ALL_SECRETS})


def read_secrets(path: Path, games: Iterable[str]) -> tuple[str, ...]:
    """Returns the secrets of a file, one code a line, which must be codes of every game.

    Errors name the line but do not show it, since the file may be any file of this machine.
    """
    if not _exists(path):
        kinds = [kind for kind in KINDS_OF_SECRETS if kind != LISTED_SECRETS and "(" not in kind]
        near = nearest(path.name, kinds)
        raise BlackpegError(f"secrets '{path.name}' is neither {', '.join(kinds)} nor a file ({path}){near}")
    rules, codes = [Game.parse(game) for game in games], list[str]()
    for number, line in enumerate(_read_text(path, MAX_SECRETS_BYTES).splitlines(), 1):
        text = line.partition("#")[0].strip()
        for game in rules if text else ():
            try:
                game.code(text)
            except BlackpegError:
                repeats = "" if game.repeats else ", no color twice"
                raise BlackpegError(
                    f"{path}, line {number} is not a code of {game} "
                    f"({game.pegs} peg{'s' * (game.pegs != 1)}, colors {game.palette}{repeats})"
                ) from None
        codes += [text] if text else []
    if not codes:
        raise BlackpegError(f"{path} holds no codes; write one on each line")
    return tuple(codes)


def _experiment(table: Mapping[str, Any], path: Path, where: str) -> Experiment:
    _check_keys(table, ("games", "strategies", "secrets", "count", "seed"), where)
    games = _string_list(table.get("games"), f"{where}, games", "4x6")
    names = _string_list(table.get("strategies"), f"{where}, strategies", "entropy")
    secrets, codes = _string(table.get("secrets", UNIFORM_SECRETS), f"{where}, secrets"), tuple[str, ...]()
    if secrets not in (UNIFORM_SECRETS, DISTINCT_SECRETS, ALL_SECRETS, *ADVERSARIES):
        with errors_at(f"{where}, games"):
            for game in games:
                Game.parse(game)
        with errors_at(f"{where}, secrets"):
            codes = read_secrets(path.parent / secrets, games)
        if "count" in table:
            raise BlackpegError(f"{where}, count: each secret of a file is played once; leave out the count")
        secrets = LISTED_SECRETS
    return Experiment(tuple(games), tuple(names), table.get("count", 100), secrets, table.get("seed", 0), codes)


def _claims(table: Mapping[str, Any], where: str) -> list[Claim]:
    """Returns one claim, or one for each game if the table has `values`."""
    if "values" not in table:
        return [_claim(table, where)]
    values = table["values"]
    if not isinstance(values, dict) or not values or "value" in table or "game" in table:
        raise BlackpegError(f"{where}, values: write {{4x6 = 4.34, 5x8 = 5.44}} instead of game and value")
    same = {key: value for key, value in table.items() if key != "values"}
    return [_claim({**same, "game": game, "value": value}, f"{where}, {game}") for game, value in values.items()]


def _claim(table: Mapping[str, Any], where: str) -> Claim:
    _check_keys(table, [field.name for field in fields(Claim) if not field.name.endswith("digits")], where)
    for field in fields(Claim):
        if field.default is MISSING and field.name not in table:
            raise BlackpegError(f"{where}: a claim needs a {field.name}")
    texts: dict[str, Any] = dict(table)
    for key, value in table.items():
        if key in ("value", "deviation"):
            _require_number(value, f"{where}, {key}")
            texts[key] = float(value)
        elif key == "games":
            require_whole_number(value, f"{where}, {key}", 1, 10**12)
        else:
            texts[key] = " ".join(_string(value, f"{where}, {key}").split())
    spread = _digits(table["deviation"]) if "deviation" in table else None
    return Claim(**texts, digits=_digits(table["value"]), deviation_digits=spread)


def _digits(printed: int | Decimal) -> int:
    """Returns how many digits were printed after the point: 4.50 has two, 4.5 has one."""
    exponent = Decimal(printed).as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def _figure(table: Mapping[str, Any], where: str) -> Figure:
    draw = _string(table.get("draw", ""), f"{where}, draw")
    keys = FIGURES[draw].all_keys if draw in FIGURES else [field.name for field in fields(Figure)]
    _check_keys(table, keys, where)
    given: dict[str, Any] = {
        key: tuple(_string_list(table[key], f"{where}, {key}", such_as))
        for key, such_as in (("games", "4x6"), ("strategies", "random"), ("measures", "guesses"))
        if key in table
    }
    require_whole_number(table.get("seed", 0), f"{where}, seed", 0, MAX_SEED)
    caption = " ".join(_string(table.get("caption", ""), f"{where}, caption").split())
    given |= {key: _string(table[key], f"{where}, {key}") for key in ("parameter",) if key in table}
    given |= {"line": _line(table["line"], f"{where}, line")} if "line" in table else {}
    return Figure(draw, caption, seed=table.get("seed", 0), **given)


def _line(table: Any, where: str) -> Line:
    if not isinstance(table, dict) or not {"slope", "start"} <= set(table):
        raise BlackpegError(f"{where}: {show_value(table)} is no line; write {{slope = 1.5, start = 2, origin = 6}}")
    _check_keys(table, [field.name for field in fields(Line)], where)
    for key, value in table.items():
        _require_number(value, f"{where}, {key}")
    return Line(**{key: float(value) for key, value in table.items()})


def _sentence(table: Mapping[str, Any], where: str) -> Sentence:
    _check_keys(table, [field.name for field in fields(Sentence)], where)
    lists: dict[str, Any] = {
        key: tuple(_string_list(table[key], f"{where}, {key}", such_as))
        for key, such_as in (("games", "4x6"), ("than", "random"))
        if key in table
    }
    texts = {key: _string(value, f"{where}, {key}") for key, value in table.items() if key not in lists}
    return Sentence(**{"where": "", "says": "", **{k: " ".join(v.split()) for k, v in texts.items()}, **lists})


def _readings(table: Mapping[str, Any], where: str) -> Readings:
    _check_keys(table, [field.name for field in fields(Readings)], where)
    lists: dict[str, Any] = {
        key: tuple(_string_list(table.get(key), f"{where}, {key}", such_as))
        for key, such_as in (("games", "4x6"), ("strategies", "random"), ("secrets", "uniform"))
        if key in table or key != "secrets"
    }
    texts = [" ".join(_string(table.get(key, ""), f"{where}, {key}").split()) for key in ("title", "about")]
    measure = _string(table.get("measure", "guesses"), f"{where}, measure")
    printed = table.get("printed", {})
    if not isinstance(printed, dict):
        raise BlackpegError(f"{where}, printed: {show_value(printed)} is no table; write {{4x6 = 4.34, 5x8 = 5.44}}")
    for game, value in printed.items():
        _require_number(value, f"{where}, printed, {game}")
    if "printed_count" in table:
        require_whole_number(table["printed_count"], f"{where}, printed_count", 1, 10**12)
    numbers = tuple((game, Decimal(value)) for game, value in printed.items())
    count = table.get("printed_count")
    return Readings(title=texts[0], about=texts[1], measure=measure, printed=numbers, printed_count=count, **lists)


def _check_keys(table: Mapping[str, Any], keys: Iterable[str], where: str) -> None:
    keys = list(keys)
    for key in table:
        if key not in keys:
            raise BlackpegError(f"{where}: no key '{key}'{nearest(key, keys)} (there are {', '.join(keys)})")


def _tables(content: Mapping[str, Any], key: str, where: str) -> list[tuple[Mapping[str, Any], str]]:
    tables = content.get(key, [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise BlackpegError(f"{where}: write {key} as [[{key}]]")
    return [(table, f"{where}, {key} {k}") for k, table in enumerate(tables, 1)]


def _string_list(value: Any, where: str, such_as: str) -> list[str]:
    if not isinstance(value, list) or not value or not all(isinstance(word, str) for word in value):
        said = "is missing" if value is None else f"{show_value(value)} is not a list of words"
        raise BlackpegError(f'{where}: {said}; write ["{such_as}"]')
    return value


def _require_number(value: Any, where: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise BlackpegError(f"{where}: {show_value(value)} is not a number")


def _string(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise BlackpegError(f"{where}: {show_value(value)} is not text; put it in quotes")
    return value
