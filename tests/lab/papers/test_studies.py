"""The studies of papers: every printed number is a claim, and every figure can be drawn."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from blackpeg.lab.papers.named_figures import FIGURES
from blackpeg.lab.reproduce import REPRODUCED_STUDIES
from blackpeg.lab.study_toml import built_in_studies, load_study

STUDIES = {name: load_study(name) for name in REPRODUCED_STUDIES}


# Cunha & da Silva, table 1, as printed: 4x6 4x8 5x7 5x8 5x9 6x6 6x9 6x10 7x10 8x12
TABLE = """
bernier1996_ga                            -    -    5.08 -    -    5.62 -    7.00 -    -
bento1999                                 -    -    -    7.54 -    -    -    -    -    -
kalisker2003                              4.75 -    -    6.39 -    -    7.27 -    8.62 -
merelo2006                                4.13 -    -    5.90 -    -    -    -    -    -
berghman2009                              4.39 -    -    5.61 -    -    6.47 -    -    8.37
merelo2011(endgames=False)                4.44 5.24 -    5.77 6.12 -    -    -    -    -
merelo2013                                -    5.21 -    5.65 6.01 -    6.50 6.88 7.42 -
maestro2014                               -    -    -    5.55 -    -    6.37 -    -    -
oijen2018                                 4.32 -    -    -    -    -    6.61 -    -    8.58
cunha_silva(replacement='gen')            2.06 2.52 3.08 3.51 3.85 4.97 6.51 7.42 -    -
cunha_silva(replacement='gen_plus')       2.06 2.52 3.15 3.48 3.92 4.09 5.80 6.47 7.88 11.45
cunha_silva(replacement='reward_matrix')  2.06 2.52 2.96 3.45 3.95 3.16 6.19 6.92 9.46 12.95
cunha_silva                               2.06 2.52 2.70 3.15 3.51 2.94 4.63 5.37 6.01 8.29
"""


def test_every_study_is_reproduced_and_says_where_its_numbers_are_from_and_how_long_it_takes():
    assert set(built_in_studies()) - set(REPRODUCED_STUDIES) == {"lookahead", "needle", "scaling"}, (
        "these are ours, and of no paper"
    )
    for study in STUDIES.values():
        assert study.minutes > 0 or study.name == "dynamic"
        assert all(claim.where for claim in study.claims)
        assert all(figure.draw in FIGURES and figure.caption for figure in study.figures)
    assert sum(study.minutes for study in STUDIES.values()) < 240, "two hours on two cores"


def test_the_table_of_cunha_and_da_silva_is_complete():
    claims = {
        (claim.strategy, claim.game, f"{claim.value:.2f}")
        for name in ("cunha_silva", "cunha_silva_cited")
        for claim in STUDIES[name].claims
        if claim.measure == "guesses"
    }
    games = ["4x6", "4x8", "5x7", "5x8", "5x9", "6x6", "6x9", "6x10", "7x10", "8x12"]
    printed = set()
    for line in TABLE.strip().splitlines():
        name, *cells = line.split()
        printed |= {(name, game, cell) for game, cell in zip(games, cells, strict=True) if cell != "-"}
    assert claims == printed and len(printed) == 67


def test_the_tables_of_genmm_are_complete():
    found = {
        (claim.strategy, claim.measure, claim.value, claim.deviation)
        for name in ("genmm_table1", "genmm_table2")
        for claim in STUDIES[name].claims
    }
    assert found >= {
        ("minimax", "guesses", 4.478, None), ("optimal", "guesses", 4.340, None), ("maxent", "guesses", 3.8, 0.5),
        ("random(first='1234')", "guesses", 4.66, None), ("kalisker2003", "guesses", 4.75, None),
        ("merelo2006", "guesses", 4.132, 1.0), ("merelo2006", "evaluations", 279, 188),
        ("merelo2006(first='all')", "guesses", 4.312, 0.989), ("merelo2006(first='all')", "evaluations", 320, 268),
        ("random(first='12345')", "guesses", 5.88, None), ("kalisker2003", "guesses", 6.39, None),
        ("bento1999", "guesses", 6.866, None), ("bento1999", "evaluations", 1029.9, None),
        ("merelo2006", "guesses", 5.904, 0.975), ("merelo2006", "evaluations", 2171, 1268),
    }  # fmt: skip


def test_every_verdict_that_is_kept_and_is_not_agreement_is_explained():
    kept = Path(__file__).parents[3] / "docs" / "results" / "claims.csv"
    for row in csv.DictReader(kept.open()) if kept.exists() else ():
        assert row["kind"] == "agrees" or row["doubt"], row


@pytest.mark.parametrize("name", built_in_studies())
def test_every_figure_of_a_study_can_be_drawn(name):
    assert all(figure.draw in FIGURES for figure in load_study(name).figures)
