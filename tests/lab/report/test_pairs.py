"""Strategies on the same secrets: ranks, groups, and differences of forty strategies."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats

from blackpeg.lab.game_arrays import Sample
from blackpeg.lab.report.pairs import average_ranks, compare_pairs, groups_not_told_apart


def sample(guesses: list[int] | np.ndarray, numbers: np.ndarray | None = None, exact: bool = False) -> Sample:
    table = np.tile(np.asarray(guesses, float)[:, None], 7)
    return Sample(np.arange(len(table)) if numbers is None else numbers, table, exact)


def test_holm_rejects_among_forty_strategies() -> None:
    """780 pairs: by 10,000 random flips no p is below 1 / 10,001, and 780 times that is no less than 0.05."""
    rng = np.random.default_rng(1)
    secrets = rng.integers(3, 6, 500)
    samples = {f"s{k:02}": sample(secrets + rng.integers(0, 3, 500) + (k >= 38)) for k in range(40)}
    pairs = compare_pairs(samples)
    assert len(pairs) == 780
    apart = {(pair.a, pair.b) for pair in pairs if pair.p_holm < 0.05}
    assert apart >= {(f"s{k:02}", slow) for k in range(38) for slow in ("s38", "s39")}
    assert ("s38", "s39") not in apart
    # Holm by another program's definition: the smallest p times 780, the next times 779, ..., never decreasing
    raw = np.array([pair.p for pair in pairs])
    order = np.argsort(raw)
    expected = np.minimum(1, np.maximum.accumulate(raw[order] * (780 - np.arange(780))))
    assert np.array([pair.p_holm for pair in pairs])[order] == pytest.approx(expected)
    pair = next(pair for pair in pairs if (pair.a, pair.b) == ("s00", "s01"))
    drawn = scipy.stats.permutation_test(
        (samples["s00"].guesses, samples["s01"].guesses), lambda a, b, axis: np.mean(a - b, axis=axis),
        permutation_type="samples", n_resamples=20_000, vectorized=True, rng=np.random.default_rng(2),
    )  # fmt: skip
    assert pair.p == pytest.approx(drawn.pvalue, abs=4 * (0.25 / 20_000) ** 0.5)


def test_average_ranks_are_those_of_another_program() -> None:
    rng = np.random.default_rng(3)
    guesses = rng.integers(3, 7, (5, 200))
    ranks = average_ranks({f"s{k}": sample(row) for k, row in enumerate(guesses)})
    expected = scipy.stats.rankdata(guesses, axis=0).mean(axis=1)
    assert [rank.average for rank in ranks.values()] == pytest.approx(expected)
    assert {rank.games for rank in ranks.values()} == {200}


def test_ranks_are_over_the_secrets_that_all_met() -> None:
    searches = Sample(np.arange(2), np.full((2, 7), 300.0), stages=np.ones((2, 1)))
    samples = {"a": sample([4, 4, 9]), "b": sample([5, 3], np.array([0, 1])), "c": sample([6, 6]), "search": searches}
    ranks = average_ranks(samples)  # on secret 0: 1, 2, 3; on secret 1: 2, 1, 3
    assert ranks == {"a": (1.5, 2), "b": (1.5, 2), "c": (3.0, 2)}
    assert average_ranks({"a": sample([4]), "b": sample([4], np.array([7]))}) == {}


def row(a: str, b: str, difference: float, p: float, exact: bool = False) -> dict[str, object]:
    return {"a": a, "b": b, "difference": difference, "p": p, "exact": exact}


def test_groups_are_runs_in_which_no_two_are_told_apart() -> None:
    pairs = [
        row("a", "b", -0.1, 0.5), row("b", "c", -0.1, 0.5), row("a", "c", -0.2, 0.01), row("c", "d", -0.1, 0.06),
        row("b", "d", -0.2, 0.05), row("a", "d", -0.3, 0.001), row("d", "e", -0.1, 0.9, exact=True),
    ]  # fmt: skip
    assert groups_not_told_apart("abcde", pairs) == [["a", "b"], ["b", "c", "d"]]
    assert groups_not_told_apart("ab", [row("a", "b", 0.0, 1.0, exact=True)]) == [["a", "b"]]
