"""The progress display: averages so far, and a time left that can be computed by hand."""

from __future__ import annotations

from heapq import heappop, heappush

import numpy as np
import pytest

from blackpeg.lab import progress
from blackpeg.lab.executors import Batch, Batches
from blackpeg.lab.experiment import Record, Series, Task
from blackpeg.lab.progress import ProgressDisplay, RunningAverage
from blackpeg.lab.runner import MissingGames
from blackpeg.lab.store import Store

FAST, SLOW = Series("4x6", "random"), Series("4x6", "entropy")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    one = Clock()
    monkeypatch.setattr(progress, "monotonic", one)
    return one


def batch(series: Series, games: int, seconds: float, worker: str = "host:1", setup: float = 0.0) -> Batch:
    records = [Record(Task(series, k), "1111", True, 4, 4, 1, 1, 1, None) for k in range(games)]
    return Batch(records, worker, seconds, setup)


def test_time_left_is_work_left_at_the_pace_seen(clock: Clock) -> None:
    display = ProgressDisplay()
    display.expect({FAST: 100, SLOW: 10}, {})
    assert display.time_left() == "time left?"
    for second in (1, 2, 3):  # ten games of 0.05 s each second: half of the time goes elsewhere
        clock.now = second
        display(FAST, batch(FAST, 10, 0.5))
    # 70 games of 0.05 s take 3.5 s, and 10 games that have not begun, if they are like these, 0.5 s: at that pace 8 s
    assert display.time_left() == "about 8 s left"
    clock.now = 4
    display(SLOW, batch(SLOW, 1, 2.0))
    # 3.5 s and 9 games of 2 s; from 1 s to 4 s there were 0.5 + 0.5 + 2 s of play: a second a second
    assert display.time_left() == "about 22 s left"


def test_two_workers_take_half_the_time(clock: Clock) -> None:
    display = ProgressDisplay()
    display.expect({FAST: 100}, {})
    for k in range(1, 11):
        clock.now = k
        display(FAST, batch(FAST, 1, 2.0, f"host:{k % 2}"))
    assert display.seconds_left() == pytest.approx(90)  # 90 games of 2 s, two at a time


def test_compiling_is_left_out(clock: Clock) -> None:
    display = ProgressDisplay()
    display.expect({FAST: 1000}, {})
    clock.now = 60
    display(FAST, batch(FAST, 1, 60.0, setup=59.9))
    for _ in range(9):
        clock.now += 0.1
        display(FAST, batch(FAST, 1, 0.1))
    assert display.seconds_left() == pytest.approx(99)  # 990 games of 0.1 s


def test_more_games_may_be_wanted_later(clock: Clock) -> None:
    display = ProgressDisplay()
    display.expect({FAST: 10}, {FAST: RunningAverage(2, 10, 50)})
    display(FAST, batch(FAST, 10, 1.0))
    display.expect({FAST: 20}, {})
    assert (display.todo[FAST], display.done[FAST]) == (30, 10)
    assert (display.averages[FAST].games, display.averages[FAST].total) == (12, 50)  # with the two of before


def test_a_game_that_reached_the_limit_is_done_but_not_kept(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyboardInterrupt), ProgressDisplay() as display:
        display.expect({FAST: 10}, {})
        display(FAST, batch(FAST, 3, 0.1))
        display(FAST, Batch([], "", 5.0))
        assert (display.done[FAST], display.averages[FAST].games) == (4, 3)
        stop = KeyboardInterrupt()
        stop.add_note("4x6 random uniform 0 7 had been going on for 99 s")
        raise stop
    first, second = capsys.readouterr().err.splitlines()
    assert first == "stopped; 3 games were played and are kept; run the command again to go on"
    assert second == "4x6 random uniform 0 7 had been going on for 99 s"


# Whole runs, with durations that are drawn instead of games that are played

RUNS = {
    "quick, then slow": [("random", 20_000, 0.0002), ("entropy", 500, 0.02), ("merelo2013", 100, 3.0)],
    "slow, then quick": [("merelo2013", 100, 3.0), ("entropy", 500, 0.02), ("random", 20_000, 0.0002)],
    "many of a few games": [(f"random(first='11{k:02}')", 40, 0.001 * 1.3**k) for k in range(20)],
    "one": [("needle", 300, 0.5)],
    "a hundred thousand": [("random", 100_000, 0.0002), ("merelo2013", 100, 2.0)],
}
COMPILE_SECONDS = 20.0


@pytest.mark.parametrize("workers", [1, 4])
@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_after_a_tenth_of_a_run_the_estimate_is_within_a_factor_of_two(
    clock: Clock, store: Store, run: list[tuple[str, int, float]], workers: int
) -> None:
    """Games take lognormal times, of which one in a hundred is four times the median; every worker compiles."""
    rng = np.random.default_rng(7)
    missing = MissingGames(store)
    mean = {}
    for name, count, seconds in run:
        mean[Series("4x6", name)] = seconds
        missing.add(Series("4x6", name), range(count))
    display, batches = ProgressDisplay(), Batches(missing)
    display.expect(missing.counts, {})
    compiled: set[tuple[int, str]] = set()
    busy: list[tuple[float, int, list[Task], float, float]] = []  # end, worker, tasks, seconds, of these compiling

    def give(worker: int) -> None:
        tasks = batches.next()
        if tasks:
            series = tasks[0].series
            key = worker, series.strategy.partition("(")[0]
            setup = 0.0 if key in compiled else COMPILE_SECONDS
            compiled.add(key)
            seconds = setup + float(rng.lognormal(-0.18, 0.6, len(tasks)).sum()) * mean[series]
            heappush(busy, (clock.now + seconds, worker, tasks, seconds, setup))

    for worker in range(workers):
        give(worker)
    estimates: list[tuple[float, float, float, float | None]] = []  # time, seconds of play, of compiling, estimate
    play, compiling = 0.0, 0.0
    while busy:
        clock.now, worker, tasks, seconds, setup = heappop(busy)
        play, compiling = play + seconds - setup, compiling + setup
        batches.learn_seconds(tasks, seconds - setup)
        record = Record(tasks[0], "1111", True, 4, 4, 1, 1, 1, None)
        display(tasks[0].series, Batch([record] * len(tasks), f"host:{worker}", seconds, setup))
        estimates.append((clock.now, play, compiling, display.seconds_left()))
        give(worker)
    checked = 0
    for now, played, compiled_for, estimate in estimates:
        left = clock.now - now - (compiling - compiled_for) / workers
        if 0.1 * play <= played <= 0.75 * play:  # at the end workers wait for the last games
            assert estimate is not None
            assert left / 2 <= estimate <= 2 * left, (now, left, estimate)
            checked += 1
    assert checked > 10


def test_averages_so_far() -> None:
    sums = RunningAverage()
    assert str(sums) == ""
    sums.add([4])
    assert str(sums) == "4.000"  # one game has no interval
    sums.add([4, 6, 6] * 33)
    # of 100 games 34 took 4 and 66 took 6: average 5.32, variance 0.8976, 1.96 * sqrt(0.8976 / 100) = 0.1857
    assert str(sums) == "5.320 ± 0.186"


def test_where_there_is_no_terminal_a_line_now_and_then(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    with ProgressDisplay() as display:
        display.expect({FAST: 1000}, {})
        for second in (10, 20, 29, 31, 40):
            clock.now = second
            display(FAST, batch(FAST, 100, 10.0))
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "400 of 1,000 games, about 60 s left; 4x6 random: 4.000 ± 0.000 guesses\n"


def test_trees_that_take_long_to_grow_are_named(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    with ProgressDisplay() as display:
        for second in (10, 31, 40, 62):
            clock.now = second
            display.say_tree_grows(SLOW if second < 60 else FAST)
    assert capsys.readouterr().err == "growing the tree of entropy at 4x6\ngrowing the tree of random at 4x6\n"


def test_an_interrupt_says_what_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyboardInterrupt), ProgressDisplay() as display:
        display.expect({FAST: 10}, {})
        display(FAST, batch(FAST, 3, 0.1))
        raise KeyboardInterrupt
    assert capsys.readouterr().err == "stopped; 3 games were played and are kept; run the command again to go on\n"
