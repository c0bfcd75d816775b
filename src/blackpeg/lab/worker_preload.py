"""Loads the kernels once, in the server that worker processes are forked from, so that every worker has them."""

from ..codemakers import Honest
from ..game import Game
from ..players import play
from ..strategies import strategy

GAME = Game(3, 3)

for name in ("entropy", "random"):
    play(GAME, strategy(name), Honest(GAME.codes[-1]), 1)
