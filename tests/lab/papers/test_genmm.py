"""What the figures of GenMM compute."""

from __future__ import annotations

import numpy as np
import pytest

from blackpeg.lab.experiment import Series, Task
from blackpeg.lab.papers.genmm import fit_line, plays_of
from blackpeg.lab.traces import trace


def test_a_line_through_points_of_a_line_is_that_line():
    x = np.array([0.0, 1.0, 2.0])
    (slope, start), errors = fit_line(x, 3 * x + 5, np.ones(3))
    assert (slope, start) == (pytest.approx(3), pytest.approx(5))
    # of points at -1, 0, 1 around their mean the slope has error 1 / sqrt(2); the start sqrt(1 / 3 + 1 / 2)
    assert errors.tolist() == pytest.approx([2**-0.5, (1 / 3 + 1 / 2) ** 0.5])


def test_a_game_is_traced_generation_by_generation():
    steps = trace(Task(Series("4x6", "merelo2006"), 0))
    plays = plays_of(steps)
    assert plays[-1] == len(steps) - 1 and all(steps[k]["best"] == 0 for k in plays)
    assert all(row["best"] < 0 for k, row in enumerate(steps) if k not in plays), "the first that fits is played"
