"""The curves of Cabana & Túpac's figures by their definition, and what the paper says, from games made up by hand."""

import numpy as np
import pytest
from lab.stored_games import add_games
from scipy.stats import t as student

from blackpeg import Game
from blackpeg.lab.experiment import Series
from blackpeg.lab.papers import cabana_tupac
from blackpeg.lab.papers.cabana_tupac import check_statements, compute_curves
from blackpeg.lab.study import Sentence
from blackpeg.lab.study_toml import load_study
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
        half = student.ppf(0.975, 3) * np.std([run[t] for run in best], ddof=1) / 2
        assert curves.halves[0][t] == pytest.approx(half)
    assert curves.final.tolist() == [run[-1] for run in best]


def test_what_the_paper_says_of_its_figures():
    """Read literally, all but one sentence hold; with crossover always, what it says of two mutations does not."""
    assert [checked.holds for checked in check_statements(secrets=3, runs=5)] == [True, True, True, True, False, True]
    crossed = [checked.holds for checked in check_statements(secrets=3, runs=5, crossover=1.0)]
    assert crossed == [True, False, False, True, False, True]


STUDY, SAID = load_study("cabana_tupac"), Sentence("there", "it says so", check="-")


def test_attempts_are_counted_up_to_fifteen(store):
    """Of 40 runs 38 at 4x6 and 20 at 5x8 end within 15; Wilson's interval of 20 of 40 is 35.2 % to 64.8 %."""
    assert cabana_tupac.check_attempts_legal(store, STUDY, SAID, True).found == "not played"
    add_games(store, Series("4x6", "cabana_tupac_legal"), *[15] * 38, 16, -3)
    add_games(store, Series("5x8", "cabana_tupac_legal"), *[4, 20] * 20)
    found = cabana_tupac.check_attempts_legal(store, STUDY, SAID, True)
    assert found.holds is False and found.difference == "-45 % (-60 to -30)"
    assert "95.0% at 4x6" in found.found and "50.0% at 5x8" in found.found
    for game in ("4x6", "5x8"):
        add_games(store, Series(game, "cabana_tupac"), *[400] * 40, stages="10")
    assert "0.0% at 4x6" in cabana_tupac.check_attempts_queries(store, STUDY, SAID, True).found
    assert "100.0% at 4x6" in cabana_tupac.check_attempts_generations(store, STUDY, SAID, True).found


def test_comparable_is_at_most_a_tenth_more_on_the_same_secrets(store):
    for game in ("4x6", "5x8"):
        add_games(store, Series(game, "random"), *[10, 10] * 20)
        add_games(store, Series(game, "entropy"), *[10, 10] * 20)
        add_games(store, Series(game, "cabana_tupac_legal"), *[10, 11] * 20)  # 0.5 more, where 1 is allowed
    assert cabana_tupac.check_comparable_legal(store, STUDY, SAID, True).holds is True
    add_games(store, Series("4x6", "cabana_tupac"), *[240, 250] * 20)
    assert cabana_tupac.check_comparable_queries(store, STUDY, SAID, True).found == "not played"
    add_games(store, Series("5x8", "cabana_tupac"), *[1100, 1000] * 20)
    found = cabana_tupac.check_comparable_queries(store, STUDY, SAID, True)
    assert found.holds is False and found.difference.startswith("1,040 more (")


def test_larger_spaces_are_judged_by_the_worst(store):
    for game, solved in (("6x9", 36), ("8x12", 30), ("10x15", 2)):
        add_games(store, Series(game, "cabana_tupac"), *[9] * solved, *[-9] * (40 - solved))
    found = cabana_tupac.check_larger(store, STUDY, SAID, True)
    assert found.holds is False and "90% at 6x9 (16 times the codes of 5x8), 75% at 8x12" in found.found
