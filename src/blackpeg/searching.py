"""Watching what works in generations: searches that ask the secret about every code, and players that evolve."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .game import Code, Game
from .players import Evolving, Generation, Oracle, OracleSearch, Search, Strategy
from .position import Move, Position


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


@dataclass(frozen=True)
class Watched(Strategy):
    """A player that plays as it would alone, and hands over a row for each generation."""

    player: Evolving
    show: Callable[[dict[str, Any]], None]

    def guess(self, position: Position, rng: np.random.Generator) -> Move:
        steps = self.player.generations(position, rng)
        while True:
            try:
                self.show(turn_row(position.turn, next(steps)))
            except StopIteration as end:
                move: Move = end.value
                return move


def turn_row(turn: int, step: Generation) -> dict[str, Any]:
    """A generation of a player, for JSON."""
    spread = {"best": step.best, "mean": step.mean, "worst": step.worst, "diversity": step.diversity}
    rounded = {name: round(value, 6) + 0.0 for name, value in spread.items()}  # no -0.0
    return {"turn": turn, "stage": step.stage, "generation": step.number, **rounded, "found": step.found}


def turn_line(row: dict[str, Any]) -> str:
    """A generation of a player as a line."""
    stage = f"stage {row['stage']}  " if row["stage"] > 1 else ""
    return (
        f"turn {row['turn']:>2}  {stage}generation {row['generation']:>4}  best {row['best']:>8.3f}  "
        f"mean {row['mean']:>8.3f}  worst {row['worst']:>8.3f}  diversity {row['diversity']:>4.2f}  "
        f"candidates {row['found']:>3}"
    )
