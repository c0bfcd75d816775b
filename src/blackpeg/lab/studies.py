"""Running studies: what the commands and Python share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import nullcontext
from itertools import chain
from pathlib import Path
from typing import Any

from ..errors import BlackpegError
from ..game import Game
from ..storage import data_folder
from .experiment import ALL, LIST, Experiment, Series, Task, run_task
from .progress import Sums, Watcher
from .runner import Shard, conduct, forget, missing, refuse_mixed, rounds
from .store import Store
from .study import Study, checked, checked_study


def store_path(chosen: str | Path | None = None) -> Path:
    """The store asked for, else `lab.db` in the data folder."""
    return Path(chosen) if chosen else data_folder() / "lab.db"


def run_study(
    study: Study,
    store: str | Path | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    fresh: bool = False,
) -> dict[str, Any]:
    """Play the games of a study that are not in the store yet, and report: a row a strategy, pairs, claims.

    `fresh` deletes and plays again what other code made.
    """
    from .report.report import report_of

    study = checked_study(study)
    with Store(store_path(store)) as there:
        run(there, study.experiments, jobs, cluster, fresh=fresh, watched=False)
        return report_of(there, study)


def report_study(study: Study, store: str | Path | None = None) -> dict[str, Any]:
    """What a store says about a study, without playing anything."""
    from .report.report import report_of

    with Store(store_path(store), write=False) as there:
        return report_of(there, checked_study(study))


def run(
    store: Store,
    experiments: tuple[Experiment, ...],
    jobs: int = 1,
    cluster: str | None = None,
    width: float | None = None,
    fresh: bool = False,
    shard: Shard | None = None,
    watched: bool = True,
) -> dict[str, int]:
    """Play what is missing; how many games were played, and how many were there.

    With a width, secrets that are drawn are drawn until the 95 % interval of every series is that narrow.
    """
    drawn = tuple(one for one in experiments if one.secrets not in (ALL, LIST))
    if width is not None and shard is not None:
        raise BlackpegError("an interval is known only where all games are: leave out --shard or --until-interval")
    if width is not None and not drawn:
        raise BlackpegError("--until-interval needs secrets that are drawn, uniform or distinct; these are given")
    with Watcher() if watched else nullcontext() as watcher:
        if fresh:
            forget(store, experiments)
        refuse_mixed(store, experiments)
        tasks, there = missing(store, experiments, shard)
        played = 0
        for more in chain([tasks], () if width is None else rounds(store, drawn, width)):
            if watcher is not None:
                watcher.expect(more, _sums(store, more))
            played += conduct(store, _probing(more), watcher, jobs, cluster)
        return {"played": played, "there": there}


def replayed(text: str, path: Path) -> tuple[dict[str, Any], str]:
    """One task played again, and in what a store that has it says otherwise."""
    one = Task.parse(text)
    series, codes = one.series, (one.code,) if one.code else ()
    same = checked(Experiment((series.game,), (series.strategy,), 1, series.secrets, series.seed, codes))
    record = run_task(Task(next(same.series()), one.number, *same.codes))
    names = [name for name in record._fields if name not in ("task", "seconds")]
    played = {name: getattr(record, name) for name in names}
    kept: list[dict[str, Any]] = []
    if path.exists():
        with Store(path, write=False) as store:
            rows = store.column(record.task.series, "number", *names, below=one.number + 1)
        kept = [dict(zip(names, row, strict=True)) for number, *row in rows if number == one.number]
        kept = [row for row in kept if not one.code or row["secret"] == record.secret]
    differs = ", ".join(f"{name} {row[name]}" for row in kept for name in names if row[name] != played[name])
    result = {"task": str(record.task), **played, "seconds": record.seconds, "stored": bool(kept)}
    return {**result, "same": not differs if kept else None}, differs


def _probing(tasks: list[Task]) -> list[Task]:
    """The same tasks, one of each series first, so that the time left is soon known; a tree is grown only once.

    Of those, one of each strategy first, so that workers do not all compile the same.
    """
    last = {task.series: task.number for task in tasks}
    played = {s for s, n in last.items() if s.secrets != ALL or n >= Game.parse(s.game).size}
    first = {task.series: task for task in reversed(tasks) if task.series in played}
    probes, times = list(reversed(first.values())), Counter[str]()
    turn = dict[Task, int]()
    for task in probes:
        name = task.series.strategy.partition("(")[0]
        turn[task], times[name] = times[name], times[name] + 1
    return [*sorted(probes, key=turn.__getitem__), *(task for task in tasks if task not in turn)]


def _sums(store: Store, tasks: Iterable[Task]) -> dict[Series, Sums]:
    columns = ("count(*)", "total(guesses)", "total(guesses * guesses)")
    return {series: Sums(*store.column(series, *columns)[0]) for series in dict.fromkeys(t.series for t in tasks)}
