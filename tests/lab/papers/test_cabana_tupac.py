"""The curves of Cabana & Túpac's figures by their definition, and what the paper says of them."""

import numpy as np
import pytest
from scipy.stats import binomtest

from blackpeg import Game
from blackpeg.lab.papers.cabana_tupac import check_statements, compute_curves, share_interval
from blackpeg.oracle import Oracle
from blackpeg.players import rng_of
from blackpeg.strategies.cabana_tupac import CabanaTupac

FOUR = Game(4, 6)


def test_curves_as_the_paper_defines_them():
    search, secrets = CabanaTupac(limit=12), FOUR.codes[[100, 900]]
    curves = compute_curves(FOUR, search, secrets, runs=2, seed=5)
    best, all_scores = [], []
    for secret in secrets:
        for run in range(2):
            rng = rng_of(5, FOUR, search, FOUR.show(secret), run)
            steps = list(CabanaTupac(limit=12, stop=False).generations(FOUR, Oracle(FOUR, secret), rng))
            best.append([max(step.fitness) for step in steps])
            all_scores.append([sum(step.fitness) / 40 for step in steps])
    for t in range(12):
        assert curves.best_so_far[t] == pytest.approx(np.mean([run[t] for run in best]))
        assert curves.off_line[t] == pytest.approx(np.mean([sum(run[: t + 1]) / (t + 1) for run in best]))
        assert curves.on_line[t] == pytest.approx(np.mean([sum(run[: t + 1]) / (t + 1) for run in all_scores]))
    assert curves.final.tolist() == [run[-1] for run in best]


def test_what_the_paper_says_of_its_figures():
    """4x6 is solved almost always; what it says of scramble and position alone is true only without crossover."""
    crossed = [checked.holds for checked in check_statements(secrets=3, runs=5)]
    assert crossed == [True, False, False, True, False, True]
    without = check_statements(secrets=3, runs=5, crossover=0.0)
    alone = {(checked.statement.figure, checked.statement.says): checked for checked in without}
    assert alone[10, "tends not to pass 14"].holds and alone[11, "tends not to pass 15"].holds
    assert alone[12, "tends to pass 16"].holds and alone[13, "mostly reaches 20"].holds


def test_the_interval_of_a_share_is_wilsons():
    """As scipy.stats.binomtest(k, n).proportion_ci(method="wilson") has it."""
    for k, n in ((0, 20), (7, 20), (200, 200)):
        expected = binomtest(k, n).proportion_ci(method="wilson")
        assert share_interval(k / n, n) == pytest.approx((expected.low, expected.high), abs=1e-6)
