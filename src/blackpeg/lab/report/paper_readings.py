"""Tables of readings: a text can be read in several ways, and each is measured beside what the paper prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import floor, log10
from typing import Any

import numpy as np

from ..experiment import Series
from ..game_arrays import Average, Sample, average_of, measured_columns
from ..stats import interval, share_interval
from ..study import Claim, Readings, Study, series_of_readings
from .page_markdown_latex import Block, Heading, Paragraph, Table
from .verdicts import MAX_STANDARD_ERRORS, difference, separation

Row = Mapping[str, Any]
SOLVED = "solved"  # the measure that is a share
PRINTED = "printed"  # the label of the first row
MARKS = {True: " ≠", False: "", None: " ?"}  # of a cell whose printed number is contradicted, is not, or can't be told


def readings_report(study: Study, samples: Mapping[Series, Sample]) -> list[dict[str, Any]]:
    """Returns the tables of readings of a study, for JSON."""
    return [_table_of(study, one, samples) for one in study.readings]


def _table_of(study: Study, readings: Readings, samples: Mapping[Series, Sample]) -> dict[str, Any]:
    printed = {
        game: Claim(game, "", float(value), readings.measure, games=readings.printed_count, digits=_digits(value))
        for game, value in readings.printed
    }
    rows = []
    for name, _, series in series_of_readings(study, readings):
        played = [some[0] for some in series]
        cells = [cell_row(readings.measure, printed.get(one.game), samples[one]) for one in played]
        judged = [cell["contradicted"] for cell in cells if cell["contradicted"] is not None]
        kinds = list(dict.fromkeys(one.secrets for one in played))
        cells = [{"game": one.game, **cell} for one, cell in zip(played, cells, strict=True)]
        rows.append({
            "strategy": name, "secrets": " and ".join(kinds), "cells": cells,
            "not_contradicted": judged.count(False), "judged": len(judged),
        })  # fmt: skip
    return {
        "title": readings.title, "about": readings.about, "measure": readings.measure, "games": list(readings.games),
        "printed": {game: str(value) for game, value in readings.printed}, "rows": rows,
    }  # fmt: skip


def _digits(printed: Any) -> int:
    return max(0, -int(printed.as_tuple().exponent))


def cell_row(measure: str, printed: Claim | None, games: Sample) -> dict[str, Any]:
    """Returns what was measured of a reading at one game.

    The printed number is contradicted if it differs by more than three standard errors, beyond its rounding. A game
    that was given up makes our average a lower bound, by which a larger number can't be contradicted.
    """
    found, failures = average_of_measure(games, measure), games.summary.failures
    bound = bool(failures) and measure != SOLVED
    cell: dict[str, Any] = {
        "average": None, "low": None, "high": None, "games": len(games.table), "failures": failures,
        "exact": games.exact, "bound": bound, "difference": None, "contradicted": None,
    }  # fmt: skip
    if found is None or found.error is None:  # a single game, such as one against an adversary, has no interval
        return cell if found is None else cell | {"average": _round(found.average)}
    half = found.error * len(games.table) ** 0.5
    low, high = (found.average,) * 2 if games.exact else interval(found.average, half, len(games.table))
    if measure == SOLVED:
        low, high = (100 * end for end in share_interval(found.average / 100, len(games.table)))
    cell |= {"average": _round(found.average), "low": _round(low), "high": _round(high)}
    if printed is not None:
        apart = difference(printed, found)
        differs = separation(printed, found) > MAX_STANDARD_ERRORS
        cell["difference"] = [_round(end) for end in apart]
        cell["contradicted"] = None if bound and (not differs or printed.value > found.average) else differs
    return cell


def average_of_measure(games: Sample, measure: str) -> Average | None:
    """Returns the average of a measure; that of `solved` is the games solved, in per cent. None if not recorded."""
    columns = measured_columns(games)
    if columns:
        columns[SOLVED] = 100.0 * (games.table[:, 0] != 0).astype(np.float64)
    return average_of(columns[measure], games.exact) if measure in columns else None


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def readings_blocks(tables: Sequence[Row], level: int = 2) -> Iterator[Block]:
    """Yields the tables of readings for a page, each with its title and what its marks mean."""
    if tables:
        yield Heading("Readings side by side", level)
    for table in tables:
        yield Paragraph(f"**{table['title']}** {table['about']}".strip())
        heads, rows = readings_cells(table, strong="**")
        rows = [(label if label == PRINTED else f"`{label}`", *cells) for label, *cells in rows]
        yield Table(heads, rows, frozenset(heads[1:]) - {"secrets"})
        yield Paragraph(legend(table, bold=True))


def legend(table: Row, bold: bool = False) -> str:
    """Returns what the numbers and marks of a table of readings are; on pages what is not contradicted is bold."""
    games = sorted({cell["games"] for row in table["rows"] for cell in row["cells"]})
    count = f"{games[0]:,}" if games[0] == games[-1] else f"{games[0]:,} to {games[-1]:,}"
    what = "Per cent of games solved" if table["measure"] == SOLVED else f"Average {table['measure']}"
    interval_shown = "with the 95 % interval" if table["measure"] == SOLVED else "± half of the 95 % interval"
    text = f"{what}, {count} games each, {interval_shown}."
    if table["printed"]:
        text += " ≠: the printed number is contradicted: it differs by over three standard errors, beyond rounding."
    if bold and any(row["not_contradicted"] for row in table["rows"]):
        text += " Bold: it is not contradicted."
    if any(cell["contradicted"] is None for row in table["rows"] for cell in row["cells"] if cell["difference"]):
        text += " ?: it can't be told, as games were given up."
    if any(cell["bound"] for row in table["rows"] for cell in row["cells"]):
        text += " ≥: a lower bound, as games were given up."
    return text


def readings_cells(table: Row, strong: str = "") -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Returns heads and rows of text: a label, the cells of the games, and how many are not contradicted.

    `strong` is put around what is not contradicted. What is printed is the first row.
    """
    printed, kinds = table["printed"], {row["secrets"] for row in table["rows"]}
    several = len(kinds) > 1 or kinds == {"distinct"}
    heads = ("reading", *(["secrets"] * several), *table["games"], *(["not contradicted"] * bool(printed)))
    rows = list[tuple[str, ...]]()
    if printed:
        rows.append((PRINTED, *([""] * several), *(printed.get(game, "") for game in table["games"]), ""))
    for row in table["rows"]:
        cells = [_cell_text(cell, strong, table["measure"]) for cell in row["cells"]]
        count = [f"{row['not_contradicted']} of {row['judged']}"] if printed else []
        rows.append((row["strategy"], *([row["secrets"]] * several), *cells, *count))
    return heads, rows


def _cell_text(cell: Row, strong: str, measure: str) -> str:
    if cell["average"] is None:
        return ""
    half = 0.0 if cell["low"] is None else (cell["high"] - cell["low"]) / 2
    digits = max(0, min(3, 1 - floor(log10(half)))) if half else 3
    within = " exact" if cell["exact"] else f" ± {half:,.{digits}f}" if half else ""
    if measure == SOLVED:
        digits, within = 1 if half < 2 else 0, f" ({cell['low']:.0f} to {cell['high']:.0f})"
    text = f"{'≥' * cell['bound']}{cell['average']:,.{digits}f}{within}"
    if cell["difference"] is None:
        return text
    return f"{strong}{text}{strong}" if cell["contradicted"] is False else f"{text}{MARKS[cell['contradicted']]}"
