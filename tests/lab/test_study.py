"""Studies in Python: names are resolved, and what can't be played is refused."""

from __future__ import annotations

import pytest

from blackpeg import Game, strategy
from blackpeg.errors import BlackpegError
from blackpeg.lab import Claim, Experiment, Study
from blackpeg.lab.study import resolve_experiment, resolve_study


def test_an_experiment_in_python_takes_games_and_strategies_themselves() -> None:
    made = resolve_experiment(Experiment((Game(4, 6),), (strategy("random"), "random"), 5))  # type: ignore[arg-type]
    assert made == Experiment(("4x6",), ("random",), 5)
    with pytest.raises(BlackpegError, match=r"^no strategy 'entrpy'"):
        resolve_experiment(Experiment(("4x6",), ("entrpy",)))
    with pytest.raises(BlackpegError, match="only secrets 'list' have codes"):
        resolve_experiment(Experiment(("4x6",), ("random",), codes=("1122",)))
    with pytest.raises(BlackpegError, match="is not a code of 4x6"):
        resolve_experiment(Experiment(("4x6",), ("random",), secrets="list", codes=("1177",)))


def test_a_study_in_python_is_checked_like_a_file() -> None:
    with pytest.raises(BlackpegError, match=r"^mine, experiments 1, strategies: no strategy 'entrpy'"):
        resolve_study(Study("mine", "Mine", (Experiment(("4x6",), ("entrpy",)),)))
    with pytest.raises(BlackpegError, match=r"^mine, claims 1: no experiment plays"):
        resolve_study(Study("mine", "Mine", (Experiment(("4x6",), ("random",)),), (Claim("4x6", "entropy", 4.4),)))
