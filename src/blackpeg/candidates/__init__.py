"""The candidates of a history: how many there are, all of them, some at random, any one; if there are none, why.

Two tables count candidates exactly, without looking at them one by one:

- A *peg table* (`peg_table`, `palettes`) fills codes peg by peg. It answers all questions, and comes first for codes of
  up to 12 pegs.
- A *color table* (`color_table`, `color_table_plan`) places color after color, in integers of any size. It serves
  longer codes, as long as there are few turns or guesses have few colors.

If neither fits into its limits, candidates can still be drawn by rejection sampling (`rejection_sampling`): codes that
fit a part of the history are drawn, and those that fit all of it are kept. Longer codes are found by random walks
(`walks`), and drawn by them approximately. A question that can't be answered within the limits raises `TooMany`; a
history that no code fits raises `Impossible`, which names the turns that contradict each other (`contradiction`); with
many pegs that is seen if simple bounds prove it (`bounds`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from ..errors import Impossible, TooMany
from ..game import LISTABLE, Code, Codes, Game
from ..kernels import keep
from . import contradiction as _contradiction
from .clues import Clues, History, TableTooLarge, clues_of
from .code_space import AllCodes, next_code
from .color_table import MAX_OPTIONS, ColorTable
from .contradiction_bounds import is_contradictory
from .one_result_cache import OneResultCache
from .peg_table import MAX_NODES, PegTable
from .rejection_sampling import Source, draw_fitting, smallest_source
from .walks import draw_by_walks, find_by_walks

T = TypeVar("T")

__all__ = [
    "contradiction", "count", "draw", "draw_approximately", "find", "listing", "next_candidate", "refuse_contradiction",
]  # fmt: skip

MAX_DRAWN_PEGS = 2**29  # pegs of all codes drawn from `AllCodes`, at about 5 nanoseconds each
MAX_DRAWS = 2**21  # codes drawn from a peg table or from palettes, at a few microseconds each
MAX_DRAWN_STEPS = 2**23  # steps of all codes drawn from a color table, at about half a microsecond each
MAX_COLLECTED = 2**12  # candidates that are listed by drawing until each was seen
MAX_EARLY_TURNS, EARLY_DRAWS = 4, 2**16  # after few turns many codes fit: draw this often to find one
MAX_SHORT_PEGS = 12  # pegs of a code for which the peg table is always faster than the color table
MAX_PEGS_OF_TABLES = 20  # pegs up to which a code is looked for by tables before walks
QUICK_MOVES = 10**6  # of walks that look whether turns contradict each other: a few hundredths of a second
MAX_FILTERED_CODES = 2**20  # of a game in which contradictions are found by filtering all codes
QUICK_OPTIONS = 2**18  # of a color table that is tried first for longer codes: a few hundredths of a second


def count(game: Game, history: History) -> int:
    """The exact number of codes that fit the history."""
    clues = clues_of(game, history)
    if not clues:
        return game.size
    refuse_contradiction(game, history)
    table = _table(game, clues)
    number = table.total if isinstance(table, ColorTable) else table.count(MAX_NODES) if table else None
    if number is None:
        raise _too_many(
            game, history, "counted", f"with {MAX_OPTIONS:,} table entries or {MAX_NODES:,} nodes of search"
        )
    if number == 0:
        raise contradiction(game, history)
    return number


def listing(game: Game, history: History, limit: int = LISTABLE) -> Codes:
    """All codes that fit the history, in lexicographic order; `TooMany` if there are more than `limit`."""
    clues = clues_of(game, history)
    number = count(game, history)
    if number > limit:
        raise TooMany(f"{game} has {number:,} candidates after {_turns(history)}; at most {limit:,} can be listed")
    if not clues:
        return game.codes
    table = _peg_table(game, clues)
    if table is not None:
        codes = table.first(number, MAX_NODES + 2 * game.pegs * number)
        if codes is None:
            raise _too_many(game, history, "listed", f"with {MAX_NODES:,} nodes of search")
        return codes
    if number > MAX_COLLECTED:
        raise _too_many(game, history, "listed", f"unless they are at most {MAX_COLLECTED:,}; there are {number:,}")
    rng, seen = np.random.default_rng(0), np.empty((0, game.pegs), np.uint8)
    while len(seen) < number:
        seen = np.unique(np.concatenate((seen, draw(game, history, 2 * number, rng))), axis=0)
    return np.asfortranarray(seen)


def draw(game: Game, history: History, n: int, rng: np.random.Generator) -> Codes:
    """`n` codes that fit the history, drawn independently and exactly uniformly."""
    clues = clues_of(game, history)
    if not clues:
        return AllCodes(game).draw(n, rng)
    table = _table(game, clues)
    source = table or _smallest_source(game, clues)
    if source.total == 0:
        raise contradiction(game, history)
    if isinstance(table, ColorTable) or (table and not table.rest):
        return source.draw(n, rng)
    max_draws, listed = _max_draws(source, game), table.number if table else None
    codes, drawn = draw_fitting(source, game, clues, n, max_draws // 16 if listed is None else 0, rng)
    if table and len(codes) < n:
        listed = table.count(MAX_NODES)
    if listed is not None and listed <= LISTABLE:
        return listing(game, history)[rng.integers(0, max(listed, 1), n)]
    if len(codes) < n:
        more, drawn = draw_fitting(source, game, clues, n - len(codes), max_draws - drawn, rng)
        codes = np.concatenate((codes, more))
    if len(codes) < n:
        raise _too_many(game, history, "drawn", f"as {max_draws:,} tries gave {len(codes)} of {n}")
    return codes


def draw_approximately(game: Game, history: History, n: int, rng: np.random.Generator) -> Codes:
    """`n` codes that fit the history, found by walks: about as likely as any others, and not independent."""
    refuse_contradiction(game, history)
    codes = draw_by_walks(game, history, n, rng) if history else AllCodes(game).draw(n, rng)
    if not len(codes):
        raise _too_many(game, history, "found", "by walks, nor shown not to exist")
    return codes


def find(game: Game, history: History) -> Code | None:
    """Any code that fits the history; None if there is none."""
    clues = clues_of(game, history)
    rng = np.random.default_rng(0)
    if not clues:
        return next_code(game, None)
    if game.pegs > MAX_SHORT_PEGS and is_contradictory(game, clues):
        return None
    if game.pegs > MAX_PEGS_OF_TABLES and (code := find_by_walks(game, history)) is not None:
        return code
    if len(clues) <= MAX_EARLY_TURNS and game.size > LISTABLE:
        codes, _ = draw_fitting(AllCodes(game), game, clues, 1, EARLY_DRAWS, rng)
        if len(codes):
            return codes[0]
    table = _table(game, clues)
    first = table.first(1, MAX_NODES) if isinstance(table, PegTable) else None
    if first is not None:
        return first[0] if len(first) else None
    source = table or _smallest_source(game, clues)
    if source.total == 0:
        return None
    codes, drawn = draw_fitting(source, game, clues, 1, _max_draws(source, game), rng)
    if len(codes):
        return codes[0]
    if game.pegs <= MAX_PEGS_OF_TABLES and (code := find_by_walks(game, history)) is not None:
        return code
    raise _too_many(game, history, "found", f"in {drawn:,} tries, nor shown not to exist")


def next_candidate(game: Game, history: History, above: Code | None = None) -> Code:
    """The first candidate greater than `above` in lexicographic order, or the first of all if there is none greater."""
    clues = clues_of(game, history)
    if not clues:
        return next_code(game, above)
    table = _peg_table(game, clues)
    for start in (above, None):
        codes = table.first(1, MAX_NODES, start) if table is not None else None
        if codes is None:
            raise _too_many(game, history, "searched in order", f"with {MAX_NODES:,} nodes")
        if len(codes):
            return codes[0]
    raise contradiction(game, history)


def contradiction(game: Game, history: History) -> Impossible:
    """The error for a history that no code fits, which names the turns that contradict each other.

    They are as few as possible up to 12 pegs or if all codes can be listed. In larger games no turn can be left out,
    but a smaller set may exist. If either takes too long, less is said.
    """
    smallest = game.pegs <= MAX_SHORT_PEGS or game.size <= LISTABLE
    if game.pegs > MAX_SHORT_PEGS and is_contradictory(game, clues_of(game, history)):
        return _contradiction.contradiction(game, history, _disprove, smallest=False)
    search = _find_in_list if game.size <= MAX_FILTERED_CODES else find
    return _contradiction.contradiction(game, history, search, smallest)


def refuse_contradiction(game: Game, history: History) -> None:
    """Raises `Impossible` if simple bounds prove that no code of many pegs fits; fewer pegs are left to the tables."""
    if game.pegs > MAX_SHORT_PEGS and is_contradictory(game, clues_of(game, history)):
        raise contradiction(game, history)


def _disprove(game: Game, history: History) -> Code | None:
    """None if simple bounds prove that no code fits; any code that fits if short walks find one, else `TooMany`."""
    if is_contradictory(game, clues_of(game, history)):
        return None
    code = find_by_walks(game, history, QUICK_MOVES)
    if code is None:
        raise _too_many(game, history, "found", f"in {QUICK_MOVES:,} moves of walks, nor shown not to exist")
    return code


def _find_in_list(game: Game, history: History) -> Code | None:
    """Any code that fits the history, by filtering all codes: quick after many turns. None if there is none."""
    columns = game.columns
    for guess, feedback in history:
        columns = keep(columns, guess, feedback, game.whites)
        if not columns.shape[1]:
            return None
    code: Code = columns[:, 0]
    return code


def _table(game: Game, clues: Clues) -> PegTable | ColorTable | None:
    """A table of the candidates, or None if none fits into its limits."""
    quick = _quick_color_table(game, clues) if game.pegs > MAX_SHORT_PEGS else None
    return quick or _peg_table(game, clues) or _color_table(game, clues)


@OneResultCache
def _peg_table(game: Game, clues: Clues) -> PegTable | None:
    return _unless_too_large(PegTable, game, clues)


@OneResultCache
def _quick_color_table(game: Game, clues: Clues) -> ColorTable | None:
    return _unless_too_large(ColorTable, game, clues, QUICK_OPTIONS)


@OneResultCache
def _color_table(game: Game, clues: Clues) -> ColorTable | None:
    return _unless_too_large(ColorTable, game, clues, MAX_OPTIONS)


@OneResultCache
def _smallest_source(game: Game, clues: Clues) -> Source:
    return smallest_source(game, clues)


def _unless_too_large(table: Callable[..., T], *args: object) -> T | None:
    """The table made of these arguments, or None if it would be too large."""
    try:
        return table(*args)
    except TableTooLarge:
        return None


def _max_draws(source: Source, game: Game) -> int:
    """How many codes may be drawn from a source: it takes a few seconds."""
    if isinstance(source, AllCodes):
        return MAX_DRAWN_PEGS // game.pegs
    return MAX_DRAWN_STEPS // len(source.steps) if isinstance(source, ColorTable) else MAX_DRAWS


def _turns(history: History) -> str:
    return f"{len(history)} turn{'' if len(history) == 1 else 's'}"


def _too_many(game: Game, history: History, verb: str, why: str) -> TooMany:
    return TooMany(f"the candidates of {game} after {_turns(history)} can't be {verb} {why}")
