"""Draws candidates at random without listing them: draws codes that fit some turns, and keeps those that fit all."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from ..game import Codes, Game
from ..kernels import keep
from .clues import Clue, Clues, TableTooLarge
from .code_space import AllCodes
from .color_table import MAX_OPTIONS, ColorTable
from .palettes import Palettes

COLOR_TABLE_COST = 100  # drawing one code from a color table takes as long as drawing 100 from all codes


class Source(Protocol):
    """A set of codes to draw from uniformly."""

    @property
    def total(self) -> int: ...  # how many there are

    def draw(self, n: int, rng: np.random.Generator) -> Codes: ...


def smallest_source(game: Game, clues: Clues) -> Palettes | ColorTable | AllCodes:
    """A source that holds every candidate and few other codes.

    These are the codes with a palette that fits, if there are not too many palettes; else the codes of a color table
    for some of the clues; else, if that would not be faster, all codes. The color table takes guesses of few colors
    first, and sums of black and white pegs before black pegs, because these keep its pegs interchangeable.
    """
    try:
        palettes = Palettes(game, clues)
        if palettes.restricted:
            palettes.weigh()
            return palettes
    except TableTooLarge:
        pass
    simple = sorted(clues, key=lambda clue: len(set(clue.guess)))
    used = {clue: Clue(clue.guess, None, None) for clue in simple}
    best: ColorTable | AllCodes = AllCodes(game)
    for part in ("both", "black"):
        for clue in simple:
            more = {**used, clue: used[clue]._replace(**{part: getattr(clue, part)})}
            held = tuple(own for own in more.values() if own.both is not None or own.black is not None)
            if more == used:
                continue
            try:
                best = ColorTable(game, held, MAX_OPTIONS // 4)
            except TableTooLarge:
                break
            used = more
            if best.total == 0:
                return best
    return best if best.total * COLOR_TABLE_COST < game.size else AllCodes(game)


def draw_fitting(
    source: Source, game: Game, clues: Clues, n: int, max_draws: int, rng: np.random.Generator
) -> tuple[Codes, int]:
    """The first `n` codes drawn that fit the clues, or fewer if `max_draws` are not enough; and the number of draws."""
    kept: list[Codes] = [np.empty((game.pegs, 0), np.uint8)]
    have, drawn, batch = 0, 0, 256
    while have < n and drawn < max_draws:
        batch = min(2 * batch, 2**16, max_draws - drawn)
        columns = source.draw(batch, rng).T
        for guess, black, both in clues:
            assert black is not None
            feedback = black * (game.pegs + 1) + (both - black if both is not None else 0)
            columns = keep(columns, np.array(guess, np.uint8), feedback, game.whites)
        kept.append(columns)
        have, drawn = have + columns.shape[1], drawn + batch
    return np.concatenate(kept, axis=1)[:, :n].T, drawn
