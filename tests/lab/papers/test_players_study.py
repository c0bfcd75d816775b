"""The study of all players: what it plays and claims; and players of the first candidate are as good as random."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from blackpeg import Game, Honest, play, strategy
from blackpeg.codemakers import random_secret
from blackpeg.lab import run_study
from blackpeg.lab.study_toml import load_study
from blackpeg.players import Evolving
from blackpeg.strategies import STRATEGIES, make

STUDY = load_study("players")
OTHER_STUDIES = {"needle", "cabana_tupac_legal", "cabana_tupac_hybrid", "reward_matrix_legal"}

# Players of the first candidate that they find, from a first guess. Not here: bernier1996_sa, bento1999 and
# kalisker2003 may play what does not fit, singley2005 asks colors first, and others choose among several candidates.
FIRST_CANDIDATE = {
    "bernier1996_ga(first='1122')": "1122",
    "hill2003(first='1122')": "1122",
    "merelo2006": "1122",
    "merelo2006(first='all')": "1234",
    "eda2010": "1231",  # by its docstring 0.055 better: of several candidates it plays one of many colors
    "eda2010(fitness='orig')": "1231",
    "berghman2009(choice='random')": "1123",
}


def test_every_player_that_evolves_is_in_it_at_the_three_main_sizes():
    evolving = {name for name in STRATEGIES if isinstance(make(name), Evolving)} - OTHER_STUDIES
    played = {(series.game, series.strategy) for series in STUDY.series()}
    for game in ("4x6", "5x8", "6x9"):
        assert {(game, name) for name in evolving | {"random"}} <= played
        assert {(game, "entropy"), (game, "entropy(candidates_only=True)")} & played


def test_every_claim_has_games_and_says_where_it_was_printed():
    assert len(STUDY.claims) > 50
    for claim in STUDY.claims:
        assert STUDY.matching(claim) and claim.where
    impossible = [c for c in STUDY.claims if c.game == "4x6" and c.measure == "guesses" and c.value < 4.33]
    assert len(impossible) == 3 and all("optimum" in claim.doubt for claim in impossible)


def test_all_of_a_size_meet_the_same_secrets():
    assert {(one.secrets, one.seed) for one in STUDY.experiments} == {("uniform", 0)}


def test_a_tiny_version_runs():
    small = [replace(one, games=("4x6",), count=2) for one in STUDY.experiments if "4x6" in one.games]
    claims = tuple(claim for claim in STUDY.claims if claim.game == "4x6")
    report = run_study(replace(STUDY, experiments=tuple(small), claims=claims), ":memory:")
    assert all(row["games"] == 2 and row["failures"] == 0 for row in report["rows"])
    assert all(row["queries"] == row["average"] for row in report["rows"])
    assert len(report["claims"]) == len(claims)


@pytest.mark.parametrize("name", FIRST_CANDIDATE)
def test_the_first_candidate_found_is_as_good_as_any(name):
    game, secrets = Game(4, 6), np.random.default_rng(7)
    player, any_candidate = strategy(name), strategy(f"random(first='{FIRST_CANDIDATE[name]}')")
    differences = []
    for number in range(300):
        maker = Honest(random_secret(game, secrets))
        ours, theirs = (play(game, one, maker, number) for one in (player, any_candidate))
        assert game.show(ours.history[0].guess) == game.show(theirs.history[0].guess) == FIRST_CANDIDATE[name]
        differences.append(ours.guesses - theirs.guesses)
    error = np.std(differences, ddof=1) / len(differences) ** 0.5
    assert abs(np.mean(differences)) < 4 * error
