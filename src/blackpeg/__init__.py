"""Blackpeg plays, breaks and studies Mastermind.

>>> import blackpeg
>>> print(blackpeg.play("4x6", "entropy", "6543"))
4x6 1234=0b2w 2356=0b3w 5642=1b2w 5463=1b3w 6543=4b0w

The same with values instead of text:

>>> from blackpeg import Game, Honest, play, strategy
>>> game = Game(4, 6)
>>> play(game, strategy("entropy"), Honest(game.code("6543"))).guesses
5
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    import numpy as np

    from .codemakers import Adversary, Honest, Mixed
    from .errors import BlackpegError, Impossible, TooMany, Unsupported
    from .game import Code, Game
    from .generations import Generation
    from .oracle import Oracle, OracleSearch, SearchResult, run_search
    from .players import Codemaker, Evolving, Strategy
    from .position import Move, Position, Turn
    from .puzzles.strategy_tournament import Tournament, tournament
    from .strategies import name_of, search, strategy
    from .strategy_check import check_strategy
    from .tree import Tree

_ROOMS = {
    "errors": ("BlackpegError", "Impossible", "TooMany", "Unsupported"),
    "game": ("Game",),
    "position": ("Move", "Position", "Turn"),
    "generations": ("Generation",),
    "oracle": ("Oracle", "OracleSearch", "SearchResult", "run_search"),
    "players": ("Codemaker", "Evolving", "Strategy"),
    "tree": ("Tree",),
    "codemakers": ("Adversary", "Honest", "Mixed"),
    "strategies": ("name_of", "search", "strategy"),
    "strategy_check": ("check_strategy",),
    "puzzles.strategy_tournament": ("Tournament", "tournament"),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = [
    "Adversary", "BlackpegError", "Codemaker", "Evolving", "Game", "Generation", "Honest", "Impossible", "Mixed",
    "Move", "Oracle", "OracleSearch", "Position", "SearchResult", "Strategy", "TooMany", "Tournament", "Tree", "Turn",
    "Unsupported", "check_strategy", "name_of", "play", "run_search", "search", "strategy", "tournament",
]  # fmt: skip


def play(
    game: Game | str,
    strategy: Strategy | str,
    codemaker: Codemaker | Code | str,
    seed: int | np.random.SeedSequence | None = None,
    limit: int | None = None,
) -> Position:
    """Play until the code is broken or `limit` guesses are made; the last position tells the whole game.

    Text is read where it is given: a game, the name of a strategy, and a secret or the name of an adversary.

    >>> play("4x6", "maxmin", "adversary").guesses
    5
    """
    from .players import TURN_LIMIT, refuse_search
    from .players import play as play_game

    if isinstance(game, str):
        from .game import Game

        game = Game.parse(game)
    if isinstance(strategy, str):
        from .strategies import make

        strategy = refuse_search(make(strategy))
    if isinstance(codemaker, str) and codemaker.strip().startswith("adversary"):
        from .codemakers import adversary

        codemaker = adversary(codemaker)
    elif not hasattr(codemaker, "answer"):
        from .codemakers import Honest

        codemaker = Honest(game.code(codemaker) if isinstance(codemaker, str) else codemaker)
    return play_game(game, strategy, codemaker, seed, TURN_LIMIT if limit is None else limit)


def __getattr__(name: str) -> object:
    """Load a public name when it is first used, so that the command line starts at once."""
    if name not in _ROOM_OF:
        raise AttributeError(f"module 'blackpeg' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f".{_ROOM_OF[name]}", __name__), name)
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
