"""The games of a store as a table: those of a study or of some strategies, with parameters and, if asked, histories."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...errors import BlackpegError, nearest
from ...game import Game
from ...oracle import OracleSearch
from ...strategies import make, name_of
from ..experiment import ALL_SECRETS, LISTED_SECRETS, Series, Task, play_to_end, record_of, secrets_and_seeds
from ..source_digest import source_digest
from ..store import COLUMNS, Store
from ..study import Study
from .table import ParameterColumns, Table, as_type

INTEGERS = ("seed", "number", "guesses", "queries", "evaluations", "feedbacks", "known", "new_codes")
TYPES: dict[str, type] = {
    **dict.fromkeys(COLUMNS, str), **dict.fromkeys(INTEGERS, int), "solved": bool, "seconds": float, "time": float,
}  # fmt: skip
COMPARED_WITH_TREE = ("secret", "solved", "guesses", "queries", "known")  # nothing else is read from a tree
COMPARED = (*COMPARED_WITH_TREE, "evaluations", "feedbacks", "note")


def games_table(
    store: Store, study: Study | None = None, strategies: Iterable[str] = (), histories: Histories | None = None
) -> Table:
    """Returns the stored games as a table: all, or those that a study asks for, and of these some strategies'.

    The columns are those of the store, then the history if histories are asked for, then the strategies' parameters.
    """
    limits = limits_of(store, study, strategies)
    taken = {**TYPES, **({"history": str} if histories else {})}
    parameters = ParameterColumns((series.strategy for series in limits), taken)

    def rows() -> Iterator[tuple[Any, ...]]:
        for row in select_rows(store, limits):
            game = dict(zip(COLUMNS, row, strict=True))
            values = [as_type(value, TYPES[name]) for name, value in game.items()]
            values += [histories.of(game)] if histories else []
            yield (*values, *parameters.values(game["strategy"]))

    return Table({**taken, **parameters.types}, rows())


Limits = dict[Series, tuple[int | None, tuple[str, ...]]]  # a series, how many of its games, and its listed secrets


def limits_of(store: Store, study: Study | None, strategies: Iterable[str]) -> Limits:
    """Returns which stored series are wanted."""
    stored = [series for series, count, _ in store.series() if count]
    limits: Limits = dict.fromkeys(stored, (None, ())) if study is None else _limits_of_study(study, stored)
    if study is not None and not limits:
        raise BlackpegError(f"{store.path} holds no games of {study.name}; 'blackpeg lab run' plays them")
    names = choose_strategies(
        strategies, [series.strategy for series in limits], str(study.name if study else store.path)
    )
    return {series: limit for series, limit in limits.items() if series.strategy in names}


def _limits_of_study(study: Study, stored: list[Series]) -> Limits:
    limits: Limits = {}
    for one in study.experiments:
        for series in one.series():
            if series in stored:
                size = Game.parse(series.game).size if series.secrets == ALL_SECRETS else 1
                count = len(one.codes) if series.secrets == LISTED_SECRETS else size * one.count
                before, _ = limits.get(series, (0, ()))
                limits[series] = max(before or 0, count), one.codes
    return limits


def choose_strategies(wanted: Iterable[str], there: Iterable[str], where: str) -> list[str]:
    """Returns the strategies of a study or store that are wanted, or all if none is named."""
    names = list(dict.fromkeys(there))
    chosen = []
    for text in wanted:
        try:
            name = name_of(make(text))
        except BlackpegError:  # perhaps one that is not installed any more
            name = text
        if name not in names:
            raise BlackpegError(f"{where} has no strategy '{name}'{nearest(name, names)} (there is {', '.join(names)})")
        chosen.append(name)
    return chosen or names


def select_rows(store: Store, limits: Limits) -> Iterator[tuple[Any, ...]]:
    """Yields the games of these series, as rows of `COLUMNS`."""
    number, secret = COLUMNS.index("number"), COLUMNS.index("secret")
    for row in store.rows():
        series = Series(*row[:4])
        if series not in limits:
            continue
        below, codes = limits[series]
        if below is not None and row[number] >= below:
            continue
        if codes and row[secret] != codes[row[number]]:
            continue
        yield row


class Histories:
    """Guesses and feedbacks of stored games, by playing them again, and how many games had to go without.

    A game that other code made is not played again. One that comes out differently has no history either: `differing`
    names it. Oracle searches have no history, since they show whole populations to the secret.
    """

    def __init__(self) -> None:
        self.of_other_code = 0
        self.differing: list[str] = []

    def of(self, game: dict[str, Any]) -> str | None:
        """Returns the history of a row of the store, such as '1122=1b1w 1345=4b0w', if it can be had."""
        series = Series(game["game"], game["strategy"], game["secrets"], game["seed"])
        code = game["secret"] if series.secrets == LISTED_SECRETS else ""
        task = Task(series, game["number"], code)
        try:
            same_code = source_digest(series.strategy, series.game) == game["digest"]
        except BlackpegError:  # the strategy is not installed any more
            same_code = False
        if not same_code:
            self.of_other_code += 1
            return None
        player = make(series.strategy)
        if isinstance(player, OracleSearch):
            return None
        secret, seed = next(secrets_and_seeds([task]))
        end = play_to_end(task, player, secret, seed)
        played = record_of(task, secret, end)
        compared = COMPARED if game["note"] != "tree" else COMPARED_WITH_TREE
        if any(game[name] != getattr(played, name) for name in compared):
            self.differing.append(str(task))
            return None
        return str(end).partition(" ")[2]
