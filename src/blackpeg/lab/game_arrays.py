"""The stored games of a series as NumPy arrays, and their averages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

import numpy as np

from ..game import Game
from .experiment import ALL_SECRETS, LISTED_SECRETS, Series
from .stats import COLUMNS, Floats, Ints, Summary, summarize
from .store import Store

SUMMARY_OF_NO_GAMES = Summary(0, 0, False, 0.0, None, None, 0.0, 0, {})
OPTIONAL_COLUMNS = ("evaluations", "feedbacks", "known", "seconds")  # not recorded for every game


@dataclass(frozen=True)
class Sample:
    """The stored games of a series."""

    numbers: Ints
    table: Floats  # of stats.COLUMNS
    exact: bool = False  # a strategy without chance played every secret once
    stages: Floats | None = None  # of oracle searches: generations of each stage, nan for a stage not reached
    new_codes: Floats | None = None  # nan if not recorded

    @property
    def generations(self) -> Floats | None:
        return None if self.stages is None else np.nansum(self.stages, axis=1)

    @cached_property
    def summary(self) -> Summary:
        return summarize(self.table, self.exact) if len(self.table) else SUMMARY_OF_NO_GAMES

    @property
    def guesses(self) -> Ints:
        return self.table[:, COLUMNS.index("guesses")].astype(np.int64)


def read_sample(store: Store, series: Series, codes: tuple[str, ...] = (), below: int | None = None) -> Sample:
    """Returns the stored games of a series with numbers below `below`; with listed secrets, those of `codes`."""
    if store.samples is None:
        return _read(store, series, codes, below)
    key = (series, codes, below)
    if key not in store.samples:
        store.samples[key] = _read(store, series, codes, below)
    sample: Sample = store.samples[key]
    return sample


def _read(store: Store, series: Series, codes: tuple[str, ...], below: int | None) -> Sample:
    names = [
        "number",
        "ifnull(new_codes, 'nan')",
        *(f"ifnull({name}, 'nan')" if name in OPTIONAL_COLUMNS else name for name in COLUMNS),
    ]
    has_stages = store.columns(series, "total(stages != '')")[0][0] > 0
    if series.secrets == LISTED_SECRETS:
        found = store.columns(series, "secret", *names, "stages", below=len(codes))
        rows = [row[1:] for row in found if row[0] == codes[row[1]]]
    else:
        rows = store.columns(series, *names, *(("stages",) if has_stages else ()), below=below)
    stages = _parse_stages([row[-1] for row in rows]) if has_stages else None
    if has_stages or series.secrets == LISTED_SECRETS:
        rows = [row[:-1] for row in rows]
    table = np.fromiter(chain.from_iterable(rows), np.float64, len(rows) * len(names)).reshape(len(rows), len(names))
    exact = series.secrets == ALL_SECRETS and len(rows) == Game.parse(series.game).size
    exact = exact and store.columns(series, "total(note = 'tree')")[0] == (len(rows),)
    return Sample(table[:, 0].astype(np.int64), table[:, 2:], exact, stages, table[:, 1])


def _parse_stages(texts: list[str]) -> Floats:
    """Returns texts such as '1+3' as rows of numbers, filled up with nan."""
    rows = [[int(word) for word in text.split("+")] for text in texts]
    table = np.full((len(rows), max(map(len, rows), default=1)), np.nan)
    for k, row in enumerate(rows):
        table[k, : len(row)] = row
    return table


def summary_of(store: Store, series: Series, below: int | None = None) -> Summary:
    """Returns the summary of the stored games of a series."""
    return read_sample(store, series, below=below).summary


class Average(NamedTuple):
    """A measured average."""

    average: float
    error: float | None  # its standard error: 0 if the average is exact, None for a single game
    sd: float = 0.0
    sd_error: float | None = None


def measured_columns(games: Sample) -> dict[str, Floats]:
    """Returns the values of every measure that was recorded for all games, game by game."""
    if not len(games.table):
        return {}
    columns: dict[str, Floats | None] = {name: games.table[:, k] for k, name in enumerate(COLUMNS) if name != "solved"}
    known, failed = games.table[:, COLUMNS.index("known")], games.table[:, 0] == 0
    columns["known"] = np.where(np.isnan(known) & failed, games.guesses, known)
    columns["generations"] = games.generations
    columns["new codes"] = games.new_codes
    if games.stages is not None:
        columns |= dict(zip(("first stage", "second stage"), games.stages.T, strict=False))
    return {name: values for name, values in columns.items() if values is not None and not np.isnan(values).any()}


def averages(games: Sample) -> dict[str, Average]:
    """Returns the average of every measure that was recorded for all games."""
    found = {name: average_of(values, games.exact) for name, values in measured_columns(games).items()}
    if games.exact:
        found["max"] = Average(float(games.guesses.max()), 0.0)
    return found


def average_of(values: Floats, exact: bool = False) -> Average:
    """Returns an average with its standard errors, which are 0 if the values are the whole population."""
    average, n = float(values.mean()), len(values)
    if exact:
        return Average(average, 0.0, float(values.std()), 0.0)
    if n == 1:
        return Average(average, None)
    sd = float(values.std(ddof=1))
    fourth = float(((values - average) ** 4).mean())
    if not sd:  # equal in all these games, not surely in all others: an error as if one game differed by 1
        return Average(average, 1 / n, sd, 1 / n)
    return Average(average, sd / n**0.5, sd, (max(0.0, fourth - sd**4) / n) ** 0.5 / (2 * sd))
