"""Statistics of many games: averages with intervals, paired differences, and tests of which strategy is better.

A failed game counts with the guesses it made until it was given up. So with failures an average is a lower bound:
reports write "≥" before it and the number of failures beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from math import ceil, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import BlackpegError

Ints: TypeAlias = npt.NDArray[np.integer[Any]]
Floats: TypeAlias = npt.NDArray[np.float64]
Interval: TypeAlias = tuple[float | None, float | None]

COVERAGE = 0.95  # probability that an interval holds the true average
MAX_ENUMERATED = 16  # nonzero differences up to which all sign flips are tried, 65,536
RANDOM_FLIPS = 10_000  # sign flips that are tried if there are more differences
FLIPS_SEED = 1977  # of these flips, so that equal data give equal p

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

    @property
    def mark(self) -> str:
        """The sign before average and maximum: '≥' if games failed."""
        return "≥" if self.failures else ""


def summarize(rows: Sequence[tuple[Any, ...]] | Floats, exact: bool = False) -> Summary:
    """Returns the summary of rows of `COLUMNS`: tuples with None, or an array with nan, for what was not recorded.

    >>> summarize([(1, 4, 4, 10, 10, 3, 0.1), (1, 5, 5, 20, 20, 5, 0.2), (0, 9, 9, 30, 30, None, 0.3)])
    Summary(games=3, failures=1, exact=False, average=6.0, low=-0.5..., high=12.5..., sd=2.6..., max=9,
        distribution={4: 1, 5: 1}, queries=6.0, evaluations=20.0, feedbacks=20.0, known=5.6..., seconds=0.2...)
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


def _sd(total: int, squares: int, games: int, exact: bool = False) -> float:
    """√((Σx² - (Σx)²/n) / (n - 1)), or / n if x is the whole population; computed in integers up to the root."""
    over = games if exact or games == 1 else games - 1
    return sqrt((squares * games - total * total) / (games * over))


def interval(average: float, sd: float, games: int, coverage: float = COVERAGE) -> Interval:
    """average ± t(0.975, n - 1) sd / √n, Student's; None for fewer than two games."""
    if games < 2:
        return None, None
    half = _student(games - 1, coverage) * sd / sqrt(games)
    return average - half, average + half


def _student(freedom: int, coverage: float = COVERAGE) -> float:
    """Returns the 0.975 quantile of Student's t distribution, or that of another coverage."""
    try:
        from scipy.special import stdtrit  # heavy, but less than scipy.stats
    except ImportError as error:
        raise BlackpegError("intervals need SciPy: pip install 'blackpeg[lab]'") from error
    return float(stdtrit(freedom, (1 + coverage) / 2))


def games_for_interval(sd: float, width: float) -> int:
    """Returns the games that a 95 % interval needs: the least n >= 2 with 2 t(0.975, n - 1) sd / √n <= width."""
    if not width > 0:
        raise BlackpegError(f"an interval can't be {width} guesses wide; give a width above 0")
    games = max(2, ceil((2 * NormalDist().inv_cdf((1 + COVERAGE) / 2) * sd / width) ** 2))
    while 2 * _student(games - 1) * sd / sqrt(games) > width:  # few steps, as t is a little wider than the normal
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
    return Pair(*names, games, mean, low, high, p, p)


def sign_flip(differences: Ints) -> float:
    """Two-sided p of the sign-flip test: the share of all sign flips whose |sum| is at least the observed one.

    Up to 16 nonzero differences all flips are tried, else 10,000 random ones, with p = (1 + hits) / (1 + flips).
    The n differences of one size sum to size (2 Binomial(n, 1/2) - n), so that the time does not grow with the games.
    """
    nonzero = differences[differences != 0].astype(np.int64)
    observed = abs(int(nonzero.sum()))
    if len(nonzero) <= MAX_ENUMERATED:
        sums = np.zeros(1, np.int64)
        for size in nonzero:
            sums = np.concatenate([sums + size, sums - size])
        return float(np.mean(np.abs(sums) >= observed))
    rng = np.random.default_rng(FLIPS_SEED)
    sums = np.zeros(RANDOM_FLIPS, np.int64)
    for size, count in zip(*np.unique(np.abs(nonzero), return_counts=True), strict=True):
        sums += size * (2 * rng.binomial(count, 0.5, RANDOM_FLIPS) - count)
    return (1 + int((np.abs(sums) >= observed).sum())) / (1 + RANDOM_FLIPS)


def wilcoxon(differences: Ints) -> float:
    """Two-sided p of Wilcoxon's signed-rank test; the ranks of zeros are split between the signs."""
    if not differences.any():
        return 1.0
    try:
        from scipy.stats import wilcoxon as signed_ranks  # heavy
    except ImportError as error:
        raise BlackpegError("Wilcoxon's test needs SciPy: pip install 'blackpeg[lab]'") from error
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
