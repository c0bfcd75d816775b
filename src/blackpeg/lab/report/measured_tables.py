"""What a study measured, as blocks of a page: averages, differences on the same secrets, who beats whom, machines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from .page_markdown_latex import Block, Paragraph, Table
from .pairs import SIGNIFICANT_P
from .report_json import title_of_group
from .terminal_tables import (
    EFFECT_HEADS,
    WHAT_EFFECTS_ARE,
    WHO_BEATS_WHOM,
    bound_mark,
    effect_cells,
    format_duration,
    format_number,
    format_p,
    format_size,
    half_interval,
    matrix_cells,
    plus_minus,
)  # fmt: skip

Row = dict[str, Any]
MAX_PAGE_PAIRS = 45  # that a page lists, those of ten strategies; if there are more, its tables and CSV file have them


class Group(NamedTuple):
    """Strategies of one kind, players or searches, that met the same secrets."""

    name: str  # for files
    title: str
    search: bool
    rows: list[Row]  # those with games
    pairs: list[Row]


def measured_groups(report: Row) -> list[Group]:
    """Returns the groups of a report, with oracle searches in groups of their own."""
    groups = list[Group]()
    for number in dict.fromkeys(row["group"] for row in report["rows"]):
        for search in (False, True):
            rows = [row for row in report["rows"] if row["group"] == number and row["games"]]
            rows = [row for row in rows if (row["generations"] is not None) == search]
            if rows:
                names = {row["strategy"] for row in rows}
                pairs = [pair for pair in report["pairs"] if pair["group"] == number and pair["a"] in names]
                name = "-".join(re.findall(r"[\w.]+", f"{rows[0]['game']} {rows[0]['secrets']}"))
                title = title_of_group(rows[0]["game"], rows[0]["secrets"]) + ", searches" * search
                groups.append(Group(name + "-searches" * search, title, search, rows, pairs))
    times = Counter(group.name for group in groups)  # groups may differ in nothing but seed or list
    return [
        group._replace(name=f"{group.name}-{k}") if times[group.name] > 1 else group
        for k, group in enumerate(groups, 1)
    ]


def measured_blocks(report: Row) -> Iterator[Block]:
    """Yields averages, differences and who beats whom for each group, and how times were measured."""
    for group in measured_groups(report):
        yield Paragraph(f"**{group.title}**")
        start = f"{report['study']}-averages-{group.name}"
        yield _searches_table(group.rows, start) if group.search else _players_table(group.rows, start)
        yield from _pair_blocks(report["study"], group)
    yield Paragraph("± is half of a 95 % interval; sd is the standard deviation of one game.")
    if report["machines"]:
        yield Paragraph(times_paragraph(report["machines"]))


def _players_table(rows: list[Row], name: str) -> Table:
    rows = sorted(rows, key=lambda row: row["average"])
    averages = plus_minus([(row["average"], half_interval(row), row["exact"]) for row in rows])
    cells = [
        (f"`{row['strategy']}`", f"{row['games']:,}", (bound_mark(row) + text).strip(), format_number(row["sd"]),
         f"{bound_mark(row)}{row['max']}", format_number(row["known"]), _rank(row), format_size(row["evaluations"]),
         format_duration(row["median_seconds"]), str(row["failures"] or ""))
        for row, text in zip(rows, averages, strict=True)
    ]  # fmt: skip
    heads = (
        "player", "games", "guesses", "sd", "most", "until known", "rank", "evaluations", "median time", "not solved",
    )  # fmt: skip
    return _without_empty(Table(heads, cells, frozenset(heads[1:]), name))


def _searches_table(rows: list[Row], name: str) -> Table:
    rows = sorted(rows, key=lambda row: row["average"])
    averages = plus_minus([(row["average"], half_interval(row), row["exact"]) for row in rows])
    cells = [
        (f"`{row['strategy']}`", f"{row['games']:,}", format_number(row["generations"]),
         (bound_mark(row) + text).strip(), format_number(row["sd"]), _rank(row), format_duration(row["median_seconds"]),
         str(row["failures"] or ""))
        for row, text in zip(rows, averages, strict=True)
    ]  # fmt: skip
    heads = (
        "search", "games", "generations", "queries to the secret", "sd of queries", "rank", "median time", "not solved",
    )  # fmt: skip
    return _without_empty(Table(heads, cells, frozenset(heads[1:]), name))


def _rank(row: Row) -> str:
    return "" if row["rank"] is None else f"{row['rank']:.2f}"


def _without_empty(table: Table) -> Table:
    """Returns a table without the columns that are empty in every row."""
    kept = [k for k in range(len(table.heads)) if any(row[k] for row in table.rows)]
    heads, rows = tuple(table.heads[k] for k in kept), [tuple(row[k] for k in kept) for row in table.rows]
    return Table(heads, rows, table.numbers, table.name)


def _pair_blocks(study: str, group: Group) -> Iterator[Block]:
    """Yields the differences on the same secrets, if they are not too many, and the matrix of who beats whom."""
    if not group.pairs:
        return
    if len(group.pairs) <= MAX_PAGE_PAIRS:
        yield Paragraph(f"Differences on the same secrets, {group.title}. {WHAT_EFFECTS_ARE}")
        yield differences_table(group.pairs, f"{study}-differences-{group.name}")
    else:
        many = f"All {len(group.pairs):,} differences on the same secrets are in `differences.csv`"
        file = f"tables/{study}-differences-{group.name}.tex"
        yield Paragraph(f"{many} and `{file}`. {WHAT_EFFECTS_ARE}")
    names = [row["strategy"] for row in sorted(group.rows, key=lambda row: row["average"])]
    if len(names) > 2:
        yield Paragraph(WHO_BEATS_WHOM)
        cells = list(matrix_cells(names, group.pairs))
        heads = ("", *(str(k) for k in range(1, len(names) + 1)))
        lines = [(f"{k} `{name}`", *row) for k, (name, row) in enumerate(zip(names, cells, strict=True), 1)]
        yield Table(heads, lines, frozenset(heads[1:]), f"{study}-matrix-{group.name}")


def differences_table(pairs: Sequence[Row], name: str = "") -> Table:
    """Returns the table of differences, their intervals, p after Holm's correction, and effect sizes."""
    texts = plus_minus([(pair["difference"], half_interval(pair), pair["exact"]) for pair in pairs], "+")
    cells = [
        (f"`{pair['a']}`", f"`{pair['b']}`", f"{pair['games']:,}", text.strip().replace("-", "−"), format_p(pair["p"]),
         *(cell.replace("-", "−") for cell in effect_cells(pair)))
        for pair, text in zip(pairs, texts, strict=True)
    ]  # fmt: skip
    heads = ("first", "second", "games", "first − second", "p (Holm)", *EFFECT_HEADS)
    return Table(heads, cells, frozenset(heads[2:]), name)


def all_differences(report: Row) -> dict[str, Table]:
    """Returns the tables of differences that are too long for a page, by the end of their file's name."""
    return {
        f"differences-{group.name}": differences_table(group.pairs)
        for group in measured_groups(report) if len(group.pairs) > MAX_PAGE_PAIRS
    }  # fmt: skip


WHAT_RANKS_SHOW = (
    "In a diagram of ranks 1 needs the fewest, and equals share the average of their ranks. A bar joins neighbors of "
    "whom no two are told apart by the paired sign-flip test of guesses, or of queries for searches "
    f"(p < {SIGNIFICANT_P} after Holm's correction for all pairs, or exact). It is the test of the table of "
    "differences, not Nemenyi's test of ranks, so there is no single critical difference."
)


def times_paragraph(machines: Sequence[Row]) -> str:
    """Returns how times were measured, and on which machines."""
    sentences = ["Times are medians of a game, without compilation and loading of trees."]
    for one in machines:
        days = one["first"] if one["first"] == one["last"] else f"{one['first']} to {one['last']}"
        if "processor" not in one:
            sentences.append(f"{one['games']:,} games of {days} were timed before their machine was stored with them.")
            continue
        commit = f" at commit {one['commit']}" if one["commit"] else ""
        sentences.append(
            f"{one['games']:,} games were timed on {one['processor']} ({one['cores']} cores, {one['system']}) with "
            f"Python {one['python']}, NumPy {one['numpy']}, Numba {one['numba']} and Blackpeg {one['blackpeg']}"
            f"{commit}, {days}."
        )
    return " ".join(sentences)
