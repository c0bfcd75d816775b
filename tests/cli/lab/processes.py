"""`blackpeg lab` in a process of its own, and the rows of a store."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import blackpeg

SOURCES = str(Path(blackpeg.__file__).parents[1])


Run = Callable[..., subprocess.CompletedProcess[str]]


def environment(folder: Path, **more: str) -> dict[str, str]:
    outside = {name: value for name, value in os.environ.items() if name not in ("FORCE_COLOR", "NO_COLOR", "COLUMNS")}
    data = {"BLACKPEG_DATA": str(folder / "data"), "PYTHONPATH": SOURCES, "PYTHONIOENCODING": "utf-8"}
    return {**outside, **data, **more}


def check_output(done: subprocess.CompletedProcess[str], status: int) -> subprocess.CompletedProcess[str]:
    assert done.returncode == status, done
    assert "Traceback" not in done.stderr, done.stderr
    assert "\x1b" not in done.stdout + done.stderr
    return done


def rows(path: Path, but: tuple[str, ...] = ("seconds", "time", "worker")) -> list[tuple[Any, ...]]:
    """Everything a store holds, but for what differs from run to run."""
    with sqlite3.connect(path) as db:
        found = db.execute("SELECT * FROM games JOIN series ON series.id = games.series")
        names = [name for name, *_ in found.description]
        keep = [k for k, name in enumerate(names) if name not in (*but, "series", "id")]
        return sorted(tuple(row[k] for k in keep) for row in found)
