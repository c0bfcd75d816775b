"""The pages of studies: verdicts, explanations, averages and figures of each, and an overview of all, in a folder."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import BlackpegError
from ..figures import plots
from ..figures.study_figures import study_summaries
from ..papers.named_figures import FIGURES
from ..store import Store
from ..study import Study
from .page_formats import Block, Heading, Paragraph, Picture, Table, to_html, to_latex, to_markdown
from .study_report import build_report
from .terminal_tables import bound_mark, format_duration, format_number, format_size, half_interval, plus_minus
from .verdicts import AGREES, GENERATIONS, KNOWN, NO_VERDICT, Finding, join_numbers

Row = dict[str, Any]
GUESS_MEASURES = ("guesses", "known", "max")  # of how well a strategy plays; other measures are costs


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
        if figure.draw not in FIGURES:
            raise BlackpegError(f"{study.name}: no figure '{figure.draw}' (there are {', '.join(FIGURES)})")
        assert folder is not None
        files.append((folder / f"{study.name}-{figure.draw}.svg", figure.caption))
        findings += FIGURES[figure.draw](files[-1][0], store, study, figure, small)
    if folder is not None:
        files += _draw_averages(store, study, folder)
    return Result(study, report, tuple(files), tuple(findings))


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
        page += [Heading("Printed and measured", level + 1), *verdict_tables(claims)]
        page += [Heading("Why", level + 1), *why] if (why := reasons(claims)) else []
    if result.findings:
        page += [Heading("What the text says of its figures", level + 1), findings_table(result.findings)]
    page += [Picture(path, caption) for path, caption in result.figures]
    page += [Heading("All that was measured", level + 1), *measured_tables(report)]
    return page


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
    sd = "" if claim["deviation"] is None else f" ± {claim['deviation']:.{claim['deviation_digits']}f}"
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
