"""Writes tables as CSV, JSON lines or Parquet, with the same values in each."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from ...errors import BlackpegError
from ...storage import replacing
from ..missing_extra import install
from .table import Table

FORMATS = ("csv", "jsonl", "parquet")
PARQUET_GROUP_ROWS = 50_000


def format_of(path: str, chosen: str | None = None) -> str:
    """Returns the chosen format, or the one that the ending of the file names; CSV if it names none.

    >>> format_of("games.parquet"), format_of("games.txt"), format_of("games.txt", "jsonl")
    ('parquet', 'csv', 'jsonl')
    """
    ending = Path(path).suffix.removeprefix(".")
    return chosen or (ending if ending in FORMATS else "csv")


def write_table(table: Table, path: Path | None, form: str) -> int:
    """Writes a table to a file, or to standard output if there is none; returns how many rows it writes.

    If an error stops it, a file that was there before stays as it was.
    """
    rows = _CountingIterator(iter(table.rows))
    if path is None:
        if form == "parquet":
            raise BlackpegError("Parquet needs a file, not standard output; give -o FILE")
        _WRITERS[form](table.columns, rows, sys.stdout)
        return rows.count
    try:
        with replacing(path) as new_file:
            if form == "parquet":
                with new_file.open("wb") as binary:
                    _write_parquet(table.columns, rows, binary)
            else:
                with new_file.open("w", newline="", encoding="utf-8") as file:
                    _WRITERS[form](table.columns, rows, file)
    except OSError as error:
        raise BlackpegError(f"{path} can't be written: {error.strerror or error}") from error
    return rows.count


def table_text(table: Table, form: str) -> str:
    """Returns a table as CSV or JSON lines."""
    out = io.StringIO()
    _WRITERS[form](table.columns, _CountingIterator(iter(table.rows)), out)
    return out.getvalue()


class _CountingIterator:
    """An iterator that counts its items."""

    def __init__(self, rows: Iterator[tuple[Any, ...]]) -> None:
        self.rows, self.count = rows, 0

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        for row in self.rows:
            self.count += 1
            yield row


def _write_csv(columns: Mapping[str, type], rows: _CountingIterator, file: TextIO) -> None:
    """Writes missing values as empty fields, and booleans as JSON does."""
    out = csv.writer(file, lineterminator="\n")
    out.writerow(columns)
    flags = [k for k, kind in enumerate(columns.values()) if kind is bool]
    for row in rows:
        values = list(row)
        for k in flags:
            values[k] = None if row[k] is None else str(row[k]).lower()
        out.writerow(values)


def _write_jsonl(columns: Mapping[str, type], rows: _CountingIterator, file: TextIO) -> None:
    for row in rows:
        file.write(json.dumps(dict(zip(columns, row, strict=True))) + "\n")


_WRITERS = {"csv": _write_csv, "jsonl": _write_jsonl}


def _write_parquet(columns: Mapping[str, type], rows: _CountingIterator, file: BinaryIO) -> None:
    try:
        import pyarrow as arrow  # heavy, and optional
        from pyarrow import parquet
    except ImportError as error:
        raise BlackpegError(f"Parquet needs PyArrow: {install('parquet')}; csv and jsonl need nothing") from error
    types = {bool: arrow.bool_(), int: arrow.int64(), float: arrow.float64(), str: arrow.string()}
    schema = arrow.schema([(name, types[kind]) for name, kind in columns.items()])
    through = iter(rows)
    with parquet.ParquetWriter(file, schema) as out:
        while group := list(islice(through, PARQUET_GROUP_ROWS)):
            arrays = [arrow.array(column, schema.field(k).type) for k, column in enumerate(zip(*group, strict=True))]
            out.write_table(arrow.table(arrays, schema=schema))
