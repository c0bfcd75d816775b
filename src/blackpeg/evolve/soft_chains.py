"""What is known about a code of many pegs, as a population of codes that nearly fit: soft chains.

Beyond some 30 pegs nobody finds codes that fit the whole history in time. But a code with a small misfit is right about
much of the secret, and many such codes together say how probable each color is at each peg. So a population of codes is
carried from turn to turn. At each turn it is heated and cooled again (*population annealing*, Hukushima & Iba 2003):
every code is a random walk, a chain, that prefers a small misfit, the more the colder it is; before each step to a
lower temperature codes are drawn again, those with a small misfit more often. Guesses are judged by codes from all
temperatures below `MAX_SAMPLED_TEMPERATURE`: where the coldest chains are stuck in a wrong corner and all say the
same, the warmer ones still disagree.

Chains that swap pegs hardly ever change how often each color occurs, since one more peg of a color changes the sum of
black and white pegs at half of all turns. So these *color counts*, which alone explain the sums, have a population of
their own, and the codes are recolored to counts that fit. Counts of 50 colors at once are too hard to find by
annealing, counts of half as many are not: guesses have the first colors only, until few counts of these are left that
fit, and then some more (`open_colors`). Colors that were never guessed do no harm, since all are equally probable.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..game import Codes, Game
from ..kernels.random import random_state
from ..position import Position
from .soft_chain_loops import (
    ChainClues,
    chain_clues,
    color_counts,
    count_misfits,
    recolor_code,
    walk_codes,
    walk_counts,
)

CODES = 600  # chains of codes
COUNTS = 1000  # chains of color counts
MAX_OPENED_COLORS = 26  # colors that are opened at a time, at most
MAX_KINDS_TO_OPEN = 20  # different counts of open colors that fit, up to which more colors are opened
TEMPERATURES = 1 / np.linspace(1 / 1.5, 1 / 0.27, 16)  # of codes: evenly spaced inverses
COUNT_TEMPERATURES = 1 / np.linspace(1 / 3, 1 / 0.3, 12)  # of color counts
MAX_SAMPLED_TEMPERATURE = 0.45  # of the codes by which guesses are judged
SAMPLE_SIZE = 1500  # codes from all these temperatures
COUNT_MOVES_PER_COLOR = 20  # moves of each chain of counts at each temperature, for each color
RECOLORINGS = 0.2  # share of moves that recolor a peg, as long as counts are not known; the others swap two
TRIES_TO_RECOLOR = 6  # counts of which the nearest is chosen for a code
COLD_STARTS = 3  # times that a population without history is annealed

Matrix = npt.NDArray[np.float64]


class SoftChains(NamedTuple):
    """The populations as a Move remembers them: `CODES` x pegs + `COUNTS` x colors bytes, 100 kB at 64x64."""

    codes: Codes  # one a row
    counts: Codes  # color counts, one a row
    open_colors: int  # guesses have the first so many colors


class ChainSample(NamedTuple):
    """What the chains tell at a turn."""

    chains: SoftChains
    codes: Codes  # by which guesses are judged, one a row; they fit, or nearly so
    fitting: Codes  # different codes among the coldest that fit the whole history
    colors_known: bool  # do all counts that were found agree?
    moves: int  # moves of codes and counts, each of which compares one of them with the history


def sample_by_chains(
    position: Position, chains: SoftChains | None, moves: int, rng: np.random.Generator
) -> ChainSample:
    """Returns codes that nearly fit, by about `moves` moves of codes, with the chains to go on with at the next turn.

    Without chains of the turn before, it starts anew, which takes `COLD_STARTS` times as long.
    """
    if chains is not None:
        return _anneal(position, chains, moves, rng)
    chains, spent = random_chains(position, rng), 0
    for _ in range(COLD_STARTS):
        sample = _anneal(position, chains, moves, rng)
        chains, spent = sample.chains, spent + sample.moves
    return sample._replace(moves=spent)


def random_chains(position: Position, rng: np.random.Generator) -> SoftChains:
    """Returns random codes and color counts; colors that the history has are open."""
    game = position.game
    codes, counts = random_code_rows(game, CODES, rng), color_counts(random_code_rows(game, COUNTS, rng), game.colors)
    guessed = max((int(turn.guess.max()) + 1 for turn in position.history), default=0)
    return SoftChains(codes, counts, max(guessed, open_at_a_time(game)))


def open_at_a_time(game: Game) -> int:
    """Returns how many colors are opened at a time: all of them if white pegs do not tell about colors.

    >>> [open_at_a_time(Game(n, n)) for n in (20, 50, 64)]
    [20, 25, 22]
    """
    if not (game.whites and game.repeats):
        return game.colors
    return -(-game.colors // -(-game.colors // MAX_OPENED_COLORS))


def random_code_rows(game: Game, n: int, rng: np.random.Generator) -> Codes:
    """Returns random codes, one a row."""
    if game.repeats:
        return rng.integers(0, game.colors, (n, game.pegs), np.uint8)
    return rng.permuted(np.tile(np.arange(game.colors, dtype=np.uint8), (n, 1)), axis=1)[:, : game.pegs].copy()


def peg_probabilities(codes: Codes, colors: int) -> Matrix:
    """Returns how probable each color is at each peg, as a matrix of pegs by colors, from a sample of codes.

    >>> peg_probabilities(np.array([[0, 1], [0, 2]], np.uint8), 3)
    array([[1. , 0. , 0. ],
           [0. , 0.5, 0.5]])
    """
    return np.array([np.bincount(peg, minlength=colors) for peg in codes.T]) / len(codes)


def _anneal(position: Position, chains: SoftChains, moves: int, rng: np.random.Generator) -> ChainSample:
    game, state = position.game, random_state(rng)
    clues = chain_clues(position.past_turns, game)
    codes, counts, open_colors = chains.codes.copy(), chains.counts.copy(), chains.open_colors
    spent, kinds = 0, game.colors
    if game.whites:
        if not (_all_equal(counts) and count_misfits(counts[:1], clues)[0] == 0):
            counts, spent = _anneal_counts(counts, clues, rng, state)
        fit = counts[count_misfits(counts, clues) == 0]
        kinds = len(np.unique(_joined(fit, open_colors), axis=0))
        _recolor(codes, fit if len(fit) else counts, open_colors, clues, rng, state)
    known = kinds == 1 and open_colors == game.colors
    recolorings = 0 if known else RECOLORINGS if game.whites else 0.5
    codes, misfits, warm = _anneal_codes(codes, clues, moves, recolorings, rng, state)
    if 0 < kinds <= MAX_KINDS_TO_OPEN:
        open_colors = min(open_colors + open_at_a_time(game), game.colors)
    fitting = np.unique(codes[misfits == 0], axis=0)
    sample = warm[rng.permutation(len(warm))[:SAMPLE_SIZE]]
    return ChainSample(SoftChains(codes, counts, open_colors), sample, fitting, known, spent + moves)


def _anneal_counts(counts: Codes, clues: ChainClues, rng: np.random.Generator, state: Any) -> tuple[Codes, int]:
    """Returns color counts after annealing, and the number of moves."""
    misfits, moves = np.zeros(len(counts), np.int64), COUNT_MOVES_PER_COLOR * counts.shape[1]
    for k, temperature in enumerate(COUNT_TEMPERATURES):
        if k:
            counts = counts[_draw_again(misfits, 1 / temperature - 1 / COUNT_TEMPERATURES[k - 1], rng)]
        walk_counts(counts, misfits, clues, temperature, moves, state)
    return counts, moves * counts.shape[0] * len(COUNT_TEMPERATURES)


def _anneal_codes(
    codes: Codes, clues: ChainClues, moves: int, recolorings: float, rng: np.random.Generator, state: Any
) -> tuple[Codes, npt.NDArray[np.int64], Codes]:
    """Returns codes after annealing, their misfits, and the codes of all temperatures that are sampled."""
    misfits, warm = np.zeros(len(codes), np.int64), []
    each = max(1, moves // (len(codes) * len(TEMPERATURES)))
    for k, temperature in enumerate(TEMPERATURES):
        if k:
            codes = codes[_draw_again(misfits, 1 / temperature - 1 / TEMPERATURES[k - 1], rng)]
        walk_codes(codes, misfits, clues, temperature, each, recolorings, state)
        if temperature <= MAX_SAMPLED_TEMPERATURE:
            warm.append(codes.copy())
    return codes, misfits, np.concatenate(warm)


def _draw_again(misfits: npt.NDArray[np.int64], colder: float, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Returns which members go on: as many as before, drawn by how probable their misfits are when it gets colder.

    Draws are evenly spaced (systematic resampling), so that a member of average weight goes on about once.
    """
    weights = np.exp(-colder * (misfits - misfits.min()))
    ends = np.cumsum(weights)
    return np.searchsorted(ends / ends[-1], (rng.random() + np.arange(len(ends))) / len(ends))


def _recolor(
    codes: Codes, counts: Codes, open_colors: int, clues: ChainClues, rng: np.random.Generator, state: Any
) -> None:
    """Recolors the codes whose color counts do not fit, each to the nearest of some counts that are drawn."""
    colors = counts.shape[1]
    own = color_counts(codes, colors)
    wanted, have = _joined(counts, open_colors), _joined(own, open_colors)
    for k in np.flatnonzero(count_misfits(own, clues)):
        some = wanted[rng.integers(0, len(wanted), TRIES_TO_RECOLOR)]
        recolor_code(codes[k], some[abs(some - have[k]).sum(axis=1).argmin()], colors, state)


def _joined(counts: Codes, open_colors: int) -> npt.NDArray[np.int64]:
    """Returns counts in which all colors that are not open are counted together, as the last one."""
    wide = counts.astype(np.int64)
    return np.concatenate([wide[:, :open_colors], wide[:, open_colors:].sum(axis=1, keepdims=True)], axis=1)


def _all_equal(rows: Codes) -> bool:
    return bool((rows == rows[0]).all())
