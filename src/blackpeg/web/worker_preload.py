"""Imported once by the process that workers are forked from, so that they start with the compiled kernels loaded.

Right after installation nothing is compiled yet; then workers start at once and compile what their jobs need.
"""

from ..game import Game
from ..position import Position
from .worker_jobs import compiled_marker, give_hint, warm_up

marker = compiled_marker()
if marker is not None and marker.exists():
    warm_up()
    for game in (Game(4, 6), Game(5, 8)):  # the first hint of a game loads its tree
        give_hint(Position(game), None, "guess")
