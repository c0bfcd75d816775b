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
from ..figures.rank_diagram import draw_ranks
from ..figures.study_figures import study_styles, study_summaries
from ..papers.named_figures import FIGURES
from ..store import Store
from ..study import Study
from .measured_tables import WHAT_RANKS_SHOW, all_differences, measured_blocks, measured_groups
from .page_formats import Block, Heading, Paragraph, Picture, Table, table_to_latex, to_html, to_latex, to_markdown
from .pairs import groups_not_told_apart
from .study_report import build_report
from .terminal_tables import bound_mark, format_duration
from .verdicts import AGREES, GENERATIONS, KNOWN, NO_VERDICT, Finding, join_numbers

Row = dict[str, Any]
RANKS = "-ranks-"  # in the names of files that show ranks
GUESS_MEASURES = ("guesses", "known", "max")  # of how well a strategy plays; other measures are costs


@dataclass(frozen=True)
class Result:
    """The report of a study, its figures, and what they show."""

    study: Study
    report: Row
    figures: tuple[tuple[Path, str], ...] = ()  # files with their captions
    findings: tuple[Finding, ...] = ()
    file: str = ""  # the name or file that the study was loaded by; empty: its name


def make_result(store: Store, study: Study, folder: Path | None = None, small: bool = False, file: str = "") -> Result:
    """Builds the report of a study and, if there is a folder, draws its figures into it; `small` makes fewer runs.

    Only the games that the study asks for are counted. Every figure is an SVG with a PDF beside it.
    """
    store = store.limited_to(study.game_counts())
    report = build_report(store, study)
    files, findings = list[tuple[Path, str]](), list[Finding]()
    with plots.with_pdf_beside():
        for figure in study.figures if folder is not None else ():
            if figure.draw not in FIGURES:
                raise BlackpegError(f"{study.name}: no figure '{figure.draw}' (there are {', '.join(FIGURES)})")
            assert folder is not None
            files.append((folder / f"{study.name}-{figure.draw}.svg", figure.caption))
            findings += FIGURES[figure.draw](files[-1][0], store, study, figure, small)
        if folder is not None:
            files += _draw_averages(store, study, folder)
            files += _draw_ranks(study, report, folder)
    return Result(study, report, tuple(files), tuple(findings), file)


def _draw_averages(store: Store, study: Study, folder: Path) -> Iterator[tuple[Path, str]]:
    """Draws averages of players, beside printed ones, and of oracle searches; yields files and captions."""
    for search in (False, True):
        games, claims = study_summaries(store, study, search)
        unit, end = ("queries", "-queries") if search else ("guesses", "")
        printed = any(claims.values()) and not search
        if games:
            path = folder / f"{study.name}-averages{end}.svg"
            plots.draw_averages(path, games, claims if printed else {}, unit, study_styles(study))
            yield path, f"Average {unit} with 95 % intervals" + (", beside what was printed." if printed else ".")


def _draw_ranks(study: Study, report: Row, folder: Path) -> Iterator[tuple[Path, str]]:
    """Draws average ranks for every group of three strategies or more; yields files and captions."""
    for group in measured_groups(report):
        ranks = {row["strategy"]: row["rank"] for row in group.rows if row["rank"] is not None}
        if len(ranks) > 2:
            path = folder / f"{study.name}{RANKS}{group.name}.svg"
            games, unit = max(row["ranked_games"] or 0 for row in group.rows), "queries" if group.search else "guesses"
            joined = groups_not_told_apart(sorted(ranks, key=lambda name: (ranks[name], name)), group.pairs)
            title = f"{group.title}, {games:,} secrets that all met"
            draw_ranks(path, ranks, joined, title, unit, study_styles(study))
            yield path, f"Average ranks, {title}; a bar joins those that are not told apart."


# The page of a study


def study_page(result: Result, level: int = 1, made_by: str = "") -> list[Block]:
    """Returns the page of a study; its heading has this level."""
    study, report = result.study, result.report
    page: list[Block] = [Heading(study.title, level, study.name), *_about(study)]
    played = f"`blackpeg lab run {result.file or study.name}` plays it: {_games_and_seeds(report)}."
    page.append(Paragraph(f"{played} {made_by}".strip()))
    claims = report["claims"]
    if claims:
        tables = _name_tables(verdict_tables(claims), f"{study.name}-printed")
        page += [Heading("Printed and measured", level + 1), *tables]
        page += [Heading("Why", level + 1), *why] if (why := reasons(claims)) else []
    if result.findings:
        table = replace(findings_table(result.findings), name=f"{study.name}-sentences")
        page += [Heading("What the text says of its figures", level + 1), table]
    page += [Picture(path, caption) for path, caption in result.figures]
    page += [Paragraph(WHAT_RANKS_SHOW)] if any(RANKS in path.name for path, _ in result.figures) else []
    page += [Heading("All that was measured", level + 1), *measured_blocks(report)]
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


def verdict_tables(claims: Sequence[Row]) -> Iterator[Block]:
    """Yields a table of players, one of oracle searches and one of costs, as their numbers must not share a column."""
    searches = [c for c in claims if "generations" in c["read"]]
    played = [c for c in claims if c not in searches and c["measure"] in GUESS_MEASURES]
    costs = [c for c in claims if c not in searches and c["measure"] not in GUESS_MEASURES]
    if played:
        heads = ("player", "game", "printed", "guesses", "until known", "verdict", "where")
        rows = [
            (*_name_cells(c), _printed_cell(c), _measured_cell(c, "guesses"), _measured_cell(c, "known"),
             _verdict_cell(c), c["where"])
            for c in played
        ]  # fmt: skip
        yield Table(heads, rows, frozenset(("printed", "guesses", "until known")))
    if searches:
        asking = "search, which asks the secret itself"
        heads = (asking, "game", "printed", "generations", "queries", "verdict", "where")
        rows = [
            (*_name_cells(c), _printed_cell(c),
             _measured_cell(c, "generations" if c["measure"] == "guesses" else c["measure"]),
             _measured_cell(c, "queries"), _verdict_cell(c), c["where"])
            for c in searches
        ]  # fmt: skip
        yield Table(heads, rows, frozenset(("printed", "generations", "queries")))
    if costs:
        heads = ("player", "game", "of what", "printed", "measured", "verdict", "where")
        rows = [
            (
                *_name_cells(c),
                c["measure"],
                _printed_cell(c),
                _measured_cell(c, c["measure"]),
                _verdict_cell(c),
                c["where"],
            )
            for c in costs
        ]
        yield Table(heads, rows, frozenset(("printed", "measured")))


def _name_cells(claim: Row) -> tuple[str, str]:
    return f"`{claim['strategy']}`", claim["game"]


def _printed_cell(claim: Row) -> str:
    sd = "" if claim["deviation"] is None else f" (sd {claim['deviation']:.{claim['deviation_digits']}f})"
    of = "at most " if claim["measure"] == "max" else ""
    return f"{of}{claim['claimed']:,.{claim['digits']}f}{sd}"


def _measured_cell(claim: Row, measure: str) -> str:
    """Returns an average with half of its 95 % interval and, if a deviation was printed, ours in brackets."""
    if claim["measure"] == "max" and measure == "guesses":
        measure = "max"
    if measure not in claim["read"]:
        return ""
    average, within, sd = claim["read"][measure]
    digits = 3 if average < 100 else 0
    text = (
        format_duration(average)
        if measure == "seconds"
        else f"{bound_mark(claim)}{average:,.{0 if measure == 'max' else digits}f}"
    )
    if measure == "seconds" or measure == "max":
        return text
    text += " exact" if claim["exact"] else "" if within is None else f" ± {within:,.{digits}f}"
    return text + (
        f" (sd {sd:,.{digits}f})" if claim["deviation"] is not None and measure in (claim["measure"], "known") else ""
    )


def _verdict_cell(claim: Row) -> str:
    spread = claim["deviation_verdict"]
    return str(claim["verdict"]) + (f"; the deviation {spread}" if spread and spread != "agrees" else "")


def reasons(claims: Sequence[Row]) -> list[Block]:
    """Returns a paragraph for every claim that does not simply agree; claims with the same explanation share it."""
    by_doubt: dict[str, list[Row]] = {}
    for claim in claims:
        if claim["kind"] != AGREES and not (claim["kind"] == NO_VERDICT and not claim["doubt"]):
            by_doubt.setdefault(claim["doubt"], []).append(claim)
    paragraphs = list[Block]()
    for doubt, some in by_doubt.items():
        names = dict.fromkeys(f"{c['strategy']} at {c['game']}, {_printed_cell(c)} {_unit(c)}".strip() for c in some)
        paragraphs.append(Paragraph(f"**{'; '.join(names)}.** {doubt or 'Not explained.'}"))
    return paragraphs


def _unit(claim: Row) -> str:
    return "" if claim["measure"] in ("guesses", "max") else str(claim["measure"])


def findings_table(findings: Iterable[Finding]) -> Table:
    verdicts = {True: "holds", False: "does not hold", None: "can't be told"}
    rows = [(one.where, one.says, one.found, verdicts[one.holds]) for one in findings]
    return Table(("where", "it says", "we find", "verdict"), rows)


# The pages of many studies in a folder


def write_pages(results: Sequence[Result], folder: Path, made_by: str = "", title: str = "") -> list[Path]:
    """Writes each study as Markdown, all of them as HTML and LaTeX, tables for LaTeX, and all numbers as CSV.

    The overview has this title, or its own; a single study has its own title and text there.
    """
    alone = results[0].study if len(results) == 1 and not title else None
    start = [Heading(alone.title, 1), *_about(alone)] if alone else [Heading(title, 1)] if title else []

    def front(suffix: str) -> list[Block]:
        return [*start, *list(overview(results, made_by, suffix))[bool(start) :]]

    files = {folder / "README.md": to_markdown(front(".md"), folder)}
    for result in results:
        page = study_page(result, 1, made_by)
        files[folder / f"{result.study.name}.md"] = to_markdown(page, folder)
        for block in page:
            if isinstance(block, Table):
                files[folder / "tables" / f"{block.name}.tex"] = table_to_latex(block)
        for name, table in all_differences(result.report).items():
            files[folder / "tables" / f"{result.study.name}-{name}.tex"] = table_to_latex(table)
    whole = study_page(results[0], 1, made_by) if alone else front("")
    for result in results if not alone else ():
        whole += study_page(result, 2)
    files[folder / "results.html"] = to_html(whole, alone.title if alone else title or "Mastermind papers, measured")
    files[folder / "results.tex"] = to_latex(whole, folder)
    for name, key in (("claims", "claims"), ("averages", "rows"), ("differences", "pairs")):
        files[folder / f"{name}.csv"] = _csv_text([_csv_row(r, row) for r in results for row in r.report[key]])
    try:
        (folder / "tables").mkdir(parents=True, exist_ok=True)
        for path, text in files.items():
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BlackpegError(f"{folder} can't be written: {error.strerror}") from error
    drawn = [path for result in results for path, _ in result.figures]
    return [*files, *drawn, *(path.with_suffix(".pdf") for path in drawn)]


def overview(results: Sequence[Result], made_by: str, suffix: str) -> Iterator[Block]:
    """Yields how many claims of each study agree, with links to files of this suffix or, without one, to anchors."""
    yield Heading("Mastermind papers, measured", 1)
    every = {
        (claim["strategy"], claim["game"], claim["measure"], claim["claimed"]): claim["kind"]
        for result in reversed(results) for claim in result.report["claims"]
    }  # fmt: skip
    kinds = Counter(kind.replace("agrees", "agree").replace("differs", "differ") for kind in every.values())
    if every:
        yield Paragraph(
            f"{len(every)} numbers that papers print, each held against games that we played: "
            + ", ".join(f"{count} {kind}" for kind, count in kinds.most_common()) + ". "
            "A number agrees where it is within three standard errors and rounding of ours; where the paper prints "
            "no number of games, chance is ours alone. Verdicts are computed. Players consult the secret once a guess; "
            "what is counted until the code is known, and searches that show whole populations to the secret, have "
            "columns of their own."
        )  # fmt: skip
    if made_by:
        yield Paragraph(made_by)
    if suffix:
        yield Paragraph(
            "All of it on one page that needs nothing else is [results.html](results.html), for LaTeX "
            "[results.tex](results.tex); every number is in [claims.csv](claims.csv) and [averages.csv](averages.csv)."
        )
    heads = ("study", "numbers", "agree", "agree, counted otherwise", "do not", "can't be told", "sentences that hold")
    rows = []
    for result in results:
        kinds = Counter(claim["kind"] for claim in result.report["claims"])
        total, held = sum(kinds.values()), [one.holds for one in result.findings]
        counts = [kinds[AGREES], kinds[KNOWN] + kinds[GENERATIONS], 0, kinds[NO_VERDICT]]
        counts[2] = total - sum(counts)
        link = f"{result.study.name}{suffix}" if suffix else f"#{result.study.name}"
        cells = [str(count or "") for count in (total, *counts)]
        rows.append((f"[{result.study.title}]({link})", *cells, f"{held.count(True)} of {len(held)}" if held else ""))
    yield Table(heads, rows, frozenset(heads[1:]))


def _csv_row(result: Result, row: Row) -> Row:
    return {"study": result.study.name, **{k: v for k, v in row.items() if not isinstance(v, dict | list)}}


def _csv_text(rows: list[Row]) -> str:
    heads = list(dict.fromkeys(key for row in rows for key in row))
    text = io.StringIO()
    out = csv.DictWriter(text, heads, lineterminator="\n")
    out.writeheader()
    out.writerows(rows)
    return text.getvalue()
