"""Stored games as files of IOHprofiler, which IOHanalyzer and iohinspector read.

There is a folder for each kind of secrets and seed, and in it one for each strategy or search, which is an algorithm
there. A game is a function, whose dimension is the number of pegs, and a stored game is a run on an instance, its
number: within a folder, the same instance has the same secret for every algorithm. A query is an evaluation, and its
value is the loss `blacks_and_whites`, which is 0 for the secret. As `ioh`'s own logger does, a file holds the
evaluations that improve on all before, and the last one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import BlackpegError
from ..game import Code, Codes, Game
from ..lab.experiment import LISTED_SECRETS, Series, Task, secrets_and_seeds
from ..lab.export.stored_games import Histories, limits_of, select_rows
from ..lab.source_digest import source_digest
from ..lab.store import COLUMNS, Store
from ..lab.study import Study
from ..oracle import Oracle, OracleSearch, run_search
from ..position import Position
from ..strategies import make
from .problem import Losses, blacks_and_whites

FORMAT_VERSION = "0.3.22"  # of ioh, whose files these are like
ATTRIBUTES = ("evaluations", "raw_y")
MAX_PEGS_AND_COLORS = 64  # of games that have a number as a function
MAX_INSTANCE = 2**16 - 1  # iohinspector reads instances and functions as numbers of 16 bits


class Run(NamedTuple):
    """One game: its instance, and the codes that the secret was asked about, with their losses."""

    instance: int
    codes: Codes
    losses: Losses


def function_number(game: Game) -> int:
    """Returns the number of a game as a function, the same in every store.

    >>> function_number(Game(4, 6)), function_number(Game.parse("4x10-distinct"))
    (406, 10410)
    """
    if max(game.pegs, game.colors) > MAX_PEGS_AND_COLORS:
        raise BlackpegError(
            f"{game} has no number as a function; games have up to {MAX_PEGS_AND_COLORS}x{MAX_PEGS_AND_COLORS}"
        )
    return game.pegs * 100 + game.colors + 10_000 * (not game.repeats) + 20_000 * (not game.whites)


def write_ioh(
    store: Store, folder: Path, study: Study | None = None, strategies: Iterable[str] = (),
    found: Histories | None = None,
) -> int:  # fmt: skip
    """Writes the stored games that are wanted into a folder, and returns how many; they are played again.

    Games that can't be played again as they were are left out, and counted in `found`.
    """
    found = Histories() if found is None else found
    runs: dict[Series, list[Run]] = {}
    for row in select_rows(store, limits_of(store, study, strategies)):
        game = dict(zip(COLUMNS, row, strict=True))
        run = replay_run(game, found)
        if run is not None:
            runs.setdefault(Series(*row[:4]), []).append(run)
    names = {series.strategy: _plain(series.strategy) for series in runs}
    if len(set(names.values())) < len(names):
        names = {name: f"{plain}-{number}" for number, (name, plain) in enumerate(names.items(), 1)}
    try:
        for series, games in runs.items():
            setting = folder / f"{_plain(series.secrets)}-{series.seed}"
            write_runs(setting / names[series.strategy], series.strategy, Game.parse(series.game), games)
    except OSError as error:
        raise BlackpegError(f"{folder} can't be written: {error.strerror or error}") from error
    return sum(map(len, runs.values()))


def replay_run(game: dict[str, Any], found: Histories) -> Run | None:
    """Returns the run of a row of the store by playing it again; None if its code changed or it comes out otherwise."""
    rules = Game.parse(game["game"])
    instance = game["number"]
    if instance > MAX_INSTANCE:
        raise BlackpegError(
            f"instances of IOHprofiler are numbered up to {MAX_INSTANCE:,}; there is a game {instance:,}"
        )
    try:
        player = make(game["strategy"])
    except BlackpegError:  # not installed any more
        player = None
    if isinstance(player, OracleSearch):
        return _replay_search(game, player, instance, found)
    history = found.of(game)
    if history is None:
        return None
    turns = Position.parse(f"{rules} {history}").past_turns
    return Run(instance, turns.guesses, blacks_and_whites(turns.feedbacks, rules))


def _replay_search(game: dict[str, Any], search: OracleSearch, instance: int, found: Histories) -> Run | None:
    rules, series = Game.parse(game["game"]), Series(game["game"], game["strategy"], game["secrets"], game["seed"])
    if source_digest(series.strategy, series.game) != game["digest"]:
        found.of_other_code += 1
        return None
    task = Task(series, game["number"], game["secret"] if series.secrets == LISTED_SECRETS else "")
    secret, seed = next(secrets_and_seeds([task]))
    assert secret is not None
    oracle = RecordingOracle(rules, secret)
    result = run_search(rules, search, oracle, seed)
    if (result.solved, result.queries) != (bool(game["solved"]), game["queries"]):
        found.differing.append(str(task))
        return None
    return Run(instance, np.concatenate(oracle.codes), blacks_and_whites(np.concatenate(oracle.answers), rules))


class RecordingOracle(Oracle):
    """An oracle that keeps every code it was asked about, and every answer."""

    def __init__(self, game: Game, secret: Code) -> None:
        super().__init__(game, secret)
        self.codes, self.answers = list[Codes](), list[npt.NDArray[np.uint16]]()

    def __call__(self, codes: Codes) -> npt.NDArray[np.uint16]:
        answers = super().__call__(codes)
        self.codes.append(np.array(codes, np.uint8, ndmin=2))
        self.answers.append(answers)
        return answers


def write_runs(folder: Path, algorithm: str, game: Game, runs: list[Run]) -> None:
    """Writes the runs of one algorithm on one function: a JSON file, and a data file beside it."""
    number, name, pegs = function_number(game), f"Mastermind_{game}", game.pegs
    data = f"data_f{number}_{name}/IOHprofiler_f{number}_DIM{pegs}.dat"
    (folder / data).parent.mkdir(parents=True, exist_ok=True)
    (folder / data).write_text("".join("\n".join(_data_lines(run)) + "\n" for run in runs), encoding="utf-8")
    lines = ",\n".join(f"\t\t\t{_run_line(run)}" for run in runs)
    described = json.dumps({"name": algorithm, "info": "Blackpeg"})
    (folder / f"IOHprofiler_f{number}_{name}.json").write_text(
        "{\n"
        f'\t"version": "{FORMAT_VERSION}", \n\t"suite": "blackpeg", \n\t"function_id": {number}, \n'
        f'\t"function_name": "{name}", \n\t"maximization": false, \n\t"algorithm": {described},\n'
        f'\t"attributes": {json.dumps(ATTRIBUTES)},\n\t"scenarios": [\n'
        f'\t\t{{"dimension": {pegs},\n\t\t"path": "{data}",\n\t\t"runs": [\n{lines}\n\t\t]}}\n\t]\n}}\n',
        encoding="utf-8",
    )


def _data_lines(run: Run) -> Iterator[str]:
    """Yields the evaluations that improve on all before, and the last one."""
    yield " ".join(ATTRIBUTES)
    for k in improvements(run.losses):
        yield f"{k + 1} {run.losses[k]:.10f}"
    if (last := len(run.losses) - 1) not in improvements(run.losses):
        yield f"{last + 1} {run.losses[last]:.10f}"


def _run_line(run: Run) -> str:
    best = improvements(run.losses)[-1]
    found = {"evals": best + 1, "y": int(run.losses[best]), "x": run.codes[best].tolist()}
    return json.dumps({"instance": run.instance, "evals": len(run.losses), "best": found})


def improvements(losses: Losses) -> list[int]:
    """Returns the numbers of the evaluations that are smaller than all before, from 0.

    >>> improvements(np.array([5.0, 6.0, 3.0, 3.0, 0.0]))
    [0, 2, 4]
    """
    before = np.concatenate([[np.inf], np.minimum.accumulate(losses)[:-1]])
    return np.flatnonzero(losses < before).tolist()


def _plain(name: str) -> str:
    """Returns a name as a folder or function may have it."""
    return re.sub(r"[^A-Za-z0-9_.=-]+", "_", name).strip("_")
