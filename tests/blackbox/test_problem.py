"""The black-box problem: its scores by their definitions, the lab's secrets, and queries that are charged."""

import numpy as np
import pytest
import reference

from blackpeg import BlackpegError, Game, Oracle, Position
from blackpeg.blackbox import Problem
from blackpeg.lab.experiment import Task, secret_of
from blackpeg.oracle import QueryLimitReached


@pytest.mark.parametrize("game", ["4x6", "4x6-black", "5x8", "4x6-distinct"])
def test_scores_are_as_defined(game):
    rules = Game.parse(game)
    rng = np.random.default_rng(1)
    codes = rules.codes[rng.integers(rules.size, size=30)]
    secret = secret_of(Task.parse(f"{game} random uniform 3 5"))
    for score in ("blacks", "blacks_and_whites"):
        problem = Problem.from_lab(game, 5, seed=3, score=score)
        for code, loss in zip(codes, problem(codes), strict=True):
            black, white = reference.feedback(secret.tolist(), code.tolist(), rules.whites)
            assert loss == (rules.pegs - black if score == "blacks" else 2 * rules.pegs - 2 * black - white)
        assert (problem.queries, problem.evaluations, problem.solved) == (30, 30, problem.oracle.solved)
        assert problem(secret) == 0 and problem.solved and problem.queries == 31


def test_misfit_is_as_defined_and_asks_nothing():
    position = Position.parse("4x6 1122=1b1w 3416=0b2w")
    problem = Problem.from_history(position)
    codes = position.game.codes[::37]
    expected = [reference.misfit_at(position, code.tolist()) for code in codes]
    assert problem(codes).tolist() == expected
    assert (problem.queries, problem.evaluations, problem.score) == (0, len(codes), "misfit")
    assert problem(position.candidates[0]) == 0 and problem.solved


def test_a_limit_is_kept():
    problem = Problem.from_lab("4x6", 1, limit=10)
    with pytest.raises(QueryLimitReached):
        problem(problem.game.codes[:11])
    assert problem.queries == 10


def test_errors_are_sentences():
    oracle = Oracle(Game(4, 6), Game(4, 6).code("6543"))
    with pytest.raises(BlackpegError, match="no score 'black' of the secret's answer; did you mean blacks"):
        Problem(oracle, "black")
    with pytest.raises(BlackpegError, match="from_history"):
        Problem(oracle, "misfit")
    with pytest.raises(BlackpegError, match="knows colors from 0 to 5, not 6"):
        Problem(oracle)([0, 0, 0, 6])
    with pytest.raises(BlackpegError, match="outside 0 to 5"):
        Problem.from_history(Position.parse("4x6"))([0, 0, 0, 6])
