"""The codes that fit a history: how many, which, some at random, any at all, and if none, why.

Two tables answer exactly. The *peg table* (`pegtable`) counts codes peg by peg and serves all questions;
the *color table* (`colortable`) counts color by color, in integers of any size, where codes are too long
for that but turns are few or guesses have few colors. Where neither fits, codes are drawn from what a
part of the history leaves (`sources`) and kept if they fit the rest. What can't be answered within the
limits raises `TooMany`; a history that no code fits raises `Impossible`, with the turns at fault.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from ..errors import Impossible, TooMany
from ..game import LISTABLE, Code, Codes, Game
from . import contradiction as _contradiction
from .clues import Clues, DoesNotFit, History, clues_of
from .color_table import WORK, ColorTable
from .draw_from import AllCodes, Source, draw_fitting, narrowed, next_code
from .keep_latest import Latest
from .peg_table import LONG, PegTable

T = TypeVar("T")

__all__ = ["contradiction", "count", "draw", "find", "least", "listing"]

PEGS_TRIED = 2**29  # pegs in all of codes drawn from all codes, at about 5 nanoseconds each
TRIES = 2**21  # codes drawn from a peg table or from palettes, at a few microseconds each
STEPS_TRIED = 2**23  # steps in all of codes drawn from a color table, at about half a microsecond each
COLLECTED = 2**12  # candidates that may be listed by drawing until each was seen
EARLY, EARLY_TRIES = 4, 2**16  # turns after which many codes fit, and codes drawn to find one of them
SHORT_CODE = 12  # pegs up to which the peg table is always the faster one
LITTLE_WORK = 2**18  # for a color table that is tried first for longer codes: a few hundredths of a second


def count(game: Game, history: History) -> int:
    """How many codes fit the history, exactly."""
    clues = clues_of(game, history)
    if not clues:
        return game.size
    table = _table(game, clues)
    number = table.total if isinstance(table, ColorTable) else table.count(LONG) if table else None
    if number is None:
        raise _too_many(game, history, "counted", f"with {WORK:,} table entries or {LONG:,} nodes of search")
    if number == 0:
        raise contradiction(game, history)
    return number


def listing(game: Game, history: History, limit: int = LISTABLE) -> Codes:
    """All codes that fit the history, in lexicographic order, where there are at most `limit`."""
    clues = clues_of(game, history)
    number = count(game, history)
    if number > limit:
        raise TooMany(f"{game} has {number:,} candidates after {_turns(history)}; at most {limit:,} can be listed")
    if not clues:
        return game.codes
    table = _peg_table(game, clues)
    if table is not None:
        codes = table.first(number, LONG + 2 * game.pegs * number)
        if codes is None:
            raise _too_many(game, history, "listed", f"with {LONG:,} nodes of search")
        return codes
    if number > COLLECTED:
        raise _too_many(game, history, "listed", f"unless they are at most {COLLECTED:,}; there are {number:,}")
    rng, seen = np.random.default_rng(0), np.empty((0, game.pegs), np.uint8)
    while len(seen) < number:
        seen = np.unique(np.concatenate((seen, draw(game, history, 2 * number, rng))), axis=0)
    return np.asfortranarray(seen)


def draw(game: Game, history: History, n: int, rng: np.random.Generator) -> Codes:
    """`n` codes that fit the history, drawn independently, each exactly as likely as any other."""
    clues = clues_of(game, history)
    if not clues:
        return AllCodes(game).draw(n, rng)
    table = _table(game, clues)
    source = table or _narrowed(game, clues)
    if source.total == 0:
        raise contradiction(game, history)
    if isinstance(table, ColorTable) or (table and not table.rest):
        return source.draw(n, rng)
    tries, listed = _tries(source, game), table.number if table else None
    codes, tried = draw_fitting(source, game, clues, n, tries // 16 if listed is None else 0, rng)
    if table and len(codes) < n:
        listed = table.count(LONG)
    if listed is not None and listed <= LISTABLE:
        return listing(game, history)[rng.integers(0, max(listed, 1), n)]
    if len(codes) < n:
        more, tried = draw_fitting(source, game, clues, n - len(codes), tries - tried, rng)
        codes = np.concatenate((codes, more))
    if len(codes) < n:
        raise _too_many(game, history, "drawn", f"as {tries:,} tries gave {len(codes)} of {n}")
    return codes


def find(game: Game, history: History) -> Code | None:
    """A code that fits the history; None where none does."""
    clues = clues_of(game, history)
    rng = np.random.default_rng(0)
    if not clues:
        return next_code(game, None)
    if len(clues) <= EARLY and game.size > LISTABLE:
        codes, _ = draw_fitting(AllCodes(game), game, clues, 1, EARLY_TRIES, rng)
        if len(codes):
            return codes[0]
    table = _table(game, clues)
    first = table.first(1, LONG) if isinstance(table, PegTable) else None
    if first is not None:
        return first[0] if len(first) else None
    source = table or _narrowed(game, clues)
    if source.total == 0:
        return None
    codes, tried = draw_fitting(source, game, clues, 1, _tries(source, game), rng)
    if len(codes):
        return codes[0]
    raise _too_many(game, history, "found", f"in {tried:,} tries, nor shown not to exist")


def least(game: Game, history: History, above: Code | None = None) -> Code:
    """The first code in lexicographic order that fits; the first after `above`, or again from the start."""
    clues = clues_of(game, history)
    if not clues:
        return next_code(game, above)
    table = _peg_table(game, clues)
    for start in (above, None):
        codes = table.first(1, LONG, start) if table is not None else None
        if codes is None:
            raise _too_many(game, history, "searched in order", f"with {LONG:,} nodes")
        if len(codes):
            return codes[0]
    raise contradiction(game, history)


def contradiction(game: Game, history: History) -> Impossible:
    """The error for a history that no code fits: it says which turns contradict each other.

    These are as few as possible up to 12 pegs or where all codes can be listed; else none can be left out.
    """
    return _contradiction.contradiction(game, history, find, smallest=game.pegs <= SHORT_CODE or game.size <= LISTABLE)


def _table(game: Game, clues: Clues) -> PegTable | ColorTable | None:
    """The table that holds all clues, if one does."""
    quick = _quick_color_table(game, clues) if game.pegs > SHORT_CODE else None
    return quick or _peg_table(game, clues) or _color_table(game, clues)


@Latest
def _peg_table(game: Game, clues: Clues) -> PegTable | None:
    return _if_it_fits(PegTable, game, clues)


@Latest
def _quick_color_table(game: Game, clues: Clues) -> ColorTable | None:
    return _if_it_fits(ColorTable, game, clues, LITTLE_WORK)


@Latest
def _color_table(game: Game, clues: Clues) -> ColorTable | None:
    return _if_it_fits(ColorTable, game, clues, WORK)


@Latest
def _narrowed(game: Game, clues: Clues) -> Source:
    return narrowed(game, clues)


def _if_it_fits(table: Callable[..., T], *args: object) -> T | None:
    try:
        return table(*args)
    except DoesNotFit:
        return None


def _tries(source: Source, game: Game) -> int:
    if isinstance(source, AllCodes):
        return PEGS_TRIED // game.pegs
    return STEPS_TRIED // len(source.steps) if isinstance(source, ColorTable) else TRIES


def _turns(history: History) -> str:
    return f"{len(history)} turn{'' if len(history) == 1 else 's'}"


def _too_many(game: Game, history: History, verb: str, why: str) -> TooMany:
    return TooMany(f"the candidates of {game} after {_turns(history)} can't be {verb} {why}")
