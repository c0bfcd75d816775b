"""Sentences that declare a comparison, against values computed by hand."""

from __future__ import annotations

import pytest
from lab.stored_games import add_games

from blackpeg.lab import Experiment, Study
from blackpeg.lab.experiment import Series
from blackpeg.lab.game_arrays import read_sample
from blackpeg.lab.report.check_paper_sentences import check_comparisons, paired_values
from blackpeg.lab.report.verdicts import Finding
from blackpeg.lab.store import Store
from blackpeg.lab.study import Sentence

NAMES = ("entropy", "random", "minimax")


def findings(store: Store, *than: str, measure: str = "guesses", secrets: str = "uniform") -> Finding:
    experiment = Experiment(("4x6",) if secrets == "uniform" else ("1x3",), NAMES, 4, secrets)
    said = Sentence("section 5", "entropy is better", better="entropy", than=than, measure=measure)
    (found,) = check_comparisons(store, Study("mine", "Mine", (experiment,), sentences=(said,)))
    assert (found.where, found.says) == ("section 5", "entropy is better")
    return found


def test_a_sentence_holds_if_the_interval_of_the_paired_difference_is_on_its_side(store: Store) -> None:
    add_games(store, Series("4x6", "entropy"), 4, 4, 5, 5)
    add_games(store, Series("4x6", "random"), 5, 6, 6, 7)
    # differences -1, -2, -1, -2: mean -1.5, sd 0.57735, t(0.975, 3) = 3.1824, half 0.91869
    found = findings(store, "random")
    assert found.holds is True and found.difference == "1.50 less (0.58 to 2.42)"
    assert found.found == "entropy needs 1.50 less (0.58 to 2.42) than random at 4x6 (4 games)"
    # evaluations are ten times the guesses there
    assert findings(store, "random", measure="evaluations").difference == "15.0 less (5.8 to 24.2)"


def test_it_does_not_hold_or_is_not_decided_with_all_intervals_together(store: Store) -> None:
    add_games(store, Series("4x6", "entropy"), *[5, 6] * 50)
    add_games(store, Series("4x6", "random"), *[4, 5] * 49, 4, 6)
    add_games(store, Series("4x6", "minimax"), *[5, 6, 6, 5] * 25)
    assert findings(store, "random").holds is False
    assert findings(store, "minimax").holds is None
    found = findings(store, "random", "minimax")
    assert found.holds is False and found.difference.endswith(", the least of 2")
    # differences of 0, 0, -1, 1: sd 0.7107; with two comparisons t(0.9875, 99) = 2.2760 instead of 1.9842
    assert "0.00 more (0.16 less to 0.16 more) than minimax" in found.found
    assert findings(store, "minimax").difference == "0.00 more (0.14 less to 0.14 more)"


def test_games_that_were_not_played_decide_nothing(store: Store) -> None:
    add_games(store, Series("4x6", "entropy"), 4, 4)
    found = findings(store, "random")
    assert (found.holds, found.found) == (None, "1 of 1 not played")


def test_over_all_secrets_exact_strategies_differ_exactly_and_meet_every_round_of_others(store: Store) -> None:
    add_games(store, Series("1x3", "entropy", "all"), 1, 2, 2, note="tree")
    add_games(store, Series("1x3", "minimax", "all"), 1, 2, 3, note="tree")
    add_games(store, Series("1x3", "random", "all"), 1, 2, 3, 2, 2, 3)
    found = findings(store, "minimax", secrets="all")
    assert found.holds is True and found.difference == "exactly 0.3333 less"
    exact, rounds = (read_sample(store, Series("1x3", name, "all")) for name in ("entropy", "random"))
    assert paired_values(exact, rounds, "guesses").tolist() == [0, 0, -1, -1, 0, -1]
    assert paired_values(rounds, exact, "guesses").tolist() == [0, 0, 1, 1, 0, 1]
    assert paired_values(exact, rounds, "generations").tolist() == []


def test_many_differences_are_counted(store: Store) -> None:
    names = tuple(f"lookahead(width={width})" for width in range(1, 9))
    add_games(store, Series("4x6", "entropy"), *[4, 5] * 20)
    for k, name in enumerate(names):
        add_games(store, Series("4x6", name), *([5, 6, 6, 6] * 10 if k else [3, 4, 3, 4] * 10))
    said = Sentence("here", "entropy is best", better="entropy", than=names)
    study = Study("mine", "Mine", (Experiment("4x6", ("entropy", *names)),), sentences=(said,))
    (found,) = check_comparisons(store, study)
    assert found.holds is False and found.found.startswith("of 8 differences 7 less, 1 more and 0 not told apart; ")
    assert found.found.endswith("than lookahead(width=1) at 4x6 (40 games)")


@pytest.mark.parametrize("measure", ["known", "feedbacks"])
def test_any_measure_can_be_compared(store: Store, measure: str) -> None:
    add_games(store, Series("4x6", "entropy"), 4, 4, 5, 5)
    add_games(store, Series("4x6", "random"), 5, 6, 6, 7)
    assert findings(store, "random", measure=measure).holds is True
