"""Statistics against tables, definitions written out here, and other programs (SciPy, the standard library)."""

import subprocess
import sys
from fractions import Fraction
from itertools import product
from math import comb, sqrt
from statistics import mean, pstdev, stdev

import numpy as np
import pytest
import scipy.stats

from blackpeg.errors import BlackpegError
from blackpeg.lab.stats import (
    games_for_interval,
    half_binomial,
    holm,
    interval,
    median_interval,
    paired_difference,
    rank_biserial,
    share_interval,
    sign_flip,
    summarize,
    wilcoxon,
)


def rows(guesses, failed=(), known=True):
    return [
        (int(k not in failed), g, g, 10 * g, 20 * g, g - 1 if known else None, 0.5 * g) for k, g in enumerate(guesses)
    ]


# Summaries


def test_by_hand():
    s = summarize(rows([3, 4, 4, 5]))
    assert (s.games, s.failures, s.exact, s.average, s.max, s.mark) == (4, 0, False, 4.0, 5, "")
    assert s.distribution == {3: 1, 4: 2, 5: 1}
    assert s.sd == pytest.approx(sqrt(2 / 3))
    half = 3.182446 * sqrt(2 / 3) / 2  # t(0.975, 3) from a table
    assert (s.low, s.high) == pytest.approx((4 - half, 4 + half), abs=1e-6)
    assert (s.queries, s.evaluations, s.feedbacks, s.known, s.seconds) == (4, 40, 80, 3, 2)


@pytest.mark.parametrize("games", [2, 3, 30, 1000])
def test_against_other_programs(games):
    guesses = np.random.default_rng(games).integers(1, 9, games).tolist()
    s = summarize(rows(guesses))
    assert s.average == pytest.approx(mean(guesses))
    assert s.sd == pytest.approx(stdev(guesses))
    expected = scipy.stats.t.interval(0.95, games - 1, mean(guesses), stdev(guesses) / sqrt(games))
    assert (s.low, s.high) == pytest.approx(expected)
    assert sum(s.distribution.values()) == games


def test_interval_covers():
    """95 % of the intervals hold the true average: 2000 samples of 25 dice, within 4 standard errors."""
    dice = np.random.default_rng(1).integers(1, 7, (2000, 25))
    held = 0
    for sample in dice:
        low, high = interval(sample.mean(), sample.std(ddof=1), 25)
        held += low <= 3.5 <= high
    assert abs(held / 2000 - 0.95) < 4 * sqrt(0.95 * 0.05 / 2000)


def test_failures_count_and_are_shown():
    s = summarize(rows([4, 5, 20, 6], failed={2}))
    assert (s.games, s.failures, s.average, s.max, s.mark) == (4, 1, 35 / 4, 20, "≥")
    assert s.distribution == {4: 1, 5: 1, 6: 1}


def test_all_failed():
    s = summarize(rows([20, 20], failed={0, 1}, known=False))
    assert (s.failures, s.average, s.distribution, s.known) == (2, 20.0, {}, None)


def test_code_never_known_counts_as_its_guesses():
    s = summarize([(1, 5, 5, 0, 0, 4, 0.0), (0, 20, 20, 0, 0, None, 0.0), (0, 20, 20, 0, 0, 6, 0.0)])
    assert s.known == (4 + 20 + 6) / 3


def test_exact_has_no_width():
    knuth = {1: 1, 2: 6, 3: 62, 4: 533, 5: 694}  # Knuth (1977)
    guesses = [value for value, count in knuth.items() for _ in range(count)]
    s = summarize([(1, g, g, None, None, g, None) for g in guesses], exact=True)
    assert s.distribution == knuth
    assert s.average == s.low == s.high == 5801 / 1296
    assert s.sd == pytest.approx(pstdev(guesses))
    assert (s.evaluations, s.feedbacks, s.seconds) == (None, None, None)


def test_single_game():
    s = summarize(rows([4]))
    assert (s.games, s.average, s.low, s.high, s.sd, s.max) == (1, 4.0, None, None, 0.0, 4)
    exact = summarize(rows([1]), exact=True)
    assert (exact.low, exact.high, exact.sd) == (1.0, 1.0, 0.0)


def test_partly_recorded_is_not_recorded():
    s = summarize([(1, 4, 4, 10, None, 3, 0.1), (1, 4, 4, None, None, None, 0.3)])
    assert (s.evaluations, s.feedbacks, s.known, s.seconds) == (None, None, None, pytest.approx(0.2))


def test_array_is_as_good_as_tuples():
    some = [(1, 4, 4, 10, None, 3, 0.1), (0, 9, 9, 20, None, None, 0.3), (1, 5, 5, 30, None, 5, 0.3)]
    table = np.array(some, float)
    before = table.copy()
    assert summarize(table) == summarize(some)
    assert np.array_equal(table, before, equal_nan=True)


def test_no_games():
    with pytest.raises(BlackpegError, match="no games"):
        summarize([])


@pytest.mark.parametrize(("sd", "width"), [(0.7, 0.1), (0.62, 0.02), (1.0, 3.0), (1.0, 20.0), (50.0, 40.0)])
def test_games_for_interval_is_the_smallest(sd, width):
    def wide(games):
        return 2 * scipy.stats.t.ppf(0.975, games - 1) * sd / sqrt(games)

    games = games_for_interval(sd, width)
    assert wide(games) <= width
    assert games == 2 or wide(games - 1) > width


def test_games_for_interval_at_the_edges():
    assert games_for_interval(0.0, 0.1) == 2
    for width in (0.0, -1.0, float("nan")):
        with pytest.raises(BlackpegError, match="above 0"):
            games_for_interval(1.0, width)


def test_median_of_seconds_is_shown_beside_their_mean():
    s = summarize([(1, 4, 4, 0, 0, 3, seconds) for seconds in (0.1, 0.2, 9.0)])
    assert (s.seconds, s.median_seconds) == (pytest.approx(3.1), 0.2)
    assert summarize([(1, 4, 4, 0, 0, 3, None)]).median_seconds is None


@pytest.mark.parametrize("games", [6, 7, 9, 20, 101, 3000])
def test_median_interval_is_the_narrowest_that_covers(games):
    """From the k-th smallest to the k-th largest value it covers 1 - 2 P(Binomial(n, 1/2) < k)."""
    low, high = median_interval(np.arange(1, games + 1))
    assert low == games + 1 - high
    assert 2 * scipy.stats.binom.cdf(low - 1, games, 0.5) <= 0.05 < 2 * scipy.stats.binom.cdf(low, games, 0.5)


def test_five_games_have_no_interval_of_the_median():
    assert median_interval([1, 2, 3, 4, 5]) == median_interval([]) == (None, None)  # 2 / 2**5 is more than 5 %


# Pairs


def flips(differences):
    """The share of sign flips whose |sum| reaches the observed one, by definition."""
    observed = abs(sum(differences))
    sums = [
        abs(sum(s * d for s, d in zip(signs, differences, strict=True)))
        for signs in product((1, -1), repeat=len(differences))
    ]
    return sum(total >= observed for total in sums) / len(sums)


@pytest.mark.parametrize(
    "differences", [[1], [1, -1], [2, 1, 1], [3, -1, 0, 0, 2], [1, 1, 1, -1, 2, 0, -3, 1, 1, 2], [5, 4, -4, 1]]
)
def test_sign_flip_of_few(differences):
    assert sign_flip(np.array(differences)) == flips(differences)


def test_sign_flip_by_hand():
    assert sign_flip(np.array([1, 2, 3])) == 2 / 8
    assert sign_flip(np.ones(16, int)) == 2 / 2**16
    assert sign_flip(np.zeros(50, int)) == 1.0


@pytest.mark.parametrize("drift", [0.0, 0.6, 1.2])
def test_sign_flip_of_twenty(drift):
    """All 2**20 sums of 20 differences, added up one by one."""
    rng = np.random.default_rng(int(10 * drift))
    differences = rng.integers(-3, 4, 20)
    differences[:4] += round(3 * drift)
    sums = np.zeros(1, int)
    for d in differences:
        sums = np.concatenate([sums + d, sums - d])
    expected = (np.abs(sums) >= abs(differences.sum())).mean()
    assert sign_flip(differences) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("seed", range(8))
def test_sign_flip_against_scipy(seed):
    rng = np.random.default_rng(seed)
    a, b = rng.integers(3, 9, 12), rng.integers(3, 8, 12)
    theirs = scipy.stats.permutation_test(
        (a, b), lambda a, b: np.mean(a - b), permutation_type="samples", n_resamples=np.inf, vectorized=False
    )  # every one of the 4096 exchanges
    assert sign_flip(a - b) == pytest.approx(theirs.pvalue, rel=1e-12)


def exact_sign_flip(differences):
    """The same in whole numbers: the coefficients of Π (1 + x^|d|) are the fields of one long integer."""
    sizes = [abs(int(d)) for d in differences if d]
    width, product = len(sizes) + 1, 1
    for size in sizes:
        product += product << width * size
    tail, total = product >> width * ((sum(sizes) + abs(int(sum(differences)))) // 2), 0
    while tail:
        total, tail = total + (tail & (1 << width) - 1), tail >> width
    return min(1.0, float(Fraction(2 * total, 2 ** len(sizes))))


# from far above to below 1e-12, with few sizes and, convolved by Fourier transforms, with many; and a common divisor
@pytest.mark.parametrize(
    "games, shift, sd, times, digits",
    [(300, 0.05, 1.2, 1, 12), (400, 0.3, 1.2, 1, 12), (1000, 0.27, 1.2, 1, 9), (400, 0.43, 1.2, 3, 9),
     (200, 1.0, 30, 1, 9), (300, 15.0, 40, 1, 3)],
)  # fmt: skip
def test_sign_flip_of_many_to_the_digits_it_promises(games, shift, sd, times, digits):
    differences = times * np.rint(np.random.default_rng(games).normal(shift, sd, games)).astype(int)
    expected = exact_sign_flip(differences)
    assert 1e-13 < expected < 1
    assert sign_flip(differences) == sign_flip(-differences) == pytest.approx(expected, rel=10.0**-digits)


def test_sign_flip_of_equal_sizes_is_the_binomial_test():
    differences = np.array([1] * 60 + [-1] * 40)
    expected = 2 * sum(comb(100, k) for k in range(60, 101)) / 2**100
    assert sign_flip(differences) == pytest.approx(expected, rel=1e-12)
    assert sign_flip(differences) == pytest.approx(scipy.stats.binomtest(60, 100).pvalue, rel=1e-9)


def test_sign_flip_is_never_zero():
    assert sign_flip(np.full(1_000_000, 2)) == sign_flip(np.full(70, -1)) == 1e-18  # 2 / 2**70 is 1.7e-21


def test_half_binomial_is_the_binomial_distribution():
    for count in (0, 1, 2, 7, 40, 5001):
        weights = half_binomial(count)
        first = (count + 1 - len(weights)) // 2
        numbers = np.arange(first, first + len(weights))
        assert weights == pytest.approx(scipy.stats.binom.pmf(numbers, count, 0.5), rel=1e-9)
        assert scipy.stats.binom.cdf(first - 1, count, 0.5) < 1e-25


@pytest.mark.parametrize("seed", range(5))
def test_rank_biserial_is_what_wilcoxons_statistic_says(seed):
    differences = np.random.default_rng(seed).integers(-3, 5, 60)
    nonzero = differences[differences != 0]
    ranks = scipy.stats.rankdata(np.abs(nonzero))
    assert rank_biserial(differences) == pytest.approx(np.sum(np.sign(nonzero) * ranks) / ranks.sum())
    smaller = scipy.stats.wilcoxon(differences, zero_method="wilcox").statistic
    assert abs(rank_biserial(differences)) == pytest.approx(1 - 2 * smaller / ranks.sum())


def test_rank_biserial_at_the_edges():
    assert rank_biserial(np.array([2, 1, 0])) == 1.0
    assert rank_biserial(np.array([-2, -100_000])) == -1.0
    assert rank_biserial(np.zeros(3, int)) == 0.0


def test_effect_sizes_by_hand():
    pair = paired_difference([4, 5, 4, 3, 6], [5, 5, 6, 4, 5])  # -1, 0, -2, -1, 1: ranks 2, 2, 2 and 4
    assert (pair.fewer, pair.more) == (0.6, 0.2)
    assert pair.rank_biserial == pytest.approx((2 - 2 - 2 - 4) / 10)


@pytest.mark.parametrize("games", [12, 80])
def test_p_is_uniform_where_nothing_differs(games):
    rng = np.random.default_rng(games)
    ps = np.array([sign_flip(rng.integers(3, 8, games) - rng.integers(3, 8, games)) for _ in range(400)])
    for level in (0.05, 0.2, 0.5, 0.8):  # 4 standard errors; ties of small whole numbers make p a little large
        assert (ps <= level).mean() < level + 4 * sqrt(level * (1 - level) / 400)
        assert (ps <= level).mean() > level - 4 * sqrt(level * (1 - level) / 400) - 0.06


def test_wilcoxon():
    assert wilcoxon(np.arange(1, 7)) == 2 / 2**6
    assert wilcoxon(np.zeros(9, int)) == 1.0
    differences = np.random.default_rng(0).integers(-2, 4, 200)
    assert wilcoxon(differences) == scipy.stats.wilcoxon(differences, zero_method="zsplit").pvalue < 0.01


def test_paired_by_hand():
    pair = paired_difference([4, 5, 4, 3], [5, 5, 6, 4], ("entropy", "random"))
    assert (pair.a, pair.b, pair.games, pair.difference) == ("entropy", "random", 4, -1.0)
    half = 3.182446 * sqrt(2 / 3) / 2  # differences -1, 0, -2, -1
    assert (pair.low, pair.high) == pytest.approx((-1 - half, -1 + half), abs=1e-6)
    assert pair.p == pair.p_holm == 2 / 8


def test_paired_the_other_way_round():
    rng = np.random.default_rng(5)
    a, b = rng.integers(3, 7, 300), rng.integers(3, 8, 300)
    one, other = paired_difference(a, b), paired_difference(b, a)
    assert (one.difference, one.low, one.high, one.p) == (-other.difference, -other.high, -other.low, other.p)


def test_paired_with_itself():
    pair = paired_difference([4, 5, 6], [4, 5, 6])
    assert (pair.difference, pair.low, pair.high, pair.p) == (0.0, 0.0, 0.0, 1.0)


def test_paired_at_the_edges():
    pair = paired_difference([4], [5])
    assert (pair.games, pair.difference, pair.low, pair.high, pair.p) == (1, -1.0, None, None, 1.0)
    exact = paired_difference([4, 5, 4], [5, 5, 6], exact=True)
    assert exact.low == exact.high == exact.difference == -1.0
    small = np.array([3, 4], np.uint8)  # must not wrap
    assert paired_difference(small, small + 1).difference == -1.0
    with pytest.raises(BlackpegError, match="x and y have no games in common"):
        paired_difference([], [], ("x", "y"))


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, 0.6]) == [1.0, 1.0]
    assert holm([0.02]) == [0.02]
    assert holm([]) == []


def test_import_is_light():
    modules = "sys, blackpeg.lab.stats, blackpeg.lab.figures.summary_plots"
    code = f"import {modules}; print({{'scipy', 'matplotlib'}} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_the_interval_of_a_share_is_wilsons():
    """As scipy.stats.binomtest(k, n).proportion_ci(method="wilson") has it."""
    for k, n in ((0, 20), (7, 20), (200, 200)):
        expected = scipy.stats.binomtest(k, n).proportion_ci(method="wilson")
        assert share_interval(k / n, n) == pytest.approx((expected.low, expected.high), abs=1e-6)
