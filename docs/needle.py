"""The tables of docs/needle.md and its figure, from stores: `python docs/needle.py [NEEDLE_STORE] [SCALING_STORE]`."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from blackpeg.lab import report_study
from blackpeg.lab.figures.growth import draw_growth
from blackpeg.lab.report.terminal_tables import format_duration
from blackpeg.lab.store import Store, store_path
from blackpeg.lab.study import Figure
from blackpeg.lab.study_toml import load_study

PAGE = Path(__file__).with_name("needle.md")
# the goals: guesses and seconds per game
GOALS = {
    "4x6": (4.3403, 0.005), "4x7": (4.6764, 0.005), "5x8": (5.45, 0.005), "5x9": (5.80, 0.1), "6x9": (6.25, 0.1),
    "6x10": (6.58, 0.15), "7x10": (7.14, 0.2), "8x12": (8.10, 0.5), "10x10": (8.9, 1), "12x12": (11.0, 2),
    "16x16": (15.9, 5), "20x20": (21.0, 10), "32x32": (37, 60), "4x10-distinct": (5.22, 0.02),
}  # fmt: skip
# the goals for large codes; of the largest it was only asked that they end in time
LARGE_GOALS: dict[str, tuple[float | None, float]] = {
    "20x20": (20.8, 8), "32x32": (36.5, 45), "50x50": (66, 60), "64x64": (92, 120), "100x100": (None, 600),
    "128x128": (None, 1500),
}  # fmt: skip


def cell(row: dict[str, Any] | None) -> str:
    """An average with half of its 95 % interval."""
    if row is None:
        return ""
    if row["high"] is None:  # a single game
        return f"{row['average']:g}"
    half = (row["high"] - row["low"]) / 2
    return f"{row['average']:.4f}" if half == 0 else f"{row['average']:.3f} ± {half:.3f}"


def size_table(report: dict[str, Any]) -> str:
    """Guesses and median seconds of needle at each size, beside annealing and the goals."""
    rows = {(row["strategy"], row["game"]): row for row in report["rows"]}
    lines = [
        "| size | games | annealing | needle | asked | median seconds | asked |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for game, (guesses, seconds) in GOALS.items():
        own = rows.get(("needle", game))
        if own:
            took = "by tree" if own["median_seconds"] is None else f"{own['median_seconds']:.3g}"
            other = cell(rows.get(("annealing", game)))
            lines.append(f"| {game} | {own['games']:,} | {other} | {cell(own)} | {guesses:g} | {took} | {seconds:g} |")
    return "\n".join(lines)


def large_table(path: str | None) -> str:
    """Guesses and median seconds of needle in the large games of the study `scaling`, beside the goals."""
    rows = {
        row["game"]: row for row in report_study(load_study("scaling"), path)["rows"] if row["strategy"] == "needle"
    }
    lines = ["| size | games | guesses | asked | median seconds | asked |", "|---|---:|---:|---:|---:|---:|"]
    for game, (guesses, seconds) in LARGE_GOALS.items():
        if (own := rows.get(game)) and own["games"]:
            asked = "" if guesses is None else f"{guesses:g}"
            lines.append(
                f"| {game} | {own['games']} | {cell(own)} | {asked} | {own['median_seconds']:.0f} | {seconds:g} |"
            )
    return "\n".join(lines)


def growth_table(path: str | None) -> str:
    """The games of the study `scaling` and its fits; the figure is drawn again."""
    study = load_study("scaling")
    with Store(store_path(path), write=False) as store:
        findings = draw_growth(PAGE.with_name("growth.svg"), store, study, Figure("growth", ""), False)
    rows = report_study(study, path)["rows"]
    lines = ["| size | player | games | guesses | median time |", "|---|---|---:|---:|---:|"]
    lines += [
        f"| {r['game']} | `{r['strategy']}` | {r['games']} | {cell(r)} | {format_duration(r['median_seconds'])} |"
        for r in rows
        if r["games"]
    ]
    return "\n".join([*lines, "", *(f"- {finding.says}: {finding.found}." for finding in findings)])


def main() -> None:
    stores = [*sys.argv[1:], None, None][:2]
    page = PAGE.read_text()
    for key, text in {
        "sizes": size_table(report_study(load_study("needle"), stores[0])),
        "large": large_table(stores[1] or stores[0]),
        "growth": growth_table(stores[1] or stores[0]),
    }.items():
        if text.count("\n") > 1:  # a store without games of a study leaves its table alone
            page = re.sub(
                rf"(<!-- {key} -->\n).*?(?=<!-- end -->)", lambda found, t=text: found[1] + t + "\n", page, flags=re.S
            )
    PAGE.write_text(page)


if __name__ == "__main__":
    main()
