"""Matches between people in the same file as their games: who takes part, the codes they set, and their games.

A game of a match is a game like any other. What a match shows is read from the stored games, so that it does not matter
in which order moves arrive.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, replace
from typing import NamedTuple

from ...errors import BlackpegError
from ...game import Code, Game
from ...phrases import count_phrase
from ...puzzles.duels_and_tournaments import DUEL, MAX_PLAYERS, Played, Score, codebreaker_seat, is_over, score_match
from ...puzzles.saved_game import MATCH, OPEN, SOLVED, game_with_secret, new_game
from ..store import Conflict, Missing, Store, new_id

LEFT = "left"  # the state of a player who had everything about them deleted


class Player(NamedTuple):
    """Somebody who takes part in a match."""

    seat: int
    owner: str  # empty if they had everything deleted
    name: str


class MatchGame(NamedTuple):
    """A player's game of one round, as it is stored."""

    id: str
    state: str
    turns: tuple[tuple[str, str], ...]  # guess and feedback
    secret: str
    seconds: float | None  # from the beginning of the game to its end

    @property
    def played(self) -> Played:
        return Played(self.state == SOLVED, len(self.turns), self.state != OPEN)


@dataclass(frozen=True)
class Match:
    """A duel or a tournament as it is stored."""

    id: str
    kind: str
    owner: str  # who made it, and starts a tournament
    game: Game
    rounds: int
    limit: int  # guesses
    started: float | None
    rematch: str | None
    players: tuple[Player, ...]
    games: tuple[dict[int, MatchGame], ...]  # of each round, by seat
    codes: frozenset[tuple[int, int]]  # round and seat of the codes that were set

    @property
    def played(self) -> list[dict[int, Played]]:
        """How far each round has come; who left has lost the rounds that were not stored."""
        lost = Played(False, self.limit, True)
        gone = {player.seat: lost for player in self.players if not player.owner} if self.started else {}
        return [{**gone, **{seat: game.played for seat, game in games.items()}} for games in self.games]

    def round_over(self, round: int) -> bool:
        """Checks whether all players are done with a round."""
        return is_over(self.played[round - 1 : round], len(self.players), 1)

    @property
    def over(self) -> bool:
        return self.started is not None and is_over(self.played, len(self.players), self.rounds)

    @property
    def scores(self) -> list[Score]:
        return score_match(self.played, len(self.players), self.limit)

    def seat_of(self, owner: str) -> int | None:
        return next((player.seat for player in self.players if owner and player.owner == owner), None)


class MatchStore:
    """The matches of the file of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def add(self, kind: str, game: Game, rounds: int, limit: int, owner: str, name: str) -> str:
        """Stores a new match with its first player, and returns its id."""
        id, secret = new_id(), None
        if kind == DUEL:
            drawn = new_game(game, "honest", secrets.randbits(128)).secret
            assert drawn is not None
            secret = game.show(drawn)
        with self.store.transaction():
            self.store.refuse_full("match_players", owner)
            row = (id, kind, owner, str(game), rounds, limit, secret, time.time(), None, None)
            self.store.query("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", *row)
            self.store.query("INSERT INTO match_players VALUES (?, 0, ?, ?)", id, owner, name)
        return id

    def match(self, id: str) -> Match:
        """Reads a match with its games as they are now; `Missing` if there is none."""
        query = "SELECT kind, owner, game, rounds, guess_limit, started, rematch FROM matches WHERE id = ?"
        row = self.store.query(query, id).fetchone()
        if row is None:
            raise Missing("there is no duel and no tournament at this address")
        kind, owner, game, rounds, limit, started, rematch = row
        players = self.store.query("SELECT seat, owner, name FROM match_players WHERE match = ? ORDER BY seat", id)
        turns: dict[str, list[tuple[str, str]]] = {}
        for key, guess, feedback in self.store.query(
            "SELECT turns.game, guess, feedback FROM match_rounds JOIN turns ON turns.game = match_rounds.game "
            "WHERE match = ? ORDER BY turns.game, turn",
            id,
        ):
            turns.setdefault(key, []).append((guess, feedback))
        games: tuple[dict[int, MatchGame], ...] = tuple({} for _ in range(rounds))
        for round, seat, key, state, secret, created, ended in self.store.query(
            "SELECT round, seat, games.id, state, secret, created, ended FROM match_rounds "
            "JOIN games ON games.id = match_rounds.game WHERE match = ?",
            id,
        ):
            seconds = None if ended is None else ended - created
            games[round - 1][seat] = MatchGame(key, state, tuple(turns.get(key, ())), secret, seconds)
        codes = self.store.query("SELECT round, seat FROM match_rounds WHERE match = ? AND code IS NOT NULL", id)
        return Match(
            id, kind, owner, Game.parse(game), rounds, limit, started, rematch, tuple(map(Player._make, players)),
            games, frozenset((round, seat) for round, seat in codes),
        )  # fmt: skip

    def matches_of(self, owner: str, max_matches: int, before: str | None = None) -> list[str]:
        """Returns the ids of the matches in which a visitor takes part, the latest first; `before` as for games."""
        own = "match_players JOIN matches ON matches.id = match_players.match WHERE match_players.owner = ?"
        last, values = "", tuple[str, ...]()
        if before is not None:
            last, values = f"AND (created, id) < (SELECT created, id FROM {own} AND id = ?)", (owner, before)
        query = f"SELECT id FROM {own} {last} ORDER BY created DESC, id DESC LIMIT ?"
        return [id for (id,) in self.store.query(query, owner, *values, max_matches)]

    def match_of(self, game_id: str) -> str | None:
        """Returns the id of the match to which a game belongs; None if it belongs to none."""
        row = self.store.query("SELECT match FROM match_rounds WHERE game = ?", game_id).fetchone()
        return None if row is None else row[0]

    def join(self, id: str, owner: str, name: str) -> None:
        """Adds a player, who may be in it already. A duel starts with the second one."""
        with self.store.transaction():
            match = self.match(id)
            if match.seat_of(owner) is not None:
                return
            if len(match.players) >= MAX_PLAYERS[match.kind]:
                raise Conflict(f"this {match.kind} is full; you can look on, or make one of your own")
            if match.started is not None:
                raise Conflict(f"this {match.kind} has started; you can look on, or make one of your own")
            self.store.refuse_full("match_players", owner)
            self.store.query("INSERT INTO match_players VALUES (?, ?, ?, ?)", id, len(match.players), owner, name)
            if match.kind == DUEL:
                self._start_duel(id, time.time())

    def _start_duel(self, id: str, now: float) -> None:
        self.store.query("UPDATE matches SET started = ? WHERE id = ?", now, id)
        match = self.match(id)
        secret = match.game.code(self.store.query("SELECT secret FROM matches WHERE id = ?", id).fetchone()[0])
        for player in match.players:
            self._begin(match, 1, player.seat, secret)

    def _begin(self, match: Match, round: int, seat: int, secret: Code) -> None:
        """Stores a player's game of a round."""
        game = replace(
            game_with_secret(match.game, secret, MATCH), owner=match.players[seat].owner, id=new_id(), limit=match.limit
        )
        self.store.add_game(game)
        self.store.query(
            "INSERT INTO match_rounds VALUES (?, ?, ?, NULL, ?) ON CONFLICT DO UPDATE SET game = excluded.game",
            match.id, round, seat, game.id,
        )  # fmt: skip

    def start(self, id: str, owner: str) -> None:
        """Starts a tournament with those who have joined; only who made it can do that."""
        with self.store.transaction():
            match = self.match(id)
            if match.started is not None:
                return
            if match.owner != owner:
                raise Conflict(f"who made this {match.kind} starts it")
            if len(match.players) < 2:
                raise Conflict("nobody else has joined yet; send them the link")
            self.store.query("UPDATE matches SET started = ? WHERE id = ?", time.time(), id)

    def set_code(self, id: str, owner: str, round: int, code: str) -> None:
        """Sets a player's code of a round, with which the game of the one who breaks it begins."""
        with self.store.transaction():
            match = self.match(id)
            seat, secret = match.seat_of(owner), match.game.code(code)
            if seat is None:
                raise Conflict(f"you take no part in this {match.kind}")
            if match.kind == DUEL:
                raise Conflict("in a duel both break the same code, which nobody sets")
            if match.started is None:
                raise Conflict("the tournament has not started yet")
            if not 1 <= round <= match.rounds:
                raise BlackpegError(
                    f"there is no round {round}; the tournament has {count_phrase(match.rounds, 'round')}"
                )
            if (round, seat) in match.codes:
                raise Conflict(f"your code of round {round} is set already")
            if any((earlier, seat) not in match.codes for earlier in range(1, round)):
                raise Conflict("set the codes one round after the other")
            self.store.query(
                "INSERT INTO match_rounds VALUES (?, ?, ?, ?, NULL) ON CONFLICT DO UPDATE SET code = excluded.code",
                id, round, seat, match.game.show(secret),
            )  # fmt: skip
            breaker = codebreaker_seat(seat, round, len(match.players))
            if match.players[breaker].owner:
                self._begin(match, round, breaker, secret)

    def leave(self, owner: str) -> None:
        """Prepares the matches of a visitor for the deletion of everything about them, so that the others can go on.

        A match that has not started goes on without them, or not at all if they made it. In a tournament that has
        started, the codes they have not set are drawn.
        """
        with self.store.transaction():
            for id in self.matches_of(owner, -1):
                match = self.match(id)
                seat = match.seat_of(owner)
                if match.started is None and match.owner == owner:
                    self.store.query("DELETE FROM match_players WHERE match = ?", id)
                    self.store.query("DELETE FROM matches WHERE id = ?", id)
                elif match.started is None:
                    self.store.query("DELETE FROM match_players WHERE match = ? AND seat = ?", id, seat)
                    for player in match.players[(seat or 0) + 1 :]:
                        statement = "UPDATE match_players SET seat = seat - 1 WHERE match = ? AND seat = ?"
                        self.store.query(statement, id, player.seat)
                elif match.kind != DUEL:
                    for round in range(1, match.rounds + 1):
                        if (round, seat) not in match.codes:
                            drawn = new_game(match.game, "honest", secrets.randbits(128)).secret
                            assert drawn is not None
                            self.set_code(id, owner, round, match.game.show(drawn))

    def rematch(self, id: str, owner: str) -> str:
        """Makes the same match once more, or joins it if somebody has made it; returns its id."""
        with self.store.transaction():
            match = self.match(id)
            seat = match.seat_of(owner)
            if seat is None:
                raise Conflict(f"only who took part in this {match.kind} can ask for another")
            if not match.over:
                raise Conflict(f"this {match.kind} is not over yet")
            name = match.players[seat].name
            if match.rematch is None:
                again = self.add(match.kind, match.game, match.rounds, match.limit, owner, name)
                self.store.query("UPDATE matches SET rematch = ? WHERE id = ?", again, id)
                return again
            self.join(match.rematch, owner, name)
            return match.rematch
