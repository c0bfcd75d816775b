"""Exact search and one-step trees beside a C++ program: `python benchmarks/beside_mmstrat.py PATH/TO/mmstrat [GAMES]`.

mmstrat, of github.com/widmaN/mastermind-strategy, is the fastest program for this that we know. Whoever has built it
names it here. Both take turns in one run on one core, since machines are shared and noisy; CPU seconds are medians,
compilation left out, and the ratio is in our favor where it is above 1. Both totals are printed: an optimum must be
the same, a one-step tree may differ by its ties.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import process_time

from blackpeg import Game, Tree, strategy
from blackpeg.solver.optimal_search import optimal
from blackpeg.solver.set_solver import cached_solver

TREES = {"entropy": "entropy", "minimax": "minmax", "expected_size": "minavg", "most_parts": "parts"}
GAMES = ("4x6", "4x7", "5x8", "4x10-distinct")
ROUNDS = {"4x6": 9, "4x7": 3}  # 1 for the others, which take minutes
MAX_SOLVED_CODES = 5040  # codes of the largest game whose optimum is compared: larger ones take hours


def best_total(game: Game) -> int:
    cached_solver.cache_clear()
    return optimal(game).tree.total


def tree_total(rule: str, game: Game) -> int:
    return Tree.of(strategy(rule), game).total


def run_mmstrat(program: str, name: str, game: Game) -> int:
    """The total that mmstrat finds: the first number that it prints."""
    rules = f"p{game.pegs}c{game.colors}{'r' if game.repeats else 'n'}"
    printed = subprocess.run(
        [program, "-r", rules, "-s", name, "-S", "-q"],
        check=True, capture_output=True, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"},
    ).stdout  # fmt: skip
    return int(printed.split(":")[0])


def timed(work: Callable[[], int], clock: Callable[[], float]) -> tuple[float, int]:
    start = clock()
    total = work()
    return clock() - start, total


def seconds_of_children() -> float:
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def compare(program: str, rule: str | None, name: str, game: Game) -> None:
    """Prints a line: one of the trees, or the optimum."""
    ours, theirs = list[tuple[float, int]](), list[tuple[float, int]]()
    for _ in range(ROUNDS.get(str(game), 1)):
        theirs.append(timed(lambda: run_mmstrat(program, name, game), seconds_of_children))
        ours.append(timed(lambda: tree_total(rule, game) if rule else best_total(game), process_time))
    (our_seconds, their_seconds) = (median(seconds for seconds, _ in times) for times in (ours, theirs))
    print(
        f"{game!s:14} {rule or 'optimum':14} {our_seconds:9.4f} s  mmstrat {their_seconds:9.4f} s  "
        f"ratio {their_seconds / our_seconds:6.2f}  totals {ours[0][1]:,} and {theirs[0][1]:,}",
        flush=True,
    )


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if shutil.which(sys.argv[1]) is None:
        sys.exit(f"no program {sys.argv[1]}; name the mmstrat that you have built")
    program, games = sys.argv[1], [Game.parse(text) for text in sys.argv[2:] or GAMES]
    best_total(Game(3, 6))  # compiled here, once
    for game in games:
        if game.size <= MAX_SOLVED_CODES:
            compare(program, None, "optimal", game)
        for rule, name in TREES.items():
            tree_total(rule, game)  # compiled and read here, once
            compare(program, rule, name, game)


if __name__ == "__main__":
    main()
