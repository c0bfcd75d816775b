"""Running experiments and studies: the games that a store lacks are played into it, perhaps with a time limit.

`run_study` and the commands of `blackpeg lab` call `run_experiments`, which asks `missing_tasks` what to play and hands
it to `play_into_store`; executors.py plays it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Any

from ..errors import BlackpegError
from ..game import Game
from .executors import Batch, StoppedGame, failure_of, grow_trees, play_batches
from .experiment import ALL_SECRETS, LISTED_SECRETS, Experiment, Series, Task, count_tasks, has_grown_tree
from .game_arrays import summary_of
from .progress import ProgressDisplay, RunningAverage
from .report.report_json import build_report
from .source_digest import source_digest
from .stats import games_for_interval
from .store import Store, store_path
from .study import Study, resolve_study

MAX_GAMES_FOR_INTERVAL = 10_000_000  # games of a series after which --until-interval gives up
EARLY_SHARE = 20  # a twentieth of each series is played before the rest, for the estimate of the time left
MIN_GAME_SECONDS, MAX_GAME_SECONDS = 0.01, 10_000_000
FIRST_ROUND_GAMES = 100  # games of a series before its interval is looked at

Watch = Callable[[Series, Batch], None]


def run_study(
    study: Study,
    store: str | Path | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    fresh: bool = False,
    game_seconds: float | None = None,
) -> dict[str, Any]:
    """Plays the games of a study that the store lacks, and returns its report: rows, pairs and claims.

    `fresh` deletes the games that other code made and plays them again. A game that takes longer than `game_seconds`
    is stopped and not counted; the report then lists the tasks of such games as `stopped`.

    >>> from blackpeg.lab import Experiment, Study
    >>> study = Study("mine", "Random play at 3x3", (Experiment("3x3", "random", count=20),))
    >>> run_study(study, ":memory:")["rows"][0]["games"]
    20
    """
    study = resolve_study(study)
    with Store(store_path(store)) as opened:
        limit = GameLimit(game_seconds)
        run = run_experiments(opened, study.experiments, jobs, cluster, fresh=fresh, show_progress=False, limit=limit)
        report = build_report(opened, study)
        return {**report, "stopped": run["stopped"]} if run["stopped"] else report


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


@dataclass
class GameLimit:
    """The seconds that a game may take, without compilation, and the tasks of the games that took longer.

    These are stopped and not stored: they are neither solved nor unsolved, and running again tries them again.
    """

    seconds: float | None = None
    stopped: list[Task] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.seconds is not None and not MIN_GAME_SECONDS <= self.seconds <= MAX_GAME_SECONDS:
            raise BlackpegError(
                f"a time limit of {self.seconds} seconds; write one from {MIN_GAME_SECONDS} to {MAX_GAME_SECONDS:,}"
            )


@dataclass(frozen=True)
class Shard:
    """One of several equal shares of the tasks, for machines that do not know of each other."""

    index: int = 1
    of: int = 1

    @classmethod
    def parse(cls, text: str) -> Shard:
        """Reads a shard such as 2/5, the second of five."""
        match = re.fullmatch(r"(\d{1,9})/(\d{1,9})", text, re.ASCII)
        if match is None or not 1 <= int(match[1]) <= int(match[2]):
            raise BlackpegError(f"'{text}' is not a shard; write 2/5 for the second of five")
        return cls(int(match[1]), int(match[2]))

    def numbers(self, games: int) -> range:
        """Returns the numbers of the share's tasks, of so many."""
        return range(self.index - 1, games, self.of)


def run_experiments(
    store: Store,
    experiments: tuple[Experiment, ...],
    jobs: int = 1,
    cluster: str | None = None,
    width: float | None = None,
    fresh: bool = False,
    shard: Shard | None = None,
    show_progress: bool | ProgressDisplay = True,
    limit: GameLimit | None = None,
) -> dict[str, Any]:
    """Plays the games that the store lacks; returns how many were played, how many were there, and which were stopped.

    With a width, games with random secrets go on until the 95 % interval of every series is at most that wide. Progress
    is shown on standard error, or by a display of the caller's own.
    """
    random = tuple(one for one in experiments if one.secrets not in (ALL_SECRETS, LISTED_SECRETS))
    if width is not None and shard is not None:
        raise BlackpegError("--until-interval needs all games in one store: leave out --shard or --until-interval")
    if width is not None and not random:
        raise BlackpegError("--until-interval needs random secrets, uniform or distinct; these secrets are given")
    limit = limit or GameLimit()
    own = show_progress if isinstance(show_progress, ProgressDisplay) else None
    with own or (ProgressDisplay() if show_progress else nullcontext()) as display:
        if fresh:
            delete_other_code(store, experiments)
        refuse_other_code(store, experiments)
        from_trees = _play_trees(store, experiments, jobs, shard or Shard(), display, limit)
        missing, stored = missing_tasks(store, experiments, shard)
        played, stored = from_trees, stored - from_trees
        for more in chain([missing], () if width is None else rounds_until_interval(store, random, width, limit)):
            if display is not None:
                display.expect(more.counts, _stored_averages(store, more.counts))
            played += play_into_store(store, more, display, jobs, cluster, limit)
        return {"played": played, "there": stored, "stopped": [str(task) for task in limit.stopped]}


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


class MissingGames:
    """The games that a store lacks: how many of each series, and their tasks.

    Tasks are made when they are asked for, so that ten million take no memory. The first are one of each series, then
    come some more of each, so that the time left is soon known; seeds derive from names, so the order changes no game.
    """

    def __init__(self, store: Store, skip: Iterable[Task] = ()) -> None:
        self.counts: dict[Series, int] = {}
        self._store, self._skip = store, frozenset(skip)
        self._parts: list[tuple[Series, range, tuple[str, ...]]] = []

    def add(self, series: Series, numbers: range, codes: tuple[str, ...] = ()) -> int:
        """Adds the games of a series with these numbers; returns how many of them the store has."""
        if codes:
            missing = sum(1 for _ in self._tasks(series, numbers, codes))
        else:
            missing = len(numbers) - self._store.count_stored(series, numbers)
            missing -= sum(1 for task in self._skip if task.series == series and task.number in numbers)
        if missing:
            self.counts[series] = self.counts.get(series, 0) + missing
            self._parts.append((series, numbers, codes))
        return len(numbers) - missing

    def __len__(self) -> int:
        return sum(self.counts.values())

    def __iter__(self) -> Iterator[Task]:
        tasks = [self._tasks(*part) for part in self._parts]
        times, turns = Counter[str](), dict[int, int]()
        for k in range(len(tasks)):
            name = self._parts[k][0].strategy.partition("(")[0]
            turns[k], times[name] = times[name], times[name] + 1
        for k in sorted(turns, key=turns.__getitem__):  # each strategy once, so that workers compile different code
            yield from islice(tasks[k], 1)
        for k, (series, *_) in enumerate(self._parts):
            yield from islice(tasks[k], self.counts[series] // EARLY_SHARE)
        for rest in tasks:
            yield from rest

    def _tasks(self, series: Series, numbers: range, codes: tuple[str, ...]) -> Iterator[Task]:
        tasks = (Task(series, number, codes[number] if codes else "") for number in numbers)
        missing = self._store.missing(tasks)
        return (task for task in missing if task not in self._skip) if self._skip else missing


def missing_tasks(
    store: Store, experiments: Iterable[Experiment], shard: Shard | None = None
) -> tuple[MissingGames, int]:
    """Returns the tasks of a shard that the store lacks, and how many of its games the store has.

    Trees that `grow_trees` has not grown are grown here, to find out whether a strategy has chance.
    """
    shard = shard or Shard()
    missing, stored = MissingGames(store), 0
    for (series, codes), count in _game_counts(experiments).items():
        played = _games_if_complete(store, series, count)
        if played is not None:
            stored += len(shard.numbers(played))
            continue
        try:
            games = count_tasks(series, count, codes)
        except (Exception, SystemExit) as error:  # the strategy plays to find out whether it has chance
            raise failure_of(series, error).error() from error
        stored += missing.add(series, shard.numbers(games), codes)
    return missing, stored


def _play_trees(
    store: Store,
    experiments: Iterable[Experiment],
    jobs: int,
    shard: Shard,
    display: ProgressDisplay | None,
    limit: GameLimit,
) -> int:
    """Grows the trees of series over all secrets of which the store lacks games, and stores what each says at once.

    A run that is ended half-way then grows none of them again. Returns how many games were stored.
    """
    counts = _game_counts(experiments).items()
    lacking = [
        series
        for (series, _), count in counts
        if series.secrets == ALL_SECRETS and _games_if_complete(store, series, count) is None
    ]
    announce = display.say_tree_grows if display is not None else lambda series: None
    played = 0
    for series in grow_trees(lacking, jobs, limit.seconds, announce):
        if has_grown_tree(series):
            games = MissingGames(store)
            games.add(series, shard.numbers(count_tasks(series, 1)))
            if display is not None:
                display.expect(games.counts, _stored_averages(store, games.counts))
            played += play_into_store(store, games, display)  # here, as nothing is played but a tree read
    return played


def _game_counts(experiments: Iterable[Experiment]) -> dict[tuple[Series, tuple[str, ...]], int]:
    """Returns how many games each series with its listed secrets has: the most that any experiment asks for."""
    counts: dict[tuple[Series, tuple[str, ...]], int] = {}
    for one in experiments:
        for series in one.series():
            counts[series, one.codes] = max(one.count, counts.get((series, one.codes), 0))
    return counts


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
    limit: GameLimit | None = None,
) -> int:
    """Plays tasks and stores each batch as soon as it is done; returns how many games were played."""
    done, limit = 0, limit or GameLimit()
    for result in play_batches(tasks, jobs, cluster, limit.seconds):
        if isinstance(result, StoppedGame):
            limit.stopped.append(result.task)
            series, result = result.task.series, Batch([], "", result.seconds)
        else:
            series = result.records[0].task.series
            if result.digest != (own := _own_digest(series)):
                raise BlackpegError(
                    f"{result.worker} plays '{series.strategy}' by other code ({result.digest}; here it is {own}); "
                    "install the same version there; what it played was not stored"
                )
            store.add(result.records, own, result.worker, result.facts)
            done += len(result.records)
        if watch is not None:
            watch(series, result)
    return done


def rounds_until_interval(
    store: Store, experiments: tuple[Experiment, ...], width: float, limit: GameLimit | None = None
) -> Iterator[MissingGames]:
    """Yields games, round by round, until the 95 % interval of every series' guesses is at most this wide."""
    counts = {
        series: FIRST_ROUND_GAMES
        for series in _all_series(experiments)
        if series.secrets not in (ALL_SECRETS, LISTED_SECRETS)
    }
    while True:
        stopped = limit.stopped if limit is not None else []
        missing = MissingGames(store, stopped)
        for series, count in counts.items():
            played = summary_of(store, series)
            tried = played.games + sum(task.series == series for task in stopped)
            if tried >= count and played.low is not None and played.high is not None:
                if played.high - played.low <= width:
                    continue
                if tried >= MAX_GAMES_FOR_INTERVAL:
                    raise BlackpegError(f"{series}: after {played.games:,} games the interval is wider than {width}")
                wanted = min(4 * played.games, games_for_interval(played.sd, width))
                count = min(MAX_GAMES_FOR_INTERVAL, max(tried + FIRST_ROUND_GAMES, wanted))
                counts[series] = count
            missing.add(series, range(count))
        if not missing:
            return
        yield missing


def _stored_averages(store: Store, all_series: Iterable[Series]) -> dict[Series, RunningAverage]:
    columns = ("count(*)", "total(guesses)", "total(guesses * guesses)")
    return {one: RunningAverage(*store.columns(one, *columns)[0]) for one in all_series}
