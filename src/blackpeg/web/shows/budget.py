"""The time that a show may take: seconds of computation for a turn, and for the whole of it."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import process_time

from ...errors import BlackpegError
from ...game import Game
from ...kernels import compile_seconds
from ...oracle import OracleSearch
from ...players import Strategy
from ..choose_lane import choose_watch_lane

MAX_TURN_SECONDS = 5.0
MAX_SHOW_SECONDS = 300.0


class OutOfBudget(BlackpegError):
    """A turn, or the whole show, took more computation than a visitor gets."""


def seconds_of_computation() -> float:
    """Returns the CPU time of this process without compiling: what somebody costs, however busy the server is."""
    return process_time() - compile_seconds()


class Budget:
    """What a show may take. It is checked after each generation and each turn."""

    def __init__(
        self, turn_seconds: float, show_seconds: float, now: Callable[[], float] = seconds_of_computation
    ) -> None:
        """Either may be infinite: the lane of a small game ends it in time, and a search has no turns."""
        self.turn_seconds, self.show_seconds, self._now = turn_seconds, show_seconds, now
        self._show = self._turn = now()

    def begin_turn(self) -> None:
        self._turn = self._now()

    def check(self) -> None:
        """Raises `OutOfBudget` if the turn or the show has taken too long."""
        now = self._now()
        for what, start, limit in (
            ("a turn", self._turn, self.turn_seconds),
            ("the show", self._show, self.show_seconds),
        ):
            if now - start > limit:
                raise OutOfBudget(
                    f"{what} took more than {limit:g} seconds of computation, which is all it gets in games of this "
                    "size; try another strategy or a smaller game"
                )


def budget_of(game: Game, strategy: Strategy | OracleSearch) -> Budget:
    """Returns the budget of a show, which begins now."""
    if choose_watch_lane(game) != "shows":
        return Budget(inf, inf)
    return Budget(inf if isinstance(strategy, OracleSearch) else MAX_TURN_SECONDS, MAX_SHOW_SECONDS)
