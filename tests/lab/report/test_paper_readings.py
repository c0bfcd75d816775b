"""Tables of readings, against values computed by hand."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from lab.stored_games import add_games

from blackpeg.lab import Experiment, Study
from blackpeg.lab.experiment import Series
from blackpeg.lab.report.page_html import to_html
from blackpeg.lab.report.page_markdown_latex import Paragraph, Table, to_latex, to_markdown
from blackpeg.lab.report.paper_readings import legend, readings_blocks, readings_cells
from blackpeg.lab.report.report_json import build_report
from blackpeg.lab.report.study_pages import Result, study_page
from blackpeg.lab.report.terminal_tables import show_readings
from blackpeg.lab.store import Store
from blackpeg.lab.study import Readings

NAMES = ("random", "random(first='1123')")


def study_of(*secrets: str, **more: object) -> Study:
    kinds = secrets or ("uniform",)
    experiments = tuple(Experiment(("4x6", "4x5"), NAMES, 4, kind) for kind in kinds)
    values = {"printed": (("4x6", Decimal("5.00")),), "secrets": secrets, **more}
    readings = Readings("Which opening?", ("4x6", "4x5"), NAMES, about="Not said.", **values)  # type: ignore[arg-type]
    return Study("mine", "Mine", experiments, readings=(readings,))


def fill(store: Store, secrets: str = "uniform") -> None:
    add_games(store, Series("4x6", NAMES[0], secrets), 4, 4, 6, 6)  # average 5, sd 1.1547, standard error 0.57735
    add_games(store, Series("4x6", NAMES[1], secrets), 2, 2, 2, 3)  # average 2.25, sd 0.5, standard error 0.25
    for name in NAMES:
        add_games(store, Series("4x5", name, secrets), 3, 5, 3, 5)


def test_a_printed_number_is_contradicted_beyond_three_standard_errors_and_rounding(store: Store) -> None:
    fill(store)
    (table,) = build_report(store, study_of())["readings"]
    literal, other = table["rows"]
    first, second = literal["cells"]
    # t(0.975, 3) = 3.1824, half 1.8374
    assert (first["average"], first["low"]) == (5.0, pytest.approx(3.1626, abs=1e-4))
    assert first["contradicted"] is False and second["contradicted"] is None and second["difference"] is None
    assert other["cells"][0]["contradicted"] is True  # 2.75 away, 11 standard errors
    assert (literal["not_contradicted"], literal["judged"]) == (1, 1)
    assert (other["not_contradicted"], other["judged"]) == (0, 1)
    assert table["printed"] == {"4x6": "5.00"}


def test_the_error_of_the_printed_number_counts_if_it_says_of_how_many_games_it_is(store: Store) -> None:
    fill(store)
    # 2.25 and 3.10: 0.85 - 0.005 is 3.4 standard errors of 0.25, and 2.4 of 0.25 √2
    for count, contradicted in ((None, True), (4, False)):
        study = study_of(printed=(("4x6", Decimal("3.10")),), printed_count=count)
        assert build_report(store, study)["readings"][0]["rows"][1]["cells"][0]["contradicted"] is contradicted


def test_a_lower_bound_can_only_contradict_a_smaller_number(store: Store) -> None:
    fill(store)
    add_games(store, Series("4x6", "entropy"), 9, 9, 9, -10)
    for printed, contradicted in (("20.0", None), ("9.0", None), ("2.0", True)):
        readings = Readings("R", ("4x6",), ("entropy",), printed=(("4x6", Decimal(printed)),))
        study = Study("mine", "Mine", (Experiment("4x6", "entropy", 4),), readings=(readings,))
        (table,) = build_report(store, study)["readings"]
        assert table["rows"][0]["cells"][0]["contradicted"] is contradicted
        assert readings_cells(table)[1][1][1] == f"≥9.25 ± 0.80{' ?' if contradicted is None else ' ≠'}"
    solved = Study(
        "mine", "Mine", study.experiments, readings=(Readings("R", ("4x6",), ("entropy",), measure="solved"),)
    )
    (table,) = build_report(store, solved)["readings"]
    assert table["rows"][0]["cells"][0]["average"] == 75 and legend(table).startswith(
        "Per cent of games solved, 4 games"
    )
    assert readings_cells(table)[1][0][1] == "75 (30 to 95)"  # Wilson's interval of 3 of 4


def test_the_table_has_what_is_printed_first_and_a_row_for_each_kind_of_secrets(store: Store) -> None:
    for kind in ("uniform", "distinct"):
        fill(store, kind)
    (table,) = build_report(store, study_of("uniform", "distinct"))["readings"]
    heads, rows = readings_cells(table)
    assert heads == ("reading", "secrets", "4x6", "4x5", "not contradicted")
    assert rows[0] == ("printed", "", "5.00", "", "")
    assert [row[:2] for row in rows[1:]] == [(name, kind) for kind in ("uniform", "distinct") for name in NAMES]
    assert rows[1][2:] == ("5.0 ± 1.8", "4.0 ± 1.8", "1 of 1") and rows[2][2] == "2.25 ± 0.80 ≠"


def test_pages_and_terminal_show_it(store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(store)
    study = study_of()
    report = build_report(store, study)
    page = study_page(Result(study, report))
    assert any(isinstance(block, Table) and block.name == "mine-readings-1" for block in page)
    blocks = list(readings_blocks(report["readings"]))
    assert Paragraph("**Which opening?** Not said.") in blocks and not list(readings_blocks([]))
    assert "| `random(first='1123')` | 2.25 ± 0.80 ≠ | 4.0 ± 1.8 | 0 of 1 |" in to_markdown(blocks, tmp_path)
    assert "| `random` | **5.0 ± 1.8** |" in to_markdown(blocks, tmp_path)
    assert r"2.25 $\pm$ 0.80 $\neq$" in to_latex(blocks) and "<strong>5.0 ± 1.8</strong>" in to_html(blocks, "T")
    show_readings(report["readings"][0])
    shown = capsys.readouterr().out.splitlines()
    assert shown[:2] == ["Which opening?", "Not said."] and shown[3].split() == [
        *["reading", "4x6", "4x5", "not", "contradicted"]
    ]
    assert "2.25 ± 0.80 ≠" in shown[6] and shown[4].split() == ["printed", "5.00"]


def test_games_that_were_not_played_leave_a_cell_empty(store: Store) -> None:
    add_games(store, Series("4x5", "random"), 4, 5)
    (table,) = build_report(store, study_of())["readings"]
    assert readings_cells(table)[1][1][1] == "" and table["rows"][0]["judged"] == 0


def test_a_single_game_has_no_interval_but_stands_in_the_table(store: Store) -> None:
    """A game against an adversary has one course."""
    for name in NAMES:
        for game in ("4x6", "4x5"):
            add_games(store, Series(game, name, "adversary"), 5)
    (table,) = build_report(store, study_of("adversary"))["readings"]
    cell = table["rows"][0]["cells"][0]
    assert (cell["average"], cell["low"], cell["contradicted"]) == (5.0, None, None)
    assert readings_cells(table)[1][1][1:3] == ("5.000", "5.000")
