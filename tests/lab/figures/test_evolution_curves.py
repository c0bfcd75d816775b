"""Averages of curves, by definition, and the figures."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from blackpeg.errors import BlackpegError
from blackpeg.lab import Experiment, Study
from blackpeg.lab.figures.evolution_curves import average_curve, curve_points, draw_curves, share_going_on
from blackpeg.lab.papers.figures_and_checks import FIGURES, load_function
from blackpeg.lab.store import Store
from blackpeg.lab.study import Figure
from blackpeg.lab.traces import Row, trace_tasks

GENERATIONS = [  # (evaluations, best) of four games
    [(10, -4.0), (20, -2.0), (30, 0.0)], [(10, -2.0), (25, 0.0)], [(12, -3.0), (22, -1.0), (40, 0.0)], [(10, 0.0)],
]  # fmt: skip
TRACES: list[list[Row]] = [
    [{"generations": k, "evaluations": spent, "best": best} for k, (spent, best) in enumerate(game, 1)]
    for game in GENERATIONS
]


def value_at(game: list[tuple[int, float]], place: float) -> float:
    """The best of the last generation of a game up to this many evaluations."""
    return [best for spent, best in game if spent <= place][-1]


def test_a_game_that_ended_keeps_its_last_value() -> None:
    curve = average_curve(TRACES, "best")
    assert curve.at.tolist() == [1, 2, 3]
    assert curve.average.tolist() == [-9 / 4, -3 / 4, 0]
    assert share_going_on(TRACES).tolist() == [1, 3 / 4, 2 / 4]


def test_by_evaluations_a_value_changes_in_steps() -> None:
    curve = average_curve(TRACES, "best", "evaluations")
    assert curve.at.tolist() == [12, 20, 22, 25, 30, 40], "from where every game has a generation"
    expected = [np.mean([value_at(game, place) for game in GENERATIONS]) for place in curve.at]
    assert curve.average.tolist() == expected
    assert share_going_on(TRACES, "evaluations").tolist() == [3 / 4, 3 / 4, 3 / 4, 3 / 4, 2 / 4, 1 / 4]


def test_intervals_are_those_of_scipy() -> None:
    curve = average_curve(TRACES, "best", "evaluations")
    for k, place in enumerate(curve.at[:4]):
        values = [value_at(game, place) for game in GENERATIONS]
        low, high = stats.t.interval(0.95, len(values) - 1, np.mean(values), stats.sem(values))
        assert (curve.low[k], curve.high[k]) == pytest.approx((low, high))


def test_curves_end_where_few_games_go_on() -> None:
    games = [[{"generations": k} for k in range(1, length + 1)] for length in range(1, 101)]
    assert curve_points(games)[-1] == 95 and share_going_on(games)[-1] == 0.06
    long = [[{"generations": k} for k in range(1, 2001)]]
    points = curve_points(long)
    assert len(points) == 300 and (points[0], points[-1]) == (1, 2000), "not all of them"


def test_figures_of_a_study(tmp_path: Path, store: Store) -> None:
    names = ("merelo2006", "merelo2006(population=20)", "cabana_tupac", "random")
    study = Study("mine", "Mine", (Experiment(("3x4", "3x3"), names, count=4),))
    for k, (kind, figure) in enumerate([
        ("curves-of-generations", Figure("")), ("curves-of-evaluations", Figure("", games=("3x4",))),
        ("curves-of-generations", Figure("", strategies=("cabana_tupac",))),
    ]):  # fmt: skip
        path = tmp_path / f"{k}.svg"
        assert load_function(FIGURES[kind].where)(path, store, study, figure, True) == []
        text = path.read_text()
        assert "3x4, cabana_tupac, 4 games" in text
        assert ("3x3, cabana_tupac, 4 games" in text) == (not figure.games)
        assert ("merelo2006, 4 games each" in text) == (not figure.strategies)
        assert "games that go on" in text and "random" not in text


def test_nothing_to_draw_is_a_sentence(tmp_path: Path) -> None:
    tasks = Experiment("4x6", "needle", count=2).tasks()  # which follows a tree there
    with pytest.raises(BlackpegError, match="no generations to draw"):
        draw_curves(tmp_path / "x.png", trace_tasks(tasks))
