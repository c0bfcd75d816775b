"""Which lane of workers computes a request: quick jobs have a lane of their own, and never wait for long ones."""

from __future__ import annotations

from ..game import Game
from ..position import Position
from ..strategies import STRATEGIES

MAX_LIGHT_CODES = 10_000  # of a game that is computed in the lane for quick answers
MAX_LISTED_CODES = 2**16  # of a game, such as 5x8, in which an adversary and a hint take milliseconds
MAX_HINT_CODES = 2**30  # of a game, such as 8x12, in which a hint takes less than 0.3 seconds
MAX_HINT_TURNS = 30  # in a game whose candidates are not listed
MAX_LIGHT_TURNS = 12  # of a game whose review takes no longer than other quick answers


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
    return "moves" if game.size <= MAX_LISTED_CODES and codemaker == "adversary" else "heavy"


def choose_hint_lane(position: Position) -> str:
    """Chooses the lane of a hint. In small games it takes milliseconds, and never waits for those of large games."""
    if position.game.size <= MAX_LISTED_CODES:
        return "hints"
    is_quick = position.game.size <= MAX_HINT_CODES and position.guesses <= MAX_HINT_TURNS
    return "long hints" if is_quick else "heavy"


def choose_review_lane(game: Game, turns: int) -> str:
    """Chooses the lane of a review, which takes longer the more turns there were."""
    return choose_lane(game) if turns <= MAX_LIGHT_TURNS else "heavy"


def choose_watch_lane(game: Game) -> str:
    """Chooses the lane in which a strategy is watched. Large games take minutes, and have workers of their own."""
    return "heavy" if game.size <= MAX_HINT_CODES else "shows"
