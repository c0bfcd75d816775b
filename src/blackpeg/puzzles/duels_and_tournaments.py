"""Matches between people: a duel on one secret, and a tournament by points in which people set each other's codes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .tournament_points import points

DUEL, TOURNAMENT = "duel", "tournament"
MAX_PLAYERS = {DUEL: 2, TOURNAMENT: 8}
MAX_ROUNDS = 10


class Played(NamedTuple):
    """How far one player's game of one round has come."""

    solved: bool
    guesses: int
    over: bool


class Score(NamedTuple):
    """A line of the table of a match."""

    seat: int  # of the player, from 0
    rank: int  # from 1; equal points share it
    points: int
    rounds: int  # that this player has finished


def codemaker_seat(seat: int, round: int, players: int) -> int:
    """The seat of the player who sets the code that this player breaks in a round, counted from 1.

    In every round each player sets one code and breaks one, and with each round the next player's; never one's own.

    >>> [[codemaker_seat(seat, round, 3) for seat in range(3)] for round in (1, 2, 3)]
    [[1, 2, 0], [2, 0, 1], [1, 2, 0]]
    """
    return (seat + 1 + (round - 1) % (players - 1)) % players


def codebreaker_seat(seat: int, round: int, players: int) -> int:
    """The seat of the player who breaks the code that this player sets in a round.

    >>> all(codebreaker_seat(codemaker_seat(k, r, 5), r, 5) == k for k in range(5) for r in range(1, 9))
    True
    """
    return (seat - 1 - (round - 1) % (players - 1)) % players


def score_match(rounds: Sequence[Mapping[int, Played]], players: int, limit: int) -> list[Score]:
    """The table of a match, the fewest points first. A round counts as soon as its player is done with it.

    Players with fewer finished rounds come after those with more, so that nobody leads by being late.

    >>> first = {0: Played(True, 5, True), 1: Played(False, 15, True)}
    >>> [(line.seat, line.rank, line.points) for line in score_match([first], 2, limit=15)]
    [(0, 1, 5), (1, 2, 16)]
    """
    done = {seat: [one[seat] for one in rounds if seat in one and one[seat].over] for seat in range(players)}
    totals = {seat: sum(points(game.solved, game.guesses, limit) for game in games) for seat, games in done.items()}
    order = sorted(totals, key=lambda seat: (-len(done[seat]), totals[seat], seat))
    keys = {seat: (-len(done[seat]), totals[seat]) for seat in order}
    return [
        Score(seat, 1 + sum(key < keys[seat] for key in keys.values()), totals[seat], len(done[seat])) for seat in order
    ]


def is_over(rounds: Sequence[Mapping[int, Played]], players: int, count: int) -> bool:
    """Checks whether every player has finished every round."""
    return len(rounds) == count and all(seat in one and one[seat].over for one in rounds for seat in range(players))
