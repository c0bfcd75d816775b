"""Strategies on the same secrets: differences of every two, average ranks, and who can't be told apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..game_arrays import Sample
from ..stats import Ints, Pair, holm, paired_difference

SIGNIFICANT_P = 0.05  # p below which one strategy is said to beat another


class AlignedGames(NamedTuple):
    """The games of a strategy by their numbers, so that those of two strategies with one number met the same secret."""

    played: npt.NDArray[np.bool_]
    guesses: Ints


def align_games(samples: Mapping[str, Sample]) -> dict[str, AlignedGames]:
    """Returns the games of every strategy that has any, all up to the same number.

    Over all secrets, the exact games of a strategy without chance are repeated for every round of one with chance.
    """
    samples = {name: one for name, one in samples.items() if len(one.numbers)}
    end = max((int(one.numbers.max()) + 1 for one in samples.values()), default=0)
    aligned = {}
    for name, one in samples.items():
        played, guesses = np.zeros(end, bool), np.zeros(end, np.int64)
        if one.exact:
            played[:], guesses = True, np.resize(one.guesses[np.argsort(one.numbers)], end)
        else:
            played[one.numbers], guesses[one.numbers] = True, one.guesses
        aligned[name] = AlignedGames(played, guesses)
    return aligned


def compare_pairs(samples: Mapping[str, Sample]) -> list[Pair]:
    """Compares every two strategies on the secrets that both met, with Holm's correction.

    A player is not compared with an oracle search, as queries are not guesses.
    """
    aligned, pairs = align_games(samples), list[Pair]()
    for a, b in combinations(aligned, 2):
        if (samples[a].stages is None) != (samples[b].stages is None):
            continue
        both = samples[a].exact and samples[b].exact
        common = aligned[a].played & aligned[b].played
        common[len(samples[a].numbers) if both else len(common) :] = False
        if common.any():
            own, other = (aligned[name].guesses[common] for name in (a, b))
            pairs.append(paired_difference(own, other, (a, b), exact=both))
    corrected = holm([pair.p for pair in pairs])
    return [pair._replace(p_holm=p) for pair, p in zip(pairs, corrected, strict=True)]


class Rank(NamedTuple):
    """The average rank of a strategy, and over how many secrets."""

    average: float
    games: int


def average_ranks(samples: Mapping[str, Sample]) -> dict[str, Rank]:
    """Returns the average rank of each strategy over the secrets that all of them met: 1 needs the fewest guesses.

    Players are ranked among players, and oracle searches among searches; equal guesses share the average of their
    ranks. There are no ranks if there is no such secret, or a single strategy.
    """
    aligned, ranks = align_games(samples), dict[str, Rank]()
    for search in (False, True):
        names = [name for name in aligned if (samples[name].stages is not None) == search]
        if len(names) < 2:
            continue
        common = np.logical_and.reduce([aligned[name].played for name in names])
        if not common.any():
            continue
        guesses = np.stack([aligned[name].guesses[common] for name in names])
        for name, own in zip(names, guesses, strict=True):
            better, equal = int((guesses < own).sum()), int((guesses == own).sum())
            ranks[name] = Rank((better + (equal + len(own)) / 2) / len(own), len(own))
    return ranks


def told_apart(pair: Mapping[str, Any]) -> bool:
    """Checks whether a row of pairs shows which strategy needs fewer guesses: exactly, or by p after Holm."""
    return bool(pair["difference"]) and (pair["exact"] or pair["p"] < SIGNIFICANT_P)


def groups_not_told_apart(names: Sequence[str], pairs: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    """Returns the longest runs of names, in the order given, in which no two strategies are told apart."""
    apart = {frozenset((pair["a"], pair["b"])) for pair in pairs if told_apart(pair)}
    runs, end = list[list[str]](), 0
    for start in range(len(names)):
        stop = start + 1
        while stop < len(names) and not any(frozenset((names[stop], name)) in apart for name in names[start:stop]):
            stop += 1
        if stop - start > 1 and stop > end:
            runs.append(list(names[start:stop]))
            end = stop
    return runs
