"""Statistics of many games: averages with intervals, paired differences with exact p, and tests of which is better.

A failed game counts with the guesses it made until it was given up. So with failures an average is a lower bound:
reports write "≥" before it and the number of failures beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from math import ceil, exp, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import BlackpegError

Ints: TypeAlias = npt.NDArray[np.integer[Any]]
Floats: TypeAlias = npt.NDArray[np.float64]
Interval: TypeAlias = tuple[float | None, float | None]

COVERAGE = 0.95  # probability that an interval holds the true average
SMALLEST_PRINTED_P = 1e-12  # smaller ones are printed as `< 1e-12`
SMALLEST_P = 1e-18  # that a test returns, so that a million pairs times this is still below the one printed
MAX_CONVOLVED_SIZES = 16  # sizes of differences up to which sums are added up directly
TRIMMED_DEVIATIONS = (
    11.0  # where distributions are cut off: Hoeffding's bound on what is beyond is 2 exp(-11²/2) < 1e-25
)

COLUMNS = (
    "solved",
    "guesses",
    "queries",
    "evaluations",
    "feedbacks",
    "known",
    "seconds",
)  # of the rows that `summarize` takes


class Summary(NamedTuple):
    """The averages of some games of one strategy.

    Costs are averages per game, None if they were not recorded for every game.
    """

    games: int
    failures: int
    exact: bool  # a strategy without chance played every secret once, so the average is no estimate
    average: float  # guesses per game; with failures a lower bound
    low: float | None  # 95 % interval of the average, None for a single game
    high: float | None
    sd: float  # of guesses: over games - 1, or over games if exact; 0 for a single game
    max: int  # most guesses; with failures a lower bound
    distribution: dict[int, int]  # guesses -> games solved with them; failures are not in it
    queries: float | None = None
    evaluations: float | None = None
    feedbacks: float | None = None
    known: float | None = None  # turn after which one candidate was left; if never, the guesses, as a lower bound
    seconds: float | None = None
    median_seconds: float | None = None  # what reports show: one slow game on a busy machine moves it little

    @property
    def mark(self) -> str:
        """The sign before average and maximum: '≥' if games failed."""
        return "≥" if self.failures else ""


def summarize(rows: Sequence[tuple[Any, ...]] | Floats, exact: bool = False) -> Summary:
    """Returns the summary of rows of `COLUMNS`: tuples with None, or an array with nan, for what was not recorded.

    >>> summarize([(1, 4, 4, 10, 10, 3, 0.1), (1, 5, 5, 20, 20, 5, 0.2), (0, 9, 9, 30, 30, None, 0.3)])
    Summary(games=3, failures=1, exact=False, average=6.0, low=-0.5..., high=12.5..., sd=2.6..., max=9,
        distribution={4: 1, 5: 1}, queries=6.0, evaluations=20.0, feedbacks=20.0, known=5.6..., seconds=0.2...,
        median_seconds=0.2)
    """
    table = _table(rows)
    games = len(table)
    if not games:
        raise BlackpegError("there are no games to summarize")
    solved, guesses = table[:, 0] != 0, table[:, 1].astype(np.int64)
    values, counts = (column.tolist() for column in np.unique(guesses, return_counts=True))
    total = sum(value * count for value, count in zip(values, counts, strict=True))
    squares = sum(value * value * count for value, count in zip(values, counts, strict=True))
    average, sd = total / games, _sd(total, squares, games, exact)
    low, high = (average, average) if exact else interval(average, sd, games)
    queries, evaluations, feedbacks, known, seconds = table[:, 2:].T
    if not np.isnan(known).all():
        known = np.where(np.isnan(known) & ~solved, guesses, known)
    won, times = np.unique(guesses[solved], return_counts=True)
    return Summary(
        games, games - int(solved.sum()), exact, average, low, high, sd, values[-1],
        dict(zip(won.tolist(), times.tolist(), strict=True)),
        _mean(queries), _mean(evaluations), _mean(feedbacks), _mean(known), _mean(seconds),
        _median(seconds),
    )  # fmt: skip


def _table(rows: Sequence[tuple[Any, ...]] | Floats) -> Floats:
    """Returns rows as an array of floats; None becomes nan."""
    if isinstance(rows, np.ndarray):
        return rows.astype(np.float64, copy=False)
    shape = (len(rows), len(COLUMNS))
    try:
        return np.fromiter(chain.from_iterable(rows), np.float64, shape[0] * shape[1]).reshape(shape)
    except TypeError:  # a None is among them; this takes twice the time
        return np.array(rows, np.float64).reshape(shape)


def _mean(column: Floats) -> float | None:
    mean = float(column.mean())
    return None if np.isnan(mean) else mean


def _median(column: Floats) -> float | None:
    median = float(np.median(column))
    return None if np.isnan(median) else median


def _sd(total: int, squares: int, games: int, exact: bool = False) -> float:
    """√((Σx² - (Σx)²/n) / (n - 1)), or / n if x is the whole population; computed in integers up to the root."""
    over = games if exact or games == 1 else games - 1
    return sqrt((squares * games - total * total) / (games * over))


def interval(average: float, sd: float, games: int, coverage: float = COVERAGE) -> Interval:
    """average ± t(0.975, n - 1) sd / √n, Student's; None for fewer than two games."""
    if games < 2:
        return None, None
    half = student_quantile(games - 1, coverage) * sd / sqrt(games)
    return average - half, average + half


def student_quantile(freedom: int, coverage: float = COVERAGE) -> float:
    """Returns the 0.975 quantile of Student's t distribution, or that of another coverage."""
    from scipy.special import stdtrit  # heavy, but less than scipy.stats

    return float(stdtrit(freedom, (1 + coverage) / 2))


def median_interval(values: npt.ArrayLike) -> Interval:
    """A 95 % interval of the median, from the k-th smallest to the k-th largest value.

    k is the largest with 2 P(Binomial(n, 1/2) < k) <= 0.05; None for fewer than six games, which have none.

    >>> median_interval([3, 1, 4, 1, 5, 9, 2, 6])  # 2 (1 + 0) / 2^8 = 0.8 %, and with k = 2 it would be 7 %
    (1.0, 9.0)
    """
    ordered = np.sort(np.asarray(values, np.float64))
    weights = half_binomial(len(ordered))
    cut = (len(ordered) + 1 - len(weights)) // 2 + int((2 * weights.cumsum() <= 1 - COVERAGE).sum())
    return (float(ordered[cut - 1]), float(ordered[-cut])) if cut else (None, None)


def share_interval(share: float, games: int) -> tuple[float, float]:
    """Returns the 95 % interval of a share of games, Wilson's.

    >>> [round(end, 3) for end in share_interval(0.5, 100)]
    [0.404, 0.596]
    """
    z = NormalDist().inv_cdf((1 + COVERAGE) / 2)
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def games_for_interval(sd: float, width: float) -> int:
    """Returns the games that a 95 % interval needs: the least n >= 2 with 2 t(0.975, n - 1) sd / √n <= width."""
    if not width > 0:
        raise BlackpegError(f"an interval can't be {width} guesses wide; give a width above 0")
    games = max(2, ceil((2 * NormalDist().inv_cdf((1 + COVERAGE) / 2) * sd / width) ** 2))
    while (
        2 * student_quantile(games - 1) * sd / sqrt(games) > width
    ):  # few steps, as t is a little wider than the normal
        games += 1
    return games


class Pair(NamedTuple):
    """The difference of two strategies on the secrets that both met; negative if `a` needs fewer guesses.

    Failed games count as in `Summary`, so a difference means little if one strategy often failed.
    """

    a: str
    b: str
    games: int  # that both played
    difference: float  # mean of a - b
    low: float | None  # 95 % interval of the difference
    high: float | None
    p: float  # probability of a difference as large by chance alone
    p_holm: float  # the same after Holm's correction for all pairs
    fewer: float = 0.0  # share of the games in which a needs fewer guesses than b
    more: float = 0.0  # share of the games in which a needs more
    rank_biserial: float = 0.0  # matched-pairs rank-biserial correlation: -1 if a never needs more, 1 if never fewer


def paired_difference(
    a: npt.ArrayLike,
    b: npt.ArrayLike,
    names: tuple[str, str] = ("a", "b"),
    test: Callable[[Ints], float] | None = None,
    exact: bool = False,
) -> Pair:
    """Compares the guesses of two strategies, game by game; `test` is `sign_flip` or `wilcoxon`.

    With `exact`, both played every secret without chance, and the interval has no width.
    """
    differences = np.asarray(a, np.int64) - np.asarray(b, np.int64)
    games, total = len(differences), int(differences.sum())
    if not games:
        raise BlackpegError(f"{names[0]} and {names[1]} have no games in common")
    mean = total / games
    sd = _sd(total, int((differences * differences).sum()), games)
    low, high = (mean, mean) if exact else interval(mean, sd, games)
    p = (test or sign_flip)(differences)
    fewer, more = (float((sign * differences > 0).mean()) for sign in (-1, 1))
    return Pair(*names, games, mean, low, high, p, p, fewer, more, rank_biserial(differences))


def rank_biserial(differences: Ints) -> float:
    """The matched-pairs rank-biserial correlation, (R+ - R-) / (R+ + R-) (Kerby 2014).

    The nonzero differences are ranked by their size, equal ones sharing the average of their ranks. R+ is the sum of
    the ranks of the positive ones and R- that of the negative ones. Without any, it is 0.

    >>> rank_biserial(np.array([1, -2, 3, 0]))  # ranks 1, 2, 3: (1 + 3 - 2) / 6
    0.3333333333333333
    """
    sizes, counts = _count_sizes(differences)
    positive = np.zeros(len(sizes))
    above, times = _count_sizes(differences[differences > 0])
    positive[np.searchsorted(sizes, above)] = times
    ranks = counts.cumsum() - (counts - 1) / 2  # the average rank of each size
    total = float((ranks * counts).sum())
    return float((ranks * (2 * positive - counts)).sum()) / total if total else 0.0


def _count_sizes(differences: Ints) -> tuple[Ints, Ints]:
    """Returns the sizes of the nonzero differences, in order, and how often each occurs."""
    sizes = np.abs(differences)
    if len(sizes) and int(sizes.max()) <= 8 * len(sizes):  # counting takes a tenth of the time of sorting
        counts = np.bincount(sizes)
        counts[0] = 0
        found = np.flatnonzero(counts)
        return found, counts[found]
    found, counts = np.unique(sizes[sizes > 0], return_counts=True)
    return found, counts


def sign_flip(differences: Ints) -> float:
    """Two-sided p of the sign-flip test: the share of all sign flips whose |sum| is at least the observed one.

    It is exact, whatever the number of games. The c differences of one size s sum to s (2 Binomial(c, 1/2) - c), and
    these sums are convolved size by size. All terms are positive, so nothing cancels: from 1e-12 on p is right to nine
    digits (to three if there are more than 16 sizes, which are convolved by Fourier transforms). Nothing below 1e-18 is
    returned: there Hoeffding's bound, p <= 2 exp(-sum² / 2 Σ c s²), saves the work.

    >>> sign_flip(np.array([1, 2, 3]))  # of the 8 sums, only 6 and -6 are as large
    0.25
    """
    sizes, counts = _count_sizes(differences)
    observed = abs(int(differences.sum()))
    if not observed:
        return 1.0
    if 2 * exp(-(observed**2) / (2 * float((counts * sizes * sizes).sum()))) < SMALLEST_P:
        return SMALLEST_P
    common = int(np.gcd.reduce(sizes))
    sums, least = _distribute_sum((sizes // common).tolist(), counts.tolist())
    reached = (observed + int((counts * sizes).sum())) // (2 * common) - least
    return min(1.0, max(SMALLEST_P, 2 * float(sums[max(0, reached) :].sum())))


def _distribute_sum(sizes: list[int], counts: list[int]) -> tuple[Floats, int]:
    """Returns the distribution of the sum of the sizes whose sign is +, and the least sum in it."""
    if len(sizes) > MAX_CONVOLVED_SIZES:
        (a, low), (b, high) = (_distribute_sum(sizes[k::2], counts[k::2]) for k in (0, 1))
        length = len(a) + len(b) - 1
        padded = 1 << (length - 1).bit_length()
        sums = np.fft.irfft(np.fft.rfft(a, padded) * np.fft.rfft(b, padded), padded)[:length]
        return _trim(sums, low + high, sum(s * s * c for s, c in zip(sizes, counts, strict=True)))
    sums, least, squares = np.ones(1), 0, 0
    for size, count in zip(sizes, counts, strict=True):
        weights = half_binomial(count)
        squares += size * size * count
        least += size * (count - len(weights) + 1) // 2
        sums, least = _trim(_add_multiples(sums, size, weights), least, squares)
    return sums, least


def _trim(sums: Floats, least: int, squares: int) -> tuple[Floats, int]:
    """Cuts off the ends of a symmetric distribution, TRIMMED_DEVIATIONS from its middle; its variance is squares/4."""
    cut = max(0, (len(sums) - 1 - ceil(TRIMMED_DEVIATIONS * sqrt(squares))) // 2)
    return sums[cut : len(sums) - cut], least + cut


def half_binomial(count: int) -> Floats:
    """Returns the probabilities of Binomial(count, 1/2) around its middle, without ends that have no weight."""
    middle = count // 2
    steps = np.arange(middle, min(count, middle + ceil(TRIMMED_DEVIATIONS * sqrt(count) / 2) + 1))
    upper = np.concatenate([[1.0], np.cumprod((count - steps) / (steps + 1.0))])  # in units of the middle one
    whole = np.concatenate([upper[:0:-1], upper[count % 2 :]])
    return whole / whole.sum()


def _add_multiples(sums: Floats, size: int, weights: Floats) -> Floats:
    """Returns the distribution of a sum and `size` times another number, whose distribution is `weights`."""
    out = np.zeros(len(sums) + size * (len(weights) - 1))
    if size < len(weights):
        for rest in range(min(size, len(sums))):  # numbers with the same rest are added to each other only
            out[rest::size] = np.convolve(sums[rest::size], weights)
    else:
        for k, weight in enumerate(weights):
            out[size * k : size * k + len(sums)] += weight * sums
    return out


def wilcoxon(differences: Ints) -> float:
    """Two-sided p of Wilcoxon's signed-rank test; the ranks of zeros are split between the signs."""
    if not differences.any():
        return 1.0
    from scipy.stats import wilcoxon as signed_ranks  # heavy

    return float(signed_ranks(differences, zero_method="zsplit").pvalue)


def holm(ps: Sequence[float]) -> list[float]:
    """Holm's correction: the k-th smallest of m becomes max over i <= k of min(1, (m - i + 1) p_i).

    >>> holm([0.25, 0.125, 0.75])
    [0.5, 0.375, 0.75]
    """
    corrected, so_far = [0.0] * len(ps), 0.0
    for rank, k in enumerate(sorted(range(len(ps)), key=lambda k: ps[k])):
        so_far = max(so_far, min(1.0, (len(ps) - rank) * ps[k]))
        corrected[k] = so_far
    return corrected
