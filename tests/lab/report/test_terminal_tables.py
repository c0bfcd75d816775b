"""Tables in the terminal: they fit, names are whole, numbers are as people read them."""

from __future__ import annotations

from typing import Any

import pytest
from lab.stored_games import add_games, make_study

from blackpeg.lab import Claim
from blackpeg.lab.experiment import Series
from blackpeg.lab.report import terminal_tables as tables
from blackpeg.lab.report.report_json import build_report
from blackpeg.lab.store import Store


def printed(report: dict[str, Any], width: int, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> list[str]:
    monkeypatch.setattr(tables, "terminal_width", lambda: width)
    tables.show_report(report)
    return str(capsys.readouterr().out).splitlines()


LONG = "entropy(candidates_only=True)"


@pytest.mark.parametrize("width", [60, 80, 200])
def test_tables_fit_and_names_are_whole(
    store: Store, width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("random", LONG, "lexicographic(first='1122')")
    for name in names:
        add_games(store, Series("4x6", name), 4, 4, 5, -7, evaluations=12_345_678)
    claim = Claim("4x6", LONG, 4.50, where="Somebody (1999), a title that is rather long, table 17, page 123", digits=2)
    lines = printed(build_report(store, make_study(claim, names=names)), width, monkeypatch, capsys)
    assert max(map(len, lines)) <= width
    text = "\n".join(lines)
    assert "…" not in text
    assert not any(line.endswith(" ") for line in lines)
    for name in names:
        assert name in text
    for cell in ("≥5.000", "≥7", "4.50", "12.3M", "lower bound", "Who beats whom", "page 123", "can't be told"):
        assert cell in text
    assert sum(line.startswith("strategy") for line in lines) == (1 if width == 200 else 2)


def test_the_matrix_says_who_beats_whom(capsys: pytest.CaptureFixture[str]) -> None:
    pairs = [
        {"a": "a", "b": "b", "difference": -0.5, "p": 0.01, "exact": False},
        {"a": "a", "b": "c", "difference": -0.5, "p": 0.06, "exact": False},
        {"a": "b", "b": "c", "difference": 0.1, "p": 0.6, "exact": True},
    ]
    tables.show_matrix(["a", "b", "c"], pairs)
    assert capsys.readouterr().out.splitlines()[2:] == [
        "     1  2  3",
        "1 a     +  ·",
        "2 b  -     -",
        "3 c  ·  +",
    ]


def test_differences_come_with_effect_sizes_and_what_they_are(
    store: Store, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    add_games(store, Series("4x6", "random"), 5, 6, 4, 4, seconds=0.2)
    add_games(store, Series("4x6", "entropy"), 4, 4, 5, 4, seconds=0.1)
    lines = printed(build_report(store, make_study(names=("random", "entropy"))), 200, monkeypatch, capsys)
    at = next(k for k, line in enumerate(lines) if line.startswith("on the same secrets"))
    assert lines[at].split()[-5:] == ["p", "(Holm)", "fewer", "more", "r"]
    assert lines[at + 1].split()[-3:] == ["25%", "50%", "+0.50"]  # 1, 2, -1, 0: ranks 1.5, 3, 1.5; 3 / 6
    assert "rank-biserial correlation" in lines[at + 2]
    assert lines[at - 2].endswith("200 ms")  # of random; a median


def test_numbers_as_people_read_them() -> None:
    assert tables.plus_minus([(4.6312, 0.0154, False)]) == ["4.631 ± 0.015"]
    assert tables.plus_minus([(4.6312, 0.0017, False), (4.47608, 0, True)]) == ["4.6312 ± 0.0017", "4.4761 exact   "]
    assert tables.plus_minus([(2893.4, 21.3, False)]) == ["2893.4 ± 21.3"]
    assert tables.plus_minus([(None, None, False), (3.0, None, False)]) == ["", "3.000 "]
    assert [tables.format_size(x) for x in (None, 0, 0.25, 12.4, 1517.2, 99_999.9, 123_456, 4_560_000, 7.2e9)] == [
        "", "0", "0.25", "12", "1,517", "100k", "123k", "4.56M", "7.20G"
    ]  # fmt: skip
    assert [tables.format_duration(x) for x in (None, 0.00019, 0.0014, 0.5, 12, 200, 18_400)] == [
        "", "190 µs", "1.4 ms", "500 ms", "12 s", "3.3 min", "5.1 h"
    ]  # fmt: skip
    assert [tables.format_p(p) for p in (0.0123, 0.00005, 1e-12, 9.9e-13)] == [
        "0.0123",
        "5.0e-05",
        "1.0e-12",
        "< 1e-12",
    ]
