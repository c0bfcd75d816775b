"""Verdicts on printed numbers; every expectation is computed by hand."""

from __future__ import annotations

import pytest

from blackpeg.lab.game_arrays import Average
from blackpeg.lab.report.verdicts import (
    Bound,
    best_known,
    decide,
    deviation_verdict,
    difference,
    separation,
    verdict,
)
from blackpeg.lab.study import Claim

PROVED, KNOWN = Bound(4.340, True), Bound(5.117, False)


def guesses(average: float, error: float = 0.02, sd: float = 0.9) -> dict[str, Average]:
    return {"guesses": Average(average, error, sd, 0.01), "known": Average(average - 0.6, error, sd, 0.01)}


SEARCH = {
    "guesses": Average(309.0, 2.0, 45.0), "queries": Average(309.0, 2.0, 45.0), "generations": Average(2.06, 0.02, 0.4),
}  # fmt: skip

# An error of 0.02 with a deviation of 0.9 is of 2025 games, whose t is 1.961: half of an interval is 0.039.
CASES = [
    # 4.64 against 4.638: 0.002 - 0.0005 is less than an error
    (Claim("4x6", "random", 4.638), guesses(4.640), PROVED, 0, "agrees",
     "agrees: 0.002 more (0.037 less to 0.041 more), 0.1 standard errors"),
    (Claim("4x6", "random", 4.638, source="fitted"), guesses(4.640), PROVED, 0, "agrees",
     "agrees (fitted): 0.002 more (0.037 less to 0.041 more), 0.1 standard errors"),
    # with an error of 0.03 half of the interval is 0.059, more than 0.05: such games could not contradict much
    (Claim("4x6", "random", 4.638), guesses(4.645, 0.03), PROVED, 0, "not contradicted",
     "not contradicted: 0.007 more (0.052 less to 0.066 more), 0.2 standard errors"),
    # of other measures 2 % is the limit: 1.966 * 15 is 29 and 1.961 * 6.667 is 13
    (Claim("4x6", "random", 1000, "evaluations", digits=0), {"evaluations": Average(1010, 15, 300)}, None, 0,
     "not contradicted", "not contradicted: 10 more (19 less to 39 more), 0.6 standard errors"),
    (Claim("4x6", "random", 1000, "evaluations", digits=0), {"evaluations": Average(1010, 20 / 3, 300)}, None, 0,
     "agrees", "agrees: 10 more (3 less to 23 more), 1.4 standard errors"),
    # 4.75 against 4.64: (0.11 - 0.005) / 0.02 = 5.25
    (Claim("4x6", "kalisker2003", 4.75), guesses(4.64), PROVED, 0, "differs",
     "differs: 0.110 less (0.071 to 0.149), 5.2 standard errors"),
    # with 1000 games of deviation 0.9 the error is sqrt(0.02^2 + 0.0285^2) = 0.0348: (0.508 - 0.0005) / 0.0348 = 14.6,
    # and until known 4.04 is (0.092 - 0.0005) / 0.0348 = 2.6 away, which would do; from 4.00 it would not (3.8)
    (Claim("4x6", "merelo2006", 4.132, deviation=0.9, games=1000), guesses(4.64), PROVED, 0, "not contradicted",
     "not contradicted when counted until known: 0.092 less (0.024 to 0.160), 2.6 standard errors"),
    # luck ends where 3 * 0.9 / sqrt(games) is 4.340 - 4.1325: at 169 games
    (Claim("4x6", "merelo2006", 4.132, deviation=0.9, games=1000), guesses(4.60), PROVED, 0, "impossible",
     "impossible: below the proved optimum, 4.340, and 1,000 games leave no room for luck; "
     "0.468 more (0.400 to 0.536), 13 standard errors"),
    # 4.312 over 1000 games of deviation 0.989 is 0.9 of its errors below the optimum; with ours the error is
    # sqrt(0.02^2 + 0.0313^2) = 0.0371: (0.372 - 0.0005) / 0.0371 = 10.0
    (Claim("4x6", "merelo2006", 4.312, deviation=0.989, games=1000), guesses(4.684), PROVED, 0, "differs",
     "differs: 0.372 more (0.299 to 0.445), 10 standard errors; below the proved optimum, 4.340, which luck allows"),
    # without a number of games nothing is impossible: 3 * 0.9 / sqrt(games) = 4.340 - 4.325 at 32,400 games
    (Claim("4x6", "oijen2018", 4.32), guesses(4.505), PROVED, 0, "differs",
     "differs: 0.185 more (0.146 to 0.224), 9.0 standard errors; below the proved optimum, 4.340, "
     "which luck allows up to some 32,000 games"),
    # nor would a deviation of 1.05: sqrt(0.01^2 + 1.05^2 / 2000) = 0.0255, and (0.15 - 0.005) / 0.0255 = 5.7
    (Claim("4x6", "merelo2006", 4.132, deviation=1.05, games=1000), guesses(4.64), PROVED, 0, "impossible",
     "impossible: below the proved optimum, 4.340, and 1,000 games leave no room for luck; "
     "0.508 more (0.432 to 0.584), 13 standard errors"),
    (Claim("5x7", "bernier1996_ga", 5.08), guesses(5.45), KNOWN, 0, "below the best known",
     "below the best that is known, 5.117: 0.370 more (0.331 to 0.409), 18 standard errors"),
    (Claim("5x7", "bernier1996_ga", 5.08), guesses(5.45), None, 0, "differs",
     "differs: 0.370 more (0.331 to 0.409), 18 standard errors"),
    # 3.9 is below what anyone can reach, and until known it is 3.9 - 0.05 <= 3.864
    (Claim("4x6", "maxmin", 3.9), guesses(4.464, 0.0), PROVED, 0, "agrees until known",
     "agrees when counted until known: 0.0360 less, ours exact, within rounding"),
    # without chance only rounding counts: 4.478 and 4.476 differ by more than 0.0005
    (Claim("4x6", "minimax", 4.478), guesses(4.476, 0.0), PROVED, 0, "differs", "differs: 0.0020 less, ours exact"),
    (Claim("4x6", "minimax", 4.48), guesses(4.476, 0.0), PROVED, 0, "agrees",
     "agrees: 0.0040 less, ours exact, within rounding"),
    (Claim("4x6", "cunha_silva", 2.06), SEARCH, PROVED, 0, "agrees in generations",
     "agrees in generations: 0.000 more (0.039 less to 0.039 more), within rounding, at 309 queries a game"),
    # (0.46 - 0.005) / 0.02 = 22.75
    (Claim("4x6", "cunha_silva", 2.52), SEARCH, PROVED, 0, "differs",
     "differs in generations: 0.460 less (0.421 to 0.499), 23 standard errors, at 309 queries a game"),
    (Claim("4x6", "cunha_silva", 2.52), SEARCH, PROVED, 7, "can't be told",
     "can't be told in generations: 0.460 less (0.421 to 0.499), 23 standard errors, at 309 queries a game, "
     "7 games not solved"),
    # with a game not solved 4.64 is a lower bound: a smaller figure still differs, a larger one may be right
    (Claim("4x6", "random", 4.441), guesses(4.64), PROVED, 1, "differs",  # (0.199 - 0.0005) / 0.02 = 9.925
     "differs: 0.199 more (0.160 to 0.238), 9.9 standard errors, 1 game not solved"),
    (Claim("4x6", "random", 5.01), guesses(4.64), PROVED, 1, "can't be told",
     "can't be told: 0.370 less (0.331 to 0.409), 18 standard errors, 1 game not solved"),
    (Claim("4x6", "random", 1.0, "seconds"), {"seconds": Average(0.1, 0.01)}, None, 0, "can't be told",
     "another machine's seconds"),
    (Claim("4x6", "random", 4.6), {}, PROVED, 0, "can't be told", "not measured"),
    (Claim("4x6", "random", 4.6), {"guesses": Average(4.0, None)}, PROVED, 0, "can't be told",
     "can't be told from one game"),
]  # fmt: skip


@pytest.mark.parametrize("claim, readings, best, failures, kind, text", CASES)
def test_verdicts(claim, readings, best, failures, kind, text):
    found = verdict(claim, readings, failures, best)
    assert (found.kind, found.text) == (kind, text)
    expected = None if kind in ("can't be told", "not contradicted") else kind.startswith("agrees")
    assert found.agrees is expected


def test_a_separation_is_counted_beyond_rounding_in_both_errors():
    claim = Claim("5x8", "merelo2006", 5.9, deviation=0.8, games=100)  # rounding 0.05, error 0.08
    assert separation(claim, Average(6.25, 0.06)) == pytest.approx(0.30 / 0.10)
    assert separation(claim, Average(5.93, 0.06)) == 0


def test_a_difference_has_an_interval_with_the_errors_of_both():
    """As scipy.stats.t.interval(0.95, 899, 0.3, hypot(0.06, 0.08)) has it; 0.06 is the error of 900 games of sd 1.8."""
    claim = Claim("5x8", "merelo2006", 5.9, deviation=0.8, games=100)
    assert difference(claim, Average(6.2, 0.06, 1.8)) == pytest.approx((0.3, 0.103740, 0.496260), abs=1e-5)
    assert difference(Claim("4x6", "minimax", 4.5), Average(4.4, 0.0, 0.6)) == pytest.approx((-0.1, -0.1, -0.1))


@pytest.mark.parametrize(
    "low, high, holds", [(0.1, 0.2, True), (-0.2, -0.1, False), (-0.1, 0.2, None), (None, 1, None)]
)
def test_an_interval_decides_only_if_it_is_on_one_side_of_0(low, high, holds):
    assert decide(low, high) is holds


def test_deviations_have_a_verdict_too():
    claim = Claim("4x6", "merelo2006", 4.132, deviation=1.0, games=200, deviation_digits=2)  # its error 1 / sqrt(400)
    assert deviation_verdict(claim, Average(4.6, 0.02, 0.85, 0.0)).text == "agrees"  # (0.15 - 0.005) / 0.05 = 2.9
    assert deviation_verdict(claim, Average(4.6, 0.02, 0.84, 0.0)).text == "differs: 0.16 less, 3.1 standard errors"
    far = Claim("4x6", "merelo2006", 4.132, deviation=1.25, games=1000)
    # 1.25 / sqrt(2000) = 0.02795, with 0.01 together 0.02969; (0.37 - 0.005) / 0.02969 = 12.3
    assert deviation_verdict(far, Average(4.6, 0.02, 0.88, 0.01)).text == "differs: 0.37 less, 12 standard errors"


def test_what_is_best_known_is_what_the_trees_reach():
    assert best_known("4x6") == (pytest.approx(5625 / 1296), True)  # Koyama & Lai
    assert best_known("4x6", "distinct") == (pytest.approx(1446 / 360), True)
    assert best_known("6x9") is None
