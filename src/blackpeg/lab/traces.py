"""Traces: a row for each generation of a game, of players that evolve and of oracle searches."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import active_children, get_context
from typing import Any, NamedTuple, TypeAlias

from ..errors import BlackpegError, Unsupported
from ..game import Game
from ..generations import Generation
from ..oracle import Oracle, OracleSearch, run_search
from ..players import Evolving, Watched
from ..position import Position
from ..processes import end_with_parent
from ..strategies import make
from .experiment import Experiment, Series, Task, count_tasks, play_to_end, secrets_and_seeds, tasks_of
from .study import Study, resolve_experiment

Row: TypeAlias = dict[str, Any]
TASKS_AHEAD = 4  # for each worker process, so that none waits

COLUMNS: dict[str, type] = {
    "game": str, "strategy": str, "secrets": str, "seed": int, "number": int,  # the task
    "secret": str,  # missing against an adversary
    "turn": int,  # missing for a search, which has no turns
    "stage": int,  # of the method, from 1
    "generation": int,  # within its turn and stage, from 1
    "generations": int,  # of the game so far, this one included
    "size": int,  # codes in the population
    "best": float, "mean": float, "worst": float,  # fitness in the population; more is better
    "scored": int,  # codes that were scored in this generation; those that stay in a population are not, until a guess
    "scored_mean": float,  # their mean fitness, of which on-line performance is the average so far
    "diversity": float,  # the share of different codes in the population
    "found": int,  # candidates found so far at this turn; missing for a search
    "evaluations": int,  # codes compared with the history in the game so far; of a search, its queries
    "queries": int,  # codes that the secret was asked about so far
    "guess": str,  # the code that was played after this generation; missing if evolution went on
}  # fmt: skip


def trace(task: Task | str, check: Callable[[], None] | None = None) -> list[Row]:
    """Plays the game of a task, and returns a row for each generation; docs/lab.md explains the columns.

    `check` is called after each generation; what it raises ends the game.

    >>> rows = trace("4x6 merelo2006 uniform 0 17")
    >>> rows[0]["turn"], rows[0]["generation"], rows[0]["size"], rows[-1]["guess"] == rows[-1]["secret"]
    (2, 1, 100, True)
    """
    task = _resolve(Task.parse(task) if isinstance(task, str) else task)
    try:
        return _trace_game(task, check)
    except BlackpegError as error:
        raise BlackpegError(f"{task}: {error}") from error
    except Exception as error:  # of a strategy from outside
        raise BlackpegError(f"{task}: {type(error).__name__}: {error}") from error


def _resolve(task: Task) -> Task:
    """Returns the task with all names as the store writes them."""
    (game, strategy, secrets, seed), codes = task.series, (task.code,) if task.code else ()
    experiment = resolve_experiment(Experiment((game,), (strategy,), 1, secrets, seed, codes))
    return Task(next(experiment.series()), task.number, *experiment.codes)


def _trace_game(task: Task, check: Callable[[], None] | None) -> list[Row]:
    game, player, (secret, seed) = Game.parse(task.series.game), make(task.series.strategy), *secrets_and_seeds([task])
    rows: list[Row] = []
    start = {**task.series._asdict(), "number": task.number, "secret": None if secret is None else game.show(secret)}

    def add(generation: Generation, turn: int | None, found: int | None, evaluations: int | None) -> None:
        scored = generation.fitness if generation.scored is None else generation.fitness[generation.scored]
        row = {
            **start, **generation.row(turn or 0), "turn": turn, "found": found, "generations": len(rows) + 1,
            "size": len(generation.population), "scored": len(scored), "scored_mean": float(scored.mean()),
            "evaluations": evaluations, "queries": generation.queries,
            "guess": None,
        }  # fmt: skip
        rows.append({name: row[name] for name in COLUMNS})
        if check is not None:
            check()

    def watch_player(position: Position, generation: Generation) -> None:
        spent = None if generation.evaluations is None else position.evaluations + generation.evaluations
        add(generation, position.turn, generation.found, spent)

    if isinstance(player, OracleSearch):
        assert secret is not None
        watch_search = lambda generation: add(generation, None, None, generation.queries)  # noqa: E731
        run_search(game, player, Oracle(game, secret), seed, watch_search)
        return rows
    if not isinstance(player, Evolving):
        raise Unsupported(f"{task.series.strategy} does not work in generations, so there is nothing to trace")
    end = play_to_end(task, Watched(player, watch_player), secret, seed)
    for turn, last in {row["turn"]: row for row in rows}.items():
        last["guess"] = game.show(end.history[turn - 1].guess)
    return rows


def trace_tasks(
    tasks: Iterable[Task], jobs: int = 1, check: Callable[[], None] | None = None
) -> Iterator[list[Row]]:  # fmt: skip
    """Yields the trace of each task in their order. With several jobs processes play, and nothing is checked."""
    if jobs == 1:
        yield from (trace(task, check) for task in tasks)
        return
    others, through = set(active_children()), iter(tasks)
    pool = ProcessPoolExecutor(jobs, get_context("forkserver"), end_with_parent)
    try:
        waiting: deque[Future[list[Row]]] = deque(
            pool.submit(trace, one) for one in islice(through, TASKS_AHEAD * jobs)
        )
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(pool.submit(trace, one) for one in islice(through, 1))
    except BrokenProcessPool as error:
        raise BlackpegError("a worker process died while it played a game; --jobs 1 shows which") from error
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(active_children()) - others:  # may be in the middle of a long game
            child.terminate()


class TracedSeries(NamedTuple):
    """A series of a study that works in generations, and how many of its games are wanted."""

    series: Series
    games: int
    codes: tuple[str, ...] = ()

    def tasks(self) -> Iterator[Task]:
        return islice(tasks_of(self.series, self.games, self.codes), self.games)


def series_to_trace(
    study: Study, strategies: Iterable[str] = (), games: int | None = None
) -> tuple[list[TracedSeries], list[str]]:
    """Returns the series of some strategies of a study, or of all, and the strategies that have no generations.

    `games` limits the games to those with a number below it.
    """
    names, found, left_out = set(strategies), dict[Series, TracedSeries](), dict[str, None]()
    for one in study.experiments:
        for series in one.series():
            if names and series.strategy not in names:
                continue
            if not works_in_generations(series.strategy):
                left_out[series.strategy] = None
                continue
            count = count_tasks(series, one.count, one.codes)
            traced = TracedSeries(series, count if games is None else min(count, games), one.codes)
            found[series] = max(found.get(series, traced), traced, key=lambda each: each.games)
    return list(found.values()), list(left_out)


def works_in_generations(strategy: str) -> bool:
    """Checks whether a strategy has generations that can be traced."""
    return isinstance(make(strategy), Evolving | OracleSearch)
