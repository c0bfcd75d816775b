"""The figure of fitness over one game."""

from blackpeg.lab.experiment import Series, Task
from blackpeg.lab.traces import trace


def test_genmm_plays_the_first_code_that_fits():
    steps = trace(Task(Series("4x6", "merelo2006"), 0))
    plays = [k for k, row in enumerate(steps) if row["guess"] is not None]
    assert plays[-1] == len(steps) - 1 and all(steps[k]["best"] == 0 for k in plays)
    assert all(row["best"] < 0 for k, row in enumerate(steps) if k not in plays)
