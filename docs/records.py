"""Search for records, game by game, and write each result to src/blackpeg/solver/records.tsv as it is found.

python docs/records.py                        every game that was not given 4 CPU seconds yet, the smallest first
python docs/records.py --seconds 60 4x10 5x9  these, with a minute of CPU time for each kind of search
python docs/records.py --seconds 0            no search, only trees of the library and one-step rules: something for all
python docs/records.py --seconds 60           every game that is not proved and was not given a minute yet
python docs/records.py --width 1,3 5x9 6x7    one search of this width for each of these, however long it takes;
                                              --first 11234 tries only this first guess

Several of these may run at the same time.

The kinds of search, in this order: the tree that comes with Blackpeg; four one-step rules; the complete search for the
least total and then for the least worst case, each result proved; for what is not proved by then, whether fewer guesses
are enough in the worst case, and whether more are needed; and searches of growing width. Where no search goes, or none
that is deep enough, looking two steps ahead. Games of two pegs and black pegs only have the bounds of a dynamic
program, which are the optimum. A kind of search that runs out of its seconds is stopped; what it found until then is
kept.
"""

from __future__ import annotations

import argparse
import resource
from collections.abc import Callable, Iterator
from fcntl import LOCK_EX, flock
from itertools import product
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import gettempdir
from time import process_time
from typing import NamedTuple

import numpy as np

from blackpeg import BlackpegError, Game, Tree, strategy
from blackpeg.game import Code
from blackpeg.information.first_guesses import openings
from blackpeg.kernels import feedbacks
from blackpeg.processes import end_with_parent
from blackpeg.solver.optimal_search import SearchProgress, check_request, optimal, tree_within
from blackpeg.solver.problem import (
    MAX_GUESSES,
    MAX_PROVED_CODES,
    bounds_of,
    counts_last_turn,
    parse_widths,
)
from blackpeg.solver.records import SHIPPED, Record, best_published, read_records, recorded_games, write_records
from blackpeg.solver.set_solver import Solution
from blackpeg.solver.tree_library import is_proved, tree_path
from blackpeg.solver.two_black_pegs import least_guesses

RULES = ("expected_size", "entropy", "most_parts", "minimax")
WIDTHS = (
    *("1,1", "9,1", "1,20:6", "1,60:8", "1,40:1000000", "2,3", "2,300:4,100:10", "1,5", "1,1000:4,60:1000000"),
    *("2,2000:3,400:8,100:20", "2,8", "3,2000:5,400:12,100:40", "1,20,12", "2,40,20,10", "3,80,40,20"),
)
MANY_CODES = 2**16  # beyond, a one-step rule takes a minute, and only the best of them is tried
LOCK_FILE = Path(gettempdir()) / "blackpeg-records.lock"


class Found(NamedTuple):
    """A tree, and how it was found."""

    total: int
    max: int
    first: str
    source: str
    seconds: float


class Bound(NamedTuple):
    """A lower bound on the total, or on the worst case."""

    objective: str
    value: int


Send = Callable[[Found | Bound], None]  # says what was found


def describe(tree: Tree, source: str, start: float) -> Found:
    seconds = process_time() - start
    assert tree.replay() == tree.histogram
    return Found(tree.total, tree.max, tree.game.show(tree.guesses[0]), source, round(seconds, 2))


def bounds_by_counting(send: Send, game: Game) -> None:
    """The bounds that follow from how many codes can share a feedback."""
    least, max_codes = bounds_of(game)
    send(Bound("average", int(least[game.size])))
    send(Bound("worst", next(turns for turns, codes in enumerate(max_codes) if codes >= game.size)))


def two_black_pegs(send: Send, game: Game) -> None:
    """The least total and the least worst case of two pegs and black pegs only, by dynamic programming."""
    least = least_guesses(game)
    send(Bound("average", least.total))
    send(Bound("worst", least.worst))


def shipped(send: Send, game: Game) -> None:
    """The trees that come with Blackpeg."""
    for objective in ("average", "worst"):
        if tree_path(game, objective).exists():
            tree = Tree.of(strategy(f"optimal(objective='{objective}')"), game)
            send(describe(tree, SHIPPED, process_time())._replace(seconds=0.0))
            if is_proved(game, objective):
                send(Bound(objective, tree.total if objective == "average" else tree.max))


def one_step(send: Send, game: Game) -> None:
    """The trees of one-step rules."""
    for rule in RULES:
        start = process_time()
        send(describe(Tree.of(strategy(rule), game), f"tree {game} -s {rule}", start))


def other_openings(send: Send, game: Game) -> None:
    """The trees of entropy after the first guesses that tell most, and after that of the best published tree."""

    def missing_bits(code: Code) -> float:
        sizes = np.bincount(feedbacks(game.columns, code, game.whites))
        return float((sizes * np.log2(np.maximum(sizes, 1))).sum())

    codes = sorted((np.array(code, np.uint8) for code in openings(game)), key=missing_bits)
    codes = codes[: 3 if game.size <= MANY_CODES else 2]
    if (other := best_published(game)) and other.first and other.first not in map(game.show, codes):
        codes.append(game.code(other.first))
    for code in codes:
        start, first = process_time(), game.show(code)
        tree = Tree.beginning_with(code, strategy("entropy"), game)
        send(describe(tree, f"tree {game} -s entropy --first {first}", start))


def complete(send: Send, game: Game) -> None:
    """The complete search: the least total, then the least worst case."""
    known, bounds = dict[str, Solution](), list[int]()

    def watch(progress: SearchProgress) -> None:
        if not bounds or progress.bound > bounds[-1]:
            bounds.append(progress.bound)
            send(Bound("average", progress.bound))

    start = process_time()
    best = optimal(game, known=known, watch=watch).tree
    send(describe(best, f"optimal {game}", start))
    send(Bound("average", best.total))
    worst = optimal(game, "worst", known=known).tree
    send(describe(worst, f"optimal {game} --objective worst", start))
    send(Bound("worst", worst.max))


def fewer_turns(send: Send, game: Game, fewest: int, known: int) -> None:
    """Whether fewer guesses are enough in the worst case than those of the known tree, and even fewer."""
    for turns in range(known - 1, fewest - 1, -1):
        start = process_time()
        tree = tree_within(game, turns)
        if tree is None:
            send(Bound("worst", turns + 1))
            return
        send(describe(tree, f"optimal {game} --objective turns --max-turns {turns}", start))


def too_few_turns(send: Send, game: Game, fewest: int, known: int) -> None:
    """Whether more guesses are needed in the worst case than the lower bound says: raises it as long as they are."""
    for turns in range(fewest, known):
        start = process_time()
        if tree := tree_within(game, turns):
            send(describe(tree, f"optimal {game} --objective turns", start))
            return
        send(Bound("worst", turns + 1))


def beam(send: Send, game: Game, all_widths: tuple[str, ...] = WIDTHS, first: str | None = None) -> None:
    """Searches of growing width; with `first`, only this first guess is tried."""
    for widths in all_widths:
        start = process_time()
        tree = optimal(game, widths=parse_widths(widths), first=first).tree
        send(describe(tree, f"optimal {game} --width {widths}" + (f" --first {first}" if first else ""), start))


def shallow(send: Send, game: Game, turns: int) -> None:
    """Searches of growing width for a tree of fewer turns."""
    for widths in WIDTHS:
        start = process_time()
        try:
            tree = optimal(game, max_turns=turns, widths=parse_widths(widths)).tree
        except BlackpegError:
            continue
        send(describe(tree, f"optimal {game} --max-turns {turns} --width {widths}", start))
        return


def ahead(send: Send, game: Game) -> None:
    """Looking two steps ahead, where no search goes."""
    for judge, width in product(("expected_size", "worst_case"), (2, 3, 8)):
        player = f"lookahead(judge='{judge}',width={width})"
        if strategy(player).supports(game) is not None:
            return
        start = process_time()
        send(describe(Tree.of(strategy(player), game), f'tree {game} -s "{player}"', start))


def _work(pipe: Connection, seconds: int | None, search: Callable[..., None], game: Game, *more: int) -> None:
    end_with_parent()
    if seconds is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    try:
        search(pipe.send, game, *more)
    except BlackpegError as error:
        pipe.send(str(error))


def run(seconds: int | None, search: Callable[..., None], game: Game, *more: int) -> Iterator[Found | Bound]:
    """What a search finds within these seconds of CPU time, in a process that the system ends then."""
    ours, theirs = get_context("fork").Pipe(duplex=False)
    process = get_context("fork").Process(target=_work, args=(theirs, seconds, search, game, *more), daemon=True)
    process.start()
    theirs.close()
    try:
        while True:
            finding = ours.recv()
            if isinstance(finding, str):
                print(f"  {search.__name__}: {finding}")
                return
            yield finding
    except EOFError:
        return
    finally:
        process.kill()
        process.join()


def improve(record: Record, finding: Found | Bound) -> Record:
    """The record with what was found, if that is better."""
    if isinstance(finding, Bound):
        if finding.objective == "average":
            return record._replace(total_bound=max(record.total_bound, finding.value))
        return record._replace(worst_bound=max(record.worst_bound, finding.value))
    total, most, first, source, seconds = finding
    if record.total == 0 or (total, most) < (record.total, record.max):
        record = record._replace(total=total, max=most, first=first, source=source, seconds=seconds)
    if record.worst == 0 or (most, total) < (record.worst, record.worst_total):
        record = record._replace(
            worst=most, worst_total=total, worst_first=first, worst_source=source, worst_seconds=seconds
        )
    return record


def join(record: Record, other: Record) -> Record:
    """The better one of two records of a game, in each of its parts: another process may have written one meanwhile."""
    for finding in (
        Found(other.total, other.max, other.first, other.source, other.seconds),
        Found(other.worst_total, other.worst, other.worst_first, other.worst_source, other.worst_seconds),
        Bound("average", other.total_bound),
        Bound("worst", other.worst_bound),
    ):
        record = improve(record, finding)
    return record._replace(budget=max(record.budget, other.budget))


def join_bounds(record: Record, records: dict[str, Record]) -> Record:
    """The record with the bounds of the same game with or without white pegs, if each code has every color.

    Then the pegs that are not black are white.
    """
    game = Game.parse(record.game)
    if not game.repeats and game.pegs == game.colors:
        other = records.get(str(Game(game.pegs, game.colors, repeats=False, whites=not game.whites)))
        if other:
            record = improve(record, Bound("average", other.total_bound))
            record = improve(record, Bound("worst", other.worst_bound))
    return record


def search_game(game: Game, record: Record | None, seconds: int) -> Record:
    """All kinds of searches that can still gain something, one after the other."""
    is_new = record is None
    record = record or Record(str(game), game.size, 0, 0, 0, "", "", 0, 0, 0, 0, "", "", 0, 0)

    def take(limit: int | None, search: Callable[..., None], *more: int) -> None:
        nonlocal record
        for finding in run(limit, search, game, *more):
            record = improve(record, finding)

    if is_new:
        take(None, bounds_by_counting)
        if game.size <= MANY_CODES:
            take(None, one_step)
        if game.size > MAX_PROVED_CODES:
            take(None, other_openings)
    if game.pegs == 2 and not game.whites:
        take(None, two_black_pegs)
    take(None, shipped)
    if seconds == 0:
        return record
    if game.size <= MAX_PROVED_CODES and not (
        record.total_is_proved and (record.worst_is_proved or counts_last_turn(game))
    ):
        take(seconds, complete)
    for search in (fewer_turns, too_few_turns):
        if not record.worst_is_proved and counts_last_turn(game):
            take(seconds, search, record.worst_bound, record.worst)
    try:
        check_request(game, "average", None, (1,), None)
        if not record.total_is_proved:
            take(seconds, beam)
        while not record.worst_is_proved and record.worst > record.worst_bound:
            before = record.worst
            take(seconds, shallow, before - 1)
            if record.worst == before:
                break
        if not record.total_is_proved and record.worst_bound >= MAX_GUESSES:
            take(None, ahead)
    except BlackpegError:
        take(None, ahead)
    return record._replace(budget=max(record.budget, seconds))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--width", help="such as 1,3: guesses tried at each turn, or 60:30: in sets of up to 60 codes")
    parser.add_argument("--first", help="with --width: the first guess")
    options = parser.parse_args()
    games = [Game.parse(text) for text in options.games] or sorted(recorded_games(), key=lambda game: game.size)
    if not options.width:
        unheard = list[Found | Bound]().append
        for search in (bounds_by_counting, one_step, complete, beam):  # compiled here, once, for the processes to come
            search(unheard, Game(2, 3))
        too_few_turns(unheard, Game(2, 3), 2, 3)
    for game in games:
        record = read_records().get(str(game))
        done = record is not None and record.total_is_proved and record.worst_is_proved
        if not options.games and record and (record.budget >= options.seconds or done):
            continue
        if record and options.width:
            found = list[Found | Bound]()
            beam(found.append, game, (options.width,), options.first)
            record = improve(record, found[0])
        else:
            record = search_game(game, record, options.seconds)
        with LOCK_FILE.open("w") as lock:
            flock(lock, LOCK_EX)
            records = read_records()
            if str(game) in records:
                record = join(record, records[str(game)])
            record = join_bounds(record, records)
            write_records({**records, str(game): record})
        print(*record, flush=True)


if __name__ == "__main__":
    main()
