"""Imported once by the process that workers are forked from, so that they start with the compiled kernels loaded.

Right after installation nothing is compiled yet; then workers start at once and compile what their jobs need.
"""

from ..game import Game
from ..position import Position
from .jobs import answer_as_adversary, compiled_marker, give_hint, next_guess, review

marker = compiled_marker()
if marker is not None and marker.exists():
    game = Game(3, 4)
    position = Position(game).after("112", "1b1w")
    next_guess(position, "entropy", 3, 0)
    answer_as_adversary(position, "adversary", game.code("134"))
    review(Position(game).after("112", "1b0w").after("143", "3b0w"), game.code("143"), 0)
    give_hint(position, None, "guess")
