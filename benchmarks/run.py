"""Speed, measured beside a yardstick in the same run: `make bench`, or `python benchmarks/run.py --json`.

Times are the best of several on one core, warm. Machines are shared and noisy, so a ratio says more
than a time; the marks are what the issue asks for.
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter, process_time

import numpy as np
from evolution import Row, evolution
from gym_steps import gym_steps

from blackpeg import Game, Honest, Tree, play, strategy
from blackpeg.coach.review import review
from blackpeg.kernels.feedback import (
    counters_of,
    feedback_block,
    feedback_numbers,
    probes_of,
    sizes_into,
    table_of,
)
from blackpeg.kernels.jit import compact, compiled
from blackpeg.lab.executors import Batches
from blackpeg.lab.experiment import Experiment, Task, play_tasks, secret_of, seed_of
from blackpeg.lab.figures.guesses_against_time import draw_costs
from blackpeg.lab.game_arrays import summary_of
from blackpeg.lab.runner import missing_tasks, play_into_store
from blackpeg.lab.store import Store
from blackpeg.solver.optimal_search import SearchResult, optimal
from blackpeg.solver.set_solver import cached_solver

HERE = Path(__file__).parent
GUESSES, PAIRS = 50, 20_000_000


@compiled
def partition_many(sizes, block, table, n, probes, times, possible):
    for _ in range(times):
        for g in range(len(probes)):
            for k in range(len(sizes)):
                sizes[k] = 0
            sizes_into(sizes, block, table, n, probes, g, np.int64(5), possible)


def best_of(times: int, work: Callable[[], object], clock: Callable[[], float] = perf_counter) -> float:
    seconds = []
    for _ in range(times):
        start = clock()
        work()
        seconds.append(clock() - start)
    return min(seconds)


def yardstick() -> ctypes.CDLL:
    folder = tempfile.mkdtemp()
    library = f"{folder}/partition.so"
    command = ["gcc", "-O3", "-march=native", "-shared", "-fPIC", "-o", library, str(HERE / "partition.c")]
    subprocess.run(command, check=True)
    c = ctypes.CDLL(library)
    c.seconds.restype = ctypes.c_double
    return c


def partitions() -> Iterator[Row]:
    """A 5x8 set cut by a guess: ours and the same loop in C, in turns."""
    game, c = Game(5, 8), yardstick()
    rng = np.random.default_rng(1)
    probes = probes_of(compact(game.columns[:, rng.integers(game.size, size=GUESSES)]), True)
    for n in (256, 2048, 32768):
        some = np.sort(rng.permutation(game.size)[:n])
        table = table_of(compact(game.columns[:, some]), game.colors)
        sizes, block, possible = counters_of(5), feedback_block(5), feedback_numbers(5, True)
        times = PAIRS // (n * GUESSES)
        partition_many(sizes, block, table, n, probes, 1, possible)
        ours, theirs = 9.0, 9.0
        for _ in range(7):
            ours = min(ours, best_of(1, partial(partition_many, sizes, block, table, n, probes, times, possible)))
            pointers = [ctypes.c_void_p(array.ctypes.data) for array in (table, probes)]
            stride, count = ctypes.c_long(table.shape[1]), ctypes.c_long(n)
            took = c.seconds(pointers[0], stride, count, pointers[1], ctypes.c_long(GUESSES), 5, ctypes.c_long(times))
            theirs = min(theirs, took)
        pairs = times * GUESSES * n
        yield f"partition 5x8, {n} codes", ours / pairs * 1e9, "ns a pair", 1.2, f"C {theirs / pairs * 1e9:.2f} ns"
        yield f"partition 5x8, {n} codes, against C", ours / theirs, "times C", 1.2, ""


def trees() -> Iterator[Row]:
    """Complete trees by one-step rules."""
    for game, name, mark in (
        ("4x6", "minimax", 0.005), ("4x6", "expected_size", 0.005), ("4x6", "entropy", 0.005),
        ("4x6", "most_parts", 0.005), ("5x8", "most_parts", 2), ("5x8", "expected_size", 3), ("5x8", "entropy", 4),
        ("5x8", "entropy(candidates_only=True)", 0.1), ("6x9", "entropy(candidates_only=True)", 2.5),
    ):  # fmt: skip
        rules, player = Game.parse(game), strategy(name)
        tree = Tree.of(player, rules)
        seconds = best_of(20 if game == "4x6" else 3, partial(Tree.of, player, rules))
        yield f"tree {game} {name}", seconds, "s", mark, f"{tree.average:.4f} guesses"


def games() -> Iterator[Row]:
    """Whole games, for what the lab can hope for."""
    game, player = Game(4, 6), strategy("random")
    secrets = game.codes[::7]

    def many() -> None:
        for number, secret in enumerate(secrets):
            play(game, player, Honest(secret), number)

    many()
    yield "game 4x6 random", best_of(5, many) / len(secrets) * 1e6, "µs", float("nan"), ""


def reviews() -> Iterator[Row]:
    """A whole game looked at again; the second of 5x8 begins badly, so that many codes are left."""
    for text, secret, guesses, mark in (
        ("4x6", "6543", "1122 3456 5555 6543", 1), ("5x8", "38164", "11234 56781 38156 38164", 1),
        ("5x8", "38164", "77777 77722 12312 38156 38164", 1), ("8x12", "1a3c5678", "11223344 55667788 9abc1234", 10),
    ):  # fmt: skip
        game = Game.parse(text)
        work = partial(review, game, game.code(secret), guesses.split())
        work()
        yield f"review {text} {guesses[:5]}", best_of(3, work), "s", mark, ""


def lab() -> Iterator[Row]:
    """What the lab adds to playing: seeding, batching, storing; and reading a million games back."""
    game, player = Game(4, 6), strategy("random")

    def playing(prepared: list[tuple[Honest, int]]) -> None:
        for maker, seed in prepared:
            end = play(game, player, maker, seed)
            _ = (end.known, end.evaluations, end.feedbacks, end.seconds)

    pairs = []
    with tempfile.TemporaryDirectory() as folder, Store(f"{folder}/lab.db") as store:
        for seed in range(121):  # each time other games, the same ones for both, in turns who goes first
            experiment = Experiment(("4x6",), ("random",), count=600, seed=seed)
            tasks = list(experiment.tasks())
            alone = partial(playing, [(Honest(secret_of(task)), seed_of(task)) for task in tasks])
            whole = partial(lambda one: play_into_store(store, missing_tasks(store, [one])[0]), experiment)
            order = (alone, whole) if seed % 2 else (whole, alone)
            seconds = {work: best_of(1, work, process_time) for work in order}
            if seed:
                pairs.append((seconds[alone], seconds[whole]))
    plain = min(alone for alone, _ in pairs)
    added = median(run / alone for alone, run in pairs) - 1  # the least of each would flatter it
    yield (
        "lab, a whole run over playing alone",
        added,
        "more",
        0.1,
        f"random at 4x6, {plain / 600 * 1e6:.0f} µs a game",
    )
    records = list(play_tasks(tasks))

    def overhead() -> None:
        batches = Batches(tasks)
        while batch := batches.next():
            batches.learn_seconds(batch, 0.0002 * len(batch))
            _ = [(secret_of(task), seed_of(task)) for task in batch]
        with tempfile.TemporaryDirectory() as folder, Store(f"{folder}/lab.db") as store:
            missing_tasks(store, [experiment])
            for first in range(0, len(records), 1500):
                store.add(records[first : first + 1500], "x", "w")

    yield (
        "lab, seeding, batching, storing by themselves",
        best_of(9, overhead, process_time) / plain,
        "of playing",
        float("nan"),
        "",
    )
    with tempfile.TemporaryDirectory() as folder, Store(f"{folder}/lab.db") as store:
        record = next(iter(play_tasks(tasks[:1])))
        series = record.task.series
        for first in range(0, 1_000_000, 100_000):
            some = range(first, first + 100_000)
            store.add((record._replace(task=Task(series, k), guesses=3 + k % 5) for k in some), "x", "w")
        yield "a million stored games, summarized", best_of(3, partial(summary_of, store, series)), "s", 5, ""


def players() -> Iterator[Row]:
    """needle beside others on the same secrets: guesses and seconds a game, and a figure of both."""
    figure, summaries = HERE.parent / "build" / "players.png", {}
    with tempfile.TemporaryDirectory() as folder, Store(f"{folder}/players.db") as store:
        for game, names, count in (
            ("5x8", ("needle", "entropy", "berghman2009", "merelo2013", "maestro2014"), 200),
            ("6x9", ("needle", "entropy(candidates_only=True)", "berghman2009", "merelo2013", "maestro2014"), 100),
            ("8x12", ("needle", "berghman2009", "merelo2013", "maestro2014"), 20),
        ):
            experiment = Experiment((game,), names, count=count)
            play_into_store(store, missing_tasks(store, [experiment])[0])
            summaries[game] = {one.strategy: summary_of(store, one) for one in experiment.series()}
            for name, found in summaries[game].items():
                seconds = found.seconds or float("nan")
                yield (
                    f"{name} at {game}",
                    found.average,
                    "guesses",
                    float("nan"),
                    f"{seconds:.3f} s a game, {count} games",
                )
    figure.parent.mkdir(exist_ok=True)
    draw_costs(figure, summaries)
    yield "guesses against seconds", float(len(summaries)), "panels", float("nan"), f"drawn in {figure}"


def exact() -> Iterator[Row]:
    """Optima proved from nothing; beside_mmstrat.py sets them beside a C++ program."""

    def prove(game: Game) -> None:
        cached_solver.cache_clear()
        found.append(optimal(game))

    found: list[SearchResult] = []
    prove(Game(3, 6))
    for text, times in (("4x6", 5), ("4x7", 1), ("4x8", 1), ("4x10-distinct", 1)):
        seconds = best_of(times, partial(prove, Game.parse(text)), process_time)
        note = f"{found[-1].tree.total} guesses, at most {found[-1].tree.max}, proved"
        yield f"optimum of {text}, least maximum included", seconds, "s", float("nan"), note


def commands() -> Iterator[Row]:
    """What a person waits for."""
    blackpeg = str(Path(sys.executable).with_name("blackpeg"))
    with tempfile.TemporaryDirectory() as folder:
        fresh = {**os.environ, "XDG_CACHE_HOME": folder}
        fresh.pop("NUMBA_CACHE_DIR", None)
        solve = [blackpeg, "solve", "4x6", "--secret", "6543", "--json"]
        first = best_of(1, lambda: subprocess.run(solve, env=fresh, check=True, capture_output=True))
        yield "solve 4x6, first use", first, "s", 15, "compiles"
        again = best_of(3, lambda: subprocess.run(solve, env=fresh, check=True, capture_output=True))
        yield "solve 4x6", again, "s", 1.5, ""
    for words in (["next", "5x8", "11223=1b1w"], ["tree", "4x6", "-s", "entropy", "--json"], ["solve", "8x12"]):
        run = partial(subprocess.run, [blackpeg, *words], check=True, capture_output=True)
        run()
        yield " ".join(words), best_of(3, run), "s", 1.5, ""
    before = getrusage(RUSAGE_CHILDREN)
    for _ in range(10):
        subprocess.run([blackpeg, "--help"], check=True, capture_output=True)
    after = getrusage(RUSAGE_CHILDREN)
    cpu = (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / 10
    yield "blackpeg --help, CPU time", cpu, "s", 0.15, ""


def main() -> None:
    as_json = "--json" in sys.argv
    rows = []
    for group in (partitions, trees, games, reviews, evolution, players, lab, gym_steps, exact, commands):
        for what, measured, unit, mark, note in group():
            rows.append({"what": what, "measured": measured, "unit": unit, "mark": mark, "note": note})
            if not as_json:
                verdict = "" if mark != mark else "ok" if measured <= mark else "MISSED"
                goal = "" if mark != mark else f"mark {mark:g}"
                print(f"{what:44} {measured:10.4g} {unit:10} {goal:12} {verdict:7} {note}", flush=True)
    if as_json:
        print(json.dumps(rows))


if __name__ == "__main__":
    main()
