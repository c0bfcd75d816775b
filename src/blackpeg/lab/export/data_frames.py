"""Stored games, comparisons and traces as pandas DataFrames."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import BlackpegError
from ..missing_extra import install
from ..store import Store, store_path
from ..study import Study, resolve_study
from ..study_toml import load_study
from ..traces import COLUMNS as TRACE_COLUMNS
from .stored_games import Histories, games_table
from .table import Row, Table, column_type, table_of_rows

if TYPE_CHECKING:
    from pandas import DataFrame


def frame(
    what: Study | str | Path | Mapping[str, Any] | Iterable[Row],
    store: str | Path | None = None,
    strategies: Iterable[str] = (),
    histories: bool = False,
) -> DataFrame:
    """Returns a pandas DataFrame, with the parameters of strategies as columns.

    A study, or the name or file of one, gives a row for each of its games in the store; `strategies` and `histories`
    choose as in `blackpeg lab export`. A report, such as `run_study` returns, or the JSON of `blackpeg lab compare`
    gives a row for each strategy at each game. The rows of `trace`, of one game or of several, give a row for each
    generation. Integers and booleans of which some are missing have pandas' nullable types.

    >>> from blackpeg.lab import trace
    >>> rows = trace("4x6 merelo2006 uniform 0 17")
    >>> frame(rows)[["turn", "generation", "best", "population"]].head(1)
       turn  generation  best  population
    0     2           1   0.0           0
    """
    if isinstance(what, Study | str | Path):
        study = resolve_study(what) if isinstance(what, Study) else load_study(str(what))
        with Store(store_path(store), write=False) as opened:
            return _frame_of_table(games_table(opened, study, strategies, Histories() if histories else None))
    if isinstance(what, Mapping):
        return _frame_of_table(_report_table(what))
    rows = list(what)
    if rows and not isinstance(rows[0], Mapping):  # the traces of several games
        rows = list(chain.from_iterable(rows))
    return _frame_of_table(table_of_rows(rows, TRACE_COLUMNS))


def _report_table(report: Mapping[str, Any]) -> Table:
    """Returns the rows of a report or a comparison; what holds several values, such as a distribution, is left out."""
    if "rows" not in report:
        raise BlackpegError("this is no report: it has no 'rows'; run_study and report_study return one")
    same = {name: report[name] for name in ("game", "secrets", "seed") if name in report}  # of a comparison
    rows = [{**same, **row} for row in report["rows"]]
    names = [name for name in rows[0] if not any(isinstance(row[name], dict | list) for row in rows)] if rows else []
    types = {name: column_type([row[name] for row in rows]) for name in names}
    return table_of_rows(rows, types)


def _frame_of_table(table: Table) -> DataFrame:
    try:
        import pandas  # heavy, and optional
    except ImportError as error:
        raise BlackpegError(f"a DataFrame needs pandas: {install('pandas')}") from error
    rows = list(table.rows)
    columns = zip(*rows, strict=True) if rows else ((),) * len(table.columns)
    nullable, complete = {int: "Int64", bool: "boolean"}, {int: "int64", bool: "bool"}
    series = {}
    for (name, kind), values in zip(table.columns.items(), columns, strict=True):
        types: Mapping[type, str] = nullable if None in values else complete
        series[name] = pandas.Series(values, dtype=types.get(kind, {float: "float64", str: "str"}.get(kind)))
    return pandas.DataFrame(series)
