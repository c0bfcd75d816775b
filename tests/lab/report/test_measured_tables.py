"""What was measured, as tables: differences, who beats whom, times and machines."""

from __future__ import annotations

from lab.stored_games import add_games, make_study

from blackpeg.lab.experiment import Series
from blackpeg.lab.report.measured_tables import (
    MAX_PAGE_PAIRS,
    all_differences,
    measured_blocks,
    measured_groups,
    times_paragraph,
)
from blackpeg.lab.report.page_markdown_latex import Paragraph, Table
from blackpeg.lab.report.report_json import build_report
from blackpeg.lab.store import Store


def test_a_page_has_what_the_terminal_prints(store: Store) -> None:
    add_games(store, Series("4x6", "random"), *[5, 5, 4, 6] * 20)
    add_games(store, Series("4x6", "entropy"), *[4, 4, 4, 4] * 20, seconds=0.25)
    add_games(store, Series("4x6", "minimax"), *[4, 4, 4, 5] * 20)
    report = build_report(store, make_study(names=("random", "entropy", "minimax")))
    blocks = list(measured_blocks(report))
    averages, differences, matrix = (block for block in blocks if isinstance(block, Table))
    assert [row[0] for row in averages.rows] == ["`entropy`", "`minimax`", "`random`"]
    assert dict(zip(averages.heads, averages.rows[0], strict=True))["median time"] == "250 ms"
    # random - entropy is 1, 1, 0, 2: 0.75 of them more, and none fewer; 1 + 2 + ... all positive, so r is 1
    assert differences.heads == ("first", "second", "games", "first − second", "p (Holm)", "fewer", "more", "r")
    assert differences.rows[0] == (
        "`random`", "`entropy`", "80", differences.rows[0][3], "< 1e-12", "0%", "75%", "+1.00"
    )  # fmt: skip
    assert differences.rows[0][3].startswith("+1.000 ± 0.15")  # t(0.975, 79) √(0.5 · 80/79) / √80 = 0.158
    assert matrix.rows == [("1 `entropy`", "", "+", "+"), ("2 `minimax`", "-", "", "+"), ("3 `random`", "-", "-", "")]
    assert averages.name == "mine-averages-4x6-uniform" and matrix.name == "mine-matrix-4x6-uniform"
    text = " ".join(block.text for block in blocks if isinstance(block, Paragraph))
    for words in ("Who beats whom", "rank-biserial", "± is half of a 95 % interval", "Times are medians"):
        assert words in text


def test_many_differences_are_in_files_of_their_own(store: Store) -> None:
    names = tuple(f"random(first='{k}')" for k in range(1111, 1122))  # 11 players, 55 pairs
    for name in names:
        add_games(store, Series("4x10", name), 4, 5)
    report = build_report(store, make_study(names=names, game="4x10"))
    assert len(report["pairs"]) == 55 > MAX_PAGE_PAIRS
    text = " ".join(block.text for block in measured_blocks(report) if isinstance(block, Paragraph))
    assert (
        "All 55 differences on the same secrets are in `differences.csv` and `tables/mine-differences-4x10-uniform.tex`"
        in text
    )
    assert {name: len(table.rows) for name, table in all_differences(report).items()} == {
        "differences-4x10-uniform": 55
    }


def test_searches_are_a_group_of_their_own(store: Store) -> None:
    add_games(store, Series("4x6", "random"), 4, 5)
    add_games(store, Series("4x6", "cunha_silva"), 300, 450, stages="1+2", known=None)
    groups = measured_groups(build_report(store, make_study(names=("random", "cunha_silva"))))
    assert [(group.name, group.search) for group in groups] == [("4x6-uniform", False), ("4x6-uniform-searches", True)]


def test_times_come_with_their_machines() -> None:
    facts = {
        "processor": "Abacus 3", "cores": 2, "system": "Linux", "python": "3.12.1", "numpy": "2.1", "numba": "0.61",
        "blackpeg": "0.1.0", "commit": "abc1234", "games": 1200, "first": "2026-11-01", "last": "2026-11-03",
    }  # fmt: skip
    old = {"games": 7, "first": "2025-01-01", "last": "2025-01-01"}
    assert times_paragraph([facts, old]) == (
        "Times are medians of a game, without compilation and loading of trees. 1,200 games were timed on Abacus 3 (2 "
        "cores, Linux) with Python 3.12.1, NumPy 2.1, Numba 0.61 and Blackpeg 0.1.0 at commit abc1234, 2026-11-01 to "
        "2026-11-03. 7 games of 2025-01-01 were timed before their machine was stored with them."
    )
