"""What a printed number turns out to be beside what was measured: computed, never typed.

A number is first taken for what it says it is. Only where it can't be that, being less than the best that any player
can do, or the average of a search that asks the secret itself, it is held against what it may have counted instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import hypot
from typing import NamedTuple

from ...game import Game
from ...solver.tree_library import best_average, is_proved
from ..study import Claim

BEYOND = 3.0  # standard errors beyond which two numbers differ
AGREES, KNOWN, GENERATIONS, IMPOSSIBLE, BELOW, DIFFERS, UNTOLD = (
    "agrees", "agrees until known", "agrees in generations", "impossible", "below the best known", "differs",
    "can't be told",
)  # fmt: skip


class Reading(NamedTuple):
    """An average that was measured."""

    average: float
    error: float | None  # its standard error, 0 where nothing was sampled, None for a single game
    sd: float = 0.0
    sd_error: float | None = None


class Finding(NamedTuple):
    """What a text says of a figure, and what we found."""

    where: str
    says: str
    found: str
    holds: bool | None  # None where it can't be told


class Bound(NamedTuple):
    """The least average that is known for a game."""

    average: float
    proved: bool


class Verdict(NamedTuple):
    kind: str
    text: str
    apart: float | None = None  # standard errors between the two, beyond rounding; None without errors

    @property
    def agrees(self) -> bool | None:
        return None if self.kind == UNTOLD else self.kind in (AGREES, KNOWN, GENERATIONS)


def verdict(claim: Claim, readings: Mapping[str, Reading], failures: int = 0, best: Bound | None = None) -> Verdict:
    """What a claim is, by what was measured of each measure; `best` bounds the guesses of any player."""
    search = claim.measure == "guesses" and "generations" in readings
    measure = "generations" if search else claim.measure
    found = readings.get(measure)
    if found is None or found.error is None:
        return Verdict(UNTOLD, "not measured" if found is None else "can't be told from one game")
    if claim.measure == "seconds":
        return Verdict(UNTOLD, "another machine's seconds")
    value, apart = claim.value, separation(claim, found)
    asked = f" in generations, at {readings['queries'].average:,.0f} queries a game" if search else ""
    if failures and (apart <= BEYOND or value > found.average):  # what was measured is a lower bound
        return Verdict(UNTOLD, f"can't be told{asked}{_failed(failures)}", apart)
    if apart <= BEYOND:
        return Verdict(GENERATIONS if search else AGREES, f"agrees{asked}", apart)
    if search:
        return Verdict(DIFFERS, f"{_differs(claim, found, apart)}{asked}{_failed(failures)}", apart)
    if best is not None and claim.measure == "guesses" and value + rounding(claim) < best.average:
        known = readings.get("known")
        if known is not None and known.error is not None and _fits(claim, known):
            return Verdict(KNOWN, "agrees when counted until known", separation(claim, known))
        below = f"below the {'proved optimum' if best.proved else 'best that is known'}, {best.average:.3f}"
        if value + rounding(claim) + BEYOND * _own_error(claim, found) > best.average:
            return Verdict(DIFFERS, f"{_differs(claim, found, apart)}, {below}, which luck allows", apart)
        if not best.proved:
            return Verdict(BELOW, below, apart)
        unless = "" if claim.games else " unless its games were few"
        return Verdict(IMPOSSIBLE, f"{below}, so impossible{unless}", apart)
    return Verdict(DIFFERS, _differs(claim, found, apart) + _failed(failures), apart)


def deviation_verdict(claim: Claim, found: Reading) -> Verdict:
    """The same of the standard deviation printed with a claim."""
    if claim.deviation is None or found.sd_error is None:
        return Verdict(UNTOLD, "not measured")
    theirs = claim.deviation / (2 * claim.games) ** 0.5 if claim.games else 0.0
    digits = claim.deviation_digits
    digits = len(f"{claim.deviation:g}".partition(".")[2]) if digits is None else digits
    gap = max(0.0, abs(found.sd - claim.deviation) - 0.5 * 10.0**-digits)
    error = hypot(found.sd_error, theirs)
    apart = gap / error if error else float("inf") if gap else 0.0
    if apart <= BEYOND:
        return Verdict(AGREES, "agrees", apart)
    by = _se(apart) if error else f"{abs(found.sd - claim.deviation):.3f}"
    return Verdict(DIFFERS, f"differs by {by}", apart)


def _fits(claim: Claim, found: Reading) -> bool:
    """Is this what was counted? Average and deviation must agree, the latter where its error can be told."""
    spread = deviation_verdict(claim, found) if claim.games else None
    return separation(claim, found) <= BEYOND and (spread is None or spread.kind != DIFFERS)


def separation(claim: Claim, found: Reading) -> float:
    """By how many standard errors the two differ, beyond what rounding explains."""
    gap = max(0.0, abs(found.average - claim.value) - rounding(claim) - 1e-9)
    error = hypot(found.error or 0.0, _own_error(claim, found))
    return gap / error if error else float("inf") if gap else 0.0


def _own_error(claim: Claim, found: Reading) -> float:
    """The standard error of what was printed; 0 where the number of games is not known."""
    sd = claim.deviation if claim.deviation is not None else found.sd
    return sd / claim.games**0.5 if claim.games else 0.0


def rounding(claim: Claim) -> float:
    return 0.5 * 10.0 ** -digits_of(claim)


def digits_of(claim: Claim) -> int:
    """How many were printed after the point."""
    return len(str(claim.value).partition(".")[2]) if claim.digits is None else claim.digits


def _differs(claim: Claim, found: Reading, apart: float) -> str:
    if apart == float("inf"):
        return f"differs by {abs(found.average - claim.value):.{digits_of(claim) + 1}f}, nothing being drawn by chance"
    return f"differs by {_se(apart)}"


def _se(apart: float) -> str:
    return f"{apart:.1f} standard errors" if apart < 10 else f"{apart:,.0f} standard errors"


def _failed(failures: int) -> str:
    return f", {failures:,} game{'s' * (failures > 1)} not solved" if failures else ""


@cache
def best_known(game: str, secrets: str = "") -> Bound | None:
    """The best average that a tree which comes along reaches, where there is one."""
    rules = Game.parse(game)
    if secrets == "distinct" and rules.repeats and rules.whites:
        rules = Game.parse(f"{game}-distinct")
    average = best_average(rules)
    return None if average is None else Bound(average, is_proved(rules))


def listed(numbers: Sequence[int]) -> str:
    """1, 2 and 3."""
    words = [str(number) for number in numbers]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
