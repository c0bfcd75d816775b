"""What Cunha & da Silva say, from games made up by hand."""

from __future__ import annotations

import pytest
from lab.stored_games import add_games

from blackpeg.lab.experiment import Series
from blackpeg.lab.papers import cunha_silva_sentences as claims
from blackpeg.lab.store import Store
from blackpeg.lab.study import Sentence
from blackpeg.lab.study_toml import load_study

STUDY, SAID = load_study("cunha_silva"), Sentence("there", "it says so", check="-")
GAMES = claims.games_by_size(STUDY)
KINDS = ("uniform", "distinct")


def fill(store: Store, name: str, *stages: tuple[int, int]) -> None:
    """Runs of a search at all scenarios that took these generations, of 150 queries each; one more at each next one."""
    for kind in KINDS:
        for k, game in enumerate(GAMES):
            for half, (first, second) in enumerate(stages):
                series = Series(game, name, kind)
                both = [150 * (first + k + second)] * 20
                add_games(store, series, *([0] * 20 * half), *both, stages=f"{first + k}+{second}")


def test_scenarios_come_by_the_size_of_their_space():
    assert GAMES == ["4x6", "4x8", "5x7", "5x8", "6x6", "5x9", "6x9", "6x10", "7x10", "8x12"]


@pytest.mark.parametrize(
    "check",
    [
        claims.check_lead_grows, claims.check_first_stage_finds, claims.check_first_stage_grows,
        claims.check_none_solved_7x10, claims.check_some_unsolved_8x12, claims.check_below_literature,
        claims.check_surpasses,
    ],
)  # fmt: skip
def test_without_games_nothing_is_decided(store: Store, check) -> None:
    found = check(store, STUDY, SAID, True)
    assert (found.found, found.holds) == ("not played", None)


def test_the_first_stage_grows_and_finds(store: Store) -> None:
    fill(store, claims.PLUS, (1, 1))
    assert claims.check_first_stage_grows(store, STUDY, SAID, True).holds is True
    found = claims.check_first_stage_finds(store, STUDY, SAID, True)  # at most 10 generations
    assert "100.0% of 20 runs" in found.found and found.holds is None  # 20 of 20 are 83.9 % at least
    assert claims.check_surpasses(store, STUDY, SAID, True).holds is False  # 150 queries and more
    cited = claims.check_below_literature(store, STUDY, SAID, True)  # 2 to 11 generations against 4.13 to 8.62 guesses
    assert cited.holds is False and "29 numbers" in cited.found


def test_runs_of_gen_that_are_not_solved(store: Store) -> None:
    for kind in KINDS:
        add_games(store, Series("7x10", claims.GEN, kind), *[1500] * 400, *[2400] * 100, stages="5+5")
        add_games(store, Series("8x12", claims.GEN, kind), *[-4500] * 500, stages="15+15")
    assert claims.check_none_solved_7x10(store, STUDY, SAID, True).holds is False
    assert claims.check_some_unsolved_7x10(store, STUDY, SAID, True).holds is False  # 0 of 1000: less than 2 of 500
    assert claims.check_none_solved_8x12(store, STUDY, SAID, True).holds is True
    found = claims.check_some_unsolved_8x12(store, STUDY, SAID, True)
    assert found.holds is True and found.found.startswith("1000 of 1000 runs not solved, uniform and distinct secrets")


def test_the_lead_of_plus(store: Store) -> None:
    """Half of the generations of the others at 7x10 and 8x12, as many elsewhere."""
    for kind in KINDS:
        for game in GAMES:
            for name in (claims.PLUS, *claims.OTHERS):
                less = name == claims.PLUS and game in claims.MOST_COMPLEX
                add_games(store, Series(game, name, kind), *[600] * 20, stages="1+2" if less else "3+3")
    found = claims.check_lead_grows(store, STUDY, SAID, True)
    assert found.holds is True and found.difference.startswith("50") and "7x10 50, 8x12 50" in found.found


def test_diversity_is_lost_in_runs_of_its_own(store: Store) -> None:
    found = claims.check_diversity(store, STUDY, SAID, True)
    assert "6 runs: 5x8 " in found.found and found.difference
