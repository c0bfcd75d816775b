"""Methods that work in generations: watching them, and a generation as a line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...game import Code, Game
from ...generations import Generation
from ...oracle import Oracle, OracleSearch, run_search
from ...players import Evolving, Strategy, Watched

Row = dict[str, Any]


def watch_search(
    game: Game, search: OracleSearch, secret: Code, seed: int, show: Callable[[Row], None], limit: int | None = None
) -> Row:
    """Run a search, show a row for each generation, and return the result with all rows as data for JSON."""
    curve: list[Row] = []

    def watch(generation: Generation) -> None:
        curve.append(_search_row(len(curve) + 1, generation))
        show(curve[-1])

    result = run_search(game, search, Oracle(game, secret, limit), seed, watch)
    return {
        "secret": game.show(secret), "solved": result.solved, "generations": result.generations,
        "stages": list(result.stages), "queries": result.queries, "note": result.note, "curve": curve,
    }  # fmt: skip


def _search_row(number: int, generation: Generation) -> Row:
    return {
        "generation": number, "stage": generation.stage, "best": round(generation.best, 6),
        "mean": round(generation.mean, 6), "queries": generation.queries,
    }  # fmt: skip


def search_line(row: Row) -> str:
    """A generation of a search as a line."""
    return (
        f"stage {row['stage']}  generation {row['generation']:>4}  best {row['best']:>8.3f}  mean {row['mean']:>8.3f}  "
        f"queries {row['queries']:>7,}"
    )


def watched_strategy(strategy: Evolving, show: Callable[[Row], None]) -> Strategy:
    """Returns a strategy that makes the same guesses, and shows a row for each generation."""
    return Watched(strategy, lambda position, generation: show(generation.row(position.turn)))


TURN_COLUMNS = {
    "turn": 4,
    "stage": 5,
    "generation": 10,
    "best": 9,
    "mean": 9,
    "worst": 9,
    "diversity": 9,
    "candidates": 10,
}


def turn_heading() -> str:
    """The heading above the lines of generations."""
    return "  ".join(f"{name:>{width}}" for name, width in TURN_COLUMNS.items())


def turn_line(row: Row) -> str:
    """A generation of a strategy as a line below the heading; 79 columns."""
    values = {**row, "candidates": row["found"], "diversity": f"{row['diversity']:.2f}"}
    values |= {name: f"{row[name]:.3f}" for name in ("best", "mean", "worst")}
    return "  ".join(f"{values[name]:>{width}}" for name, width in TURN_COLUMNS.items())
