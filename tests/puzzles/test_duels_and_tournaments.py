"""Matches between people, by their definitions."""

from __future__ import annotations

from itertools import product

import pytest

from blackpeg.puzzles.duels_and_tournaments import (
    MAX_PLAYERS,
    TOURNAMENT,
    Played,
    codebreaker_seat,
    codemaker_seat,
    score_match,
)


@pytest.mark.parametrize("players", range(2, MAX_PLAYERS[TOURNAMENT] + 1))
def test_in_each_round_everybody_sets_one_code_and_breaks_one_of_another(players: int) -> None:
    for round in range(1, 3 * players):
        makers = [codemaker_seat(seat, round, players) for seat in range(players)]
        assert sorted(makers) == list(range(players))
        assert all(maker != seat for seat, maker in enumerate(makers))
        assert [codebreaker_seat(maker, round, players) for maker in makers] == list(range(players))
    others = {codemaker_seat(0, round, players) for round in range(1, players)}
    assert others == set(range(1, players))  # after players - 1 rounds, a code of each of the others


def test_the_fewest_points_win_and_a_code_not_broken_costs_one_more_than_the_limit() -> None:
    first = {0: Played(True, 4, True), 1: Played(True, 6, True), 2: Played(False, 3, True)}
    second = {0: Played(True, 6, True), 1: Played(True, 4, True), 2: Played(True, 2, True)}
    scores = score_match([first, second], 3, limit=10)
    assert [(one.seat, one.rank, one.points, one.rounds) for one in scores] == [
        (0, 1, 10, 2),
        (1, 1, 10, 2),
        (2, 3, 13, 2),
    ]


def test_nobody_leads_by_being_late() -> None:
    rounds = [{0: Played(True, 9, True), 1: Played(False, 2, False)}]
    assert [(one.seat, one.points, one.rounds) for one in score_match(rounds, 2, limit=15)] == [(0, 9, 1), (1, 0, 0)]


def test_ranks_against_counting_who_did_better() -> None:
    for a, b, c in product(range(1, 5), repeat=3):
        scores = score_match([{k: Played(True, n, True) for k, n in enumerate((a, b, c))}], 3, limit=15)
        for one in scores:
            assert one.rank == 1 + sum(n < (a, b, c)[one.seat] for n in (a, b, c))
