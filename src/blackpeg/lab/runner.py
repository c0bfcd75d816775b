"""Running experiments and studies: the games that a store lacks are played into it.

`run_study` and the commands of `blackpeg lab` call `run_experiments`, which asks `missing_tasks` what to play and hands
it to `play_into_store`; executors.py plays it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from ..errors import BlackpegError
from ..game import Game
from .executors import Batch, play_batches
from .experiment import ALL_SECRETS, LISTED_SECRETS, Experiment, Series, Task, tasks_of
from .game_arrays import summary_of
from .progress import ProgressDisplay, RunningAverage
from .report.study_report import build_report
from .source_digest import source_digest
from .stats import games_for_interval
from .store import Store, store_path
from .study import Study, resolve_study

MAX_GAMES_FOR_INTERVAL = 10_000_000  # games of a series after which --until-interval gives up
FIRST_ROUND_GAMES = 100  # games of a series before its interval is looked at

Watch = Callable[[Series, Batch], None]


def run_study(
    study: Study,
    store: str | Path | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    fresh: bool = False,
) -> dict[str, Any]:
    """Plays the games of a study that the store lacks, and returns its report: rows, pairs and claims.

    `fresh` deletes the games that other code made and plays them again.

    >>> from blackpeg.lab import Experiment, Study
    >>> study = Study("mine", "Random play at 3x3", (Experiment("3x3", "random", count=20),))
    >>> run_study(study, ":memory:")["rows"][0]["games"]
    20
    """
    study = resolve_study(study)
    with Store(store_path(store)) as opened:
        run_experiments(opened, study.experiments, jobs, cluster, fresh=fresh, show_progress=False)
        return build_report(opened, study)


def report_study(study: Study, store: str | Path | None = None) -> dict[str, Any]:
    """Returns the report of a study from the games in a store, and plays nothing.

    >>> from tempfile import TemporaryDirectory
    >>> from blackpeg.lab import Experiment, Study, run_study
    >>> study = Study("mine", "Random play at 3x3", (Experiment("3x3", "random", count=20),))
    >>> with TemporaryDirectory() as folder:
    ...     played = run_study(study, f"{folder}/lab.db")
    ...     report_study(study, f"{folder}/lab.db") == played
    True
    """
    with Store(store_path(store), write=False) as opened:
        return build_report(opened, resolve_study(study))


@dataclass(frozen=True)
class Shard:
    """One of several equal shares of the tasks, for machines that do not know of each other."""

    index: int = 1
    of: int = 1

    @classmethod
    def parse(cls, text: str) -> Shard:
        """Reads a shard such as 2/5, the second of five."""
        first, slash, second = text.partition("/")
        if not (slash and first.isdigit() and second.isdigit() and 1 <= int(first) <= int(second)):
            raise BlackpegError(f"'{text}' is not a shard; write 2/5 for the second of five")
        return cls(int(first), int(second))

    def has(self, task: Task) -> bool:
        return task.number % self.of == self.index - 1


def run_experiments(
    store: Store,
    experiments: tuple[Experiment, ...],
    jobs: int = 1,
    cluster: str | None = None,
    width: float | None = None,
    fresh: bool = False,
    shard: Shard | None = None,
    show_progress: bool = True,
) -> dict[str, int]:
    """Plays the games that the store lacks; returns how many were played, and how many were there.

    With a width, games with random secrets go on until the 95 % interval of every series is at most that wide.
    """
    random = tuple(one for one in experiments if one.secrets not in (ALL_SECRETS, LISTED_SECRETS))
    if width is not None and shard is not None:
        raise BlackpegError("--until-interval needs all games in one store: leave out --shard or --until-interval")
    if width is not None and not random:
        raise BlackpegError("--until-interval needs random secrets, uniform or distinct; these secrets are given")
    with ProgressDisplay() if show_progress else nullcontext() as display:
        if fresh:
            delete_other_code(store, experiments)
        refuse_other_code(store, experiments)
        tasks, stored = missing_tasks(store, experiments, shard)
        played = 0
        for more in chain([tasks], () if width is None else rounds_until_interval(store, random, width)):
            if display is not None:
                display.expect(more, _stored_averages(store, more))
            played += play_into_store(store, _one_of_each_series_first(more), display, jobs, cluster)
        return {"played": played, "there": stored}


def refuse_other_code(store: Store, experiments: Iterable[Experiment]) -> None:
    """Raises an error if the store holds games of these experiments that other code made."""
    for series in _all_series(experiments):
        own = _own_digest(series)
        others = {digest: count for digest, count in store.digests(series).items() if digest != own}
        if others:
            raise BlackpegError(
                f"{store.path} holds {sum(others.values()):,} games of '{series}' that other code made "
                f"({', '.join(others)}; this is {own}); --fresh deletes and plays them again, --store FILE keeps both"
            )


def delete_other_code(store: Store, experiments: Iterable[Experiment]) -> int:
    """Deletes every series of these experiments with games that other code made; returns how many games it deletes."""
    mixed = [one for one in _all_series(experiments) if set(store.digests(one)) - {_own_digest(one)}]
    return sum(store.delete(series) for series in mixed)


def _own_digest(series: Series) -> str:
    return source_digest(series.strategy, series.game)


def _all_series(experiments: Iterable[Experiment]) -> list[Series]:
    return list(dict.fromkeys(chain.from_iterable(experiment.series() for experiment in experiments)))


def missing_tasks(
    store: Store, experiments: Iterable[Experiment], shard: Shard | None = None
) -> tuple[list[Task], int]:  # fmt: skip
    """Returns the tasks of a shard that the store lacks, and how many of its games the store has."""
    shard = shard or Shard()
    counts: dict[tuple[Series, tuple[str, ...]], int] = {}
    for one in experiments:
        for series in one.series():
            counts[series, one.codes] = max(one.count, counts.get((series, one.codes), 0))
    missing: list[Task] = []
    stored = 0
    for (series, codes), count in counts.items():
        played = _games_if_complete(store, series, count)
        if played is not None:
            stored += len(range(shard.index - 1, played, shard.of))
            continue
        tasks = [task for task in tasks_of(series, count, codes) if shard.has(task)]
        todo = list(store.missing(tasks))
        stored += len(tasks) - len(todo)
        missing += todo
    return missing, stored


def _games_if_complete(store: Store, series: Series, count: int) -> int | None:
    """Returns how many games a series has if none is missing, else None; makes no tasks and grows no tree."""
    if series.secrets == LISTED_SECRETS:
        return None
    size = Game.parse(series.game).size if series.secrets == ALL_SECRETS else 1
    games, from_tree = store.columns(series, "count(*)", "total(note = 'tree')", below=size * count)[0]
    return games if games == size * count or (series.secrets == ALL_SECRETS and from_tree == size) else None


def play_into_store(
    store: Store,
    tasks: Iterable[Task],
    watch: Watch | None = None,
    jobs: int = 1,
    cluster: str | None = None,
) -> int:
    """Plays tasks and stores each batch as soon as it is done; returns how many games were played."""
    done = 0
    for batch in play_batches(tasks, jobs, cluster):
        series = batch.records[0].task.series
        store.add(batch.records, _own_digest(series), batch.worker, batch.facts)
        done += len(batch.records)
        if watch is not None:
            watch(series, batch)
    return done


def rounds_until_interval(store: Store, experiments: tuple[Experiment, ...], width: float) -> Iterator[list[Task]]:
    """Yields tasks, round by round, until the 95 % interval of every series' guesses is at most this wide."""
    counts = {
        series: FIRST_ROUND_GAMES
        for series in _all_series(experiments)
        if series.secrets not in (ALL_SECRETS, LISTED_SECRETS)
    }
    while True:
        tasks: list[Task] = []
        for series, count in counts.items():
            played = summary_of(store, series)
            if played.games >= count and played.low is not None and played.high is not None:
                if played.high - played.low <= width:
                    continue
                if played.games >= MAX_GAMES_FOR_INTERVAL:
                    raise BlackpegError(f"{series}: after {played.games:,} games the interval is wider than {width}")
                wanted = min(4 * played.games, games_for_interval(played.sd, width))
                count = min(MAX_GAMES_FOR_INTERVAL, max(played.games + FIRST_ROUND_GAMES, wanted))
                counts[series] = count
            tasks += store.missing(tasks_of(series, count))
        if not tasks:
            return
        yield tasks


def _one_of_each_series_first(tasks: list[Task]) -> list[Task]:
    """Returns the same tasks in another order: first one task of each series, so that the time left is soon known.

    Of these, one of each strategy comes first, so that workers do not all compile the same code. Series that are read
    from a tree keep their place: the tree is grown once.
    """
    last = {task.series: task.number for task in tasks}
    played = {s for s, n in last.items() if s.secrets != ALL_SECRETS or n >= Game.parse(s.game).size}
    first = {task.series: task for task in reversed(tasks) if task.series in played}
    probes, times = list(reversed(first.values())), Counter[str]()
    turn = dict[Task, int]()
    for task in probes:
        name = task.series.strategy.partition("(")[0]
        turn[task], times[name] = times[name], times[name] + 1
    return [*sorted(probes, key=turn.__getitem__), *(task for task in tasks if task not in turn)]


def _stored_averages(store: Store, tasks: Iterable[Task]) -> dict[Series, RunningAverage]:
    columns = ("count(*)", "total(guesses)", "total(guesses * guesses)")
    series = dict.fromkeys(task.series for task in tasks)
    return {one: RunningAverage(*store.columns(one, *columns)[0]) for one in series}
