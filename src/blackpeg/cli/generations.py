"""What the terminal shows of a method that works in generations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..game import Code, Game
from ..generations import Generation, run_to_end
from ..oracle import Oracle, OracleSearch, run_search
from ..players import Evolving, Strategy
from ..position import Move, Position


def watch_search(
    game: Game, search: OracleSearch, secret: Code, seed: int, show: Callable[[dict[str, Any]], None]
) -> dict[str, Any]:
    """Run a search, show a row for each generation, and return all of it, for JSON."""
    oracle = Oracle(game, secret)
    curve: list[dict[str, Any]] = []

    def watch(generation: Generation) -> None:
        curve.append(_search_row(len(curve) + 1, generation))
        show(curve[-1])

    result = run_search(game, search, oracle, seed, watch)
    return {
        "secret": game.show(secret), "solved": result.solved, "generations": result.generations,
        "stages": list(result.stages), "queries": result.queries, "note": result.note, "curve": curve,
    }  # fmt: skip


def _search_row(number: int, generation: Generation) -> dict[str, Any]:
    return {
        "generation": number, "stage": generation.stage, "best": round(generation.best, 6),
        "mean": round(generation.mean, 6), "queries": generation.queries,
    }  # fmt: skip


def search_line(row: dict[str, Any]) -> str:
    """A generation of a search as a line."""
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
        return run_to_end(steps, lambda generation: self.show(generation.row(position.turn)))


def turn_line(row: dict[str, Any]) -> str:
    """A generation of a player as a line."""
    stage = f"stage {row['stage']}  " if row["stage"] > 1 else ""
    return (
        f"turn {row['turn']:>2}  {stage}generation {row['generation']:>4}  best {row['best']:>8.3f}  "
        f"mean {row['mean']:>8.3f}  worst {row['worst']:>8.3f}  diversity {row['diversity']:>4.2f}  "
        f"candidates {row['found']:>3}"
    )
