"""Decides whether the sentences of a study hold: by comparing strategies, or by a check of figures_and_checks.py."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from ..experiment import Series
from ..game_arrays import Sample, average_of, measured_columns, read_sample
from ..papers.figures_and_checks import CHECKS, load_function
from ..stats import COVERAGE, Floats, interval
from ..store import Store
from ..study import Sentence, Study, compared_series
from .verdicts import Difference, Finding, decide

MAX_LISTED = 6  # differences that are listed one by one


def check_sentences(store: Store, study: Study, small: bool = False) -> list[Finding]:
    """Checks every sentence of a study; `small` makes fewer runs where a check makes runs of its own."""
    return [
        load_function(CHECKS[one.check])(store, study, one, small) if one.check else compare(store, study, one)
        for one in study.sentences
    ]


def check_comparisons(store: Store, study: Study) -> list[Finding]:
    """Checks the sentences that declare a comparison, which takes no runs."""
    return [compare(store, study, one) for one in study.sentences if not one.check]


def compare(store: Store, study: Study, sentence: Sentence) -> Finding:
    """Checks on common secrets whether one strategy needs less than others.

    It holds if every difference has an interval on the right side of 0, and does not hold if one is on the wrong side.
    With m differences each interval covers 1 - 0.05 / m, so that all of them are right together at 95 % (Bonferroni).
    """
    pairs = compared_series(study, sentence)
    found = list[tuple[Difference, str]]()
    for one, other in pairs:
        ours, theirs = (_read(store, study, series) for series in (one, other))
        differences = paired_values(ours, theirs, sentence.measure)
        if len(differences) < 2:
            continue
        apart = _difference(differences, len(pairs), ours.exact and theirs.exact)
        unit = "" if sentence.measure == "guesses" else f" {sentence.measure}"
        found.append((apart, f"{_words(apart)}{unit} than {other.strategy} at {one.game} ({len(differences):,} games)"))
    if len(found) < len(pairs):
        return Finding(sentence.where, sentence.says, f"{len(pairs) - len(found)} of {len(pairs)} not played", None)
    verdicts = [decide(-apart.high, -apart.low) if apart.high > apart.low else apart.value < 0 for apart, _ in found]
    holds = True if all(verdicts) else False if False in verdicts else None
    least, _ = max(found, key=lambda one: one[0].value)
    of = f", the least of {len(found)}" if len(found) > 1 else ""
    text = f"{sentence.better} needs {_join(words for _, words in found)}"
    if len(found) > MAX_LISTED:
        counts = [
            f"{verdicts.count(one)} {word}" for one, word in ((True, "less"), (False, "more"), (None, "not told apart"))
        ]
        worst = max(found, key=lambda one: one[0].value)[1]
        text = f"of {len(found)} differences {_join(counts)}; at worst {sentence.better} needs {worst}"
    return Finding(sentence.where, sentence.says, text, holds, f"{_words(least)}{of}")


def _words(apart: Difference) -> str:
    """Writes a difference of two of our own averages, which may both be exact."""
    text, exact, _ = str(apart).partition(", ours exact")
    return f"exactly {text}" if exact else text


def paired_values(ours: Sample, theirs: Sample, measure: str) -> Floats:
    """Returns ours minus theirs for each game that both played; an exact sample meets every round of the other."""
    columns = [measured_columns(games).get(measure) for games in (ours, theirs)]
    if columns[0] is None or columns[1] is None:
        return np.empty(0)
    a, b = (
        dict(zip(games.numbers.tolist(), values.tolist(), strict=True))
        for games, values in zip((ours, theirs), columns, strict=True)
        if values is not None
    )
    if ours.exact and not theirs.exact:
        return np.array([a[number % len(a)] - value for number, value in b.items()])
    if theirs.exact and not ours.exact:
        return np.array([value - b[number % len(b)] for number, value in a.items()])
    return np.array([a[number] - b[number] for number in sorted(a.keys() & b.keys())])


def _difference(differences: Floats, comparisons: int, exact: bool) -> Difference:
    found = average_of(differences)
    if exact:
        return Difference(found.average, found.average, found.average)
    games = len(differences)
    low, high = interval(found.average, (found.error or 0.0) * games**0.5, games, 1 - (1 - COVERAGE) / comparisons)
    assert low is not None and high is not None
    return Difference(found.average, low, high)


def _read(store: Store, study: Study, series: Series) -> Sample:
    return read_sample(store, series, next(one.codes for one in study.experiments if series in one.series()))


def _join(words: Iterable[str]) -> str:
    *most, last = words
    return " and ".join(filter(None, (", ".join(most), last)))


def sentence_rows(findings: Iterable[Finding]) -> Iterator[dict[str, object]]:
    """Yields findings for JSON."""
    for one in findings:
        yield {
            "where": one.where, "says": one.says, "found": one.found, "difference": one.difference, "holds": one.holds,
        }  # fmt: skip
