"""The tables of docs/players.md, from a store: `blackpeg lab run players`, then `python docs/players.py [FILE]`."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from blackpeg.lab.report.page_markdown_latex import to_markdown
from blackpeg.lab.report.report_json import build_report
from blackpeg.lab.report.study_pages import reasons, verdict_tables
from blackpeg.lab.store import Store, store_path
from blackpeg.lab.study_toml import load_study

PAGE = Path(__file__).with_name("players.md")
MAIN_GAMES, OTHER_GAMES = ("4x6", "5x8", "6x9"), ("4x8", "5x9", "6x10", "7x10", "8x12")


def averages(report: dict[str, Any], games: tuple[str, ...]) -> str:
    """Measured guesses with their 95 % intervals, and in brackets the printed ones."""
    table = {(row["strategy"], row["game"]): row for row in report["rows"] if row["game"] in games}
    printed: dict[tuple[str, str], list[str]] = {}
    for claim in report["claims"]:
        if claim["measure"] == "guesses":
            text = f"{claim['claimed']:.{claim['digits']}f}"
            printed.setdefault((claim["strategy"], claim["game"]), []).append(text)
    lines = ["| player | " + " | ".join(games) + " |", "|---|" + "---:|" * len(games)]
    for name in dict.fromkeys(name for name, _ in table):
        cells = []
        for game in games:
            row, cell = table.get((name, game)), ""
            if row is not None:
                cell = f"{row['average']:.3f} ± {(row['high'] - row['low']) / 2:.3f}"
                cell += f" ({', '.join(printed[name, game])})" if (name, game) in printed else ""
            cells.append(cell)
        lines.append(f"| `{name}` | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def disagreements(report: dict[str, Any]) -> str:
    """The claims that do not agree, and why."""
    others = [claim for claim in report["claims"] if claim["kind"] not in ("agrees", "can't be told")]
    return to_markdown([*verdict_tables(others), *reasons(others)], PAGE.parent).rstrip()


def count_agreements(report: dict[str, Any]) -> str:
    """How many claims agree, of those that have a verdict."""
    judged = [claim for claim in report["claims"] if claim["agrees"] is not None]
    guesses = [claim for claim in judged if claim["measure"] == "guesses"]
    agree, of_guesses = (sum(claim["agrees"] for claim in some) for some in (judged, guesses))
    of = f"{of_guesses} of {len(guesses)}"
    return f"Of {len(judged)} printed figures that can be compared {agree} agree, and of those that count guesses {of}."


def against_random(report: dict[str, Any]) -> str:
    """Guesses of players of the first candidate found, minus those of `random` with the same first guess."""
    same = {
        "bernier1996_ga": ("random", "random"), "hill2003": ("random", "random"),
        "merelo2006": ("random(first='1122')", "random(first='11223')"),
        "merelo2006(first='all')": ("random(first='1234')", "random(first='12345')"),
        "eda2010": ("random(first='1231')", "random(first='12341')"),
        "eda2010(fitness='orig')": ("random(first='1231')", "random(first='12341')"),
        "berghman2009(choice='random')": ("random(first='1123')", "random(first='11223')"),
    }  # fmt: skip
    pairs = {}
    for pair in (pair for pair in report["pairs"] if pair["game"] in ("4x6", "5x8")):
        half = (pair["high"] - pair["low"]) / 2
        pairs[pair["game"], pair["a"], pair["b"]] = f"{pair['difference']:+.3f} ± {half:.3f}"
        pairs[pair["game"], pair["b"], pair["a"]] = f"{-pair['difference']:+.3f} ± {half:.3f}"
    lines = ["| player | 4x6 | 5x8 |", "|---|---:|---:|"]
    for name, (small, large) in same.items():
        lines.append(f"| `{name}` | {pairs['4x6', name, small]} | {pairs['5x8', name, large]} |")
    return "\n".join(lines)


def main() -> None:
    study = load_study("players")
    with Store(store_path(*sys.argv[1:2] or (None,)), write=False) as store:
        report = build_report(store.limited_to(study.game_counts()), study)
    page = PAGE.read_text()
    for key, text in {
        "main": averages(report, MAIN_GAMES), "others": averages(report, OTHER_GAMES), "random": against_random(report),
        "disagreements": disagreements(report), "counted": count_agreements(report),
    }.items():  # fmt: skip
        page = re.sub(
            rf"(<!-- {key} -->\n).*?(?=<!-- end -->)", lambda found, t=text: found[1] + t + "\n", page, flags=re.S
        )
    PAGE.write_text(page)


if __name__ == "__main__":
    main()
