"""Running experiments into a store: what is missing, what other code made, until an interval is narrow."""

import tracemalloc
from itertools import islice
from pathlib import Path

import pytest
import reference

from blackpeg import BlackpegError
from blackpeg.lab import Study, report_study, run_study, runner
from blackpeg.lab.experiment import Experiment, Series, Task, play_tasks, secret_of
from blackpeg.lab.game_arrays import summary_of
from blackpeg.lab.runner import (
    MAX_GAME_SECONDS,
    GameLimit,
    MissingGames,
    Shard,
    delete_other_code,
    missing_tasks,
    play_into_store,
    refuse_other_code,
    rounds_until_interval,
)
from blackpeg.lab.source_digest import source_digest
from blackpeg.lab.store import Store

EXPERIMENT = Experiment(("4x6",), ("random", "next_higher"), count=30)


def test_running_again_plays_only_what_is_missing(tmp_path):
    with Store(tmp_path / "lab.db") as store:
        assert play_into_store(store, missing_tasks(store, [EXPERIMENT])[0]) == 60
        assert play_into_store(store, missing_tasks(store, [EXPERIMENT])[0]) == 0
        more = Experiment(("4x6",), ("random",), count=40)
        assert [task.number for task in missing_tasks(store, [EXPERIMENT, more])[0]] == list(range(30, 40))


def test_games_of_other_code_are_not_mixed_with_new_ones(tmp_path):
    with Store(tmp_path / "lab.db") as store:
        store.add(play_tasks(Experiment(("4x6",), ("random",), count=3).tasks()), "other", "w")
        with pytest.raises(BlackpegError) as error:
            refuse_other_code(store, [EXPERIMENT])
        assert "holds 3 games of '4x6 random uniform 0' that other code made (other;" in str(error.value)
        assert "--fresh" in str(error.value) and "--store" in str(error.value)
        assert delete_other_code(store, [EXPERIMENT]) == 3
        refuse_other_code(store, [EXPERIMENT])
        play_into_store(store, missing_tasks(store, [EXPERIMENT])[0])
        assert store.digests(Series("4x6", "random")) == {source_digest("random", "4x6"): 30}
        assert delete_other_code(store, [EXPERIMENT]) == 0


def test_shards_share_the_tasks_without_overlap(tmp_path):
    with Store(tmp_path / "lab.db") as store:
        shares = [list(missing_tasks(store, [EXPERIMENT], Shard(k, 3))[0]) for k in (1, 2, 3)]
    tasks = [task for share in shares for task in share]
    assert sorted(tasks) == sorted(EXPERIMENT.tasks())
    assert len(set(tasks)) == len(tasks)


@pytest.mark.parametrize("text", ["", "3", "0/2", "3/2", "a/b", "1/", "²/3", f"1/{'9' * 5000}", "1/2/3"])
def test_what_is_no_shard(text):
    with pytest.raises(BlackpegError, match="is not a shard"):
        Shard.parse(text)


def test_until_the_interval_is_narrow(tmp_path):
    experiment = Experiment(("4x6",), ("random", "maxent"))
    with Store(tmp_path / "lab.db") as store:
        for tasks in rounds_until_interval(store, (experiment,), 0.25):
            play_into_store(store, tasks)
        for series in experiment.series():
            found = summary_of(store, series)
            assert found.high - found.low <= 0.25
            assert found.games >= 100


def test_a_narrower_interval_goes_on_from_what_is_there(tmp_path):
    """With 95 % intervals four times as many games make half the width; every second game came from another machine."""
    experiment = Experiment(("3x3",), ("random",), count=3000)
    (series,) = experiment.series()
    with Store(tmp_path / "lab.db") as store:
        play_into_store(store, missing_tasks(store, [experiment], Shard(1, 2))[0])
        there = summary_of(store, series)
        width = 0.7 * (there.high - there.low)
        for tasks in rounds_until_interval(store, (experiment,), width):
            play_into_store(store, tasks)
        found = summary_of(store, series)
        assert found.high - found.low <= width
        assert 2700 < found.games < 2 * there.games / 0.7**2
        assert list(rounds_until_interval(store, (experiment,), width)) == []


def test_an_interval_that_is_never_narrow_enough_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "MAX_GAMES_FOR_INTERVAL", 250)
    experiment = Experiment(("3x3",), ("random",))
    with Store(tmp_path / "lab.db") as store:
        with pytest.raises(BlackpegError, match=r"after 250 games the interval is wider than 0\.001"):
            for tasks in rounds_until_interval(store, (experiment,), 0.001):
                play_into_store(store, tasks)
        assert summary_of(store, next(experiment.series())).games == 250


def test_a_study_in_python_runs_resumes_and_reports(tmp_path: Path) -> None:
    few = Study("mine", "Mine", (Experiment(("3x3",), ("entropy", "random"), 5),))
    more = Study("mine", "Mine", (Experiment(("3x3",), ("entropy", "random"), 8),))
    first = run_study(few, tmp_path / "lab.db")
    assert [row["games"] for row in first["rows"]] == [5, 5]
    assert run_study(few, tmp_path / "lab.db") == first  # seconds too: nothing was played again
    run_study(more, tmp_path / "lab.db", jobs=2)
    again = report_study(more, tmp_path / "lab.db")
    assert [row["games"] for row in again["rows"]] == [8, 8]
    alone = run_study(more, ":memory:")
    for row in (*again["rows"], *alone["rows"]):
        del row["seconds"], row["median_seconds"]
    assert again == alone


# Tasks are made as they are needed


def test_ten_million_tasks_take_no_memory(store: Store) -> None:
    tracemalloc.start()
    missing, stored = missing_tasks(store, [Experiment("4x6", ("random", "next_higher"), count=10_000_000)])
    first = list(islice(missing, 100))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (len(missing), stored, len(set(first))) == (20_000_000, 0, 100)
    assert peak < 5_000_000


def test_gaps_are_found_a_window_at_a_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("blackpeg.lab.store.WINDOW_NUMBERS", 7)
    (series,) = Experiment("3x4", "random").series()
    store.add(play_tasks(Task(series, k) for k in (0, 1, 6, 7, 8, 20, 40, 99)), "x", "w")
    missing = MissingGames(store)
    assert missing.add(series, range(50)) == 7
    assert [task.number for task in missing] == [k for k in range(50) if k not in (0, 1, 6, 7, 8, 20, 40)]
    assert missing.counts == {series: 43}
    third = MissingGames(store, skip=[Task(series, 4)])
    third.add(series, Shard(2, 3).numbers(20))
    assert [task.number for task in third] == [10, 13, 16, 19]  # 1 and 7 are stored, and 4 is left out
    assert third.counts == {series: 4}


def test_every_series_is_begun_before_any_is_played_through(store: Store) -> None:
    missing, _ = missing_tasks(store, [Experiment(("3x4", "4x6"), ("random", "next_higher"), count=100)])
    tasks = list(missing)
    assert len({task.series for task in tasks[:4]}) == 4
    assert [task.series.strategy for task in tasks[:4]] == ["random", "next_higher"] * 2
    assert all(sum(task.series == series for task in tasks[:24]) == 6 for series in missing.counts)
    assert sorted(tasks) == sorted(Experiment(("3x4", "4x6"), ("random", "next_higher"), count=100).tasks())


# Games that are stopped


def test_stopped_games_are_named_and_tried_again(trouble: str, tmp_path: Path) -> None:
    study = Study("mine", "Mine", (Experiment("4x6", ("random", "trouble(how='loop')"), count=24),))
    hard = [
        str(task)
        for task in Experiment("4x6", "trouble(how='loop')", count=24).tasks()
        if reference.feedback(tuple(map(int, secret_of(task))), (0, 0, 1, 1)) == (2, 1)
    ]
    assert 0 < len(hard) < 4
    report = run_study(study, tmp_path / "lab.db", game_seconds=3)
    assert report["stopped"] == hard
    assert [row["games"] for row in report["rows"]] == [24, 24 - len(hard)]
    assert run_study(study, tmp_path / "lab.db", game_seconds=3)["stopped"] == hard


def test_the_longest_time_limit_fits_a_timer(tmp_path: Path) -> None:
    """A tree may take the time of all its games: 10,000,000 seconds for each of 1296 are too many for a timer."""
    study = Study("mine", "Mine", (Experiment("4x6", "most_parts", secrets="all"),))
    (row,) = run_study(study, tmp_path / "lab.db", game_seconds=MAX_GAME_SECONDS)["rows"]
    assert row["games"] == 6**4


def test_rounds_end_though_games_are_stopped(store: Store) -> None:
    """The first game of each round is stopped: it is not asked for again, and others take its place."""
    experiment, limit = Experiment("3x4", "random"), GameLimit(3)
    for tasks in rounds_until_interval(store, (experiment,), 0.3, limit):
        first, *others = tasks
        assert first not in limit.stopped
        limit.stopped.append(first)
        play_into_store(store, others)
    found = summary_of(store, next(experiment.series()))
    assert found.low is not None and found.high is not None and found.high - found.low <= 0.3


@pytest.mark.parametrize("seconds", [0, -1, 1e-9, float("nan"), float("inf")])
def test_what_is_no_time_limit(seconds: float) -> None:
    with pytest.raises(BlackpegError, match="a time limit of"):
        GameLimit(seconds)


def test_games_of_a_worker_with_other_code_are_not_stored(store, monkeypatch):
    series = Series("4x6", "random")
    monkeypatch.setattr(runner, "_own_digest", lambda _: "0123456789ab")  # as if this process had other code
    with pytest.raises(BlackpegError, match=r"plays 'random' by other code \([0-9a-f]{12}; here it is 0123456789ab\)"):
        runner.play_into_store(store, [Task(series, 0)])
    assert not store.numbers(series)


STUBBORN = """
from dataclasses import dataclass
from blackpeg import Strategy

@dataclass(frozen=True)
class Stubborn(Strategy):
    def guess(self, position, rng):
        return position.game.code("11")
"""


def test_a_strategy_without_chance_that_never_solves_is_recorded_as_unsolved(tmp_path, monkeypatch):
    (tmp_path / "stubborn.py").write_text(STUBBORN)
    monkeypatch.syspath_prepend(str(tmp_path))
    study = Study("mine", "Stubborn play", (Experiment("2x2", "stubborn:Stubborn", secrets="all", count=1),))
    (row,) = run_study(study, tmp_path / "lab.db")["rows"]
    assert (row["games"], row["failures"], row["exact"]) == (4, 3, False)  # of 11, 12, 21, 22 it finds the first
