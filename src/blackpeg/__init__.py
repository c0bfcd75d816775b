"""Blackpeg plays, breaks and studies Mastermind.

>>> from blackpeg import Game, Honest, play, strategy
>>> game = Game(4, 6)
>>> end = play(game, strategy("entropy"), Honest(game.code("6543")))
>>> print(end)
4x6 1234=0b2w 2356=0b3w 5642=1b2w 5463=1b3w 6543=4b0w
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from .codemakers import Adversary, Honest
    from .contract import check_strategy
    from .errors import BlackpegError, Impossible
    from .game import Game
    from .players import Strategy, play
    from .position import Move, Position
    from .strategies import name_of, strategy
    from .tree import Tree

__all__ = [
    "Adversary", "BlackpegError", "Game", "Honest", "Impossible", "Move", "Position", "Strategy", "Tree",
    "check_strategy", "name_of", "play", "strategy",
]  # fmt: skip

_WHERE = {
    "Adversary": "codemakers", "Honest": "codemakers", "check_strategy": "contract",
    "BlackpegError": "errors", "Impossible": "errors", "Game": "game", "Strategy": "players", "play": "players",
    "Move": "position", "Position": "position", "name_of": "strategies", "strategy": "strategies", "Tree": "tree",
}  # fmt: skip


def __getattr__(name: str) -> object:
    """Load a public name when it is first used, so that the command line starts at once."""
    if name not in _WHERE:
        raise AttributeError(f"module 'blackpeg' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f".{_WHERE[name]}", __name__), name)
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
