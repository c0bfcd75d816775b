"""Verdicts on printed numbers; every expectation is computed by hand."""

from __future__ import annotations

import pytest

from blackpeg.lab.game_arrays import Average
from blackpeg.lab.report.verdicts import Bound, best_known, deviation_verdict, separation, verdict
from blackpeg.lab.study import Claim

PROVED, KNOWN = Bound(4.340, True), Bound(5.117, False)


def guesses(average: float, error: float = 0.02, sd: float = 0.9) -> dict[str, Average]:
    return {"guesses": Average(average, error, sd, 0.01), "known": Average(average - 0.6, error, sd, 0.01)}


SEARCH = {
    "guesses": Average(309.0, 2.0, 45.0), "queries": Average(309.0, 2.0, 45.0), "generations": Average(2.06, 0.02, 0.4),
}  # fmt: skip

CASES = [
    # 4.64 against 4.638: 0.002 - 0.0005 is less than an error
    (Claim("4x6", "random", 4.638), guesses(4.640), PROVED, 0, "agrees", "agrees"),
    # 4.75 against 4.64: (0.11 - 0.005) / 0.02 = 5.25
    (Claim("4x6", "kalisker2003", 4.75), guesses(4.64), PROVED, 0, "differs", "differs by 5.2 standard errors"),
    # with 1000 games of deviation 0.9 the error is sqrt(0.02^2 + 0.0285^2) = 0.0348: (0.508 - 0.0005) / 0.0348 = 14.6,
    # and until known 4.04 is (0.092 - 0.0005) / 0.0348 = 2.6 away, which would do; from 4.00 it would not (3.8)
    (Claim("4x6", "merelo2006", 4.132, deviation=0.9, games=1000), guesses(4.64), PROVED, 0, "agrees until known",
     "agrees when counted until known"),
    (Claim("4x6", "merelo2006", 4.132, deviation=0.9, games=1000), guesses(4.60), PROVED, 0, "impossible",
     "below the proved optimum, 4.340, so impossible"),
    # 4.312 over 1000 games of deviation 0.989 is 0.9 of its errors below the optimum; with ours the error is
    # sqrt(0.02^2 + 0.0313^2) = 0.0371: (0.372 - 0.0005) / 0.0371 = 10.0
    (Claim("4x6", "merelo2006", 4.312, deviation=0.989, games=1000), guesses(4.684), PROVED, 0, "differs",
     "differs by 10 standard errors, below the proved optimum, 4.340, which luck allows"),
    (Claim("4x6", "oijen2018", 4.32), guesses(4.50), PROVED, 0, "impossible",
     "below the proved optimum, 4.340, so impossible unless its games were few"),
    # nor would a deviation of 1.05: sqrt(0.01^2 + 1.05^2 / 2000) = 0.0255, and (0.15 - 0.005) / 0.0255 = 5.7
    (Claim("4x6", "merelo2006", 4.132, deviation=1.05, games=1000), guesses(4.64), PROVED, 0, "impossible",
     "below the proved optimum, 4.340, so impossible"),
    (Claim("5x7", "bernier1996_ga", 5.08), guesses(5.45), KNOWN, 0, "below the best known",
     "below the best that is known, 5.117"),
    (Claim("5x7", "bernier1996_ga", 5.08), guesses(5.45), None, 0, "differs", "differs by 18 standard errors"),
    # 3.9 is below what anyone can reach, and until known it is 3.9 - 0.05 <= 3.864
    (Claim("4x6", "maxmin", 3.9), guesses(4.464, 0.0), PROVED, 0, "agrees until known",
     "agrees when counted until known"),
    # without chance only rounding counts: 4.478 and 4.476 differ by more than 0.0005
    (Claim("4x6", "minimax", 4.478), guesses(4.476, 0.0), PROVED, 0, "differs",
     "differs by 0.0020, nothing being drawn by chance"),
    (Claim("4x6", "minimax", 4.48), guesses(4.476, 0.0), PROVED, 0, "agrees", "agrees"),
    (Claim("4x6", "cunha_silva", 2.06), SEARCH, PROVED, 0, "agrees in generations",
     "agrees in generations, at 309 queries a game"),
    # (0.46 - 0.005) / 0.02 = 22.75
    (Claim("4x6", "cunha_silva", 2.52), SEARCH, PROVED, 0, "differs",
     "differs by 23 standard errors in generations, at 309 queries a game"),
    (Claim("4x6", "cunha_silva", 2.52), SEARCH, PROVED, 7, "can't be told",
     "can't be told in generations, at 309 queries a game, 7 games not solved"),
    # with a game not solved 4.64 is a lower bound: a smaller figure still differs, a larger one may be right
    (Claim("4x6", "random", 4.441), guesses(4.64), PROVED, 1, "differs",  # (0.199 - 0.0005) / 0.02 = 9.925
     "differs by 9.9 standard errors, 1 game not solved"),
    (Claim("4x6", "random", 5.00), guesses(4.64), PROVED, 1, "can't be told", "can't be told, 1 game not solved"),
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
    expected = None if kind == "can't be told" else kind.startswith("agrees")
    assert found.agrees is expected


def test_a_separation_is_counted_beyond_rounding_in_both_errors():
    claim = Claim("5x8", "merelo2006", 5.9, deviation=0.8, games=100)  # rounding 0.05, error 0.08
    assert separation(claim, Average(6.25, 0.06)) == pytest.approx(0.30 / 0.10)
    assert separation(claim, Average(5.93, 0.06)) == 0


def test_deviations_have_a_verdict_too():
    claim = Claim("4x6", "merelo2006", 4.132, deviation=1.0, games=200, deviation_digits=2)  # its error 1 / sqrt(400)
    assert deviation_verdict(claim, Average(4.6, 0.02, 0.85, 0.0)).text == "agrees"  # (0.15 - 0.005) / 0.05 = 2.9
    assert deviation_verdict(claim, Average(4.6, 0.02, 0.84, 0.0)).text == "differs by 3.1 standard errors"
    far = Claim("4x6", "merelo2006", 4.132, deviation=1.25, games=1000)
    # 1.25 / sqrt(2000) = 0.02795, with 0.01 together 0.02969; (0.37 - 0.005) / 0.02969 = 12.3
    assert deviation_verdict(far, Average(4.6, 0.02, 0.88, 0.01)).text == "differs by 12 standard errors"


def test_what_is_best_known_is_what_the_trees_reach():
    assert best_known("4x6") == (pytest.approx(5625 / 1296), True)  # Koyama & Lai
    assert best_known("4x6", "distinct") == (pytest.approx(1446 / 360), True)
    assert best_known("6x9") is None
