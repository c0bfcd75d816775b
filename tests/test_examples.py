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


def test_text_players_are_scored():
    names = example("evaluate_text_player.py")
    careful, careless = (names["evaluate"](names[player], "3x4", games=10) for player in ("careful", "careless"))
    assert (careful["solved"], careful["consistent"]) == (1.0, 1.0)  # every guess fits, by definition
    assert careless["consistent"] < 0.7 and careless["regret"] > careful["regret"] >= 0.0
    right, wrong = (names["evaluate_puzzles"](names[player], "3x4", count=10) for player in ("careful", "careless"))
    assert set(right.values()) == {1.0} and min(wrong.values()) < 1.0


def test_every_example_is_tested_here():
    text = Path(__file__).read_text()
    assert not [path.name for path in EXAMPLES.glob("*.py") if f'"{path.name}"' not in text]
