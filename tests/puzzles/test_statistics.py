"""Statistics of finished games, by hand."""

from __future__ import annotations

import datetime

from blackpeg import Game
from blackpeg.puzzles.statistics import MIN_RANKED_PLAYERS, FinishedGame, compute_statistics, rank_result

DAYS = [datetime.date(2026, 1, 1) + datetime.timedelta(days=k) for k in range(400)]


def test_statistics_by_hand() -> None:
    game = Game(4, 6)
    ended = [(True, 4), (True, 5), (False, 3), (True, 5), (True, 6)]
    stats = compute_statistics(FinishedGame(game, solved, guesses) for solved, guesses in ended)
    assert (stats.played, stats.solved, stats.streak, stats.longest) == (5, 4, 2, 2)
    assert stats.distribution == {1: 0, 2: 0, 3: 0, 4: 1, 5: 2, 6: 1}
    assert stats.average == 5
    assert stats.optimum == 5625 / 1296  # Koyama & Lai 1993
    assert stats.json()["distribution"]["5"] == 2
    assert compute_statistics([FinishedGame(Game(9, 9), True, 9)]).optimum is None
    nothing = compute_statistics([])
    assert (nothing.played, nothing.average, nothing.optimum, nothing.distribution) == (0, None, None, {})


def test_a_day_missed_ends_the_streak_of_daily_puzzles() -> None:
    played = [FinishedGame(Game(4, 6), True, 5, DAYS[k]) for k in (0, 1, 2, 4, 5)]
    assert (compute_statistics(played).streak, compute_statistics(played).longest) == (2, 3)
    assert [compute_statistics(played, DAYS[today]).streak for today in (5, 6, 7)] == [2, 2, 0]


def test_a_result_is_compared_with_those_of_the_others() -> None:
    results: list[int | None] = [2, 4, 4, 5, 5, 5, 6, None, None, None]
    for own in (2, 4, 5, 6, None):
        others = list(results)
        others.remove(own)
        worse = [one for one in others if own is not None and (one is None or one > own)]
        ranking = rank_result(results, own)
        assert (ranking.players, ranking.beaten) == (10, len(worse) / 9)
    assert ranking.distribution == {1: 0, 2: 1, 3: 0, 4: 2, 5: 3, 6: 1}
    assert rank_result(results, 4, ranked=False).beaten is None
    few = rank_result(results[: MIN_RANKED_PLAYERS - 1], 4)
    assert (few.players, few.beaten) == (MIN_RANKED_PLAYERS - 1, None)
