"""The verdict on one printed number, computed from one measured average.

A printed average of guesses is compared with the measured one. If no player can reach it, because it is below the best
known average, it is compared with the turns until the code was known instead. What an oracle search prints is
compared with its generations. A number agrees only if our games could have shown otherwise: if the interval of the
difference is narrow. Else it is not contradicted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import ceil, floor, hypot, log10
from typing import NamedTuple

from ...game import Game
from ...solver.tree_library import best_average, is_proved
from ..experiment import DISTINCT_SECRETS
from ..game_arrays import Average
from ..stats import interval
from ..study import READ, Claim

MAX_STANDARD_ERRORS = 3.0  # between two numbers that agree
MAX_HALF_GUESSES = 0.05  # half of the interval of a difference that can show agreement, in guesses
MAX_HALF_SHARE = 0.02  # the same in other measures, as a share of the printed number
EQUAL = 1e-9  # exact numbers that differ by less are the same
MANY_GAMES = 10**9  # for the interval of an exact average
AGREES, NOT_CONTRADICTED, KNOWN, GENERATIONS, IMPOSSIBLE, BELOW, DIFFERS, NO_VERDICT = (
    "agrees", "not contradicted", "agrees until known", "agrees in generations", "impossible", "below the best known",
    "differs", "can't be told",
)  # fmt: skip


class Finding(NamedTuple):
    """A sentence of a paper, what we measured, and whether it holds."""

    where: str
    says: str
    found: str
    holds: bool | None  # None if our games can't decide
    difference: str = ""  # with its 95 % interval, positive if the sentence is right


def decide(low: float | None, high: float | None) -> bool | None:
    """Returns whether an interval lies above 0, or None if it does not tell."""
    return None if low is None or high is None or low <= 0 <= high else low > 0


class Bound(NamedTuple):
    """The best average known for a game."""

    average: float
    proved: bool


class Difference(NamedTuple):
    """Our average minus the printed one, and its 95 % interval, which has the errors of both."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        """Writes a difference as "0.04 more (0.01 to 0.07)" or "0.04 more (0.03 less to 0.11 more)"."""
        half = (self.high - self.low) / 2
        digits = max(0, min(6, 1 - floor(log10(half)))) if half else 4
        word = "more" if self.value >= 0 else "less"
        near, far = sorted((abs(self.low), abs(self.high)))
        if not half and abs(self.value) < EQUAL:
            return "no difference"
        if not half:
            return f"{abs(self.value):,.{digits}f} {word}, ours exact"
        if self.low * self.high >= 0:
            return f"{abs(self.value):,.{digits}f} {word} ({near:,.{digits}f} to {far:,.{digits}f})"
        span = f"{-self.low:,.{digits}f} less to {self.high:,.{digits}f} more"
        return f"{abs(self.value):,.{digits}f} {word} ({span})"


class Verdict(NamedTuple):
    """One of the kinds above, and the sentence that reports show."""

    kind: str
    text: str
    separation: float | None = None  # standard errors between the two, beyond rounding; None without errors
    difference: Difference | None = None

    @property
    def agrees(self) -> bool | None:
        return None if self.kind in (NO_VERDICT, NOT_CONTRADICTED) else self.kind in (AGREES, KNOWN, GENERATIONS)


def verdict(claim: Claim, measured: Mapping[str, Average], failures: int = 0, best: Bound | None = None) -> Verdict:
    """Returns the verdict on a claim from the measured averages by measure; `best` is the best known average."""
    search = claim.measure == "guesses" and "generations" in measured
    measure = "generations" if search else claim.measure
    found = measured.get(measure)
    if found is None or found.error is None:
        why = "not measured" if found is None else "can't be told from one game"
        return Verdict(NO_VERDICT, f"{why}{mark_of(claim.source)}")
    if claim.measure == "seconds":
        return Verdict(NO_VERDICT, f"another machine's seconds{mark_of(claim.source)}")
    errors_apart, apart = separation(claim, found), difference(claim, found)
    effect = f"{apart}{_in_standard_errors(errors_apart)}"
    effect += f", at {measured['queries'].average:,.0f} queries a game" if search else ""
    effect += f", {failures:,} game{'s' * (failures > 1)} not solved" if failures else ""

    def judge(kind: str, words: str = "", effect: str = effect) -> Verdict:
        text = f"{words or kind}{' in generations' * search}{mark_of(claim.source)}: {effect}"
        return Verdict(kind, text, errors_apart, apart)

    if failures and (errors_apart <= MAX_STANDARD_ERRORS or claim.value > found.average):  # ours is a lower bound
        return judge(NO_VERDICT)
    if errors_apart <= MAX_STANDARD_ERRORS:
        if not could_disagree(claim, apart, measure):
            return judge(NOT_CONTRADICTED)
        return judge(GENERATIONS if search else AGREES, AGREES)
    if search or best is None or claim.measure != "guesses" or claim.value + rounding(claim) >= best.average:
        return judge(DIFFERS)
    known = measured.get("known")
    if known is not None and known.error is not None and _agrees_with_deviation(claim, known):
        errors_apart, apart = separation(claim, known), difference(claim, known)
        effect = f"{apart}{_in_standard_errors(errors_apart)}"
        kind = KNOWN if could_disagree(claim, apart, "known") else NOT_CONTRADICTED
        return judge(kind, f"{AGREES if kind == KNOWN else kind} when counted until known", effect)
    below = f"below the {'proved optimum' if best.proved else 'best that is known'}, {best.average:.3f}"
    luck = games_of_luck(claim, found, best)
    if claim.games is not None and claim.games <= luck:
        return judge(DIFFERS, effect=f"{effect}; {below}, which luck allows")
    if not best.proved:
        return judge(BELOW, below)
    if claim.games is None:  # nothing is proved
        return judge(DIFFERS, effect=f"{effect}; {below}, which luck allows up to some {_rounded(luck)} games")
    return judge(IMPOSSIBLE, effect=f"{below}, and {claim.games:,} games leave no room for luck; {effect}")


def mark_of(source: str) -> str:
    """Returns how we know a number, as it stands beside its verdict; nothing if we read it in its paper."""
    return "" if source == READ else f" ({source})"


def could_disagree(claim: Claim, apart: Difference, measure: str) -> bool:
    """Checks whether the interval of a difference is narrow enough that the number might have been contradicted."""
    half = (apart.high - apart.low) / 2
    limit = MAX_HALF_GUESSES if measure in ("guesses", "known", "max") else MAX_HALF_SHARE * abs(claim.value)
    return half <= limit


def difference(claim: Claim, found: Average) -> Difference:
    """Returns our average minus the printed one with its 95 % interval, Student's with the games that we played."""
    value, error = found.average - claim.value, hypot(found.error or 0.0, _own_error(claim, found))
    if not error:
        return Difference(value, value, value)
    games = max(2, round((found.sd / found.error) ** 2 if found.sd else 1 / found.error)) if found.error else MANY_GAMES
    low, high = interval(value, error * games**0.5, games)
    assert low is not None and high is not None
    return Difference(value, low, high)


def games_of_luck(claim: Claim, found: Average, best: Bound) -> int:
    """Returns up to how many games an average below the best known one is within three standard errors of it."""
    sd = claim.deviation if claim.deviation is not None else found.sd
    return ceil((MAX_STANDARD_ERRORS * sd / (best.average - claim.value - rounding(claim))) ** 2)


def _rounded(number: int) -> str:
    """Returns a number with two digits that count, such as 21,000."""
    unit = 10 ** max(0, len(str(number)) - 2)
    return f"{round(number / unit) * unit:,}"


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
    apart = found.sd - claim.deviation
    by = f"{abs(apart):,.{digits}f} {'more' if apart > 0 else 'less'}{_in_standard_errors(errors_apart)}"
    return Verdict(DIFFERS, f"differs: {by}", errors_apart)


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


def _in_standard_errors(errors_apart: float) -> str:
    """Returns the standard errors as the end of a sentence; nothing if there is no chance in either number."""
    if errors_apart in (0.0, float("inf")):
        return "" if errors_apart else ", within rounding"
    return f", {errors_apart:,.{1 if errors_apart < 10 else 0}f} standard errors"


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
