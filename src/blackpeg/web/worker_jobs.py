"""The functions that worker processes run, quick and long ones; they take and return plain values."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import suppress
from fcntl import LOCK_EX, flock
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import binding

from ..coach import review as coach
from ..coach.hints import hints
from ..coach.ranking import advice
from ..codemakers import adversary
from ..errors import BlackpegError, Impossible
from ..game import Code, Feedback, Game
from ..kernels.jit import MARKS, cache_folder
from ..lab.missing_extra import install
from ..oracle import OracleSearch, refuse_unsupported
from ..players import Strategy, refuse_search
from ..position import Position
from ..puzzles.daily import today
from ..puzzles.statistics import FinishedGame, compute_statistics
from ..strategies import STRATEGIES, default, make, name_of, names_module
from .shows.show import show_game
from .store import FinishedRow, Unavailable

if TYPE_CHECKING:
    from ..lab.store import Store as LabStore

log = logging.getLogger("blackpeg")

PROGRESS_SECONDS = 0.5  # between two reports on a comparison


def make_strategy(text: str) -> Strategy | OracleSearch:
    """Returns the strategy that a visitor asks for. One that would read a file or import a module is refused."""
    if names_module(text):
        raise BlackpegError("a strategy is asked for by its name here, not by a module and a class")
    strategy = make(text)
    if isinstance(getattr(strategy, "tree", None), str):
        raise BlackpegError("a strategy that reads a file is not played here; leave out tree")
    return strategy


def next_guess(position: Position, name: str | None, top: int, seed: int) -> dict[str, Any]:
    """What to guess next, by the strategy of this name or, without a name, by one that suits the game."""
    strategy = refuse_search(make_strategy(name)) if name else default(position.game)
    refuse_unsupported(strategy, position.game)
    return advice(position, strategy, top, seed)


def describe_position(position: Position) -> dict[str, Any]:
    """Whether the code is broken, how many codes fit, or which turns contradict each other."""
    broken = [turn.guess for turn in position.history if turn.feedback == position.game.solved]
    try:
        count = 1 if broken and position.fits(broken[0]) else 0 if broken else position.count_or_none
        if count == 0:
            raise position.contradiction()
    except Impossible as error:
        return {"solved": False, "candidates": 0, "contradiction": str(error), "turns": list(error.turns)}
    return {"solved": bool(broken), "candidates": count, "contradiction": None, "turns": []}


def answer_as_adversary(position: Position, codemaker: str, guess: Code) -> tuple[Feedback, int | None]:
    """An adversary's feedback to a guess, and how many codes fit after it."""
    after = position.after(guess, adversary(codemaker).answer(position, guess))
    return after.history[-1].feedback, after.count_or_none


def find_witness(position: Position, codemaker: str) -> Code:
    """A code that fits every feedback an adversary gave."""
    return adversary(codemaker).witness(position)


def draw_secret(position: Position) -> Code:
    """A random secret that fits the history."""
    secret: Code = position.draw(1, np.random.default_rng())[0]
    return secret


def give_hint(position: Position, guess: Code | None, step: str, candidates_only: bool = False) -> dict[str, Any]:
    """One of the coach's hints; the step "consistent" is about a guess."""
    steps = hints(position, guess if step == "consistent" else None, candidates_only=candidates_only)
    hint = next(one for one in steps if one.step == step)
    return {
        "step": step, "text": hint.text, "turns": list(hint.turns), "candidates": hint.candidates,
        "guess": None if hint.guess is None else position.game.show(hint.guess),
    }  # fmt: skip


def review(position: Position, secret: Code | None, seed: int) -> dict[str, Any]:
    """The coach's review of a finished game."""
    return coach.review(position.game, secret, position, seed).json()


def statistics(finished: list[FinishedRow]) -> list[dict[str, Any]]:
    """Statistics of finished games, by their rules, with the daily puzzles on their own."""
    groups: dict[str, list[FinishedGame]] = {}
    parse = cache(Game.parse)
    for rules, solved, guesses, day in finished:
        one = FinishedGame(parse(rules), solved, guesses, day)
        groups.setdefault(f"daily {one.game}" if one.day else str(one.game), []).append(one)
    now = today()
    return [{"game": name, **compute_statistics(games, now).json()} for name, games in sorted(groups.items())]


def watch(game: Game, name: str, secret: Code, seed: int) -> Iterator[dict[str, Any]]:
    """Lets a strategy break a secret, and yields its generations, its turns, and how it ended."""
    yield from show_game(game, make_strategy(name), secret, seed)


# The lab


def compare(game: str, names: list[str], games: int, seed: int, seconds: float) -> Iterator[dict[str, Any]]:
    """Lets strategies play the same secrets, as many as time allows, and yields their results so far."""
    from ..lab.experiment import Experiment, Task, play_task
    from ..lab.report.report_json import build_comparison
    from ..lab.store import Store
    from ..lab.study import resolve_experiment

    strategies = tuple(name_of(make_strategy(name)) for name in names)
    experiment = resolve_experiment(Experiment((game,), strategies, games, seed=seed))
    series, start, reported = list(experiment.series()), monotonic(), 0.0
    with Store(":memory:") as store:
        played = 0
        while played < games and (monotonic() - start < seconds or not played):
            store.add([play_task(Task(one, played)) for one in series], "", "")
            played += 1
            if monotonic() - reported > PROGRESS_SECONDS:
                reported = monotonic()
                yield {"type": "progress", "played": played, "games": games, **build_comparison(store, experiment)}
        yield {"type": "end", "played": played, "games": games, **build_comparison(store, experiment)}


def open_lab_store(path: Path | str) -> LabStore:
    """Opens the lab's store to read it. If it is damaged, visitors are not told where it lies; the log is."""
    from ..lab.store import Store

    try:
        return Store(path, write=False)
    except BlackpegError as error:
        log.error("%s", error)
        raise Unavailable("the store of the lab can't be read at the moment; the log of the server says why") from error


def report(path: str, name: str) -> dict[str, Any]:
    """The tables of a study: what was measured, and what was claimed; `shown` is a verdict as pages show it."""
    from ..lab.report.page_html import read_verdict
    from ..lab.report.report_json import build_report
    from ..lab.report.verdict_across_studies import related_claims, settle_verdicts
    from ..lab.study_toml import load_study

    study = load_study(name)
    with open_lab_store(path) as store:
        found = settle_verdicts([build_report(store, study)], related_claims(store, [study]))[0]
    return {**found, "claims": [{**claim, "shown": read_verdict(claim["verdict"])} for claim in found["claims"]]}


def figures(path: str, name: str) -> dict[str, bytes]:
    """The figures of a study as SVG, by their names."""
    try:
        from ..lab.figures.study_figures import draw_study
    except ImportError as error:
        raise BlackpegError(f"figures need Matplotlib: {install('lab')}") from error
    from ..lab.study_toml import load_study

    with open_lab_store(path) as store, TemporaryDirectory() as folder:
        return {file.stem: file.read_bytes() for file in draw_study(store, load_study(name), Path(folder), "svg")}


def export(path: str, name: str, form: str) -> Iterator[bytes]:
    """Yields the stored games of a study as text, piece by piece."""
    from ..lab.export.stored_games import games_table
    from ..lab.export.table_files import table_pieces
    from ..lab.study_toml import load_study

    with open_lab_store(path) as store:
        for piece in table_pieces(games_table(store, load_study(name)), form):
            yield piece.encode()


def compiled_marker() -> Path | None:
    """The file whose existence says that everything is compiled; None if no compiled code can be kept.

    Its name is different for each copy of the sources and each kind of processor, since Numba loads what it has
    compiled only for a file of the same path and time of change, and for the same processor.
    """
    folder = cache_folder()
    if folder is None:
        return None
    facts: list[Any] = [binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()]
    for path in compiled_sources():
        stat = path.stat()
        facts += [str(path), stat.st_mtime_ns, stat.st_size]
    return Path(folder) / f"web-{sha256(repr(facts).encode()).hexdigest()[:16]}"


def compiled_sources() -> list[Path]:
    """Returns the files of Blackpeg that have compiled code."""
    files = sorted(Path(__file__).parents[1].rglob("*.py"))
    return [path for path in files if any(mark in path.read_bytes() for mark in MARKS)]


def is_compiled() -> bool:
    """Checks whether everything is compiled."""
    marker = compiled_marker()
    return marker is not None and marker.exists()


def warm_up() -> None:
    """Does the jobs of a game once in a small game, so that their kernels are compiled and loaded."""
    game = Game(3, 4)
    position = Position(game).after("112", "1b1w")
    next_guess(position, "entropy", 3, 0)
    answer_as_adversary(position, "adversary", game.code("134"))
    review(Position(game).after("112", "1b0w").after("143", "3b0w"), game.code("143"), 0)
    give_hint(position, None, "guess")


def compile_all() -> None:
    """Compiles all kernels by playing once with every strategy, so that nobody waits for them later."""
    marker = compiled_marker()
    if marker is None:
        return
    with marker.with_suffix(".lock").open("w") as lock:
        flock(lock, LOCK_EX)  # of several servers one compiles, and the others wait
        if marker.exists():
            return
        warm_up()
        game = Game(3, 4)
        for name in STRATEGIES:
            with suppress(BlackpegError):
                for _ in watch(game, name, game.code("143"), 0):
                    pass
                if not isinstance(make_strategy(name), OracleSearch):
                    next_guess(Position(Game(4, 6)).after("1122", "1b1w"), name, 1, 0)
        large = Game(40, 40)  # which is played by other kernels
        for _ in islice(watch(large, "needle", np.arange(40, dtype=np.uint8), 0), 2):
            pass
        marker.touch()
