"""Writes stored games as CSV, JSON lines or Parquet."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, TextIO, cast

from ..errors import BlackpegError
from ..storage import replacing
from .store import COLUMNS, Store

PARQUET_GROUP_ROWS = 50_000


def export_store(store: Store, path: Path | None, form: str) -> int:
    """Writes every game to a file, or to standard output if there is none; returns how many games it writes.

    If an error stops it, a file that was there before stays as it was.
    """
    with closing(cast("Generator[tuple[Any, ...], None, None]", store.rows())) as games:
        return _write_rows(_CountingIterator(games), path, form)


def _write_rows(rows: _CountingIterator, path: Path | None, form: str) -> int:
    if path is None:
        if form == "parquet":
            raise BlackpegError("Parquet needs a file, not standard output; give -o FILE")
        _WRITERS[form](rows, sys.stdout)
        return rows.count
    try:
        with replacing(path) as new_file:
            if form == "parquet":
                with new_file.open("wb") as binary:
                    _write_parquet(rows, binary)
            else:
                with new_file.open("w", newline="", encoding="utf-8") as file:
                    _WRITERS[form](rows, file)
    except OSError as error:
        raise BlackpegError(f"{path} can't be written: {error.strerror or error}") from error
    return rows.count


def export_text(rows: Iterator[tuple[Any, ...]], form: str) -> str:
    """Returns games, rows of `COLUMNS`, as CSV or JSON lines."""
    out = io.StringIO()
    _WRITERS[form](_CountingIterator(rows), out)
    return out.getvalue()


class _CountingIterator:
    """An iterator that counts its items."""

    def __init__(self, rows: Iterator[tuple[Any, ...]]) -> None:
        self.rows, self.count = rows, 0

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        for row in self.rows:
            self.count += 1
            yield row


def _write_csv(rows: _CountingIterator, file: TextIO) -> None:
    out = csv.writer(file, lineterminator="\n")
    out.writerow(COLUMNS)
    out.writerows(rows)


def _write_jsonl(rows: _CountingIterator, file: TextIO) -> None:
    for row in rows:
        game = dict(zip(COLUMNS, row, strict=True))
        file.write(json.dumps({**game, "solved": bool(game["solved"])}) + "\n")


_WRITERS = {"csv": _write_csv, "jsonl": _write_jsonl}


def _write_parquet(rows: _CountingIterator, file: BinaryIO) -> None:
    try:
        import pyarrow as arrow  # heavy, and optional
        from pyarrow import parquet
    except ImportError as error:
        raise BlackpegError(
            "Parquet needs PyArrow: pip install 'blackpeg[parquet]'; csv and jsonl need nothing"
        ) from error
    integers = ("seed", "number", "solved", "guesses", "queries", "evaluations", "feedbacks", "known")
    kinds = {**dict.fromkeys(integers, arrow.int64()), "seconds": arrow.float64(), "time": arrow.float64()}
    schema = arrow.schema([(name, kinds.get(name, arrow.string())) for name in COLUMNS])
    through = iter(rows)
    with parquet.ParquetWriter(file, schema) as out:
        while group := list(islice(through, PARQUET_GROUP_ROWS)):
            columns = [arrow.array(column, schema.field(k).type) for k, column in enumerate(zip(*group, strict=True))]
            out.write_table(arrow.table(columns, schema=schema))
