"""Running experiments into a store: what is missing is played, what is there is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from ..errors import BlackpegError
from ..game import Game
from .engine import Batch, digest, run
from .experiment import ALL, LIST, Experiment, Series, Task, tasks_of
from .stats import games_for_interval
from .store import Store

MOST = 10_000_000  # games of a series at which --until-interval gives up
FIRST_ROUND = 100  # games before an interval is looked at

Watch = Callable[[Series, Batch], None]


@dataclass(frozen=True)
class Shard:
    """One of several equal shares of the tasks, for machines that know nothing of each other."""

    index: int = 1
    of: int = 1

    @classmethod
    def parse(cls, text: str) -> Shard:
        first, slash, second = text.partition("/")
        if not (slash and first.isdigit() and second.isdigit() and 1 <= int(first) <= int(second)):
            raise BlackpegError(f"'{text}' is not a shard; it is written 2/5, the second of five")
        return cls(int(first), int(second))

    def holds(self, task: Task) -> bool:
        return task.number % self.of == self.index - 1


def refuse_mixed(store: Store, experiments: Iterable[Experiment]) -> None:
    """Raise where the store holds games of these series that other code made."""
    for series in _series(experiments):
        own = digest(series.strategy, series.game)
        others = {made: count for made, count in store.digests(series).items() if made != own}
        if others:
            raise BlackpegError(
                f"{store.path} holds {sum(others.values()):,} games of '{series}' that other code made "
                f"({', '.join(others)}; this is {own}); --fresh deletes and plays them again, --store FILE keeps both"
            )


def forget(store: Store, experiments: Iterable[Experiment]) -> int:
    """Delete the games of these experiments that other code made."""
    made_elsewhere = [one for one in _series(experiments) if set(store.digests(one)) - {digest(one.strategy, one.game)}]
    return sum(store.forget(series) for series in made_elsewhere)


def _series(experiments: Iterable[Experiment]) -> list[Series]:
    return list(dict.fromkeys(chain.from_iterable(experiment.series() for experiment in experiments)))


def missing(store: Store, experiments: Iterable[Experiment], shard: Shard | None = None) -> tuple[list[Task], int]:
    """What this share still has to play, and how many games of it are there."""
    shard = shard or Shard()
    counts: dict[tuple[Series, tuple[str, ...]], int] = {}
    for one in experiments:
        for series in one.series():
            counts[series, one.codes] = max(one.count, counts.get((series, one.codes), 0))
    left: list[Task] = []
    there = 0
    for (series, codes), count in counts.items():
        played = _complete(store, series, count)
        if played is not None:
            there += len(range(shard.index - 1, played, shard.of))
            continue
        tasks = [task for task in tasks_of(series, count, codes) if shard.holds(task)]
        todo = list(store.missing(tasks))
        there += len(tasks) - len(todo)
        left += todo
    return left, there


def _complete(store: Store, series: Series, count: int) -> int | None:
    """How many games a series has, if none is missing; found without a look at every task or a tree."""
    if series.secrets == LIST:
        return None
    size = Game.parse(series.game).size if series.secrets == ALL else 1
    games, looked_up = store.column(series, "count(*)", "total(note = 'tree')", below=size * count)[0]
    return games if games == size * count or (series.secrets == ALL and looked_up == size) else None


def conduct(
    store: Store,
    tasks: Iterable[Task],
    watch: Watch | None = None,
    jobs: int = 1,
    cluster: str | None = None,
) -> int:
    """Play tasks and store them as they complete; how many there were."""
    done = 0
    for batch in run(tasks, jobs, cluster):
        series = batch.records[0].task.series
        store.add(batch.records, digest(series.strategy, series.game), batch.worker)
        done += len(batch.records)
        if watch is not None:
            watch(series, batch)
    return done


def rounds(store: Store, experiments: tuple[Experiment, ...], width: float) -> Iterator[list[Task]]:
    """Tasks, round by round, until the 95 % interval of every series' guesses is at most this wide."""
    from .report.report import summary_of

    counts = {series: FIRST_ROUND for series in _series(experiments) if series.secrets not in (ALL, LIST)}
    while True:
        tasks: list[Task] = []
        for series, count in counts.items():
            there = summary_of(store, series)
            if there.games >= count and there.low is not None and there.high is not None:
                if there.high - there.low <= width:
                    continue
                if there.games >= MOST:
                    raise BlackpegError(f"{series}: after {there.games:,} games the interval is wider than {width}")
                wanted = min(4 * there.games, games_for_interval(there.sd, width))
                count = counts[series] = min(MOST, max(there.games + FIRST_ROUND, wanted))
            tasks += store.missing(tasks_of(series, count))
        if not tasks:
            return
        yield tasks
