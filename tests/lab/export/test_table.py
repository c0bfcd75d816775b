"""Columns and their types."""

from __future__ import annotations

import pytest

from blackpeg.lab.export.table import ParameterColumns, as_type, column_type


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1, None, 3], int), ([1, 2.5, None], float), ([True, False, None], bool), ([True, 1], str), ([1, "a"], str),
        ([None], str), ([], str), ([(1, 2)], str), ([2**63], str), ([2**63 - 1], int), ([1.5, -(2**70)], str),
    ],
)  # fmt: skip
def test_a_column_has_the_type_that_holds_all_its_values(values: list[object], kind: type) -> None:
    assert column_type(values) is kind


@pytest.mark.parametrize(
    ("value", "kind", "expected"),
    [
        (1, bool, True), (0, bool, False), (None, bool, None), ("", str, None), (0, int, 0), (0.0, float, 0.0),
        (3, float, 3.0), (float("nan"), float, None), (float("inf"), float, None), (("a", 1), str, "('a', 1)"),
    ],
)  # fmt: skip
def test_values_of_columns(value: object, kind: type, expected: object) -> None:
    made = as_type(value, kind)
    assert made == expected and type(made) is type(expected)


def test_parameters_are_columns_with_their_defaults() -> None:
    names = ["merelo2006(population=40)", "merelo2006", "entropy", "random(first='1122')", "gone(from=1)"]
    columns = ParameterColumns(names, taken=("limit", "seed"))
    values = {name: dict(zip(columns.types, columns.values(name), strict=True)) for name in names}
    assert columns.types["population"] is int and columns.types["candidates_only"] is bool
    assert "limit" not in columns.types and columns.types["limit_parameter"] is int
    assert values["merelo2006(population=40)"]["population"] == 40
    assert values["merelo2006"]["population"] == 0 and values["entropy"]["population"] is None
    assert values["entropy"]["candidates_only"] is False and values["merelo2006"]["candidates_only"] is None
    assert values["random(first='1122')"]["first"] == "1122" and values["merelo2006"]["first"] == "half"
    assert set(values["gone(from=1)"].values()) == {None}, "it is not installed any more"
