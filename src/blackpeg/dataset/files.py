"""Writes the records of a dataset as JSON lines or Parquet, and a data card beside them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from .. import __version__
from ..errors import BlackpegError
from ..game import Game
from ..lab.missing_extra import install
from ..storage import replacing
from . import positions, puzzles

KINDS = {"positions": positions.FIELDS, "puzzles": puzzles.FIELDS}
FORMATS = ("jsonl", "parquet")

WHAT_IT_IS = {
    "positions": """\
Each record is a position in the middle of a game: what was guessed and answered so far, every code that still fits, and
what is best to guess. Totals are exact: they come from an exhaustive search, not from play.""",
    "puzzles": """\
Each record is a puzzle: clues that one code alone fits. No clue can be left out. Difficulty is the length of a proof
that goes peg by peg, a proxy for what a person finds hard, which was not measured.""",
}
HOW_IT_WAS_MADE = {
    "positions": """\
Secrets are uniform. Guesses are, half and half, any code or a code that fits, and a game is cut off as soon as few
enough candidates are left. So positions are more varied than those of good players, and not distributed as theirs are.
""",
    "puzzles": """\
Secrets and guesses are uniform. Of twenty sets of clues about a secret the one with fewest clues is taken.
""",
}


def write_dataset(
    game: Game, kind: str, count: int, seed: int, folder: Path, form: str = "jsonl",
    max_candidates: int = positions.MAX_CANDIDATES, progress: Callable[[Iterator[Any]], Iterator[Any]] = iter,
) -> list[Path]:  # fmt: skip
    """Writes a dataset into a folder, and returns its files: the records and the data card, README.md."""
    if kind == "positions":
        records = positions.positions(game, count, seed, max_candidates)
    else:
        records = puzzles.puzzles(game, count, seed)
    rows = list(progress(records))
    data, card = folder / f"{kind}.{form}", folder / "README.md"
    options = f" --max-candidates {max_candidates}" * (max_candidates != positions.MAX_CANDIDATES)
    command = f"blackpeg dataset {game} --kind {kind} --count {count} --seed {seed}{options} --format {form} -o FOLDER"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with replacing(data) as file:
            WRITERS[form](file, rows)
        with replacing(card) as file:
            file.write_text(data_card(game, kind, rows, data.name, command), encoding="utf-8")
    except OSError as error:
        raise BlackpegError(f"{folder} can't be written: {error.strerror or error}") from error
    return [data, card]


def _write_jsonl(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def _write_parquet(path: Path, rows: list[dict[str, Any]]) -> None:
    try:
        import pyarrow  # heavy, and optional
        from pyarrow import parquet
    except ImportError as error:
        raise BlackpegError(f"Parquet needs PyArrow: {install('parquet')}; jsonl needs nothing") from error
    parquet.write_table(pyarrow.Table.from_pylist(rows), path)


WRITERS = {"jsonl": _write_jsonl, "parquet": _write_parquet}


def data_card(game: Game, kind: str, rows: list[dict[str, Any]], file: str, command: str) -> str:
    """Returns what a reader must know of a dataset: what it is, how it was made, its fields and its limits."""
    grades = Counter(str(row["grade"]) for row in rows)
    shares = ", ".join(f"{grades[name]:,} {name if name != 'None' else 'not graded'}" for name in sorted(grades))
    fields = "\n".join(f"| `{name}` | {what} |" for name, what in KINDS[kind].items())
    return f"""---
license: mit
pretty_name: Mastermind {kind} of {game}
size_categories: [{_size_category(len(rows))}]
tags: [mastermind, deduction, reasoning, games]
configs:
  - {{config_name: default, data_files: {file}}}
---

# Mastermind {kind} of {game}

{WHAT_IT_IS[kind]}

{len(rows):,} records in `{file}`: {shares}. Colors are written {game.palette}. Feedback is written
`2b1w`: two black pegs (right color and place) and one white (right color, wrong place).

## How it was made

{HOW_IT_WAS_MADE[kind]}No two records are the same. The same command makes the same records, and a larger count adds
others behind them:

    {command}

by Blackpeg {__version__}. There is no data of people in it.

## Fields

| field | what it is |
|---|---|
{fields}

## Use

For learning to choose guesses or to deduce, and for testing programs and language models that do. The solution is in
the record, so a test should show only the game and its history or clues. A model may have seen such games; another seed
makes new ones.
"""


def _size_category(count: int) -> str:
    """Returns the range of sizes as data cards name it."""
    for most, name in ((1000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M")):
        if count < most:
            return name
    return "n>1M"
