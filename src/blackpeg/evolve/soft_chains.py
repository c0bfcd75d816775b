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
from ..kernels.jit import compiled, inlined
from ..kernels.misfit_walk import MAX_PEGS_IN_BYTES
from ..kernels.random import draw_below, draw_unit, random_state
from ..position import PastTurns, Position

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
LANES = 32  # turns at a time
MAX_RISE = 256  # misfit; moves that add as much are never made
NO_COLOR = 255  # of turns that are not there

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


def color_counts(codes: Codes, colors: int) -> Codes:
    """Returns how often each code has each color, one code a row.

    >>> color_counts(np.array([[0, 2, 2]], np.uint8), 4)
    array([[1, 0, 2, 0]], dtype=uint8)
    """
    n = len(codes)
    places = np.arange(n)[:, None] * colors + codes
    return np.bincount(places.ravel(), minlength=n * colors).reshape(n, colors).astype(np.uint8)


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
        if not (_all_equal(counts) and _count_misfits(counts[:1], clues)[0] == 0):
            counts, spent = _anneal_counts(counts, clues, rng, state)
        fit = counts[_count_misfits(counts, clues) == 0]
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
        _walk_counts(counts, misfits, clues, temperature, moves, state)
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
        _walk_codes(codes, misfits, clues, temperature, each, recolorings, state)
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
    for k in np.flatnonzero(_count_misfits(own, clues)):
        some = wanted[rng.integers(0, len(wanted), TRIES_TO_RECOLOR)]
        recolor_code(codes[k], some[abs(some - have[k]).sum(axis=1).argmin()], colors, state)


def _joined(counts: Codes, open_colors: int) -> npt.NDArray[np.int64]:
    """Returns counts in which all colors that are not open are counted together, as the last one."""
    wide = counts.astype(np.int64)
    return np.concatenate([wide[:, :open_colors], wide[:, open_colors:].sum(axis=1, keepdims=True)], axis=1)


def _all_equal(rows: Codes) -> bool:
    return bool((rows == rows[0]).all())


class ChainClues(NamedTuple):
    """The history, stored so that what one peg changes at all turns lies side by side."""

    guesses: Any  # guesses[peg, turn]: a color
    held: Any  # held[color, turn]: how often the guess had the color
    black: Any  # black[turn]
    both: Any  # both[turn]: black and white pegs together
    repeats: bool
    sums: Any  # an empty array of the type in which misfits of all turns are added up


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
def _count_misfits(counts: Any, clues: ChainClues) -> npt.NDArray[np.int64]:
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
def _walk_counts(counts: Any, misfits: Any, clues: ChainClues, temperature: float, moves: int, state: Any) -> None:
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
def _walk_codes(
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
