"""What stands out in the results: findings for the top of a page, and a headline for each study, all computed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from ..study import READ
from .terminal_tables import bound_mark, half_interval, plus_minus
from .verdicts import (
    AGREES,
    BELOW,
    DIFFERS,
    GENERATIONS,
    IMPOSSIBLE,
    KNOWN,
    NO_VERDICT,
    NOT_CONTRADICTED,
    best_known,
    mark_of,
)

Row = dict[str, Any]
YEAR = re.compile(r"\b(?:19|20)\d\d\b")
SYMBOLS = {AGREES: "✓", KNOWN: "≈", GENERATIONS: "≈", NOT_CONTRADICTED: "≈", NO_VERDICT: "?"}  # a cross for all others
WHAT_SYMBOLS_MEAN = (
    "✓ agrees. ≈ is not contradicted, or agrees when it is counted in another way. ✗ differs. ? can't be told."
)
MIN_COMPARED_PLAYERS = 5  # of a size whose best player is a finding
MIN_GAMES = 500  # of an average that is compared with others
MIN_READ_NUMBERS, MOST = 3, 0.7  # of a paper most of whose numbers agree: how many it prints, and the share that agrees


def year_of(title: str) -> str:
    """Returns the year that a title names, or nothing."""
    found = YEAR.search(title)
    return found[0] if found else ""


def by_year(titles: Iterable[str]) -> list[str]:
    """Returns titles by year and then by name, those without a year last."""
    return sorted(titles, key=lambda title: (year_of(title) or "9999", title.lower()))


def count_symbols(claims: Sequence[Row]) -> str:
    """Returns how many numbers have which verdict: "✓ 5, ≈ 2, ✗ 4"."""
    counts = Counter(SYMBOLS.get(claim["kind"], "✗") for claim in claims)
    return ", ".join(f"{symbol} {counts[symbol]}" for symbol in "✓≈✗?" if counts[symbol])


def findings(reports: Sequence[Row]) -> list[str]:
    """Returns what stands out in all reports, each a sentence or two with a link to the anchor of its study."""
    claims = [(report["study"], claim) for report in reports for claim in report["claims"]]
    claims = list(
        {(c["game"], c["strategy"], c["claimed"], c["measure"]): (s, c) for s, c in reversed(claims)}.values()
    )
    found = list[str]()
    for study, claim in claims:
        if claim["kind"] == IMPOSSIBLE:
            found.append(
                f"**A printed average that no player can reach.** {_name(claim)} is printed with "
                f"{_printed(claim)} guesses, {_with_measured(claim['verdict'])}. [More](#{study})"
            )
    searches = [(s, c) for s, c in claims if "queries" in c["read"] and "generations" in c["read"] and c["claimed"]]
    searches = [(s, c) for s, c in searches if c["measure"] == "guesses" and c["source"] == READ]
    if searches:
        # of the number that our generations come nearest to, so that attempts and queries are of the same searches
        study, claim = min(searches, key=lambda one: abs(one[1]["read"]["generations"][0] / one[1]["claimed"] - 1))
        found.append(
            f"**{_printed(claim)} attempts that ask the secret {claim['read']['queries'][0]:,.0f} times.** "
            f"{_name(claim)} shows every code of a generation to the secret, and the paper counts generations. "
            f"[More](#{study})"
        )
    read = [(s, c) for s, c in claims if c["source"] == READ]
    wrong = [(s, c) for s, c in read if c["kind"] == DIFFERS and c["measure"] == "guesses" and c["difference"]]
    wrong = [(s, c) for s, c in wrong if "generations" not in c["read"]]
    if wrong:
        study, claim = max(wrong, key=lambda one: abs(one[1]["difference"]) / one[1]["claimed"])
        found.append(
            f"**The largest difference among players:** {_name(claim)} is printed with {_printed(claim)} guesses, "
            f"and takes {claim['measured']:,.3f} in our games: {_after_colon(claim['verdict'])}. [More](#{study})"
        )
    right = [text for report in reports if (text := _mostly_right(report))]
    if right:
        found.append(f"**Papers most of whose numbers agree with our games:** {'; '.join(right)}.")
    best = best_players(reports)
    if best:
        found.append(f"**The fewest guesses among the players of these studies, size by size:** {'; '.join(best)}.")
    return found


def _mostly_right(report: Row) -> str:
    """Returns how many of the numbers that we read in a paper agree, if most of them do."""
    read = [claim for claim in report["claims"] if claim["source"] == READ]
    agree = sum(claim["kind"] == AGREES for claim in read)
    if len(read) < MIN_READ_NUMBERS or agree < MOST * len(read):
        return ""
    return f"[{report['title']}](#{report['study']}), {agree} of {len(read)}"


def best_players(reports: Sequence[Row]) -> list[str]:
    """Returns the best player of each size at which many were measured well: exactly, or in many games.

    An average of few games does not count, and one below the best that is known is luck: `optimal` plays the tree of
    the best, so its exact average is known, and others are left out.
    """
    known: dict[str, dict[str, Row]] = {}  # game -> strategy -> the exact average, else that of most games
    for row in (row for report in reports for row in report["rows"]):
        if row["games"] and row["generations"] is None and row["secrets"] in ("uniform", "all"):
            players = known.setdefault(row["game"], {})
            best = None if row["exact"] else best_known(row["game"])
            if best is not None and row["strategy"] == "optimal":
                row = row | {"average": best.average, "exact": True}
            elif best is not None and row["average"] < best.average:
                continue
            if _weight(row) > _weight(players.get(row["strategy"])) and (row["exact"] or row["games"] >= MIN_GAMES):
                players[row["strategy"]] = row
    sizes = sorted(known, key=lambda game: ([int(part) for part in re.findall(r"\d+", game)], game))
    return [
        f"{game} {_average(min(known[game].values(), key=lambda row: row['average']))}"
        for game in sizes
        if len(known[game]) >= MIN_COMPARED_PLAYERS
    ]


def _weight(row: Row | None) -> tuple[bool, int]:
    return (False, 0) if row is None else (row["exact"], row["games"])


def headline(report: Row) -> str:
    """Returns what stands out in one study: the number furthest from ours, else the best players."""
    claims = report["claims"]
    order = (IMPOSSIBLE, BELOW, DIFFERS)
    wrong = [c for c in claims if c["kind"] in order and c["difference"]]
    if wrong:
        worst = min(wrong, key=lambda c: (order.index(c["kind"]), -abs(c["difference"] / c["claimed"])))
        unit = "" if worst["measure"] == "guesses" else f" {worst['measure']}"
        found = worst["measured"] + 0.0 if worst["difference"] is None else worst["claimed"] + worst["difference"]
        return f"{_name(worst)}: printed {_printed(worst)}{unit}, measured {found:,.{3 if found < 100 else 0}f}"
    if claims:
        if all(claim["kind"] == AGREES for claim in claims):
            few = {1: "the number agrees", 2: "both numbers agree"}
            return few.get(len(claims), f"all {len(claims)} numbers agree")
        return "nothing contradicts it"
    return "; ".join(best_players([report])) or f"{sum(row['games'] for row in report['rows']):,} games"


def _name(claim: Row) -> str:
    return f"`{claim['strategy']}` at {claim['game']}"


def _printed(claim: Row) -> str:
    return f"{claim['claimed']:,.{claim['digits']}f}{mark_of(claim['source'])}"


def _after_colon(text: str) -> str:
    return text.partition(": ")[2]


def _with_measured(text: str) -> str:
    """Returns what a verdict says after its colon; the difference, which follows a semicolon, is said to be ours."""
    return _after_colon(text).replace("; ", "; we measure ", 1)


def _average(row: Row) -> str:
    (text,) = plus_minus([(row["average"], half_interval(row), row["exact"])])
    return f"`{row['strategy']}` {bound_mark(row)}{text.strip()}"
