"""A saved game, as the terminal and the web app both keep it, and the ways in which a game begins.

The terminal keeps its games in `terminal_games.py`, the web app in `web/store.py`.
"""

from __future__ import annotations

import datetime
import time
from dataclasses import dataclass, field, replace

import numpy as np

from ..codemakers import random_secret
from ..game import Code, Game
from ..players import rng_of
from ..position import Position
from .commitments import Commitment, commit
from .daily import DailyKey, daily_puzzle, today
from .sealed_codes import unseal
from .statistics import FinishedGame

OPEN, SOLVED, GIVEN_UP, LOST = "open", "solved", "given up", "lost"  # states; lost: the limit was reached
NEW, DAILY, ARCHIVE, FRIEND, POSITION, MATCH = "new", "daily", "archive", "friend", "position", "match"  # origins
OFFLINE = "offline"  # the origin of a game that a browser played by itself: nobody committed to its secret


@dataclass(frozen=True, eq=False)
class SavedGame:
    """A game that a person plays against a codemaker, with all that is needed to go on with it later."""

    position: Position
    codemaker: str = "honest"
    origin: str = (
        NEW  # a random secret, today's or an earlier daily puzzle, a friend's code, given turns, a match, offline
    )
    day: datetime.date | None = None  # of a daily puzzle, also of one from the archive
    secret: Code | None = None  # None against an adversary, until it shows a candidate at the end
    commitment: Commitment | None = None  # to the secret; None against an adversary, and of a game played offline
    hints: int = 0
    state: str = OPEN
    began: float = field(default_factory=time.time)  # Unix time
    ended: float | None = None  # Unix time, if it is over and the store keeps it
    given: int = 0  # turns that were there at the start
    candidates_left: tuple[int | None, ...] = ()  # after each turn, if the store keeps it: an adversary tells the count
    owner: str = ""  # the visitor who began it; nobody in particular in the terminal
    id: str = ""  # its key in the store; empty until it is saved
    limit: int | None = None  # guesses allowed, turns that were given included; None if there is no limit
    share: str = ""  # the address at which others find the same puzzle, if it is over and the store keeps it

    @property
    def game(self) -> Game:
        return self.position.game

    @property
    def kind(self) -> tuple[object, ...]:
        """Equal for games of the same puzzle, and for all random secrets of the same game."""
        code = self.secret.tobytes() if self.origin == FRIEND and self.secret is not None else b""
        return self.game, self.codemaker, self.origin, self.day, code

    def after(self, position: Position) -> SavedGame:
        """The game after a turn: solved, lost if that was the last guess allowed, or open."""
        lost = self.limit is not None and position.guesses >= self.limit
        return replace(self, position=position, state=SOLVED if position.solved else LOST if lost else OPEN)

    def continues(self, other: SavedGame) -> bool:
        """Checks whether this is the same game as another one that was open, at the same turn or later."""
        turns, earlier = self.position.history, other.position.history
        return (
            other.state == OPEN
            and (self.game, self.limit) == (other.game, other.limit)
            and self.secret is not None
            and other.secret is not None
            and np.array_equal(self.secret, other.secret)
            and len(turns) >= len(earlier)
            and all(np.array_equal(turn.guess, past.guess) for turn, past in zip(turns, earlier, strict=False))
        )

    @property
    def finished(self) -> FinishedGame:
        """What statistics need to know about it."""
        day = self.day if self.origin == DAILY else None
        return FinishedGame(self.game, self.state == SOLVED, self.position.guesses, day)


def new_game(game: Game, codemaker: str, seed: int) -> SavedGame:
    """A game against a random secret, or against an adversary."""
    if codemaker != "honest":
        return SavedGame(Position(game), codemaker)
    return game_with_secret(game, random_secret(game, rng_of(seed, game, "secret")), NEW)


def daily_game(
    level: str, day: datetime.date | None = None, key: DailyKey | None = None, now: datetime.date | None = None
) -> SavedGame:
    """Today's puzzle, or that of an earlier day, from the archive. `now` is the date, for who has read it already."""
    now = now or today()
    day = day or now
    return game_with_secret(*daily_puzzle(day, level, key), DAILY if day == now else ARCHIVE, day)


def sealed_game(text: str) -> SavedGame:
    """A game with a code that a friend sealed."""
    return game_with_secret(*unseal(text), FRIEND)


def game_with_secret(game: Game, secret: Code, origin: str, day: datetime.date | None = None) -> SavedGame:
    """A game against an honest codemaker, who commits to the secret."""
    return SavedGame(Position(game), origin=origin, day=day, secret=secret, commitment=commit(game, secret))
