"""Writes tables as CSV, JSON lines or Parquet, with the same values in each."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from ...errors import BlackpegError
from ...storage import replacing
from ..missing_extra import install
from .table import Table

FORMATS = ("csv", "jsonl", "parquet")
PARQUET_GROUP_ROWS = 50_000
PIECE_CHARACTERS = 2**16  # of text that is handed over at a time


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
        sys.stdout.writelines(_LINES[form](table.columns, rows))
        return rows.count
    try:
        with replacing(path) as new_file:
            if form == "parquet":
                with new_file.open("wb") as binary:
                    _write_parquet(table.columns, rows, binary)
            else:
                with new_file.open("w", newline="", encoding="utf-8") as file:
                    file.writelines(_LINES[form](table.columns, rows))
    except OSError as error:
        raise BlackpegError(f"{path} can't be written: {error.strerror or error}") from error
    return rows.count


def table_pieces(table: Table, form: str) -> Iterator[str]:
    """Yields a table as CSV or JSON lines, piece by piece, so that a large one is never held as a whole."""
    piece, size = list[str](), 0
    for line in _LINES[form](table.columns, table.rows):
        piece.append(line)
        size += len(line)
        if size >= PIECE_CHARACTERS:
            yield "".join(piece)
            piece, size = [], 0
    yield "".join(piece)


class _CountingIterator:
    """An iterator that counts its items."""

    def __init__(self, rows: Iterator[tuple[Any, ...]]) -> None:
        self.rows, self.count = rows, 0

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        for row in self.rows:
            self.count += 1
            yield row


class _Echo:
    """A file that returns what is written to it."""

    def write(self, text: str) -> str:
        return text


def _csv_lines(columns: Mapping[str, type], rows: Iterable[tuple[Any, ...]]) -> Iterator[str]:
    """Yields missing values as empty fields, and booleans as JSON does."""
    out = csv.writer(_Echo(), lineterminator="\n")
    yield out.writerow(columns)
    flags = [k for k, kind in enumerate(columns.values()) if kind is bool]
    for row in rows:
        values = list(row)
        for k in flags:
            values[k] = None if row[k] is None else str(row[k]).lower()
        yield out.writerow(values)


def _jsonl_lines(columns: Mapping[str, type], rows: Iterable[tuple[Any, ...]]) -> Iterator[str]:
    for row in rows:
        yield json.dumps(dict(zip(columns, row, strict=True))) + "\n"


_LINES = {"csv": _csv_lines, "jsonl": _jsonl_lines}


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
