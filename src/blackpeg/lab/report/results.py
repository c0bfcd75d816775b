"""Reports of studies as pages: verdicts, why, what was measured, figures; and all of them together in one folder."""

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
from ..figures.draw import summaries_of
from ..papers.figures import FIGURES
from ..store import Store
from ..study import Study
from .pages import Block, Grid, Heading, Picture, Words, html, latex, markdown
from .report import report_of
from .tables import duration, half, mark, number, plus_minus, size
from .verdicts import AGREES, GENERATIONS, KNOWN, UNTOLD, Finding, listed

Row = dict[str, Any]
GUESSES = ("guesses", "known", "max")  # claims about how well somebody plays; others are about what it costs


@dataclass(frozen=True)
class Result:
    """What came out of a study."""

    study: Study
    report: Row
    figures: tuple[tuple[Path, str], ...] = ()  # files, with their captions
    findings: tuple[Finding, ...] = ()


def result_of(store: Store, study: Study, folder: Path | None = None, small: bool = False) -> Result:
    """The report of a study, with its figures in a folder if there is one."""
    report = report_of(store, study)
    files, findings = list[tuple[Path, str]](), list[Finding]()
    for figure in study.figures if folder is not None else ():
        if figure.draw not in FIGURES:
            raise BlackpegError(f"{study.name}: no figure '{figure.draw}' (there are {', '.join(FIGURES)})")
        assert folder is not None
        files.append((folder / f"{study.name}-{figure.draw}.svg", figure.caption))
        findings += FIGURES[figure.draw](files[-1][0], store, study, figure, small)
    if folder is not None:
        files += _usual(store, study, folder)
    return Result(study, report, tuple(files), tuple(findings))


def _usual(store: Store, study: Study, folder: Path) -> Iterator[tuple[Path, str]]:
    """Averages, those of players beside what was printed."""
    for search in (False, True):
        games, claims = summaries_of(store, study, search)
        unit, end = ("queries", "-queries") if search else ("guesses", "")
        if games and any(claims.values()):
            path = folder / f"{study.name}-averages{end}.svg"
            plots.averages(path, games, {} if search else claims, unit)
            yield path, f"Average {unit} with 95 % intervals" + ("." if search else ", beside what was printed.")


# A study as blocks


def blocks_of(result: Result, level: int = 1) -> list[Block]:
    """Everything about a study."""
    study, report = result.study, result.report
    made: list[Block] = [Heading(study.title, level, study.name)]
    made += [Words(" ".join(paragraph.split())) for paragraph in study.about.split("\n\n") if paragraph]
    made.append(Words(f"`blackpeg lab run {study.name}` plays it: {games_of(report)}."))
    claims = report["claims"]
    if claims:
        made += [Heading("Printed and measured", level + 1), *verdict_tables(claims)]
        made += [Heading("Why", level + 1), *why] if (why := reasons(claims)) else []
    if result.findings:
        made += [Heading("What the text says of its figures", level + 1), findings_table(result.findings)]
    made += [Picture(path, caption) for path, caption in result.figures]
    made += [Heading("All that was measured", level + 1), *measured_tables(report)]
    return made


def games_of(report: Row) -> str:
    seeds = sorted({row["seed"] for row in report["rows"]})
    return f"{sum(row['games'] for row in report['rows']):,} games, seed {listed(seeds)}"


def verdict_tables(claims: Sequence[Row]) -> Iterator[Block]:
    """Players, searches and costs, each in a table of its own: their numbers do not share a column."""
    search = [c for c in claims if "generations" in c["read"]]
    played = [c for c in claims if c not in search and c["measure"] in GUESSES]
    costs = [c for c in claims if c not in search and c["measure"] not in GUESSES]
    if played:
        heads = ("player", "game", "printed", "guesses", "until known", "verdict", "where")
        rows = [
            (*_who(c), _printed(c), _read(c, "guesses"), _read(c, "known"), _said(c), c["where"]) for c in played
        ]  # fmt: skip
        yield Grid(heads, rows, frozenset(("printed", "guesses", "until known")))
    if search:
        heads = (
            "search, which asks the secret itself",
            "game",
            "printed",
            "generations",
            "queries",
            "verdict",
            "where",
        )
        rows = [
            (*_who(c), _printed(c), _read(c, "generations" if c["measure"] == "guesses" else c["measure"]),
             _read(c, "queries"), _said(c), c["where"])
            for c in search
        ]  # fmt: skip
        yield Grid(heads, rows, frozenset(("printed", "generations", "queries")))
    if costs:
        heads = ("player", "game", "of what", "printed", "measured", "verdict", "where")
        rows = [(*_who(c), c["measure"], _printed(c), _read(c, c["measure"]), _said(c), c["where"]) for c in costs]
        yield Grid(heads, rows, frozenset(("printed", "measured")))


def _who(claim: Row) -> tuple[str, str]:
    return f"`{claim['strategy']}`", claim["game"]


def _printed(claim: Row) -> str:
    sd = "" if claim["deviation"] is None else f" ± {claim['deviation']:.{claim['deviation_digits']}f}"
    of = "at most " if claim["measure"] == "max" else ""
    return f"{of}{claim['claimed']:,.{claim['digits']}f}{sd}"


def _read(claim: Row, measure: str) -> str:
    """An average with half of its 95 % interval, and in brackets the deviation where one was printed."""
    if claim["measure"] == "max" and measure == "guesses":
        measure = "max"
    if measure not in claim["read"]:
        return ""
    average, within, sd = claim["read"][measure]
    digits = 3 if average < 100 else 0
    text = (
        duration(average) if measure == "seconds" else f"{mark(claim)}{average:,.{0 if measure == 'max' else digits}f}"
    )
    if measure == "seconds" or measure == "max":
        return text
    text += " exact" if claim["exact"] else "" if within is None else f" ± {within:,.{digits}f}"
    return text + (
        f" (sd {sd:,.{digits}f})" if claim["deviation"] is not None and measure in (claim["measure"], "known") else ""
    )


def _said(claim: Row) -> str:
    spread = claim["deviation_verdict"]
    return str(claim["verdict"]) + (f"; the deviation {spread}" if spread and spread != "agrees" else "")


def reasons(claims: Sequence[Row]) -> list[Block]:
    """A paragraph for every verdict that is not plain agreement; claims with the same one share it."""
    together: dict[str, list[Row]] = {}
    for claim in claims:
        if claim["kind"] != AGREES and not (claim["kind"] == UNTOLD and not claim["doubt"]):
            together.setdefault(claim["doubt"], []).append(claim)
    made = list[Block]()
    for doubt, some in together.items():
        names = dict.fromkeys(f"{c['strategy']} at {c['game']}, {_printed(c)} {_unit(c)}".strip() for c in some)
        made.append(Words(f"**{'; '.join(names)}.** {doubt or 'Not explained.'}"))
    return made


def _unit(claim: Row) -> str:
    return "" if claim["measure"] in ("guesses", "max") else str(claim["measure"])


def findings_table(findings: Iterable[Finding]) -> Grid:
    words = {True: "holds", False: "does not hold", None: "can't be told"}
    rows = [(one.where, one.says, one.found, words[one.holds]) for one in findings]
    return Grid(("where", "it says", "we find", "verdict"), rows)


def measured_tables(report: Row) -> Iterator[Block]:
    """A table of each game and kind of secrets, searches apart from players."""
    for group in dict.fromkeys(row["group"] for row in report["rows"]):
        rows = [row for row in report["rows"] if row["group"] == group and row["games"]]
        for search in (False, True):
            some = [row for row in rows if (row["generations"] is not None) == search]
            if some:
                yield Words(f"**{some[0]['game']}**, {some[0]['secrets']} secrets" + ", searches" * search)
                yield _searched(some) if search else _played(some)


def _played(rows: list[Row]) -> Grid:
    rows = sorted(rows, key=lambda row: row["average"])
    averages = plus_minus([(row["average"], half(row), row["exact"]) for row in rows])
    cells = [
        (f"`{row['strategy']}`", f"{row['games']:,}", (mark(row) + text).strip(), number(row["sd"]),
         f"{mark(row)}{row['max']}", number(row["known"]), size(row["evaluations"]), duration(row["seconds"]),
         str(row["failures"] or ""))
        for row, text in zip(rows, averages, strict=True)
    ]  # fmt: skip
    heads = ("player", "games", "guesses", "sd", "most", "until known", "evaluations", "time", "not solved")
    return Grid(heads, cells, frozenset(heads[1:]))


def _searched(rows: list[Row]) -> Grid:
    averages = plus_minus([(row["average"], half(row), row["exact"]) for row in rows])
    cells = [
        (f"`{row['strategy']}`", f"{row['games']:,}", number(row["generations"]), (mark(row) + text).strip(),
         duration(row["seconds"]), str(row["failures"] or ""))
        for row, text in zip(rows, averages, strict=True)
    ]  # fmt: skip
    heads = ("search", "games", "generations", "queries to the secret", "time", "not solved")
    return Grid(heads, cells, frozenset(heads[1:]))


# Many studies in a folder


def write(results: Sequence[Result], folder: Path, made_by: str = "") -> list[Path]:
    """Markdown a study, all together as HTML and LaTeX, and all claims and averages as CSV."""
    files = {folder / "README.md": markdown([*summary(results, made_by, ".md")], folder)}
    for result in results:
        files[folder / f"{result.study.name}.md"] = markdown(blocks_of(result), folder)
    whole: list[Block] = [*summary(results, made_by, "")]
    for result in results:
        whole += blocks_of(result, 2)
    files[folder / "results.html"] = html(whole, "Mastermind papers, measured")
    files[folder / "results.tex"] = latex(whole)
    files[folder / "claims.csv"] = _csv([_flat(r, claim) for r in results for claim in r.report["claims"]])
    files[folder / "averages.csv"] = _csv([_flat(r, row) for r in results for row in r.report["rows"]])
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in files.items():
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BlackpegError(f"{folder} can't be written: {error.strerror}") from error
    return [*files, *(path for result in results for path, _ in result.figures)]


def summary(results: Sequence[Result], made_by: str, suffix: str) -> Iterator[Block]:
    """What came out, study by study, with links to `#name` or to files."""
    yield Heading("Mastermind papers, measured", 1)
    every = {
        (claim["strategy"], claim["game"], claim["measure"], claim["claimed"]): claim["kind"]
        for result in reversed(results) for claim in result.report["claims"]
    }  # fmt: skip
    kinds = Counter(kind.replace("agrees", "agree").replace("differs", "differ") for kind in every.values())
    if every:
        yield Words(
            f"{len(every)} numbers that papers print, each held against games that we played: "
            + ", ".join(f"{count} {kind}" for kind, count in kinds.most_common()) + ". "
            "A number agrees where it is within three standard errors and rounding of ours; where the paper prints "
            "no number of games, chance is ours alone. Verdicts are computed. Players consult the secret once a guess; "
            "what is counted until the code is known, and searches that show whole populations to the secret, have "
            "columns of their own."
        )  # fmt: skip
    if made_by:
        yield Words(made_by)
    if suffix:
        yield Words(
            "All of it on one page that needs nothing else is [results.html](results.html), for LaTeX "
            "[results.tex](results.tex); every number is in [claims.csv](claims.csv) and [averages.csv](averages.csv)."
        )
    heads = ("study", "numbers", "agree", "agree, counted otherwise", "do not", "can't be told", "sentences that hold")
    rows = []
    for result in results:
        kinds = Counter(claim["kind"] for claim in result.report["claims"])
        total, held = sum(kinds.values()), [one.holds for one in result.findings]
        counts = [kinds[AGREES], kinds[KNOWN] + kinds[GENERATIONS], 0, kinds[UNTOLD]]
        counts[2] = total - sum(counts)
        link = f"{result.study.name}{suffix}" if suffix else f"#{result.study.name}"
        cells = [str(count or "") for count in (total, *counts)]
        rows.append((f"[{result.study.title}]({link})", *cells, f"{held.count(True)} of {len(held)}" if held else ""))
    yield Grid(heads, rows, frozenset(heads[1:]))


def _flat(result: Result, row: Row) -> Row:
    return {"study": result.study.name, **{k: v for k, v in row.items() if not isinstance(v, dict | list)}}


def _csv(rows: list[Row]) -> str:
    heads = list(dict.fromkeys(key for row in rows for key in row))
    text = io.StringIO()
    out = csv.DictWriter(text, heads, lineterminator="\n")
    out.writeheader()
    out.writerows(rows)
    return text.getvalue()
