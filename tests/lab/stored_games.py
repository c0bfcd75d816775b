"""A store with made-up games, and studies of them."""

from __future__ import annotations

from typing import Any

from blackpeg.lab import Claim, Experiment, Study
from blackpeg.lab.experiment import Record, Series, Task
from blackpeg.lab.store import Store


def add_games(store: Store, series: Series, *guesses: int, **more: Any) -> None:
    """Games 0, 1, 2, ... of a series that took that many guesses; a negative number is a failure."""
    records = []
    for number, value in enumerate(guesses):
        values = {
            "evaluations": 10 * abs(value),
            "feedbacks": 100 * abs(value),
            "known": abs(value) - 1,
            "seconds": 0.5,
        }
        one = {**values, **more}
        records.append(
            Record(Task(series, number), f"{number}", value > 0, abs(value), abs(value), one["evaluations"],
                   one["feedbacks"], one["known"], one["seconds"], one.get("note", ""), one.get("stages", ""),
                   one.get("new_codes", one["evaluations"]))
        )  # fmt: skip
    store.add(records, "d", "w")


def make_study(
    *claims: Claim, game: str = "4x6", secrets: str = "uniform", names: tuple[str, ...] = ("random",)
) -> Study:
    return Study("mine", "Mine", (Experiment((game,), names, 1000, secrets),), claims)  # all that a test stores
