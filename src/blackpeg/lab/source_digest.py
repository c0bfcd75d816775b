"""A digest of the source code that plays a strategy, which runner.py compares with that of stored games."""

from __future__ import annotations

import hashlib
import inspect
from functools import cache
from pathlib import Path

from ..game import Game
from ..solver.tree_library import tree_path
from ..strategies import make

PACKAGE = Path(__file__).parents[1]
ROOMS_FROM_STRATEGIES_ON = {
    "strategies",
    "strategy_check",
    "coach",
    "puzzles",
    "lab",
    "web",
    "cli",
}  # no strategy uses these


@cache
def source_digest(strategy: str, game: str) -> str:
    """Returns a digest of every file that decides how a strategy plays a game.

    These are all rooms below the strategies, the strategy's own file, the module that plays tasks, and the game's
    trees if the strategy follows these.
    """
    rooms = sorted(path for path in PACKAGE.iterdir() if path.stem not in ROOMS_FROM_STRATEGIES_ON)
    files = [file for room in rooms for file in ([room] if room.is_file() else sorted(room.rglob("*.py")))]
    player = type(make(strategy))
    files += [PACKAGE / "lab" / "experiment.py", Path(inspect.getfile(player))]
    if getattr(player, "follows_trees", False):
        trees = (tree_path(Game.parse(game), objective) for objective in ("average", "worst"))
        files += [path for path in trees if path.exists()]
    total = hashlib.sha256()
    for path in files:
        if path.suffix in (".py", ".xz"):
            total.update(path.read_bytes())
    return total.hexdigest()[:12]
