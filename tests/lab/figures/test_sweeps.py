"""Games by a parameter, and lines through points."""

from __future__ import annotations

import numpy as np
import pytest
from lab.stored_games import add_games

from blackpeg.lab import Experiment, Study
from blackpeg.lab.experiment import Series
from blackpeg.lab.figures.sweeps import fit_line, samples_by_parameter
from blackpeg.lab.store import Store


def test_a_line_through_points_of_a_line_is_that_line():
    x = np.array([0.0, 1.0, 2.0])
    fit = fit_line(x, 3 * x + 5, np.ones(3))
    assert (fit.slope, fit.start) == (pytest.approx(3), pytest.approx(5))
    # of points at -1, 0, 1 around their mean the slope has error 1 / sqrt(2); the start sqrt(1 / 3 + 1 / 2)
    assert (fit.slope_error, fit.start_error) == pytest.approx((2**-0.5, (1 / 3 + 1 / 2) ** 0.5))


def test_strategies_that_differ_in_the_parameter_only_are_one_line(store: Store) -> None:
    names = ("lookahead(steps=3)", "lookahead", "lookahead(steps=1, judge='most_parts')")
    for k, name in enumerate(names):
        add_games(store, Series("4x6", name), 4, 5 + k)
    study = Study("mine", "Mine", (Experiment("4x6", names),))
    lines = samples_by_parameter(store, study, "4x6", names, "steps")
    assert {name: list(found) for name, found in lines.items()} == {
        "lookahead": [2.0, 3.0], "lookahead(judge='most_parts')": [1.0],
    }  # fmt: skip
    assert lines["lookahead"][3.0].guesses.tolist() == [4, 5]
