"""The studies of papers: every printed number is a claim, and every figure can be drawn."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from blackpeg.lab.papers.figures_and_checks import CHECKS, FIGURES, load_function
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
    assert sum(study.minutes for study in STUDIES.values()) < 250, "about two hours on two cores"


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


def test_every_cell_of_cunha_and_da_silva_is_held_against_both_kinds_of_secrets_and_in_the_readings():
    study = STUDIES["cunha_silva"]
    cells = {kind: {(c.strategy, c.measure, c.game, c.value) for c in study.claims if c.secrets == kind}
             for kind in ("uniform", "distinct")}  # fmt: skip
    assert cells["uniform"] == cells["distinct"] and len(cells["uniform"]) == 38 + 4
    assert {c.source for c in study.claims if c.secrets == "uniform"} == {"read"}
    printed = {(game, float(value)) for one in study.readings for game, value in one.printed}
    assert printed == {(game, value) for _, measure, game, value in cells["uniform"] if measure != "second stage"}


def test_the_tables_of_genmm_are_complete():
    found = {(claim.strategy, claim.measure, claim.value, claim.deviation) for claim in STUDIES["genmm"].claims}
    assert found >= {
        ("minimax", "guesses", 4.478, None), ("optimal", "guesses", 4.340, None), ("maxent", "guesses", 3.8, 0.5),
        ("maxmin", "guesses", 3.9, 0.5), ("maxent", "guesses", 3.8, 0.6), ("irving1979", "guesses", 4.364, None),
        ("neuwirth1982", "guesses", 4.364, None), ("optimal", "guesses", 4.341, None), ("minimax", "max", 5, None),
        ("random(first='1234')", "guesses", 4.66, None), ("kalisker2003", "guesses", 4.75, None),
        ("merelo2006", "guesses", 4.132, 1.0), ("merelo2006", "new codes", 279, 188),
        ("merelo2006(first='all')", "guesses", 4.312, 0.989), ("merelo2006(first='all')", "new codes", 320, 268),
        ("random(first='12345')", "guesses", 5.88, None), ("kalisker2003", "guesses", 6.39, None),
        ("bento1999", "guesses", 6.866, None), ("bento1999", "new codes", 1029.9, None),
        ("merelo2006", "guesses", 5.904, 0.975), ("merelo2006", "new codes", 2171, 1268),
    }  # fmt: skip


def test_every_verdict_that_is_kept_and_is_not_agreement_is_explained():
    kept = Path(__file__).parents[3] / "docs" / "results" / "claims.csv"
    for row in csv.DictReader(kept.open()) if kept.exists() else ():
        assert row["kind"] in ("agrees", "not contradicted") or row["doubt"], row


def test_every_figure_and_check_has_its_function():
    for where in (*(kind.where for kind in FIGURES.values()), *CHECKS.values()):
        assert callable(load_function(where))


# numbers that Merelo et al. 2006 and Cunha & da Silva print of their own systems; we have both texts
OWN = {"Merelo et al. 2006": ("merelo2006",), "Cunha & da Silva": ("cunha_silva",)}
# papers whose authors' sources were at hand: CEC 2013, GECCO 2013, Maestro-Montojo's draft, and the exhaustive study
SEEN = ("Merelo et al. CEC 2013", "Merelo et al. GECCO 2013", "Maestro-Montojo et al. 2014", "Merelo et al. 2012-13")


def test_a_number_is_read_only_if_we_have_the_text_of_the_paper_whose_system_it_is_about():
    for study in STUDIES.values():
        for claim in study.claims:
            place = re.split("[,;:]", claim.where)[0]
            own = claim.strategy.partition("(")[0] in OWN.get(place, ())
            seen = place in SEEN and not claim.strategy.startswith("berghman2009")
            assert (claim.source == "read") <= (own or seen), (study.name, claim)
            assert claim.source != "cited" or not own or "row Merelo" in claim.where, (study.name, claim)


def test_what_was_fitted_moved_or_assumed_is_marked_in_every_study():
    found = {(c.strategy, c.game, c.value, c.secrets): c.source for study in STUDIES.values() for c in study.claims}
    for claim, source in found.items():
        if claim[0] == "kalisker2003":
            assert source == "fitted", claim
    expected = {
        ("bernier1996_ga", "5x6", 5.08, "uniform"): "moved", ("maestro2014", "5x8", 5.55, "uniform"): "moved",
        ("merelo2013(population=1000)", "6x9", 17562, "uniform"): "moved",
        ("cunha_silva", "8x12", 8.29, "distinct"): "fitted", ("cunha_silva", "8x12", 5.94, "distinct"): "fitted",
        ("cunha_silva", "8x12", 8.29, "uniform"): "read",
        ("cunha_silva(replacement='gen')", "5x8", 3.51, "distinct"): "hypothesis",
        ("hill2003", "4x6", 4.64, "uniform"): "unsourced", ("oijen2018", "4x6", 4.32, "uniform"): "cited",
        ("merelo2006", "4x6", 4.132, "uniform"): "read", ("merelo2013", "6x9", 6.504, "uniform"): "read",
    }  # fmt: skip
    assert {claim: found[claim] for claim in expected} == expected
