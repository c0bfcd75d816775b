"""What workers compute. Everything goes in and out as plain values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date
from fcntl import LOCK_EX, flock
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import numpy as np

from ..coach import review as coach
from ..coach.ranking import advice
from ..codemakers import Honest, adversary
from ..errors import BlackpegError, Impossible
from ..game import Game
from ..generations import Generation
from ..kernels.jit import cache_folder
from ..oracle import Oracle, OracleSearch, refuse_unsupported
from ..players import Evolving, Strategy, refuse_search
from ..position import Move, Position
from ..puzzles.daily import today
from ..puzzles.statistics import FinishedGame, compute_statistics
from ..strategies import STRATEGIES, default, make, name_of

History = list[tuple[str, str]]

SHOWN = 40  # codes of a population that are shown
STEPS = 150  # generations of a turn that are all shown; later ones every tenth
TURNS = 60  # that are watched


def position_of(game: str, history: History) -> Position:
    position = Position(Game.parse(game))
    for guess, feedback in history:
        position = position.after(guess, feedback)
    return position


def strategy_of(text: str) -> Any:
    """The strategy that a visitor asks for; one that reads a file is refused before the file is opened."""
    made = make(text)
    if isinstance(getattr(made, "tree", None), str):
        raise BlackpegError("a strategy that reads a file is not played here; leave out tree")
    return made


def player_of(name: str | None, game: Game) -> Strategy:
    """The strategy asked for, or one that suits the game; an error where it can't play it."""
    player = refuse_search(strategy_of(name)) if name else default(game)
    refuse_unsupported(player, game)
    return player


def next_guess(game: str, history: History, name: str | None, top: int, seed: int) -> dict[str, Any]:
    position = position_of(game, history)
    return advice(position, player_of(name, position.game), top, seed)


def known(game: str, history: History) -> dict[str, Any]:
    """What a history tells: is the code broken, how many fit, or which turns contradict each other."""
    position = position_of(game, history)
    broken = [turn.guess for turn in position.history if turn.feedback == position.game.solved]
    try:
        left = 1 if broken and position.fits(broken[0]) else 0 if broken else position.count_or_none
        if left == 0:
            raise position.contradiction()
    except Impossible as error:
        return {"solved": False, "candidates": 0, "contradiction": str(error), "turns": list(error.turns)}
    return {"solved": bool(broken), "candidates": left, "contradiction": None, "turns": []}


def answered(game: str, history: History, codemaker: str, guess: str) -> tuple[str, int | None]:
    """What an adversary answers, and how many codes fit then."""
    position = position_of(game, history)
    code = position.game.code(guess)
    after = position.after(code, adversary(codemaker).answer(position, code))
    return position.game.show_feedback(after.history[-1].feedback), after.count_or_none


def witness(game: str, history: History, codemaker: str) -> str:
    """A code that fits all that an adversary said."""
    position = position_of(game, history)
    return position.game.show(adversary(codemaker).witness(position))


def drawn(game: str, history: History) -> str:
    """A secret that fits a history."""
    position = position_of(game, history)
    return position.game.show(position.draw(1, np.random.default_rng())[0])


def hint(game: str, history: History, guess: str | None, step: str) -> dict[str, Any]:
    """One of the coach's hints."""
    position = position_of(game, history)
    rules = position.game
    given = None if guess is None or step != "consistent" else rules.code(guess)
    told = next(one for one in coach.hints(position, given) if one.step == step)
    return {
        "step": step, "text": told.text, "turns": list(told.turns), "candidates": told.candidates,
        "guess": None if told.guess is None else rules.show(told.guess),
    }  # fmt: skip


def review(game: str, secret: str | None, history: History, seed: int) -> dict[str, Any]:
    """What the coach says about a game that is over."""
    position = position_of(game, history)
    code = None if secret is None else position.game.code(secret)
    return coach.review(position.game, code, position, seed).json()


def stats(rows: list[tuple[str, bool, int, str]]) -> list[dict[str, Any]]:
    """Statistics of finished games, each with its game, whether it was solved, its guesses and where it came from."""
    played: dict[str, list[FinishedGame]] = {}
    for game, solved, guesses, origin in rows:
        day = date.fromisoformat(origin[6:]) if origin.startswith("daily ") else None
        played.setdefault(f"daily {game}" if day else game, []).append(
            FinishedGame(Game.parse(game), solved, guesses, day)
        )
    return [{"game": name, **compute_statistics(games, today()).json()} for name, games in sorted(played.items())]


# Watching


def watch(game: str, name: str, secret: str, seed: int) -> Iterator[dict[str, Any]]:
    """A strategy breaks a secret: its generations, its turns, and how it ended."""
    rules = Game.parse(game)
    code, made, rng = rules.code(secret), strategy_of(name), np.random.default_rng(seed)
    refuse_unsupported(made, rules)
    if isinstance(made, OracleSearch):
        oracle = Oracle(rules, code)
        found = yield from _generations(rules, made.generations(rules, oracle, rng), 1)
        yield {"type": "end", "solved": oracle.solved, "guesses": None, "queries": oracle.queries, "note": found.note}
        return
    position, maker = Position(rules), Honest(code)
    while not position.solved and position.guesses < TURNS:
        candidates = position.count_or_none
        if isinstance(made, Evolving):
            move = yield from _generations(rules, made.generations(position, rng), position.turn)
        else:
            move = made.guess(position, rng)
        move = Move.of(move)
        position = position.after(move, maker.answer(position, move.code))
        turn = position.history[-1]
        yield {
            "type": "turn", "turn": position.guesses, "guess": rules.show(turn.guess),
            "feedback": rules.show_feedback(turn.feedback), "candidates": candidates, "left": position.count_or_none,
            "note": turn.note,
        }  # fmt: skip
    yield {
        "type": "end", "solved": position.solved, "guesses": position.guesses, "queries": position.queries, "note": "",
    }  # fmt: skip


def _generations(game: Game, steps: Any, turn: int) -> Any:
    """Yield a row for each generation; all of the first, then every tenth and the last."""
    number, kept = 0, None
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            if kept is not None:
                yield _shown(game, kept, turn)
            return end.value
        number += 1
        kept = None if number <= STEPS or number % 10 == 0 else step
        if kept is None:
            yield _shown(game, step, turn)


def _shown(game: Game, step: Generation, turn: int) -> dict[str, Any]:
    best = np.argsort(-step.fitness, kind="stable")[:SHOWN]
    state = step.state
    matrix = isinstance(state, np.ndarray) and state.shape == (game.colors, game.pegs)
    return {
        "type": "generation", **step.row(turn), "queries": step.queries,
        "size": len(step.population), "population": [game.show(step.population[k]) for k in best],
        "fitness": [round(float(step.fitness[k]), 4) for k in best],
        "matrix": state.tolist() if matrix else None,
    }  # fmt: skip


# The lab


def compare(game: str, names: list[str], games: int, seed: int, seconds: float) -> Iterator[dict[str, Any]]:
    """Strategies on the same secrets, as many as time allows."""
    from ..lab.experiment import Experiment, Task, run_task
    from ..lab.report.report import comparison
    from ..lab.store import Store
    from ..lab.study import checked

    strategies = tuple(name_of(strategy_of(name)) for name in names)
    experiment = checked(Experiment((game,), strategies, games, seed=seed))
    series, start, told = list(experiment.series()), monotonic(), 0.0
    with Store(":memory:") as store:
        played = 0
        while played < games and (monotonic() - start < seconds or not played):
            store.add([run_task(Task(one, played)) for one in series], "", "")
            played += 1
            if monotonic() - told > 0.5:
                told = monotonic()
                yield {"type": "progress", "played": played, "games": games, **comparison(store, experiment)}
        yield {"type": "end", "played": played, "games": games, **comparison(store, experiment)}


def report(path: str, name: str) -> dict[str, Any]:
    """What the lab's store says about a study."""
    from ..lab.report.report import report_of
    from ..lab.store import Store
    from ..lab.study_toml import load

    with Store(path, write=False) as store:
        return report_of(store, load(name))


def figures(path: str, name: str) -> dict[str, bytes]:
    """The figures of a study, by their names."""
    try:
        from ..lab.figures.draw import draw
    except ImportError as error:
        raise BlackpegError("figures need Matplotlib: pip install 'blackpeg[lab]'") from error
    from ..lab.store import Store
    from ..lab.study_toml import load

    with Store(path, write=False) as store, TemporaryDirectory() as folder:
        return {file.stem: file.read_bytes() for file in draw(store, load(name), Path(folder), "svg")}


def export(path: str, name: str, form: str) -> str:
    """The stored games of a study as text."""
    from ..lab.experiment import Series
    from ..lab.export import text
    from ..lab.store import Store
    from ..lab.study_toml import load

    wanted = set(load(name).series())
    with Store(path, write=False) as store:
        return text((row for row in store.rows() if Series(*row[:4]) in wanted), form)


def mark() -> Path | None:
    """A file that is there when everything was compiled; None where nothing can be kept."""
    folder = cache_folder()
    return None if folder is None else Path(folder) / "web"


def compiled() -> None:
    """Let every strategy play once, so that its compiled code is on disk before somebody waits for it."""
    done = mark()
    if done is None:
        return
    with done.with_suffix(".lock").open("w") as lock:
        flock(lock, LOCK_EX)  # of several servers one compiles, and the others wait
        if done.exists():
            return
        for name in STRATEGIES:
            with suppress(BlackpegError):
                for _ in watch("3x4", name, "143", 0):
                    pass
                if not isinstance(strategy_of(name), OracleSearch):
                    next_guess("4x6", [("1122", "1b1w")], name, 1, 0)
        done.touch()


JOBS: dict[str, Callable[..., Any]] = {
    "next": next_guess, "known": known, "answer": answered, "witness": witness, "drawn": drawn, "hint": hint,
    "review": review, "stats": stats, "watch": watch, "compare": compare, "report": report, "figures": figures,
    "export": export, "compiled": compiled,
}  # fmt: skip
