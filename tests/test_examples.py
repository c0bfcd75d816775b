"""The programs in examples/ run, and show what they say they show."""

import runpy
from pathlib import Path

import numpy as np
import pytest

import blackpeg

EXAMPLES = Path(blackpeg.__file__).parents[2] / "examples"


def example(name):
    return runpy.run_path(str(EXAMPLES / name))


def test_a_strategy_acts_in_the_environment():
    average = example("gym_strategy_agent.py")["average_guesses"]("lexicographic", 100)
    assert average == pytest.approx(7471 / 1296, abs=0.4)  # from its tree; three standard errors of 100 games


def test_an_agent_learns(tmp_path):
    names = example("gym_learn.py")
    lengths = names["learn"](episodes=4000)
    assert np.mean(lengths[:500]) > 5.5 > 4 > np.mean(lengths[-500:]) >= names["optimal_average"]() - 0.2
    names["plot"](lengths, tmp_path / "learning.png")
    assert (tmp_path / "learning.png").stat().st_size > 5000


def test_every_example_is_tested_here():
    text = Path(__file__).read_text()
    assert not [path.name for path in EXAMPLES.glob("*.py") if f'"{path.name}"' not in text]
