"""A trace tells the same game as its record, generation by generation."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from blackpeg import Game, Honest, Position, strategy
from blackpeg.errors import BlackpegError
from blackpeg.lab import Experiment, Study
from blackpeg.lab.experiment import Task, play_task, play_to_end, secret_of, secrets_and_seeds, seed_of
from blackpeg.lab.traces import COLUMNS, series_to_trace, trace, trace_tasks, works_in_generations
from blackpeg.strategies import STRATEGIES, make

EVOLVING = [name for name in STRATEGIES if works_in_generations(name)]
PLAYERS = [name for name in EVOLVING if not STRATEGIES[name].oracle]
SEARCHES = [name for name in EVOLVING if STRATEGIES[name].oracle]


@pytest.mark.parametrize("name", PLAYERS)
def test_every_player_that_evolves_tells_what_it_spent(name: str) -> None:
    game = "4x12" if name == "needle" else "4x6"  # where it follows no tree
    task = Task.parse(f"{game} {name} uniform 0 3")
    secret, seed = next(secrets_and_seeds([task]))
    end = play_to_end(task, make(name), secret, seed)
    rows = trace(task)
    assert [row["generations"] for row in rows] == list(range(1, len(rows) + 1))
    assert rows
    last_of_turn = {row["turn"]: row for row in rows}
    spent = np.cumsum([turn.evaluations for turn in end.history])
    for turn, row in last_of_turn.items():
        assert row["guess"] == end.game.show(end.history[turn - 1].guess)
        assert row["evaluations"] == spent[turn - 1], "what its moves say"
        assert row["queries"] == turn - 1
    assert {row["guess"] is not None for row in rows if row is not last_of_turn[row["turn"]]} <= {False}
    for before, after in pairwise(rows):
        assert before["evaluations"] <= after["evaluations"]
        assert before["turn"] != after["turn"] or before["found"] <= after["found"] or name == "bernier1996_sa"
    for row in rows:
        assert list(row) == list(COLUMNS)
        assert row["worst"] - 1e-6 <= row["mean"] <= row["best"] + 1e-6 and 0 < row["diversity"] <= 1


@pytest.mark.parametrize("name", SEARCHES)
def test_every_search_tells_its_queries(name: str) -> None:
    task = Task.parse(f"4x6 {name} uniform 0 3")
    record, rows = play_task(task), trace(task)
    assert rows[-1]["queries"] == rows[-1]["evaluations"] == record.queries
    assert len(rows) == sum(map(int, record.stages.split("+")))
    assert {(row["turn"], row["found"], row["guess"]) for row in rows} == {(None, None, None)}


def test_rows_are_the_generations_as_they_are_defined() -> None:
    task = Task.parse("4x6 merelo2006 uniform 0 5")
    game, player, rng = Game.parse("4x6"), strategy("merelo2006"), np.random.default_rng(seed_of(task))
    codemaker, position, expected = Honest(secret_of(task)), Position(game), []
    while not position.solved:
        steps = player.generations(position, rng)  # type: ignore[attr-defined]
        while True:
            try:
                one = next(steps)
            except StopIteration as end:
                position = position.after(end.value, codemaker.answer(position, end.value.code))
                break
            codes = [tuple(code) for code in one.population.tolist()]
            fitness = one.fitness.tolist()
            expected.append((
                position.turn, max(fitness), sum(fitness) / len(fitness), min(fitness), len(set(codes)) / len(codes),
                sum(position.fits(np.array(code, np.uint8)) for code in codes),
            ))  # fmt: skip
    names = ("turn", "best", "mean", "worst", "diversity", "found")
    assert [tuple(row[name] for name in names) for row in trace(task)] == [
        pytest.approx(row, abs=1e-6) for row in expected
    ]


def test_what_can_not_be_traced_gets_a_sentence() -> None:
    with pytest.raises(BlackpegError, match="random does not work in generations"):
        trace("4x6 random uniform 0 1")
    with pytest.raises(BlackpegError, match="is not a task"):
        trace("4x6 merelo2006")
    with pytest.raises(BlackpegError, match="no strategy 'merelo206'; did you mean merelo2006"):
        trace("4x6 merelo206 uniform 0 1")


def test_a_game_without_generations_has_no_rows() -> None:
    assert trace("4x6 needle uniform 0 1") == [], "it follows a tree there"


def test_a_trace_against_an_adversary_has_no_secret() -> None:
    rows = trace("3x4 merelo2006 adversary 0 1")
    assert rows[-1]["secret"] is None and rows[-1]["guess"] is not None


def test_processes_trace_the_same_in_the_same_order() -> None:
    tasks = list(Experiment("3x4", ("merelo2006", "cabana_tupac"), count=12).tasks())
    assert list(trace_tasks(tasks, jobs=2)) == list(map(trace, tasks))


def test_an_error_in_a_process_is_a_sentence() -> None:
    tasks = list(Experiment("3x4", ("merelo2006", "random"), count=3).tasks())
    with pytest.raises(BlackpegError, match="3x4 random uniform 0 0: random does not work in generations"):
        list(trace_tasks(tasks, jobs=2))


def test_the_series_of_a_study_with_and_without_generations() -> None:
    experiments = (
        Experiment(("3x4", "3x3"), ("random", "merelo2006"), count=10),
        Experiment("3x4", ("merelo2006", "cabana_tupac"), count=5, seed=7),
        Experiment("3x4", "merelo2006", secrets="list", codes=("112", "321")),
    )
    study = Study("mine", "Mine", experiments)
    found, left_out = series_to_trace(study)
    assert left_out == ["random"]
    assert [(str(one.series), one.games) for one in found] == [
        ("3x4 merelo2006 uniform 0", 10), ("3x3 merelo2006 uniform 0", 10), ("3x4 merelo2006 uniform 7", 5),
        ("3x4 cabana_tupac uniform 7", 5), ("3x4 merelo2006 list 0", 2),
    ]  # fmt: skip
    assert [task.code for task in found[-1].tasks()] == ["112", "321"]
    few, _ = series_to_trace(study, ["cabana_tupac"], games=3)
    assert [str(task) for one in few for task in one.tasks()] == [f"3x4 cabana_tupac uniform 7 {k}" for k in range(3)]
