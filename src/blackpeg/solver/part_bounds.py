"""Lower bounds for games that are too large to be solved, raised part by part.

Every first guess divides the codes into parts, one for each feedback, and a strategy that begins with it needs one
guess for each code plus what its parts need. A complete search for a tree of a part with a total below a limit either
finds one, or proves that the part needs at least that limit. So the limits rise in small steps, as far as time goes,
always for the first guess whose bound is lowest: the bound of the game is that of its lowest first guess.
`docs/part_bounds.py` keeps the results in `part_bounds.tsv` and continues them at any time.

>>> bounds = part_bounds(Game(3, 4))
>>> bound_of_game(Game(3, 4), bounds)
194
>>> for _ in raise_bounds(Game(3, 4), bounds, seconds=60):
...     pass
>>> bound_of_game(Game(3, 4), bounds)  # the least total
206
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from time import process_time
from typing import NamedTuple, get_type_hints

import numpy as np
import numpy.typing as npt

from ..game import Code, Game
from ..kernels import feedbacks
from ..kernels.transposition_table import CONTROL_FIELDS, STOP
from ..storage import replacing
from ..tree import Tree
from .problem import MAX_GUESSES, different_first_guesses
from .set_solver import Solution, cached_solver

PART_BOUNDS_FILE = Path(__file__).with_name("part_bounds.tsv")
STEP = 1 / 400  # of a bound, by which it is raised at first
SMALL = 300  # codes of a part that is solved at once, if time allows
LOOK = 0.05  # seconds after which a search looks whether its time is over


class PartBound(NamedTuple):
    """What is known of the codes that give one feedback to a first guess."""

    game: str
    first: str
    feedback: str
    codes: int
    bound: int  # no strategy needs fewer guesses for these codes in total, after the first guess
    is_least: bool  # does a strategy need no more than that?
    seconds: float  # of CPU time, for all searches so far


Bounds = dict[tuple[str, str], PartBound]  # by first guess and feedback


def part_bounds(game: Game) -> Bounds:
    """The bounds to begin with: those that follow from how many codes can share a feedback."""
    least, bounds = cached_solver(str(game), ()).problem.bounds.least, Bounds()
    for k in different_first_guesses(game):
        first, sizes = game.show(game.codes[k]), np.bincount(feedbacks(game.columns, game.codes[k], game.whites))
        for feedback, n in enumerate(sizes.tolist()):
            if n and feedback != game.solved:
                name = game.show_feedback(feedback)
                bounds[first, name] = PartBound(str(game), first, name, n, int(least[n]), n <= 2, 0.0)
    return bounds


def bounds_of_first_guesses(game: Game, bounds: Bounds) -> dict[str, int]:
    """A lower bound on the total of all strategies that begin with a guess, for each of the first guesses."""
    sums = dict[str, int]()
    for (first, _), part in bounds.items():
        sums[first] = sums.get(first, game.size) + part.bound
    return sums


def bound_of_game(game: Game, bounds: Bounds) -> int:
    """A lower bound on the total of all strategies."""
    return min(bounds_of_first_guesses(game, bounds).values())


def raise_bounds(game: Game, bounds: Bounds, seconds: float, firsts: tuple[str, ...] = ()) -> Iterator[PartBound]:
    """Raises bounds, each search within these seconds, until the lowest first guess gains nothing more that way.

    With `firsts`, only these first guesses count. Of the parts of a guess, the one that gained most in a second comes
    first. Yields each part whose bound was raised.
    """
    steps = {key: part.bound if part.codes <= SMALL else int(part.bound * STEP) for key, part in bounds.items()}
    prices = dict.fromkeys(bounds, 0.0)  # seconds for a guess, at the last step
    while True:
        sums = bounds_of_first_guesses(game, bounds)
        lowest = min((first for first in sums if not firsts or first in firsts), key=lambda first: sums[first])
        keys = [key for key in bounds if key[0] == lowest and steps[key] and not bounds[key].is_least]
        if not keys:
            return
        key = min(keys, key=lambda key: prices[key])
        before, start = bounds[key], process_time()
        after = _search(game, before, before.bound + steps[key], seconds)
        took = process_time() - start
        bounds[key] = (after or before)._replace(seconds=round(before.seconds + took, 2))
        prices[key] = took / steps[key]
        if after is None:
            steps[key] //= 2
        else:
            yield bounds[key]


def totals_of_parts(tree: Tree) -> dict[str, int]:
    """The guesses after the first that a tree needs for all codes of a feedback to it, by that feedback.

    >>> from blackpeg import strategy
    >>> totals_of_parts(Tree.of(strategy("optimal"), Game(4, 4)))["0b4w"]
    3
    """
    totals, tops, depths = dict[str, int](), {0: ""}, {0: 0}
    for node in range(1, len(tree.parents)):
        parent = int(tree.parents[node])
        tops[node] = tops[parent] or tree.game.show_feedback(int(tree.answers[node]))
        depths[node] = depths[parent] + 1
        totals[tops[node]] = totals.get(tops[node], 0) + depths[node] * int(tree.wins[node])
    return totals


def _search(game: Game, part: PartBound, below: int, seconds: float) -> PartBound | None:
    """The part with its bound raised to `below`, or to its least total if that is smaller; None if time is over."""
    first = game.code(part.first)
    codes = np.flatnonzero(feedbacks(game.columns, first, game.whites) == game.feedback(part.feedback))
    solution = solve_within(seconds, game, codes, [first], MAX_GUESSES - 1, below)
    return solution and part._replace(bound=solution.total, is_least=bool(solution.guesses))


def solve_within(
    seconds: float, game: Game, codes: npt.NDArray[np.int64], history: list[Code], turns: int, below: int
) -> Solution | None:
    """What `SetSolver.solve` finds with all guesses within these seconds of CPU time; None if they are not enough."""
    control, done, end = np.zeros(CONTROL_FIELDS, np.int64), Event(), process_time() + seconds

    def watch() -> None:
        while not done.wait(LOOK):
            if process_time() > end:
                control[STOP] = 1

    Thread(target=watch, daemon=True).start()
    try:
        return cached_solver(str(game), ()).solve(codes, history, turns, below, control)
    except KeyboardInterrupt:
        if control[STOP]:
            return None
        raise
    finally:
        done.set()


def read_part_bounds(game: Game, path: Path = PART_BOUNDS_FILE) -> Bounds:
    """The bounds of a game in the file, and those to begin with if it has none."""
    readers = {**get_type_hints(PartBound), "is_least": lambda text: text == "yes"}
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["game"] == str(game)]
    parts = [PartBound(*(readers[name](row[name]) for name in PartBound._fields)) for row in rows]
    return {(part.first, part.feedback): part for part in parts} or part_bounds(game)


def write_part_bounds(game: Game, bounds: Bounds, path: Path = PART_BOUNDS_FILE) -> None:
    """Writes the bounds of a game to the file; those of other games stay."""
    header, *lines = path.read_text(encoding="utf-8").splitlines()
    lines = [line for line in lines if not line.startswith(f"{game}\t")]
    for part in bounds.values():
        cells = part._asdict() | {"is_least": "yes" if part.is_least else "no"}
        lines.append("\t".join(map(str, cells.values())))
    with replacing(path) as file:
        file.write_text("\n".join([header, *lines, ""]), encoding="utf-8")
