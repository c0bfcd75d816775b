"""Stored games as tables: which games, their parameters and their histories."""

from __future__ import annotations

from typing import Any

import pytest
from lab.stored_games import add_games

from blackpeg import Position
from blackpeg.errors import BlackpegError
from blackpeg.lab import Experiment, Study
from blackpeg.lab.experiment import Series
from blackpeg.lab.export.stored_games import Histories, games_table
from blackpeg.lab.runner import run_experiments
from blackpeg.lab.store import COLUMNS, Store


def rows_of(store: Store, *choice: Any, **more: Any) -> list[dict[str, Any]]:
    table = games_table(store, *choice, **more)
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def play(store: Store, *experiments: Experiment) -> Study:
    run_experiments(store, experiments, show_progress=False)
    return Study("mine", "Mine", experiments)


def test_a_game_has_the_columns_of_the_store_and_the_parameters(store: Store) -> None:
    add_games(store, Series("3x4", "random(first='112')"), 3, -9, evaluations=None, known=None)
    add_games(store, Series("3x4", "merelo2006(population=40)"), 4)
    rows = rows_of(store)
    assert list(rows[0])[: len(COLUMNS)] == list(COLUMNS)
    assert [row["solved"] for row in rows] == [True, False, True]
    assert [row["evaluations"] for row in rows] == [None, None, 40]
    assert [row["first"] for row in rows] == ["112", "112", "half"]
    assert [row["population"] for row in rows] == [None, None, 40]
    assert {row["note"] for row in rows} == {None}


def test_a_study_chooses_the_games_that_it_asks_for(store: Store) -> None:
    add_games(store, Series("3x4", "random"), 3, 4, 5, 3)
    add_games(store, Series("3x4", "entropy"), 3, 4)
    add_games(store, Series("3x3", "random"), 3)
    study = Study("mine", "Mine", (Experiment("3x4", ("random", "entropy"), count=3),))
    assert [(row["strategy"], row["number"]) for row in rows_of(store, study)] == [
        ("random", 0), ("random", 1), ("random", 2), ("entropy", 0), ("entropy", 1),
    ]  # fmt: skip
    assert {row["strategy"] for row in rows_of(store, study, ["entropy"])} == {"entropy"}
    assert len(rows_of(store, None, ["random"])) == 5
    with pytest.raises(BlackpegError, match=r"mine has no strategy 'entrpy'; did you mean entropy"):
        rows_of(store, study, ["entrpy"])
    with pytest.raises(BlackpegError, match="holds no games of other"):
        rows_of(store, Study("other", "", (Experiment("4x4", "random"),)))


def test_listed_secrets_are_those_of_the_study(store: Store) -> None:
    first = play(store, Experiment("3x4", "random", secrets="list", codes=("112", "321")))
    second = play(store, Experiment("3x4", "random", secrets="list", codes=("444", "321", "222")))
    assert [row["secret"] for row in rows_of(store, first)] == ["112", "321"]
    assert [row["secret"] for row in rows_of(store, second)] == ["444", "321", "222"]


def test_histories_are_the_games_as_they_were_played(store: Store) -> None:
    study = play(
        store,
        Experiment("3x4", ("random", "merelo2006"), count=6),
        Experiment("3x4", "random", secrets="list", codes=("112", "321")),
        Experiment("3x4", "random", count=2, secrets="adversary"),
        Experiment("3x4", "entropy", secrets="all"),
        Experiment("3x4", "cabana_tupac", count=2),
    )
    histories = Histories()
    rows = rows_of(store, study, histories=histories)
    assert (histories.of_other_code, histories.differing) == (0, [])
    assert len(rows) == 12 + 2 + 2 + 64 + 2
    for row in rows:
        if row["strategy"] == "cabana_tupac":
            assert row["history"] is None, "a search has no history"
            continue
        end = Position.parse(f"3x4 {row['history']}")
        assert (end.guesses, end.solved, end.known) == (row["guesses"], row["solved"], row["known"])
        if row["secret"]:
            assert end.game.show(end.history[-1].guess) == row["secret"] and end.fits(end.game.code(row["secret"]))


def test_a_game_of_other_code_or_that_differs_has_no_history(store: Store) -> None:
    study = play(store, Experiment("3x4", "random", count=4))
    store._db.execute("UPDATE games SET digest = 'other' WHERE number = 1")
    store._db.execute("UPDATE games SET guesses = 99 WHERE number = 2")
    histories = Histories()
    rows = rows_of(store, study, histories=histories)
    assert [row["history"] is None for row in rows] == [False, True, True, False]
    assert (histories.of_other_code, histories.differing) == (1, ["3x4 random uniform 0 2"])
