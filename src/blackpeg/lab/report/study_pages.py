"""The pages of studies: verdicts, explanations, averages and figures of each, and an overview of all, in a folder."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...errors import BlackpegError
from ..figures import summary_plots
from ..figures.rank_diagram import draw_ranks
from ..figures.study_figures import panel_titles, study_styles, study_summaries
from ..papers.figures_and_checks import FIGURES, load_function
from ..store import Store
from ..study import READ, SOURCES, Study
from .check_paper_sentences import check_sentences
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
from .headlines import WHAT_SYMBOLS_MEAN, by_year, count_symbols, findings, headline, year_of
from .measured_tables import WHAT_RANKS_SHOW, all_differences, measured_blocks, measured_groups
from .page_html import to_html
from .page_markdown_latex import (
    Block,
    Bullets,
    Heading,
    Paragraph,
    Picture,
    Table,
    table_to_latex,
    to_latex,
    to_markdown,
)
from .pairs import groups_not_told_apart
from .paper_readings import readings_blocks
from .report_json import build_report
from .verdict_across_studies import printed_number, settle_verdicts
from .verdicts import Finding, join_numbers

Row = dict[str, Any]
MAX_DRAWN, MAX_RANKED = 200, 16  # averages and ranks in the figures of a study; of more there are only tables
MAX_ROWS = 36  # of averages in one figure, unless a single game has more; the other games follow in other figures
MIN_RANKED_GAMES = 2  # that ranks are drawn of: an adversary is met once
MAX_HTML_PAIRS = 6  # in a table of differences of the HTML page; longer ones are left to files
MAX_HTML_MATRIX = 12  # rows of a matrix of who beats whom there
RANKS = "-ranks-"  # in the names of files that show ranks


@dataclass(frozen=True)
class Result:
    """The report of a study, its figures, and what they show."""

    study: Study
    report: Row
    figures: tuple[tuple[Path, str], ...] = ()  # files with their captions
    findings: tuple[Finding, ...] = ()


def make_result(store: Store, study: Study, folder: Path | None = None, small: bool = False) -> Result:
    """Builds the report of a study and, if there is a folder, draws its figures into it; `small` makes fewer runs.

    Only the games that the study asks for are counted. Every figure is an SVG with a PDF beside it.
    """
    store = store.limited_to(study.game_counts())
    report = build_report(store, study)
    files, findings = list[tuple[Path, str]](), list[Finding]()
    with summary_plots.with_pdf_beside():
        for figure in study.figures if folder is not None else ():
            assert folder is not None
            files.append((folder / f"{study.name}-{figure.draw}.svg", figure.caption))
            findings += load_function(FIGURES[figure.draw].where)(files[-1][0], store, study, figure, small)
        if folder is not None:
            files += _draw_averages(store, study, folder)
            files += _draw_ranks(study, report, folder)
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
        printed = any(claims.values()) and not search
        if not games or sum(map(len, games.values())) > MAX_DRAWN:
            continue
        titles, shown_claims = panel_titles(study), claims if printed else {}
        figures = _share_figures(games, shown_claims)
        for number, names in enumerate(figures, 1):
            which = names[0] if len(names) == 1 else str(number)
            which = "-".join(["", *re.findall(r"[\w.]+", which)]) if len(figures) > 1 else ""
            path = folder / f"{study.name}-averages{which}{end}.svg"
            shown = {game: games[game] for game in names}
            summary_plots.draw_averages(path, shown, shown_claims, unit, study_styles(study), titles)
            at = f" at {'; '.join(titles[name] for name in names)}" if len(figures) > 1 else ""
            what = f"Average {unit}{at}, with 95 % intervals"
            yield path, what + ("; diamonds are printed averages." if any(map(shown_claims.get, names)) else ".")


def _share_figures(games: summary_plots.Games, claims: summary_plots.PrintedAverages) -> list[list[str]]:
    """Returns the games of each figure of averages, in order, so that no figure is too tall."""
    figures, height = list[list[str]](), 0.0
    for game, summaries in games.items():
        own = summary_plots.average_rows_height(summaries, claims.get(game, ()))
        if figures and height + own <= MAX_ROWS:
            figures[-1].append(game)
            height += own
        else:
            figures.append([game])
            height = own
    return figures


def _draw_ranks(study: Study, report: Row, folder: Path) -> Iterator[tuple[Path, str]]:
    """Draws average ranks for every group of three strategies or more; yields files and captions."""
    for group in measured_groups(report):
        ranks = {row["strategy"]: row["rank"] for row in group.rows if row["rank"] is not None}
        games, unit = max(row["ranked_games"] or 0 for row in group.rows), "queries" if group.search else "guesses"
        if 2 < len(ranks) <= MAX_RANKED and games >= MIN_RANKED_GAMES:
            path = folder / f"{study.name}{RANKS}{group.name}.svg"
            joined = groups_not_told_apart(sorted(ranks, key=lambda name: (ranks[name], name)), group.pairs)
            title = f"{group.title}: ranks over {games:,} games that all played"
            draw_ranks(path, ranks, joined, title, unit, study_styles(study))
            yield path, f"{title}; a bar joins those that can't be told apart."


# The page of a study


def study_page(result: Result, level: int = 1, made_by: str = "") -> list[Block]:
    """Returns the page of a study; its heading has this level."""
    study, report = result.study, result.report
    page: list[Block] = [Heading(study.title, level, study.name), *_about(study)]
    played = f"`blackpeg lab run {study.file or study.name}` plays it: {_games_and_seeds(report)}."
    page.append(Paragraph(f"{played} {made_by}".strip()))
    claims = report["claims"]
    if claims:
        tables = _name_tables(verdict_tables(claims), f"{study.name}-printed")
        page += [Heading("Printed and measured", level + 1), Paragraph(count_kinds(claims)), *tables]
        page += [Heading("Why", level + 1), *why] if (why := reasons(claims)) else []
    page += _name_tables(readings_blocks(report["readings"], level + 1), f"{study.name}-readings")
    if result.findings:
        table = replace(findings_table(result.findings), name=f"{study.name}-sentences")
        page += [Heading("What is said, and what we find", level + 1), table]
    page += [Picture(path, caption) for path, caption in result.figures]
    page += [Paragraph(WHAT_RANKS_SHOW)] if any(RANKS in path.name for path, _ in result.figures) else []
    page += [Heading("All that was measured", level + 1, folded=True), *measured_blocks(report)]
    return page


def _about(study: Study) -> list[Block]:
    return [Paragraph(" ".join(paragraph.split())) for paragraph in study.about.split("\n\n") if paragraph]


def _name_tables(blocks: Iterable[Block], name: str) -> Iterator[Block]:
    """Yields blocks with numbered names for their tables."""
    number = 0
    for block in blocks:
        number += isinstance(block, Table)
        yield replace(block, name=f"{name}-{number}") if isinstance(block, Table) else block


def _games_and_seeds(report: Row) -> str:
    seeds = sorted({row["seed"] for row in report["rows"]})
    return f"{sum(row['games'] for row in report['rows']):,} games, seed {join_numbers(seeds)}"


# The pages of many studies in a folder


def write_pages(results: Sequence[Result], folder: Path, made_by: str = "", title: str = "") -> list[Path]:
    """Writes each study as Markdown, all of them as HTML and LaTeX, tables for LaTeX, and all numbers as CSV.

    The overview has this title, or its own; a single study has its own title and text there.
    """
    given, order = results, by_year(result.study.title for result in results)
    results = sorted(results, key=lambda result: order.index(result.study.title))
    alone = results[0].study if len(results) == 1 and not title else None
    start = [Heading(alone.title, 1), *_about(alone)] if alone else [Heading(title, 1)] if title else []

    def front(suffix: str) -> list[Block]:
        return [*start, *list(overview(results, made_by, suffix))[bool(start) :]]

    files = {folder / "README.md": to_markdown(front(".md"), folder)}
    for result in results:
        page = study_page(result, 1, made_by)
        back = Paragraph("[All results](README.md)")
        files[folder / f"{result.study.name}.md"] = to_markdown([*page, back], folder)
        for block in page:
            if isinstance(block, Table):
                files[folder / "tables" / f"{block.name}.tex"] = table_to_latex(block)
        for name, table in all_differences(result.report).items():
            files[folder / "tables" / f"{result.study.name}-{name}.tex"] = table_to_latex(table)
    whole = study_page(results[0], 1, made_by) if alone else front("")
    for result in results if not alone else ():
        whole += study_page(result, 2)
    shown = without_long_tables(whole)
    files[folder / "results.html"] = to_html(shown, alone.title if alone else title or "Mastermind papers, measured")
    files[folder / "results.tex"] = to_latex(whole, folder)
    for name, key in (("claims", "claims"), ("averages", "rows"), ("differences", "pairs")):
        files[folder / f"{name}.csv"] = _csv_text([_csv_row(r, row) for r in given for row in r.report[key]])
    try:
        (folder / "tables").mkdir(parents=True, exist_ok=True)
        for path, text in files.items():
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BlackpegError(f"{folder} can't be written: {error.strerror}") from error
    drawn = [path for result in results for path, _ in result.figures]
    return [*files, *drawn, *(path.with_suffix(".pdf") for path in drawn)]


def without_long_tables(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yields blocks without the long tables of every two strategies, which stand in files beside the page."""
    for block in blocks:
        if not isinstance(block, Table):
            yield block
        elif "-differences-" in block.name and len(block.rows) > MAX_HTML_PAIRS:
            yield Paragraph(f"All {len(block.rows)} of them stand in `differences.csv`, and as a table in `tables/`.")
        elif "-matrix-" in block.name and len(block.rows) > MAX_HTML_MATRIX:
            yield Paragraph(f"With {len(block.rows)} rows it is too wide for this page, and stands in `tables/`.")
        else:
            yield block


def overview(results: Sequence[Result], made_by: str, suffix: str) -> Iterator[Block]:
    """Yields findings, the studies by year, and how verdicts are made.

    Links lead to files of this suffix or, without one, to anchors of the same page.
    """
    yield Heading("Mastermind papers, measured", 1)
    every = {printed_number(claim): claim for result in reversed(results) for claim in result.report["claims"]}
    read = Counter(claim["kind"] for claim in every.values() if claim["source"] == READ)
    if every:
        yield Paragraph(
            f"{read.total()} number{'s' * (read.total() != 1)} that we read in papers, each compared with games that "
            "we played: "
            + ", ".join(f"{count} {plural(kind, count)}" for kind, count in read.most_common()) + ". "
            f"{len(every) - read.total()} more are counted apart: we know them only through other papers or programs, "
            "or our comparison rests on a choice of ours."
        )  # fmt: skip
    found = findings([result.report for result in results])
    if found:
        yield Heading("What we found", 2, "findings")
        yield Bullets(tuple(_link_to(text, suffix) for text in found))
    if len(results) > 1:
        yield Heading("The studies, by year", 2, "studies")
        yield Paragraph(f"{WHAT_SYMBOLS_MEAN} Sentences are what a paper says in words.")
        yield _studies_table(results, suffix)
    if suffix:
        yield Paragraph(
            "All of it on one page that needs nothing else is [results.html](results.html), for LaTeX "
            "[results.tex](results.tex); every number is in [claims.csv](claims.csv), [averages.csv](averages.csv) "
            "and [differences.csv](differences.csv), and every table alone in `tables/`."
        )
    if every:
        yield Heading("How verdicts are made", 2, "verdicts")
        yield Paragraph(
            "A number agrees if it is within three standard errors and rounding of ours, and if our games could have "
            "shown otherwise: half of the 95 % interval of the difference is at most 0.05 guesses, or 2 % of what is "
            "no guesses. With a wider interval it is not contradicted. If the paper prints no number of games, chance "
            "is ours alone. Every number has one verdict, from the exact value or the largest sample of all studies. "
            "Players consult the secret once a guess; what is counted until the code is known, and searches that show "
            "whole populations to the secret, have columns of their own."
        )
        yield sources_table(every.values())
        yield _counts_table(results, suffix)
    if made_by:
        yield Paragraph(made_by)


def _link_to(text: str, suffix: str) -> str:
    """Returns a text whose links to anchors lead to files of this suffix, if there is one."""
    return re.sub(r"\]\(#(\w+)\)", rf"](\1{suffix})", text) if suffix else text


def _study_link(result: Result, suffix: str) -> str:
    return f"[{result.study.title}]({f'{result.study.name}{suffix}' if suffix else f'#{result.study.name}'})"


def _held(result: Result) -> str:
    held = [one.holds for one in result.findings]
    return f"{held.count(True)} of {len(held)}" if held else ""


def _studies_table(results: Sequence[Result], suffix: str) -> Table:
    heads = ("year", "study", "numbers", "sentences that hold", "what stands out")
    rows = [
        (year_of(result.study.title), _study_link(result, suffix), count_symbols(result.report["claims"]),
         _held(result), headline(result.report))
        for result in results
    ]  # fmt: skip
    return Table(heads, rows)


def _counts_table(results: Sequence[Result], suffix: str) -> Table:
    """Returns how many numbers of each study and source have which verdict."""
    heads = ("study", "known how", *COUNT_HEADS, "sentences that hold")
    rows = []
    for result in results:
        cells = [_study_link(result, suffix), _held(result)]
        sources = [source for source in SOURCES if any(c["source"] == source for c in result.report["claims"])]
        for source in sources or [""]:
            rows.append((cells[0], source, *count_verdicts(result.report["claims"], source), cells[1]))
            cells = ["", ""]
    return Table(heads, rows, frozenset(heads[2:]))


def _csv_row(result: Result, row: Row) -> Row:
    return {"study": result.study.name, **{k: v for k, v in row.items() if not isinstance(v, dict | list)}}


def _csv_text(rows: list[Row]) -> str:
    heads = list(dict.fromkeys(key for row in rows for key in row))
    text = io.StringIO()
    out = csv.DictWriter(text, heads, lineterminator="\n")
    out.writeheader()
    out.writerows(rows)
    return text.getvalue()
