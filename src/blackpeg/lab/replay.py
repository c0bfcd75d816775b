"""Playing one task again, to compare it with what a store holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .executors import play_batch
from .experiment import Experiment, Task
from .store import Store
from .study import resolve_experiment


def replay_task(text: str, path: Path) -> tuple[dict[str, Any], str]:
    """Plays a task again; returns its record for JSON, and the stored values that differ from it, in words."""
    task = Task.parse(text)
    series, codes = task.series, (task.code,) if task.code else ()
    experiment = Experiment((series.game,), (series.strategy,), 1, series.secrets, series.seed, codes)
    experiment = resolve_experiment(experiment)
    task = Task(next(experiment.series()), task.number, *experiment.codes)
    batch = play_batch([task])
    if batch.failure is not None:
        raise batch.failure.error()
    (record,) = batch.records
    names = [name for name in record._fields if name not in ("task", "seconds")]
    played = {name: getattr(record, name) for name in names}
    stored: list[dict[str, Any]] = []
    if path.exists():
        with Store(path, write=False) as store:
            rows = store.columns(record.task.series, "number", *names, below=task.number + 1)
        stored = [dict(zip(names, row, strict=True)) for number, *row in rows if number == task.number]
        stored = [row for row in stored if not task.code or row["secret"] == record.secret]
    for row in stored:
        if row["new_codes"] is None:  # played before new codes were recorded
            row["new_codes"] = played["new_codes"]
    differences = ", ".join(f"{name} {row[name]}" for row in stored for name in names if row[name] != played[name])
    result = {"task": str(record.task), **played, "seconds": record.seconds, "stored": bool(stored)}
    return {**result, "same": not differences if stored else None}, differences
