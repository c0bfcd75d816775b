"""Stored games as CSV, JSON lines or Parquet."""

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

ROWS = 50_000  # rows a Parquet group


def write(store: Store, path: Path | None, form: str) -> int:
    """Write every game to a file, complete or not at all, or as it goes to standard output; how many there were."""
    with closing(cast("Generator[tuple[Any, ...], None, None]", store.rows())) as games:
        return _write(_Counted(games), path, form)


def _write(rows: _Counted, path: Path | None, form: str) -> int:
    if path is None:
        if form == "parquet":
            raise BlackpegError("Parquet goes into a file, not to standard output; give -o FILE")
        _WRITERS[form](rows, sys.stdout)
        return rows.count
    try:
        with replacing(path) as there:
            if form == "parquet":
                with there.open("wb") as binary:
                    _parquet(rows, binary)
            else:
                with there.open("w", newline="", encoding="utf-8") as file:
                    _WRITERS[form](rows, file)
    except OSError as error:
        raise BlackpegError(f"{path} can't be written: {error.strerror or error}") from error
    return rows.count


def text(rows: Iterator[tuple[Any, ...]], form: str) -> str:
    """Games in the order of `COLUMNS`, as CSV or JSON lines."""
    out = io.StringIO()
    _WRITERS[form](_Counted(rows), out)
    return out.getvalue()


class _Counted:
    """An iterator that remembers how much went through."""

    def __init__(self, rows: Iterator[tuple[Any, ...]]) -> None:
        self.rows, self.count = rows, 0

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        for row in self.rows:
            self.count += 1
            yield row


def _csv(rows: _Counted, file: TextIO) -> None:
    out = csv.writer(file, lineterminator="\n")
    out.writerow(COLUMNS)
    out.writerows(rows)


def _jsonl(rows: _Counted, file: TextIO) -> None:
    for row in rows:
        game = dict(zip(COLUMNS, row, strict=True))
        file.write(json.dumps({**game, "solved": bool(game["solved"])}) + "\n")


_WRITERS = {"csv": _csv, "jsonl": _jsonl}


def _parquet(rows: _Counted, file: BinaryIO) -> None:
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ImportError as error:
        raise BlackpegError("Parquet needs PyArrow: pip install 'blackpeg[parquet]'; csv and jsonl don't") from error
    whole = ("seed", "number", "solved", "guesses", "queries", "evaluations", "feedbacks", "known")
    kinds = {**dict.fromkeys(whole, arrow.int64()), "seconds": arrow.float64(), "time": arrow.float64()}
    schema = arrow.schema([(name, kinds.get(name, arrow.string())) for name in COLUMNS])
    through = iter(rows)
    with parquet.ParquetWriter(file, schema) as out:
        while group := list(islice(through, ROWS)):
            columns = [arrow.array(column, schema.field(k).type) for k, column in enumerate(zip(*group, strict=True))]
            out.write_table(arrow.table(columns, schema=schema))
