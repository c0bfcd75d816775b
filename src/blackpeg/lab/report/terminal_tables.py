"""Prints reports, comparisons and the status of a store as tables that fit the terminal; in a pipe lines stay whole."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from math import floor, log10
from typing import Any

import click

from ..stats import SMALLEST_PRINTED_P
from .pairs import SIGNIFICANT_P, told_apart
from .paper_readings import legend, readings_cells
from .verdicts import mark_of

MIN_LABEL_WIDTH = 12  # columns that a label has beside its cells
MAX_LISTED_PAIRS = 10  # if there are more, only the matrix is printed
LEFT_ALIGNED = ("secrets", "measure", "verdict")  # columns of words

WHO_BEATS_WHOM = (
    "Who beats whom: + fewer guesses, - more, · not told apart "
    f"(p < {SIGNIFICANT_P} after Holm's correction, or exact)."
)
EFFECT_HEADS = ("fewer", "more", "r")  # shares of the games, and the rank-biserial correlation
WHAT_EFFECTS_ARE = (
    "Fewer and more are the shares of the secrets on which the first needs fewer or more; r is the matched-pairs "
    "rank-biserial correlation, from -1 (the first never needs more) to +1 (never fewer)."
)

Row = Mapping[str, Any]
Section = tuple[tuple[str, ...], Sequence[Sequence[str]]]  # headings, and the cells of each row


def terminal_width() -> int:
    """Returns the columns of the terminal, or a huge number in a pipe or file."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else sys.maxsize


def print_paragraph(text: str) -> None:
    """Prints a paragraph, wrapped in a terminal."""
    columns = terminal_width()
    lines = [text] if columns == sys.maxsize else textwrap.wrap(text, max(20, columns - 1), break_on_hyphens=False)
    click.echo("\n".join(lines))


def print_heading(text: str) -> None:
    click.echo(click.style(text, bold=True))


def print_table(name: str, labels: Sequence[str], *sections: Section, notes: Sequence[str] = ()) -> None:
    """Prints labels, each with its cells; sections stand side by side, or one below the other if there is no room.

    A label that is too long has a line of its own. A note stands below its row.
    """
    width = max(map(len, (name, *labels))) + sum(_width_of(section) for section in sections)
    if len(sections) > 1 and width <= terminal_width():
        heads = tuple(head for heads, _ in sections for head in heads)
        sections = ((heads, [[c for _, rows in sections for c in rows[k]] for k in range(len(labels))]),)
    for k, piece in enumerate(piece for section in sections for piece in _pieces(section)):
        if k:
            click.echo()
        for line in _lines(name, labels, piece, notes if k == 0 else ()):
            click.echo(line)


def _width_of(section: Section) -> int:
    return sum(2 + size for size in _column_widths(section))


def _column_widths(section: Section) -> list[int]:
    heads, rows = section
    return [max(map(len, (head, *(row[k] for row in rows)))) for k, head in enumerate(heads)]


def _pieces(section: Section) -> Iterator[Section]:
    """Yields a section in pieces whose columns fit into the terminal beside a narrow label."""
    heads, rows = section
    start, used = 0, MIN_LABEL_WIDTH
    for k, size in enumerate(_column_widths(section)):
        if used + 2 + size > terminal_width() and k > start:
            yield heads[start:k], [row[start:k] for row in rows]
            start, used = k, MIN_LABEL_WIDTH
        used += 2 + size
    yield heads[start:], [row[start:] for row in rows]


def _lines(name: str, labels: Sequence[str], section: Section, notes: Sequence[str]) -> Iterator[str]:
    heads, rows = section
    sizes = _column_widths(section)
    room = min(max(map(len, (name, *labels))), max(MIN_LABEL_WIDTH, terminal_width() - _width_of(section)))

    def line(label: str, cells: Sequence[str]) -> str:
        aligned = [
            f"{c:<{n}}" if h in LEFT_ALIGNED else f"{c:>{n}}" for c, n, h in zip(cells, sizes, heads, strict=True)
        ]
        return "  ".join([f"{label:<{room}}", *aligned]).rstrip()

    yield click.style(line(name[:room], heads), bold=True)
    for k, (label, cells) in enumerate(zip(labels, rows, strict=True)):
        if len(label) > room:
            yield label
            label = ""
        yield line(label, cells)
        if notes and notes[k]:
            yield from textwrap.wrap(
                notes[k], min(terminal_width(), 120) - 4, initial_indent="    ", subsequent_indent="    "
            )


def show_rows(rows: Sequence[Row], measures: Sequence[str]) -> None:
    """Prints a row for each strategy, the best first, and oracle searches in a table of their own."""
    kinds = [[row for row in rows if (row["generations"] is not None) == search] for search in (False, True)]
    for k, some in enumerate(kinds):
        if some:
            if k and kinds[0]:
                click.echo()
            _show_kind(some, measures, search=bool(k))
    if any(row["failures"] for row in rows):
        click.echo()
        print_paragraph("≥ marks a lower bound: a game that was given up counts with the guesses it made until then.")


def _show_kind(rows: Sequence[Row], measures: Sequence[str], search: bool) -> None:
    rows = sorted(rows, key=lambda row: (row["average"] is None, row["average"]))
    averages = plus_minus([(row["average"], half_interval(row), row["exact"]) for row in rows])
    known = "known" in measures and any(row["known"] is not None for row in rows)
    quality = {
        **({"games": [f"{row['games']:,}" for row in rows]} if len({row["games"] for row in rows}) > 1 else {}),
        "queries" if search else "average": [bound_mark(row) + text for row, text in zip(rows, averages, strict=True)],
        "sd": [format_number(row["sd"]) for row in rows],
        "max": ["" if row["max"] is None else f"{bound_mark(row)}{row['max']}" for row in rows],
        **({"known": [format_number(row["known"]) for row in rows]} if known else {}),
        "failed": [f"{row['failures']:,}" if row["games"] else "" for row in rows],
    }
    costs = {
        head: [form(row[key]) for row in rows]
        for head, measure, form in (
            ("queries", "queries", format_size),
            ("generations", "generations", format_number),
            ("evals", "evaluations", format_size),
            ("new codes", "new codes", format_size),
            ("feedbacks", "feedbacks", format_size),
            ("time", "seconds", format_duration),
        )
        if (key := {"seconds": "median_seconds"}.get(measure, measure.replace(" ", "_"))) and measure in measures
        and any(row[key] is not None for row in rows) and not (search and measure == "queries")
    }  # fmt: skip
    sections = [(tuple(columns), list(zip(*columns.values(), strict=True))) for columns in (quality, costs) if columns]
    print_table("search" if search else "strategy", [row["strategy"] for row in rows], *sections)


def show_pairs(pairs: Sequence[Row], rows: Sequence[Row]) -> None:
    """Prints the differences on the same secrets and, for three strategies or more, the matrix of who beats whom."""
    if not pairs:
        return
    if len(pairs) <= MAX_LISTED_PAIRS:
        click.echo()
        labels = [f"{pair['a']} − {pair['b']}" for pair in pairs]
        differences = plus_minus([(pair["difference"], half_interval(pair), pair["exact"]) for pair in pairs], "+")
        cells = [
            [text, format_p(pair["p"]), *effect_cells(pair)] for text, pair in zip(differences, pairs, strict=True)
        ]
        print_table("on the same secrets", labels, (("difference", "p (Holm)", *EFFECT_HEADS), cells))
        print_paragraph(WHAT_EFFECTS_ARE)
    paired = {name for pair in pairs for name in (pair["a"], pair["b"])}
    names = [row["strategy"] for row in sorted(rows, key=lambda row: row["average"] or 0) if row["strategy"] in paired]
    if len(names) > 2:
        click.echo()
        show_matrix(names, pairs)


def show_matrix(names: Sequence[str], pairs: Sequence[Row]) -> None:
    """Prints a line for each strategy: + if it needs fewer guesses than the strategy of the column, - if more."""
    print_paragraph(WHO_BEATS_WHOM)
    click.echo()
    digits = len(str(len(names)))
    heads = tuple(str(k) for k in range(1, len(names) + 1))
    print_table(
        "", [f"{k:>{digits}} {name}" for k, name in enumerate(names, 1)], (heads, list(matrix_cells(names, pairs)))
    )


def matrix_cells(names: Sequence[str], pairs: Sequence[Row]) -> Iterator[list[str]]:
    """Yields who beats whom, a line for each strategy."""
    signs = {}
    for pair in pairs:
        apart, fewer = told_apart(pair), pair["difference"] < 0
        signs[pair["a"], pair["b"]] = "·" if not apart else "+" if fewer else "-"
        signs[pair["b"], pair["a"]] = "·" if not apart else "-" if fewer else "+"
    for a in names:
        yield ["" if a == b else signs.get((a, b), "") for b in names]


def effect_cells(pair: Row) -> tuple[str, str, str]:
    """Returns the cells of EFFECT_HEADS."""
    return f"{pair['fewer']:.0%}", f"{pair['more']:.0%}", f"{pair['rank_biserial']:+.2f}"


def show_comparison(result: Row) -> None:
    """Prints a comparison as `report_json.build_comparison` returns it."""
    print_heading(f"{result['game']}, {_games(result['rows'])}, {_secrets(result)}")
    click.echo()
    show_rows(result["rows"], ("known", "generations", "evaluations", "feedbacks", "seconds"))
    show_pairs(result["pairs"], result["rows"])


def show_report(report: Row) -> None:
    """Prints a study as `report_json.build_report` returns it."""
    print_heading(report["title"])
    for paragraph in report["about"].split("\n\n"):
        if paragraph:
            click.echo()
            print_paragraph(" ".join(paragraph.split()))
    for group in dict.fromkeys(row["group"] for row in report["rows"]):
        rows = [row for row in report["rows"] if row["group"] == group]
        click.echo()
        print_heading(f"{rows[0]['game']}, {_games(rows)}, {_secrets(rows[0])}")
        click.echo()
        show_rows(rows, report["measures"])
        show_pairs([pair for pair in report["pairs"] if pair["group"] == group], rows)
    if report["claims"]:
        click.echo()
        show_claims(report["claims"])
    for table in report.get("readings", ()):
        click.echo()
        show_readings(table)
    for one in report.get("sentences", ()):
        click.echo()
        verdict = {True: "holds", False: "does not hold", None: "not decided"}[one["holds"]]
        print_paragraph(f"{verdict}: {one['says']} ({one['where']}) {one['found']}")


def show_readings(table: Row) -> None:
    """Prints a table of readings."""
    print_heading(table["title"])
    if table["about"]:
        print_paragraph(table["about"])
    click.echo()
    heads, rows = readings_cells(table)
    print_table(heads[0], [row[0] for row in rows], (heads[1:], [row[1:] for row in rows]))
    print_paragraph(legend(table))


def show_claims(claims: Sequence[Row]) -> None:
    """Prints claims beside what was measured."""
    measured = [plus_minus([(claim["measured"], half_interval(claim), claim["exact"])])[0] for claim in claims]
    cells = [
        [claim["measure"], f"{claim['claimed']:.{claim['digits']}f}", bound_mark(claim) + text if text else "",
         claim["kind"] + mark_of(claim["source"])]
        for claim, text in zip(claims, measured, strict=True)
    ]  # fmt: skip
    verdicts = ["" if claim["verdict"] == claim["kind"] else claim["verdict"].partition(": ")[2] or claim["verdict"]
                for claim in claims]  # fmt: skip
    notes = ["; ".join(filter(None, (text, c["where"], c["doubt"]))) for text, c in zip(verdicts, claims, strict=True)]
    several = len({claim["game"] for claim in claims}) > 1
    labels = [f"{claim['strategy']} at {claim['game']}" if several else claim["strategy"] for claim in claims]
    print_table("as printed", labels, (("measure", "claimed", "measured", "verdict"), cells), notes=notes)


def _secrets(row: Row) -> str:
    """Returns in words where the secrets come from."""
    words = {"distinct": "secrets without repeats", "list": "secrets of a list"}
    words |= {kind: f"{kind} secrets" for kind in ("uniform", "all")}
    if row["secrets"].startswith("adversary"):
        return f"against {row['secrets']}, seed {row['seed']}"
    return f"{words.get(row['secrets'], 'secrets of ' + row['secrets'])}, seed {row['seed']}"


def _games(rows: Sequence[Row]) -> str:
    """Returns in words how many games there were."""
    least, most = min(row["games"] for row in rows), max(row["games"] for row in rows)
    if least != most:
        return f"{least:,} to {most:,} games"
    return f"{most:,} game{'s' * (most != 1)}{' each' * (len(rows) > 1)}"


def show_status(path: str, rows: Sequence[Row]) -> None:
    """Prints a row for each series of a store."""
    click.echo(f"{path}: {sum(row['games'] for row in rows):,} games")
    if not rows:
        return
    cells = [
        [row["game"], row["secrets"], str(row["seed"]), f"{row['games']:,}",
         "" if row["last"] is None else f"{datetime.fromisoformat(row['last']).astimezone():%Y-%m-%d %H:%M}"]
        for row in rows
    ]  # fmt: skip
    click.echo()
    print_table("strategy", [row["strategy"] for row in rows], (("game", "secrets", "seed", "games", "last"), cells))
    for row in rows:
        if len(row["digests"]) > 1:
            made = " and ".join(f"{count:,} by {digest}" for digest, count in row["digests"].items())
            click.echo()
            series = f"{row['game']} {row['strategy']} {row['secrets']} {row['seed']}"
            print_paragraph(f"{series}: different code made these games: {made}")


def plus_minus(values: Sequence[tuple[float | None, float | None, bool]], sign: str = "") -> list[str]:
    """Returns averages with half their intervals, such as 4.631 ± 0.015, in the digits of the narrowest interval."""
    halves = [h for _, h, exact in values if h and not exact]
    min_digits = 3 if all(average is None or abs(average) < 100 for average, _, _ in values) else 1
    digits = min(6, max(min_digits, 1 - floor(log10(min(halves))))) if halves else min_digits
    after = ["exact" if exact else "" if h is None else f"± {h:.{digits}f}" for _, h, exact in values]
    room = max(map(len, after), default=0)
    return [
        "" if average is None else f"{average:{sign}.{digits}f} {text:<{room}}"
        for (average, _, _), text in zip(values, after, strict=True)
    ]


def half_interval(row: Row) -> float | None:
    """Returns half the width of the 95 % interval of a row."""
    return None if row["low"] is None or row["high"] is None else (row["high"] - row["low"]) / 2


def bound_mark(row: Row) -> str:
    """Returns the sign before an average that is a lower bound, since games failed."""
    return "≥" if row["failures"] else ""


def format_number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def format_size(value: float | None) -> str:
    """Returns a cost as people read it: 0.5, 1,517, 123k, 4.56M."""
    if value is None:
        return ""
    if value < 99_999.5:
        return f"{value:,.0f}" if value >= 10 or value == int(value) else f"{value:.2g}"
    unit, name = next((unit, name) for unit, name in ((1e9, "G"), (1e6, "M"), (1e3, "k")) if value >= 0.9995 * unit)
    return f"{value / unit:.{2 if value < 9.995 * unit else 1 if value < 99.95 * unit else 0}f}{name}"


def format_duration(seconds: float | None) -> str:
    """Returns a time as people read it: 190 µs, 1.4 ms, 12 s, 3.2 min, 5.1 h."""
    if seconds is None:
        return ""
    for unit, name in ((3600.0, "h"), (60.0, "min"), (1.0, "s"), (1e-3, "ms")):
        if seconds >= (2 * unit if unit >= 60 else unit):
            return f"{seconds / unit:.{1 if seconds < 10 * unit else 0}f} {name}"
    return f"{seconds * 1e6:.0f} µs"


def format_p(p: float) -> str:
    """Returns a probability as people read it: 0.0123, 4.6e-06, < 1e-12."""
    if p < SMALLEST_PRINTED_P:
        return f"< {SMALLEST_PRINTED_P:g}"
    return f"{p:.4f}" if p >= 0.0001 else f"{p:.1e}"
