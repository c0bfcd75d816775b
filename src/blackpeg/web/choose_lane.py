"""Which lane of workers computes a request: quick jobs have a lane of their own, and never wait for long ones."""

from __future__ import annotations

from ..game import Game
from ..strategies import STRATEGIES

MAX_LIGHT_CODES = 10_000  # of a game that is computed in the lane for quick answers


def choose_lane(game: Game, strategy: str | None = None) -> str:
    """Chooses the lane of a job, so that quick jobs do not wait behind long ones."""
    is_light = game.size <= MAX_LIGHT_CODES and (strategy is None or _is_quick(strategy))
    return "light" if is_light else "heavy"


def _is_quick(strategy: str) -> bool:
    """Checks whether this is a strategy, without parameters, that answers at once in small games."""
    entry = STRATEGIES.get(strategy)
    return entry is not None and entry.quick


def choose_codemaker_lane(game: Game, codemaker: str) -> str:
    """Chooses the lane in which a codemaker answers. An adversary that looks further ahead may take long."""
    return "moves" if game.size <= MAX_LIGHT_CODES and codemaker in ("honest", "adversary") else "heavy"
