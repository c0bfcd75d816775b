"""Random walks of codes and of color counts over misfit, all at one temperature: the compiled part of soft chains."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..game import Codes, Game
from ..kernels.jit import compiled, inlined
from ..kernels.misfit_walk import MAX_PEGS_IN_BYTES
from ..kernels.random import draw_below, draw_unit
from ..position import PastTurns

LANES = 32  # turns at a time
MAX_RISE = 256  # misfit; moves that add as much are never made
NO_COLOR = 255  # of turns that are not there


class ChainClues(NamedTuple):
    """The history, stored so that what one peg changes at all turns lies side by side."""

    guesses: Any  # guesses[peg, turn]: a color
    held: Any  # held[color, turn]: how often the guess had the color
    black: Any  # black[turn]
    both: Any  # both[turn]: black and white pegs together
    repeats: bool
    sums: Any  # an empty array of the type in which misfits of all turns are added up


def color_counts(codes: Codes, colors: int) -> Codes:
    """Returns how often each code has each color, one code a row.

    >>> color_counts(np.array([[0, 2, 2]], np.uint8), 4)
    array([[1, 0, 2, 0]], dtype=uint8)
    """
    n = len(codes)
    places = np.arange(n)[:, None] * colors + codes
    return np.bincount(places.ravel(), minlength=n * colors).reshape(n, colors).astype(np.uint8)


def chain_clues(past: PastTurns, game: Game) -> ChainClues:
    """Returns the history as chains take it."""
    turns, pegs = past.guesses.shape
    width = max(1, -(-turns // LANES)) * LANES
    small = pegs <= MAX_PEGS_IN_BYTES and pegs * turns <= np.iinfo(np.int16).max
    number, sums = (np.int8, np.int16) if small else (np.int16, np.int32)
    guesses, held = np.full((pegs, width), NO_COLOR, np.uint8), np.zeros((game.colors, width), number)
    black, both = np.zeros(width, number), np.zeros(width, number)
    guesses[:, :turns], black[:turns] = past.guesses.T, past.feedbacks // (pegs + 1)
    if game.whites:
        held[:, :turns] = color_counts(past.guesses, game.colors).T
        both[:turns] = black[:turns] + past.feedbacks % (pegs + 1)
    return ChainClues(guesses, held, black, both, game.repeats, np.zeros(0, sums))


@compiled
def count_misfits(counts: Any, clues: ChainClues) -> npt.NDArray[np.int64]:
    """Returns by how many pegs the sums of black and white pegs are off, over all turns, for each row of counts."""
    colors, width = clues.held.shape
    misfits = np.zeros(len(counts), np.int64)
    for k in range(len(counts)):
        for t in range(width):
            off = -np.int64(clues.both[t])
            for c in range(colors):
                off += min(np.int64(clues.held[c, t]), np.int64(counts[k, c]))
            misfits[k] += abs(off)
    return misfits


@compiled
def _probabilities_of_rises(temperature: float) -> Any:
    """How probable a move is that adds so much misfit."""
    uphill = np.empty(MAX_RISE)
    for rise in range(MAX_RISE):
        uphill[rise] = np.exp(-rise / temperature)
    return uphill


@inlined
def _sum_of_sizes(off: Any, sums: Any) -> Any:
    """The sum of absolute values, added up in the type of `sums`: the narrower, the more turns at a time."""
    wide = sums.dtype.type
    total = wide(0)
    for t in range(len(off)):
        total = wide(total + wide(abs(off[t])))
    return np.int64(total)


@compiled
def walk_counts(counts: Any, misfits: Any, clues: ChainClues, temperature: float, moves: int, state: Any) -> None:
    """Each chain moves a peg from one color to another again and again; counts are as probable as there are codes."""
    held, sums = clues.held, clues.sums
    colors, width = held.shape
    number = held.dtype.type
    off = np.zeros(width, held.dtype)  # by how many pegs the sums are too large
    new_off, uphill = off.copy(), _probabilities_of_rises(temperature)
    for k in range(len(counts)):
        count, misfit = counts[k], 0
        for t in range(width):
            total = -np.int64(clues.both[t])
            for c in range(colors):
                total += min(np.int64(held[c, t]), np.int64(count[c]))
            off[t] = total
            misfit += abs(int(total))
        for _ in range(moves):
            a, b = draw_below(state, colors), draw_below(state, colors)
            of_a, of_b = np.int64(count[a]), np.int64(count[b])
            if a == b or of_a == 0 or (of_b > 0 and not clues.repeats):
                continue
            more_codes = of_a / (of_b + 1)  # codes with the new counts, beside those with the old ones
            if more_codes < 1 and draw_unit(state) >= more_codes:
                continue
            had, have, small_a, small_b = held[a], held[b], number(of_a), number(of_b)
            for t in range(width):
                new_off[t] = number(off[t] + number(number(have[t] > small_b) - number(had[t] >= small_a)))
            rise = _sum_of_sizes(new_off, sums) - misfit
            if rise > 0 and (rise >= MAX_RISE or draw_unit(state) >= uphill[rise] * max(more_codes, 1.0)):
                continue
            count[a] -= np.uint8(1)
            count[b] += np.uint8(1)
            misfit += rise
            for t in range(width):
                off[t] = new_off[t]
        misfits[k] = misfit


@compiled
def walk_codes(
    codes: Any, misfits: Any, clues: ChainClues, temperature: float, moves: int, recolorings: float, state: Any
) -> None:
    """Each chain swaps two pegs or recolors one again and again."""
    guesses, held, repeats, sums = clues.guesses, clues.held, clues.repeats, clues.sums
    (pegs, width), colors = guesses.shape, len(held)
    number = held.dtype.type
    counts = np.zeros(colors, held.dtype)
    black, both = np.zeros(width, held.dtype), np.zeros(width, held.dtype)  # how much too large the code's feedback is
    new_black, new_both, uphill = black.copy(), both.copy(), _probabilities_of_rises(temperature)
    for k in range(len(codes)):
        code = codes[k]
        counts[:] = 0
        for p in range(pegs):
            counts[code[p]] += number(1)
        for t in range(width):
            off = -np.int64(clues.black[t])
            for p in range(pegs):
                off += guesses[p, t] == code[p]
            black[t] = off
            off = -np.int64(clues.both[t])
            for color in range(colors):
                off += min(np.int64(held[color, t]), np.int64(counts[color]))
            both[t] = off
        misfit_black, misfit_both = _sum_of_sizes(black, sums), _sum_of_sizes(both, sums)
        for _ in range(moves):
            p = draw_below(state, pegs)
            a, at_p = code[p], guesses[p]
            if recolorings > 0 and draw_unit(state) < recolorings:
                c = np.uint8(draw_below(state, colors))
                if c == a or not (repeats or counts[c] == 0):
                    continue
                had, have, of_a, of_c = held[a], held[c], counts[a], counts[c]
                for t in range(width):
                    new_black[t] = number(black[t] + number(number(at_p[t] == c) - number(at_p[t] == a)))
                    new_both[t] = number(both[t] + number(number(have[t] > of_c) - number(had[t] >= of_a)))
                sum_black, sum_both = _sum_of_sizes(new_black, sums), _sum_of_sizes(new_both, sums)
                rise = sum_black + sum_both - misfit_black - misfit_both
                if rise > 0 and (rise >= MAX_RISE or draw_unit(state) >= uphill[rise]):
                    continue
                code[p] = c
                counts[a] -= number(1)
                counts[c] += number(1)
                for t in range(width):
                    both[t] = new_both[t]
                misfit_both = sum_both
            else:
                q = draw_below(state, pegs)
                c, at_q = code[q], guesses[q]
                if c == a:
                    continue
                for t in range(width):
                    more = number(number(at_p[t] == c) + number(at_q[t] == a))
                    less = number(number(at_p[t] == a) + number(at_q[t] == c))
                    new_black[t] = number(black[t] + number(more - less))
                sum_black = _sum_of_sizes(new_black, sums)
                rise = sum_black - misfit_black
                if rise > 0 and (rise >= MAX_RISE or draw_unit(state) >= uphill[rise]):
                    continue
                code[p], code[q] = c, a
            for t in range(width):
                black[t] = new_black[t]
            misfit_black = sum_black
        misfits[k] = misfit_black + misfit_both


@compiled
def recolor_code(code: Any, wanted: Any, colors: int, state: Any) -> None:
    """Recolor as few pegs as possible, drawn at random, so that the code has the wanted color counts.

    The last number of `wanted` counts all colors from the `len(wanted) - 1`-th on together.
    """
    pegs, others = len(code), len(wanted) - 1
    have, order, missing, n = np.zeros(others + 1, np.int64), np.arange(pegs), np.zeros(pegs, np.int64), 0
    for p in range(pegs):
        have[min(int(code[p]), others)] += 1
    for c in range(others + 1):
        for _ in range(have[c], wanted[c]):
            missing[n] = c
            n += 1
    _shuffle(order, pegs, state)
    _shuffle(missing, n, state)
    for place in range(pegs):
        p = order[place]
        own = min(int(code[p]), others)
        if have[own] > wanted[own]:
            have[own] -= 1
            n -= 1
            code[p] = missing[n] if missing[n] < others else others + draw_below(state, colors - others)


@compiled
def _shuffle(items: Any, n: Any, state: Any) -> None:
    """Shuffle the first n items."""
    for i in range(n - 1, 0, -1):
        j = draw_below(state, i + 1)
        items[i], items[j] = items[j], items[i]
