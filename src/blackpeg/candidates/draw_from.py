"""Where candidates are drawn from when no table holds the whole history: what a part of it leaves."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from ..game import Code, Codes, Game
from ..kernels import keep
from .clues import Clue, Clues, DoesNotFit
from .color_table import WORK, ColorTable
from .palettes import Palettes

GAIN = 100  # a code from a color table takes as long as about a hundred from all codes


class Source(Protocol):
    """Codes to draw from, each exactly as likely as any other."""

    @property
    def total(self) -> int: ...  # how many there are

    def draw(self, n: int, rng: np.random.Generator) -> Codes: ...


class AllCodes:
    """Every code of a game."""

    def __init__(self, game: Game) -> None:
        self.game, self.total = game, game.size

    def draw(self, n: int, rng: np.random.Generator) -> Codes:
        pegs, colors = self.game.pegs, self.game.colors
        if self.game.repeats:
            return rng.integers(0, colors, (pegs, n), np.uint8).T
        return rng.permuted(np.tile(np.arange(colors, dtype=np.uint8), (n, 1)), axis=1)[:, :pegs]


def next_code(game: Game, above: Code | None) -> Code:
    """The first code of the game; the first after `above`, or again from the start.

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


def narrowed(game: Game, clues: Clues) -> Palettes | ColorTable | AllCodes:
    """The codes with a palette that fits, if palettes are few enough; else what a color table can hold of
    the clues; or all codes, where that gains too little.

    In the color table guesses of few colors come first, and what is told of colors before what is told
    of places, as that keeps pegs alike.
    """
    try:
        palettes = Palettes(game, clues)
        if palettes.matter:
            palettes.weigh()
            return palettes
    except DoesNotFit:
        pass
    simple = sorted(clues, key=lambda clue: len(set(clue.guess)))
    told = {clue: Clue(clue.guess, None, None) for clue in simple}
    best: ColorTable | AllCodes = AllCodes(game)
    for part in ("both", "black"):
        for clue in simple:
            more = {**told, clue: told[clue]._replace(**{part: getattr(clue, part)})}
            held = tuple(own for own in more.values() if own.both is not None or own.black is not None)
            if more == told:
                continue
            try:
                best = ColorTable(game, held, WORK // 4)
            except DoesNotFit:
                break
            told = more
            if best.total == 0:
                return best
    return best if best.total * GAIN < game.size else AllCodes(game)


def draw_fitting(
    source: Source, game: Game, clues: Clues, n: int, tries: int, rng: np.random.Generator
) -> tuple[Codes, int]:
    """The first `n` codes drawn that fit the clues, or fewer where `tries` draws give no more; and the draws made."""
    kept: list[Codes] = [np.empty((game.pegs, 0), np.uint8)]
    have, tried, batch = 0, 0, 256
    while have < n and tried < tries:
        batch = min(2 * batch, 2**16, tries - tried)
        columns = np.ascontiguousarray(source.draw(batch, rng).T)
        for guess, black, both in clues:
            assert black is not None
            told = black * (game.pegs + 1) + (both - black if both is not None else 0)
            columns = keep(columns, np.array(guess, np.uint8), told, game.whites)
        kept.append(columns)
        have, tried = have + columns.shape[1], tried + batch
    return np.concatenate(kept, axis=1)[:, :n].T, tried
