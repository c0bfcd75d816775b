"""The same table in three formats, read back by other programs."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from blackpeg.lab.export.table import Table
from blackpeg.lab.export.table_files import PIECE_CHARACTERS, format_of, table_pieces, write_table

COLUMNS: dict[str, type] = {"name": str, "count": int, "share": float, "solved": bool}
ROWS = [
    ("random, 'first'", 3, 0.1, True), ("línea\n\"zwei\"", None, None, None), (None, 2**62 + 1, 1e-300, False),
    ("1122", 0, 5.0, True),
]  # fmt: skip


def read_csv(path: Path, columns: dict[str, type]) -> list[tuple[Any, ...]]:
    """A CSV file as its types read it: an empty field is missing, true and false are booleans."""
    read = {bool: {"true": True, "false": False}.__getitem__}
    with path.open(newline="", encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    assert head == list(columns)
    kinds = list(columns.values())
    return [
        tuple(read.get(kind, kind)(text) if text else None for kind, text in zip(kinds, row, strict=True))
        for row in rows
    ]


def read_back(folder: Path, columns: dict[str, type]) -> list[list[tuple[Any, ...]]]:
    """The tables in x.csv, x.jsonl and x.parquet, after a check of Parquet's own types."""
    from pyarrow import parquet

    lines = [json.loads(line) for line in (folder / "x.jsonl").read_text(encoding="utf-8").splitlines()]
    table = parquet.read_table(folder / "x.parquet")
    names = {str: "string", int: "int64", float: "double", bool: "bool"}
    assert [(field.name, str(field.type)) for field in table.schema] == [(n, names[k]) for n, k in columns.items()]
    assert all(list(line) == list(columns) for line in lines)
    return [
        read_csv(folder / "x.csv", columns),
        [tuple(line.values()) for line in lines],
        [tuple(row.values()) for row in table.to_pylist()],
    ]


def test_every_format_holds_the_same_values_of_the_same_types(tmp_path: Path) -> None:
    for form in ("csv", "jsonl", "parquet"):
        assert write_table(Table(COLUMNS, iter(ROWS)), tmp_path / f"x.{form}", form) == len(ROWS)
    for rows in read_back(tmp_path, COLUMNS):
        assert rows == ROWS
        assert [[type(value) for value in row] for row in rows] == [[type(value) for value in row] for row in ROWS]


def test_a_table_without_rows_has_its_columns(tmp_path: Path) -> None:
    for form in ("csv", "jsonl", "parquet"):
        assert write_table(Table(COLUMNS, ()), tmp_path / f"x.{form}", form) == 0
    assert read_back(tmp_path, COLUMNS) == [[], [], []]


def test_pandas_reads_the_csv_with_the_same_types(tmp_path: Path) -> None:
    import pandas

    complete = [row for row in ROWS if None not in row]
    write_table(Table(COLUMNS, complete), tmp_path / "x.csv", "csv")
    read = pandas.read_csv(tmp_path / "x.csv")
    text = str(pandas.Series(["a"]).dtype)  # "str", or "object" before pandas 3
    assert [str(kind) for kind in read.dtypes] == [text, "int64", "float64", "bool"]


def test_an_error_leaves_the_old_file(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("old")

    def rows():
        yield ROWS[0]
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_table(Table(COLUMNS, rows()), tmp_path / "x.csv", "csv")
    assert (tmp_path / "x.csv").read_text() == "old" and len(list(tmp_path.iterdir())) == 1


def test_text_and_formats_by_ending() -> None:
    table = Table({"a": int, "b": bool}, [(1, None)])
    assert "".join(table_pieces(table, "csv")) == "a,b\n1,\n"
    assert "".join(table_pieces(table, "jsonl")) == '{"a": 1, "b": null}\n'


def test_a_large_table_comes_in_pieces():
    pieces = list(table_pieces(Table({"a": int}, ((k,) for k in range(100_000))), "csv"))
    assert len(pieces) > 5 and max(map(len, pieces)) < 2 * PIECE_CHARACTERS
    assert "".join(pieces).split() == ["a", *map(str, range(100_000))]
    assert [format_of(name) for name in ("a.csv", "a.jsonl", "a.parquet", "a", "-")] == [
        "csv", "jsonl", "parquet", "csv", "csv",
    ]  # fmt: skip
    assert format_of("a.csv", "parquet") == "parquet"
