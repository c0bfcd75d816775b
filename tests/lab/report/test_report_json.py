"""Reports: averages, pairs and verdicts, against values computed by hand."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest
from lab.stored_games import add_games, make_study

from blackpeg.errors import BlackpegError
from blackpeg.lab import Claim, Experiment, Study
from blackpeg.lab.experiment import Record, Series, Task
from blackpeg.lab.game_arrays import Sample, read_sample, summary_of
from blackpeg.lab.report.report_json import build_comparison, build_report, compare_pairs, group_experiments
from blackpeg.lab.store import Store
from blackpeg.lab.study import with_count

T3 = 3.182446  # Student's t, 0.975, 3 degrees of freedom: any table has it


def test_a_row_is_what_the_definition_says(store: Store) -> None:
    add_games(store, Series("4x6", "random"), 4, 4, 5, 5)
    (row,) = build_report(store, make_study())["rows"]
    half = T3 * (1 / 3) ** 0.5 / 2
    assert (row["game"], row["secrets"], row["seed"], row["strategy"]) == ("4x6", "uniform", 0, "random")
    assert (row["games"], row["average"], row["max"], row["failures"], row["exact"]) == (4, 4.5, 5, 0, False)
    assert (row["low"], row["high"]) == (pytest.approx(4.5 - half, abs=2e-6), pytest.approx(4.5 + half, abs=2e-6))
    assert row["sd"] == pytest.approx((1 / 3) ** 0.5, abs=1e-6)
    assert (row["queries"], row["evaluations"], row["feedbacks"]) == (4.5, 45, 450)
    assert (row["known"], row["distribution"]) == (3.5, {"4": 2, "5": 2})
    assert (row["seconds"], row["median_seconds"]) == (0.5, 0.5)


def test_failures_are_counted_and_make_a_lower_bound(store: Store) -> None:
    add_games(store, Series("4x6", "random"), 4, 4, 4, -100)
    (row,) = build_report(store, make_study())["rows"]
    assert (row["failures"], row["average"], row["max"], row["distribution"]) == (1, 28.0, 100, {"4": 3})


def test_a_series_without_games_is_told_and_a_study_without_any_is_an_error(store: Store) -> None:
    with pytest.raises(BlackpegError, match="holds no games of mine; 'blackpeg lab run' plays them"):
        build_report(store, make_study())
    add_games(store, Series("4x6", "random"), 4)
    rows = build_report(store, make_study(names=("random", "entropy")))["rows"]
    assert [(row["games"], row["average"], row["max"]) for row in rows] == [(1, 4.0, 4), (0, None, None)]
    assert rows[0]["low"] is rows[0]["high"] is None  # one game has no interval


def test_over_all_secrets_what_has_no_chance_is_exact(store: Store) -> None:
    add_games(
        store, Series("1x3", "entropy", "all"), 1, 2, 3, note="tree", evaluations=None, feedbacks=None, seconds=None
    )
    add_games(store, Series("1x3", "random", "all"), 1, 1, 1, 2, 2, 2)
    report = build_report(store, make_study(game="1x3", secrets="all", names=("entropy", "random")))
    entropy, random = report["rows"]
    assert (entropy["exact"], entropy["average"], entropy["low"], entropy["high"]) == (True, 2.0, 2.0, 2.0)
    assert entropy["sd"] == pytest.approx((2 / 3) ** 0.5, abs=1e-6)  # over all there is, not over n - 1
    assert entropy["evaluations"] is entropy["seconds"] is None
    assert (random["exact"], random["average"]) == (False, 1.5)
    (pair,) = report["pairs"]  # entropy beside both rounds: 0, 1, 2, -1, 0, 1
    assert (pair["games"], pair["difference"], pair["exact"]) == (6, 0.5, False)


def test_two_exact_strategies_differ_exactly(store: Store) -> None:
    add_games(store, Series("1x3", "entropy", "all"), 1, 2, 3, note="tree")
    add_games(store, Series("1x3", "minimax", "all"), 3, 2, 2, note="tree")
    add_games(store, Series("1x3", "random", "all"), *[2] * 30)  # ten rounds
    series = {name: Series("1x3", name, "all") for name in ("entropy", "minimax", "random")}
    first = compare_pairs({name: read_sample(store, one) for name, one in series.items()})[0]
    assert (first.games, first.difference, first.low, first.high) == (3, -1 / 3, -1 / 3, -1 / 3)


def test_pairs_are_taken_on_common_secrets_with_holms_correction(store: Store) -> None:
    add_games(store, Series("4x6", "random"), 4, 4, 7, 9)
    add_games(store, Series("4x6", "entropy"), 3, 4, 5)
    add_games(store, Series("4x6", "minimax"), 4, 4, 4)
    names = ("random", "entropy", "minimax")
    pairs = build_report(store, make_study(names=names))["pairs"]
    assert [(pair["a"], pair["b"], pair["games"]) for pair in pairs] == [
        ("random", "entropy", 3), ("random", "minimax", 3), ("entropy", "minimax", 3)
    ]  # fmt: skip
    assert [pair["difference"] for pair in pairs] == [1.0, 1.0, 0.0]
    # signs of 1, 2 flipped: sums 3, 1, -1, -3, of which two are as large; of 3: both; of -1, 1: all
    # p = 0.5, 1, 1; three pairs: min(1, 3 * 0.5) = 1
    assert [pair["p"] for pair in pairs] == [1.0, 1.0, 1.0]
    assert build_comparison(store, Experiment(("4x6",), ("random", "entropy"), 3))["pairs"][0]["p"] == 0.5


def test_every_two_strategies_with_games_in_common_are_compared(store: Store) -> None:
    guesses = np.random.default_rng(2).integers(3, 7, 60)
    table = np.tile(guesses[:, None].astype(float), 7)
    numbers = np.arange(60)
    pairs = compare_pairs({
        "a": Sample(numbers, table), "b": Sample(numbers[10:], table[10:] + 1), "c": Sample(numbers[:30], table[:30]),
        "d": Sample(np.array([70]), table[:1]), "e": Sample(numbers[:0], table[:0]),
    })  # fmt: skip
    assert [(pair.a, pair.b, pair.games, pair.difference) for pair in pairs] == [
        ("a", "b", 50, -1.0), ("a", "c", 30, 0.0), ("b", "c", 20, 1.0)
    ]  # fmt: skip
    assert [pair.p for pair in pairs] == pytest.approx([2 / 2**50, 1.0, 2 / 2**20])
    assert [pair.p_holm for pair in pairs] == pytest.approx([3 * 2 / 2**50, 1.0, 2 * 2 / 2**20])


def test_a_comparison_takes_only_the_games_asked_for(store: Store) -> None:
    add_games(store, Series("4x6", "random"), 4, 4, 9, 9)
    result = build_comparison(store, Experiment(("4x6",), ("random",), 2, seed=0), below=2)
    assert list(result) == ["game", "games", "seed", "secrets", "rows", "pairs"]
    assert (result["games"], result["rows"][0]["average"]) == (2, 4.0)
    assert summary_of(store, Series("4x6", "random")).average == 6.5


def test_a_study_sees_its_own_games_where_others_asked_for_more(store: Store) -> None:
    series = Series("4x6", "random")
    add_games(store, series, 4, 4, 9, 9)
    study = Study("mine", "Mine", (Experiment(("4x6",), ("random",), 2), Experiment(("4x6",), ("random",), 1)))
    assert study.game_counts() == {series: 2}
    (row,) = build_report(store, study)["rows"]
    assert (row["games"], row["average"]) == (2, 4.0)
    assert build_report(store, with_count(study, 4))["rows"][0]["average"] == 6.5
    assert with_count(study, None) is study


def test_all_secrets_are_asked_for_so_many_times_each(store: Store) -> None:
    study = Study("mine", "Mine", (Experiment(("1x3",), ("random",), 2, "all"),))
    add_games(store, Series("1x3", "random", "all"), *[1, 2, 3] * 4)
    assert build_report(store, study)["rows"][0]["games"] == 6


def test_a_report_says_which_machines_timed_its_games(store: Store) -> None:
    series = Series("4x6", "random")
    add_games(store, series, 4, 4, 9)
    records = [Record(Task(series, number), "1111", True, 4, 4, 1, 1, 1, 0.1) for number in (3, 4)]
    store.add(records, "d", "host:7", {"processor": "P", "commit": "abc"})
    rows = build_report(store, with_count(make_study(), 4))["machines"]
    assert [(row["games"], row.get("processor"), row.get("commit")) for row in rows] == [
        (3, None, None),
        (1, "P", "abc"),
    ]
    assert rows[0]["first"] == rows[0]["last"] == datetime.now(UTC).date().isoformat()


def test_lists_are_told_apart_by_their_codes(store: Store) -> None:
    series = Series("4x6", "random", "list")
    values = {"solved": True, "queries": 1, "evaluations": 1, "feedbacks": 1, "known": 1, "seconds": 0.1}
    for guesses, codes in ((3, ("1111", "1112")), (6, ("6666", "6665"))):
        records = [Record(Task(series, k, code), code, guesses=guesses, **values) for k, code in enumerate(codes)]
        store.add(records, "d", "w")
    one = Experiment(("4x6",), ("random",), 1, "list", 0, ("1111", "1112"))
    other = Experiment(("4x6",), ("random",), 1, "list", 0, ("6666",))
    rows = build_report(store, Study("mine", "Mine", (one, other)))["rows"]
    assert [(row["group"], row["games"], row["average"]) for row in rows] == [(0, 2, 3.0), (1, 1, 6.0)]


def test_experiments_on_the_same_secrets_are_one_group() -> None:
    first, second = Experiment(("4x6", "5x8"), ("random",)), Experiment(("4x6",), ("entropy", "random"))
    apart = Experiment(("4x6",), ("entropy",), secrets="all")
    together = group_experiments(Study("mine", "Mine", (first, second, apart)))
    assert [(one.games, one.strategies, one.secrets) for one in together] == [
        (("4x6",), ("random", "entropy"), "uniform"),
        (("5x8",), ("random",), "uniform"),
        (("4x6",), ("entropy",), "all"),
    ]


HALF = T3 * (1 / 3) ** 0.5 / 2  # 0.9187, of the games 4, 4, 5, 5


# of the games 4, 4, 5, 5 the standard error is 0.57735 / sqrt(4) = 0.2887, and three of them are 0.8660
VERDICTS = {
    "within three standard errors": (Claim("4x6", "random", 5.4), True),  # 0.9 <= 0.05 + 0.866
    "beyond": (Claim("4x6", "random", 5.4, digits=2), False),  # 0.9 > 0.005 + 0.866
    "far below, and impossible": (Claim("4x6", "random", 2.5), False),
    "below the optimum, as the code was known then": (Claim("4x6", "random", 3.5), True),
    "rounded to a whole number": (Claim("4x6", "random", 5.8, digits=0), True),  # 1.3 <= 0.5 + 0.866
    # the claim's own error: 2 / sqrt(100) = 0.2; with 0.2887 at right angles 0.3512, three of them 1.0536
    "an average of some games": (Claim("4x6", "random", 5.6, deviation=2, games=100), True),
    # without a deviation that of the games here: 0.57735 / sqrt(1), together 0.6455, three of them 1.9365
    "an average of one game": (Claim("4x6", "random", 6.4, games=1), True),
    "an average of one game, too far": (Claim("4x6", "random", 6.6, games=1), False),
    "another measure": (Claim("4x6", "random", 45.5, "evaluations"), True),  # 45, of error 2.887
    "another measure, too far": (Claim("4x6", "random", 54.3, "evaluations"), False),
    "known": (Claim("4x6", "random", 3.5, "known"), True),
    "seconds are another machine's": (Claim("4x6", "random", 0.5, "seconds"), None),
    "nothing measured": (Claim("4x6", "entropy", 4.4), None),
}


@pytest.mark.parametrize("claim, verdict", VERDICTS.values(), ids=VERDICTS.keys())
def test_verdicts(store: Store, claim: Claim, verdict: bool | None) -> None:
    add_games(store, Series("4x6", "random"), 4, 4, 5, 5)
    (held,) = build_report(store, make_study(claim, names=("random", "entropy")))["claims"]
    kinds = {True: "not contradicted", False: "differs", None: "can't be told"}  # four games can't show agreement
    assert (held["kind"], held["agrees"]) == (kinds[verdict], False if verdict is False else None)
    if claim.measure == "guesses" and verdict is not None:
        assert held["measured"] == 4.5
        assert held["high"] - 4.5 == pytest.approx(HALF, abs=2e-6)


def test_generations_are_the_sum_of_their_stages(store: Store) -> None:
    add_games(store, Series("4x6", "random"), 300, 450, stages="1+2", known=None)
    add_games(store, Series("4x6", "entropy"), 4, 5)
    report = build_report(store, make_study(Claim("4x6", "random", 3.0, "generations"), names=("random", "entropy")))
    assert [row["generations"] for row in report["rows"]] == [3.0, None]
    assert report["pairs"] == [], "queries are no guesses"
    assert (report["claims"][0]["measured"], report["claims"][0]["kind"]) == (3.0, "not contradicted")


def test_verdicts_on_exact_averages_know_only_rounding(store: Store) -> None:
    add_games(store, Series("1x3", "entropy", "all"), 1, 2, 2, note="tree")
    claims = [Claim("1x3", "entropy", value) for value in (1.667, 1.67, 1.668, 1.7, 2.0)]
    held = build_report(store, make_study(*claims, game="1x3", secrets="all", names=("entropy",)))["claims"]
    assert [one["agrees"] for one in held] == [True, True, False, True, False]


def test_a_claim_tells_its_source_and_its_difference_with_an_interval(store: Store) -> None:
    add_games(store, Series("4x6", "random"), 4, 4, 5, 5)
    (held,) = build_report(store, make_study(Claim("4x6", "random", 4.6, source="cited")))["claims"]
    half = T3 * (1 / 3) ** 0.5 / 2
    assert (held["source"], held["difference"]) == ("cited", pytest.approx(-0.1))
    assert held["difference_low"] == pytest.approx(-0.1 - half, abs=2e-6)
    assert held["difference_high"] == pytest.approx(-0.1 + half, abs=2e-6)
    assert held["verdict"].startswith("not contradicted (cited): 0.10 less (1.02 less to 0.82 more)")


def test_verdicts_with_failures(store: Store) -> None:
    add_games(store, Series("4x6", "random"), *[4, 5] * 50, -4)
    held = build_report(store, make_study(Claim("4x6", "random", 4.0), Claim("4x6", "random", 6.0)))["claims"]
    assert [one["agrees"] for one in held] == [False, None]  # what was measured is a lower bound
