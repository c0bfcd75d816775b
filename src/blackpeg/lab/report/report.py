"""What a store says about a study: a row a strategy, who beats whom, and measured beside claimed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import Any

import numpy as np

from ...errors import BlackpegError
from ...game import Game
from ..experiment import ALL, LIST, Experiment, Series
from ..stats import COLUMNS, Floats, Ints, Pair, Summary, holm, interval, paired, summarize
from ..store import Store
from ..study import Claim, Study
from .verdicts import KNOWN, Reading, best_known, deviation_verdict, digits_of, verdict

NONE = Summary(0, 0, False, 0.0, None, None, 0.0, 0, {})  # of no games
OPTIONAL = ("evaluations", "feedbacks", "known", "seconds")  # not recorded for every game


@dataclass(frozen=True)
class Sample:
    """The stored games of a series that an experiment asks for."""

    numbers: Ints
    table: Floats  # of stats.COLUMNS
    exact: bool = False  # every secret once, by a strategy without chance
    stages: Floats | None = None  # generations of each stage of searches; nan where one was not reached

    @property
    def generations(self) -> Floats | None:
        return None if self.stages is None else np.nansum(self.stages, axis=1)

    @property
    def summary(self) -> Summary:
        return summarize(self.table, self.exact) if len(self.table) else NONE

    @property
    def guesses(self) -> Ints:
        return self.table[:, COLUMNS.index("guesses")].astype(np.int64)


def sample(store: Store, series: Series, codes: tuple[str, ...] = (), below: int | None = None) -> Sample:
    """The games of a series; those of a list are the ones with these codes."""
    names = ["number", *(f"ifnull({name}, 'nan')" if name in OPTIONAL else name for name in COLUMNS)]
    staged = store.column(series, "total(stages != '')")[0][0] > 0
    if series.secrets == LIST:
        found = store.column(series, "secret", *names, "stages", below=len(codes))
        rows = [row[1:] for row in found if row[0] == codes[row[1]]]
    else:
        rows = store.column(series, *names, *(("stages",) if staged else ()), below=below)
    stages = _stages([row[-1] for row in rows]) if staged else None
    if staged or series.secrets == LIST:
        rows = [row[:-1] for row in rows]
    table = np.fromiter(chain.from_iterable(rows), np.float64, len(rows) * len(names)).reshape(len(rows), len(names))
    exact = series.secrets == ALL and len(rows) == Game.parse(series.game).size
    exact = exact and store.column(series, "total(note = 'tree')")[0] == (len(rows),)
    return Sample(table[:, 0].astype(np.int64), table[:, 1:], exact, stages)


def _stages(texts: list[str]) -> Floats:
    """'1+3' and the like as rows of numbers."""
    rows = [[int(word) for word in text.split("+")] for text in texts]
    table = np.full((len(rows), max(map(len, rows), default=1)), np.nan)
    for k, row in enumerate(rows):
        table[k, : len(row)] = row
    return table


def summary_of(store: Store, series: Series, below: int | None = None) -> Summary:
    """What the games of a series say; no games where there are none."""
    return sample(store, series, below=below).summary


def pairs_of(samples: Mapping[str, Sample]) -> list[Pair]:
    """Every two strategies on the secrets that both met, with Holm's correction; no search and player.

    Over all secrets, what is exact stands beside every round of what has chance.
    """
    samples = {name: one for name, one in samples.items() if len(one.numbers)}
    end = max((int(one.numbers.max()) + 1 for one in samples.values()), default=0)
    columns = {}
    for name, one in samples.items():
        there, guesses = np.zeros(end, bool), np.zeros(end, np.int64)
        if one.exact:
            there[:], guesses = True, np.resize(one.guesses[np.argsort(one.numbers)], end)
        else:
            there[one.numbers], guesses[one.numbers] = True, one.guesses
        columns[name] = there, guesses
    pairs = []
    for a, b in combinations(samples, 2):
        if (samples[a].stages is None) != (samples[b].stages is None):
            continue  # queries are no guesses
        both = samples[a].exact and samples[b].exact
        common = columns[a][0] & columns[b][0]
        common[len(samples[a].numbers) if both else end :] = False
        if common.any():
            pairs.append(paired(columns[a][1][common], columns[b][1][common], (a, b), exact=both))
    corrected = holm([pair.p for pair in pairs])
    return [pair._replace(p_holm=p) for pair, p in zip(pairs, corrected, strict=True)]


def row_of(strategy: str, games: Sample) -> dict[str, Any]:
    """A summary for JSON, costs as means a game."""
    found = games.summary
    none = not found.games
    return {
        "strategy": strategy, "games": found.games, "average": None if none else _rounded(found.average),
        "low": _rounded(found.low), "high": _rounded(found.high), "sd": None if none else _rounded(found.sd),
        "max": None if none else found.max, "failures": found.failures, "exact": found.exact,
        "queries": _rounded(found.queries), "evaluations": _rounded(found.evaluations),
        "feedbacks": _rounded(found.feedbacks), "known": _rounded(found.known),
        "generations": None if games.generations is None else _rounded(float(games.generations.mean())),
        "stages": None if games.stages is None else [_rounded(float(s)) for s in np.nanmean(games.stages, axis=0)],
        "seconds": None if found.seconds is None else float(f"{found.seconds:.4g}"),
        "distribution": {str(guesses): games for guesses, games in found.distribution.items()},
    }  # fmt: skip


def pair_row(pair: Pair, samples: Mapping[str, Sample]) -> dict[str, Any]:
    """A difference for JSON; p is Holm's."""
    return {
        "a": pair.a, "b": pair.b, "games": pair.games, "difference": _rounded(pair.difference),
        "low": _rounded(pair.low), "high": _rounded(pair.high), "p": pair.p_holm,
        "exact": samples[pair.a].exact and samples[pair.b].exact,
    }  # fmt: skip


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def comparison(store: Store, experiment: Experiment, below: int | None = None) -> dict[str, Any]:
    """The strategies of an experiment at its one game, side by side, for JSON."""
    (game,) = experiment.games
    samples = {one.strategy: sample(store, one, experiment.codes, below) for one in experiment.series()}
    rows = [row_of(name, one) for name, one in samples.items()]
    return {
        "game": game, "games": max(row["games"] for row in rows), "seed": experiment.seed,
        "secrets": experiment.secrets, "rows": rows,
        "pairs": [pair_row(pair, samples) for pair in pairs_of(samples)],
    }  # fmt: skip


def report_of(store: Store, study: Study) -> dict[str, Any]:
    """A study for JSON: a row a strategy, pairs, and claims; those of a group met the same secrets."""
    rows, pairs, held = [], [], dict[Series, Sample]()
    for group, experiment in enumerate(groups(study)):
        names = {one.strategy: one for one in experiment.series()}
        samples = {name: sample(store, one, experiment.codes) for name, one in names.items()}
        (game,) = experiment.games
        same = {"group": group, "game": game, "secrets": experiment.secrets, "seed": experiment.seed}
        rows += [{**same, **row_of(name, one)} for name, one in samples.items()]
        pairs += [{**same, **pair_row(pair, samples)} for pair in pairs_of(samples)]
        for name, one in names.items():
            held.setdefault(one, samples[name])
    if not any(row["games"] for row in rows):
        raise BlackpegError(f"{store.path} holds no games of {study.name}; 'blackpeg lab run' plays them")
    return {
        "study": study.name, "title": study.title, "about": study.about, "measures": list(study.measures),
        "rows": rows, "pairs": pairs,
        "claims": [held_claim(claim, held[study.matching(claim)[0][1]]) for claim in study.claims],
    }  # fmt: skip


def groups(study: Study) -> list[Experiment]:
    """The experiments of a study, one a game, with those that meet the same secrets as one."""
    together: dict[tuple[Any, ...], Experiment] = {}
    for one in study.experiments:
        for game in one.games:
            key = (game, one.secrets, one.seed, one.codes)
            names = (*together[key].strategies, *one.strategies) if key in together else one.strategies
            together[key] = replace(one, games=(game,), strategies=tuple(dict.fromkeys(names)))
    return list(together.values())


def held_claim(claim: Claim, games: Sample) -> dict[str, Any]:
    """A claim beside what was measured, for JSON; `agrees` is null where that can't be told."""
    read, found = readings(games), games.summary
    here = read.get(claim.measure)
    low, high = (None, None) if here is None else _interval(here, found)
    best = best_known(claim.game, claim.secrets) if here is not None and claim.value < here.average else None
    said = verdict(claim, read, found.failures, best)
    counted = read.get("known" if said.kind == KNOWN else claim.measure)
    spread = None if claim.deviation is None or counted is None else deviation_verdict(claim, counted)
    return {
        "game": claim.game, "strategy": claim.strategy, "measure": claim.measure, "claimed": claim.value,
        "digits": digits_of(claim), "deviation": claim.deviation, "deviation_digits": claim.deviation_digits or 0,
        "measured": None if here is None else _rounded(here.average), "low": _rounded(low), "high": _rounded(high),
        "sd": None if here is None else _rounded(here.sd), "exact": games.exact, "games": found.games,
        "failures": found.failures, "agrees": said.agrees, "kind": said.kind, "verdict": said.text,
        "apart": None if said.apart in (None, float("inf")) else _rounded(said.apart),
        "deviation_verdict": None if spread is None else spread.text, "where": claim.where, "doubt": claim.doubt,
        "read": {name: [_rounded(one.average), _half(one, found), _rounded(one.sd)] for name, one in read.items()},
    }  # fmt: skip


def readings(games: Sample) -> dict[str, Reading]:
    """The average of every measure that was recorded for all games, with its standard error."""
    if not len(games.table):
        return {}
    columns: dict[str, Floats | None] = {name: games.table[:, k] for k, name in enumerate(COLUMNS) if name != "solved"}
    known, failed = games.table[:, COLUMNS.index("known")], games.table[:, 0] == 0
    columns["known"] = np.where(np.isnan(known) & failed, games.guesses, known)
    columns["generations"] = games.generations
    if games.stages is not None:
        columns |= dict(zip(("first stage", "second stage"), games.stages.T, strict=False))
    made = {
        name: reading_of(values, games.exact)
        for name, values in columns.items()
        if values is not None and not np.isnan(values).any()
    }
    if games.exact:
        made["max"] = Reading(float(games.guesses.max()), 0.0)
    return made


def reading_of(values: Floats, exact: bool = False) -> Reading:
    """An average with its errors; exact where the values are all there are."""
    average, n = float(values.mean()), len(values)
    if exact:
        return Reading(average, 0.0, float(values.std()), 0.0)
    if n == 1:
        return Reading(average, None)
    sd = float(values.std(ddof=1))
    fourth = float(((values - average) ** 4).mean())
    if not sd:  # what is alike in some games need not be so in all: as if one of them had been another
        return Reading(average, 1 / n, sd, 1 / n)
    return Reading(average, sd / n**0.5, sd, (max(0.0, fourth - sd**4) / n) ** 0.5 / (2 * sd))


def _half(read: Reading, found: Summary) -> float | None:
    low, high = _interval(read, found)
    return None if low is None or high is None else _rounded((high - low) / 2)


def _interval(read: Reading, found: Summary) -> tuple[float | None, float | None]:
    return (read.average, read.average) if found.exact else interval(read.average, read.sd, found.games)
