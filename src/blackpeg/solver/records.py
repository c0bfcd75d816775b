"""Records: the least total and the least worst case known for every small game, with lower bounds and their sources.

`records.tsv` is filled by `docs/records.py`, which searches game by game and can be continued at any time.
`published.tsv` holds what others print, each with its source.

>>> from blackpeg.game import Game
>>> record = record_of(Game(4, 6))
>>> record.total, record.total_is_proved, record.worst, record.worst_is_proved
(5625, True, 5, True)
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, get_type_hints

from ..game import Game
from ..storage import replacing

RECORDS_FILE = Path(__file__).with_name("records.tsv")
PUBLISHED_FILE = Path(__file__).with_name("published.tsv")
MAX_CODES = 2**17  # of a game with repeats and white pegs that has a record
MAX_VARIANT_CODES = 2**13  # of a game without repeats, or without white pegs
MAX_PEGS, MAX_COLORS = 8, 64
MAX_PEGS_OF_TWO_COLORS = 12
SHIPPED = "shipped"  # the source of a tree that comes with Blackpeg


class Record(NamedTuple):
    """What is known of a game: two trees, each with the command that makes it, and lower bounds."""

    game: str
    codes: int
    total: int  # the least total of guesses known
    total_bound: int  # no strategy needs less
    max: int  # the greatest number of guesses of the tree with that total
    first: str  # its first guess
    source: str  # arguments of `blackpeg` that make it, or SHIPPED
    seconds: float  # that this took
    worst: int  # the least worst case known
    worst_bound: int  # no strategy has less
    worst_total: int  # the total of the tree with that worst case
    worst_first: str
    worst_source: str
    worst_seconds: float
    budget: float  # seconds that each kind of search was given, the greatest so far

    @property
    def total_is_proved(self) -> bool:
        return self.total == self.total_bound

    @property
    def worst_is_proved(self) -> bool:
        return self.worst == self.worst_bound

    @property
    def average(self) -> float:
        return self.total / self.codes


class Published(NamedTuple):
    """A total that somebody else prints."""

    game: str
    total: int
    max: int | None
    first: str
    rule: str  # what found it
    source: str
    failed: bool  # marked so by its own author's check


def recorded_games() -> Iterator[Game]:
    """Every game that has a record, or should have one, the smallest of each variant first."""
    for repeats, whites in ((True, True), (False, True), (True, False), (False, False)):
        max_codes = MAX_CODES if repeats and whites else MAX_VARIANT_CODES
        for pegs in range(2, MAX_PEGS_OF_TWO_COLORS + 1):
            for colors in range(2 if repeats else pegs, MAX_COLORS + 1):
                game = Game(pegs, colors, repeats, whites)
                small = pegs <= MAX_PEGS or (colors == 2 and whites)
                if small and game.size <= max_codes:
                    yield game


def read_records(path: Path = RECORDS_FILE) -> dict[str, Record]:
    """Every record by the name of its game, in the order of the file."""
    readers = get_type_hints(Record).values()
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file, delimiter="\t")
        next(rows)
        records = [Record(*(read(cell) for read, cell in zip(readers, row, strict=True))) for row in rows]
    return {record.game: record for record in records}


def write_records(records: dict[str, Record], path: Path = RECORDS_FILE) -> None:
    """Writes the file as a whole, in the order of `recorded_games`."""
    names = [str(game) for game in recorded_games()]
    with replacing(path) as new, new.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(Record._fields)
        writer.writerows(records[name] for name in names if name in records)


@cache
def _records() -> dict[str, Record]:
    return read_records()


def record_of(game: Game) -> Record | None:
    """The record of a game; None if there is none."""
    return _records().get(str(game))


@cache
def published() -> tuple[Published, ...]:
    """Everything that others print, as far as we know it."""
    with PUBLISHED_FILE.open(encoding="utf-8", newline="") as file:
        return tuple(
            Published(
                row["game"],
                int(row["total"]),
                int(row["max"]) if row["max"] else None,
                row["first"],
                row["rule"],
                row["source"],
                row["failed"] == "failed",
            )
            for row in csv.DictReader(file, delimiter="\t")
        )


def best_published(game: Game) -> Published | None:
    """The least total that others print for a game and did not mark as failed; None if there is none."""
    found = [one for one in published() if one.game == str(game) and not one.failed]
    return min(found, key=lambda one: one.total, default=None)


def behind() -> list[tuple[Record, Published]]:
    """The records that are above what somebody else prints, with that. The aim is that there is none."""
    pairs = [(record, best_published(Game.parse(record.game))) for record in _records().values()]
    return [(record, other) for record, other in pairs if other is not None and other.total < record.total]
