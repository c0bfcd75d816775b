"""Stored games as CSV, JSON lines or Parquet."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from ..errors import BlackpegError
from .store import COLUMNS, Store

ROWS = 50_000  # rows a Parquet group


def write(store: Store, path: Path, form: str) -> int:
    """Write every game to `path`, complete or not at all; how many there were."""
    rows = _counted(store.rows())
    partial = path.with_name(f".{path.name}.partial")
    try:
        {"csv": _csv, "jsonl": _jsonl, "parquet": _parquet}[form](rows, partial)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return rows.count


class _counted:
    """An iterator that remembers how much went through."""

    def __init__(self, rows: Iterator[tuple[Any, ...]]) -> None:
        self.rows, self.count = rows, 0

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        for row in self.rows:
            self.count += 1
            yield row


def _csv(rows: _counted, path: Path) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(COLUMNS)
        out.writerows(rows)


def _jsonl(rows: _counted, path: Path) -> None:
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(dict(zip(COLUMNS, row, strict=True))) + "\n")


def _parquet(rows: _counted, path: Path) -> None:
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ImportError as error:
        raise BlackpegError("Parquet needs PyArrow: pip install 'blackpeg[parquet]'; csv and jsonl need nothing") from error
    text, whole, real = arrow.string(), arrow.int64(), arrow.float64()
    kinds = {"game": text, "strategy": text, "secrets": text, "secret": text, "note": text, "digest": text,
             "worker": text, "seconds": real, "time": real}  # fmt: skip
    schema = arrow.schema([(name, kinds.get(name, whole)) for name in COLUMNS])
    through = iter(rows)
    with parquet.ParquetWriter(path, schema) as out:
        while group := list(islice(through, ROWS)):
            columns = [arrow.array(column, schema.field(k).type) for k, column in enumerate(zip(*group, strict=True))]
            out.write_table(arrow.table(columns, schema=schema))
