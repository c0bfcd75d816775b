"""Imported once by the server that workers are forked from: they begin with the kernels loaded."""

from ..codemakers import Honest
from ..game import Game
from ..players import play
from ..strategies import strategy

GAME = Game(3, 3)

for name in ("entropy", "random"):
    play(GAME, strategy(name), Honest(GAME.codes[-1]), 1)
