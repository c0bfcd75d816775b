"""Tables: columns with a type each, the same in every file format, and rows of values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any, NamedTuple

from ...errors import BlackpegError
from ...strategies import parameters_of

Row = Mapping[str, Any]
MAX_INTEGER = 2**63 - 1  # of Parquet and pandas


class Table(NamedTuple):
    """Columns, each bool, int, float or str, and rows of their values; None is a missing value."""

    columns: Mapping[str, type]
    rows: Iterable[tuple[Any, ...]]


def column_type(values: Iterable[Any]) -> type:
    """Returns the type that all values have in common: bool, int, float, or str if nothing else holds them all.

    >>> column_type([1, None, 2.5]), column_type([True, None]), column_type([1, "1122"])
    (<class 'float'>, <class 'bool'>, <class 'str'>)
    """
    kinds = {type(value) for value in values if value is not None}
    if kinds == {bool}:
        return bool
    if not kinds or not kinds <= {int, float} or any(type(v) is int and abs(v) > MAX_INTEGER for v in values):
        return str
    return float if float in kinds else int


def as_type(value: Any, kind: type) -> Any:
    """Returns a value as its column holds it. An empty text and a number that is not finite are missing values.

    >>> as_type(1, bool), as_type("", str), as_type(float("nan"), float), as_type((1, 2), str)
    (True, None, None, '(1, 2)')
    """
    if value is None or value == "" or (isinstance(value, float) and not isfinite(value)):
        return None
    return kind(value)


class ParameterColumns:
    """The parameters of strategies as columns, defaults included; a strategy without a parameter lacks its value.

    A parameter that is named like one of the `taken` columns gets the ending _parameter.

    >>> columns = ParameterColumns(["merelo2006", "random(first='1122')"])
    >>> columns.types["population"], columns.values("random(first='1122')")
    (<class 'int'>, (None, '1122', ...))
    """

    def __init__(self, strategies: Iterable[str], taken: Iterable[str] = ()) -> None:
        taken = set(taken)
        found = {strategy: _parameters(strategy) for strategy in dict.fromkeys(strategies)}
        names = dict.fromkeys(name for parameters in found.values() for name in parameters)
        kinds = {name: column_type([parameters.get(name) for parameters in found.values()]) for name in names}
        self.types = {f"{name}_parameter" if name in taken else name: kind for name, kind in kinds.items()}
        self._values = {
            strategy: tuple(as_type(parameters.get(name), kind) for name, kind in kinds.items())
            for strategy, parameters in found.items()
        }

    def values(self, strategy: str) -> tuple[Any, ...]:
        """Returns the values of one strategy."""
        return self._values[strategy]


def _parameters(strategy: str) -> dict[str, Any]:
    """Returns the parameters of a strategy, and none if it is not installed any more."""
    try:
        return parameters_of(strategy)
    except BlackpegError:
        return {}


def table_of_rows(rows: Iterable[Row], types: Mapping[str, type]) -> Table:
    """Returns rows that are dictionaries as a table, with the parameters of their strategies as columns."""
    rows = list(rows)
    parameters = ParameterColumns((row["strategy"] for row in rows), types)
    values = (
        (*(as_type(row.get(name), kind) for name, kind in types.items()), *parameters.values(row["strategy"]))
        for row in rows
    )
    return Table({**types, **parameters.types}, values)
