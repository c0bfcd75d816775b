"""Tournaments of strategies: all break the same secrets, each game has its points, and the fewest points win."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from ..errors import BlackpegError
from ..game import Game
from ..lab.executors import Batch, play_batches
from ..lab.experiment import Experiment, Record, Task
from ..lab.stats import holm, interval, paired_difference
from ..lab.study import MAX_GAMES, require_whole_number, resolve_experiment
from ..players import Strategy, check_limit, refuse_search
from ..strategies import make, name_of
from .tournament_points import TOURNAMENT_LIMIT, points

SIGNIFICANT_P = 0.05  # p from which on a lead is called luck
ROUNDS_AT_ONCE = 10  # that a strategy plays in a row, so that a tournament stopped early has whole rounds


class Standing(NamedTuple):
    """A line of the table of a tournament."""

    rank: int  # from 1; strategies with equal points share it
    strategy: str
    points: int
    average: float  # points a round
    low: float | None  # 95 % interval of the average; None for a single round
    high: float | None
    unsolved: int  # codes that were not broken within the limit
    behind: float  # points a round more than the winner's; 0 for the winner
    behind_low: float | None  # 95 % interval of that difference on the same secrets
    behind_high: float | None
    p: float | None  # probability of such a difference by luck alone, after Holm's correction; None for the winner


@dataclass(frozen=True)
class Tournament:
    """The result of a tournament.

    >>> table = Tournament("4x6", 15, 0, {"one": (4, 5, 5), "other": (5, 5, 16)}).standings
    >>> [(line.rank, line.strategy, line.points, line.unsolved) for line in table]
    [(1, 'one', 14, 0), (2, 'other', 26, 1)]
    """

    game: str
    limit: int  # guesses
    seed: int  # of the secrets
    points: dict[str, tuple[int, ...]] = field(hash=False)  # of each strategy in each round

    @property
    def rounds(self) -> int:
        return min(map(len, self.points.values()), default=0)

    @cached_property
    def standings(self) -> list[Standing]:
        """A line for each strategy, the winner first."""
        totals = {name: sum(own) for name, own in self.points.items()}
        order = sorted(totals, key=lambda name: totals[name])
        pairs = {(a, b): paired_difference(self.points[b], self.points[a], (b, a)) for a, b in combinations(order, 2)}
        p_values = dict(zip(pairs, holm([pair.p for pair in pairs.values()]), strict=True))
        lines = []
        for name in order:
            own, pair = np.array(self.points[name]), pairs.get((order[0], name))
            low, high = interval(float(own.mean()), float(own.std(ddof=1)), len(own)) if len(own) > 1 else (None, None)
            lines.append(Standing(
                1 + sum(total < totals[name] for total in totals.values()), name, totals[name], float(own.mean()),
                low, high, int((own > self.limit).sum()), pair.difference if pair else 0.0, pair and pair.low,
                pair and pair.high, p_values.get((order[0], name)),
            ))  # fmt: skip
        return lines

    @property
    def verdict(self) -> str:
        """Who wins, and from whom that could be luck."""
        winners = [line.strategy for line in self.standings if line.rank == 1]
        total = self.standings[0].points
        if len(winners) > 1:
            return f"{_list(winners)} share the first place with {total:,} points each."
        close = [line.strategy for line in self.standings[1:] if line.p is not None and line.p >= SIGNIFICANT_P]
        luck = f", but the lead over {_list(close)} could be luck (p ≥ {SIGNIFICANT_P})" if close else ""
        return f"{winners[0]} wins with {total:,} points{luck}."

    def json(self) -> dict[str, Any]:
        rounded = [
            {key: round(value, 6) if isinstance(value, float) else value for key, value in line._asdict().items()}
            for line in self.standings
        ]
        return {
            "game": self.game, "rounds": self.rounds, "limit": self.limit, "seed": self.seed,
            "standings": rounded, "verdict": self.verdict,
        }  # fmt: skip


def tournament(
    game: Game | str,
    strategies: Sequence[Strategy | str],
    rounds: int = 100,
    limit: int = TOURNAMENT_LIMIT,
    seed: int = 0,
    jobs: int = 1,
) -> Tournament:
    """Let strategies break the same random secrets, one a round, in one process or several.

    The secrets and games are those of `blackpeg lab compare` with the same seed.

    >>> result = tournament("4x6", ["entropy", "lexicographic"], rounds=50)
    >>> [(line.rank, line.strategy) for line in result.standings]
    [(1, 'entropy'), (2, 'lexicographic')]
    """
    check_limit(limit)
    plan = plan_tournament(game, strategies, rounds, seed)
    return score(plan, limit, (record for batch in play_rounds(plan, jobs) for record in batch.records))


def plan_tournament(game: Game | str, strategies: Sequence[Strategy | str], rounds: int, seed: int) -> Experiment:
    """The games of a tournament, as an experiment of the lab; an error if they can't be played."""
    require_whole_number(rounds, "rounds", 1, MAX_GAMES)
    names: list[str] = []
    for one in strategies:
        player = make(one) if isinstance(one, str) else one
        name = name_of(player)
        try:
            refuse_search(player)
        except BlackpegError as error:
            raise BlackpegError(f"{name} can't take part: {error}") from error
        if name in names:
            raise BlackpegError(f"{name} takes part twice, and would play the same games")
        names.append(name)
    if len(names) < 2:
        raise BlackpegError(f"a tournament needs at least two strategies, and here {'is one' if names else 'are none'}")
    return resolve_experiment(Experiment((str(game),), tuple(names), rounds, seed=seed))


def play_rounds(plan: Experiment, jobs: int = 1) -> Generator[Batch, None, None]:
    """Plays the games of a tournament, and yields batches of records as they are done."""
    for batch in play_batches(tasks_by_round(plan), jobs):
        if isinstance(batch, Batch):  # no game is stopped, as none has a time limit
            yield batch


def tasks_by_round(plan: Experiment) -> Iterator[Task]:
    """Yields the games of a tournament, some rounds of every strategy before the next rounds of any."""
    for first in range(0, plan.count, ROUNDS_AT_ONCE):
        for series in plan.series():
            for number in range(first, min(first + ROUNDS_AT_ONCE, plan.count)):
                yield Task(series, number)


def score(plan: Experiment, limit: int, records: Iterable[Record]) -> Tournament:
    """The result of the rounds that every strategy has played.

    No strategy knows the limit, so a game that went on beyond it is the same game up to there.
    """
    scores: dict[str, dict[int, int]] = {name: {} for name in plan.strategies}
    for record in records:
        scores[record.task.series.strategy][record.task.number] = points(record.solved, record.guesses, limit)
    complete = sorted(set.intersection(*(set(own) for own in scores.values())))
    return Tournament(
        plan.games[0], limit, plan.seed,
        {name: tuple(own[number] for number in complete) for name, own in scores.items()},
    )  # fmt: skip


def _list(names: Sequence[str]) -> str:
    """Names in words: "a, b and c"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
