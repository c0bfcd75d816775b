"""Tournaments: the same secrets for all, points added up, and leads that may be luck."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from statistics import mean

import numpy as np
import pytest
from scipy.stats import ttest_rel

import blackpeg
from blackpeg import BlackpegError, Honest, Tournament, Tree, play, strategy, tournament
from blackpeg.game import Game
from blackpeg.lab.executors import play_batches
from blackpeg.lab.experiment import Series, Task, secret_of, seed_of
from blackpeg.puzzles.strategy_tournament import plan_tournament, score, tasks_by_round


def test_every_strategy_breaks_the_same_secrets_and_guesses_are_points() -> None:
    """Secrets are drawn by seed, game and number, whoever plays; the games are played again here with the limit."""
    names, limit = ["lexicographic", "random"], 5
    result = tournament("4x6", names, rounds=30, limit=limit, seed=3)
    game = Game(4, 6)
    secrets = [secret_of(Task(Series("4x6", "entropy", "uniform", 3), number)).tolist() for number in range(30)]
    for name in names:
        tasks = [Task(Series("4x6", name, "uniform", 3), number) for number in range(30)]
        assert [secret_of(task).tolist() for task in tasks] == secrets
        ends = [play(game, strategy(name), Honest(secret_of(task)), seed_of(task), limit) for task in tasks]
        assert result.points[name] == tuple(end.guesses if end.solved else 6 for end in ends)
        (line,) = (line for line in result.standings if line.strategy == name)
        assert line.unsolved == sum(not end.solved for end in ends) > 0
        assert line.points == sum(result.points[name])
        assert line.average == pytest.approx(mean(result.points[name]))
    assert result.rounds == 30


def test_strategies_without_chance_score_what_their_trees_say() -> None:
    result = tournament("3x4", ["entropy", "minimax"], rounds=40, seed=1)
    game = Game(3, 4)
    for name, own in result.points.items():
        secrets = [secret_of(Task(Series("3x4", name, "uniform", 1), number)) for number in range(40)]
        assert list(own) == Tree.of(strategy(name), game).turns(np.array(secrets))[0].tolist()


def test_places_ties_and_leads() -> None:
    points = {"one": (4, 5, 6, 4), "two": (5, 4, 4, 6), "three": (16, 5, 5, 6)}
    table = Tournament("4x6", 15, 0, points).standings
    assert [(line.rank, line.strategy, line.points, line.unsolved) for line in table] == [
        (1, "one", 19, 0), (1, "two", 19, 0), (3, "three", 32, 1),
    ]  # fmt: skip
    assert Tournament("4x6", 15, 0, points).verdict == "one and two share the first place with 19 points each."
    assert (table[0].behind, table[0].p, table[2].behind) == (0, None, 13 / 4)
    low, high = ttest_rel(points["three"], points["one"]).confidence_interval(0.95)
    assert (table[2].behind_low, table[2].behind_high) == pytest.approx((low, high))


def test_a_lead_that_could_be_luck_is_called_so() -> None:
    close = Tournament("4x6", 15, 0, {"one": (4, 5), "two": (5, 5)})
    assert close.verdict == "one wins with 9 points, but the lead over two could be luck (p ≥ 0.05)."
    clear = Tournament("4x6", 15, 0, {"two": (5,) * 20, "one": (4,) * 20})
    assert clear.verdict == "one wins with 80 points."
    single = Tournament("4x6", 15, 0, {"one": (4,), "two": (5,)})
    assert single.standings[0].low is single.standings[1].behind_low is None
    assert "could be luck" in single.verdict


def test_a_tournament_that_was_stopped_has_whole_rounds() -> None:
    plan = plan_tournament("3x4", ["random", "lexicographic"], 25, 0)
    tasks = list(tasks_by_round(plan))
    assert sorted(tasks) == sorted(plan.tasks())
    records = [record for batch in play_batches(islice(tasks, 14), 1) for record in batch.records]
    assert score(plan, 15, records).rounds == 4  # ten of the first, four of the second
    assert score(plan, 15, []).rounds == 0


def test_more_processes_change_nothing() -> None:
    assert tournament("3x4", ["random", "lexicographic"], 30, jobs=2) == tournament(
        "3x4", ["random", "lexicographic"], 30
    )


def test_strategies_may_be_values_and_the_names_are_public() -> None:
    result = blackpeg.tournament(Game(3, 4), [strategy("random"), replace(strategy("random"), first="112")], rounds=5)
    assert list(result.points) == ["random", "random(first='112')"]
    assert list(result.json()) == ["game", "rounds", "limit", "seed", "standings", "verdict"]


ERRORS = {
    "at least two strategies, and here is one": {"strategies": ["random"]},
    "at least two strategies, and here are none": {"strategies": []},
    "random takes part twice": {"strategies": ["random", "entropy", "random()"]},
    "cabana_tupac can't take part: this method asks the secret": {"strategies": ["random", "cabana_tupac"]},
    "no strategy 'entrpy'; did you mean entropy": {"strategies": ["random", "entrpy"]},
    "entropy at 12x12: 12x12 has": {"strategies": ["random", "entropy"], "game": "12x12"},
    "rounds: 0 is not a whole number from 1": {"rounds": 0},
    "can't be limited to -3 guesses": {"limit": -3},
}


@pytest.mark.parametrize("sentence", ERRORS)
def test_errors(sentence: str) -> None:
    with pytest.raises(BlackpegError, match=sentence):
        tournament(**{"game": "4x6", "strategies": ["random", "entropy"], **ERRORS[sentence]})  # type: ignore[arg-type]
