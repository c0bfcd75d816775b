"""The report of a study as data for JSON: averages of each strategy, differences of each pair, verdicts on claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import numpy as np

from ...errors import BlackpegError
from ..experiment import ADVERSARIES, Experiment, Series
from ..game_arrays import Average, Sample, averages, read_sample
from ..stats import Pair, Summary, interval
from ..store import Store
from ..study import Claim, Study
from .check_paper_sentences import check_comparisons, sentence_rows
from .pairs import Rank, average_ranks, compare_pairs
from .paper_readings import readings_report
from .verdicts import KNOWN, Difference, best_known, deviation_verdict, digits_of, verdict


def summary_row(strategy: str, games: Sample, rank: Rank | None = None) -> dict[str, Any]:
    """Returns the summary of a strategy for JSON; costs are averages per game."""
    found, new_codes = games.summary, averages(games).get("new codes")
    none = not found.games
    return {
        "strategy": strategy, "games": found.games, "average": None if none else _round(found.average),
        "low": _round(found.low), "high": _round(found.high), "sd": None if none else _round(found.sd),
        "max": None if none else found.max, "failures": found.failures, "exact": found.exact,
        "queries": _round(found.queries), "evaluations": _round(found.evaluations),
        "feedbacks": _round(found.feedbacks), "known": _round(found.known),
        "new_codes": None if new_codes is None else _round(new_codes.average),
        "generations": None if games.generations is None else _round(float(games.generations.mean())),
        "stages": None if games.stages is None else [_round(float(s)) for s in np.nanmean(games.stages, axis=0)],
        "seconds": _four_digits(found.seconds), "median_seconds": _four_digits(found.median_seconds),
        "rank": None if rank is None else _round(rank.average), "ranked_games": None if rank is None else rank.games,
        "distribution": {str(guesses): games for guesses, games in found.distribution.items()},
    }  # fmt: skip


def pair_row(pair: Pair, samples: Mapping[str, Sample]) -> dict[str, Any]:
    """Returns a difference for JSON; p is after Holm's correction."""
    return {
        "a": pair.a, "b": pair.b, "games": pair.games, "difference": _round(pair.difference),
        "low": _round(pair.low), "high": _round(pair.high), "p": pair.p_holm,
        "exact": samples[pair.a].exact and samples[pair.b].exact, "fewer": _round(pair.fewer),
        "more": _round(pair.more), "rank_biserial": _round(pair.rank_biserial),
    }  # fmt: skip


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def _four_digits(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.4g}")


def build_comparison(store: Store, experiment: Experiment, below: int | None = None) -> dict[str, Any]:
    """Returns rows and pairs of an experiment with one game, for JSON; `below` limits the numbers of the games."""
    (game,) = experiment.games
    samples = {one.strategy: read_sample(store, one, experiment.codes, below) for one in experiment.series()}
    ranks = average_ranks(samples)
    rows = [summary_row(name, one, ranks.get(name)) for name, one in samples.items()]
    return {
        "game": game, "games": max(row["games"] for row in rows), "seed": experiment.seed,
        "secrets": experiment.secrets, "rows": rows,
        "pairs": [pair_row(pair, samples) for pair in compare_pairs(samples)],
    }  # fmt: skip


def build_report(store: Store, study: Study) -> dict[str, Any]:
    """Returns rows, pairs and claims of a study, for JSON; the strategies of a group met the same secrets.

    Only the games that the study asks for are counted, though others may have stored more of a series.
    """
    store = store.limited_to(study.game_counts())
    rows, pairs, by_series = [], [], dict[Series, Sample]()
    for group, experiment in enumerate(group_experiments(study)):
        names = {one.strategy: one for one in experiment.series()}
        samples = {name: read_sample(store, one, experiment.codes) for name, one in names.items()}
        (game,) = experiment.games
        same = {"group": group, "game": game, "secrets": experiment.secrets, "seed": experiment.seed}
        ranks = average_ranks(samples)
        rows += [{**same, **summary_row(name, one, ranks.get(name))} for name, one in samples.items()]
        pairs += [{**same, **pair_row(pair, samples)} for pair in compare_pairs(samples)]
        for name, one in names.items():
            by_series.setdefault(one, samples[name])
    if not any(row["games"] for row in rows):
        raise BlackpegError(f"{store.path} holds no games of {study.name}; 'blackpeg lab run' plays them")
    return {
        "study": study.name, "title": study.title, "about": study.about, "measures": list(study.measures),
        "rows": rows, "pairs": pairs,
        "claims": [claim_row(claim, by_series[study.matching(claim)[0][1]]) for claim in study.claims],
        "sentences": list(sentence_rows(check_comparisons(store, study))),
        "readings": readings_report(study, by_series),
        "machines": [machine_row(*found) for found in store.machines(study.series())],
    }  # fmt: skip


def machine_row(facts: Mapping[str, Any], games: int, first: float, last: float) -> dict[str, Any]:
    """Returns a machine that timed games, how many, and the days on which the first and the last was stored."""
    days = (datetime.fromtimestamp(time, UTC).date().isoformat() for time in (first, last))
    return {**facts, "games": games, **dict(zip(("first", "last"), days, strict=True))}


def group_experiments(study: Study) -> list[Experiment]:
    """Returns one experiment for each game and kind of secrets, with all strategies that meet these secrets."""
    together: dict[tuple[Any, ...], Experiment] = {}
    for one in study.experiments:
        for game in one.games:
            key = (game, one.secrets, one.seed, one.codes)
            names = (*together[key].strategies, *one.strategies) if key in together else one.strategies
            together[key] = replace(one, games=(game,), strategies=tuple(dict.fromkeys(names)))
    return list(together.values())


def title_of_group(game: str, secrets: str) -> str:
    """Returns the title of games with one kind of secrets.

    >>> title_of_group("4x6", "uniform"), title_of_group("4x6", "adversary(steps=2)")
    ('4x6, uniform secrets', '4x6, against adversary(steps=2)')
    """
    return f"{game}, against {secrets}" if secrets in ADVERSARIES else f"{game}, {secrets} secrets"


def claim_row(claim: Claim, games: Sample) -> dict[str, Any]:
    """Returns a claim, its measured average and the verdict, for JSON; `agrees` is null if there is no verdict."""
    measured, found = averages(games), games.summary
    here = measured.get(claim.measure)
    low, high = (None, None) if here is None else _interval(here, found)
    best = best_known(claim.game, claim.secrets) if here is not None and claim.value < here.average else None
    judgment = verdict(claim, measured, found.failures, best)
    counted = measured.get("known" if judgment.kind == KNOWN else claim.measure)
    spread = None if claim.deviation is None or counted is None else deviation_verdict(claim, counted)
    return {
        "game": claim.game, "strategy": claim.strategy, "measure": claim.measure, "claimed": claim.value,
        "digits": digits_of(claim), "deviation": claim.deviation, "deviation_digits": claim.deviation_digits or 0,
        "measured": None if here is None else _round(here.average), "low": _round(low), "high": _round(high),
        "sd": None if here is None else _round(here.sd), "exact": games.exact, "games": found.games,
        "failures": found.failures, "agrees": judgment.agrees, "kind": judgment.kind, "verdict": judgment.text,
        "source": claim.source, "secrets": claim.secrets, **_difference_keys(judgment.difference),
        "apart": None if judgment.separation in (None, float("inf")) else _round(judgment.separation),
        "deviation_verdict": None if spread is None else spread.text, "where": claim.where, "doubt": claim.doubt,
        "read": {
            name: [_round(one.average), _half_interval(one, found), _round(one.sd)] for name, one in measured.items()
        },
    }  # fmt: skip


def _difference_keys(apart: Difference | None) -> dict[str, Any]:
    """Returns our average minus the printed one, and its 95 % interval."""
    names = ("difference", "difference_low", "difference_high")
    return dict(zip(names, (None, None, None) if apart is None else map(_round, apart), strict=True))


def _half_interval(measured: Average, found: Summary) -> float | None:
    low, high = _interval(measured, found)
    return None if low is None or high is None else _round((high - low) / 2)


def _interval(measured: Average, found: Summary) -> tuple[float | None, float | None]:
    return (measured.average,) * 2 if found.exact else interval(measured.average, measured.sd, found.games)
