"""The pages of studies: verdicts, explanations, averages and figures of each, and an overview of all, in a folder."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...errors import BlackpegError
from ..figures import plots
from ..figures.study_figures import study_summaries
from ..papers.named_figures import FIGURES, load_function
from ..store import Store
from ..study import READ, SOURCES, Study
from .claim_tables import (
    COUNT_HEADS,
    count_kinds,
    count_verdicts,
    findings_table,
    plural,
    reasons,
    sources_table,
    verdict_tables,
)
from .one_verdict import printed_number, settle_verdicts
from .page_formats import Block, Heading, Paragraph, Picture, Table, to_html, to_latex, to_markdown
from .sentences import check_sentences
from .study_report import build_report
from .terminal_tables import bound_mark, format_duration, format_number, format_size, half_interval, plus_minus
from .verdicts import Finding, join_numbers

Row = dict[str, Any]


@dataclass(frozen=True)
class Result:
    """The report of a study, its figures, and what they show."""

    study: Study
    report: Row
    figures: tuple[tuple[Path, str], ...] = ()  # files with their captions
    findings: tuple[Finding, ...] = ()


def make_result(store: Store, study: Study, folder: Path | None = None, small: bool = False) -> Result:
    """Builds the report of a study and, if there is a folder, draws its figures into it; `small` makes fewer runs."""
    report = build_report(store, study)
    files, findings = list[tuple[Path, str]](), list[Finding]()
    for figure in study.figures if folder is not None else ():
        assert folder is not None
        files.append((folder / f"{study.name}-{figure.draw}.svg", figure.caption))
        findings += load_function(FIGURES[figure.draw].where)(files[-1][0], store, study, figure, small)
    if folder is not None:
        files += _draw_averages(store, study, folder)
    findings = [*check_sentences(store, study, small), *findings]
    return Result(study, report, tuple(files), tuple(findings))


def settle_results(results: Sequence[Result], others: Iterable[Row] = ()) -> list[Result]:
    """Returns results in which every printed number has one verdict, that of the best sample in all of them."""
    reports = settle_verdicts([result.report for result in results], others)
    return [replace(result, report=report) for result, report in zip(results, reports, strict=True)]


def _draw_averages(store: Store, study: Study, folder: Path) -> Iterator[tuple[Path, str]]:
    """Draws averages of players, beside printed ones, and of oracle searches; yields files and captions."""
    for search in (False, True):
        games, claims = study_summaries(store, study, search)
        unit, end = ("queries", "-queries") if search else ("guesses", "")
        if games and any(claims.values()):
            path = folder / f"{study.name}-averages{end}.svg"
            plots.draw_averages(path, games, {} if search else claims, unit)
            yield path, f"Average {unit} with 95 % intervals" + ("." if search else ", beside what was printed.")


# The page of a study


def study_page(result: Result, level: int = 1) -> list[Block]:
    """Returns the page of a study; its heading has this level."""
    study, report = result.study, result.report
    page: list[Block] = [Heading(study.title, level, study.name)]
    page += [Paragraph(" ".join(paragraph.split())) for paragraph in study.about.split("\n\n") if paragraph]
    page.append(Paragraph(f"`blackpeg lab run {study.name}` plays it: {_games_and_seeds(report)}."))
    claims = report["claims"]
    if claims:
        page += [Heading("Printed and measured", level + 1), Paragraph(count_kinds(claims)), *verdict_tables(claims)]
        page += [Heading("Why", level + 1), *why] if (why := reasons(claims)) else []
    if result.findings:
        page += [Heading("What is said, and what we find", level + 1), findings_table(result.findings)]
    page += [Picture(path, caption) for path, caption in result.figures]
    page += [Heading("All that was measured", level + 1), *measured_tables(report)]
    return page


def _games_and_seeds(report: Row) -> str:
    seeds = sorted({row["seed"] for row in report["rows"]})
    return f"{sum(row['games'] for row in report['rows']):,} games, seed {join_numbers(seeds)}"


def measured_tables(report: Row) -> Iterator[Block]:
    """Yields a table for each game and kind of secrets, with oracle searches in tables of their own."""
    for group in dict.fromkeys(row["group"] for row in report["rows"]):
        rows = [row for row in report["rows"] if row["group"] == group and row["games"]]
        for search in (False, True):
            some = [row for row in rows if (row["generations"] is not None) == search]
            if some:
                yield Paragraph(f"**{some[0]['game']}**, {some[0]['secrets']} secrets" + ", searches" * search)
                yield _searches_table(some) if search else _players_table(some)


def _players_table(rows: list[Row]) -> Table:
    rows = sorted(rows, key=lambda row: row["average"])
    averages = plus_minus([(row["average"], half_interval(row), row["exact"]) for row in rows])
    cells = [
        (f"`{row['strategy']}`", f"{row['games']:,}", (bound_mark(row) + text).strip(), format_number(row["sd"]),
         f"{bound_mark(row)}{row['max']}", format_number(row["known"]), format_size(row["evaluations"]),
         format_duration(row["seconds"]), str(row["failures"] or ""))
        for row, text in zip(rows, averages, strict=True)
    ]  # fmt: skip
    heads = ("player", "games", "guesses", "sd", "most", "until known", "evaluations", "time", "not solved")
    return Table(heads, cells, frozenset(heads[1:]))


def _searches_table(rows: list[Row]) -> Table:
    averages = plus_minus([(row["average"], half_interval(row), row["exact"]) for row in rows])
    cells = [
        (f"`{row['strategy']}`", f"{row['games']:,}", format_number(row["generations"]),
         (bound_mark(row) + text).strip(), format_duration(row["seconds"]), str(row["failures"] or ""))
        for row, text in zip(rows, averages, strict=True)
    ]  # fmt: skip
    heads = ("search", "games", "generations", "queries to the secret", "time", "not solved")
    return Table(heads, cells, frozenset(heads[1:]))


# The pages of many studies in a folder


def write_pages(results: Sequence[Result], folder: Path, made_by: str = "") -> list[Path]:
    """Writes each study as Markdown, all of them as HTML and LaTeX, and claims and averages as CSV."""
    files = {folder / "README.md": to_markdown([*overview(results, made_by, ".md")], folder)}
    for result in results:
        files[folder / f"{result.study.name}.md"] = to_markdown(study_page(result), folder)
    whole: list[Block] = [*overview(results, made_by, "")]
    for result in results:
        whole += study_page(result, 2)
    files[folder / "results.html"] = to_html(whole, "Mastermind papers, measured")
    files[folder / "results.tex"] = to_latex(whole)
    files[folder / "claims.csv"] = _csv_text([_csv_row(r, claim) for r in results for claim in r.report["claims"]])
    files[folder / "averages.csv"] = _csv_text([_csv_row(r, row) for r in results for row in r.report["rows"]])
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in files.items():
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BlackpegError(f"{folder} can't be written: {error.strerror}") from error
    return [*files, *(path for result in results for path, _ in result.figures)]


def overview(results: Sequence[Result], made_by: str, suffix: str) -> Iterator[Block]:
    """Yields how many claims of each study agree, with links to files of this suffix or, without one, to anchors."""
    yield Heading("Mastermind papers, measured", 1)
    every = {printed_number(claim): claim for result in reversed(results) for claim in result.report["claims"]}
    read = Counter(claim["kind"] for claim in every.values() if claim["source"] == READ)
    if every:
        yield Paragraph(
            f"{read.total()} number{'s' * (read.total() != 1)} that we read in their papers, each held against games "
            "that we played: "
            + ", ".join(f"{count} {plural(kind, count)}" for kind, count in read.most_common()) + ". "
            f"{len(every) - read.total()} more are known in other ways, and counted apart. "
            "A number agrees if it is within three standard errors and rounding of ours, and if our games could have "
            "shown otherwise: half of the 95 % interval of the difference is at most 0.05 guesses, or 2 % of what is "
            "no guesses. With a wider interval it is not contradicted. If the paper prints no number of games, chance "
            "is ours alone. Every number has one verdict, from the exact value or the largest sample of all studies. "
            "Players consult the secret once a guess; what is counted until the code is known, and searches that show "
            "whole populations to the secret, have columns of their own."
        )  # fmt: skip
        yield sources_table(every.values())
    if made_by:
        yield Paragraph(made_by)
    if suffix:
        yield Paragraph(
            "All of it on one page that needs nothing else is [results.html](results.html), for LaTeX "
            "[results.tex](results.tex); every number is in [claims.csv](claims.csv) and [averages.csv](averages.csv)."
        )
    heads = ("study", "known how", *COUNT_HEADS, "sentences that hold")
    rows = []
    for result in results:
        held = [one.holds for one in result.findings]
        link = f"{result.study.name}{suffix}" if suffix else f"#{result.study.name}"
        cells = [f"[{result.study.title}]({link})", f"{held.count(True)} of {len(held)}" if held else ""]
        sources = [source for source in SOURCES if any(c["source"] == source for c in result.report["claims"])]
        for source in sources or [""]:
            rows.append((cells[0], source, *count_verdicts(result.report["claims"], source), cells[1]))
            cells = ["", ""]
    yield Table(heads, rows, frozenset(heads[2:]))


def _csv_row(result: Result, row: Row) -> Row:
    return {"study": result.study.name, **{k: v for k, v in row.items() if not isinstance(v, dict | list)}}


def _csv_text(rows: list[Row]) -> str:
    heads = list(dict.fromkeys(key for row in rows for key in row))
    text = io.StringIO()
    out = csv.DictWriter(text, heads, lineterminator="\n")
    out.writeheader()
    out.writerows(rows)
    return text.getvalue()
