"""What tests of the lab share."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import blackpeg
from blackpeg import strategies
from blackpeg.lab.store import Store

TROUBLE = """
import os
import time
from dataclasses import dataclass

from numba import njit

from blackpeg import Strategy
from blackpeg.kernels import jit


@njit
def spin(k):
    while k >= 0:
        k = (k * 1103515245 + 12345) % 2147483648


@dataclass(frozen=True)
class Trouble(Strategy):
    how: str = "raise"
    chance: bool = True

    def guess(self, position, rng):
        if position.turn == 1:
            return position.game.code("1122")
        if position.turn == 2 and position.game.show_feedback(position.history[0].feedback) == "2b1w":
            if self.how == "raise":
                raise ZeroDivisionError("on purpose")
            if self.how == "leave":
                raise SystemExit
            if self.how == "exit":
                os._exit(3)
            if self.how == "compile":
                jit._clock.on_start(None)
                time.sleep(6)
                jit._clock.on_end(None)
            while self.how == "loop":
                pass
            if self.how == "spin":
                spin(1)
        return rng.choice(position.candidates) if self.chance else position.candidates[0]
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "lab.db") as one:
        yield one


@pytest.fixture
def trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An installed strategy that fails in one way or another when its first guess, 1122, gets 2b1w."""
    folder = tmp_path / "trouble"
    metadata = folder / "trouble-1.0.dist-info"
    metadata.mkdir(parents=True)
    (folder / "trouble.py").write_text(TROUBLE)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: trouble\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[blackpeg.strategies]\ntrouble = trouble:Trouble\n")
    monkeypatch.syspath_prepend(str(folder))
    sources = str(Path(blackpeg.__file__).parents[1])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(folder), sources)))
    strategies.outside.cache_clear()
    yield "trouble"
    strategies.outside.cache_clear()
    sys.modules.pop("trouble", None)
