"""Games, comparisons and traces in the real pandas."""

from __future__ import annotations

import builtins
from pathlib import Path
from typing import Any

import pandas
import pytest

from blackpeg.errors import BlackpegError
from blackpeg.lab import Experiment, Study, frame, run_study, trace

STUDY = Study(
    "mine", "Mine", (Experiment("3x4", ("random", "merelo2006", "merelo2006(population=40)", "cabana_tupac"), count=5),)
)


def test_the_games_of_a_study(tmp_path: Path) -> None:
    run_study(STUDY, tmp_path / "lab.db")
    games = frame(STUDY, tmp_path / "lab.db")
    assert len(games) == 20 and games["guesses"].dtype == "int64" and games["solved"].dtype == "bool"
    assert games["known"].dtype == "Int64" and games.groupby("strategy")["known"].count()["cabana_tupac"] == 0
    assert games["population"].dtype == "Int64"
    assert set(games.loc[games["strategy"] == "merelo2006(population=40)", "population"]) == {40}
    assert games.loc[games["strategy"] == "random", "population"].isna().all()
    assert games["stop"].dtype == "boolean"
    one = frame(STUDY, tmp_path / "lab.db", strategies=["random"], histories=True)
    assert len(one) == 5 and one["history"].str.split().str.len().tolist() == one["guesses"].tolist()
    (tmp_path / "own.toml").write_text('title = "Own"\n[[experiments]]\ngames = ["3x4"]\nstrategies = ["random"]\n')
    assert len(frame(str(tmp_path / "own.toml"), tmp_path / "lab.db")) == 5


def test_a_report_has_a_row_for_each_strategy() -> None:
    report = run_study(STUDY, ":memory:")
    table = frame(report)
    assert table["strategy"].tolist() == list(STUDY.experiments[0].strategies)
    assert table["average"].tolist() == [row["average"] for row in report["rows"]]
    assert table["games"].dtype == "int64" and table["exact"].dtype == "bool" and table["known"].dtype == "float64"
    assert "distribution" not in table and table["population"].tolist()[2] == 40
    with pytest.raises(BlackpegError, match="no report"):
        frame({"strategy": "random"})


def test_traces_of_one_game_and_of_several() -> None:
    first, second = trace("3x4 merelo2006 uniform 0 1"), trace("3x4 cabana_tupac uniform 0 2")
    assert len(frame(first)) == len(first)
    both = frame([first, second])
    assert len(both) == len(first) + len(second) and both["turn"].dtype == "Int64"
    assert both["turn"].isna().sum() == len(second) and both["generations"].dtype == "int64"
    assert len(frame([])) == 0 and "best" in frame([])


def test_values_come_back_as_they_were(tmp_path: Path) -> None:
    rows = trace("3x4 merelo2006 uniform 0 1")
    table = frame(rows)
    for row, found in zip(rows, table.to_dict("records"), strict=True):
        assert {key: None if pandas.isna(found[key]) else found[key] for key in row} == row


def test_without_pandas_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_pandas(name: str, *more: Any) -> Any:
        if name == "pandas":
            raise ImportError(name)
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", without_pandas)
    with pytest.raises(BlackpegError, match=r"pip install 'blackpeg\[pandas\]'"):
        frame([])
