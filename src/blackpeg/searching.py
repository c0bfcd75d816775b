"""Watching a search that asks the secret about every code it tries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .game import Code, Game
from .players import Generation, Oracle, OracleSearch, Search


def followed(
    game: Game, search: OracleSearch, secret: Code, seed: int, show: Callable[[dict[str, Any]], None]
) -> dict[str, Any]:
    """Run a search and hand over a row for each generation; all of it, for JSON."""
    oracle = Oracle(game, secret)
    steps = search.generations(game, oracle, np.random.default_rng(seed))
    curve: list[dict[str, Any]] = []
    while True:
        try:
            curve.append(_row(len(curve) + 1, next(steps)))
            show(curve[-1])
        except StopIteration as end:
            found: Search = end.value
            break
    return {
        "secret": game.show(secret), "solved": oracle.solved, "generations": found.generations,
        "stages": list(found.stages), "queries": oracle.queries, "note": found.note, "curve": curve,
    }  # fmt: skip


def _row(number: int, step: Generation) -> dict[str, Any]:
    return {
        "generation": number, "stage": step.stage, "best": round(float(step.fitness.max()), 6),
        "mean": round(float(step.fitness.mean()), 6), "queries": step.queries,
    }  # fmt: skip


def line(row: dict[str, Any]) -> str:
    """A generation as a line."""
    return (
        f"stage {row['stage']}  generation {row['generation']:>4}  best {row['best']:>8.3f}  mean {row['mean']:>8.3f}  "
        f"queries {row['queries']:>7,}"
    )
