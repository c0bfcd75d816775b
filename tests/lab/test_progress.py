"""The progress display: averages so far, and a time left that can be computed by hand."""

from __future__ import annotations

import pytest

from blackpeg.lab import progress
from blackpeg.lab.executors import Batch
from blackpeg.lab.experiment import Record, Series, Task
from blackpeg.lab.progress import ProgressDisplay, RunningAverage

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


def tasks(series: Series, count: int) -> list[Task]:
    return [Task(series, number) for number in range(count)]


def batch(series: Series, games: int, each: float | None, whole: float = 0.0, guesses: int = 4) -> Batch:
    records = [Record(Task(series, k), "1111", True, guesses, guesses, 1, 1, 1, each) for k in range(games)]
    return Batch(records, "host:1", whole)


def test_time_left_is_work_left_at_the_pace_seen(clock: Clock) -> None:
    display = ProgressDisplay()
    display.expect([*tasks(FAST, 100), *tasks(SLOW, 10)], {})
    assert display.time_left() == "time left?"
    for second in (1, 2, 3):  # ten games of 0.05 s each second: half of the time goes elsewhere
        clock.now = second
        display(FAST, batch(FAST, 10, 0.05))
    assert display.time_left() == "more than 7 s left"  # 70 games of 0.05 s take 3.5 s, at that pace 7 s
    clock.now = 4
    display(SLOW, batch(SLOW, 1, 2.0))
    # 3.5 s and 9 games of 2 s; from 1 s to 4 s there were 0.5 + 0.5 + 2 s of play: a second a second
    assert display.time_left() == "about 22 s left"


def test_games_of_a_tree_count_by_the_time_of_their_batch(clock: Clock) -> None:
    display = ProgressDisplay()
    display.expect(tasks(FAST, 40), {})
    for second in (10, 20, 30):
        clock.now = second
        display(FAST, batch(FAST, 10, None, whole=10.0))
    assert display.time_left() == "about 10 s left"


def test_more_games_may_be_wanted_later(clock: Clock) -> None:
    display = ProgressDisplay()
    display.expect(tasks(FAST, 10), {FAST: RunningAverage(2, 10, 50)})
    display(FAST, batch(FAST, 10, 0.1))
    display.expect(tasks(FAST, 20), {})
    assert (display.todo[FAST], display.done[FAST]) == (30, 10)
    assert (display.averages[FAST].games, display.averages[FAST].total) == (12, 50)  # with the two of before


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
        display.expect(tasks(FAST, 1000), {})
        for second in (10, 20, 29, 31, 40):
            clock.now = second
            display(FAST, batch(FAST, 100, 0.1))
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "400 of 1,000 games, about 42 s left; 4x6 random: 4.000 ± 0.000 guesses\n"


def test_an_interrupt_says_what_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyboardInterrupt), ProgressDisplay() as display:
        display.expect(tasks(FAST, 10), {})
        display(FAST, batch(FAST, 3, 0.1))
        raise KeyboardInterrupt
    assert capsys.readouterr().err == "stopped; 3 games were played and are kept; run the command again to go on\n"
