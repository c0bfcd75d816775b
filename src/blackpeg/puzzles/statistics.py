"""Statistics of finished games: how many guesses, how many in a row, what the best known strategy needs, and others."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from ..game import Game
from ..solver.tree_library import best_average


class FinishedGame(NamedTuple):
    """What statistics need to know about a finished game."""

    game: Game
    solved: bool
    guesses: int
    day: datetime.date | None = None  # of a daily puzzle


@dataclass(frozen=True)
class Statistics:
    """Finished games taken together."""

    played: int
    solved: int
    distribution: dict[int, int]  # number of guesses: number of games that were solved with it
    streak: int  # games solved in a row, up to the last; daily puzzles on consecutive days
    longest: int  # the longest streak
    average: float | None  # guesses of the solved games
    optimum: float | None  # average guesses of the best known strategy for these games; None if there is no tree of it

    def json(self) -> dict[str, Any]:
        row = asdict(self)
        for name in ("average", "optimum"):
            row[name] = None if row[name] is None else round(row[name], 6)
        return {**row, "distribution": {str(guesses): count for guesses, count in self.distribution.items()}}


class GroupStatistics(NamedTuple):
    """Statistics of the finished games of one kind."""

    game: str
    codemaker: str
    daily: bool
    statistics: Statistics

    def json(self) -> dict[str, Any]:
        row = {"game": self.game, "codemaker": self.codemaker, "daily": self.daily, **self.statistics.json()}
        return row if self.codemaker == "honest" else {**row, "optimum": None}  # an optimum is about random secrets


def count_streaks(games: Iterable[FinishedGame], today: datetime.date | None = None) -> tuple[int, int]:
    """How many games in a row were solved up to the last one, and the longest such streak.

    A daily puzzle missed before today ends a streak too.
    """
    streak = longest = 0
    last_day: datetime.date | None = None
    for game in games:
        missed_day = last_day is not None and game.day is not None and (game.day - last_day).days > 1
        streak = (1 if missed_day else streak + 1) if game.solved else 0
        longest, last_day = max(longest, streak), game.day or last_day
    if last_day is not None and today is not None and (today - last_day).days > 1:
        streak = 0
    return streak, longest


class Ranking(NamedTuple):
    """How a result compares with those of all who played the same puzzle, this one included."""

    players: int
    distribution: dict[int, int]  # number of guesses: number of players who broke the code with it
    beaten: float | None  # share of the other players that did worse; None if they are too few, or nothing is compared


MIN_RANKED_PLAYERS = 10  # from which on a result is compared with those of all


def rank_result(results: Iterable[int | None], own: int | None = None, ranked: bool = True) -> Ranking:
    """Compares a number of guesses with those of all players; None is a code that was not broken.

    >>> rank_result([3, 4, 4, 5, 5, 5, 6, 7, None, None], own=4).beaten  # 7 of the 9 others did worse
    0.7777777777777778
    """
    found = list(results)
    solved = [guesses for guesses in found if guesses is not None]
    worse = 0 if own is None else sum(guesses is None or guesses > own for guesses in found)
    enough = ranked and len(found) >= MIN_RANKED_PLAYERS
    distribution = {n: solved.count(n) for n in range(1, max(solved, default=0) + 1)}
    return Ranking(len(found), distribution, worse / (len(found) - 1) if enough else None)


def compute_statistics(finished: Iterable[FinishedGame], today: datetime.date | None = None) -> Statistics:
    """Statistics of finished games, the earliest first. A daily puzzle missed before today ends a streak too."""
    games = list(finished)
    solved = [game for game in games if game.solved]
    streak, longest = count_streaks(games, today)
    guesses = [game.guesses for game in solved]
    optima = [best_average(game.game) for game in solved]
    known_optima = [optimum for optimum in optima if optimum is not None]
    return Statistics(
        played=len(games),
        solved=len(solved),
        distribution={n: guesses.count(n) for n in range(1, max(guesses, default=0) + 1)},
        streak=streak,
        longest=longest,
        average=sum(guesses) / len(guesses) if guesses else None,
        optimum=sum(known_optima) / len(known_optima) if known_optima and len(known_optima) == len(optima) else None,
    )
