"""Every code of a game: drawn at random, and the next one in lexicographic order."""

from __future__ import annotations

import numpy as np

from ..game import Code, Codes, Game


class AllCodes:
    """All codes of a game, as a source to draw from."""

    def __init__(self, game: Game) -> None:
        self.game, self.total = game, game.size

    def draw(self, n: int, rng: np.random.Generator) -> Codes:
        """`n` codes, drawn independently and uniformly."""
        pegs, colors = self.game.pegs, self.game.colors
        if self.game.repeats:
            return rng.integers(0, colors, (pegs, n), np.uint8).T
        return rng.permuted(np.tile(np.arange(colors, dtype=np.uint8), (n, 1)), axis=1)[:, :pegs]


def next_code(game: Game, above: Code | None) -> Code:
    """The first code greater than `above`, or the first of all if there is none or `above` is None.

    >>> game = Game(3, 3, repeats=False)
    >>> [game.show(next_code(game, game.code(text))) for text in ("213", "321")]
    ['231', '123']
    """

    def unused(start: int, used: list[int]) -> list[int]:
        return [color for color in range(start, game.colors) if game.repeats or color not in used]

    code: list[int] = []
    colors = [] if above is None else above.tolist()
    for peg in reversed(range(len(colors))):
        if higher := unused(colors[peg] + 1, colors[:peg]):
            code = [*colors[:peg], higher[0]]
            break
    while len(code) < game.pegs:
        code.append(unused(0, code)[0])
    return np.array(code, np.uint8)
