"""Verdicts on printed numbers, computed from measured averages.

A printed average of guesses is compared with the measured one. If no player can reach it, because it is below the best
known average, it is compared with the turns until the code was known instead. What an oracle search prints is
compared with its generations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import hypot
from typing import NamedTuple

from ...game import Game
from ...solver.tree_library import best_average, is_proved
from ..experiment import DISTINCT_SECRETS
from ..game_arrays import Average
from ..study import Claim

MAX_STANDARD_ERRORS = 3.0  # between two numbers that agree
AGREES, KNOWN, GENERATIONS, IMPOSSIBLE, BELOW, DIFFERS, NO_VERDICT = (
    "agrees", "agrees until known", "agrees in generations", "impossible", "below the best known", "differs",
    "can't be told",
)  # fmt: skip


class Finding(NamedTuple):
    """A sentence of a paper about a figure, and what we measured."""

    where: str
    says: str
    found: str
    holds: bool | None  # None if our games can't decide


class Bound(NamedTuple):
    """The best average known for a game."""

    average: float
    proved: bool


class Verdict(NamedTuple):
    """One of the kinds above, and the sentence that reports show."""

    kind: str
    text: str
    separation: float | None = None  # standard errors between the two, beyond rounding; None without errors

    @property
    def agrees(self) -> bool | None:
        return None if self.kind == NO_VERDICT else self.kind in (AGREES, KNOWN, GENERATIONS)


def verdict(claim: Claim, measured: Mapping[str, Average], failures: int = 0, best: Bound | None = None) -> Verdict:
    """Returns the verdict on a claim from the measured averages by measure; `best` is the best known average."""
    search = claim.measure == "guesses" and "generations" in measured
    measure = "generations" if search else claim.measure
    found = measured.get(measure)
    if found is None or found.error is None:
        return Verdict(NO_VERDICT, "not measured" if found is None else "can't be told from one game")
    if claim.measure == "seconds":
        return Verdict(NO_VERDICT, "another machine's seconds")
    value, errors_apart = claim.value, separation(claim, found)
    asked = f" in generations, at {measured['queries'].average:,.0f} queries a game" if search else ""
    if failures and (errors_apart <= MAX_STANDARD_ERRORS or value > found.average):  # ours is a lower bound
        return Verdict(NO_VERDICT, f"can't be told{asked}{_not_solved(failures)}", errors_apart)
    if errors_apart <= MAX_STANDARD_ERRORS:
        return Verdict(GENERATIONS if search else AGREES, f"agrees{asked}", errors_apart)
    if search:
        return Verdict(DIFFERS, f"{_differs(claim, found, errors_apart)}{asked}{_not_solved(failures)}", errors_apart)
    if best is not None and claim.measure == "guesses" and value + rounding(claim) < best.average:
        known = measured.get("known")
        if known is not None and known.error is not None and _agrees_with_deviation(claim, known):
            return Verdict(KNOWN, "agrees when counted until known", separation(claim, known))
        below = f"below the {'proved optimum' if best.proved else 'best that is known'}, {best.average:.3f}"
        if value + rounding(claim) + MAX_STANDARD_ERRORS * _own_error(claim, found) > best.average:
            return Verdict(DIFFERS, f"{_differs(claim, found, errors_apart)}, {below}, which luck allows", errors_apart)
        if not best.proved:
            return Verdict(BELOW, below, errors_apart)
        unless = "" if claim.games else " unless its games were few"
        return Verdict(IMPOSSIBLE, f"{below}, so impossible{unless}", errors_apart)
    return Verdict(DIFFERS, _differs(claim, found, errors_apart) + _not_solved(failures), errors_apart)


def deviation_verdict(claim: Claim, found: Average) -> Verdict:
    """Returns the verdict on the standard deviation that is printed with a claim."""
    if claim.deviation is None or found.sd_error is None:
        return Verdict(NO_VERDICT, "not measured")
    theirs = claim.deviation / (2 * claim.games) ** 0.5 if claim.games else 0.0
    digits = claim.deviation_digits
    digits = len(f"{claim.deviation:g}".partition(".")[2]) if digits is None else digits
    gap = max(0.0, abs(found.sd - claim.deviation) - 0.5 * 10.0**-digits)
    error = hypot(found.sd_error, theirs)
    errors_apart = gap / error if error else float("inf") if gap else 0.0
    if errors_apart <= MAX_STANDARD_ERRORS:
        return Verdict(AGREES, "agrees", errors_apart)
    by = _in_standard_errors(errors_apart) if error else f"{abs(found.sd - claim.deviation):.3f}"
    return Verdict(DIFFERS, f"differs by {by}", errors_apart)


def _agrees_with_deviation(claim: Claim, found: Average) -> bool:
    """Checks whether average and deviation agree; the deviation only if the claim says of how many games it is."""
    spread = deviation_verdict(claim, found) if claim.games else None
    return separation(claim, found) <= MAX_STANDARD_ERRORS and (spread is None or spread.kind != DIFFERS)


def separation(claim: Claim, found: Average) -> float:
    """Returns by how many standard errors claim and measured average differ, beyond what rounding explains."""
    gap = max(0.0, abs(found.average - claim.value) - rounding(claim) - 1e-9)
    error = hypot(found.error or 0.0, _own_error(claim, found))
    return gap / error if error else float("inf") if gap else 0.0


def _own_error(claim: Claim, found: Average) -> float:
    """Returns the standard error of the printed number; 0 if its number of games is not known."""
    sd = claim.deviation if claim.deviation is not None else found.sd
    return sd / claim.games**0.5 if claim.games else 0.0


def rounding(claim: Claim) -> float:
    """Returns half a unit of the last digit printed."""
    return 0.5 * 10.0 ** -digits_of(claim)


def digits_of(claim: Claim) -> int:
    """Returns how many digits are printed after the point."""
    return len(str(claim.value).partition(".")[2]) if claim.digits is None else claim.digits


def _differs(claim: Claim, found: Average, errors_apart: float) -> str:
    if errors_apart == float("inf"):
        return f"differs by {abs(found.average - claim.value):.{digits_of(claim) + 1}f}, nothing being drawn by chance"
    return f"differs by {_in_standard_errors(errors_apart)}"


def _in_standard_errors(errors_apart: float) -> str:
    return f"{errors_apart:.1f} standard errors" if errors_apart < 10 else f"{errors_apart:,.0f} standard errors"


def _not_solved(failures: int) -> str:
    return f", {failures:,} game{'s' * (failures > 1)} not solved" if failures else ""


@cache
def best_known(game: str, secrets: str = "") -> Bound | None:
    """Returns the best average of the tree library for a game, or None if it has no tree."""
    rules = Game.parse(game)
    if secrets == DISTINCT_SECRETS and rules.repeats and rules.whites:
        rules = Game.parse(f"{game}-distinct")
    average = best_average(rules)
    return None if average is None else Bound(average, is_proved(rules))


def join_numbers(numbers: Sequence[int]) -> str:
    """Returns numbers as in a sentence: 1, 2 and 3."""
    words = [str(number) for number in numbers]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
