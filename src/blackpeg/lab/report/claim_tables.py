"""Tables of printed numbers with their verdicts, how many there are of each kind, and tables of sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..study import READ, SOURCES
from .page_markdown_latex import Block, Paragraph, Table
from .terminal_tables import bound_mark, format_duration
from .verdicts import AGREES, GENERATIONS, KNOWN, NO_VERDICT, NOT_CONTRADICTED, Finding, mark_of

Row = dict[str, Any]
GUESS_MEASURES = ("guesses", "known", "max")  # of how well a strategy plays; other measures are costs
COUNT_HEADS = ("numbers", "agree", "agree, counted otherwise", "not contradicted", "do not agree", "can't be told")


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
        search_heads = (asking, "game", "secrets", "printed", "generations", "queries", "verdict", "where")
        asked = [
            (*_name_cells(c), c["secrets"], _printed_cell(c),
             _measured_cell(c, "generations" if c["measure"] == "guesses" else c["measure"]),
             _measured_cell(c, "queries"), _verdict_cell(c), c["where"])
            for c in searches
        ]  # fmt: skip
        yield Table(search_heads, asked, frozenset(("printed", "generations", "queries")))
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
        if claim["kind"] != AGREES and (claim["doubt"] or claim["kind"] not in (NO_VERDICT, NOT_CONTRADICTED)):
            by_doubt.setdefault(claim["doubt"], []).append(claim)
    paragraphs = list[Block]()
    for doubt, some in by_doubt.items():
        names = dict.fromkeys(
            f"{c['strategy']} at {c['game']}, {_printed_cell(c)} {_unit(c)}".strip() + mark_of(c["source"])
            for c in some
        )
        paragraphs.append(Paragraph(f"**{'; '.join(names)}.** {doubt or 'Not explained.'}"))
    return paragraphs


def _unit(claim: Row) -> str:
    return "" if claim["measure"] in ("guesses", "max") else str(claim["measure"])


def findings_table(findings: Iterable[Finding]) -> Table:
    """Returns a table of sentences; a difference has its 95 % interval."""
    verdicts = {True: "holds", False: "does not hold", None: "not decided"}
    rows = [(one.where, one.says, one.found, one.difference, verdicts[one.holds]) for one in findings]
    return Table(("where", "it says", "what was tested, and found", "difference", "verdict"), rows)


def count_kinds(claims: Sequence[Row]) -> str:
    """Returns in words how many numbers there are of each source, with their verdicts."""
    parts = []
    for source, meaning in SOURCES.items():
        kinds = Counter(claim["kind"] for claim in claims if claim["source"] == source)
        if kinds:
            verdicts = ", ".join(f"{count} {plural(kind, count)}" for kind, count in kinds.most_common())
            parts.append(f"{kinds.total()} {'' if source == READ else f'**{source}**, '}{meaning}: {verdicts}")
    return f"{len(claims)} number{'s' * (len(claims) > 1)}. {'. '.join(part[0].upper() + part[1:] for part in parts)}."


def plural(kind: str, count: int) -> str:
    return kind if count == 1 else kind.replace("agrees", "agree").replace("differs", "differ")


def sources_table(claims: Iterable[Row]) -> Table:
    claims = list(claims)
    rows = [
        (source, meaning, *count_verdicts(claims, source))
        for source, meaning in SOURCES.items()
        if any(claim["source"] == source for claim in claims)
    ]
    return Table(("known how", "which means", *COUNT_HEADS), rows, frozenset(COUNT_HEADS))


def count_verdicts(claims: Iterable[Row], source: str) -> list[str]:
    """Returns the cells of COUNT_HEADS for the numbers of one source."""
    kinds = Counter(claim["kind"] for claim in claims if claim["source"] == source)
    counts = [kinds[AGREES], kinds[KNOWN] + kinds[GENERATIONS], kinds[NOT_CONTRADICTED], 0, kinds[NO_VERDICT]]
    counts[3] = kinds.total() - sum(counts)
    return [str(count or "") for count in (kinds.total(), *counts)]
